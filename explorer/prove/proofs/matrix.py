"""The result of a proof by induction: for each action and each claim, whether the one can break the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ....model import BoundAction, Fault, ModelError, Slots
from ....model.language.play.instance import Codes
from ...findings.status import Status, worst
from ...findings.traces import Move, Trace

INITIALLY = "initially"
"""The row of the base case: the initial states."""

ANYWHERE = "in any state"
"""The row of what is asked of single states."""


def resting_on(claims: Iterable[str]) -> str:
    """Why a cell is open that holds where other claims do."""
    names = sorted(claims)
    return f"holds as long as {' and '.join(names)} {'do' if len(names) > 1 else 'does'}"


@dataclass(frozen=True)
class Counterexample:
    """A step, confirmed by running it, from a state that satisfies the hypothesis to one that violates the claim.

    Nobody says that the state can be reached: either the rule is wrong, or an invariant that excludes the state is
    missing. Without an action it is a single state. `matters` lists the slots that the failing conjunct reads or that
    the step changes, those first that are both.
    """

    claim: str
    conjunct: str
    before: Slots
    matters: tuple[int, ...]
    action: BoundAction | None = None
    codes: Codes = ()
    after: Slots | None = None
    fault: Fault | None = None
    mistake: ModelError | None = None
    """Why the check itself fails there, when that is what it does."""

    @property
    def told(self) -> str:
        """The conjunct for people."""
        return self.conjunct if self.mistake is None else f"the check itself fails there: {self.mistake}"

    @property
    def trace(self) -> Trace:
        """The step as a path of its own."""
        if self.action is None:
            return Trace(self.before)
        move = Move(self.action, self.codes)
        if self.after is not None:
            return Trace(self.before, ((move, self.after),))
        return Trace(self.before, (), None if self.fault is None else (move, self.fault))


@dataclass
class Cell:
    """Whether an action can break a claim."""

    row: str
    claim: str
    status: Status = Status.HOLDS
    example: Counterexample | None = None
    reason: str = ""
    """Why it is not decided."""
    uses: set[str] = field(default_factory=set[str])
    """The claims of the hypothesis that it rests on."""
    leaned_on: set[str] = field(default_factory=set[str])
    """Those it rested on before they turned out not to hold."""

    def refute(self, example: Counterexample) -> None:
        """There is a counterexample; without what it leaned on, that only shows that the claim rests on it."""
        if self.leaned_on:
            self.leave_open(resting_on(self.leaned_on))
        else:
            self.status, self.example = Status.VIOLATED, example

    def leave_open(self, reason: str) -> None:
        """It is not decided."""
        self.status, self.reason = Status.INCONCLUSIVE, reason or "no reason was given"


@dataclass
class Matrix:
    """All cells, the questions that were asked, and how long it took."""

    rows: list[str]
    claims: list[str]
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict[tuple[str, str], Cell])
    vacuous: set[str] = field(default_factory=set[str])
    """The claims whose premise holds in no state that satisfies the hypothesis."""
    questions: int = 0
    seconds: float = 0.0

    def cell(self, row: str, claim: str) -> Cell:
        """The cell of an action and a claim, made when it is first asked for."""
        return self.cells.setdefault((row, claim), Cell(row, claim))

    def of_claim(self, claim: str) -> Iterator[Cell]:
        """The column of a claim."""
        return (cell for cell in self.cells.values() if cell.claim == claim)

    def uses(self, claim: str) -> set[str]:
        """The claims of the hypothesis that a claim rests on."""
        return set[str]().union(*(cell.uses for cell in self.of_claim(claim)))

    def status_of(self, claim: str) -> Status:
        """A claim is violated when one cell is, and holds when all do and it says anything at all."""
        found = worst(cell.status for cell in self.of_claim(claim))
        return Status.VACUOUS if found is Status.HOLDS and claim in self.vacuous else found

    @property
    def status(self) -> Status:
        """The status of all that was asked."""
        return worst(self.status_of(claim) for claim in self.claims)

    @property
    def examples(self) -> list[Counterexample]:
        """Every counterexample, in the order of the rows."""
        order = {row: index for index, row in enumerate(self.rows)}
        cells = sorted(self.cells.values(), key=lambda cell: (order[cell.row], self.claims.index(cell.claim)))
        return [cell.example for cell in cells if cell.example is not None]
