"""An influence is lost, and what is still open goes on."""

from __future__ import annotations

from ... import emit, require
from .asking import ask, check, end_turn, other
from .effects import complete, go_on
from .game import coup
from .table.events import Lost
from .table.kinds import Card, Seat, Stage
from .table.state import Court


@coup.action
def lose_influence(g: Court, seat: Seat, card: Card) -> None:
    """Lay open an influence of one's choice; without any the seat is out. Then goes on what is still open."""
    check(g, Stage.LOSE, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(card, to=g.lost[seat])
    emit(Lost(seat=seat, card=card))
    if not g.hand[seat]:
        g.deed = None
        g.block = None
        ask(g, Stage.OVER, other(g, seat))
    elif g.deed is None:
        end_turn(g)
    elif g.block is not None:
        complete(g)
    else:
        go_on(g)
