"""From proofs to their verdict record: the obligations, the counterexamples, and what the answer covers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...invariants import Declaration, applicable
from ...model import Instance
from ..findings.sight import SightResult
from ..findings.status import Status, worst
from ..prove.proofs.bounded import Bounded
from ..prove.proofs.counterexamples import Counterexample
from ..prove.proofs.goals import FAULTS, FORM
from ..prove.proofs.obligations import ProofResult
from .sight import checks_of, records_of
from .summary import Keeper, counterexample
from .verdict import CheckVerdict, FindingRecord, Verdict, exit_code, named
from .verdict import Counterexample as Shown

NEVER_ASKED = "its premise holds in no state that satisfies what is declared"
NOT_REACHED = "a step breaks it"
HINT = (
    "whether the states before these steps can be reached: either the rule is wrong, or an invariant that excludes "
    "them is missing (kanly prove --bmc K looks from the start)"
)


class Account:
    """Gathers what was proved of one instance into a verdict; `keep` writes counterexamples to files."""

    def __init__(self, instance: Instance, keep: Keeper | None = None) -> None:
        self.instance = instance
        self.keep = keep
        self.checks: list[CheckVerdict] = []
        self.findings: list[FindingRecord] = []
        self.checked: list[str] = []
        self.unchecked: list[str] = []
        self.details: dict[str, Any] = {}
        self.questions = 0
        self._declared: dict[str, Declaration] = {each.id: each for each in applicable(instance)}

    @property
    def status(self) -> Status:
        """The worst of all answers."""
        return worst(self._statuses())

    def _statuses(self) -> list[Status]:
        return [Status(each.status) for each in [*self.checks, *self.findings]]

    def add(self, result: ProofResult | None, sight: SightResult | None) -> None:
        """What was proved for all states."""
        if result is not None:
            self.add_induction(result)
        if sight is not None:
            self.add_sight(sight)

    def add_induction(self, result: ProofResult) -> None:
        """A proof by induction."""
        asked = [goal for goal in result.goals if any(True for _ in result.of_goal(goal))]
        found = result.obligations
        self.questions += result.questions
        self.details["obligations"] = {
            case: {goal: found[case, goal].status.value for goal in asked if (case, goal) in found}
            for case in result.cases
        }
        self.details["rests_on"] = {goal: sorted(result.uses(goal) - {goal}) for goal in asked}
        for goal in asked:
            self._add_goal(result, goal)
        if any(example.action is not None for example in result.examples):
            self.unchecked.append(HINT)
        held = [goal for goal in asked if goal in self._declared and result.status_of(goal) is Status.HOLDS]
        if held:
            told = "all states of the scope that satisfy what is declared, reachable or not"
            self.checked.append(f"{', '.join(held)} for {told}: {result.questions:,} questions")

    def _add_goal(self, result: ProofResult, goal: str) -> None:
        broken = [each for each in result.of_goal(goal) if each.example is not None]
        example = broken[0].example if broken else None
        status = result.status_of(goal)
        reasons = [f"{each.case}: {each.reason}" for each in result.of_goal(goal) if each.reason]
        if goal in self._declared:
            reason = NOT_REACHED if example is not None and example.action is not None else "; ".join(reasons)
            reason = NEVER_ASKED if status is Status.VACUOUS else reason
            self._add_check(goal, status, example.told if example else "", reason, self._shown(goal, example))
        elif status is not Status.HOLDS:
            message = _MESSAGES[goal] if example is None or example.fault is None else str(example.fault)
            told = f"{', '.join(each.case for each in broken)}: {message}" if broken else "; ".join(reasons)
            shown = self._shown(goal, example)
            self.findings.append(FindingRecord(goal, told, len(broken), status.value, shown and shown.file, shown))

    def _add_check(self, goal: str, status: Status, conjunct: str, reason: str, shown: Shown | None) -> None:
        declaration = self._declared[goal]
        self.checks.append(
            CheckVerdict(
                id=goal,
                kind=declaration.kind.value,
                sentence=declaration.sentence,
                status=status.value,
                clauses=list(declaration.clauses),
                conjunct=conjunct or None,
                reason=reason or None,
                length=len(shown.steps) if shown else None,
                trace=shown.file if shown else None,
                counterexample=shown,
            )
        )

    def _shown(self, goal: str, example: Counterexample | None) -> Shown | None:
        """The counterexample with the values that matter first."""
        if example is None:
            return None
        shown = counterexample(self.instance, example.trace)
        first = [self.instance.slots[slot].path for slot in example.matters]
        shown.start = dict(sorted(shown.start.items(), key=lambda item: _rank(item[0], first)))
        if self.keep is not None:
            shown.file, shown.test = self.keep(goal, example.conjunct, example.trace)
        return shown

    def add_bounded(self, found: Sequence[Bounded], how: str, questions: int) -> None:
        """Answers about paths of bounded length; `how` says what was looked at, and for which goals it is so."""
        self.questions += questions
        looked = [each.goal for each in found if each.survived or each.status is Status.HOLDS]
        if looked:
            self.checked.append(f"{', '.join(looked)}: {how}")
        for each in found:
            shown = None
            if each.trace is not None:
                shown = counterexample(self.instance, each.trace)
                if each.status is Status.VIOLATED and self.keep is not None:
                    shown.file, shown.test = self.keep(each.goal, each.conjunct, each.trace)
            if each.goal in self._declared:
                self._add_check(each.goal, each.status, each.conjunct, each.reason, shown)
            elif each.status is not Status.HOLDS:
                told = each.reason or _MESSAGES[each.goal]
                self.findings.append(FindingRecord(each.goal, told, 1, each.status.value, None, shown))

    def add_sight(self, result: SightResult) -> None:
        """Answers about sight, one for each seat."""
        self.questions += result.questions
        self.details["sight"] = records_of(self.instance, result)
        self.checks += checks_of(result)
        if result.status is Status.HOLDS:
            seats = len({cell.seat for cell in result.cells})
            self.checked.append(f"sight of {seats} seats, for all pairs of states that they may not tell apart")

    def verdict(self, command: str, seconds: float, seed: int, allow_bounded: bool) -> Verdict:
        """The record."""
        status = self.status
        reasons = [each.id for each in self.checks if each.status == status.value]
        reasons += [each.kind for each in self.findings if each.status == status.value]
        instance = self.instance
        return Verdict(
            status=status.value,
            exit_code=exit_code(*self._statuses(), allow_bounded=allow_bounded),
            command=command,
            engine="z3",
            model=instance.model.name,
            scenario=instance.scenario.name,
            parameters={name: _plain(value) for name, value in instance.parameters.items()},
            complete=status in (Status.HOLDS, Status.VIOLATED),
            reason="" if status is Status.HOLDS else f"{named(reasons)} {status.value}",
            seconds=round(seconds, 3),
            seed=seed,
            invariants=self.checks,
            findings=self.findings,
            checked=self.checked,
            unchecked=[*self.unchecked, *(f"{each.id}: {each.reason}" for each in self.checks if _is_open(each))],
            details={"questions": self.questions, **self.details},
        )


_MESSAGES = {
    FORM: "a step leaves the domain: a slot out of range, or not zero though it means nothing",
    FAULTS: "a rule can fail",
}


def _is_open(check: CheckVerdict) -> bool:
    return check.status in (Status.INCONCLUSIVE.value, Status.VACUOUS.value)


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int) else value.name


def _rank(path: str, first: Sequence[str]) -> int:
    """Where a value stands among those that matter; behind them if it is none."""
    for position, slot in enumerate(first):
        stem = slot.removesuffix("?").removesuffix(".kind").removesuffix(".length")
        if path == stem or path.startswith((f"{stem}.", f"{stem}[")) or stem.startswith(f"{path}."):
            return position
    return len(first)
