"""What an exploration found, whichever engine looked: counts, the answer for each declaration, shortest traces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from ...invariants import CheckKind, Declaration
from ...model import BoundAction, Fault, Instance, ModelError, Slots
from ...model.language.play.instance import Codes
from .status import Status, worst

if TYPE_CHECKING:
    from ..search.graph import Edges
    from .sight import SightResult


class Ending(Enum):
    """Why an exploration ended. Only `COMPLETE` means that every reachable state was found and expanded."""

    COMPLETE = "complete"
    STOPPED = "stopped by a finding"
    STATES = "bound on states"
    DEPTH = "bound on depth"
    MEMORY = "bound on memory"
    TIME = "bound on time"
    INTERRUPTED = "interrupted"
    SAMPLED = "a random sample"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where an exploration gives up: so many states or seconds, bytes for the states, a level it does not go beyond.

    A state is expanded wholly or not at all, so that `states` may be passed by the successors of one state.
    """

    states: int | None = None
    depth: int | None = None
    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is: states found, those still to expand, level, seconds."""

    states: int
    left: int
    depth: int
    seconds: float

    @property
    def rate(self) -> float:
        """States found a second."""
        return self.states / max(self.seconds, 1e-9)


Watcher: TypeAlias = Callable[[Progress], None]
"""Is told about ten times a second how far an exploration is."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its arguments."""

    action: BoundAction
    codes: Codes

    def __str__(self) -> str:
        return self.action.describe(self.codes)


@dataclass(frozen=True)
class Trace:
    """A path: a first state, then moves, each with the state it leads to; the last move of all may fail instead."""

    start: Slots
    steps: tuple[tuple[Move, Slots], ...] = ()
    failed: tuple[Move, Fault] | None = None

    @property
    def states(self) -> tuple[Slots, ...]:
        """Every state on the path."""
        return (self.start, *(slots for _, slots in self.steps))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move, the one that fails included."""
        taken = tuple(move for move, _ in self.steps)
        return taken if self.failed is None else (*taken, self.failed[0])

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True)
class CheckResult:
    """The answer for one declaration.

    `trace` leads to the state, or ends with the step, that breaks it; for a witness, that shows it. `conjunct` names
    the part that fails. `reason` says in words why the status is not `HOLDS`.
    """

    declaration: Declaration
    status: Status
    conjunct: str = ""
    trace: Trace | None = None
    reason: str = ""


WITNESSES = (CheckKind.WITNESS, CheckKind.STEP_WITNESS)


def judged(
    declaration: Declaration, ending: Ending, *, looked_at: bool, trace: Trace | None = None, conjunct: str = ""
) -> CheckResult:
    """The answer for a declaration from what was seen of it.

    `looked_at`: its premise held somewhere. `trace`: what breaks it, or what a witness asks for.
    """
    if declaration.kind in WITNESSES:
        if trace is not None:
            return CheckResult(declaration, Status.HOLDS, trace=trace)
        if ending is Ending.COMPLETE:
            return CheckResult(declaration, Status.VACUOUS, reason="nothing like this is reached")
        return CheckResult(declaration, Status.INCONCLUSIVE, reason=f"not reached so far ({ending.value})")
    if trace is not None:
        return CheckResult(declaration, Status.VIOLATED, conjunct, trace, "there is a counterexample")
    if ending is not Ending.COMPLETE:
        return CheckResult(declaration, Status.INCONCLUSIVE, reason=f"no counterexample so far ({ending.value})")
    if not looked_at:
        return CheckResult(declaration, Status.VACUOUS, reason="its premise never holds")
    return CheckResult(declaration, Status.HOLDS)


@dataclass(frozen=True)
class Exploration:
    """The result of exploring an instance.

    `transitions` counts every step that is possible, also those to known states, but not those that fail; `fired`
    splits it by action, in the order of `instance.actions`. `depth` is the deepest level with a state; `left` states
    were found and not expanded. `fault` is the shortest path to a rule that fails, `deadlock` to a state with no way
    on that is not declared settled. `seconds` is the time of the search itself; reading the rules and compiling them
    before it took `startup` seconds, and the search kernel, which is compiled once for a version on a machine and kept
    on disk, `kernel` seconds: None where nothing of the kind was needed.
    """

    instance: Instance
    engine: str
    ending: Ending
    states: int
    transitions: int
    depth: int
    left: int
    seconds: float
    fired: tuple[int, ...]
    checks: tuple[CheckResult, ...]
    faults: int = 0
    fault: Trace | None = None
    deadlocks: int = 0
    deadlock: Trace | None = None
    deadlock_forbidden: bool = False
    memory: int | None = None
    seed: int | None = None
    startup: float | None = None
    kernel: float | None = None
    sight: SightResult | None = None
    """Whether seats are given more than they may know in the states that were reached, when that was asked for."""
    edges: Edges | None = field(default=None, repr=False)
    """The graph that was walked, when it was asked for."""

    def worth_comparing(self, asked: int | None, comparisons: int) -> int:
        """How many states to compare for sight: as many as asked for, or as take so many `comparisons`.

        One seat's look at one step is a comparison. Nothing is compared when somebody or something ended the search.
        """
        if self.ending in (Ending.STOPPED, Ending.TIME, Ending.INTERRUPTED):
            return 0
        if asked is not None:
            return min(asked, self.states)
        per_state = (1 + self.transitions / max(self.states, 1)) * self.instance.seats.count
        return min(int(comparisons / per_state) + 1, self.states)

    @property
    def complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.ending is Ending.COMPLETE

    @property
    def dead_actions(self) -> tuple[str, ...]:
        """The actions that were never possible."""
        pairs = zip(self.instance.actions, self.fired, strict=True)
        return tuple(action.name for action, times in pairs if times == 0)

    @property
    def status(self) -> Status:
        """The answer of the whole: a counterexample outweighs what is not known, and that outweighs vacuity."""
        found = [check.status for check in self.checks]
        if self.fault is not None or (self.deadlock_forbidden and self.deadlock is not None):
            found.append(Status.VIOLATED)
        if self.sight is not None:
            found.append(self.sight.status)
        if not self.complete:
            found.append(Status.INCONCLUSIVE)
        elif self.dead_actions:
            found.append(Status.VACUOUS)
        return worst(found)

    def check(self, name: str) -> CheckResult:
        """The answer for the declaration with that id. Raises `KeyError`."""
        return {check.declaration.id: check for check in self.checks}[name]


def chosen(declared: Sequence[Declaration], ids: Sequence[str] | None) -> tuple[Declaration, ...]:
    """The declarations with these ids, in order of declaration; all for None. Raises `ModelError`."""
    if ids is None:
        return tuple(declared)
    known = [declaration.id for declaration in declared]
    if unknown := [name for name in ids if name not in known]:
        raise ModelError(f"nothing called {unknown[0]} is declared here; there is {', '.join(known) or 'nothing'}")
    return tuple(declaration for declaration in declared if declaration.id in ids)
