"""The declarations of Coup, what their conditions are written with, and what holds in every state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import (
    Multiset,
    both,
    choose,
    either,
    exists,
    implies,
    is_present,
    negate,
    same,
    scope,
    size,
    total,
)
from ....model.games.coup.blocks import block_as, let_it_happen
from ....model.games.coup.cards import be_dealt
from ....model.games.coup.challenges import believe
from ....model.games.coup.deeds import assassinate, exchange, foreign_aid, income, launch_coup, steal, tax
from ....model.games.coup.exchanges import draw_to_exchange
from ....model.games.coup.game import coup
from ....model.games.coup.losses import lose_influence
from ....model.games.coup.proofs import replace
from ....model.games.coup.table.kinds import Card, Deed, Seat, Stage
from ....model.games.coup.table.state import Court
from ...language.checks import BuiltIn
from ...language.conditions import Conjunct
from ...language.declarations import Declarations
from ...language.steps import Step
from ...language.where import playing
from .book import (
    BLOCKED_BY,
    CHARACTER,
    COINS_FOR_A_COUP,
    COINS_FOR_AN_ASSASSINATION,
    TOO_MANY_COINS,
    influence,
    other,
)

laws = Declarations(coup)
laws.held_by(BuiltIn.SIGHT, clause="COUP-18")

ACTIONS = (income, foreign_aid, tax, steal, assassinate, exchange, launch_coup)
DECLARED = {foreign_aid: Deed.FOREIGN_AID, tax: Deed.TAX, steal: Deed.STEAL, assassinate: Deed.ASSASSINATE,
            exchange: Deed.EXCHANGE}  # fmt: skip
DRAWING = (be_dealt, replace, draw_to_exchange)
NOTHING_IS_OPEN = (Stage.DEAL, Stage.ACT, Stage.DRAW, Stage.RETURN, Stage.OVER)
A_DEED_IS_OPEN = (Stage.CHALLENGE, Stage.BLOCK, Stage.DISPUTE, Stage.PROVE)


def at(g: Court, *stages: Stage) -> Any:
    """Whether the game is at one of these stages."""
    return exists(stages, lambda stage: g.stage == stage)


def is_open(g: Court, *deeds: Deed) -> Any:
    """Whether one of these actions is open."""
    return exists(deeds, lambda deed: same(g.deed, deed))


def gains_card(before: Multiset[Card], after: Multiset[Card], card: Card) -> Any:
    """Whether a pile has one card more than before, and no other change."""
    return both(after - [card] == before, size(after) == size(before) + 1)


def price_of(step: Step) -> int:
    """What an action costs."""
    return COINS_FOR_A_COUP if step.took(launch_coup) else COINS_FOR_AN_ASSASSINATION


def was_claimed(g: Court, card: Card) -> Any:
    """Whether a character is claimed, for a block or else for the action."""
    deeds = [deed for deed, character in CHARACTER.items() if character == card]
    return either(same(g.block, card), both(negate(is_present(g.block)), is_open(g, *deeds)))


@laws.invariant("cards-are-conserved", clauses=["COUP-01"])
def cards_are_conserved(g: Court) -> Iterator[Conjunct]:
    """Every copy of a character is in the deck, in a hand or laid open."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card) + g.lost[seat].count(card))
        yield card.name, held + g.deck.count(card) == g.copies


@laws.invariant("coins-are-conserved", clauses=["COUP-02"])
def coins_are_conserved(g: Court) -> Any:
    """Every coin is in the treasury or with a seat."""
    return g.treasury + total(g.coins, lambda seat: g.coins[seat]) == g.wealth


@laws.invariant("hands", clauses=["COUP-03", "COUP-11", "COUP-13"])
def hands(g: Court) -> Iterator[Conjunct]:
    """A seat holds as many cards as influences: one less until it draws for what it showed, more while it exchanges."""
    for seat in scope(g, Seat):
        held, expected = size(g.hand[seat]), influence(g, seat)
        asked = g.asked == seat
        yield f"{seat.name} has influence", expected >= 0
        shown = both(asked, g.stage == Stage.REPLACE)
        yield f"{seat.name} has shown a card", implies(shown, held == expected - 1)
        drawing = both(asked, g.stage == Stage.DRAW)
        yield f"{seat.name} draws", implies(drawing, both(held >= expected, held <= expected + 1))
        returning = both(asked, g.stage == Stage.RETURN)
        yield f"{seat.name} gives back", implies(returning, both(held > expected, held <= expected + 2))
        special = either(g.stage == Stage.DEAL, either(shown, either(drawing, returning)))
        yield f"{seat.name} holds its influences", either(special, held == expected)


@laws.invariant("dealing", clauses=["COUP-03"], when=lambda g: g.stage == Stage.DEAL)
def dealing(g: Court) -> Iterator[Conjunct]:
    """The first seat is dealt all of its influences, then the other one; nobody has lost any, all have two coins."""
    for seat in scope(g, Seat):
        had = choose(g.turn == seat, choose(g.asked == seat, 0, g.influences), 0)
        most = choose(g.asked == seat, g.influences - 1, had)
        yield seat.name, both(size(g.hand[seat]) >= had, size(g.hand[seat]) <= most)
        yield f"{seat.name} begins", both(size(g.lost[seat]) == 0, g.coins[seat] == 2)


@laws.invariant("who-is-asked", clauses=["COUP-12", "COUP-13"])
def who_is_asked(g: Court) -> Iterator[Conjunct]:
    """The seat on turn acts and answers a block; the other one answers an action; who claimed proves or replaces."""
    on_turn = g.asked == g.turn
    yield "on turn", implies(at(g, Stage.ACT, Stage.DISPUTE, Stage.DRAW, Stage.RETURN), on_turn)
    yield "across", implies(at(g, Stage.CHALLENGE, Stage.BLOCK), negate(on_turn))
    yield "who claimed proves", implies(g.stage == Stage.PROVE, same(on_turn, negate(is_present(g.block))))
    yield "who proved replaces", implies(g.stage == Stage.REPLACE, same(on_turn, is_present(g.deed)))
    going_on = both(g.stage == Stage.LOSE, is_present(g.deed))
    yield "an action goes on against who lost", implies(going_on, negate(on_turn))


@laws.invariant("what-is-open", clauses=["COUP-12"])
def what_is_open(g: Court) -> Iterator[Conjunct]:
    """An action is open until it is completed, blocked or given up, and a block as long as it is disputed or lost."""
    yield "none", implies(at(g, *NOTHING_IS_OPEN), negate(is_present(g.deed)))
    yield "an action", implies(at(g, *A_DEED_IS_OPEN), is_present(g.deed))
    yield "a block", implies(g.stage == Stage.DISPUTE, is_present(g.block))
    may = both(at(g, Stage.DISPUTE, Stage.PROVE, Stage.LOSE), is_present(g.deed))
    yield "no block", implies(is_present(g.block), may)
    yield "a claim", implies(g.stage == Stage.CHALLENGE, negate(is_open(g, Deed.FOREIGN_AID)))
    nothing_claimed = both(is_open(g, Deed.FOREIGN_AID), negate(is_present(g.block)))
    yield "no claim", implies(nothing_claimed, g.stage == Stage.BLOCK)
    yield "can be blocked", implies(g.stage == Stage.BLOCK, is_open(g, *BLOCKED_BY))


@laws.invariant("block-fits", clauses=["COUP-05", "COUP-09", "COUP-10"], where=playing(block_as))
def block_fits(g: Court) -> Iterator[Conjunct]:
    """A Duke blocks foreign aid, a Contessa an assassination, a Captain or an Ambassador a theft, and nobody else."""
    for card in scope(g, Card):
        blocked = [deed for deed, cards in BLOCKED_BY.items() if card in cards]
        yield card.name, implies(same(g.block, card), is_open(g, *blocked))


@laws.invariant("a-coup-was-due", clauses=["COUP-07"])
def a_coup_was_due(g: Court) -> Iterator[Conjunct]:
    """An action is open only of who had less than ten coins, and paid for it."""
    for seat in scope(g, Seat):
        acts = both(g.turn == seat, is_present(g.deed))
        yield seat.name, implies(acts, g.coins[seat] < TOO_MANY_COINS)
        paid = both(g.turn == seat, is_open(g, Deed.ASSASSINATE))
        price = COINS_FOR_AN_ASSASSINATION
        left = both(g.coins[seat] < TOO_MANY_COINS - price, g.treasury >= price)
        yield f"{seat.name} paid", implies(paid, left)


@laws.invariant("end", clauses=["COUP-17"])
def end(g: Court) -> Iterator[Conjunct]:
    """The game is over when one seat has no influence, and the other one, which has some, has won."""
    for seat in scope(g, Seat):
        lost = both(g.stage == Stage.OVER, g.asked != seat)
        yield seat.name, same(influence(g, seat) == 0, lost)


def has_ten(g: Court) -> Any:
    """Whether the seat on turn takes an action, with ten coins or more."""
    return both(g.stage == Stage.ACT, g.coins[g.turn] >= TOO_MANY_COINS)


def has_a_choice(g: Court) -> Any:
    """Whether the seat on turn takes an action, with less than ten coins."""
    return both(g.stage == Stage.ACT, g.coins[g.turn] < TOO_MANY_COINS)


def passes(before: Court, after: Court) -> Any:
    """Whether a turn ends, and that of the other seat begins."""
    ends = both(after.stage == Stage.ACT, negate(is_present(after.deed)))
    return both(ends, both(after.turn == other(before, before.turn), after.asked == after.turn))


def gains(before: Court, after: Court, seat: Seat, coins: int) -> Any:
    """Whether a seat gets coins from the treasury, or as many as it has, and the other one none."""
    taken = min(coins, before.treasury)
    rest = after.coins[other(before, seat)] == before.coins[other(before, seat)]
    return both(after.coins[seat] == before.coins[seat] + taken, rest)


def happens(before: Court, step: Step, after: Court, deed: Deed) -> Any:
    """Whether an action has its effect in this step: it was not hindered, or who hindered it has lost for it."""
    if step.took(let_it_happen):
        return is_open(before, deed)
    if step.took(believe):
        return both(is_open(before, deed), deed not in BLOCKED_BY)
    if step.took(lose_influence):
        lives = both(is_open(before, deed), after.stage != Stage.OVER)
        return both(lives, is_present(before.block)) if deed in BLOCKED_BY else lives
    return False


@laws.progress("game-ends", clauses=["COUP-17"])
def game_ends(g: Court) -> bool:
    """From everywhere the game can come to its end."""
    return g.stage == Stage.OVER
