"""The card table: a deck, hands, one played card in escrow, and a discard pile."""

from __future__ import annotations

from enum import Enum

from .. import (
    ACTOR,
    EVERYONE,
    NOBODY,
    OWNER,
    Chance,
    Event,
    Int,
    Map,
    Model,
    Option,
    Parameter,
    Set,
    State,
    View,
    emit,
    require,
    required,
    scope,
    size,
    whole,
)


class Seat(Enum):
    """Who sits at the table."""

    ANN = "Ann"
    BOB = "Bob"
    CAT = "Cat"
    DAN = "Dan"


class Card(Enum):
    """Cards that differ in nothing but their name."""

    C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16 = range(1, 17)


class Table(State):
    """Every card is in the deck, in a hand, in escrow or discarded."""

    cards: int = Parameter(4, 1, 16, members_of=Card)
    seats: int = Parameter(2, 1, 4, members_of=Seat)
    hand_limit: int = Parameter(3, 1, 16)

    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)
    escrow: Card | None = Option(Card)
    discard: set[Card] = Set(Card)


class Drew(Event):
    """A seat drew a card; only that seat is told which."""

    seat: Seat
    card: Card | None = Option(Card)


class Played(Event):
    """A seat played a card."""

    seat: Seat
    card: Card


card_table = Model("card-table", Table, seats=Seat, title="Cards are drawn, played to escrow, discarded, reshuffled")


@card_table.action
def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw the card on top, whichever it is."""
    require(card in g.deck, "the card is not in the deck")
    require(size(g.hand[seat]) < g.hand_limit, "the hand is full")
    g.deck.remove(card)
    g.hand[seat].add(card)
    emit(Drew(seat=seat, card=card), to=seat)
    emit(Drew(seat=seat, card=None), to=EVERYONE)


@card_table.action
def play(g: Table, seat: Seat, card: Card) -> None:
    """Play a card from the hand into escrow."""
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.escrow = card
    emit(Played(seat=seat, card=card))


@card_table.automatic
def retire(g: Table) -> None:
    """The played card has had its effect and is discarded."""
    g.discard.add(required(g.escrow, "nothing is in escrow"))
    g.escrow = None


@card_table.automatic
def reshuffle(g: Table) -> None:
    """An empty deck is made of the discarded cards."""
    require(not g.deck, "the deck is not empty")
    require(g.discard, "nothing is discarded")
    g.deck = g.discard
    g.discard.clear()


class TableView(View):
    """A seat sees its own hand, what is played and discarded, and how many cards are elsewhere."""

    own: set[Card] = Set(Card)
    held: dict[Seat, int] = Map(Seat, Int(0, 16))
    escrow: Card | None = Option(Card)
    discard: set[Card] = Set(Card)


@card_table.view
def view(g: Table, seat: Seat) -> TableView:
    """The table as a seat sees it."""
    return TableView(
        own=g.hand[seat],
        held={other: size(g.hand[other]) for other in g.hand},
        escrow=whole(g, "escrow"),
        discard=g.discard,
    )


@card_table.scenario("default")
def setup(g: Table) -> None:
    """All cards are in the deck."""
    g.deck = set(scope(g, Card))
