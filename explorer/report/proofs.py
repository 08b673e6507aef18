"""From proofs to their verdict record: the obligations, the counterexamples, and what the answer covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...invariants import CheckKind, Declaration, applicable, monitored
from ...model import Instance, Slots
from ..findings.sight import SightResult
from ..findings.status import Status, worst
from ..findings.traces import Trace
from ..prove.deciding.claims import unsettled_faults
from ..prove.proofs.bounded import Bounded
from ..prove.proofs.counterexamples import Counterexample
from ..prove.proofs.goals import FAULTS, FORM, failing, is_place_of
from ..prove.proofs.obligations import INITIALLY, ProofResult
from .sight import checks_of, records_of
from .summary import NOUNS, Keeper, counted, counterexample, sight_findings, viewers_counted
from .verdict import LEAK, CheckVerdict, CounterexampleRecord, FindingRecord, Verdict, exit_code, named, plain

EVERYWHERE = "all states of the scope that satisfy what is declared, whether play reaches them or not"

HINT = (
    "whether play reaches the states before the steps that are shown as open: either a rule is wrong, or a stronger "
    "invariant has to exclude them (kanly prove --sweep decides by every state that is reached)"
)

NOT_PROVABLE = (CheckKind.WITNESS, CheckKind.STEP_WITNESS, CheckKind.PROGRESS)
"""What only a search can tell."""


@dataclass(frozen=True)
class _Answer:
    """What is to be told of one goal, or of one place where a rule can fail."""

    status: Status
    conjunct: str = ""
    reason: str = ""
    shown: CounterexampleRecord | None = None


class ProofReport:
    """Gathers what was proved of one instance into a verdict; `keep` writes counterexamples to files."""

    def __init__(self, instance: Instance, keep: Keeper | None = None) -> None:
        self.instance = monitored(instance)
        self.keep = keep
        self.checks: list[CheckVerdict] = []
        self.findings: list[FindingRecord] = []
        self.checked: list[str] = []
        self.unchecked: list[str] = []
        self.details: dict[str, Any] = {}
        self.questions = 0
        self.parts: dict[str, float] = {}
        self._declared: dict[str, Declaration] = {each.id: each for each in applicable(self.instance)}

    @property
    def status(self) -> Status:
        """The worst of all answers."""
        return worst(self._statuses())

    def _statuses(self) -> list[Status]:
        return [Status(each.status) for each in [*self.checks, *self.findings]]

    def took(self, part: str, seconds: float) -> None:
        """So much of the time went into one part of the work."""
        self.parts[part] = self.parts.get(part, 0.0) + seconds

    def add(
        self, result: ProofResult | None, sight: SightResult | None, decided: Mapping[str, Bounded] | None = None
    ) -> None:
        """What was proved for all states, and what was decided of what that left open."""
        if result is not None:
            self.add_induction(result, decided)
        if sight is not None:
            self.add_sight(sight)

    def add_induction(self, result: ProofResult, decided: Mapping[str, Bounded] | None = None) -> None:
        """A proof by induction."""
        decided, found = decided or {}, result.obligations
        asked = [goal for goal in result.goals if goal in result.asked]
        self.questions += result.questions
        self.details["obligations"] = {
            case: {goal: found[case, goal].status.value for goal in asked if (case, goal) in found}
            for case in result.cases
        }
        self.details["rests_on"] = {goal: sorted(result.uses(goal) - {goal}) for goal in asked}
        for goal in asked:
            if goal in self._declared:
                self._add_check(goal, self._answer(result, goal, decided.get(goal)))
            elif goal == FAULTS:
                self._add_faults(result, decided)
            else:
                self._add_form(result)
        self._tell_extent(result, asked, decided)

    def _tell_extent(self, result: ProofResult, asked: Sequence[str], decided: Mapping[str, Bounded]) -> None:
        held = [goal for goal in asked if result.status_of(goal) is Status.HOLDS]
        kinds = Counter(NOUNS[self._declared[goal].kind] for goal in held if goal in self._declared)
        told = [counted(number, kind) for kind, number in kinds.items()]
        told += ["no rule fails"] * (FAULTS in held) + ["no step leaves the domain"] * (FORM in held)
        if told:
            self.checked.append(f"{EVERYWHERE}: {', '.join(told)}")
        in_play = [goal for goal, answer in decided.items() if answer.status is Status.HOLDS]
        self.details["only_in_play"] = {goal: decided[goal].reason for goal in in_play}
        self.checked += [f"{goal}: {decided[goal].reason}" for goal in in_play]
        if in_play:
            self.unchecked.append(f"{named(in_play)}: steps from states that no play reaches, such as edited saves")
        others = Counter(NOUNS[each.kind] for each in self._declared.values() if each.kind in NOT_PROVABLE)
        if others:
            told = [counted(number, kind) for kind, number in others.items()]
            self.unchecked.append(f"{', '.join(told)}: what play comes to is for kanly explore")
        if any(each.status == Status.OPEN.value for each in [*self.checks, *self.findings]):
            self.unchecked.append(HINT)

    def _answer(self, result: ProofResult, goal: str, decided: Bounded | None) -> _Answer:
        """What is to be told of a declaration."""
        examples = result.examples_of(goal)
        if decided is not None and decided.status is not Status.OPEN:
            how = _conjunct_of(examples) if decided.status is Status.HOLDS else ""
            shown = None if decided.trace is None else self._kept(goal, decided.conjunct, decided.trace)
            return _Answer(decided.status, decided.conjunct, f"{decided.reason}{how}", shown)
        status = result.status_of(goal)
        if status is Status.VIOLATED:
            first = next(each for each in result.of_goal(goal) if each.case == INITIALLY).examples[0]
            return _Answer(
                status, first.told, "it does not hold at the start", self._kept(goal, first.told, first.trace)
            )
        if not examples:
            return _Answer(status, reason=result.reason_of(goal))
        return self._open(goal, examples[0], decided)

    def _open(self, goal: str, example: Counterexample, decided: Bounded | None) -> _Answer:
        """Not inductive: the step that shows it, from a state in full, and what would have to exclude that state."""
        where = decided.reason if decided is not None else ""
        begins = f"some state that satisfies {self._satisfied(example.before)}{where and f' ({where})'}"
        conjunct = f" at {example.conjunct!r}" if example.conjunct and example.fault is None else ""
        by = "it fails there" if example.action is None else f"{example.action.name} breaks it"
        by = f"{by}{conjunct}" if example.fault is None else f"{example.trace.moves[-1]} fails: {example.fault}"
        reason = f"not inductive: {by}; a stronger invariant has to exclude the state before it"
        return _Answer(Status.OPEN, example.told, reason, self._cti(goal, example, begins))

    def _satisfied(self, slots: Slots) -> str:
        """What a state satisfies, in words: all that is declared of states, or what of it was supposed."""
        state = self.instance.state(slots)
        kinds = (CheckKind.INVARIANT, CheckKind.SAVE_RULE)
        broken = [each.id for each in self._declared.values() if each.kind in kinds and failing(each, state)]
        return f"what is declared but {', '.join(broken)}" if broken else "what is declared"

    def _add_check(self, goal: str, answer: _Answer) -> None:
        declaration, shown = self._declared[goal], answer.shown
        self.checks.append(
            CheckVerdict(
                id=goal,
                kind=declaration.kind.value,
                sentence=declaration.sentence,
                status=answer.status.value,
                clauses=list(declaration.clauses),
                conjunct=answer.conjunct or None,
                reason=answer.reason or None,
                length=len(shown.steps) if shown else None,
                trace=shown.file if shown else None,
                counterexample=shown,
            )
        )

    def _add_faults(self, result: ProofResult, decided: Mapping[str, Bounded]) -> None:
        """A finding for each action and each place where it can fail, and for what is not decided."""
        found: list[FindingRecord] = []
        for place, example in _places(result, decided).items():
            answer = decided.get(place)
            if answer is not None and answer.trace is not None and answer.trace.failed is not None:
                move, fault = answer.trace.failed
                shown = self._kept(FAULTS, answer.conjunct, answer.trace)
                found.append(_finding(f"{move} fails: {fault}", Status.VIOLATED, shown))
            elif example is not None and (answer is None or not answer.is_settled):
                opened = self._open(FAULTS, example, answer)
                found.append(_finding(opened.reason, Status.OPEN, opened.shown))
        unsettled = unsettled_faults(result, decided)
        if unsettled:
            told = "; ".join(f"{each.case}: {each.reason}" for each in unsettled)
            found.append(_finding(told, worst(each.status for each in unsettled), None))
        self.findings += sorted(found, key=lambda each: each.status != Status.VIOLATED.value)

    def _add_form(self, result: ProofResult) -> None:
        status = result.status_of(FORM)
        if status is Status.HOLDS:
            return
        examples = result.examples_of(FORM)
        opened = self._open(FORM, examples[0], None) if examples else None
        told = result.reason_of(FORM) if opened is None else f"{LEAVES_DOMAIN}: {opened.reason}"
        self.findings.append(
            FindingRecord(FORM, told, max(1, len(examples)), status.value, None, opened and opened.shown)
        )

    def _cti(self, goal: str, example: Counterexample, begins: str) -> CounterexampleRecord:
        """A counterexample to induction: the first state whole, with the values that matter in front."""
        shown = self._kept(goal, example.conjunct, example.trace)
        shown.begins = begins
        first = [self.instance.slots[slot].path for slot in example.matters]
        values = self.instance.describe(example.before)
        shown.start = dict(sorted(values.items(), key=lambda item: _rank(item[0], first)))
        return shown

    def _kept(self, goal: str, conjunct: str, trace: Trace) -> CounterexampleRecord:
        """A path that is shown and written to its files."""
        shown = counterexample(self.instance, trace)
        if self.keep is not None:
            shown.file, shown.test = self.keep(goal, conjunct, trace)
        return shown

    def add_bounded(self, found: Sequence[Bounded], how: str, questions: int) -> None:
        """Answers about paths of bounded length; `how` says what was looked at, and for which goals it is so."""
        self.questions += questions
        looked = [
            each.goal
            for each in found
            if each.status is not Status.VACUOUS and (each.survived or each.status is Status.HOLDS)
        ]
        if looked:
            self.checked.append(f"{', '.join(looked)}: {how}")
        for each in found:
            shown = None
            if each.trace is not None and each.status is Status.VIOLATED:
                shown = self._kept(each.goal, each.conjunct, each.trace)
            elif each.trace is not None:
                shown = counterexample(self.instance, each.trace)
                shown.begins, shown.start = "some state of the scope", self.instance.describe(each.trace.start)
            if each.goal in self._declared:
                self._add_check(each.goal, _Answer(each.status, each.conjunct, each.reason, shown))
            elif each.status is not Status.HOLDS:
                failed = None if each.trace is None else each.trace.failed
                told = each.reason if failed is None else f"{failed[0]} fails: {failed[1]}"
                about = f"{each.goal.removeprefix(f'{FAULTS}: ')}: " if failed is None else ""
                self.findings.append(_finding(f"{about}{told}", each.status, shown))

    def add_sight(self, result: SightResult) -> None:
        """Answers about sight, one for each seat."""
        self.questions += result.questions
        self.details["sight"] = records_of(self.instance, result)
        self.checks += checks_of(result)
        self.findings += sight_findings(self.instance, result, self.keep)
        for reason, seats in _holding_seats(result).items():
            if reason:
                self.checked.append(f"sight of {named(seats)}: {reason}")
                self.unchecked.append(f"sight of {named(seats)}: states that no play reaches, such as edited saves")
            else:
                told = f"sight of {viewers_counted(self.instance, seats)}"
                self.checked.append(f"all pairs of such states that a seat may not tell apart: {told}")

    def verdict(self, command: str, seconds: float, seed: int, allow_bounded: bool) -> Verdict:
        """The record. `seconds` is all that the command took, of which the parts are told besides."""
        status = self.status
        reasons = [each.id for each in self.checks if each.status == status.value]
        reasons += [each.kind for each in self.findings if each.status == status.value and each.kind != LEAK]
        instance = self.instance
        return Verdict(
            status=status.value,
            exit_code=exit_code(*self._statuses(), allow_bounded=allow_bounded),
            command=command,
            engine="z3",
            model=instance.model.name,
            scenario=instance.scenario.name,
            parameters={name: plain(value) for name, value in instance.parameters.items()},
            complete=status in (Status.HOLDS, Status.VIOLATED),
            reason="" if status is Status.HOLDS else f"{named(list(dict.fromkeys(reasons)))} {status.value}",
            seconds=round(seconds, 3),
            seed=seed,
            invariants=self.checks,
            findings=self.findings,
            checked=self.checked,
            unchecked=[*self.unchecked, *(f"{each.id}: {each.reason}" for each in self.checks if _is_untold(each))],
            details={"questions": self.questions, "seconds": self._rounded_parts(seconds), **self.details},
        )

    def _rounded_parts(self, seconds: float) -> dict[str, float]:
        """The parts of the time; what is in none of them is the rest."""
        parts = {**self.parts, "all else": seconds - sum(self.parts.values())}
        return {part: round(taken, 3) for part, taken in parts.items()}


LEAVES_DOMAIN = "a step leaves the domain: a slot out of range, or not zero though it means nothing"


def _conjunct_of(examples: Sequence[Counterexample]) -> str:
    """Which step shows that a goal is not inductive, and at which conjunct; empty where it only rests on others."""
    if not examples:
        return ""
    first = examples[0]
    by = "it fails in some state" if first.action is None else f"{first.action.name} breaks it"
    return f": {by}{f' at {first.conjunct!r}' if first.conjunct else ''}"


def _holding_seats(result: SightResult) -> dict[str, list[str]]:
    """The seats that see no more than they may, by how that is known; nothing for all pairs of states of the scope."""
    found: dict[str, list[str]] = {}
    for seat in dict.fromkeys(answer.seat for answer in result.answers):
        answers = [answer for answer in result.answers if answer.seat == seat]
        if all(answer.status is Status.HOLDS for answer in answers):
            reasons = dict.fromkeys(answer.reason for answer in answers if answer.reason)
            found.setdefault("; ".join(reasons), []).append(seat)
    return found


def _places(result: ProofResult, decided: Mapping[str, Bounded]) -> dict[str, Counterexample | None]:
    """Each place where a rule can fail, or was asked about, with the counterexample that shows it."""
    examples = {example.place: example for example in result.examples_of(FAULTS)}
    return {**examples, **{goal: examples.get(goal) for goal in decided if is_place_of(goal)}}


def _finding(message: str, status: Status, shown: CounterexampleRecord | None) -> FindingRecord:
    return FindingRecord(FAULTS, message, 1, status.value, shown and shown.file, shown)


def _is_untold(check: CheckVerdict) -> bool:
    """Whether something stays unanswered that no counterexample shows."""
    return (
        check.status in (Status.INCONCLUSIVE.value, Status.VACUOUS.value, Status.OPEN.value)
        and not check.counterexample
    )


def _rank(path: str, first: Sequence[str]) -> int:
    """Where a value stands among those that matter; behind them if it is none."""
    for position, slot in enumerate(first):
        stem = slot.removesuffix("?").removesuffix(".kind").removesuffix(".length")
        if path == stem or path.startswith((f"{stem}.", f"{stem}[")) or stem.startswith(f"{path}."):
            return position
    return len(first)
