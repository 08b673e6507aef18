"""Who is challenged shows the card that it claimed, and draws another one, or gives in."""

from __future__ import annotations

from ... import ACTOR, Chance, emit, merged, require, required
from .asking import ask, check, other
from .cards import draw
from .coins import take_coins
from .game import coup
from .table.events import Proved
from .table.kinds import CLAIMED, PRICE_OF_ASSASSINATION, Card, Deed, Seat, Stage
from .table.state import Court


def claimed(g: Court) -> Card | None:
    """The character that was claimed last and is open: that of the block, or else that of the action."""
    if g.block is not None:
        return g.block
    return None if g.deed is None else CLAIMED[g.deed]


@merged
def fail(g: Court) -> None:
    """The claim does not stand: an action comes to nothing and its price comes back; without its block it goes on."""
    if g.block is None:
        if g.deed == Deed.ASSASSINATE:
            take_coins(g, g.turn, PRICE_OF_ASSASSINATION)
        g.deed = None


@coup.action
def prove_claim(g: Court, seat: Seat) -> None:
    """Show the card that one claimed; it goes back into the deck."""
    check(g, Stage.PROVE, seat)
    card = required(claimed(g), "nothing is claimed")
    require(card in g.hand[seat], "you do not hold the card")
    g.hand[seat].move(card, to=g.deck)
    emit(Proved(seat=seat, card=card))
    if g.block is not None:
        g.deed = None
        g.block = None
    ask(g, Stage.REPLACE, seat)


@coup.action
def concede(g: Court, seat: Seat) -> None:
    """Do not show the card that one claimed, because one cannot or does not want to."""
    check(g, Stage.PROVE, seat)
    fail(g)
    ask(g, Stage.LOSE, seat)


@coup.action
def replace(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw a card for the one that was shown; then the challenger loses an influence."""
    check(g, Stage.REPLACE, seat)
    draw(g, seat, card)
    ask(g, Stage.LOSE, other(g, seat))
