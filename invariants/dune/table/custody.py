"""Cards and Terror tokens have one home."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import count, has, merged, scope
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Terror
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws


def in_escrow(g: Table, card: Card) -> bool:
    """Whether the live flight holds the card."""
    return g.flight is not None and g.flight.card == card


@merged
def searched_with(g: Table, card: Card) -> bool:
    """Whether a search holds the card."""
    return g.box is not None and card == Card.NULLENTROPY_BOX


@merged
def asked_with(g: Table, card: Card) -> int:
    """How many open questions hold the card."""
    return count(g.questions, lambda question: question.card == card)


def homes(g: Table, card: Card) -> int:
    """In how many places a card is."""
    piles = count([g.deck, g.discard, g.cache, g.removed], lambda pile: has(pile, card))
    hands = count(scope(g, Faction), lambda seat: has(g.hand[seat], card))
    face_down = count(scope(g, Faction), lambda seat: has(g.face_down[seat], card))
    played = count([in_escrow(g, card), searched_with(g, card)], lambda holds: holds) + asked_with(g, card)
    return piles + hands + face_down + played


@laws.invariant("custody", clauses=["ORN-02", "SAV-05", "Z3-01"])
def custody(g: Table) -> Iterator[Conjunct]:
    """Every treachery card is in exactly one place: deck, hand, air, discard pile (face up or down), cache, or gone.

    A card that is played is with what it does: a flight holds its Ornithopter, a search its Box, a question its
    Truthtrance.
    """
    for card in scope(g, Card):
        yield f"{card.name} has one home", lambda card=card: homes(g, card) == 1


@laws.invariant("promised-cards-are-held", clauses=["ORN-43"])
def promised_cards_are_held(g: Table) -> Iterator[Conjunct]:
    """A card that is promised in a bargain is still in the hand of the seat that promised it."""
    for seat in scope(g, Faction):
        yield seat.name, g.reserved[seat].issubset(g.hand[seat])


@laws.invariant("token-custody", clauses=["TER-22"], where=using(Table.terror))
def token_custody(g: Table) -> Iterator[Conjunct]:
    """Every Terror token is in Moritani's supply, in one place on the board, or out of the game."""
    for token in scope(g, Terror):
        yield f"{token.name} has one home", lambda token=token: token_homes(g, token) == 1


def token_homes(g: Table, token: Terror) -> int:
    """In how many places a Terror token is."""
    off_board = count([g.terror_supply, g.terror_removed], lambda pile: has(pile, token))
    return off_board + count(scope(g, Place), lambda place: g.terror[place] == token)
