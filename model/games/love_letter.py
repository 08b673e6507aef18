"""Love Letter for three seats: sixteen cards, one in each hand, and whoever keeps the letter closest to the Princess.

Equal cards lie in bags. A hand is known to its owner, to those who were shown it until its owner draws again, and to
everybody when the round is over. Seats that tie at the end share the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Final

from .. import (
    ACTOR,
    NOBODY,
    Bag,
    Chance,
    Event,
    Int,
    Map,
    Model,
    Multiset,
    Option,
    Reveals,
    Set,
    State,
    View,
    both,
    copy,
    count,
    either,
    emit,
    exists,
    has,
    merged,
    negate,
    next_after,
    require,
    required,
    same,
    scope,
    size,
    total,
)


class Seat(Enum):
    """Who courts the Princess."""

    ANN = "Ann"
    BOB = "Bob"
    CAT = "Cat"


class Card(Enum):
    """Who carries the letter; the value is how close that is to the Princess."""

    GUARD = 1
    PRIEST = 2
    BARON = 3
    HANDMAID = 4
    PRINCE = 5
    KING = 6
    COUNTESS = 7
    PRINCESS = 8


COPIES = {
    Card.GUARD: 5,
    Card.PRIEST: 2,
    Card.BARON: 2,
    Card.HANDMAID: 2,
    Card.PRINCE: 2,
    Card.KING: 1,
    Card.COUNTESS: 1,
    Card.PRINCESS: 1,
}
"""How often each card is in the deck."""

IN_A_HAND = {card: min(copies, 2) for card, copies in COPIES.items()}


class Stage(Enum):
    """What happens next."""

    ASIDE = "a card is put aside face down"
    DEAL = "each seat is dealt a card"
    DRAW = "the seat on turn draws"
    PLAY = "the seat on turn plays one of its two cards"
    REDRAW = "a seat draws anew after a Prince"
    SHOWDOWN = "those who are left show their hands"
    OVER = "the round is over"


def may_see_hand(g: Round, seat: Seat, owner: Seat) -> Any:
    """A hand is known to its owner, to those it was shown to, and to everybody in the end."""
    return either(same(seat, owner), lambda: either(has(g.shown[owner], seat), g.stage == Stage.OVER))


class Round(State):
    """One round. Every card is in the deck, aside, in a hand or discarded."""

    stage: Stage
    turn: Seat
    redraws: Seat | None = Option(Seat)
    deck: Multiset[Card] = Bag(Card, at_most=COPIES, seen_by=NOBODY, public=size)
    aside: Multiset[Card] = Bag(Card, at_most=1, seen_by=NOBODY, public=size)
    hand: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=IN_A_HAND), seen_by=may_see_hand, public=size)
    shown: dict[Seat, set[Seat]] = Map(Seat, Set(Seat))
    """For each seat, who has been shown the card that it holds since it drew last."""
    discard: Multiset[Card] = Bag(Card, at_most=COPIES)
    out: set[Seat] = Set(Seat)
    safe: set[Seat] = Set(Seat)
    winners: set[Seat] = Set(Seat)


class Drew(Event):
    """A seat drew a card; it alone is told which."""

    seat: Seat
    card: Card


class Played(Event):
    """A seat played a card, perhaps against another."""

    seat: Seat
    card: Card
    target: Seat | None = Option(Seat)


class Showed(Event):
    """A seat was shown what another one holds."""

    owner: Seat
    hand: Multiset[Card] = Bag(Card, at_most=IN_A_HAND)


class Discarded(Event):
    """A seat laid its hand down face up."""

    owner: Seat
    hand: Multiset[Card] = Bag(Card, at_most=IN_A_HAND)


class Eliminated(Event):
    """A seat is out of the round."""

    seat: Seat


CLAUSES: Final[Mapping[str, str]] = {
    "LOVE-01": "Each of the sixteen cards is in the deck, aside, in a hand, or discarded face up.",
    "LOVE-02": "One card is put aside face down before the deal; it is drawn only after a Prince, from an empty deck.",
    "LOVE-03": "Seats are dealt one card each, then take turns in seating order: the seat draws a card and plays one.",
    "LOVE-04": "Guard: name a card other than the Guard; if the other seat holds it, that seat is out.",
    "LOVE-05": "Priest: look at another hand.",
    "LOVE-06": "Baron: compare hands in secret with another seat; the lower one is out, and in a tie none.",
    "LOVE-07": "Handmaid: until the next own turn no card is played against the seat.",
    "LOVE-08": "Prince: a seat, perhaps the own one, discards its hand face up and draws anew.",
    "LOVE-09": "King: trade hands with another seat.",
    "LOVE-10": "Countess: must be played beside the King or a Prince.",
    "LOVE-11": "Princess: who discards her is out.",
    "LOVE-12": "A card that needs another seat does nothing when none can be chosen.",
    "LOVE-13": "Who is out lays its hand down face up, and stays out.",
    "LOVE-14": "The round ends when one seat is left or a turn ends with the deck empty; the highest hand wins.",
    "LOVE-15": "A hand is known to its owner, to those who were shown it, and to everybody in the end.",
}

love_letter = Model(
    "love-letter", Round, seats=Seat, clauses=CLAUSES, title="Love Letter: a hidden card each, eight ways to play"
)


def in_play(g: Round, seat: Seat) -> Any:
    """Whether a seat is still in the round."""
    return negate(has(g.out, seat))


def strength(g: Round, seat: Seat) -> Any:
    """How close the cards in a hand are to the Princess."""
    return total(g.hand[seat], lambda card: card.value)


def can_be_chosen(g: Round, seat: Seat, target: Seat) -> Any:
    """Whether a seat may play a card against another one."""
    hidden = either(has(g.out, target), has(g.safe, target))
    return both(target != seat, negate(hidden))


def take(g: Round, seat: Seat, card: Card) -> None:
    """A seat takes a card from the deck: what others know of its hand is true no more."""
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    g.shown[seat].clear()
    emit(Drew(seat=seat, card=card), to=seat)


def play(g: Round, seat: Seat, card: Card, target: Seat | None = None) -> None:
    """A seat on turn plays a card face up."""
    require(g.stage == Stage.PLAY and g.turn == seat, "it is not your turn to play")
    require(card in g.hand[seat], "the card is not in your hand")
    if target is not None and target != seat:
        require(can_be_chosen(g, seat, target), "that seat cannot be chosen")
    g.hand[seat].move(card, to=g.discard)
    emit(Played(seat=seat, card=card, target=target))


@merged
def lay_down(g: Round, seat: Seat) -> None:
    """A seat discards its hand face up."""
    emit(Discarded(owner=seat, hand=g.hand[seat]))
    g.discard.update(g.hand[seat])
    g.hand[seat].clear()
    g.shown[seat].clear()


@merged
def eliminate(g: Round, seat: Seat) -> None:
    """A seat lays its hand down, and is out of the round."""
    lay_down(g, seat)
    g.out.add(seat)
    g.safe.discard(seat)
    emit(Eliminated(seat=seat))


def show(g: Round, owner: Seat, to: Seat) -> None:
    """A seat is shown the card that another one holds."""
    g.shown[owner].add(to)
    emit(Showed(owner=owner, hand=g.hand[owner]), to=to)


@merged
def end_turn(g: Round) -> None:
    """The next seat is on turn, unless one seat is left or the deck is empty."""
    if not g.deck or count(g.hand, lambda seat: in_play(g, seat)) == 1:
        g.stage = Stage.SHOWDOWN
    else:
        g.turn = next_after(g, g.turn, lambda seat: in_play(g, seat))
        g.safe.discard(g.turn)
        g.stage = Stage.DRAW


def is_strongest(g: Round, seat: Seat) -> Any:
    """Whether a seat is in play, and no other hand is closer to the Princess."""
    beaten = exists(g.hand, lambda other: strength(g, other) > strength(g, seat))
    return both(in_play(g, seat), negate(beaten))


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


@love_letter.action
def guess_with_guard(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    """Name a card other than the Guard: who holds it is out."""
    require(guess != Card.GUARD, "a Guard does not look for Guards")
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        eliminate(g, target)
    end_turn(g)


@love_letter.action
def look_with_priest(g: Round, seat: Seat, target: Seat) -> None:
    """Look at another hand."""
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    show(g, target, to=seat)
    end_turn(g)


@love_letter.action
def compare_with_baron(g: Round, seat: Seat, target: Seat) -> None:
    """Compare hands with another seat in secret: the lower one is out."""
    require(target != seat, "name another seat")
    play(g, seat, Card.BARON, target)
    show(g, target, to=seat)
    show(g, seat, to=target)
    own, other = strength(g, seat), strength(g, target)
    if own < other:
        eliminate(g, seat)
    elif other < own:
        eliminate(g, target)
    end_turn(g)


@love_letter.action
def hide_behind_handmaid(g: Round, seat: Seat) -> None:
    """Until the next own turn no card is played against this seat."""
    play(g, seat, Card.HANDMAID)
    g.safe.add(seat)
    end_turn(g)


@love_letter.action
def call_prince(g: Round, seat: Seat, target: Seat) -> None:
    """A seat, perhaps the own one, discards its hand and draws anew; who discards the Princess is out."""
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.PRINCE, target)
    if Card.PRINCESS in g.hand[target]:
        eliminate(g, target)
        end_turn(g)
    else:
        lay_down(g, target)
        g.redraws = target
        g.stage = Stage.REDRAW


@love_letter.action
def redraw(g: Round, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw anew after a Prince, from the deck."""
    require(g.redraws == seat, "it is not you who draws anew")
    take(g, seat, card)
    g.redraws = None
    end_turn(g)


@love_letter.automatic
def take_what_is_aside(g: Round) -> None:
    """Draw anew after a Prince when the deck is empty: the card that was put aside."""
    seat = required(g.redraws, "nobody draws anew")
    require(not g.deck, "there are cards in the deck")
    g.hand[seat].update(g.aside)
    g.aside.clear()
    emit(Showed(owner=seat, hand=g.hand[seat]), to=seat)
    g.redraws = None
    end_turn(g)


@love_letter.action
def trade_with_king(g: Round, seat: Seat, target: Seat) -> None:
    """Trade hands: each of the two now knows what the other holds."""
    require(target != seat, "name another seat")
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.KING, target)
    kept = copy(g.hand[seat])
    g.hand[seat] = g.hand[target]
    g.hand[target] = kept
    g.shown[seat].clear()
    g.shown[target].clear()
    show(g, seat, to=target)
    show(g, target, to=seat)
    emit(Showed(owner=seat, hand=g.hand[seat]), to=seat)
    emit(Showed(owner=target, hand=g.hand[target]), to=target)
    end_turn(g)


@love_letter.action
def discard_countess(g: Round, seat: Seat) -> None:
    """The Countess does nothing, but must be played beside the King or a Prince."""
    play(g, seat, Card.COUNTESS)
    end_turn(g)


@love_letter.action
def discard_princess(g: Round, seat: Seat) -> None:
    """Whoever plays the Princess is out."""
    play(g, seat, Card.PRINCESS)
    eliminate(g, seat)
    end_turn(g)


@love_letter.automatic(reveals=Reveals("hand", because="all hands are shown when the round is over"))
def show_down(g: Round) -> None:
    """All hands are shown; of those still in play, whoever holds the highest card wins."""
    require(g.stage == Stage.SHOWDOWN, "the round goes on")
    g.winners = {seat for seat in g.hand if is_strongest(g, seat)}
    g.stage = Stage.OVER


NEEDS_A_TARGET = (Card.GUARD, Card.PRIEST, Card.BARON, Card.KING)


@love_letter.action
def play_in_vain(g: Round, seat: Seat, card: Card) -> None:
    """A card that needs another seat does nothing when no other seat can be chosen."""
    require(card in NEEDS_A_TARGET, "the card does not need another seat")
    require(card != Card.KING or Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    require(not exists(g.hand, lambda other: can_be_chosen(g, seat, other)), "somebody can be chosen")
    play(g, seat, card)
    end_turn(g)


class RoundView(View):
    """What a seat is shown."""

    stage: Stage
    turn: Seat
    redraws: Seat | None = Option(Seat)
    deck: int = Int(0, 16)
    hands: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=IN_A_HAND))
    held: dict[Seat, int] = Map(Seat, Int(0, 2))
    shown: dict[Seat, set[Seat]] = Map(Seat, Set(Seat))
    discard: Multiset[Card] = Bag(Card, at_most=COPIES)
    out: set[Seat] = Set(Seat)
    safe: set[Seat] = Set(Seat)
    winners: set[Seat] = Set(Seat)


UNSEEN: Any = ()
"""What is shown of a hand that a seat may not see."""


@love_letter.view
def view(g: Round, seat: Seat) -> RoundView:
    """The hands that a seat may see, and how many cards are elsewhere."""
    return RoundView(
        stage=g.stage,
        turn=g.turn,
        redraws=g.redraws,
        deck=size(g.deck),
        hands={owner: g.hand[owner] if may_see_hand(g, seat, owner) else UNSEEN for owner in g.hand},
        held={owner: size(g.hand[owner]) for owner in g.hand},
        shown=g.shown,
        discard=g.discard,
        out=g.out,
        safe=g.safe,
        winners=g.winners,
    )


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
