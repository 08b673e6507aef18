"""Broken courses of Terror entries: numbers, refusals, answers, rides, flights and views, each caught by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import a_card, caught, interrupted, missed, ride_on_by
from dune.playing import dune
from kanly.model import EVERYONE, emit, require, required
from kanly.model.dune.arrivals import intrusion
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.interruptions.truthtrance import answer_truly
from kanly.model.dune.movement import shipment
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Entry, Onward, Phase, Source, Stage, Terror
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror import nexus as terror_nexus
from kanly.model.dune.terror.discards import force_discard, resume_entry, reveal_sabotage
from kanly.model.dune.terror.nexus import NexusBegins, RideBegins, RidesOver, begin_shipment_and_movement, close_nexus
from kanly.model.dune.terror.rides import summon_worm
from kanly.model.dune.view.table import TableView, view

Patch = pytest.MonkeyPatch
MORITANI = Faction.MORITANI
SABOTAGED = ("ship", "reveal_sabotage", "resume_entry")
FORCES = "terror-between-groups"


def test_a_refusal_is_forgotten() -> None:
    def refused(g: Table, seat: Faction) -> None:
        terror.entrant_answers(g, seat)
        terror.wait_for(g, Stage.OFFER)

    def offered(g: Table, seat: Faction) -> None:
        terror.moritani_answers(g, seat, Stage.OFFER)
        terror.wait_for(g, Stage.REPLY)

    broken = dune.variant({terror.offer_alliance: offered})
    actions = ("ship", "offer_alliance", "refuse_alliance")
    caught(broken, "terror-alliance-refused", "alliance-is-offered-once", *actions, "offer_alliance")
    forgetful = dune.variant({terror.refuse_alliance: refused})
    missed(forgetful, "terror-alliance-refused", "refusal-brings-sabotage")


def test_an_entry_gets_another_number_on_its_way() -> None:
    def resumed(g: Table) -> None:
        resume_entry(g)
        if g.entry is not None:
            g.entries += 1
            g.entry.event = g.entries

    caught(dune.variant({resume_entry: resumed}), "terror-sabotage", "entries-are-numbered-once", *SABOTAGED)


def test_an_old_entry_is_numbered_by_every_recovery(monkeypatch: Patch) -> None:
    def number_if_old(g: Table, entry: TerrorEntry) -> None:
        """The number is left to whoever settles the frame."""

    monkeypatch.setattr(terror_discards, "number_if_old", number_if_old)
    caught(
        dune,
        "terror-legacy-event",
        "forced-discard-is-the-last",
        "reveal_sabotage",
        conjunct="$.terror_frame.entry.event",
    )
    caught(dune, "terror-legacy-event", "entries-are-numbered-once", "reveal_sabotage")


@pytest.mark.slow
def test_an_answer_makes_moritani_discard(monkeypatch: Patch) -> None:
    def settle_overflow(g: Table) -> None:
        """Nobody looks at the hand again."""

    monkeypatch.setattr("kanly.model.dune.interruptions.truthtrance.settle_overflow", settle_overflow)
    actions = ("ship", "reveal_robbery", "rob_card", "ask_truthtrance", "answer_truly")
    caught(dune, "terror-truthtrance-overflow", "overflow-is-above-the-limit", *actions)
    caught(dune, "terror-truthtrance-overflow", "answer-forces-no-discard", *actions, conjunct="the overflow")


def test_an_answer_takes_a_card_by_force() -> None:
    def answered(g: Table, seat: Faction, yes: bool) -> None:
        discarding = g.entry is not None and g.entry.stage == Stage.DISCARD
        answer_truly(g, seat, yes)
        if discarding and g.entry is None:
            for card in a_card(g, MORITANI):
                g.hand[MORITANI].remove(card)
                g.face_down[MORITANI].add(card)
                g.forced[Source.ROBBERY_OVERFLOW] += 1

    broken = dune.variant({answer_truly: answered})
    actions = ("ship", "reveal_robbery", "rob_card", "ask_truthtrance", "answer_truly")
    caught(broken, "terror-truthtrance-overflow", "answer-forces-no-discard", *actions, conjunct="forced")


def test_the_next_ride_begins_twice(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        terror_nexus.next_ride(g)
        if g.riding is not None and g.riding.left > 0:
            g.riding.left -= 1

    monkeypatch.setattr(terror, "next_ride", next_ride)
    caught(dune, "terror-worm-nexus", "next-ride-begins-once", "ride", "summon_worm", "leave_terror")


def test_an_entry_is_finished_twice() -> None:
    def finish(g: Table) -> None:
        entry = g.entry
        terror.finish(g)
        if entry is not None and entry.onward == Onward.RIDE and g.riding is not None:
            terror_nexus.next_ride(g)

    def left(g: Table, seat: Faction) -> None:
        terror.moritani_answers(g, seat, Stage.OFFER)
        finish(g)

    broken = dune.variant({terror.leave_terror: left})
    caught(broken, "terror-worm-nexus", "next-ride-begins-once", "ride", "leave_terror")


@pytest.mark.slow
def test_the_rides_stop_behind_an_entry(monkeypatch: Patch) -> None:
    def finish(g: Table) -> None:
        """The entry is over, and nobody looks at what it was part of."""
        g.entry = None

    monkeypatch.setattr(terror, "finish", finish)
    caught(dune, "terror-worm-nexus", "ride-is-at-one-point", "ride", "leave_terror", conjunct="one")
    caught(dune, "terror-worm-nexus", "movement-comes-to-an-end", "ride", "leave_terror")


def test_the_nexus_comes_after_the_remaining_ride(monkeypatch: Patch) -> None:
    def next_ride(g: Table) -> None:
        riding = required(g.riding, "nobody rides a worm")
        if riding.left > 0:
            riding.left -= 1
            riding.ready = True
            emit(RideBegins(), to=EVERYONE)
        elif riding.summoned:
            riding.summoned = False
            riding.nexus = True
            emit(NexusBegins(), to=EVERYONE)
        else:
            g.riding = None
            begin_shipment_and_movement(g)
            emit(RidesOver(), to=EVERYONE)

    ride_on_by(next_ride, monkeypatch)
    actions = ("ride", "summon_worm", "leave_terror")
    caught(dune, "terror-worm-nexus", "next-ride-begins-once", *actions, conjunct="no Nexus is due")


def test_the_ride_behind_a_nexus_is_lost() -> None:
    def closed(g: Table) -> None:
        close_nexus(g)
        if g.riding is not None:
            g.riding.ready = False

    broken = dune.variant({close_nexus: closed})
    actions = ("ride", "summon_worm", "leave_terror", "close_nexus")
    caught(broken, "terror-worm-nexus", "next-ride-begins-once", *actions, conjunct="ready")


def test_a_worm_is_summoned_while_a_frame_waits() -> None:
    def summoned(g: Table, seat: Faction, place: Place) -> None:
        require(seat == Faction.FREMEN, "only Fremen summon a worm for a ride")
        require(g.terror_frame is not None or g.entry is not None, "nobody rides")
        require(Card.THUMPER in g.hand[seat], "the card is not in that hand")
        require(place == Place.IMPERIAL_BASIN_9, "worms come up in the sand")
        required(g.riding, "nobody rides a worm").summoned = True
        g.hand[seat].remove(Card.THUMPER)
        g.discard.add(Card.THUMPER)

    broken = dune.variant({summon_worm: summoned})
    actions = ("ride", "reveal_sabotage", "summon_worm")
    caught(broken, "terror-worm-nexus", "forced-discard-holds-everything-up", *actions)


@pytest.mark.slow
def test_the_card_in_the_air_is_the_victim() -> None:
    def revealed(g: Table, seat: Faction, victim: Card | None) -> None:
        entry = terror.moritani_answers(g, seat, Stage.OFFER)
        flight = required(g.flight, "no flight")
        require(g.terror[entry.place] == Terror.SABOTAGE, "no Sabotage lies there")
        require(victim is not None and victim == flight.card, "the card is not in the air")
        g.hand[entry.entrant].add(flight.card)
        terror.reveal(g, entry.place)
        force_discard(g, entry, Source.SABOTAGE, entry.entrant, flight.card)

    broken = dune.variant({reveal_sabotage: revealed})
    actions = ("declare_flight", "reveal_sabotage")
    caught(broken, "terror-during-flight", "sabotage-takes-what-was-drawn", *actions, conjunct="from the hand")
    caught(broken, "terror-during-flight", "custody", *actions, conjunct="ORNITHOPTER has one home")
    caught(broken, "terror-during-flight", "forced-discard-stands-alone", *actions, conjunct="$.flight.card")


def test_the_entrant_comes_in_again_behind_the_frame() -> None:
    def resumed(g: Table) -> None:
        entry = interrupted(g)
        resume_entry(g)
        if g.entry is None and g.phase == Phase.MOVEMENT:
            terror.open_terror(g, entry.entrant, entry.place, Entry.SHIPMENT, 1, 0, Onward.TURN)

    broken = dune.variant({resume_entry: resumed})
    caught(broken, "terror-sabotage", "entry-goes-on-behind-its-discard", *SABOTAGED, conjunct="goes on")
    caught(broken, "terror-sabotage", "entries-are-arrivals", *SABOTAGED)


CameIn = tuple[Faction, Place, int, int]


def one_more(came: CameIn) -> CameIn:
    return came[0], came[1], came[2] + 1, came[3]


def moritani(came: CameIn) -> CameIn:
    return (MORITANI, *came[1:])


def no_elite(came: CameIn) -> CameIn:
    return (*came[:3], 0)


def elsewhere(came: CameIn) -> CameIn:
    return (came[0], Place.IMPERIAL_BASIN_9, *came[2:])


@pytest.mark.parametrize(
    ("scenario", "says", "conjunct"),
    [
        ("terror-sabotage", one_more, "how many"),
        ("terror-sabotage", moritani, "somebody came in"),
        (FORCES, no_elite, "elite"),
        (FORCES, elsewhere, "somebody came in"),
    ],
)
def test_an_entry_says_something_else_than_what_came_in(
    monkeypatch: Patch, scenario: str, says: Callable[[CameIn], CameIn], conjunct: str
) -> None:
    def opened(g: Table, seat: Faction, to: Place, cause: Entry, amount: int, elite: int, onward: Onward) -> None:
        who, where, number, of_elite = says((seat, to, amount, elite))
        terror.open_terror(g, who, where, cause, number, of_elite, onward)

    for module in (shipment, intrusion):
        monkeypatch.setattr(module, "open_terror", opened)
    first = "declare_flight" if scenario == FORCES else "ship"
    caught(dune, scenario, "entry-says-what-came-in", first, conjunct=conjunct)


def test_a_marker_that_comes_in_is_not_counted(monkeypatch: Patch) -> None:
    def opened(g: Table, seat: Faction, to: Place, cause: Entry, amount: int, elite: int, onward: Onward) -> None:
        number = amount - 1 if seat == Faction.RICHESE else amount
        terror.open_terror(g, seat, to, cause, number, elite, onward)

    monkeypatch.setattr(intrusion, "open_terror", opened)
    caught(dune, FORCES, "entry-says-what-came-in", "declare_flight")


def test_a_landing_is_told_to_the_entry_as_another() -> None:
    def drained(g: Table) -> None:
        elite = 1 if g.landed is not None and g.landed.elite == 0 else 0
        drain(g)
        if g.entry is not None:
            g.entry.elite = elite

    actions = ("declare_flight", "drain")
    caught(dune.variant({drain: drained}), FORCES, "entry-says-what-came-in", *actions, conjunct="how many landed")


def shows_the_hand_before(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.terror_frame is not None:
        shown.hand_sizes = {**shown.hand_sizes, g.terror_frame.batch.owner: g.terror_frame.hand_before}
    return shown


def shows_the_entry_behind_the_frame(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.terror_frame is not None:
        shown.entry = g.terror_frame.entry
    return shown


def shows_the_faces_to_moritani(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if seat == MORITANI:
        faces = {card for pile in g.face_down.values() for card in pile}
        shown.face_down = faces
    return shown


@pytest.mark.parametrize(
    ("broken", "check"),
    [
        (shows_the_hand_before, "forced-discard-shows-only-that-it-waits"),
        (shows_the_entry_behind_the_frame, "forced-discard-shows-only-that-it-waits"),
        (shows_the_faces_to_moritani, "private-faces-are-their-holders"),
    ],
)
def test_a_view_shows_what_it_should_not(monkeypatch: Patch, broken: object, check: str) -> None:
    monkeypatch.setattr("kanly.model.dune.view.table.view", broken)
    caught(dune, "terror-sabotage", check, *SABOTAGED[:-1])
