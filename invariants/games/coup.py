"""What must hold in a game of Coup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import (
    Event,
    Multiset,
    both,
    choose,
    either,
    exists,
    forall,
    has,
    implies,
    is_present,
    negate,
    same,
    scope,
    size,
    total,
)
from ...model.games.coup import (
    BLOCKERS,
    CLAIMED,
    MUST_COUP,
    PRICE_OF_ASSASSINATION,
    PRICE_OF_COUP,
    Card,
    Claimed,
    Court,
    Deed,
    Drew,
    Lost,
    Paid,
    Proved,
    Seat,
    Stage,
    accept_block,
    assassinate,
    be_dealt,
    believe,
    block_as,
    challenge,
    concede,
    coup,
    draw_to_exchange,
    exchange,
    foreign_aid,
    give_back,
    income,
    influence,
    launch_coup,
    let_it_happen,
    lose_influence,
    other,
    prove_claim,
    replace,
    steal,
    tax,
)
from ..language.changes import changes_only
from ..language.checks import BuiltIn
from ..language.conditions import Conjunct
from ..language.declarations import Declarations
from ..language.steps import Step
from ..language.where import playing, playing_any

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
    blockable = [deed for deed in Deed if BLOCKERS[deed]]
    yield "can be blocked", implies(g.stage == Stage.BLOCK, is_open(g, *blockable))


@laws.invariant("block-fits", clauses=["COUP-05", "COUP-09", "COUP-10"], where=playing(block_as))
def block_fits(g: Court) -> Iterator[Conjunct]:
    """A Duke blocks foreign aid, a Contessa an assassination, a Captain or an Ambassador a theft, and nobody else."""
    for card in scope(g, Card):
        blocked = [deed for deed in Deed if card in BLOCKERS[deed]]
        yield card.name, implies(same(g.block, card), is_open(g, *blocked))


@laws.invariant("a-coup-was-due", clauses=["COUP-07"])
def a_coup_was_due(g: Court) -> Iterator[Conjunct]:
    """An action is open only of who had less than ten coins, and paid for it."""
    for seat in scope(g, Seat):
        acts = both(g.turn == seat, is_present(g.deed))
        yield seat.name, implies(acts, g.coins[seat] < MUST_COUP)
        paid = both(g.turn == seat, is_open(g, Deed.ASSASSINATE))
        left = both(g.coins[seat] < MUST_COUP - PRICE_OF_ASSASSINATION, g.treasury >= PRICE_OF_ASSASSINATION)
        yield f"{seat.name} paid", implies(paid, left)


@laws.invariant("end", clauses=["COUP-17"])
def end(g: Court) -> Iterator[Conjunct]:
    """The game is over when one seat has no influence, and the other one, which has some, has won."""
    for seat in scope(g, Seat):
        lost = both(g.stage == Stage.OVER, g.asked != seat)
        yield seat.name, same(influence(g, seat) == 0, lost)


@laws.decision("who-is-dealt", answers=(be_dealt,), clauses=["COUP-03"], when=lambda g: g.stage == Stage.DEAL)
def who_is_dealt(g: Court) -> Seat:
    """Whoever is asked is dealt a card."""
    return g.asked


@laws.decision("who-acts", answers=ACTIONS, clauses=["COUP-03"], when=lambda g: g.stage == Stage.ACT)
def who_acts(g: Court) -> Seat:
    """The seat on turn, and nobody else, takes an action."""
    return g.turn


@laws.decision(
    "who-may-challenge", answers=(believe, challenge), clauses=["COUP-12"], when=lambda g: g.stage == Stage.CHALLENGE
)
def who_may_challenge(g: Court) -> Seat:
    """The other seat, and not the one that claims, believes a claim or challenges it."""
    return other(g, g.turn)


@laws.decision(
    "who-may-block", answers=(let_it_happen, block_as), clauses=["COUP-12"], when=lambda g: g.stage == Stage.BLOCK
)
def who_may_block(g: Court) -> Seat:
    """The other seat lets an action happen or blocks it."""
    return other(g, g.turn)


@laws.decision(
    "who-may-dispute", answers=(accept_block, challenge), clauses=["COUP-12"], when=lambda g: g.stage == Stage.DISPUTE
)
def who_may_dispute(g: Court) -> Seat:
    """The seat whose action is blocked accepts the block or challenges it."""
    return g.turn


@laws.decision("who-proves", answers=(prove_claim, concede), clauses=["COUP-13"], when=lambda g: g.stage == Stage.PROVE)
def who_proves(g: Court) -> Seat:
    """Who is challenged shows the card or gives in: the one that blocks, or else the one that acts."""
    return g.turn if g.block is None else other(g, g.turn)


@laws.decision("who-replaces", answers=(replace,), clauses=["COUP-13"], when=lambda g: g.stage == Stage.REPLACE)
def who_replaces(g: Court) -> Seat:
    """Who has shown a card, and so holds too few, draws another one."""
    return g.asked


@laws.decision("who-loses", answers=(lose_influence,), clauses=["COUP-16"], when=lambda g: g.stage == Stage.LOSE)
def who_loses(g: Court) -> Seat:
    """Who loses an influence, and nobody else, chooses which."""
    return g.asked


@laws.decision("who-draws", answers=(draw_to_exchange,), clauses=["COUP-11"], when=lambda g: g.stage == Stage.DRAW)
def who_draws(g: Court) -> Seat:
    """The seat on turn draws cards to exchange."""
    return g.turn


@laws.decision("who-gives-back", answers=(give_back,), clauses=["COUP-11"], when=lambda g: g.stage == Stage.RETURN)
def who_gives_back(g: Court) -> Seat:
    """The seat on turn gives cards back."""
    return g.turn


def has_ten(g: Court) -> Any:
    """Whether the seat on turn takes an action, with ten coins or more."""
    return both(g.stage == Stage.ACT, g.coins[g.turn] >= MUST_COUP)


@laws.decision("ten-coins-suffice", answers=(launch_coup,), clauses=["COUP-07"], when=has_ten)
def ten_coins_suffice(g: Court) -> Seat:
    """With ten coins or more the seat on turn can launch a coup."""
    return g.turn


def has_a_choice(g: Court) -> Any:
    """Whether the seat on turn takes an action, with less than ten coins."""
    return both(g.stage == Stage.ACT, g.coins[g.turn] < MUST_COUP)


@laws.decision("anybody-is-a-duke", answers=(tax,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_a_duke(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Duke."""
    return g.turn


@laws.decision("anybody-is-a-captain", answers=(steal,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_a_captain(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Captain."""
    return g.turn


@laws.decision("anybody-is-an-ambassador", answers=(exchange,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_an_ambassador(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Ambassador."""
    return g.turn


@laws.decision(
    "anybody-pays-an-assassin",
    answers=(assassinate,),
    clauses=["COUP-12"],
    when=lambda g: both(has_a_choice(g), g.coins[g.turn] >= PRICE_OF_ASSASSINATION),
)
def anybody_pays_an_assassin(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Assassin when it can pay."""
    return g.turn


@laws.decision(
    "seven-coins-suffice",
    answers=(launch_coup,),
    clauses=["COUP-06"],
    when=lambda g: both(g.stage == Stage.ACT, g.coins[g.turn] >= PRICE_OF_COUP),
)
def seven_coins_suffice(g: Court) -> Seat:
    """With seven coins the seat on turn may launch a coup."""
    return g.turn


@laws.decision("anybody-blocks", answers=(block_as,), clauses=["COUP-12"], when=lambda g: g.stage == Stage.BLOCK)
def anybody_blocks(g: Court) -> Seat:
    """Whatever it holds, the other seat may block."""
    return other(g, g.turn)


@laws.step("ten-coins-compel", clauses=["COUP-07"], when=lambda before, step, after: has_ten(before))
def ten_coins_compel(before: Court, step: Step, after: Court) -> Any:
    """With ten coins or more nothing else is possible."""
    return step.took(launch_coup)


@laws.step("nothing-after-the-end", clauses=["COUP-17"])
def nothing_after_the_end(before: Court, step: Step, after: Court) -> Any:
    """Nothing happens once a seat has no influence left."""
    return negate(before.stage == Stage.OVER)


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
        return both(is_open(before, deed), not BLOCKERS[deed])
    if step.took(lose_influence):
        lives = both(is_open(before, deed), after.stage != Stage.OVER)
        return both(lives, is_present(before.block)) if BLOCKERS[deed] else lives
    return False


@laws.step("income-is-one-coin", clauses=["COUP-04"], when=lambda before, step, after: step.took(income))
def income_is_one_coin(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Income is a coin from the treasury, and the turn is over."""
    yield "gains", gains(before, after, step["seat"], 1)
    yield "turn", passes(before, after)
    yield from changes_only(before, after, ("coins", step["seat"]), "treasury", "turn", "asked")


@laws.step(
    "foreign-aid-is-two-coins",
    clauses=["COUP-05"],
    when=lambda before, step, after: happens(before, step, after, Deed.FOREIGN_AID),
    where=playing(foreign_aid),
)
def foreign_aid_is_two_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Foreign aid that nobody blocks, or a false Duke, is two coins from the treasury."""
    yield "gains", gains(before, after, before.turn, 2)
    yield "turn", passes(before, after)


@laws.step(
    "tax-is-three-coins",
    clauses=["COUP-08"],
    when=lambda before, step, after: happens(before, step, after, Deed.TAX),
    where=playing(tax),
)
def tax_is_three_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Duke brings three coins from the treasury."""
    yield "gains", gains(before, after, before.turn, 3)
    yield "turn", passes(before, after)


@laws.step(
    "theft-is-two-coins",
    clauses=["COUP-10"],
    when=lambda before, step, after: happens(before, step, after, Deed.STEAL),
    where=playing(steal),
)
def theft_is_two_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Captain takes two coins from the other seat, or as many as it has."""
    seat, victim = before.turn, other(before, before.turn)
    stolen = min(2, before.coins[victim])
    yield "gains", after.coins[seat] == before.coins[seat] + stolen
    yield "loses", after.coins[victim] == before.coins[victim] - stolen
    yield "turn", passes(before, after)


@laws.step(
    "assassination-costs-an-influence",
    clauses=["COUP-09"],
    when=lambda before, step, after: happens(before, step, after, Deed.ASSASSINATE),
    where=playing(assassinate),
)
def assassination_costs_an_influence(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Assassin makes the other seat lose an influence, once."""
    victim = other(before, before.turn)
    yield "loses", both(after.stage == Stage.LOSE, after.asked == victim)
    yield "once", negate(is_present(after.deed))
    yield "coins stay", forall(before.coins, lambda seat: after.coins[seat] == before.coins[seat])


@laws.step(
    "exchange-draws",
    clauses=["COUP-11"],
    when=lambda before, step, after: happens(before, step, after, Deed.EXCHANGE),
    where=playing(exchange),
)
def exchange_draws(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Ambassador draws cards, and nobody else does."""
    yield "draws", both(after.stage == Stage.DRAW, after.asked == before.turn)
    yield "once", negate(is_present(after.deed))


@laws.step(
    "actions-are-announced",
    clauses=["COUP-05", "COUP-08", "COUP-09", "COUP-10", "COUP-11"],
    when=lambda before, step, after: step.took(*DECLARED),
    where=playing_any(*DECLARED),
)
def actions_are_announced(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """An action is open to the other seat before it has any effect; only the Assassin is paid at once."""
    for rule, deed in DECLARED.items():
        if step.took(rule):
            stage = Stage.CHALLENGE if CLAIMED[deed] else Stage.BLOCK
            yield "open", both(is_open(after, deed), both(after.stage == stage, after.asked != step["seat"]))
    paid = [("coins", step["seat"]), "treasury"] if step.took(assassinate) else []
    yield from changes_only(before, after, "deed", "stage", "asked", *paid)


@laws.step(
    "price-is-paid",
    clauses=["COUP-06", "COUP-09"],
    when=lambda before, step, after: step.took(launch_coup, assassinate),
    where=playing_any(launch_coup, assassinate),
)
def price_is_paid(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A coup costs seven coins, an assassination three."""
    seat, price = step["seat"], price_of(step)
    yield "paid", after.coins[seat] == before.coins[seat] - price
    yield "into the treasury", after.treasury == before.treasury + price


def price_of(step: Step) -> int:
    """What an action costs."""
    return PRICE_OF_COUP if step.took(launch_coup) else PRICE_OF_ASSASSINATION


@laws.step("coup-cannot-be-hindered", clauses=["COUP-06"], when=lambda before, step, after: step.took(launch_coup))
def coup_cannot_be_hindered(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """After a coup the other seat loses an influence, whatever it claims."""
    yield "loses", both(after.stage == Stage.LOSE, after.asked == other(before, step["seat"]))
    yield from changes_only(before, after, ("coins", step["seat"]), "treasury", "stage", "asked")


def moves_coins(before: Court, step: Step, after: Court) -> Any:
    """Whether coins may move in this step."""
    if step.took(income, assassinate, launch_coup):
        return True
    if step.took(concede):
        return both(is_open(before, Deed.ASSASSINATE), negate(is_present(before.block)))
    return exists(
        (Deed.FOREIGN_AID, Deed.TAX, Deed.STEAL), lambda deed: happens(before, step, after, deed)
    )  # fmt: skip


@laws.step("coins-stay", clauses=["COUP-02", "COUP-15"], when=lambda b, step, a: negate(moves_coins(b, step, a)))
def coins_stay(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Coins move only by an action that has its effect, a price, and a price that comes back."""
    for seat in scope(before, Seat):
        yield seat.name, after.coins[seat] == before.coins[seat]


@laws.step("only-doubts-matter", when=lambda before, step, after: step.took(challenge), where=playing(challenge),
           clauses=["COUP-12"])  # fmt: skip
def only_doubts_matter(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A challenge asks who claimed to prove it, and changes nothing else."""
    yield "proves", both(after.stage == Stage.PROVE, after.asked == other(before, step["seat"]))
    yield from changes_only(before, after, "stage", "asked")


@laws.step("proof-is-shown", when=lambda before, step, after: step.took(prove_claim), where=playing(prove_claim),
           clauses=["COUP-13"])  # fmt: skip
def proof_is_shown(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The card that was claimed goes from the hand into the deck; a block that is proved ends the action."""
    seat = step["seat"]
    for card in scope(before, Card):
        shown = choose(was_claimed(before, card), 1, 0)
        yield f"{card.name} leaves", after.hand[seat].count(card) == before.hand[seat].count(card) - shown
        yield f"{card.name} returns", after.deck.count(card) == before.deck.count(card) + shown
    yield "one card", size(after.hand[seat]) == size(before.hand[seat]) - 1
    goes_on = choose(is_present(before.block), negate(is_present(after.deed)), after.deed == before.deed)
    yield "the action", goes_on
    paths = [("hand", seat), "deck", "deed", "block", "stage", "asked"]
    yield from changes_only(before, after, *paths)


def was_claimed(g: Court, card: Card) -> Any:
    """Whether a character is claimed, for a block or else for the action."""
    deeds = [deed for deed in Deed if CLAIMED[deed] == card]
    return either(same(g.block, card), both(negate(is_present(g.block)), is_open(g, *deeds)))


@laws.step("challenger-pays", when=lambda before, step, after: step.took(replace), where=playing(replace),
           clauses=["COUP-13"])  # fmt: skip
def challenger_pays(before: Court, step: Step, after: Court) -> Any:
    """Once who proved a claim has a new card, the challenger loses an influence."""
    return both(after.stage == Stage.LOSE, after.asked == other(before, step["seat"]))


@laws.step("false-claim-fails", when=lambda before, step, after: step.took(concede), where=playing(concede),
           clauses=["COUP-14"])  # fmt: skip
def false_claim_fails(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Who gives in loses an influence; an action fails and its price comes back, and with a false block it goes on."""
    seat, blocked = step["seat"], is_present(before.block)
    back = choose(both(is_open(before, Deed.ASSASSINATE), negate(blocked)), PRICE_OF_ASSASSINATION, 0)
    yield "loses", both(after.stage == Stage.LOSE, after.asked == seat)
    yield "price", after.coins[before.turn] == before.coins[before.turn] + back
    yield "action", choose(blocked, after.deed == before.deed, negate(is_present(after.deed)))
    yield from changes_only(before, after, "deed", "stage", "asked", ("coins", before.turn), "treasury")


@laws.step("block-is-claimed", when=lambda before, step, after: step.took(block_as), where=playing(block_as),
           clauses=["COUP-12"])  # fmt: skip
def block_is_claimed(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A block is open to the seat on turn, and has no effect yet."""
    yield "block", both(same(after.block, step["card"]), after.stage == Stage.DISPUTE)
    yield from changes_only(before, after, "block", "stage", "asked")


@laws.step("block-stops", when=lambda before, step, after: step.took(accept_block), where=playing(accept_block),
           clauses=["COUP-15"])  # fmt: skip
def block_stops(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """An action that is blocked has no effect, and what was paid for it is lost."""
    yield "turn", passes(before, after)
    yield from changes_only(before, after, "deed", "block", "stage", "asked", "turn")


@laws.step("influence-is-laid-open", when=lambda before, step, after: step.took(lose_influence), clauses=["COUP-16"])
def influence_is_laid_open(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The card that is named goes from the hand of its owner to what that has lost, and no other card moves."""
    seat, card = step["seat"], step["card"]
    yield "open", gains_card(before.lost[seat], after.lost[seat], card)
    yield "hand", gains_card(after.hand[seat], before.hand[seat], card)
    yield from changes_only(before, after, ("hand", seat), ("lost", seat), "coins", "treasury", "deed", "block",
                            "stage", "asked", "turn")  # fmt: skip


@laws.step(
    "after-a-lost-challenge",
    clauses=["COUP-12", "COUP-14"],
    when=lambda before, step, after: step.took(lose_influence) and after.stage != Stage.OVER,
)
def after_a_lost_challenge(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """What is still open goes on: an action may be blocked after a lost challenge; else the turn ends."""
    blockable = both(is_open(before, Deed.STEAL, Deed.ASSASSINATE), negate(is_present(before.block)))
    yield "may be blocked", same(blockable, after.stage == Stage.BLOCK)
    yield "turn", implies(negate(is_present(before.deed)), passes(before, after))


@laws.step("lost-for-good", clauses=["COUP-16"])
def lost_for_good(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """What is laid open stays open, and only who is asked for it loses anything."""
    for seat in scope(before, Seat):
        yield seat.name, before.lost[seat] <= after.lost[seat]
        asked = both(before.stage == Stage.LOSE, before.asked == seat)
        yield f"{seat.name} is asked", either(asked, after.lost[seat] == before.lost[seat])


@laws.step("cards-come-from-the-deck", clauses=["COUP-01"], when=lambda before, step, after: step.took(*DRAWING))
def cards_come_from_the_deck(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Who draws takes one card from the deck."""
    seat, card = step["seat"], step["card"]
    yield "drawn", gains_card(before.hand[seat], after.hand[seat], card)
    yield "deck", gains_card(after.deck, before.deck, card)
    yield from changes_only(before, after, ("hand", seat), "deck", "stage", "asked")


@laws.step("cards-are-given-back", clauses=["COUP-11"], when=lambda before, step, after: step.took(give_back),
           where=playing(give_back))  # fmt: skip
def cards_are_given_back(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A card is given back into the deck, until the seat holds its influences."""
    seat, card = step["seat"], step["card"]
    yield "given", gains_card(after.hand[seat], before.hand[seat], card)
    yield "deck", gains_card(before.deck, after.deck, card)
    enough = size(after.hand[seat]) == influence(before, seat)
    yield "turn", choose(enough, passes(before, after), both(after.stage == Stage.RETURN, after.asked == seat))
    yield from changes_only(before, after, ("hand", seat), "deck", "stage", "asked", "turn")


@laws.step("exchange-is-of-two-cards", clauses=["COUP-11"], where=playing(draw_to_exchange),
           when=lambda before, step, after: step.took(draw_to_exchange))  # fmt: skip
def exchange_is_of_two_cards(before: Court, step: Step, after: Court) -> Any:
    """A seat draws until it holds two cards more than influences, or the deck is empty; only then it gives back."""
    drawn = size(after.hand[step["seat"]]) == influence(before, step["seat"]) + 2
    return same(either(drawn, size(after.deck) == 0), after.stage == Stage.RETURN)


@laws.told("draws-are-told", Drew, clauses=["COUP-18"], to=lambda before, step, after: step["seat"],
           when=lambda before, step, after: step.took(*DRAWING))  # fmt: skip
def draws_are_told(before: Court, step: Step, after: Court) -> Drew:
    """Who draws a card is told which, and nobody else is."""
    return Drew(seat=step["seat"], card=step["card"])


CLAIMING = {tax: Card.DUKE, steal: Card.CAPTAIN, assassinate: Card.ASSASSIN, exchange: Card.AMBASSADOR}


@laws.told("claims-are-told", Claimed, clauses=["COUP-12"])
def claims_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Whoever claims a character does so before everybody."""
    if step.took(block_as):
        return Claimed(seat=step["seat"], card=step["card"])
    for rule, card in CLAIMING.items():
        if step.took(rule):
            return Claimed(seat=step["seat"], card=card)
    return None


@laws.told("payments-are-told", Paid, clauses=["COUP-06", "COUP-09"])
def payments_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Whoever pays does so before everybody."""
    if step.took(launch_coup, assassinate):
        return Paid(seat=step["seat"], price=price_of(step))
    return None


@laws.told("losses-are-told", Lost, clauses=["COUP-16"])
def losses_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Everybody is told which influence is lost by whom."""
    return Lost(seat=step["seat"], card=step["card"]) if step.took(lose_influence) else None


@laws.told("proofs-are-told", Proved, clauses=["COUP-13"], where=playing(prove_claim))
def proofs_are_told(before: Court, step: Step, after: Court) -> Event | None:
    """Everybody is shown the card that was claimed, and no card else."""
    for card in scope(before, Card):
        if step.took(prove_claim) and was_claimed(before, card):
            return Proved(seat=step["seat"], card=card)
    return None


@laws.witness("caught-lying", clauses=["COUP-14"], where=playing(concede))
def caught_lying(before: Court, step: Step, after: Court) -> Any:
    """Somebody claims a character without holding it, and is caught."""
    held = exists(scope(before, Card), lambda c: both(was_claimed(before, c), has(before.hand[step["seat"]], c)))
    return negate(held) if step.took(concede) else False


@laws.witness("wrongly-challenged", clauses=["COUP-13"], where=playing(prove_claim))
def wrongly_challenged(before: Court, step: Step, after: Court) -> Any:
    """Somebody proves a block."""
    return is_present(before.block) if step.took(prove_claim) else False


@laws.witness("lost-twice-to-one-assassination", clauses=["COUP-09"], where=playing(assassinate, prove_claim))
def lost_twice_to_one_assassination(g: Court) -> Any:
    """A seat may lose an influence by a challenge and be asked for a block of the same assassination."""
    return both(g.stage == Stage.BLOCK, both(is_open(g, Deed.ASSASSINATE), size(g.lost[g.asked]) > 0))


@laws.witness("gave-in-unforced", clauses=["COUP-14"], where=playing(concede))
def gave_in_unforced(before: Court, step: Step, after: Court) -> Any:
    """Somebody holds the card that was claimed, and does not show it."""
    held = exists(scope(before, Card), lambda c: both(was_claimed(before, c), has(before.hand[step["seat"]], c)))
    return held if step.took(concede) else False


def keeps(before: Court, step: Step, kept: Card) -> Any:
    """Whether a seat that holds both the first and the last character loses the other one of the two."""
    held = before.hand[before.asked]
    cards = scope(before, Card)
    both_held = both(has(held, cards[0]), has(held, cards[-1]))
    return both(both_held, step["card"] != kept) if step.took(lose_influence) else False


@laws.witness("chose-to-keep-the-first", clauses=["COUP-16"])
def chose_to_keep_the_first(before: Court, step: Step, after: Court) -> Any:
    """Who holds the first and the last character may keep the first."""
    return keeps(before, step, scope(before, Card)[0])


@laws.witness("chose-to-keep-the-last", clauses=["COUP-16"])
def chose_to_keep_the_last(before: Court, step: Step, after: Court) -> Any:
    """Who holds the first and the last character may keep the last."""
    return keeps(before, step, scope(before, Card)[-1])


@laws.progress("game-ends", clauses=["COUP-17"])
def game_ends(g: Court) -> bool:
    """From everywhere the game can come to its end."""
    return g.stage == Stage.OVER


@laws.save_rule("piles-hold-all-cards", clauses=["COUP-01"])
def piles_hold_all_cards(g: Court) -> Iterator[Conjunct]:
    """A save lists every copy of a character once; one that is missing or doubled is told at the deck."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card) + g.lost[seat].count(card))
        yield f"$.deck.{card.name}", held + g.deck.count(card) == g.copies
