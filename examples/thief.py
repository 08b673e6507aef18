"""The game of the README, put right: a card for everybody, and once in a game somebody may steal."""

from collections.abc import Iterator
from enum import Enum

from kanly.invariants import Conjunct, Declarations
from kanly.model import (
    ACTOR,
    NOBODY,
    OWNER,
    Chance,
    Map,
    Model,
    Option,
    Reveals,
    Set,
    State,
    View,
    count,
    has,
    is_present,
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


class Card(Enum):
    """What can be drawn."""

    SPICE, KNIFE, WORM = range(3)


class Table(State):
    """`seen_by` says who may know a field, `public` what everybody may know of it anyway."""

    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER, public=is_present)
    stolen: bool


thief = Model("thief", Table, seats=Seat, title="Everybody draws a card, and once somebody may steal")


@thief.scenario("default")
def setup(g: Table) -> None:
    """All cards are in the deck."""
    g.deck = set(scope(g, Card))


@thief.action
def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw the card on top: nature decides which it is, and only the seat that draws learns it."""
    require(g.hand[seat] is None, "one card is enough")
    require(card in g.deck, "the card is not in the deck")
    g.deck.remove(card)
    g.hand[seat] = card


@thief.action(reveals=Reveals("hand", to=ACTOR, because="the thief sees which card he has taken"))
def steal(g: Table, seat: Seat, victim: Seat) -> None:
    """Take somebody's card. Who holds one may not, and so nobody robs himself."""
    require(not g.stolen, "somebody has stolen already")
    require(g.hand[seat] is None, "the hand is full")
    g.hand[seat] = required(g.hand[victim], "there is nothing to steal")
    g.hand[victim] = None
    g.stolen = True


class TableView(View):
    """What a seat is shown."""

    own: Card | None = Option(Card)
    holds: dict[Seat, bool] = Map(Seat, bool)
    stolen: bool


@thief.view
def view(g: Table, seat: Seat) -> TableView:
    """The own card, and of the others only whether they hold one."""
    return TableView(
        own=whole(g.hand, seat), holds={other: is_present(g.hand[other]) for other in g.hand}, stolen=g.stolen
    )


laws = Declarations(thief)


@laws.invariant("custody")
def custody(g: Table) -> Iterator[Conjunct]:
    """Every card is in one place."""
    for card in scope(g, Card):
        yield card.name, has(g.deck, card) + count(g.hand, lambda seat, card=card: g.hand[seat] == card) == 1


@laws.witness("robbed")
def robbed(g: Table) -> bool:
    """Somebody can be robbed."""
    return g.stolen
