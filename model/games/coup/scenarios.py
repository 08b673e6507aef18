"""Small courts in which everything is explored, and the whole game."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from ... import scope
from .blocks import accept_block, block_as, let_it_happen
from .cards import be_dealt
from .challenges import believe, challenge
from .deeds import assassinate, exchange, foreign_aid, income, launch_coup, steal, tax
from .exchanges import draw_to_exchange, give_back
from .game import coup
from .losses import lose_influence
from .proofs import concede, prove_claim, replace
from .table.kinds import Card
from .table.state import Court


def prepare(g: Court) -> None:
    """All cards in scope are in the deck, and each seat has two coins."""
    for card in scope(g, Card):
        g.deck.add(card, g.copies)
    for seat in g.coins:
        g.coins[seat] = 2
    g.treasury = g.wealth - 4
    g.asked = g.turn


def among(*cards: Card) -> dict[type[Enum], Iterable[Enum]]:
    """The scope of a court of few characters."""
    return {Card: cards}


BASIC = (be_dealt, income, foreign_aid, launch_coup, let_it_happen, lose_influence)
CHALLENGES = (believe, challenge, prove_claim, concede, replace)
BLOCKS = (block_as, accept_block)
EXCHANGES = (exchange, draw_to_exchange, give_back)

coup.scenario(
    "default",
    title="Ten cards, and as many coins as two seats can have",
    unswept="13 million states take minutes and gigabytes; kanly explore coup does it",
)(prepare)

coup.scenario(
    "murder",
    title="Six cards: Duke, Assassin and Contessa, twelve coins",
    scope=among(Card.ASSASSIN, Card.CONTESSA, Card.DUKE),
    fixed={"wealth": 12},
    actions=[*BASIC, *CHALLENGES, *BLOCKS, assassinate, tax],
)(prepare)

coup.scenario(
    "theft",
    title="Six cards: Duke, Captain and Ambassador, twelve coins",
    scope=among(Card.CAPTAIN, Card.AMBASSADOR, Card.DUKE),
    fixed={"wealth": 12},
    actions=[*BASIC, *CHALLENGES, *BLOCKS, *EXCHANGES, steal],
)(prepare)

coup.scenario(
    "aid",
    title="Foreign aid, the Duke against it, and coups; thirteen coins",
    scope=among(Card.DUKE, Card.CONTESSA),
    fixed={"wealth": 13},
    actions=[*BASIC, *BLOCKS],
)(prepare)
