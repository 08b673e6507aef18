"""Sight over states that were reached: grouped by what a seat may know, all of a group must look the same to it.

This looks at given states only, by running the rules. A leak among reached states is one that play leads to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...model import Accepted, BoundAction, Instance, Kind, Slots
from ...model.language.play.instance import Codes
from ..findings.bounds import Ending
from ..findings.leaks import OF_STEPS, Channel, Leak, Output
from ..findings.sight import SightAnswer, SightResult, undefined
from ..findings.status import Status
from ..findings.traces import Move, Trace
from ..sight.allowances import revelations_of
from ..sight.comparison import Observer

AcceptedMove = tuple[Move, Accepted]
"""A move that is accepted in a state, and what it does."""

Numbered = tuple[int, Slots]
"""A state with its number."""


def sight_of(
    instance: Instance,
    states: Sequence[Slots],
    *,
    ending: Ending = Ending.COMPLETE,
    go_on: Callable[[], bool] = lambda: True,
    play: Callable[[int], Trace] | None = None,
) -> SightResult:
    """Sight of every seat among the states and the steps from them, as far as it gets until `go_on` says no.

    Of each seat, channel and action the first leak is shown, with the `play` to each of its states. `ending` says why
    there are no more states than these.
    """
    began = time.perf_counter()
    groups = [_Groups(Observer(instance, code), play) for code in range(instance.viewers.count)]
    compared = 0
    for number, slots in enumerate(states):
        if not go_on():
            break
        accepted = [
            (Move(action, codes), outcome)
            for action, codes, outcome in instance.successors(slots)
            if isinstance(outcome, Accepted)
        ]
        for group in groups:
            group.look(number, slots, accepted)
        compared += 1
    answers = [answer for group in groups for answer in group.answers(ending)]
    happening = set[tuple[int, int]]().union(*(group.revealed for group in groups))
    allowances = [
        each.answered((each.action.index, each.number) in happening, ending) for each in revelations_of(instance)
    ]
    return SightResult(answers, allowances, compared, seconds=time.perf_counter() - began)


def choice_of(action: BoundAction, codes: Codes) -> Codes:
    """The arguments that the actor chose."""
    return tuple(code for code, parameter in zip(codes, action.parameters, strict=True) if not parameter.by_chance)


@dataclass
class _Groups:
    """What one seat was given, by what it was entitled to know; for each group the first state that has it."""

    observer: Observer
    play: Callable[[int], Trace] | None
    leaks: dict[Output, Leak] = field(default_factory=dict[Output, Leak])
    failing: tuple[int, str] | None = None
    revealed: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """The revelations that happen, by the index of the action and their number."""
    _knowledge: dict[Slots, Slots | None] = field(default_factory=dict[Slots, "Slots | None"])
    _views: dict[Slots, tuple[Slots, Numbered]] = field(default_factory=dict[Slots, "tuple[Slots, Numbered]"])
    _shown: dict[Hashable, tuple[Slots, Numbered]] = field(default_factory=dict[Hashable, "tuple[Slots, Numbered]"])
    _offers: dict[Slots, tuple[Hashable, Numbered]] = field(default_factory=dict[Slots, "tuple[Hashable, Numbered]"])
    _steps: dict[Hashable, tuple[Hashable, Numbered, AcceptedMove]] = field(
        default_factory=dict[Hashable, "tuple[Hashable, Numbered, AcceptedMove]"]
    )

    _contents: dict[Hashable, Hashable] = field(default_factory=dict[Hashable, Hashable])

    def answers(self, ending: Ending) -> Iterator[SightAnswer]:
        """The answers."""
        name, instance = self.observer.name, self.observer.instance
        if self.failing is not None:
            number, told = self.failing
            yield undefined(name, told, None if self.play is None else self.play(number))
            return
        views = [] if not self.observer.has_view else [(Channel.VIEW, ""), (Channel.WITHHELD, "")]
        steps = [(channel, action.name) for channel in OF_STEPS for action in instance.actions]
        reason = "" if ending is Ending.COMPLETE else f"no leak so far ({ending.value})"
        offers = [(Channel.OFFER, "")] if self.observer.is_seat else []
        for output in [*views, *offers, *steps]:
            leak = self.leaks.get(output)
            status, told = (ending.status, reason) if leak is None else (Status.VIOLATED, "")
            yield SightAnswer(name, *output, status=status, leak=leak, reason=told)

    def look(self, number: int, slots: Slots, accepted: list[AcceptedMove]) -> None:
        """Compare a state, and the steps from it, with the first of its group."""
        here, known = (number, slots), self._knows(slots)
        if known is None and self.failing is None:
            self.failing = number, self.observer.failure(slots) or ""
        if known is None or self.failing is not None:
            return
        self._look_at_view(here, known)
        self._look_at_offers(here, known, accepted)
        for step in accepted:
            self._look_at_step(here, step)

    def _knows(self, slots: Slots) -> Slots | None:
        """What the seat is entitled to know of a state; None where it, or the view, cannot be told."""
        if slots not in self._knowledge:
            fails = self.observer.failure(slots) is not None
            self._knowledge[slots] = None if fails else self.observer.knows(slots)
        return self._knowledge[slots]

    def _known(self, slots: Slots) -> Slots:
        known = self._knows(slots)
        assert known is not None, "it was told before"
        return known

    def _look_at_view(self, here: Numbered, known: Slots) -> None:
        if not self.observer.has_view:
            return
        shown = self.observer.instance.view_slots(here[1], self.observer.member)
        before, first = self._views.setdefault(known, (shown, here))
        if before != shown:
            self._keep((Channel.VIEW, ""), first, here, self.observer.view_leak(first[1], here[1]))
        before, first = self._shown.setdefault(self.observer.withheld_from(here[1]), (known, here))
        if before != known:
            self._keep((Channel.WITHHELD, ""), first, here, self.observer.withheld(first[1], here[1]))

    def _look_at_offers(self, here: Numbered, known: Slots, accepted: list[AcceptedMove]) -> None:
        mine = [move for move, _ in accepted if move.action.kind is Kind.SEAT and move.codes[0] == self.observer.code]
        offers = frozenset((move.action.index, choice_of(move.action, move.codes)) for move in mine)
        before, first = self._offers.setdefault(known, (offers, here))
        if before != offers:
            self._keep((Channel.OFFER, ""), first, here, self.observer.offer_leak(first[1], here[1]))

    def _look_at_step(self, here: Numbered, step: AcceptedMove) -> None:
        if self._knows(step[1].slots) is None:
            return
        seen = self.observer.seen_of((here[1], *step), self._known)
        for channel in OF_STEPS:
            given = seen.given(channel)
            before, first, taken = self._steps.setdefault((channel, seen.basis(channel)), (given, here, step))
            if before != given:
                leak = self.observer.step_leak(channel, (first[1], *taken), (here[1], *step))
                self._keep((channel, step[0].action.name), first, here, leak)

        for number, content in enumerate(seen.revealed):
            if content is not None and (seen.action, number) not in self.revealed:
                base = (seen.action, number, seen.learned, seen.before, seen.told)
                if self._contents.setdefault(base, content) != content:
                    self.revealed.add((seen.action, number))

    def _keep(self, output: Output, one: Numbered, other: Numbered, leak: Leak | None) -> None:
        if leak is None or output in self.leaks:
            return
        self.leaks[output] = (
            leak if self.play is None else replace(leak, plays=(self.play(one[0]), self.play(other[0])))
        )
