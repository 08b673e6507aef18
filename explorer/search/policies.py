"""How a policy plays: seats choose what is offered, the table does what nobody chooses, chance is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...invariants import CheckKind, Declaration
from ...model import Accepted, Instance, Kind, Offer, Slots
from ...model.language.base.errors import message_of
from ...model.language.base.source import place_of
from ...model.language.base.termination import RUNNING, TimeLimit
from ...model.language.play.policies import Policy
from ..findings.traces import Move


class PolicyFault(Exception):  # noqa: N818
    """What a policy did wrong; the message says what."""


@dataclass(frozen=True)
class Offered:
    """An offer, and the ways in which it can come out: one for each thing that chance may decide."""

    offer: Offer
    moves: tuple[Move, ...]


def offers_to(instance: Instance, slots: Slots) -> dict[Any, list[Offered]]:
    """What each seat is offered in a state, in the order of declaration and of arguments. Faults are offered too."""
    found: dict[Any, list[Offered]] = {}
    for action in instance.actions:
        if action.kind is not Kind.SEAT:
            continue
        chosen = [number for number, each in enumerate(action.action.parameters) if not each.by_chance]
        groups: dict[tuple[int, ...], list[Move]] = {}
        for codes, _ in instance.successors_by(slots, action):
            groups.setdefault(tuple(codes[number] for number in chosen), []).append(Move(action, codes))
        for moves in groups.values():
            given = action.arguments(moves[0].codes)
            arguments = {action.parameters[number].name: given[number] for number in chosen}
            seat = given[chosen[0]]
            found.setdefault(seat, []).append(Offered(Offer(action.name, arguments), tuple(moves)))
    return found


class Player:
    """Plays an instance by one policy for all seats. What it was shown and offered, and what it chose, is kept.

    A policy that chooses something else when it is shown and offered the same, with the same source of chance, knows
    more than that.
    """

    def __init__(self, instance: Instance, name: str) -> None:
        self._instance = instance
        self._policy: Policy = instance.model.policies[name]
        self._choices: dict[tuple[Any, ...], tuple[int, int]] = {}
        self._order = random.Random(0)
        file, line = place_of(self._policy)
        self.declaration = Declaration(
            id=f"policy-{name}",
            kind=CheckKind.INVARIANT,
            sentence="The policy chooses one of the offers, from what the seat is shown and offered and nothing else.",
            clauses=(),
            function=self._policy,
            when=None,
            where=None,
            file=file,
            line=line,
            written=(),
        )

    def moves(self, slots: Slots, chance: random.Random) -> Iterator[Move]:
        """The next move, as the first of those that may be tried. Raises `PolicyFault`.

        The table goes first; then a seat that is offered something, or nature, is drawn.
        """
        for kind in (Kind.AUTOMATIC, Kind.CHANCE):
            ways = [
                Move(action, codes)
                for action in self._instance.actions
                if action.kind is kind
                for codes, _ in self._instance.successors_by(slots, action)
            ]
            if ways:
                yield chance.choice(ways)
                return
        offered = offers_to(self._instance, slots)
        if offered:
            seat = chance.choice(list(offered))
            yield chance.choice(self.choice(slots, seat, offered[seat], chance).moves)

    def choice(self, slots: Slots, seat: Any, offered: list[Offered], chance: random.Random) -> Offered:
        """What the policy chooses for a seat. Raises `PolicyFault`.

        It is asked anew with the same source of chance, and with that of the first time wherever the same is shown and
        offered again. How often, and in which order, follows from nothing that it is given, so that one which counts is
        noticed.
        """
        source = chance.getrandbits(64)
        offers = tuple((each.offer.action, each.moves[0].codes[:1], len(each.moves)) for each in offered)
        told = tuple(str(sorted(each.offer.arguments.items(), key=lambda pair: pair[0])) for each in offered)
        key = (seat, self._instance.view_slots(slots, seat), offers, told)
        chosen = self._asked(slots, seat, offered, source)
        again = [self._choices.setdefault(key, (source, chosen)), *[(source, chosen)] * self._order.randint(1, 2)]
        self._order.shuffle(again)
        for number, was in again:
            now = self._asked(slots, seat, offered, number)
            if now != was:
                raise PolicyFault(
                    f"it chooses {_told(offered[now].offer)} here and {_told(offered[was].offer)} where {seat.name} "
                    "is shown and offered the same"
                )
        return offered[chosen]

    def _asked(self, slots: Slots, seat: Any, offered: list[Offered], source: int) -> int:
        """The number of the offer that is chosen, where chance comes from a source."""
        offers = [Offer(each.offer.action, dict(each.offer.arguments)) for each in offered]
        try:
            with TimeLimit(RUNNING):
                shown = self._instance.shown(slots, seat)
                chosen: object = self._policy(shown, seat, tuple(offers), random.Random(source))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise PolicyFault(f"it fails for {seat.name}: {type(error).__name__}: {message_of(error)}") from error
        for number, each in enumerate(offered):
            if chosen == each.offer:
                return number
        raise PolicyFault(f"it chooses {chosen!r} for {seat.name}, which is none of the offers")


def game_by(instance: Instance, name: str, most: int = 100) -> str:
    """A game that a policy plays from the first state, in words: at most so many steps, or until it does wrong."""
    player, chance = Player(instance, name), random.Random(0)
    slots, told = instance.initial_states()[0], list[str]()
    try:
        while len(told) < most:
            for move in player.moves(slots, chance):
                outcome = instance.step(slots, move.action, move.codes)
                if isinstance(outcome, Accepted):
                    slots = outcome.slots
                    told.append(f"{move.action.name}{move.codes}")
                    break
            else:
                break
    except PolicyFault as fault:
        told.append(str(fault))
    return "; ".join(told)


def _told(offer: Offer) -> str:
    given = ", ".join(f"{name}={getattr(value, 'name', value)}" for name, value in offer.arguments.items())
    return f"{offer.action}({given})"
