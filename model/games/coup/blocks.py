"""An action is blocked or let happen, and a block is accepted."""

from __future__ import annotations

from ... import emit, lookup, require, required
from .asking import ask, check, end_turn
from .effects import complete
from .game import coup
from .table.events import Claimed
from .table.kinds import BLOCKERS, Card, Seat, Stage
from .table.state import Court


@coup.action
def let_it_happen(g: Court, seat: Seat) -> None:
    """Do not block an action."""
    check(g, Stage.BLOCK, seat)
    complete(g)


@coup.action
def block_as(g: Court, seat: Seat, card: Card) -> None:
    """Claim a character that blocks the action, whether one holds it or not."""
    check(g, Stage.BLOCK, seat)
    deed = required(g.deed, "no action is open")
    require(card in lookup(BLOCKERS, deed), "the character does not block this action")
    g.block = card
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.DISPUTE, g.turn)


@coup.action
def accept_block(g: Court, seat: Seat) -> None:
    """Let a block stand: the action comes to nothing, and what it cost is lost."""
    check(g, Stage.DISPUTE, seat)
    end_turn(g)
