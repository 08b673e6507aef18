"""A card is put aside, each seat is dealt one, and draws a second one on its turn."""

from __future__ import annotations

from ... import ACTOR, NOBODY, Chance, next_after, require
from .game import love_letter
from .hands import take
from .table.kinds import Card, Seat, Stage
from .table.state import Round


@love_letter.chance
def put_aside(g: Round, card: Card = Chance(seen_by=NOBODY)) -> None:
    """One card is put aside face down, so that nobody can count all cards."""
    require(g.stage == Stage.ASIDE, "a card is aside already")
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.aside)
    g.stage = Stage.DEAL


@love_letter.action
def be_dealt(g: Round, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Each seat is dealt a card, in seating order."""
    require(g.stage == Stage.DEAL and g.turn == seat, "it is not your turn to be dealt a card")
    take(g, seat, card)
    g.turn = next_after(g, seat, lambda other: True)
    if g.hand[g.turn]:
        g.stage = Stage.DRAW


@love_letter.action
def draw(g: Round, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Begin a turn with a second card."""
    require(g.stage == Stage.DRAW and g.turn == seat, "it is not your turn to draw")
    take(g, seat, card)
    g.stage = Stage.PLAY
