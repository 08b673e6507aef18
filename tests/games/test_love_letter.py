"""Love Letter: swept and proved, and wrong rules, each found by a check of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.faults import found_by_sweep, is_refuted
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games.love_letter import laws, telling
from kanly.model import copy, emit, require, required, size
from kanly.model.games.love_letter.drawing import draw, put_aside
from kanly.model.games.love_letter.game import love_letter
from kanly.model.games.love_letter.hands import eliminate, lay_down, show, strength
from kanly.model.games.love_letter.high_cards import trade_with_king
from kanly.model.games.love_letter.in_vain import play_in_vain
from kanly.model.games.love_letter.low_cards import (
    compare_with_baron,
    guess_with_guard,
    hide_behind_handmaid,
    look_with_priest,
)
from kanly.model.games.love_letter.prince import call_prince, take_what_is_aside
from kanly.model.games.love_letter.table.events import Showed
from kanly.model.games.love_letter.table.kinds import Card, Seat, Stage
from kanly.model.games.love_letter.table.state import Round
from kanly.model.games.love_letter.turns import end_turn, play
from kanly.model.games.love_letter.view import UNSEEN, RoundView, view

CHAPEL, COURT, TOWN = "chapel", "court", "town"


@pytest.mark.parametrize(
    ("scenario", "states"), [(CHAPEL, 51), pytest.param(COURT, 9_192, marks=pytest.mark.slow), (TOWN, 7_517)]
)
def test_every_state_of_a_small_deck_is_reached_and_everything_holds(scenario: str, states: int) -> None:
    found = explore(love_letter.instance(scenario), sample=100, sight=None)
    assert {check.declaration for check in found.checks} <= set(laws.all)
    assert (found.status, found.states) == (Status.HOLDS, states)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [CHAPEL, COURT, TOWN])
def test_everything_is_proved_of_a_small_deck(scenario: str) -> None:
    traced = trace_model(love_letter.instance(scenario))
    assert proof_verdict(traced, Budget(), f"kanly prove love-letter:{scenario}").status == "holds"


@pytest.mark.slow
def test_everything_is_proved_of_all_sixteen_cards() -> None:
    traced = trace_model(love_letter.instance())
    assert proof_verdict(traced, Budget(), "kanly prove love-letter").status == "holds"


@pytest.mark.slow
def test_nothing_is_wrong_in_the_first_states_of_the_whole_deck() -> None:
    found = explore(love_letter.instance(), bounds=Bounds(states=100_000), sample=50)
    assert found.status is Status.INCONCLUSIVE
    assert not [check.declaration.id for check in found.checks if check.status is Status.VIOLATED]


def guess_guards_too(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        eliminate(g, target)
    end_turn(g)


def guess_and_drive_out_oneself(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    require(guess != Card.GUARD, "a Guard does not look for Guards")
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        eliminate(g, target)
    else:
        eliminate(g, seat)
    end_turn(g)


def look_at_protected_hands(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat and target not in g.out, "name another seat")
    play(g, seat, Card.PRIEST)
    show(g, target, to=seat)
    end_turn(g)


def look_aloud(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    g.shown[target].add(seat)
    emit(Showed(owner=target, hand=g.hand[target]))
    end_turn(g)


def compare_and_drive_out_the_higher(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.BARON, target)
    show(g, target, to=seat)
    show(g, seat, to=target)
    own, other = strength(g, seat), strength(g, target)
    if own > other:
        eliminate(g, seat)
    elif other > own:
        eliminate(g, target)
    end_turn(g)


def hide_for_good(g: Round, seat: Seat) -> None:
    play(g, seat, Card.HANDMAID)
    for other in Seat:
        g.safe.add(other)
    end_turn(g)


def call_prince_beside_countess(g: Round, seat: Seat, target: Seat) -> None:
    play(g, seat, Card.PRINCE, target)
    if Card.PRINCESS in g.hand[target]:
        eliminate(g, target)
        end_turn(g)
    else:
        lay_down(g, target)
        g.redraws = target
        g.stage = Stage.REDRAW


def call_prince_and_spare_the_princess(g: Round, seat: Seat, target: Seat) -> None:
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.PRINCE, target)
    lay_down(g, target)
    g.redraws = target
    g.stage = Stage.REDRAW


def call_prince_and_lose_the_card(g: Round, seat: Seat, target: Seat) -> None:
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.PRINCE, target)
    if Card.PRINCESS in g.hand[target]:
        eliminate(g, target)
        end_turn(g)
    else:
        g.hand[target].clear()
        g.shown[target].clear()
        g.redraws = target
        g.stage = Stage.REDRAW


def trade_and_show_everybody(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.KING, target)
    kept = copy(g.hand[seat])
    g.hand[seat] = g.hand[target]
    g.hand[target] = kept
    for owner in (seat, target):
        g.shown[owner] = {other for other in Seat if other != owner}
    end_turn(g)


def trade_one_way(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.KING, target)
    g.hand[seat] = g.hand[target]
    g.shown[seat] = {target}
    end_turn(g)


def play_in_vain_at_will(g: Round, seat: Seat, card: Card) -> None:
    require(card in (Card.GUARD, Card.PRIEST), "the card does not need another seat")
    play(g, seat, card)
    end_turn(g)


def draw_and_stay_known(g: Round, seat: Seat, card: Card) -> None:
    require(g.stage == Stage.DRAW and g.turn == seat, "it is not your turn to draw")
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    g.stage = Stage.PLAY


def leave_it_aside(g: Round) -> None:
    require(g.redraws is not None and not g.deck, "nobody draws anew")
    g.redraws = None
    end_turn(g)


def show_what_others_hold(g: Round, seat: Seat) -> RoundView:
    told = view(g, seat)
    told.hands = {owner: g.hand[owner] if size(g.hand[owner]) == 1 else UNSEEN for owner in g.hand}
    return told


def draw_unseen(g: Round, seat: Seat, card: Card) -> None:
    require(g.stage == Stage.DRAW and g.turn == seat, "it is not your turn to draw")
    require(card in g.deck, "the card is not in the deck")
    g.deck.move(card, to=g.hand[seat])
    g.shown[seat].clear()
    g.stage = Stage.PLAY


def play_silently(g: Round, seat: Seat) -> None:
    require(g.stage == Stage.PLAY and g.turn == seat, "it is not your turn to play")
    require(Card.HANDMAID in g.hand[seat], "the card is not in your hand")
    g.hand[seat].move(Card.HANDMAID, to=g.discard)
    g.safe.add(seat)
    end_turn(g)


def guess_and_drive_out_silently(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    require(guess != Card.GUARD, "a Guard does not look for Guards")
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        lay_down(g, target)
        g.out.add(target)
    end_turn(g)


def guess_at_oneself(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    require(guess != Card.GUARD, "a Guard does not look for Guards")
    play(g, seat, Card.GUARD, target)
    if guess in g.hand[target]:
        eliminate(g, target)
    end_turn(g)


def look_and_forget(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    emit(Showed(owner=target, hand=g.hand[target]), to=seat)
    end_turn(g)


def look_and_make_others_forget(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    g.shown[target].clear()
    show(g, target, to=seat)
    end_turn(g)


def look_at_nothing(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.PRIEST, target)
    g.shown[target].add(seat)
    end_turn(g)


def compare_one_way(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    play(g, seat, Card.BARON, target)
    show(g, target, to=seat)
    g.shown[seat].add(target)
    own, other = strength(g, seat), strength(g, target)
    if own < other:
        eliminate(g, seat)
    elif other < own:
        eliminate(g, target)
    end_turn(g)


def trade_and_tell_once(g: Round, seat: Seat, target: Seat) -> None:
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
    end_turn(g)


def take_what_is_aside_unseen(g: Round) -> None:
    seat = required(g.redraws, "nobody draws anew")
    require(not g.deck, "there are cards in the deck")
    g.hand[seat].update(g.aside)
    g.aside.clear()
    g.redraws = None
    end_turn(g)


def show_nobody_as_out(g: Round, seat: Seat) -> RoundView:
    told = view(g, seat)
    told.out = set()
    return told


def show_who_is_protected_as_winning(g: Round, seat: Seat) -> RoundView:
    told = view(g, seat)
    told.winners = g.safe
    return told


Rule = Callable[..., Any]
FAULTS: list[tuple[str, Rule, Rule, str]] = [
    (TOWN, guess_with_guard, guess_guards_too, "guard-hits"),
    (TOWN, guess_with_guard, guess_and_drive_out_oneself, "guard-hits"),
    (TOWN, look_with_priest, look_at_protected_hands, "handmaid-protects-from-looks"),
    (TOWN, look_with_priest, look_aloud, "sight"),
    (TOWN, hide_behind_handmaid, hide_for_good, "protection-has-its-handmaid"),
    (TOWN, play_in_vain, play_in_vain_at_will, "in-vain"),
    (TOWN, draw, draw_and_stay_known, "shown-hands"),
    (TOWN, draw, draw_unseen, "draws-are-told"),
    (TOWN, hide_behind_handmaid, play_silently, "plays-are-told"),
    (TOWN, guess_with_guard, guess_and_drive_out_silently, "eliminations-are-told"),
    (TOWN, guess_with_guard, guess_at_oneself, "cards-are-played-against-others"),
    (TOWN, look_with_priest, look_and_forget, "looks-are-remembered"),
    (TOWN, look_with_priest, look_and_make_others_forget, "hands-stay-known"),
    (TOWN, look_with_priest, look_at_nothing, "who-looks-is-told"),
    (TOWN, view, show_what_others_hold, "sight"),
    (COURT, compare_with_baron, compare_and_drive_out_the_higher, "baron-drives-out-the-lower"),
    (COURT, call_prince, call_prince_beside_countess, "countess-first"),
    (COURT, call_prince, call_prince_and_spare_the_princess, "princess-is-lost-with-her-seat"),
    (COURT, call_prince, call_prince_and_lose_the_card, "cards-are-conserved"),
    (COURT, trade_with_king, trade_and_show_everybody, "hands-are-shown-on-purpose"),
    (COURT, trade_with_king, trade_one_way, "king-trades"),
    (COURT, compare_with_baron, compare_one_way, "baron-shows-both-hands"),
    (COURT, trade_with_king, trade_and_tell_once, "king-shows-both-hands"),
    (COURT, take_what_is_aside, take_what_is_aside_unseen, "who-looks-is-told"),
    (COURT, take_what_is_aside, leave_it_aside, "hands"),
]
"""A scenario, the rule, what stands in its place, and the check that must find it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "rule", "wrong", "check"), FAULTS, ids=[wrong.__name__ for _, _, wrong, _ in FAULTS]
)
def test_a_wrong_rule_is_found(scenario: str, rule: Rule, wrong: Rule, check: str) -> None:
    assert check in found_by_sweep(love_letter, scenario, {rule: wrong})
    if check != "sight":
        assert is_refuted(love_letter, scenario, {rule: wrong}, check)


def put_aside_what_is_left(g: Round, card: Card) -> None:
    require(g.stage == Stage.ASIDE and g.deck.count(card) > 1, "no other copy is in the deck")
    g.deck.move(card, to=g.aside)
    g.stage = Stage.DEAL


def call_prince_on_others(g: Round, seat: Seat, target: Seat) -> None:
    require(target != seat, "name another seat")
    require(Card.COUNTESS not in g.hand[seat], "the Countess must be played")
    play(g, seat, Card.PRINCE, target)
    if Card.PRINCESS in g.hand[target]:
        eliminate(g, target)
        end_turn(g)
    else:
        lay_down(g, target)
        g.redraws = target
        g.stage = Stage.REDRAW


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "rule", "wrong", "witness"),
    [
        (CHAPEL, put_aside, put_aside_what_is_left, "only-copy-aside"),
        (COURT, call_prince, call_prince_on_others, "prince-against-oneself"),
    ],
)
def test_what_ought_to_be_possible_is_missed(scenario: str, rule: Rule, wrong: Rule, witness: str) -> None:
    found = explore(love_letter.variant({rule: wrong}).instance(scenario), keep_going=True, sight=None, sample=50)
    assert witness in {check.declaration.id for check in found.checks if check.status is not Status.HOLDS}


@pytest.mark.parametrize(
    ("wrong", "scenario"), [(show_nobody_as_out, CHAPEL), (show_who_is_protected_as_winning, TOWN)]
)
def test_a_view_that_is_not_true_is_found(wrong: Rule, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law asks the view itself, which is why a variant of the model does not change what it asks."""
    monkeypatch.setattr(telling, "view", wrong)
    found = explore(love_letter.instance(scenario), keep_going=True, sight=None, sample=50)
    assert "the-view-is-true" in {check.declaration.id for check in found.checks if check.status is Status.VIOLATED}
