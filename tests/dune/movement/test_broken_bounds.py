"""Rules that refuse too much: each is noticed by what does not happen any more."""

from __future__ import annotations

import pytest

from dune.breaking import missed
from dune.playing import dune
from kanly.model import choose, require
from kanly.model.dune.movement import legality
from kanly.model.dune.movement.movement import move
from kanly.model.dune.movement.shipment import ship
from kanly.model.dune.table.board import Place, Territory
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror.effects import reveal_terror


def test_carthag_carries_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legality, "CITIES", (Territory.ARRAKEEN, Territory.ARRAKEEN))
    missed(dune, "flight-range3", "carthag-carries-three")


def test_somebody_must_stay_behind() -> None:
    def moved(g: Table, seat: Faction, origin: Place, to: Place, group: Group) -> None:
        require(group.ordinary < g.forces[origin][seat][Troop.ORDINARY], "somebody stays behind")
        move(g, seat, origin, to, group)

    missed(dune.variant({move: moved}), "flight-range3", "everybody-leaves")


def test_a_spice_and_a_force_must_be_kept() -> None:
    def shipped(g: Table, seat: Faction, to: Place, amount: int) -> None:
        require(amount * choose(to.territory.stronghold, 1, 2) < g.spice[seat], "a spice is kept")
        require(amount < g.reserves[seat][Troop.ORDINARY], "a force is kept")
        ship(g, seat, to, amount)

    missed(dune.variant({ship: shipped}), "terror-robbery", "the-last-spice-is-paid", "the-last-reserve-ships")


def test_nobody_comes_with_a_sneak_attack() -> None:
    def revealed(g: Table, seat: Faction, landing: int) -> None:
        require(landing == 0, "nobody comes")
        reveal_terror(g, seat, landing)

    missed(dune.variant({reveal_terror: revealed}), "terror-sabotage", "a-sneak-attack-comes")
