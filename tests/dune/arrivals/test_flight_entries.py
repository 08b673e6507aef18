"""Groups fly to where a Terror token, an Ambassador or the Bene Gesserit wait. Played, and broken."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import Play, dune
from kanly.model import require
from kanly.model.dune.arrivals import ambassadors
from kanly.model.dune.arrivals import intrusion as entries
from kanly.model.dune.arrivals.ambassadors import leave_ambassador, use_ambassador
from kanly.model.dune.arrivals.intrusion import stand_fast, step_aside
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement import legality
from kanly.model.dune.movement.movement import declare_flight as declare
from kanly.model.dune.movement.movement import end_movement, fly, move
from kanly.model.dune.scenarios.entries import Guests
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Mode
from kanly.model.dune.table.entries import Embassy
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.kinds import Ambassador, Entry, Terror
from kanly.model.dune.table.movements import Intrusion, Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror.effects import reveal_terror
from kanly.model.dune.terror.entry import leave_terror, token_awaits

ATREIDES, SISTERS, EMPEROR = Faction.ATREIDES, Faction.BENE_GESSERIT, Faction.EMPEROR
ECAZ, MORITANI = Faction.ECAZ, Faction.MORITANI
POLE, BASIN, NEXT_BASIN = Place.POLAR_SINK, Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10
ARRAKEEN, CARTHAG, GAP = Place.ARRAKEEN, Place.CARTHAG, Place.OLD_GAP_9

Patch = pytest.MonkeyPatch


def opened(guests: Guests) -> Play:
    return Play("flight-entries", guests, Terror.EXTORTION)


def flown(guests: Guests, to: Place, mode: Mode = Mode.RANGE3) -> Play:
    return opened(guests).take(declare, seat=ATREIDES, mode=mode, origin=BASIN, to=to, group=Group.ONE)


def refused(guests: Guests, to: Place) -> str:
    play = opened(guests)
    slots = play.slots
    reason = play.refused(declare, seat=ATREIDES, mode=Mode.RANGE3, origin=BASIN, to=to, group=Group.ONE)
    assert play.slots == slots
    return reason


def test_a_token_waits_for_moritani_behind_the_frame() -> None:
    play = flown(Guests.APART, ARRAKEEN)
    assert play.g.entry is None
    play.take(drain)
    assert play.g.entry is not None
    assert play.refused(end_movement, seat=ATREIDES) == "an entry waits for an answer"
    play.take(leave_terror, seat=MORITANI).take(end_movement, seat=ATREIDES)


def test_an_ambassador_waits_for_ecaz_behind_the_frame() -> None:
    play = flown(Guests.APART, CARTHAG).take(drain)
    assert play.g.embassy == Embassy(entrant=ATREIDES, place=CARTHAG)
    assert play.refused(end_movement, seat=ATREIDES) == "an entry waits for Ecaz"
    assert play.refused(use_ambassador, seat=MORITANI) == "the decision is another seat's"
    play.take(use_ambassador, seat=ECAZ)
    assert (play.g.spice[ECAZ], play.g.bank) == (3, 0)
    assert Ambassador.EMPEROR in play.g.recalled
    assert play.refused(leave_ambassador, seat=ECAZ) == "no entry waits for Ecaz"


def test_an_ambassador_may_stay() -> None:
    play = flown(Guests.APART, CARTHAG).take(drain).take(leave_ambassador, seat=ECAZ)
    assert play.g.ambassadors[CARTHAG] == Ambassador.EMPEROR
    assert play.g.embassy is None


def test_fighters_wait_for_the_bene_gesserit_behind_the_frame() -> None:
    play = flown(Guests.APART, GAP).take(drain)
    assert isinstance(play.g.pending, Intrusion)
    assert play.refused(stand_fast, seat=ECAZ) == "the decision is another seat's"
    play.take(step_aside, seat=SISTERS)


@pytest.mark.parametrize(
    ("guests", "to"),
    [
        (Guests.TERROR_AND_SISTERS, ARRAKEEN),
        (Guests.AMBASSADOR_AND_SISTERS, CARTHAG),
        (Guests.AMBASSADOR_AND_TERROR, ARRAKEEN),
    ],
)
def test_an_arrival_that_would_ask_two_owners_is_refused_whole(guests: Guests, to: Place) -> None:
    assert refused(guests, to) == "two owners would have to answer at once"


def test_a_sector_move_beside_a_token_opens_nothing() -> None:
    play = flown(Guests.INSIDE, NEXT_BASIN).take(drain)
    assert play.g.entry is None
    assert play.told() == ["Moved"]
    entered = opened(Guests.INSIDE).take(move, seat=ATREIDES, origin=POLE, to=NEXT_BASIN, group=Group.ONE)
    assert entered.g.entry is not None


def test_an_ally_and_the_ambassadors_own_faction_come_in_unasked() -> None:
    allied = flown(Guests.ALLIED, CARTHAG).take(drain)
    assert allied.g.embassy is None
    own = opened(Guests.APART).take(end_movement, seat=ATREIDES)
    own.take(move, seat=EMPEROR, origin=NEXT_BASIN, to=CARTHAG, group=Group.ONE)
    assert own.g.embassy is None


def test_the_first_of_two_groups_opens_an_entry_with_the_card_in_the_air() -> None:
    play = flown(Guests.APART, CARTHAG, Mode.TWO_GROUPS)
    assert play.g.embassy is not None
    assert play.g.flight is not None
    again = {"seat": ATREIDES, "origin": POLE, "to": BASIN, "group": Group.ONE, "event": 1}
    assert play.refused(fly, **again) == "an entry waits for Ecaz"
    play.take(use_ambassador, seat=ECAZ).take(fly, **again)
    assert play.g.frame is not None


def test_the_ambassador_to_tleilaxu_brings_forces_back() -> None:
    play = opened(Guests.REVIVING).take(move, seat=ATREIDES, origin=BASIN, to=CARTHAG, group=Group.ONE)
    play.take(use_ambassador, seat=ECAZ)
    assert (play.g.tanks[ECAZ][Troop.ORDINARY], play.g.reserves[ECAZ][Troop.ORDINARY]) == (0, 2)


ENTRIES = "flight-entries"


def anybody_may_come(g: Table, movement: Movement) -> bool:
    return True


@pytest.mark.slow
def test_a_competing_arrival_is_let_in(monkeypatch: Patch) -> None:
    monkeypatch.setattr(legality, "asks_at_most_one", anybody_may_come)
    caught(dune, ENTRIES, "frame-asks-one-owner", "declare_flight")


def nobody_is_asked(g: Table, movement: Movement, cause: Entry) -> None:
    """No entry is opened."""


def test_two_owners_are_asked_at_once(monkeypatch: Patch) -> None:
    def open_both(g: Table, movement: Movement) -> None:
        entries.raise_intrusion(g, movement)
        if movement.to == CARTHAG and movement.player == ATREIDES:
            g.embassy = Embassy(entrant=movement.player, place=movement.to)

    monkeypatch.setattr(legality, "asks_at_most_one", anybody_may_come)
    monkeypatch.setattr("kanly.model.dune.arrivals.consequences.raise_intrusion", open_both)
    monkeypatch.setattr("kanly.model.dune.arrivals.consequences.open_entry", nobody_is_asked)
    caught(dune, ENTRIES, "one-owner-is-asked", "move")
    caught(dune, ENTRIES, "competing-arrivals-are-refused", "move")


@pytest.mark.slow
def test_an_ambassador_acts_and_stays() -> None:
    def use(g: Table, seat: Faction) -> None:
        require(g.embassy is not None, "no entry waits for Ecaz")
        assert g.embassy is not None
        place = g.embassy.place
        kind = g.ambassadors[place]
        use_ambassador(g, seat)
        g.ambassadors[place] = kind

    broken = dune.variant({use_ambassador: use})
    caught(broken, ENTRIES, "ambassador-custody", "move", "use_ambassador")
    caught(broken, ENTRIES, "ambassador-acts-once", "move", "use_ambassador", conjunct="home")


def test_an_ambassador_that_stays_goes_home() -> None:
    def leave(g: Table, seat: Faction) -> None:
        require(g.embassy is not None, "no entry waits for Ecaz")
        assert g.embassy is not None
        place = g.embassy.place
        leave_ambassador(g, seat)
        g.ambassadors[place] = None

    broken = dune.variant({leave_ambassador: leave})
    caught(broken, ENTRIES, "ambassadors-stay-otherwise", "move", "leave_ambassador", conjunct="board")


@pytest.mark.slow
def test_an_ambassador_acts_against_everybody(monkeypatch: Patch) -> None:
    def awaits(g: Table, seat: Faction, place: Place) -> bool:
        return g.ambassadors[place] is not None

    monkeypatch.setattr(entries, "ambassador_awaits", awaits)
    caught(dune, ENTRIES, "embassy-meets-an-ambassador", "move", conjunct="stranger")
    missed(dune, ENTRIES, "own-ambassador-lets-in")


@pytest.mark.slow
def test_somebody_else_answers_for_ecaz() -> None:
    def use(g: Table, seat: Faction) -> None:
        require(g.embassy is not None, "no entry waits for Ecaz")
        require(seat != ECAZ, "not Ecaz")
        use_ambassador(g, ECAZ)

    caught(dune.variant({use_ambassador: use}), ENTRIES, "owners-answer", "move", "use_ambassador", conjunct="Ecaz")


@pytest.mark.slow
def test_a_sector_move_opens_an_entry(monkeypatch: Patch) -> None:
    def meets(g: Table, movement: Movement) -> bool:
        return token_awaits(g, movement.player, movement.to)

    monkeypatch.setattr(entries, "meets_terror", meets)
    missed(dune, ENTRIES, "sector-move-beside-a-token-opens-nothing")
    caught(dune, ENTRIES, "moves-inside-a-territory-enter-nothing", "move")


@pytest.mark.slow
def test_no_ambassador_is_ever_asked(monkeypatch: Patch) -> None:
    def never(g: Table, movement: Movement) -> bool:
        return False

    monkeypatch.setattr(entries, "meets_ambassador", never)
    missed(dune, ENTRIES, "flight-meets-an-ambassador", "first-group-meets-an-ambassador")
    caught(dune, ENTRIES, "arrival-is-concluded", "declare_flight", "drain", conjunct="embassy")


@pytest.mark.slow
def test_nobody_comes_back_from_the_tanks(monkeypatch: Patch) -> None:
    def nothing(g: Table) -> None:
        """Nobody is revived."""

    monkeypatch.setattr(ambassadors, "revive_all", nothing)
    missed(dune, ENTRIES, "every-ambassador-acts")


def test_a_revealed_token_is_answered_by_its_owner() -> None:
    def reveal(g: Table, seat: Faction, landing: int) -> None:
        require(seat == ATREIDES, "only Atreides")
        reveal_terror(g, MORITANI, landing)

    reveal.__defaults__ = reveal_terror.__defaults__
    broken = dune.variant({reveal_terror: reveal})
    caught(broken, ENTRIES, "owners-answer", "move", "reveal_terror", conjunct="Moritani")
