"""Two states compared through the eyes of a seat, by running the rules.

What is compared is what the seat is given: its view, the actions it is offered, and the events it is sent. Leaks that
were proved possible, and leaks among states that were reached, are shown alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ...model import Accepted, BoundAction, Instance, Kind, ModelError, Sent, Slots
from ...model.language.base.errors import Rejection
from ...model.language.play.instance import Codes, fault_of
from ...model.language.play.knowledge import Known, may_learn
from ...model.language.values.sight import SeenByArguments
from ..findings.leaks import OF_STEPS, Channel, Difference, Leak, OtherPlay
from ..findings.traces import Move, Trace
from .offers import offered


def sees_argument(instance: Instance, slots: Slots, action: BoundAction, codes: Codes, index: int, seat: int) -> bool:
    """Whether a seat learns an argument: it is shown to it, or the seat chose it."""
    parameter = action.parameters[index]
    if action.kind is Kind.SEAT and codes[0] == seat and not parameter.by_chance:
        return True
    return _may_learn(instance, slots, Move(action, codes), parameter.seen_by, seat)


def _may_learn(instance: Instance, slots: Slots, move: Move, seen_by: SeenByArguments, seat: int) -> bool:
    arguments = move.action.arguments(move.codes)
    named = {parameter.name: value for parameter, value in zip(move.action.parameters, arguments, strict=True)}
    return bool(may_learn(seen_by, instance.state(slots), instance.viewers.members[seat], named))


def visible_arguments(instance: Instance, slots: Slots, move: Move, seat: int) -> tuple[int | None, ...]:
    """The arguments of a step as a seat sees them, None for those it does not."""
    return tuple(
        code if sees_argument(instance, slots, move.action, move.codes, index, seat) else None
        for index, code in enumerate(move.codes)
    )


def revealed(
    instance: Instance, slots: Slots, move: Move, after: Slots, seat: int
) -> tuple[tuple[int, ...] | None, ...]:
    """What each revelation of a step tells a seat: what it may know afterwards of a field, None where nothing."""
    known = None
    found: list[tuple[int, ...] | None] = []
    for each in move.action.reveals:
        if not _may_learn(instance, slots, move, each.to, seat):
            found.append(None)
            continue
        known = known or instance.entries(after, instance.viewers.members[seat])
        found.append(tuple(entry.code for entry in known if each.covers(entry.field)))
    return tuple(found)


class SeenStep(NamedTuple):
    """A step as one seat sees it: the action, the arguments that it learns, what it knows before and after.

    `told` are the events that it is sent, `revealed` is what each declared revelation tells it.
    """

    action: int
    learned: tuple[int | None, ...]
    before: Slots
    told: tuple[tuple[str, Slots], ...]
    revealed: tuple[tuple[int, ...] | None, ...]
    after: Slots

    def basis(self, channel: Channel) -> Hashable:
        """What that which the step gives by a channel has to follow from."""
        if channel is Channel.EVENTS:
            return self.action, self.learned, self.before, self.after
        return self.action, self.learned, self.before, self.told, self.revealed

    def given(self, channel: Channel) -> Hashable:
        """What the step gives by a channel."""
        return self.told if channel is Channel.EVENTS else self.after


def events_for(events: tuple[Sent, ...], seat: str) -> tuple[tuple[str, Slots], ...]:
    """The events that a seat is sent, in order."""
    return tuple((sent.event, sent.slots) for sent in events if seat in sent.seats)


def spelled_events(events: tuple[Sent, ...], seat: str) -> str:
    """The events that a seat is sent, for a person."""
    said = [
        f"{sent.event}({', '.join(f'{name}={value}' for name, value in sent.content.items())})"
        for sent in events
        if seat in sent.seats
    ]
    return "; ".join(said) or "nothing"


def differences(one: dict[str, str], other: dict[str, str]) -> tuple[Difference, ...]:
    """The readable values that differ, by path."""
    paths = dict.fromkeys([*one, *other])
    return tuple((path, one.get(path, "-"), other.get(path, "-")) for path in paths if one.get(path) != other.get(path))


Taken: TypeAlias = tuple[Slots, Move, Accepted]
"""A step: the state before, the move, and what it does."""


class Observer:
    """One seat, or one onlooker: what it may know, and what it is given, by running the rules."""

    def __init__(self, instance: Instance, code: int) -> None:
        self.instance = instance
        self.code = code
        self.member: Any = instance.viewers.members[code]
        self.name: str = self.member.name
        self.has_view = bool(instance.views_of(self.member))
        self.is_seat = code < instance.seats.count

    def knows(self, slots: Slots) -> Slots:
        """What the seat is entitled to know."""
        return self.instance.knowledge(slots, self.member)

    def failure(self, slots: Slots) -> str | None:
        """Why the seat's view of a state, or what it may know of it, cannot be told; None if it can."""
        try:
            self.knows(slots)
            if self.has_view:
                self.instance.view_slots(slots, self.member)
        except Rejection as rejected:
            return f"it is rejected: {rejected}"
        except Exception as error:
            fault = fault_of(error)
            return f"{fault.file}:{fault.line}: {fault.message}"
        return None

    def withheld_from(self, slots: Slots) -> Hashable:
        """What all that the seat may know has to follow from: its view, and what the view leaves out on purpose."""
        shown, excepted = self.instance.view_slots(slots, self.member), self.instance.withheld_from(self.member)
        known = self.instance.entries(slots, self.member) if excepted else []
        return shown, tuple(each.code for each in known if any(other.covers(each.field) for other in excepted))

    def withheld(self, one: Slots, other: Slots) -> Leak | None:
        """Two states of which the seat may know something different and is shown the same."""
        seen = self._known_differently(one, other)
        return self._leak(Channel.WITHHELD, one, other, seen) if seen else None

    def state_leak(self, channel: Channel, one: Slots, other: Slots) -> Leak | None:
        """The leak if two states are not the same by a channel of states."""
        ask = {Channel.VIEW: self.view_leak, Channel.OFFER: self.offer_leak, Channel.WITHHELD: self.withheld}
        return ask[channel](one, other)

    def basis_of(self, channel: Channel, slots: Slots) -> Hashable:
        """What that which a state gives by a channel has to follow from."""
        return self.withheld_from(slots) if channel is Channel.WITHHELD else self.knows(slots)

    def view_leak(self, one: Slots, other: Slots) -> Leak | None:
        """The leak if the views of two states differ."""
        if self.instance.view_slots(one, self.member) == self.instance.view_slots(other, self.member):
            return None
        left, right = (self.instance.described_views(slots, self.member) for slots in (one, other))
        return self._leak(Channel.VIEW, one, other, differences(left, right))

    def offer_leak(self, one: Slots, other: Slots) -> Leak | None:
        """The leak if the actions offered in two states differ."""
        left, right = (offered(self.instance, slots, self.code) for slots in (one, other))
        if left == right:
            return None
        seen = [
            (choice, "offered" if choice in left else "not offered", "offered" if choice in right else "not offered")
            for choice in sorted(left ^ right)
        ]
        return self._leak(Channel.OFFER, one, other, tuple(seen))

    def event_leak(self, one: Taken, other: Taken) -> Leak | None:
        """The leak if the events of two steps differ."""
        (left, move, first), (right, twin, second) = one, other
        if events_for(first.events, self.name) == events_for(second.events, self.name):
            return None
        seen = (("told", spelled_events(first.events, self.name), spelled_events(second.events, self.name)),)
        return self._leak(Channel.EVENTS, left, right, seen, (move, twin))

    def seen_of(self, taken: Taken, knows: Callable[[Slots], Slots] | None = None) -> SeenStep:
        """A step as the seat sees it; `knows` gives what it is entitled to know of a state."""
        (before, move, outcome), knows = taken, knows or self.knows
        return SeenStep(
            action=move.action.index,
            learned=visible_arguments(self.instance, before, move, self.code),
            before=knows(before),
            told=events_for(outcome.events, self.name),
            revealed=revealed(self.instance, before, move, outcome.slots, self.code),
            after=knows(outcome.slots),
        )

    def step_leak(self, channel: Channel, one: Taken, other: Taken) -> Leak | None:
        """The leak if by a channel of steps the seat is given something different in two steps."""
        return (self.event_leak if channel is Channel.EVENTS else self.learning_leak)(one, other)

    def learning_leak(self, one: Taken, other: Taken) -> Leak | None:
        """The leak if after two steps the seat may know something different."""
        (left, move, first), (right, twin, second) = one, other
        seen = self._known_differently(first.slots, second.slots)
        return self._leak(Channel.LEARNING, left, right, seen, (move, twin)) if seen else None

    def _known_differently(self, one: Slots, other: Slots) -> tuple[Difference, ...]:
        """What the seat may know of one state and not of the other, as readable values."""
        known, twins = (self.instance.entries(slots, self.member) for slots in (one, other))
        pairs = zip(known, twins, strict=True)
        apart = [pair for pair in pairs if pair[0].code != pair[1].code]
        described = differences(self.instance.describe(one), self.instance.describe(other))
        found = [self._told_apart(described, *pair) for pair in apart if pair[0].is_content]
        paths = {path for path, _, _ in found}
        for pair in apart:
            if not pair[0].is_content and (path := self.instance.slots[pair[0].address].path) not in paths:
                found.append((f"{path} (as far as it is known)", str(pair[0].code), str(pair[1].code)))
        return tuple(dict.fromkeys(found))

    def _told_apart(self, described: Sequence[Difference], known: Known, twin: Known) -> Difference:
        """A slot of which the seat may know something different, as readable values."""
        path = self.instance.slots[known.address].path
        for each in described:
            if each[0] == path or path.startswith((f"{each[0]}.", f"{each[0]}[", f"{each[0]}?")):
                return each
        return path, str(known.code), str(twin.code)

    def _leak(
        self,
        channel: Channel,
        one: Slots,
        other: Slots,
        seen: tuple[Difference, ...],
        moves: tuple[Move, Move] | None = None,
    ) -> Leak:
        hidden = differences(self.instance.describe(one), self.instance.describe(other))
        if moves is not None:
            hidden = (*hidden, *differences(*(arguments_of(move) for move in moves)))
        return Leak(self.name, channel, one, other, hidden, seen, moves)


def arguments_of(move: Move) -> dict[str, str]:
    """The arguments of a step as readable values."""
    return {f"{move.action.name}.{name}": str(value) for name, value in move.action.named(move.codes).items()}


def leak_between(instance: Instance, one: Trace, other: OtherPlay) -> Leak | None:
    """The leak if two plays look different to a seat that may not tell them apart.

    Both end in a step where events are compared. Raises `ModelError` for a seat that there is not.
    """
    known = instance.viewers.by_name
    if other.seat not in known:
        raise ModelError(f"{other.seat} is no seat here; there is {', '.join(known)}")
    observer = Observer(instance, known[other.seat])
    if other.channel in OF_STEPS:
        steps = _last_step(observer, one), _last_step(observer, other.trace)
        bases = [observer.seen_of(taken).basis(other.channel) for taken in steps]
        return observer.step_leak(other.channel, *steps) if bases[0] == bases[1] else None
    left, right = one.states[-1], other.trace.states[-1]
    if observer.basis_of(other.channel, left) != observer.basis_of(other.channel, right):
        return None
    return observer.state_leak(other.channel, left, right)


def _last_step(observer: Observer, play: Trace) -> Taken:
    before, (move, _) = play.states[-2], play.steps[-1]
    outcome = observer.instance.step(before, move.action, move.codes)
    assert isinstance(outcome, Accepted), "a step that was taken is possible"
    return before, move, outcome


def plays_of(instance: Instance, leak: Leak) -> tuple[Trace, OtherPlay] | None:
    """The plays to a leak, with the steps that are compared at their ends; None where none are known."""
    if leak.plays is None:
        return None
    one, other = leak.plays
    if leak.moves is not None:
        one, other = _extended(instance, one, leak.moves[0]), _extended(instance, other, leak.moves[1])
    return one, OtherPlay(leak.seat, leak.channel, other)


def _extended(instance: Instance, play: Trace, move: Move) -> Trace:
    outcome = instance.step(play.states[-1], move.action, move.codes)
    assert isinstance(outcome, Accepted), "a step that leaks was taken"
    return Trace(play.start, (*play.steps, (move, outcome.slots)))
