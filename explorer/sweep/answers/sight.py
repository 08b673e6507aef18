"""Sight over states that were reached: grouped by what a seat may know, all of a group must look the same to it.

What is compared is the view and the actions offered (output consistency), the events of steps by the same action whose
arguments agree as far as the seat learns them and after which its knowledge agrees, and what it knows after steps that
disclose the same to it (step consistency). What follows by its form is not compared: it agrees in every group. A leak
is run before it is shown.
"""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from ....model import Accepted, Slots
from ....model.language.terms.nodes import ZERO
from ...findings.bounds import Bounds, Ending
from ...findings.leaks import OF_STEPS, Channel, Leak, Output
from ...findings.sight import AllowanceAnswer, SightAnswer, SightResult, undefined
from ...findings.status import Status
from ...findings.traces import Move, Trace
from ...sight.allowances import revelations_of
from ...sight.channels import SeatTerms, terms_of_seat
from ...sight.reached import sight_of
from ...sight.unneeded import unneeded
from ...trace.tracing import TracedModel
from ..code.generation import CompiledModel
from ..code.packing import Packing
from ..code.sight import SightCode, StepRows, compile_sight
from ..native.arrays import Words
from ..search.grouped import BYTES_OF_STATE, Grouped, NoRoomError, Numbered, StoppedError, first_marked
from ..search.sweep import sweep
from .disagreement import DisagreementError

ALIKE = 3
"""Of how many states, for each seat, it is run again that they are alike to it and look alike."""


@dataclass(frozen=True)
class ReachedStates:
    """States in words, a row each, and how each is reached.

    Whatever one step leads to from the first `expanded` ones is among them. `play` gives the play to a state.
    """

    packing: Packing
    words: Words
    expanded: int
    play: Callable[[int], Trace]
    ending: Ending = Ending.COMPLETE
    """Why there are no more of them."""

    def slots(self, number: int) -> Slots:
        """A state."""
        return self.packing.unpack([int(word) for word in self.words[number]])


def sight_among(
    traced: TracedModel,
    reached: ReachedStates,
    *,
    most: int | None = None,
    workers: int = 1,
    seed: int = 0,
    go_on: Callable[[], bool] = lambda: True,
    memory: int | None = None,
) -> SightResult:
    """Sight of every seat among the first `most` states (all for None) and the steps from them.

    Of each seat, channel and action the first leak is shown. What is not decided when `go_on` says no is inconclusive,
    and what there is no room for in so many bytes of `memory`, beside the states. Up to `workers` seats are looked at
    side by side. Some states, drawn by `seed`, are looked at again by running the rules. Raises `DisagreementError` for
    a leak that is none when it is run, and for one that only running shows.
    """
    began = time.perf_counter()
    seats = [terms_of_seat(traced, code) for code in range(traced.instance.viewers.count)]
    code = compile_sight(traced, reached.packing, seats)
    states = len(reached.words) if most is None else min(most, len(reached.words))
    comparing = max(1, sum(seat.compares for seat in seats))
    share = None if memory is None else max(memory, 0) // comparing
    looks = [_Look(seat, code, reached, states, go_on, share) for seat in seats]
    with ThreadPoolExecutor(max(1, min(workers, len(looks)))) as pool:
        for done in [pool.submit(look.run) for look in looks]:
            done.result()
    answers = [answer for look in looks for answer in _Answers(traced, reached, look).answers()]
    _hold_against_running(traced, reached, looks, answers, random.Random(seed))
    if all(look.needs_nothing for look in looks):
        states = len(reached.words)
    else:
        states = min([states, *(look.grouped.states for look in looks if look.grouped is not None)])
    allowances = [*_allowances(traced, reached, looks), *unneeded(traced.instance, traced)]
    return SightResult(answers, allowances, states, seconds=time.perf_counter() - began)


def _allowances(traced: TracedModel, reached: ReachedStates, looks: Sequence[_Look]) -> Iterator[AllowanceAnswer]:
    """Whether what is revealed on purpose ever is."""
    for each in revelations_of(traced.instance):
        asked = [look for look in looks if any(key == (each.action.index, each.number) for key in look.revelations)]
        found = [look.revealed.get((each.action.index, each.number)) for look in asked]
        ending = next((look.ending for look in asked if look.is_cut), reached.ending)
        if None in found and not any(found):
            ending = next(look.ending for look, one in zip(asked, found, strict=True) if one is None)
        yield each.answered(any(found), ending)


def sight_of_sample(
    traced: TracedModel,
    compiled: CompiledModel,
    states: Words,
    play: Callable[[int], Trace],
    *,
    workers: int = 1,
    seed: int = 0,
    go_on: Callable[[], bool] = lambda: True,
    memory: int | None = None,
) -> SightResult:
    """Sight among states that random play came by, all different, a row of words each, and the steps from them.

    `play` gives a play to the state in a row. Whatever is no leak is sampled, unless it follows by its form.
    """
    bounds = Bounds(depth=1, memory=None if memory is None else memory // 2)
    result = sweep(compiled.machine, [tuple(row) for row in states.tolist()], bounds=bounds, workers=workers)
    if result.ending is Ending.MEMORY:
        words = states if memory is None else states[: max(memory, 0) // 2 // BYTES_OF_STATE]
        reached = ReachedStates(compiled.packing, words, 0, play, Ending.MEMORY)
    else:
        reached = ReachedStates(compiled.packing, result.words, len(states), play, Ending.SAMPLED)
    left = None if memory is None else memory - (0 if result.ending is Ending.MEMORY else result.memory)
    return sight_among(traced, reached, most=len(states), workers=workers, seed=seed, go_on=go_on, memory=left)


def _hold_against_running(
    traced: TracedModel,
    reached: ReachedStates,
    looks: Sequence[_Look],
    answers: Sequence[SightAnswer],
    chance: random.Random,
) -> None:
    """Look at some states again by running the rules. Raises `DisagreementError` for a leak that was not found."""
    numbers: dict[int, None] = {}
    for look in looks:
        for pair in look.alike(chance):
            one, other = map(reached.slots, pair)
            if look.seat.observer.knows(one) != look.seat.observer.knows(other):
                raise DisagreementError(f"{look.seat.observer.name} does not know the same in {one} and {other}")
            numbers |= dict.fromkeys(pair)
    known = {(answer.seat, answer.channel, answer.of) for answer in answers if answer.status is Status.VIOLATED}
    seats = {look.seat.observer.name: look for look in looks if look.failing is None}
    for answer in sight_of(traced.instance, [reached.slots(number) for number in sorted(numbers)]).answers:
        look = seats.get(answer.seat)
        if answer.status is not Status.VIOLATED or look is None or look.is_open((answer.channel, answer.of)):
            continue
        if (answer.seat, answer.channel, answer.of) not in known:
            name = f"{answer.channel.value} of {answer.of}" if answer.of else answer.channel.value
            raise DisagreementError(f"running the rules shows that {answer.seat} is told too much by its {name}")


@dataclass
class _Look:
    """What is found of one seat: the first pair of states, or of steps, for each output."""

    seat: SeatTerms
    code: SightCode
    reached: ReachedStates
    states: int
    go_on: Callable[[], bool]
    memory: int | None = None
    failing: int | None = None
    pairs: dict[Output, tuple[int, int] | None] = field(default_factory=dict[Output, "tuple[int, int] | None"])
    steps: dict[Output, tuple[Numbered, Numbered] | None] = field(
        default_factory=dict[Output, "tuple[Numbered, Numbered] | None"]
    )
    revealed: dict[tuple[int, int], bool] = field(default_factory=dict[tuple[int, int], bool])
    """Of each revelation that was looked at, by the index of its action and its number, whether it happens."""
    grouped: Grouped | None = None
    has_no_room: bool = False
    is_cut: bool = False
    """Whether there was not even room for all states in groups."""

    @property
    def ending(self) -> Ending:
        """Why it did not get to the end, where it did not."""
        return Ending.MEMORY if self.has_no_room else Ending.TIME

    @property
    def revelations(self) -> Iterator[tuple[int, int]]:
        """The revelations to the seat that may happen, by the index of the action and their number."""
        return ((each.steps.action.action.index, each.number) for each in self.seat.revelations)

    @property
    def needs_nothing(self) -> bool:
        """Whether all follows by its form, so that the answer is about every state."""
        return not self.seat.compares and self.seat.undefined is ZERO

    def run(self) -> None:
        """Compare what has to be compared."""
        with contextlib.suppress(StoppedError):
            self._run()

    def _run(self) -> None:
        seat, code, words = self.seat.observer.code, self.code, self.reached.words
        if seat in code.undefined:
            self.failing = first_marked(code.undefined[seat], words, self.go_on)
        if self.failing is not None or not self.seat.compares:
            return
        if self.seat.unshown:
            by_view = Grouped(code.bases[seat], words, self.go_on, self.memory)
            self.is_cut = self.has_no_room = by_view.states < len(words)
            self.pairs[Channel.WITHHELD, ""] = by_view.differing_view(code.unshown[seat], self.states)
            del by_view
        if self.seat.compares_alike:
            self._compare_alike()

    def _compare_alike(self) -> None:
        """Compare what is given in states of which the seat may know the same."""
        seat, code, words = self.seat.observer.code, self.code, self.reached.words
        self.grouped = grouped = Grouped(code.knowledge[seat], words, self.go_on, self.memory)
        if grouped.states < len(words):
            self.is_cut = self.has_no_room = True
        if seat in code.views:
            self.pairs[Channel.VIEW, ""] = grouped.differing_view(code.views[seat], self.states)
        if self.seat.offers and code.offers is not None:
            self.pairs[Channel.OFFER, ""] = grouped.differing_offers(code.offers, seat, self.states)
        self._compare_steps(grouped)

    def _compare_steps(self, grouped: Grouped) -> None:
        for each in self.seat.steps:
            rows = self.code.steps[each.channel, each.action.action.index]
            try:
                pair = self._differing(grouped, rows, counts_after=each.channel is Channel.EVENTS)
            except NoRoomError:
                self.has_no_room = True
                continue
            self.steps[each.channel, each.action.action.name] = pair
        for each in self.seat.revelations:
            key = each.steps.action.action.index, each.number
            try:
                pair = self._differing(grouped, self.code.revelations[key], counts_after=False)
            except NoRoomError:
                self.has_no_room = True
                continue
            self.revealed[key] = pair is not None

    def _differing(self, grouped: Grouped, rows: StepRows, *, counts_after: bool) -> tuple[Numbered, Numbered] | None:
        expanded = min(self.states, self.reached.expanded)
        return grouped.differing_steps(rows, self.seat.observer.code, expanded, counts_after=counts_after)

    def alike(self, chance: random.Random) -> Iterator[tuple[int, int]]:
        """Some states that were compared, each with the first one that the seat may not tell from it."""
        known = min(self.states, self.reached.expanded)
        known = known if self.grouped is None else min(known, self.grouped.states)
        if self.failing is None and known:
            for number in chance.choices(range(known), k=ALIKE):
                yield number if self.grouped is None else self.grouped.group(number), number

    def is_open(self, output: Output) -> bool:
        """Whether an output had to be looked at, and was not to the end."""
        return output not in self.pairs and output not in self.steps and output in self._asked()

    def follows(self, output: Output) -> bool:
        """Whether an output follows from the knowledge by its form, wherever that can be told."""
        return self.seat.undefined is ZERO and output not in self._asked()

    def _asked(self) -> Iterator[Output]:
        if self.seat.unshown:
            yield Channel.WITHHELD, ""
        if self.seat.shown:
            yield Channel.VIEW, ""
        if self.seat.offers:
            yield Channel.OFFER, ""
        for each in self.seat.steps:
            yield each.channel, each.action.action.name


class _Answers:
    """What was found of one seat, told by running the rules."""

    def __init__(self, traced: TracedModel, reached: ReachedStates, look: _Look) -> None:
        self._traced = traced
        self._reached = reached
        self._look = look
        self._observer = look.seat.observer

    def answers(self) -> Iterator[SightAnswer]:
        """The answers."""
        look, instance = self._look, self._traced.instance
        if look.failing is not None:
            yield self._undefined(look.failing)
            return
        if self._observer.has_view:
            yield self._answer((Channel.VIEW, ""), self._state_leak(Channel.VIEW))
            yield self._answer((Channel.WITHHELD, ""), self._state_leak(Channel.WITHHELD))
        if self._observer.is_seat:
            yield self._answer((Channel.OFFER, ""), self._state_leak(Channel.OFFER))
        for channel in OF_STEPS:
            for action in instance.actions:
                yield self._answer((channel, action.name), self._step_leak(channel, action.name))

    def _undefined(self, number: int) -> SightAnswer:
        told = self._observer.failure(self._reached.slots(number))
        if told is None:
            raise DisagreementError(
                f"the view of {self._observer.name} fails in state {number}, but not when it is run"
            )
        return undefined(self._observer.name, told, self._reached.play(number))

    def _answer(self, output: Output, leak: Leak | None) -> SightAnswer:
        channel, of = output
        answer = SightAnswer(self._observer.name, channel, of, leak=leak)
        ending = self._reached.ending
        if self._look.is_cut or self._look.is_open(output):
            ending = self._look.ending
        if leak is not None:
            answer.status = Status.VIOLATED
        elif not self._look.follows(output) and ending is not Ending.COMPLETE:
            answer.status, answer.reason = ending.status, f"no leak so far ({ending.value})"
        return answer

    def _state_leak(self, channel: Channel) -> Leak | None:
        """The leak between two states. Raises `DisagreementError` when it is none."""
        pair = self._look.pairs.get((channel, ""))
        if pair is None:
            return None
        one, other = map(self._reached.slots, pair)
        return self._confirmed(channel, self._observer.state_leak(channel, one, other), (one, other), pair)

    def _step_leak(self, channel: Channel, of: str) -> Leak | None:
        pair = self._look.steps.get((channel, of))
        if pair is None:
            return None
        one, other = (self._step(of, *numbered) for numbered in pair)
        bases = [self._observer.seen_of(taken).basis(channel) for taken in (one, other)]
        leak = self._observer.step_leak(channel, one, other) if bases[0] == bases[1] else None
        return self._confirmed(channel, leak, (one[0], other[0]), (pair[0][0], pair[1][0]))

    def _step(self, of: str, number: int, ordinal: int) -> tuple[Slots, Move, Accepted]:
        """A step of an action, by running it."""
        instance, before = self._traced.instance, self._reached.slots(number)
        action = instance.action(of)
        codes, outcome = instance.successors_by(before, action)[ordinal]
        if not isinstance(outcome, Accepted):
            raise DisagreementError(f"{action.describe(codes)} was expected to be accepted, but: {outcome}")
        return before, Move(action, codes), outcome

    def _confirmed(
        self, channel: Channel, leak: Leak | None, alike: tuple[Slots, Slots], numbers: tuple[int, int]
    ) -> Leak:
        """The leak with a play to each state, if the seat really knows the same. Raises `DisagreementError`."""
        name = self._observer.name
        bases = [self._observer.basis_of(channel, slots) for slots in alike]
        if leak is None or bases[0] != bases[1]:
            raise DisagreementError(f"a leak of the {channel.value} to {name} is none when it is run: {alike}")
        one, other = map(self._reached.play, numbers)
        return replace(leak, plays=(one, other))
