"""Coup: swept and proved, and wrong rules, each found by a check that is meant for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.faults import found_by_sweep, is_refuted
from kanly.explorer.battery.acceptance import refusals_of
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games.coup import cards, laws
from kanly.model import ACTOR, Chance, Secret, emit, require, required, size
from kanly.model.games.coup.asking import ask, check, end_turn, other
from kanly.model.games.coup.blocks import accept_block, block_as, let_it_happen
from kanly.model.games.coup.cards import draw, influence
from kanly.model.games.coup.challenges import believe, challenge
from kanly.model.games.coup.coins import pay, take_coins
from kanly.model.games.coup.deeds import assassinate, begin, claim, foreign_aid, income, launch_coup, tax
from kanly.model.games.coup.effects import complete, go_on
from kanly.model.games.coup.exchanges import draw_to_exchange, give_back
from kanly.model.games.coup.game import coup
from kanly.model.games.coup.losses import lose_influence
from kanly.model.games.coup.proofs import claimed, concede, fail, prove_claim, replace
from kanly.model.games.coup.table.events import Claimed, Drew, Lost, Proved
from kanly.model.games.coup.table.kinds import PRICE_OF_ASSASSINATION, PRICE_OF_COUP, Card, Deed, Seat, Stage
from kanly.model.games.coup.table.state import Court
from kanly.model.games.coup.view import CourtView, view

AID, MURDER, THEFT = "aid", "murder", "theft"
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("scenario", "states"),
    [(AID, 8_800), pytest.param(MURDER, 366_747, marks=SLOW), pytest.param(THEFT, 562_555, marks=SLOW)],
)
def test_every_state_of_a_small_court_is_reached_and_everything_holds(scenario: str, states: int) -> None:
    found = explore(coup.instance(scenario), sample=100, sight=None)
    assert {check.declaration for check in found.checks} <= set(laws.all)
    assert (found.status, found.states) == (Status.HOLDS, states)


@pytest.mark.nightly
def test_every_state_of_the_whole_game_is_reached_and_everything_holds() -> None:
    found = explore(coup.instance(), sample=100, sight=None)
    assert (found.status, found.states) == (Status.HOLDS, 13_120_731)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [AID, MURDER, THEFT, "default"])
def test_everything_is_proved(scenario: str) -> None:
    traced = trace_model(coup.instance(scenario))
    assert proof_verdict(traced, Budget(), f"kanly prove coup:{scenario}").status == "holds"


@pytest.mark.parametrize(
    ("scenario", "deed", "refused"),
    [
        (AID, Deed.TAX, True),
        (MURDER, Deed.STEAL, True),
        (MURDER, Deed.EXCHANGE, True),
        (MURDER, Deed.TAX, False),
        (THEFT, Deed.ASSASSINATE, True),
        (THEFT, Deed.TAX, True),
        (THEFT, Deed.STEAL, False),
        ("default", Deed.STEAL, False),
    ],
)
def test_a_save_has_no_action_open_that_nobody_can_take(scenario: str, deed: Deed, refused: bool) -> None:
    instance = coup.instance(scenario)
    save = json.loads(instance.to_json(instance.initial_states()[0]))
    edited = instance.from_json(json.dumps({**save, "stage": "CHALLENGE", "deed": deed.name}))
    assert ("$.deed" in {refusal.path for refusal in refusals_of(instance, edited)}) is refused


def ask_who_acts_to_block(g: Court, seat: Seat) -> None:
    begin(g, seat)
    g.deed = Deed.FOREIGN_AID
    ask(g, Stage.BLOCK, seat)


def let_anybody_block(g: Court, seat: Seat, card: Card) -> None:
    require(g.stage == Stage.BLOCK, "this is not asked of you")
    require(g.deed == Deed.FOREIGN_AID and card == Card.DUKE, "the character does not block this action")
    g.block = card
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.DISPUTE, g.turn)


def take_income_with_ten_coins(g: Court, seat: Seat) -> None:
    check(g, Stage.ACT, seat)
    take_coins(g, seat, 1)
    end_turn(g)


def take_three_coins_of_aid(g: Court, seat: Seat) -> None:
    check(g, Stage.BLOCK, seat)
    take_coins(g, g.turn, 1)
    complete(g)


def launch_a_coup_for_nothing(g: Court, seat: Seat) -> None:
    check(g, Stage.ACT, seat)
    require(g.coins[seat] >= PRICE_OF_COUP, "you cannot pay")
    ask(g, Stage.LOSE, other(g, seat))


def choose_what_the_other_loses(g: Court, seat: Seat, card: Card) -> None:
    check(g, Stage.LOSE, other(g, seat))
    require(card in g.hand[other(g, seat)], "the card is not there")
    g.hand[other(g, seat)].move(card, to=g.lost[other(g, seat)])
    emit(Lost(seat=other(g, seat), card=card))
    if not g.hand[other(g, seat)]:
        g.deed = None
        g.block = None
        ask(g, Stage.OVER, seat)
    elif g.deed is None:
        end_turn(g)
    elif g.block is not None:
        complete(g)
    else:
        go_on(g)


def lose_and_play_on(g: Court, seat: Seat, card: Card) -> None:
    check(g, Stage.LOSE, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(card, to=g.lost[seat])
    emit(Lost(seat=seat, card=card))
    end_turn(g)


def lose_it_face_down(g: Court, seat: Seat, card: Card) -> None:
    check(g, Stage.LOSE, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(card, to=g.deck)
    emit(Lost(seat=seat, card=card))
    end_turn(g)


def take_the_price_back_when_blocked(g: Court, seat: Seat) -> None:
    check(g, Stage.DISPUTE, seat)
    if g.deed == Deed.ASSASSINATE:
        take_coins(g, seat, PRICE_OF_ASSASSINATION)
    end_turn(g)


def assassinate_on_credit(g: Court, seat: Seat) -> None:
    require(g.coins[seat] >= PRICE_OF_ASSASSINATION, "you cannot pay")
    claim(g, seat, Card.ASSASSIN, Deed.ASSASSINATE)


def assassinate_unchallenged(g: Court, seat: Seat) -> None:
    claim(g, seat, Card.ASSASSIN, Deed.ASSASSINATE)
    pay(g, seat, PRICE_OF_ASSASSINATION)
    ask(g, Stage.BLOCK, other(g, seat))


def assassinate_again_and_again(g: Court, seat: Seat) -> None:
    check(g, Stage.BLOCK, seat)
    if g.deed == Deed.ASSASSINATE:
        ask(g, Stage.LOSE, seat)
    else:
        complete(g)


def block_as_anybody(g: Court, seat: Seat, card: Card) -> None:
    check(g, Stage.BLOCK, seat)
    g.block = card
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.DISPUTE, g.turn)


def block_only_truly(g: Court, seat: Seat, card: Card) -> None:
    check(g, Stage.BLOCK, seat)
    require(card == Card.DUKE and card in g.hand[seat], "you do not hold the card")
    g.block = card
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.DISPUTE, g.turn)


def tax_only_truly(g: Court, seat: Seat) -> None:
    require(Card.DUKE in g.hand[seat], "you do not hold the card")
    claim(g, seat, Card.DUKE, Deed.TAX)


def let_who_claimed_lose(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    check(g, Stage.REPLACE, seat)
    draw(g, seat, card)
    ask(g, Stage.LOSE, seat)


def tell_the_challenger(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    check(g, Stage.REPLACE, seat)
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    emit(Drew(seat=seat, card=card), to=other(g, seat))
    ask(g, Stage.LOSE, other(g, seat))


def show_and_throw_away(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    card = required(claimed(g), "nothing is claimed")
    require(card in g.hand[seat], "you do not hold the card")
    g.hand[seat].remove(card)
    emit(Proved(seat=seat, card=card))
    if g.block is not None:
        g.deed = None
        g.block = None
    ask(g, Stage.REPLACE, seat)


def prove_by_another_card(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    card = required(claimed(g), "nothing is claimed")
    shown = Card.CONTESSA if Card.CONTESSA in g.hand[seat] else card
    require(shown in g.hand[seat], "you do not hold the card")
    g.hand[seat].move(shown, to=g.deck)
    emit(Proved(seat=seat, card=card))
    if g.block is not None:
        g.deed = None
        g.block = None
    ask(g, Stage.REPLACE, seat)


def give_in_and_pay_all_the_same(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    if g.block is None:
        g.deed = None
    ask(g, Stage.LOSE, seat)


def give_in_and_still_do_it(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    ask(g, Stage.LOSE, seat)


def let_the_other_seat_prove(g: Court, seat: Seat) -> None:
    require(g.stage in (Stage.CHALLENGE, Stage.DISPUTE) and g.asked == seat, "this is not asked of you")
    ask(g, Stage.PROVE, seat)


def keep_a_card_too_many(g: Court, seat: Seat, card: Card = Secret(seen_by=ACTOR)) -> None:
    check(g, Stage.RETURN, seat)
    require(card in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(card, to=g.deck)
    if size(g.hand[seat]) <= influence(g, seat) + 1:
        end_turn(g)


def exchange_one_card(g: Court, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
    check(g, Stage.DRAW, seat)
    draw(g, seat, card)
    g.stage = Stage.RETURN


def steal_from_the_treasury(g: Court, seat: Seat) -> None:
    check(g, Stage.BLOCK, seat)
    if g.deed == Deed.STEAL:
        take_coins(g, g.turn, 2)
        end_turn(g)
    else:
        complete(g)


def show_both_hands(g: Court, seat: Seat) -> CourtView:
    told = view(g, seat)
    told.hand = g.hand[other(g, seat)]
    return told


def show_the_deck(g: Court, seat: Seat) -> CourtView:
    told = view(g, seat)
    told.deck = g.deck.count(Card.DUKE)
    return told


def let_only_blocks_happen(g: Court, seat: Seat) -> None:
    check(g, Stage.DISPUTE, seat)
    complete(g)


def accept_only_as_a_duke(g: Court, seat: Seat) -> None:
    check(g, Stage.DISPUTE, seat)
    require(Card.DUKE in g.hand[seat], "you are no Duke")
    end_turn(g)


def believe_only_as_a_duke(g: Court, seat: Seat) -> None:
    check(g, Stage.CHALLENGE, seat)
    require(Card.DUKE in g.hand[seat], "you are no Duke")
    go_on(g)


def challenge_actions_only(g: Court, seat: Seat) -> None:
    check(g, Stage.CHALLENGE, seat)
    ask(g, Stage.PROVE, other(g, seat))


def prove_blocks_only(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    card = required(g.block, "no block is claimed")
    require(card in g.hand[seat], "you do not hold the card")
    g.hand[seat].move(card, to=g.deck)
    emit(Proved(seat=seat, card=card))
    g.deed = None
    g.block = None
    ask(g, Stage.REPLACE, seat)


def give_in_only_when_lying(g: Court, seat: Seat) -> None:
    check(g, Stage.PROVE, seat)
    require(required(claimed(g), "nothing is claimed") not in g.hand[seat], "you hold the card")
    fail(g)
    ask(g, Stage.LOSE, seat)


def show_an_empty_treasury(g: Court, seat: Seat) -> CourtView:
    told = view(g, seat)
    told.treasury = 0
    return told


def show_who_is_asked_as_on_turn(g: Court, seat: Seat) -> CourtView:
    told = view(g, seat)
    told.turn = g.asked
    return told


Rule = Callable[..., Any]
FAULTS: list[tuple[str, Rule, Rule, str]] = [
    (AID, foreign_aid, ask_who_acts_to_block, "who-may-block"),
    (AID, block_as, let_anybody_block, "who-may-block"),
    (AID, income, take_income_with_ten_coins, "ten-coins-compel"),
    (AID, let_it_happen, take_three_coins_of_aid, "foreign-aid-is-two-coins"),
    (AID, launch_coup, launch_a_coup_for_nothing, "price-is-paid"),
    (AID, lose_influence, choose_what_the_other_loses, "who-loses"),
    (AID, lose_influence, lose_and_play_on, "end"),
    (AID, lose_influence, lose_it_face_down, "influence-is-laid-open"),
    (AID, block_as, block_only_truly, "anybody-blocks"),
    (MURDER, tax, tax_only_truly, "anybody-is-a-duke"),
    (AID, let_it_happen, let_only_blocks_happen, "anybody-yields"),
    (AID, accept_block, accept_only_as_a_duke, "anybody-accepts-a-block"),
    (AID, view, show_both_hands, "sight"),
    (AID, view, show_the_deck, "sight"),
    (MURDER, accept_block, take_the_price_back_when_blocked, "block-stops"),
    (MURDER, assassinate, assassinate_on_credit, "price-is-paid"),
    (MURDER, assassinate, assassinate_unchallenged, "actions-are-announced"),
    (MURDER, let_it_happen, assassinate_again_and_again, "assassination-costs-an-influence"),
    (MURDER, block_as, block_as_anybody, "block-fits"),
    (MURDER, replace, let_who_claimed_lose, "challenger-pays"),
    (MURDER, replace, tell_the_challenger, "draws-are-told"),
    (MURDER, replace, tell_the_challenger, "sight"),
    (MURDER, prove_claim, show_and_throw_away, "cards-are-conserved"),
    (MURDER, prove_claim, prove_by_another_card, "proof-is-shown"),
    (MURDER, concede, give_in_and_pay_all_the_same, "false-claim-fails"),
    (MURDER, concede, give_in_and_still_do_it, "false-claim-fails"),
    (MURDER, challenge, let_the_other_seat_prove, "who-proves"),
    (MURDER, believe, believe_only_as_a_duke, "anybody-believes"),
    (MURDER, challenge, challenge_actions_only, "anybody-challenges"),
    (MURDER, prove_claim, prove_blocks_only, "a-true-claim-can-be-proved"),
    (MURDER, concede, give_in_only_when_lying, "anybody-gives-in"),
    (THEFT, give_back, keep_a_card_too_many, "cards-are-given-back"),
    (THEFT, draw_to_exchange, exchange_one_card, "exchange-is-of-two-cards"),
    (THEFT, let_it_happen, steal_from_the_treasury, "theft-is-two-coins"),
]
"""A scenario, the rule, what stands in its place, and the check that must find it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "rule", "wrong", "check"), FAULTS, ids=[f"{wrong.__name__}-{law}" for _, _, wrong, law in FAULTS]
)
def test_a_wrong_rule_is_found(scenario: str, rule: Rule, wrong: Rule, check: str) -> None:
    assert check in found_by_sweep(coup, scenario, {rule: wrong})
    if check != "sight":
        assert is_refuted(coup, scenario, {rule: wrong}, check)


@pytest.mark.parametrize(("wrong", "scenario"), [(show_an_empty_treasury, AID), (show_who_is_asked_as_on_turn, AID)])
def test_a_view_that_is_not_true_is_found(wrong: Rule, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law asks the view itself, which is why a variant of the model does not change what it asks."""
    monkeypatch.setattr(cards, "view", wrong)
    found = explore(coup.instance(scenario), keep_going=True, sight=None, sample=50)
    assert "the-view-is-true" in {check.declaration.id for check in found.checks if check.status is Status.VIOLATED}
