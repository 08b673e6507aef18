"""Untrue words about movements, flights, turns and played cards: each is caught by its law."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from dune.playing import answer, dune
from kanly.explorer.findings.status import Status
from kanly.model.dune.arrivals import ambassadors, consequences, intrusion
from kanly.model.dune.flight import escrow
from kanly.model.dune.interruptions import nullentropy, truthtrance
from kanly.model.dune.movement import arrival, karama, shipment, speed
from kanly.model.dune.table.board import Place, Sector, Territory
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.turns import hand, turn, weather_control


def of(field: str, value: object) -> Callable[[type], Callable[..., Any]]:
    """An event of which one field says this, whatever is true."""

    def lying(event: type) -> Callable[..., Any]:
        def lie(**fields: Any) -> Any:
            return event(**{**fields, field: value})

        return lie

    return lying


@pytest.mark.parametrize(
    ("module", "event", "field", "lie", "scenario", "check"),
    [
        (consequences, "Moved", "total", 2, "terror-between-groups", "moved-groups-are-told"),
        (consequences, "Moved", "to", Place.POLAR_SINK, "flight-choam", "moved-groups-are-told"),
        (arrival, "MovementFailed", "seat", Faction.CHOAM, "flight-choam", "failed-movements-are-told"),
        (arrival, "ChoamAsked", "seat", Faction.CHOAM, "flight-choam", "questions-to-choam-are-told"),
        (speed, "SpeedUsed", "to", Place.POLAR_SINK, "flight-ix", "speeds-are-told"),
        (karama, "SpeedCancelled", "seat", Faction.HARKONNEN, "flight-ix", "cancelled-speeds-are-told"),
        (karama, "WorthlessStopped", "seat", Faction.BENE_GESSERIT, "flight-bg", "stopped-worthless-cards-are-told"),
        (karama, "UsedAsKarama", "card", Card.KARAMA, "flight-bg", "worthless-cards-are-told"),
        (shipment, "Shipped", "amount", 2, "terror-sabotage", "shipments-are-told"),
        (escrow, "FlightDeclared", "mode", Mode.RANGE3, "terror-between-groups", "declared-flights-are-told"),
        (escrow, "FlightCompleted", "groups", 0, "terror-between-groups", "completed-flights-are-told"),
        (turn, "TurnPassed", "seat", Faction.GUILD, "flight-guild-sapho", "passed-turns-are-told"),
        (hand, "Discarded", "card", Card.KARAMA, "flight-box", "played-cards-are-told"),
        (weather_control, "StormMoved", "to", Sector.S4, "weather-control", "storms-are-told"),
        (intrusion, "Advised", "territory", Territory.POLAR_SINK, "flight-bg", "advisors-are-told"),
        (ambassadors, "AmbassadorActed", "place", Place.POLAR_SINK, "flight-entries", "ambassadors-are-told"),
        (nullentropy, "BoxOpened", "seat", Faction.CHOAM, "flight-box", "opened-boxes-are-told"),
        (truthtrance, "Answered", "yes", True, "flight-truthtrance", "answers-are-told"),
    ],
)
def test_it_is_caught(
    module: ModuleType, event: str, field: str, lie: object, scenario: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, event, of(field, lie)(getattr(module, event)))
    result = answer(dune, scenario, check)
    assert (result.status, result.conjunct) == (Status.VIOLATED, f"{field} is told truly")
