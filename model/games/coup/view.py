"""What a seat is shown in a game of Coup."""

from __future__ import annotations

from ... import Bag, Int, Map, Multiset, Option, View, size
from .game import coup
from .table.kinds import MOST_COINS, Card, Deed, Seat, Stage
from .table.state import Court


class CourtView(View):
    """What a seat is shown."""

    stage: Stage
    asked: Seat
    turn: Seat
    deed: Deed | None = Option(Deed)
    block: Card | None = Option(Card)
    coins: dict[Seat, int] = Map(Seat, Int(0, MOST_COINS))
    treasury: int = Int(0, 24)
    deck: int = Int(0, 10)
    hand: Multiset[Card] = Bag(Card, at_most=2)
    held: dict[Seat, int] = Map(Seat, Int(0, 4))
    lost: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2))


@coup.view
def view(g: Court, seat: Seat) -> CourtView:
    """The own hand, and how many cards are elsewhere."""
    return CourtView(
        stage=g.stage,
        asked=g.asked,
        turn=g.turn,
        deed=g.deed,
        block=g.block,
        coins=g.coins,
        treasury=g.treasury,
        deck=size(g.deck),
        hand=g.hand[seat],
        held={owner: size(g.hand[owner]) for owner in g.hand},
        lost=g.lost,
    )
