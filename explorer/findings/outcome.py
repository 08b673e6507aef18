"""What an exploration found, whichever engine looked: counts, the answer for each declaration, shortest traces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ...model import Instance, Slots
from .bounds import Ending
from .checks import CheckResult
from .edges import Edges
from .sight import SightResult
from .status import Status, worst
from .traces import Trace


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
    walks: int | None = None
    """How many random walks were begun; None for a search."""
    has_forgotten: bool = False
    """Whether walks came by more states than there was room for, so that at least `states` of them were different."""
    startup: float | None = None
    kernel: float | None = None
    sampling: float | None = None
    """Seconds that went into stepping a sample of the states again; None where nothing is."""
    sight: SightResult | None = None
    """Whether seats are given more than they may know in the states that were reached, when that was asked for."""
    with_histories: Exploration | None = None
    """The same of the states with the histories that some declarations read; None where none does."""
    edges: Edges | None = field(default=None, repr=False)
    """The graph that was walked, when it was asked for."""
    path_to: Callable[[Slots], Trace | None] | None = field(default=None, repr=False, compare=False)
    """A shortest path to a state, None for one that was not reached."""

    @property
    def complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.ending is Ending.COMPLETE

    @property
    def is_sight_sampled(self) -> bool:
        """Whether sight was compared among some of the states that were reached, not among all of them."""
        return self.sight is not None and self.sight.states is not None and self.sight.states < self.states

    @property
    def dead_actions(self) -> tuple[str, ...]:
        """The actions that were never possible."""
        pairs = zip(self.instance.actions, self.fired, strict=True)
        return tuple(action.name for action, times in pairs if times == 0)

    @property
    def status(self) -> Status:
        """The answer of the whole: a counterexample outweighs what is not known, and that outweighs vacuity."""
        return worst(self.statuses)

    @property
    def statuses(self) -> list[Status]:
        """The answers that make up the whole."""
        found = [check.status for check in self.checks]
        if self.fault is not None or (self.deadlock_forbidden and self.deadlock is not None):
            found.append(Status.VIOLATED)
        if self.sight is not None:
            found += [answer.status for answer in self.sight.answers]
            found += [answer.told_of(sampled=self.is_sight_sampled) for answer in self.sight.allowances]
        if self.is_sight_sampled:
            found.append(Status.SAMPLED)
        found.append(self.ending.status)
        if self.complete and self.dead_actions:
            found.append(Status.VACUOUS)
        return found

    def check(self, name: str) -> CheckResult:
        """The answer for the declaration with that id. Raises `KeyError`."""
        return {check.declaration.id: check for check in self.checks}[name]
