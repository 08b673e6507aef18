"""Answers, shipments and alliances that do too much or too little: each is caught by its law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.model import require, required, scope
from kanly.model.dune.arrivals.ambassadors import leave_ambassador
from kanly.model.dune.arrivals.intrusion import stand_fast, step_aside
from kanly.model.dune.losses.tanks import lose_all
from kanly.model.dune.movement import shipment
from kanly.model.dune.movement.karama import cancel_speed
from kanly.model.dune.movement.shipment import ship
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import fighters
from kanly.model.dune.table.kinds import Stage
from kanly.model.dune.table.movements import Intrusion
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import entry
from kanly.model.dune.terror.entry import accept_alliance, leave_terror, refuse_alliance
from kanly.model.dune.turns import turn

ALLIANCES = "alliances-are-for-two-without"


def stays_open(g: Table, seat: Faction) -> None:
    intrusion = g.pending
    stand_fast(g, seat)
    assert isinstance(intrusion, Intrusion)
    g.pending = Intrusion(territory=intrusion.territory, intruder=intrusion.intruder)


def stands_up_again(g: Table, seat: Faction) -> None:
    step_aside(g, seat)
    g.advisors.clear()


def sends_it_home(g: Table, seat: Faction) -> None:
    embassy = required(g.embassy, "no entry waits for Ecaz")
    leave_ambassador(g, seat)
    g.ambassadors[embassy.place] = None


def ships_for_nothing(g: Table, seat: Faction, to: Place, amount: int) -> None:
    spice, bank = g.spice[seat], g.bank
    ship(g, seat, to, amount)
    g.spice[seat] = spice
    g.bank = bank


def ships_without_end(g: Table, seat: Faction, to: Place, amount: int) -> None:
    ship(g, seat, to, amount)
    g.shipped.discard(seat)


def ships_its_cards(g: Table, seat: Faction, to: Place, amount: int) -> None:
    ship(g, seat, to, amount)
    g.hand[seat].clear()


def keeps_the_token_out(g: Table, seat: Faction) -> None:
    accept_alliance(g, seat)
    g.terror_supply.clear()


def refuses_with_a_loss(g: Table, seat: Faction) -> None:
    refuse_alliance(g, seat)
    g.terror_supply.clear()


def takes_the_token_away(g: Table, seat: Faction) -> None:
    place = required(g.entry, "no entry waits").place
    leave_terror(g, seat)
    g.terror[place] = None


def plays_a_card_more(g: Table, seat: Faction) -> None:
    cancel_speed(g, seat)
    for other in scope(g, Faction):
        g.hand[other].discard(Card.ORNITHOPTER)


@pytest.mark.parametrize(
    ("rule", "broken", "scenario", "check", "conjunct"),
    [
        (stand_fast, stays_open, "flight-entries", "intrusions-are-answered-once", "over"),
        (step_aside, stands_up_again, "flight-entries", "intrusions-are-answered-once", "advisors"),
        (leave_ambassador, sends_it_home, "flight-entries", "an-ambassador-may-be-left", None),
        (ship, ships_for_nothing, "terror-sabotage", "a-shipment-is-paid-and-placed", "paid"),
        (ship, ships_without_end, "terror-sabotage", "a-shipment-is-made-once", "over"),
        (ship, ships_its_cards, "terror-sabotage", "a-shipment-changes-nothing-else", None),
        (accept_alliance, keeps_the_token_out, "terror-alliance-refused", "an-alliance-takes-the-token-back", "token"),
        (refuse_alliance, refuses_with_a_loss, "terror-alliance-refused",
         "a-refusal-leaves-the-token-to-be-revealed", None),
        (leave_terror, takes_the_token_away, "terror-sabotage", "a-token-may-be-left-unless-refused", None),
        (cancel_speed, plays_a_card_more, "flight-ix", "played-cards-are-discarded", None),
    ],
)  # fmt: skip
def test_it_is_caught(
    rule: Callable[..., None], broken: Callable[..., Any], scenario: str, check: str, conjunct: str | None
) -> None:
    result = answer(dune.variant({rule: broken}), scenario, check)
    assert result.status is Status.VIOLATED, result
    assert conjunct is None or result.conjunct == conjunct


def test_an_alliance_that_is_offered_again_is_caught() -> None:
    def offered(g: Table, seat: Faction) -> None:
        waiting = entry.moritani_answers(g, seat, Stage.OFFER)
        require(entry.both_unallied(g, waiting.entrant), "one of the two has an ally")
        entry.wait_for(g, Stage.REPLY)

    result = answer(dune.variant({entry.offer_alliance: offered}), "terror-alliance-refused", ALLIANCES)
    assert (result.status, result.conjunct) == (Status.VIOLATED, "not refused")


@pytest.mark.slow
def test_forces_that_are_lost_in_silence_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(g: Table, seat: Faction, ally: Faction, place: Place) -> None:
        if fighters(g, ally, place.territory) > 0:
            lose_all(g, seat, place)

    monkeypatch.setattr(turn, "yield_to_ally", lose)
    result = answer(dune, "flight", "lost-forces-are-told")
    assert result.status is Status.VIOLATED, result


def test_a_shipment_that_costs_the_same_everywhere_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipment, "TO_A_STRONGHOLD", 2)
    result = answer(dune, "terror-sabotage", "a-shipment-is-paid-and-placed")
    assert (result.status, result.conjunct) == (Status.VIOLATED, "paid")
