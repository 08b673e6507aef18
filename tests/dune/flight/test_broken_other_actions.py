"""Rules that end or change a flight by something else than a movement: each is caught, on a shortest trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import require
from kanly.model.dune.arrivals.no_field import reveal_no_field
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror.discards import force_discard, give_nothing, resume_entry, reveal_sabotage
from kanly.model.dune.turns.hand import play_hajr

SABOTAGE = "flight-sabotage"
FLOWN = "declare_flight"


def retiring_by_seat(rule: Callable[[Table, Faction], None]) -> Callable[[Table, Faction], None]:
    def broken(g: Table, seat: Faction) -> None:
        rule(g, seat)
        if g.flight is not None:
            flight.retire(g, g.flight)

    return broken


def retiring_by_itself(g: Table) -> None:
    resume_entry(g)
    if g.flight is not None:
        flight.retire(g, g.flight)


@pytest.mark.parametrize(
    ("rule", "broken", "actions"),
    [
        (reveal_no_field, retiring_by_seat(reveal_no_field), (FLOWN, "reveal_no_field")),
        (give_nothing, retiring_by_seat(give_nothing), ("play_hajr", FLOWN, "reveal_sabotage", "give_nothing")),
        (resume_entry, retiring_by_itself, (FLOWN, "reveal_sabotage", "resume_entry")),
        (play_hajr, retiring_by_seat(play_hajr), (FLOWN, "leave_terror", "play_hajr")),
    ],
)
def test_something_else_ends_the_flight(rule: Any, broken: Any, actions: tuple[str, ...]) -> None:
    caught(dune.variant({rule: broken}), SABOTAGE, "nothing-else-touches-a-flight", *actions, conjunct="flight")


def test_sabotage_takes_the_card_in_the_air(monkeypatch: pytest.MonkeyPatch) -> None:
    def force(g: Table, entry: TerrorEntry, source: Source, owner: Faction, card: Card) -> None:
        force_discard(g, entry, source, owner, card)
        if g.flight is not None and g.terror_frame is not None:
            g.terror_frame.batch.card = g.flight.card

    monkeypatch.setattr(terror_discards, "force_discard", force)
    caught(dune, SABOTAGE, "escrow-is-never-forced", FLOWN, "reveal_sabotage")


@pytest.mark.slow
def test_sabotage_waits_for_the_end_of_the_flight() -> None:
    def reveal(g: Table, seat: Faction, victim: Card | None) -> None:
        require(g.flight is None, "an Ornithopter is in the air")
        reveal_sabotage(g, seat, victim)

    broken = dune.variant({reveal_sabotage: reveal})
    missed(broken, SABOTAGE, "sabotage-between-two-groups", "gift-while-flying")
