"""The state of a round of Love Letter, and who may see a hand."""

from __future__ import annotations

from typing import Any

from .... import NOBODY, Bag, Map, Multiset, Option, Set, State, either, has, same, size
from .kinds import COPIES, IN_A_HAND, Card, Seat, Stage


def may_see_hand(g: Round, seat: Seat, owner: Seat) -> Any:
    """A hand is known to its owner, to those it was shown to, and to everybody in the end."""
    return either(same(seat, owner), lambda: either(has(g.shown[owner], seat), g.stage == Stage.OVER))


class Round(State):
    """One round. Every card is in the deck, aside, in a hand or discarded."""

    stage: Stage
    turn: Seat
    redraws: Seat | None = Option(Seat)
    deck: Multiset[Card] = Bag(Card, at_most=COPIES, seen_by=NOBODY, public=size)
    aside: Multiset[Card] = Bag(Card, at_most=1, seen_by=NOBODY, public=size)
    hand: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=IN_A_HAND), seen_by=may_see_hand, public=size)
    shown: dict[Seat, set[Seat]] = Map(Seat, Set(Seat))
    """For each seat, who has been shown the card that it holds since it drew last."""
    discard: Multiset[Card] = Bag(Card, at_most=COPIES)
    out: set[Seat] = Set(Seat)
    safe: set[Seat] = Set(Seat)
    winners: set[Seat] = Set(Seat)
