"""Whether play gets to a state: as a search has found it, or by paths that are grown backwards from the state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ....model import Slots
from ....model.language.terms.nodes import Node
from ...findings.outcome import Exploration
from ...findings.traces import Trace
from ..formulas.preimages import Preimages
from ..formulas.solver import Answer, Budget
from ..formulas.transition import Transition

DEPTH = 6
"""How many steps a path from the start may have, and one that leads into a state."""

QUESTION_SECONDS = 5.0
TOTAL_SECONDS = 30.0


def time_to_decide(budget: Budget) -> Budget:
    """What may be spent on deciding: less than on proving, and no more than is left of that."""
    total = min(TOTAL_SECONDS, max(budget.left, 0.0) if budget.total is not None else TOTAL_SECONDS)
    return Budget(min(QUESTION_SECONDS, budget.question), total, budget.seed, budget.stop)


@dataclass(frozen=True)
class Reached:
    """What a search of the same scenario, with the same parameters, has come by.

    `is_sweep`: it was asked for as an answer about all that play reaches, which it is if it is complete. Otherwise it
    was a glance at the first states, which only shows what goes wrong there.
    """

    found: Exploration
    is_sweep: bool

    @property
    def answers(self) -> bool:
        """Whether what holds in every state that it has reached is an answer about all that play reaches."""
        return self.is_sweep and self.found.complete

    @property
    def everything(self) -> str:
        """How something is known that a complete sweep has not seen broken."""
        return f"in all {self.found.states:,} reached states (swept)"

    @property
    def among(self) -> str:
        """That a state is not one of those which were reached."""
        number = f"{self.found.states:,}"
        which = f"the {number} states" if self.found.complete else f"the first {number} states"
        return f"not among {which} that were reached"


@dataclass(frozen=True)
class PathInto:
    """A path from the start into a state, or what is known of there being none."""

    trace: Trace | None = None
    told: str = ""
    is_excluded: bool = False
    """Whether it is known that no play leads there."""


@dataclass
class PathsInto:
    """Looks for paths into states, given what is proved of every state that play reaches."""

    step: Transition
    proved: Sequence[Node]
    budget: Budget
    reached: Reached | None = None
    _known: dict[Slots, PathInto] = field(default_factory=dict[Slots, PathInto])

    def to(self, target: Slots) -> PathInto:
        """The path into a state. Raises `ReadingsDiffer`."""
        if target not in self._known:
            self._known[target] = self._searched(target) or self.backwards(target)
        return self._known[target]

    @property
    def excluded(self) -> list[Slots]:
        """The states that are known not to be reached, of those that were asked for."""
        return [slots for slots, path in self._known.items() if path.is_excluded]

    def _searched(self, target: Slots) -> PathInto | None:
        """What the search says; None where it says nothing."""
        if self.reached is None or self.reached.found.path_to is None:
            return None
        trace = self.reached.found.path_to(target)
        if trace is None and not self.reached.found.complete:
            return None
        return PathInto(trace, "" if trace is not None else self.reached.among, trace is None)

    def backwards(self, target: Slots) -> PathInto:
        """What paths say that end in the state. Raises `ReadingsDiffer`."""
        initial = self.step.traced.instance.initial_states()
        if target in initial:
            return PathInto(Trace(target))
        paths = Preimages(self.step, target, self.proved, self.budget)
        for length in range(1, DEPTH + 1):
            answer = paths.extend()
            if answer is Answer.NO:
                return PathInto(
                    None, _NO_PATH if length == 1 else f"no path of {length} steps leads into that state", True
                )
            if answer is Answer.UNKNOWN:
                break
            answer, trace = paths.from_any_of(initial)
            if answer is not Answer.NO:
                return PathInto(trace, "" if trace is not None else _UNKNOWN)
        return PathInto(None, _UNKNOWN)


_UNKNOWN = "from where play gets to that state is not known"
_NO_PATH = "no step leads into that state from one that satisfies what is proved"
