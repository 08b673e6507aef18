"""What a seat is shown in a round of Love Letter."""

from __future__ import annotations

from typing import Any

from ... import Bag, Int, Map, Multiset, Option, Set, View, size
from .game import love_letter
from .table.kinds import COPIES, IN_A_HAND, Card, Seat, Stage
from .table.state import Round, may_see_hand


class RoundView(View):
    """What a seat is shown."""

    stage: Stage
    turn: Seat
    redraws: Seat | None = Option(Seat)
    deck: int = Int(0, 16)
    hands: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=IN_A_HAND))
    held: dict[Seat, int] = Map(Seat, Int(0, 2))
    shown: dict[Seat, set[Seat]] = Map(Seat, Set(Seat))
    discard: Multiset[Card] = Bag(Card, at_most=COPIES)
    out: set[Seat] = Set(Seat)
    safe: set[Seat] = Set(Seat)
    winners: set[Seat] = Set(Seat)


UNSEEN: Any = ()
"""What is shown of a hand that a seat may not see."""


@love_letter.view
def view(g: Round, seat: Seat) -> RoundView:
    """The hands that a seat may see, and how many cards are elsewhere."""
    return RoundView(
        stage=g.stage,
        turn=g.turn,
        redraws=g.redraws,
        deck=size(g.deck),
        hands={owner: g.hand[owner] if may_see_hand(g, seat, owner) else UNSEEN for owner in g.hand},
        held={owner: size(g.hand[owner]) for owner in g.hand},
        shown=g.shown,
        discard=g.discard,
        out=g.out,
        safe=g.safe,
        winners=g.winners,
    )
