"""Sight over states that were reached: grouped by what a seat may know, all of a group must look the same to it.

`sight.py` speaks of all states of the scope; this looks at given ones, at machine speed. A leak found here is one that
play leads to. What is compared is the same: the view and the actions offered (output consistency), and the events of
steps by the same action whose arguments agree as far as the seat learns them and after which its entitlement agrees
(step consistency).

States are grouped by fingerprints of 128 bits; every leak is confirmed by running the rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ....model import Accepted, Kind, Slots
from ....model.language.terms.nodes import Node
from ...findings.leaks import Channel, Leak
from ...findings.sight import SightCell, SightResult, undefined
from ...findings.status import Status
from ...findings.traces import Move
from ...sight import observe
from ...sight.comparison import Observer
from ...trace.columns import ROWS, Columns, fingerprints, mixed
from ...trace.tracing import TracedModel, trace_knowledge, trace_undefined, trace_view
from .disagreement import DisagreementError
from .successors import Steps, steps_from

Rows: TypeAlias = npt.NDArray[np.int64]
Prints: TypeAlias = npt.NDArray[np.uint64]
"""Fingerprints, one row each."""


def sight_among(traced: TracedModel, states: Rows, go_on: Callable[[], bool] = lambda: True) -> SightResult | None:
    """Sight of every seat among the states (a row of slots each) and the steps from them; None when `go_on` says no.

    Of each seat, channel and action the first leak is shown. Raises `DisagreementError` for one that is none when it
    is run.
    """
    began = time.perf_counter()
    seats = [_Seat.of(traced, code) for code in range(traced.instance.seats.count)]
    order = [seat.observer.name for seat in seats]
    try:
        cells = sorted(_Looking(traced, states, seats, go_on).cells(), key=lambda cell: order.index(cell.seat))
    except _StoppedError:
        return None
    return SightResult(cells, len(states), seconds=time.perf_counter() - began)


class _StoppedError(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True)
class _Seat:
    """A seat, and the terms for what it may know, for what it is shown, and for where one of them cannot be told."""

    observer: Observer
    known: Sequence[Node]
    shown: Sequence[Node]
    undefined: Node

    @classmethod
    def of(cls, traced: TracedModel, code: int) -> _Seat:
        observer = Observer(traced.instance, code)
        member = observer.member
        return cls(
            observer, trace_knowledge(traced, member), trace_view(traced, member), trace_undefined(traced, member)
        )


class _Looking:
    """One comparison, of all seats side by side: what they have in common is worked out once."""

    def __init__(self, traced: TracedModel, states: Rows, seats: Sequence[_Seat], go_on: Callable[[], bool]) -> None:
        self._traced = traced
        self._states = states
        self._seats = seats
        self._go_on = go_on
        self._known = [np.zeros((len(states), 2), np.uint64) for _ in seats]
        self._shown = [np.zeros((len(states), 2), np.uint64) for _ in seats]
        self._offered = [np.zeros((len(states), 2), np.uint64) for _ in seats]
        self._failures: list[str | None] = [None for _ in seats]

    def cells(self) -> Iterator[SightCell]:
        """The answers."""
        self._look_at_states()
        has_view = self._traced.instance.model.viewer is not None
        yield from (undefined(self._seats[at].observer.name, told) for at, told in enumerate(self._failures) if told)
        for at, seat in self._defined():
            if has_view:
                pair = first_difference(self._known[at], self._shown[at])
                yield self._cell(at, Channel.VIEW, "", pair and seat.observer.view_leak(*map(self._slots, pair)), pair)
        for steps in steps_from(self._traced, self._states):
            self._note_offers(steps)
            yield from self._events(steps)
        for at, seat in self._defined():
            pair = first_difference(self._known[at], self._offered[at])
            yield self._cell(at, Channel.OFFER, "", pair and seat.observer.offer_leak(*map(self._slots, pair)), pair)

    def _defined(self) -> list[tuple[int, _Seat]]:
        """The seats of which everything can be told."""
        return [(at, seat) for at, seat in enumerate(self._seats) if self._failures[at] is None]

    def _chunks(self, rows: int) -> Iterator[slice]:
        for first in range(0, rows, ROWS):
            if not self._go_on():
                raise _StoppedError
            yield slice(first, first + ROWS)

    def _look_at_states(self) -> None:
        for chunk in self._chunks(len(self._states)):
            columns = Columns(self._traced.slots, self._states[chunk])
            for at, seat in enumerate(self._seats):
                self._known[at][chunk] = fingerprints(columns, seat.known)
                self._shown[at][chunk] = fingerprints(columns, seat.shown)
                failing = np.flatnonzero(np.broadcast_to(columns[seat.undefined], columns.rows))
                if len(failing) and self._failures[at] is None:
                    self._failures[at] = seat.observer.failure(self._slots(chunk.start + int(failing[0])))

    def _note_offers(self, steps: Steps) -> None:
        """Add what a choice weighs to the offers of its state, whatever chance makes of it."""
        action = steps.action.action
        if action.kind is not Kind.SEAT or not len(steps.parents):
            return
        chosen = [at for at, parameter in enumerate(action.parameters) if not parameter.by_chance]
        choices = np.column_stack([steps.parents, steps.codes[:, chosen]])
        if len(chosen) < len(action.parameters):
            choices = np.unique(choices, axis=0)
        words = choices[:, 1:].astype(np.uint64)
        weights = mixed(np.full(len(words), action.index, np.uint64), *words.T)
        for at, seat in enumerate(self._seats):
            own = words[:, 0] == np.uint64(seat.observer.code)
            np.add.at(self._offered[at], choices[own, 0], weights[own])

    def _events(self, steps: Steps) -> Iterator[SightCell]:
        """The answers about the events of an action."""
        action, count = steps.action, len(steps.parents)
        told = [observe.told(self._traced, action, seat.observer.code) for seat in self._seats]
        learned = [observe.learned(self._traced, action, seat.observer.code) for seat in self._seats]
        groups = [np.zeros((count, 2), np.uint64) for _ in self._seats]
        heard = [np.zeros((count, 2), np.uint64) for _ in self._seats]
        variables = [*self._traced.slots, *action.parameters]
        for chunk in self._chunks(count):
            before = self._states[steps.parents[chunk]]
            columns = Columns(variables, np.hstack([before, steps.codes[chunk]]))
            after = Columns(self._traced.slots, steps.after[chunk])
            for at, seat in enumerate(self._seats):
                heard[at][chunk] = fingerprints(columns, told[at])
                known, next_known = self._known[at][steps.parents[chunk]], fingerprints(after, seat.known)
                groups[at][chunk] = mixed(*known.T, *next_known.T, *fingerprints(columns, learned[at]).T)
        for at, seat in self._defined():
            pair = first_difference(groups[at], heard[at])
            leak = pair and seat.observer.event_leak(*(self._step(steps, number) for number in pair))
            yield self._cell(at, Channel.EVENTS, action.action.name, leak, pair)

    def _step(self, steps: Steps, number: int) -> tuple[Slots, Move, Accepted]:
        before = self._slots(int(steps.parents[number]))
        move = Move(steps.action.action, tuple(steps.codes[number].tolist()))
        outcome = self._traced.instance.step(before, move.action, move.codes)
        if not isinstance(outcome, Accepted):
            raise DisagreementError(f"{move} was expected to be accepted, but: {outcome}")
        return before, move, outcome

    def _slots(self, number: int) -> Slots:
        return tuple(self._states[number].tolist())

    def _cell(self, at: int, channel: Channel, of: str, leak: Leak | None, pair: tuple[int, int] | None) -> SightCell:
        """The answer for one channel. Raises `DisagreementError` for a difference that running does not show."""
        observer = self._seats[at].observer
        cell = SightCell(observer.name, channel, of, leak=leak)
        if pair is not None and (leak is None or observer.knows(leak.one) != observer.knows(leak.other)):
            raise DisagreementError(f"a leak of the {channel.value} to {observer.name} is none when it is run: {pair}")
        if leak is not None:
            cell.status = Status.VIOLATED
        return cell


def first_difference(groups: Prints, seen: Prints) -> tuple[int, int] | None:
    """Two rows of one group in which something different is seen, the later one as early as possible."""
    order = np.argsort(groups[:, 0], kind="stable")
    same = (groups[order[1:]] == groups[order[:-1]]).all(axis=1)
    differ = np.flatnonzero(same & (seen[order[1:]] != seen[order[:-1]]).any(axis=1))
    if not len(differ):
        return None
    place = differ[np.argmin(order[differ + 1])]
    return int(order[place]), int(order[place + 1])
