"""Two seats lay a card face down each; the higher one wins. Hidden hands, events, chance, a secret choice, save rules.

Everything that the seats learn is declared where it is decided: the card that is drawn (`Chance`) and the card that is
laid (`Secret`) are known to the seat that acts, and what both laid becomes known when the table turns them over.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from kanly.invariants import Conjunct, Declarations, Step
from kanly.model import (
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
    Secret,
    Set,
    State,
    View,
    count,
    emit,
    forall,
    has,
    implies,
    is_present,
    negate,
    require,
    required,
    scope,
    size,
    total,
    whole,
)


class Seat(Enum):
    """The two who fight."""

    ANN = "Ann"
    BOB = "Bob"


class Card(Enum):
    """A card is as strong as its value."""

    PAGE, KNIGHT, BISHOP, QUEEN, KING = range(1, 6)


class Duel(State):
    """Every card is in the deck, in a hand, face down on the table, or played."""

    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)
    laid: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER, public=is_present)
    played: set[Card] = Set(Card)
    won: dict[Seat, int] = Map(Seat, Int(0, 2))


class Laid(Event):
    """A seat laid a card; only that seat is told which."""

    seat: Seat
    card: Card | None = Option(Card)


class TurnedOver(Event):
    """Both cards, and whose is the higher one."""

    ann: Card
    bob: Card
    winner: Seat


duel = Model("duel", Duel, seats=Seat, title="Two seats lay a card face down, and the higher one wins")


@duel.scenario("default")
def setup(g: Duel) -> None:
    """All cards are in the deck."""
    g.deck = set(scope(g, Card))


@duel.action
def draw(g: Duel, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw a card; two are a full hand, and the last card is for nobody."""
    require(size(g.deck) > 1, "the cards are dealt")
    require(size(g.hand[seat]) < 2, "the hand is full")
    require(card in g.deck, "the card is not in the deck")
    g.deck.remove(card)
    g.hand[seat].add(card)


@duel.action
def lay(g: Duel, seat: Seat, card: Card = Secret()) -> None:
    """Lay a card face down: the other seat sees that it was laid, and not which."""
    require(size(g.deck) == 1, "the cards are dealt first")
    require(g.laid[seat] is None, "one card is laid already")
    require(card in g.hand[seat], "the card is not in that hand")
    g.hand[seat].remove(card)
    g.laid[seat] = card
    emit(Laid(seat=seat, card=card), to=seat)
    emit(Laid(seat=seat, card=None), to=EVERYONE)


@duel.automatic
def turn_over(g: Duel) -> None:
    """Once both have laid a card, everybody sees them, and the higher one wins."""
    ann = required(g.laid[Seat.ANN], "Ann has laid nothing")
    bob = required(g.laid[Seat.BOB], "Bob has laid nothing")
    winner = Seat.ANN if ann.value > bob.value else Seat.BOB
    g.won[winner] += 1
    for seat in scope(g, Seat):
        g.laid[seat] = None
    g.played.update({ann, bob})
    emit(TurnedOver(ann=ann, bob=bob, winner=winner))


class DuelView(View):
    """What a seat is shown."""

    own: set[Card] = Set(Card)
    own_laid: Card | None = Option(Card)
    held: dict[Seat, int] = Map(Seat, Int(0, 2))
    has_laid: dict[Seat, bool] = Map(Seat, bool)
    played: set[Card] = Set(Card)
    won: dict[Seat, int] = Map(Seat, Int(0, 2))


@duel.view
def view(g: Duel, seat: Seat) -> DuelView:
    """The own cards; of the other seat how many it holds, and whether it has laid one."""
    return DuelView(
        own=g.hand[seat],
        own_laid=whole(g.laid, seat),
        held={other: size(g.hand[other]) for other in g.hand},
        has_laid={other: is_present(g.laid[other]) for other in g.laid},
        played=g.played,
        won=g.won,
    )


laws = Declarations(duel)


def homes(g: Duel, card: Card) -> Any:
    """In how many places a card is."""
    held = count(g.hand, lambda seat: has(g.hand[seat], card))
    laid = count(g.laid, lambda seat: g.laid[seat] == card)
    return has(g.deck, card) + held + laid + has(g.played, card)


@laws.invariant("custody")
def custody(g: Duel) -> Iterator[Conjunct]:
    """Every card is in one place."""
    for card in scope(g, Card):
        yield card.name, homes(g, card) == 1


@laws.invariant("hand-limit")
def hand_limit(g: Duel) -> Iterator[Conjunct]:
    """No hand holds more than two cards."""
    for seat in scope(g, Seat):
        yield seat.name, size(g.hand[seat]) <= 2


@laws.save_rule("score")
def score(g: Duel) -> Iterator[Conjunct]:
    """Every duel that was fought has a winner, and two cards were played in it."""
    yield "$.won", 2 * total(g.won, lambda seat: g.won[seat]) == size(g.played)


@laws.step("only-a-duel-scores", when=lambda before, step, after: negate(step.took(turn_over)))
def only_a_duel_scores(before: Duel, step: Step, after: Duel) -> Any:
    """Nobody wins but by turning cards over."""
    return forall(before.won, lambda seat: before.won[seat] == after.won[seat])


@laws.step("the-higher-card-wins", when=lambda before, step, after: step.took(turn_over))
def the_higher_card_wins(before: Duel, step: Step, after: Duel) -> Iterator[Conjunct]:
    """Everybody is told what was laid; nothing beats the king; whoever wins scores, and nobody else."""
    for seat, other in ((Seat.ANN, Seat.BOB), (Seat.BOB, Seat.ANN)):
        higher = step.emitted(TurnedOver, lambda told, seat=seat: told.winner == seat)
        yield f"{seat.name} wins", implies(before.laid[seat] == Card.KING, higher)
        yield f"{seat.name} scores", higher == (after.won[seat] == before.won[seat] + 1)
        yield f"{seat.name} alone", implies(higher, after.won[other] == before.won[other])
    yield (
        "what was laid",
        step.emitted(
            TurnedOver, lambda told: (told.ann == before.laid[Seat.ANN]) & (told.bob == before.laid[Seat.BOB])
        ),
    )


@laws.witness("decided")
def decided(g: Duel) -> bool:
    """Somebody can win twice."""
    return g.won[Seat.ANN] == 2


@laws.progress("ends")
def ends(g: Duel) -> Any:
    """All cards that were dealt can be played, and then the game is over."""
    return size(g.played) == 4
