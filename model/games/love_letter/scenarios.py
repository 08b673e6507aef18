"""Small decks with which everything is explored, and the whole deck."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ... import scope
from .drawing import be_dealt, draw, put_aside
from .game import love_letter
from .high_cards import discard_countess, discard_princess, trade_with_king
from .in_vain import play_in_vain
from .low_cards import compare_with_baron, guess_with_guard, hide_behind_handmaid, look_with_priest
from .prince import call_prince, redraw, take_what_is_aside
from .showdown import show_down
from .table.kinds import COPIES, Card
from .table.state import Round


def shuffle(g: Round) -> None:
    """All cards in scope are in the deck."""
    for card in scope(g, Card):
        g.deck.add(card, COPIES[card])


def without(*cards: Card) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a smaller deck."""
    return {Card: [card for card in Card if card not in cards]}


love_letter.scenario(
    "default", title="All sixteen cards", unswept="sixteen cards for three seats have more states than a machine holds"
)(shuffle)

love_letter.scenario(
    "court",
    title="Seven cards: Barons, Princes, King, Countess and Princess",
    scope=without(Card.GUARD, Card.PRIEST, Card.HANDMAID),
    actions=[put_aside, be_dealt, draw, compare_with_baron, call_prince, redraw, take_what_is_aside, trade_with_king,
             discard_countess, discard_princess, show_down],
)(shuffle)  # fmt: skip

love_letter.scenario(
    "town",
    title="Nine cards: Guards, Priests and Handmaids",
    scope=without(Card.BARON, Card.PRINCE, Card.KING, Card.COUNTESS, Card.PRINCESS),
    actions=[
        put_aside,
        be_dealt,
        draw,
        guess_with_guard,
        look_with_priest,
        hide_behind_handmaid,
        play_in_vain,
        show_down,
    ],
)(shuffle)

love_letter.scenario(
    "chapel",
    title="Six cards: Guards that look for the Princess, two turns",
    scope={Card: [Card.GUARD, Card.PRINCESS]},
    actions=[put_aside, be_dealt, draw, guess_with_guard, discard_princess, show_down],
)(shuffle)
