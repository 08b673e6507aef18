"""Broken worm rides and Nexus: each is caught by a named declaration, on a shortest trace, or keeps a witness away."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed, ride_on_by
from dune.playing import dune
from kanly.model import EVERYONE, emit, require, required
from kanly.model.dune.losses.tanks import lose_all
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Entry, Onward
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror import nexus as terror_nexus
from kanly.model.dune.terror import rides as terror_rides
from kanly.model.dune.terror.nexus import (
    NexusBegins,
    RideBegins,
    RidesOver,
    begin_shipment_and_movement,
    close_nexus,
    leave_alliance,
)
from kanly.model.dune.terror.rides import let_the_worm_go, ride, summon_worm
from kanly.model.dune.turns.hand import play

Patch = pytest.MonkeyPatch
RIDES = "terror-worm-nexus"
LEFT_IN = ("ride", "leave_terror")


def begin_ride(g: Table) -> None:
    riding = required(g.riding, "nobody rides a worm")
    riding.left -= 1
    riding.ready = True
    emit(RideBegins(), to=EVERYONE)


def begin_nexus(g: Table) -> None:
    riding = required(g.riding, "nobody rides a worm")
    riding.summoned = False
    riding.nexus = True
    emit(NexusBegins(), to=EVERYONE)


def end_rides(g: Table) -> None:
    g.riding = None
    begin_shipment_and_movement(g)
    emit(RidesOver(), to=EVERYONE)


def test_the_rides_are_still_there_when_they_are_over(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        riding = g.riding
        terror_nexus.next_ride(g)
        g.riding = riding

    monkeypatch.setattr(terror_rides, "next_ride", next_ride)
    actions = ("let_the_worm_go", "let_the_worm_go")
    caught(dune, RIDES, "rides-are-of-the-spice-blow", *actions, conjunct="phase")


def test_the_rides_that_are_left_are_not_counted_down(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        left = required(g.riding, "nobody rides a worm").left
        terror_nexus.next_ride(g)
        if g.riding is not None:
            g.riding.left = left

    for module in (terror, terror_rides):
        monkeypatch.setattr(module, "next_ride", next_ride)
    caught(dune, RIDES, "rides-are-of-the-spice-blow", *LEFT_IN, *LEFT_IN, conjunct="number")


def test_the_next_ride_does_not_wait_for_the_entry() -> None:
    def rode(g: Table, seat: Faction, origin: Place, to: Place, amount: int) -> None:
        ride(g, seat, origin, to, amount)
        if g.entry is not None:
            terror_nexus.next_ride(g)

    broken = dune.variant({ride: rode})
    caught(broken, RIDES, "forced-discard-holds-up-the-ride", "ride", "reveal_sabotage", conjunct="$.riding.ready")
    caught(broken, RIDES, "entry-is-of-now", "ride", "ride", conjunct="phase")


def test_a_turn_is_to_go_on_after_a_ride(monkeypatch: Patch) -> None:
    def opened(g: Table, seat: Faction, to: Place, cause: Entry, amount: int, elite: int, onward: Onward) -> None:
        terror.open_terror(g, seat, to, cause, amount, elite, Onward.TURN)

    monkeypatch.setattr(terror_rides, "open_terror", opened)
    caught(dune, RIDES, "entry-is-of-now", "ride", conjunct="onward")


def test_the_rides_end_while_a_forced_discard_waits() -> None:
    def let_go(g: Table, seat: Faction) -> None:
        require(seat == Faction.FREMEN, "only Fremen ride worms")
        required(g.riding, "nobody rides a worm").left = 0
        end_rides(g)

    broken = dune.variant({let_the_worm_go: let_go})
    actions = ("ride", "reveal_sabotage", "let_the_worm_go")
    caught(broken, RIDES, "forced-discard-holds-up-the-ride", *actions, conjunct="$.riding")


def test_the_nexus_is_held_as_soon_as_the_worm_is_summoned() -> None:
    def summoned(g: Table, seat: Faction, place: Place) -> None:
        summon_worm(g, seat, place)
        begin_nexus(g)

    broken = dune.variant({summon_worm: summoned})
    actions = ("ride", "summon_worm")
    caught(broken, RIDES, "nexus-comes-before-the-next-ride", *actions, conjunct="begins")
    waiting = (*actions, "reveal_sabotage")
    caught(broken, RIDES, "forced-discard-holds-up-the-ride", *waiting, conjunct="$.riding.nexus")


def test_the_nexus_that_was_summoned_is_held_again_and_again(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        summoned = g.riding is not None and g.riding.summoned
        terror_nexus.next_ride(g)
        if g.riding is not None:
            g.riding.summoned = summoned

    monkeypatch.setattr(terror, "next_ride", next_ride)
    actions = ("ride", "summon_worm", "leave_terror")
    caught(dune, RIDES, "nexus-comes-before-the-next-ride", *actions, conjunct="summoned")


@pytest.mark.slow
def test_the_nexus_goes_on_beside_the_next_ride() -> None:
    def closed(g: Table) -> None:
        close_nexus(g)
        if g.riding is not None:
            g.riding.nexus = True

    broken = dune.variant({close_nexus: closed})
    actions = ("ride", "summon_worm", "leave_terror", "close_nexus")
    caught(broken, RIDES, "nexus-comes-before-the-next-ride", *actions, conjunct="held")
    missed(broken, RIDES, "ride-follows-a-nexus")


def test_the_next_ride_does_not_wait_for_the_end_of_the_nexus() -> None:
    def let_go(g: Table, seat: Faction) -> None:
        require(seat == Faction.FREMEN, "only Fremen ride worms")
        require(g.entry is None and g.terror_frame is None, "an entry waits for an answer")
        required(g.riding, "nobody rides a worm").ready = False
        terror_nexus.next_ride(g)

    broken = dune.variant({let_the_worm_go: let_go})
    actions = ("ride", "summon_worm", "leave_terror", "let_the_worm_go")
    caught(broken, RIDES, "nexus-comes-before-the-next-ride", *actions, conjunct="ends")


def test_an_alliance_is_left_without_a_nexus() -> None:
    def left(g: Table, seat: Faction) -> None:
        ally = required(g.ally[seat], "the seat has no ally")
        g.ally[seat] = None
        g.ally[ally] = None

    caught(dune.variant({leave_alliance: left}), RIDES, "alliances-are-left-in-a-nexus", "leave_alliance")


def test_nobody_sees_a_nexus_before_a_ride(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        riding = required(g.riding, "nobody rides a worm")
        if riding.left > 0:
            begin_ride(g)
        elif riding.summoned:
            begin_nexus(g)
        else:
            end_rides(g)

    ride_on_by(next_ride, monkeypatch)
    missed(dune, RIDES, "nexus-follows-a-forced-discard", "ride-follows-a-nexus")


@pytest.mark.slow
def test_nobody_sees_a_nexus_behind_the_last_ride(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        riding = required(g.riding, "nobody rides a worm")
        if riding.left == 0:
            end_rides(g)
        elif riding.summoned:
            begin_nexus(g)
        else:
            begin_ride(g)

    ride_on_by(next_ride, monkeypatch)
    missed(dune, RIDES, "phase-follows-a-nexus")
    actions = ("let_the_worm_go", "ride", "summon_worm", "leave_terror")
    caught(dune, RIDES, "next-ride-begins-once", *actions, conjunct="no Nexus is due")


def test_the_phase_of_the_rides_goes_on_behind_the_last_nexus() -> None:
    def closed(g: Table) -> None:
        phase = g.phase
        close_nexus(g)
        g.phase = phase

    broken = dune.variant({close_nexus: closed})
    missed(broken, RIDES, "phase-follows-a-nexus")
    actions = ("let_the_worm_go", "ride", "summon_worm", "leave_terror", "close_nexus")
    caught(broken, RIDES, "rides-are-of-the-spice-blow", *actions, conjunct="phase")


def test_a_worm_takes_nobody(monkeypatch: Patch) -> None:
    def lose_nobody(g: Table, seat: Faction, place: Place) -> None:
        """Everybody escapes."""

    monkeypatch.setattr(terror_rides, "lose_all", lose_nobody)
    missed(dune, RIDES, "worm-changes-the-board")


def test_a_worm_is_summoned_only_while_no_entry_waits() -> None:
    def summoned(g: Table, seat: Faction, place: Place) -> None:
        require(seat == Faction.FREMEN, "only Fremen summon a worm for a ride")
        require(g.entry is None and g.terror_frame is None, "an entry waits for an answer")
        require(not place.territory.stronghold, "worms come up in the sand")
        play(g, seat, Card.THUMPER)
        required(g.riding, "nobody rides a worm").summoned = True
        lose_all(g, Faction.ATREIDES, place)

    missed(dune.variant({summon_worm: summoned}), RIDES, "worm-changes-the-board")
