"""Broken rules of worthless cards used as Karamas: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import require
from kanly.model.dune.movement import karama
from kanly.model.dune.movement.karama import pass_worthless, stop_worthless, use_worthless
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.movements import Conversion, SpeedResponse
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns.hand import play
from kanly.model.dune.turns.pending import answers

Patch = pytest.MonkeyPatch
ACTIONS = ("move", "use_worthless")


@pytest.mark.slow
def test_the_worthless_card_is_kept() -> None:
    def uses(g: Table, seat: Faction, card: Card) -> None:
        use_worthless(g, seat, card)
        g.discard.remove(card)
        g.hand[seat].add(card)

    broken = dune.variant({use_worthless: uses})
    caught(broken, "flight-bg", "worthless-card-is-discarded-by-itself", *ACTIONS)
    missed(broken, "flight-bg", "flight-completes-after-a-worthless-card")


def test_any_card_counts_as_worthless(monkeypatch: Patch) -> None:
    def uses(g: Table, seat: Faction, card: Card) -> None:
        require(seat == Faction.BENE_GESSERIT, "only the Bene Gesserit use a card as a Karama")
        play(g, seat, card)
        response = answers(g, seat, SpeedResponse)
        response.waiting.remove(seat)
        g.pending = Conversion(response=response, waiting={Faction.HARKONNEN})

    broken = dune.variant({use_worthless: uses})
    caught(broken, "flight-bg", "worthless-card-is-discarded-by-itself", *ACTIONS, conjunct="worthless")


@pytest.mark.slow
def test_the_mover_is_not_asked_about_it() -> None:
    def uses(g: Table, seat: Faction, card: Card) -> None:
        use_worthless(g, seat, card)
        if isinstance(g.pending, Conversion):
            g.pending.waiting.discard(g.pending.response.movement.player)
            require(bool(g.pending.waiting), "somebody else is asked")

    broken = dune.variant({use_worthless: uses})
    caught(broken, "flight-bg", "worthless-card-can-be-stopped", *ACTIONS, conjunct="Fremen is asked")
    missed(broken, "flight-bg", "mover-stops-a-worthless-card")


def test_it_works_before_anybody_can_stop_it() -> None:
    def uses(g: Table, seat: Faction, card: Card) -> None:
        use_worthless(g, seat, card)
        conversion = g.pending
        if isinstance(conversion, Conversion):
            karama.cancel(g, conversion.response.movement)

    broken = dune.variant({use_worthless: uses})
    caught(broken, "flight-bg", "worthless-card-can-be-stopped", *ACTIONS, conjunct="nobody to ask")


def test_the_bene_gesserit_answer_again_when_they_were_stopped() -> None:
    def uses(g: Table, seat: Faction, card: Card) -> None:
        use_worthless(g, seat, card)
        if isinstance(g.pending, Conversion):
            g.pending.response.waiting.add(seat)

    broken = dune.variant({use_worthless: uses})
    caught(broken, "flight-bg", "only-the-sisters-use-worthless-cards", *ACTIONS, conjunct="answered")


@pytest.mark.slow
def test_a_stopped_card_works_all_the_same() -> None:
    def stops(g: Table, seat: Faction) -> None:
        response = answers(g, seat, Conversion).response
        play(g, seat, Card.KARAMA)
        karama.cancel(g, response.movement)

    broken = dune.variant({stop_worthless: stops})
    check = "stopped-worthless-card-leaves-the-speed"
    caught(broken, "flight-bg", check, *ACTIONS, "stop_worthless", conjunct="not cancelled")
    missed(broken, "flight-bg", "stopped-worthless-card-completes-a-flight")


@pytest.mark.slow
def test_a_stopped_card_ends_the_response() -> None:
    def stops(g: Table, seat: Faction) -> None:
        stop_worthless(g, seat)
        g.pending = None

    broken = dune.variant({stop_worthless: stops})
    check = "stopped-worthless-card-leaves-the-speed"
    caught(broken, "flight-bg", check, *ACTIONS, "stop_worthless", conjunct="nobody left")
    caught(broken, "flight-bg", "unanswered-speed-goes-on", *ACTIONS, "stop_worthless")


@pytest.mark.slow
def test_a_card_that_was_let_does_nothing() -> None:
    def passes(g: Table, seat: Faction) -> None:
        conversion = answers(g, seat, Conversion)
        conversion.waiting.remove(seat)
        if not conversion.waiting:
            g.pending = None

    broken = dune.variant({pass_worthless: passes})
    check = "worthless-card-cancels-when-all-have-passed"
    caught(broken, "flight-bg", check, "declare_flight", "use_worthless", "pass_worthless")
    missed(broken, "flight-bg", "worthless-card-cancels-a-flown-speed")
