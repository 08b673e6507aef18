"""Coup for two seats: two hidden influences each, claims that may be lies, challenges and blocks.

Equal cards lie in bags. A hand is known to its owner alone. Whoever takes an action claims a character and need not
hold it; who does not believe it challenges, and one of the two loses an influence, which is laid open for good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Final

from .. import (
    ACTOR,
    NOBODY,
    OWNER,
    Bag,
    Chance,
    Event,
    Int,
    Map,
    Model,
    Multiset,
    Option,
    Parameter,
    Secret,
    State,
    View,
    emit,
    lookup,
    merged,
    next_after,
    require,
    required,
    scope,
    size,
)


class Seat(Enum):
    """Who has influence at court."""

    ANN = "Ann"
    BOB = "Bob"


class Card(Enum):
    """A character whose influence a seat may have."""

    DUKE = "Duke"
    ASSASSIN = "Assassin"
    CAPTAIN = "Captain"
    AMBASSADOR = "Ambassador"
    CONTESSA = "Contessa"


class Deed(Enum):
    """An action that the other seat may hinder; income and a coup happen at once."""

    FOREIGN_AID = "take two coins"
    TAX = "take three coins"
    STEAL = "take two coins from the other seat"
    ASSASSINATE = "pay three coins; the other seat loses an influence"
    EXCHANGE = "draw two cards and give two back"


CLAIMED: Final = {
    Deed.FOREIGN_AID: None,
    Deed.TAX: Card.DUKE,
    Deed.STEAL: Card.CAPTAIN,
    Deed.ASSASSINATE: Card.ASSASSIN,
    Deed.EXCHANGE: Card.AMBASSADOR,
}
"""The character that is claimed with an action, if any."""

BLOCKERS: Final[Mapping[Deed, frozenset[Card]]] = {
    Deed.FOREIGN_AID: frozenset({Card.DUKE}),
    Deed.TAX: frozenset(),
    Deed.STEAL: frozenset({Card.CAPTAIN, Card.AMBASSADOR}),
    Deed.ASSASSINATE: frozenset({Card.CONTESSA}),
    Deed.EXCHANGE: frozenset(),
}
"""The characters that block an action."""

PRICE_OF_COUP: Final = 7
PRICE_OF_ASSASSINATION: Final = 3
MUST_COUP: Final = 10
"""With so many coins a seat has no choice but a coup."""
MOST_COINS: Final = 12
"""Nine coins and a tax."""


class Stage(Enum):
    """What is asked of one of the two seats."""

    DEAL = "it is dealt a card"
    ACT = "it takes an action"
    CHALLENGE = "does it believe the claim that goes with the action?"
    BLOCK = "does it block the action?"
    DISPUTE = "does it believe the claim that goes with the block?"
    PROVE = "does it show the card that it claims?"
    REPLACE = "it draws a card for the one that it has shown"
    LOSE = "it loses an influence"
    DRAW = "it draws cards to exchange"
    RETURN = "it gives cards back"
    OVER = "it has won"


class Court(State):
    """A game. Every card is in the deck, in a hand or laid open, every coin with a seat or in the treasury."""

    copies: int = Parameter(2, 1, 2)
    influences: int = Parameter(2, 1, 2)
    wealth: int = Parameter(24, 4, 24)
    stage: Stage
    asked: Seat
    turn: Seat
    deed: Deed | None = Option(Deed)
    """The action that is open: neither completed, nor blocked, nor given up."""
    block: Card | None = Option(Card)
    """The character that is claimed against it."""
    treasury: int = Int(0, wealth)
    coins: dict[Seat, int] = Map(Seat, Int(0, MOST_COINS))
    deck: Multiset[Card] = Bag(Card, at_most=2, seen_by=NOBODY, public=size)
    hand: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2), seen_by=OWNER, public=size)
    lost: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2))


class Drew(Event):
    """A seat drew a card; it alone is told which."""

    seat: Seat
    card: Card


class Claimed(Event):
    """A seat claims a character for an action, or against one."""

    seat: Seat
    card: Card


class Paid(Event):
    """A seat pays for an action."""

    seat: Seat
    price: int = Int(PRICE_OF_ASSASSINATION, PRICE_OF_COUP)


class Proved(Event):
    """A seat showed the card that it claimed."""

    seat: Seat
    card: Card


class Lost(Event):
    """A seat laid open an influence that it lost."""

    seat: Seat
    card: Card


CLAUSES: Final[Mapping[str, str]] = {
    "COUP-01": "There are so many copies of each character; each card is in the deck, in a hand, or laid open.",
    "COUP-02": "Every coin is in the treasury or with a seat.",
    "COUP-03": "Seats are dealt their influences and two coins, and then take turns, one action each.",
    "COUP-04": "Income: take one coin. Nobody hinders it.",
    "COUP-05": "Foreign aid: take two coins. The Duke blocks it.",
    "COUP-06": "Coup: pay seven coins, and the other seat loses an influence. Nobody hinders it.",
    "COUP-07": "With ten coins or more a seat has to take the coup.",
    "COUP-08": "Duke: take three coins.",
    "COUP-09": "Assassin: pay three coins, and the other seat loses an influence. The Contessa blocks it.",
    "COUP-10": "Captain: take two coins from the other seat. The Captain and the Ambassador block it.",
    "COUP-11": "Ambassador: draw two cards and give two back, unseen by the other.",
    "COUP-12": "The other seat may challenge whatever character is claimed, for an action or a block.",
    "COUP-13": "Who is challenged and shows the card wins the challenge: the card goes back into the deck, another one "
    "is drawn, the challenger loses an influence, and what was claimed goes on.",
    "COUP-14": "Who is challenged and does not show the card loses an influence, the claim fails, and coins that were "
    "paid for it come back.",
    "COUP-15": "Coins for an action that is blocked are lost.",
    "COUP-16": "Who loses an influence chooses which; it stays open to the end.",
    "COUP-17": "Who has no influence left is out, does nothing more, and the other seat has won.",
    "COUP-18": "A hand is known to its owner alone, and the deck to nobody.",
}

coup = Model("coup", Court, seats=Seat, clauses=CLAUSES, title="Coup: hidden influence, claims, challenges and blocks")


def other(g: Court, seat: Seat) -> Seat:
    """The seat on the other side."""
    return next_after(g, seat, lambda each: each != seat)


def claimed(g: Court) -> Card | None:
    """The character that was claimed last and is open: that of the block, or else that of the action."""
    if g.block is not None:
        return g.block
    return None if g.deed is None else CLAIMED[g.deed]


def influence(g: Court, seat: Seat) -> Any:
    """How many influences a seat has left."""
    return g.influences - size(g.lost[seat])


def ask(g: Court, stage: Stage, seat: Seat) -> None:
    """Something is asked of a seat."""
    g.stage = stage
    g.asked = seat


def check(g: Court, stage: Stage, seat: Seat) -> None:
    """Only who is asked answers."""
    require(g.stage == stage and g.asked == seat, "this is not asked of you")


def take_coins(g: Court, seat: Seat, coins: int) -> None:
    """A seat takes coins from the treasury, as far as it has them."""
    taken = min(coins, g.treasury)
    g.treasury -= taken
    g.coins[seat] += taken


def pay(g: Court, seat: Seat, price: int) -> None:
    """A seat pays into the treasury."""
    require(g.coins[seat] >= price, "you cannot pay")
    g.coins[seat] -= price
    g.treasury += price
    emit(Paid(seat=seat, price=price))


def draw(g: Court, seat: Seat, card: Card) -> None:
    """A seat takes a card from the deck."""
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    emit(Drew(seat=seat, card=card), to=seat)


@merged
def end_turn(g: Court) -> None:
    """Nothing is open any more, and the other seat is on turn."""
    g.deed = None
    g.block = None
    g.turn = other(g, g.turn)
    ask(g, Stage.ACT, g.turn)


@merged
def complete(g: Court) -> None:
    """The action that is open has its effect."""
    deed, seat = required(g.deed, "no action is open"), g.turn
    g.deed = None
    g.block = None
    if deed == Deed.ASSASSINATE:
        ask(g, Stage.LOSE, other(g, seat))
    elif deed == Deed.EXCHANGE:
        ask(g, Stage.DRAW, seat)
    else:
        if deed == Deed.FOREIGN_AID:
            take_coins(g, seat, 2)
        elif deed == Deed.TAX:
            take_coins(g, seat, 3)
        else:
            stolen = min(2, g.coins[other(g, seat)])
            g.coins[other(g, seat)] -= stolen
            g.coins[seat] += stolen
        end_turn(g)


@merged
def go_on(g: Court) -> None:
    """The claim stands: the action may be blocked, or has its effect."""
    if g.deed in (Deed.STEAL, Deed.ASSASSINATE):
        ask(g, Stage.BLOCK, other(g, g.turn))
    else:
        complete(g)


@merged
def fail(g: Court) -> None:
    """The claim does not stand: an action comes to nothing and its price comes back; without its block it goes on."""
    if g.block is None:
        if g.deed == Deed.ASSASSINATE:
            take_coins(g, g.turn, PRICE_OF_ASSASSINATION)
        g.deed = None


@coup.action
def be_dealt(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Each seat is dealt its influences, the first seat first."""
    check(g, Stage.DEAL, seat)
    draw(g, seat, card)
    if size(g.hand[seat]) == g.influences:
        if seat == g.turn:
            g.asked = other(g, seat)
        else:
            ask(g, Stage.ACT, g.turn)


def begin(g: Court, seat: Seat) -> None:
    """A seat on turn takes an action other than a coup."""
    check(g, Stage.ACT, seat)
    require(g.coins[seat] < MUST_COUP, "with ten coins you must launch a coup")


def claim(g: Court, seat: Seat, card: Card, deed: Deed) -> None:
    """A seat on turn claims a character, whether it holds it or not."""
    begin(g, seat)
    require(card in scope(g, Card), "nobody is of this character")
    g.deed = deed
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.CHALLENGE, other(g, seat))


@coup.action
def income(g: Court, seat: Seat) -> None:
    """Take one coin."""
    begin(g, seat)
    take_coins(g, seat, 1)
    end_turn(g)


@coup.action
def foreign_aid(g: Court, seat: Seat) -> None:
    """Take two coins, unless a Duke blocks it."""
    begin(g, seat)
    g.deed = Deed.FOREIGN_AID
    ask(g, Stage.BLOCK, other(g, seat))


@coup.action
def tax(g: Court, seat: Seat) -> None:
    """The Duke takes three coins."""
    claim(g, seat, Card.DUKE, Deed.TAX)


@coup.action
def steal(g: Court, seat: Seat) -> None:
    """The Captain takes two coins from the other seat."""
    claim(g, seat, Card.CAPTAIN, Deed.STEAL)


@coup.action
def assassinate(g: Court, seat: Seat) -> None:
    """The Assassin is paid three coins."""
    claim(g, seat, Card.ASSASSIN, Deed.ASSASSINATE)
    pay(g, seat, PRICE_OF_ASSASSINATION)


@coup.action
def exchange(g: Court, seat: Seat) -> None:
    """The Ambassador exchanges cards with the deck."""
    claim(g, seat, Card.AMBASSADOR, Deed.EXCHANGE)


@coup.action
def launch_coup(g: Court, seat: Seat) -> None:
    """Pay seven coins: the other seat loses an influence."""
    check(g, Stage.ACT, seat)
    pay(g, seat, PRICE_OF_COUP)
    ask(g, Stage.LOSE, other(g, seat))


@coup.action
def believe(g: Court, seat: Seat) -> None:
    """Let a claim for an action stand."""
    check(g, Stage.CHALLENGE, seat)
    go_on(g)


@coup.action
def challenge(g: Court, seat: Seat) -> None:
    """Challenge a claim, for an action of the other seat or against an own one."""
    require(g.stage in (Stage.CHALLENGE, Stage.DISPUTE) and g.asked == seat, "this is not asked of you")
    ask(g, Stage.PROVE, other(g, seat))


@coup.action
def let_it_happen(g: Court, seat: Seat) -> None:
    """Do not block an action."""
    check(g, Stage.BLOCK, seat)
    complete(g)


@coup.action
def block_as(g: Court, seat: Seat, card: Card) -> None:
    """Claim a character that blocks the action, whether one holds it or not."""
    check(g, Stage.BLOCK, seat)
    deed = required(g.deed, "no action is open")
    require(card in lookup(BLOCKERS, deed), "the character does not block this action")
    g.block = card
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.DISPUTE, g.turn)


@coup.action
def accept_block(g: Court, seat: Seat) -> None:
    """Let a block stand: the action comes to nothing, and what it cost is lost."""
    check(g, Stage.DISPUTE, seat)
    end_turn(g)


@coup.action
def prove_claim(g: Court, seat: Seat) -> None:
    """Show the card that one claimed; it goes back into the deck."""
    check(g, Stage.PROVE, seat)
    card = required(claimed(g), "nothing is claimed")
    require(card in g.hand[seat], "you do not hold the card")
    g.hand[seat].move(card, to=g.deck)
    emit(Proved(seat=seat, card=card))
    if g.block is not None:
        g.deed = None
        g.block = None
    ask(g, Stage.REPLACE, seat)


@coup.action
def concede(g: Court, seat: Seat) -> None:
    """Do not show the card that one claimed, because one cannot or does not want to."""
    check(g, Stage.PROVE, seat)
    fail(g)
    ask(g, Stage.LOSE, seat)


@coup.action
def replace(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    """Draw a card for the one that was shown; then the challenger loses an influence."""
    check(g, Stage.REPLACE, seat)
    draw(g, seat, card)
    ask(g, Stage.LOSE, other(g, seat))


@coup.action
def lose_influence(g: Court, seat: Seat, card: Card) -> None:
    """Lay open an influence of one's choice; without any the seat is out. Then goes on what is still open."""
    check(g, Stage.LOSE, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(card, to=g.lost[seat])
    emit(Lost(seat=seat, card=card))
    if not g.hand[seat]:
        g.deed = None
        g.block = None
        ask(g, Stage.OVER, other(g, seat))
    elif g.deed is None:
        end_turn(g)
    elif g.block is not None:
        complete(g)
    else:
        go_on(g)


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


class CourtView(View):
    """What a seat is shown."""

    stage: Stage
    asked: Seat
    turn: Seat
    deed: Deed | None = Option(Deed)
    block: Card | None = Option(Card)
    coins: dict[Seat, int] = Map(Seat, Int(0, MOST_COINS))
    treasury: int = Int(0, 24)
    deck: int = Int(0, 10)
    hand: Multiset[Card] = Bag(Card, at_most=2)
    held: dict[Seat, int] = Map(Seat, Int(0, 4))
    lost: dict[Seat, Multiset[Card]] = Map(Seat, Bag(Card, at_most=2))


@coup.view
def view(g: Court, seat: Seat) -> CourtView:
    """The own hand, and how many cards are elsewhere."""
    return CourtView(
        stage=g.stage,
        asked=g.asked,
        turn=g.turn,
        deed=g.deed,
        block=g.block,
        coins=g.coins,
        treasury=g.treasury,
        deck=size(g.deck),
        hand=g.hand[seat],
        held={owner: size(g.hand[owner]) for owner in g.hand},
        lost=g.lost,
    )


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
