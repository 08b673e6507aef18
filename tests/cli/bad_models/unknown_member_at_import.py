"""Broken on purpose: a scope names a member that there is not."""

from enum import Enum

from kanly.model import OWNER, Map, Model, Option, Set, State, View, require, scope


class Seat(Enum):
    ANN = 1
    BOB = 2


class Card(Enum):
    ACE = 1
    KING = 2


class Table(State):
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER)
    played: Card | None = Option(Card)


class TableView(View):
    own: set[Card] = Set(Card)
    played: Card | None = Option(Card)


game = Model("game", Table, seats=Seat)


@game.action
def play(g: Table, seat: Seat, card: Card) -> None:
    """Play a card."""
    require(g.played is None, "a card is played already")
    require(card in g.hand[seat], "not in that hand")
    g.hand[seat].remove(card)
    g.played = card


@game.action
def take(g: Table, seat: Seat) -> None:
    """Take the played card."""
    require(g.played is not None, "no card is played")
    g.hand[seat].add(g.played)
    g.played = None


@game.view
def view(g: Table, seat: Seat) -> TableView:
    """What a seat sees."""
    return TableView(own=g.hand[seat], played=g.played)


@game.scenario("default", scope={Card: (Card.QUEEN,)})
def setup(g: Table) -> None:
    """Ann has everything."""
    g.hand[Seat.ANN] = set(scope(g, Card))
