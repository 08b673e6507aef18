"""Sight over states that were reached: grouped by what a seat may know, all of a group must look the same to it.

This looks at given states only, by running the rules. A leak among reached states is one that play leads to.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from ...model import Accepted, BoundAction, Instance, Kind, Slots
from ...model.language.play.instance import Codes
from ..findings.leaks import Channel, Leak
from ..findings.sight import SightCell, SightResult, undefined
from ..findings.status import Status
from ..findings.traces import Move
from ..sight.comparison import Observer, events_for, visible_arguments

Taken = tuple[Move, Accepted]
"""A step that is possible in a state, and what it does."""

Way = tuple[Channel, str]
"""A channel, and the action where the answer depends on it."""


def sight_of(
    instance: Instance, states: Sequence[Slots], go_on: Callable[[], bool] = lambda: True
) -> SightResult | None:
    """Sight of every seat among the states and the steps from them; None as soon as `go_on` says no.

    Of each seat, channel and action the first leak is shown.
    """
    began = time.perf_counter()
    groups = [_Groups(Observer(instance, code)) for code in range(instance.seats.count)]
    for slots in states:
        if not go_on():
            return None
        taken = [
            (Move(action, codes), outcome)
            for action, codes, outcome in instance.successors(slots)
            if isinstance(outcome, Accepted)
        ]
        for group in groups:
            group.look(slots, taken)
    cells = [cell for group in groups for cell in group.cells()]
    return SightResult(cells, len(states), seconds=time.perf_counter() - began)


def choice_of(action: BoundAction, codes: Codes) -> Codes:
    """The arguments that the actor chose."""
    return tuple(code for code, parameter in zip(codes, action.parameters, strict=True) if not parameter.by_chance)


@dataclass
class _Groups:
    """What one seat was given, by what it was entitled to know."""

    observer: Observer
    leaks: dict[Way, Leak] = field(default_factory=dict[Way, Leak])
    failure: str | None = None
    _views: dict[Slots, tuple[Slots, Slots]] = field(default_factory=dict[Slots, tuple[Slots, Slots]])
    _offers: dict[Slots, tuple[Hashable, Slots]] = field(default_factory=dict[Slots, tuple[Hashable, Slots]])
    _events: dict[Hashable, tuple[Hashable, Slots, Taken]] = field(
        default_factory=dict[Hashable, tuple[Hashable, Slots, Taken]]
    )

    def cells(self) -> Iterator[SightCell]:
        """The answers."""
        name, instance = self.observer.name, self.observer.instance
        if self.failure is not None:
            yield undefined(name, self.failure)
            return
        views = [] if instance.model.viewer is None else [(Channel.VIEW, "")]
        events = [(Channel.EVENTS, action.name) for action in instance.actions]
        for way in [*views, (Channel.OFFER, ""), *events]:
            leak = self.leaks.get(way)
            yield SightCell(name, *way, status=Status.HOLDS if leak is None else Status.VIOLATED, leak=leak)

    def look(self, slots: Slots, taken: list[Taken]) -> None:
        """Compare a state, and the steps from it, with the first of its group."""
        observer = self.observer
        self.failure = self.failure or next(
            filter(None, map(observer.failure, [slots, *(outcome.slots for _, outcome in taken)])), None
        )
        if self.failure is not None:
            return
        known = observer.knows(slots)
        self._look_at_view(slots, known)
        self._look_at_offers(slots, known, taken)
        for step in taken:
            self._look_at_events(slots, known, step)

    def _look_at_view(self, slots: Slots, known: Slots) -> None:
        if self.observer.instance.model.viewer is None:
            return
        shown = self.observer.instance.view_slots(slots, self.observer.member)
        before, first = self._views.setdefault(known, (shown, slots))
        if before != shown:
            self._keep((Channel.VIEW, ""), self.observer.view_leak(first, slots))

    def _look_at_offers(self, slots: Slots, known: Slots, taken: list[Taken]) -> None:
        mine = [move for move, _ in taken if move.action.kind is Kind.SEAT and move.codes[0] == self.observer.code]
        offers = frozenset((move.action.index, choice_of(move.action, move.codes)) for move in mine)
        before, first = self._offers.setdefault(known, (offers, slots))
        if before != offers:
            self._keep((Channel.OFFER, ""), self.observer.offer_leak(first, slots))

    def _look_at_events(self, slots: Slots, known: Slots, step: Taken) -> None:
        (move, outcome), instance = step, self.observer.instance
        told = events_for(outcome.events, self.observer.name)
        learned = visible_arguments(instance, slots, move, self.observer.code)
        group = (move.action.index, learned, known, self.observer.knows(outcome.slots))
        before, first, (twin, other) = self._events.setdefault(group, (told, slots, step))
        if before != told:
            self._keep(
                (Channel.EVENTS, move.action.name),
                self.observer.event_leak((first, twin, other), (slots, move, outcome)),
            )

    def _keep(self, way: Way, leak: Leak | None) -> None:
        if leak is not None:
            self.leaks.setdefault(way, leak)
