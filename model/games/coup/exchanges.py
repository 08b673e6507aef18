"""The Ambassador draws cards and gives cards back."""

from __future__ import annotations

from ... import ACTOR, Chance, Secret, require, size
from .asking import check, end_turn
from .cards import draw, influence
from .game import coup
from .table.kinds import Card, Seat, Stage
from .table.state import Court


@coup.action
def draw_to_exchange(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw a card from the deck, until there are two more than influences, or the deck is empty."""
    check(g, Stage.DRAW, seat)
    is_second, is_last = size(g.hand[seat]) == influence(g, seat) + 1, size(g.deck) == 1
    draw(g, seat, card)
    if is_second or is_last:
        g.stage = Stage.RETURN


@coup.action
def give_back(g: Court, seat: Seat, card: Card = Secret(seen_by=ACTOR)) -> None:
    """Put a card of one's choice back into the deck, until there are as many as influences."""
    check(g, Stage.RETURN, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    is_enough = size(g.hand[seat]) == influence(g, seat) + 1
    g.hand[seat].move(card, to=g.deck)
    if is_enough:
        end_turn(g)
