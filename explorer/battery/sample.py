"""The states that the battery tries: near the start, spread over depth by random walks, and from the whole domain."""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ...model import Accepted, BoundAction, Fault, Instance, ModelError, Slots
from ...model.language.play.instance import Codes
from ..search.preference import preferences
from ..trace.tracing import TracedModel, trace_model

Outcome: TypeAlias = Accepted | Fault

Reader: TypeAlias = Callable[[Instance], TracedModel]
"""Reads the rules of an instance. Raises `ModelError` for those that cannot be read."""

DRAWN: Final = 200
"""The most states that are drawn from the domain."""

STEPPED: Final = 20
"""From how many of those steps are tried."""

LENGTH: Final = 100
"""Steps of a walk by running."""

WORTH_READING: Final = 100
"""States from which on it pays to read the rules and to walk in machine code."""


@dataclass(frozen=True)
class TriedStep:
    """A step that was tried and not rejected."""

    before: Slots
    action: BoundAction
    codes: Codes
    outcome: Outcome

    def __str__(self) -> str:
        return self.action.describe(self.codes)


@dataclass
class Sample:
    """Reached states with the steps from them, and states drawn from the whole domain with the steps from some."""

    instance: Instance
    reached: list[Slots] = field(default_factory=list[Slots])
    steps: list[TriedStep] = field(default_factory=list[TriedStep])
    drawn: list[Slots] = field(default_factory=list[Slots])
    elsewhere: list[TriedStep] = field(default_factory=list[TriedStep])
    complete: bool = False

    @property
    def accepted(self) -> Iterator[tuple[TriedStep, Accepted]]:
        """The steps that succeeded."""
        return ((step, step.outcome) for step in self.steps if isinstance(step.outcome, Accepted))

    @property
    def produced(self) -> Iterator[Slots]:
        """Every state that a rule left behind, also from states that cannot be reached, and the reached ones."""
        yield from self.reached
        yield from (step.outcome.slots for step in self.elsewhere if isinstance(step.outcome, Accepted))

    def told(self, slots: Slots) -> str:
        """A state as it is named in a message."""
        return "; ".join(f"{path} = {value}" for path, value in self.instance.describe(slots).items())


def sampled(instance: Instance, most: int, seed: int, read: Reader = trace_model) -> Sample:
    """At most `most` reached states, half of them next to the start and half from random walks; more of the domain.

    `read` gives the rules as they are read.
    """
    chance = random.Random(seed)
    reaching = _Reaching(instance)
    reaching.expand_first((most + 1) // 2)
    if not reaching.is_complete:
        _walk(reaching, most - len(reaching.expanded), seed, read)
        reaching.expand_first(most - len(reaching.expanded))
    sample = Sample(instance, list(reaching.expanded), complete=reaching.is_complete)
    sample.steps = [step for steps in reaching.expanded.values() for step in steps]
    sample.drawn = [_drawn(instance, chance) for _ in range(min(most, DRAWN))]
    sample.elsewhere = [step for slots in sample.drawn[:STEPPED] for step in steps_from(instance, slots)]
    return sample


class _Reaching:
    """Reached states: those whose steps were taken, in order, and those to which such a step led."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.expanded: dict[Slots, list[TriedStep]] = {}
        self.frontier: deque[Slots] = deque()
        self._known: set[Slots] = set()
        for slots in instance.initial_states():
            self._reach(slots)

    @property
    def is_complete(self) -> bool:
        """Whether the steps from every reached state were taken."""
        return all(slots in self.expanded for slots in self.frontier)

    def _reach(self, slots: Slots) -> None:
        if slots not in self._known:
            self._known.add(slots)
            self.frontier.append(slots)

    def expand_first(self, most: int) -> None:
        """Take the steps from so many states, those first that were reached first."""
        while self.frontier and most > 0:
            slots = self.frontier.popleft()
            if slots not in self.expanded:
                self.expand(slots)
                most -= 1

    def expand(self, slots: Slots) -> list[TriedStep]:
        """Take the steps from a state, unless they were taken; those steps."""
        if slots not in self.expanded:
            self._known.add(slots)
            self.expanded[slots] = steps_from(self.instance, slots)
            for step in self.expanded[slots]:
                if isinstance(step.outcome, Accepted):
                    self._reach(step.outcome.slots)
        return self.expanded[slots]

    def walk(self, most: int, chance: random.Random) -> None:
        """Take the steps from so many further states, on random walks that rather take what was rarely taken."""
        wanted, taken = len(self.expanded) + most, [0] * len(self.instance.actions)
        for _ in range(most):
            here: Slots | None = chance.choice(self.instance.initial_states())
            for _ in range(LENGTH):
                if here is None or len(self.expanded) >= wanted:
                    break
                here = self._next(self.expand(here), taken, chance)

    def _next(self, steps: Sequence[TriedStep], taken: list[int], chance: random.Random) -> Slots | None:
        """The state that one of the steps leads to, None where there is no way on."""
        onward = [(step.action.index, step.outcome.slots) for step in steps if isinstance(step.outcome, Accepted)]
        if not onward:
            return None
        weights = preferences(taken)
        index, after = chance.choices(onward, [weights[index] for index, _ in onward])[0]
        taken[index] += 1
        return after


def _walk(reaching: _Reaching, most: int, seed: int, read: Reader) -> None:
    """Take the steps from so many states that random walks come by."""
    if most >= WORTH_READING:
        from ..sweep.answers.spread_states import states_over_depth

        with contextlib.suppress(ModelError):  # what runs and cannot be read is told by the commands that read
            for slots in states_over_depth(read(reaching.instance), most, seed):
                reaching.expand(slots)
            return
    reaching.walk(most, random.Random(seed))


def steps_from(instance: Instance, slots: Slots) -> list[TriedStep]:
    """The steps from a state that are not rejected, in order."""
    return [TriedStep(slots, action, codes, outcome) for action, codes, outcome in instance.successors(slots)]


def _drawn(instance: Instance, chance: random.Random) -> Slots:
    return instance.canonical(tuple(chance.randrange(slot.count) for slot in instance.slots))
