"""Broken rules of the flight: each is caught by a named declaration, on a shortest trace.

Every test plays the scenario with one rule replaced, sweeps all of it, and expects the declaration to fail after
exactly the named actions; breadth-first search finds no longer way before a shorter one.
"""

from __future__ import annotations

import pytest

from dune.playing import actions_to, answer, dune
from kanly.explorer.findings.status import Status
from kanly.model import Model, require
from kanly.model.dune.arrivals import consequences
from kanly.model.dune.arrivals.consequences import conclude
from kanly.model.dune.flight import escrow as flight
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement import arrival, movement
from kanly.model.dune.movement.legality import legal
from kanly.model.dune.movement.movement import end_movement, fly
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import Batch, EndFrame, Flight, MoveFrame
from kanly.model.dune.table.kinds import Cause, Entry, Line, Onward, Phase
from kanly.model.dune.table.movements import Marker, Movement
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror.entry import open_terror
from kanly.model.dune.turns import turn
from kanly.model.dune.turns.hand import play_hajr
from kanly.model.dune.turns.turn import on_turn, pass_the_turn

Patch = pytest.MonkeyPatch


def caught(model: Model, check: str, *actions: str, conjunct: str | None = None) -> None:
    """The declaration fails, after these actions; `one|other` is either, where two ways are equally short."""
    result = answer(model, "flight", check)
    assert result.status is Status.VIOLATED, result
    taken = actions_to(result)
    assert len(taken) == len(actions), taken
    assert all(name in expected.split("|") for name, expected in zip(taken, actions, strict=True)), taken
    if conjunct is not None:
        assert result.conjunct == conjunct


MARKER_IN = ("declare_flight", "drain", "reveal_terror|leave_terror")


def with_retire(patch: Patch, broken: object) -> Model:
    """The model with another way for a flight to end."""
    patch.setattr(arrival, "retire", broken)
    patch.setattr(movement, "retire", broken)
    return dune


@pytest.mark.slow
def test_nothing_is_broken_unless_somebody_breaks_it() -> None:
    assert answer(dune, "flight", "custody").status is Status.HOLDS


def test_escrow_not_cleared(monkeypatch: Patch) -> None:
    def retire(g: Table, live: Flight) -> Batch:
        kept, left = g.flight, g.remainder
        batch = flight.retire(g, live)
        g.flight, g.remainder = kept, left
        return batch

    caught(with_retire(monkeypatch, retire), "custody", "declare_flight", conjunct="ORNITHOPTER has one home")


def test_card_left_in_hand(monkeypatch: Patch) -> None:
    def give_up(g: Table, seat: Faction, card: Card) -> None:
        require(card in g.hand[seat], "the card is not in that hand")

    monkeypatch.setattr(movement, "give_up", give_up)
    caught(dune, "custody", "declare_flight")


def test_card_lost_on_the_way_to_the_discard_pile(monkeypatch: Patch) -> None:
    def retire(g: Table, live: Flight) -> Batch:
        batch = flight.retire(g, live)
        g.discard.discard(live.card)
        return batch

    caught(with_retire(monkeypatch, retire), "custody", "declare_flight")


@pytest.mark.slow
def test_frame_drained_twice() -> None:
    def drained(g: Table) -> None:
        frame = g.frame
        require(frame is not None, "nothing is waiting to be settled")
        assert frame is not None
        g.retired = frame.batch.number
        if isinstance(frame, MoveFrame):
            conclude(g, frame.movement)
        else:
            g.frame = None
            pass_the_turn(g, frame.player)

    broken = dune.variant({drain: drained})
    caught(broken, "frame-is-retired-first", "declare_flight", "drain", conjunct="gone")
    caught(broken, "movement-is-logged-once", "declare_flight", "drain")


def test_moved_counted_twice(monkeypatch: Patch) -> None:
    def finish_promises(g: Table, seat: Faction) -> None:
        turn.finish_promises(g, seat)
        g.moved[seat] += 1

    monkeypatch.setattr(arrival, "finish_promises", finish_promises)
    caught(dune, "one-group-at-a-time", "move")


@pytest.mark.slow
def test_route_judged_again_after_the_move() -> None:
    def drained(g: Table) -> None:
        if isinstance(g.frame, MoveFrame):
            require(legal(g, g.frame.movement), "the movement is not legal")
        drain(g)

    caught(dune.variant({drain: drained}), "movement-comes-to-an-end", "declare_flight")


@pytest.mark.slow
def test_consequences_dropped_when_the_route_is_judged_again() -> None:
    def drained(g: Table) -> None:
        frame = g.frame
        if isinstance(frame, MoveFrame) and not legal(g, frame.movement):
            g.frame = None
            g.retired = frame.batch.number
        else:
            drain(g)

    caught(dune.variant({drain: drained}), "arrival-is-concluded", "declare_flight", "drain", conjunct="logged")


@pytest.mark.slow
def test_group_moved_again_when_drained() -> None:
    def drained(g: Table) -> None:
        if isinstance(g.frame, MoveFrame):
            g.forces[g.frame.movement.to][g.frame.movement.player][Troop.ORDINARY] += 1
        drain(g)

    broken = dune.variant({drain: drained})
    caught(broken, "forces-are-conserved", "declare_flight", "drain")
    caught(broken, "arrival-is-concluded", "declare_flight", "drain", conjunct="forces")


@pytest.mark.slow
def test_marker_event_made_again_when_drained() -> None:
    def drained(g: Table) -> None:
        if isinstance(g.frame, MoveFrame) and g.frame.movement.no_field:
            assert g.marker is not None
            g.marker = Marker(place=g.marker.place, event=g.marker.event + 1)
        drain(g)

    caught(dune.variant({drain: drained}), "prefix-never-happens-again", "declare_flight", "drain", conjunct="marker")


@pytest.mark.slow
def test_early_end_forgets_the_low_rate() -> None:
    def drained(g: Table) -> None:
        kept = g.karama_rate if isinstance(g.frame, EndFrame) else None
        drain(g)
        g.karama_rate = kept

    ways = ("declare_flight", "forbid_arrival", "end_movement", "drain")
    broken = dune.variant({drain: drained})
    caught(broken, "end-is-concluded", *ways, conjunct="low rate")
    caught(broken, "low-rate-is-for-the-seat-on-turn", *ways)


@pytest.mark.slow
def test_actor_leaves_the_queue_too_early() -> None:
    def ended(g: Table, seat: Faction) -> None:
        end_movement(g, seat)
        if g.to_move is not None:
            g.to_move.discard(seat)

    broken = dune.variant({end_movement: ended})
    caught(broken, "early-end-keeps-the-rest-back", "declare_flight", "end_movement", conjunct="queue")
    caught(broken, "somebody-is-on-turn", "declare_flight", "end_movement", conjunct="in the queue")


def test_completion_logged_twice(monkeypatch: Patch) -> None:
    def retire(g: Table, live: Flight) -> Batch:
        g.log[Line.COMPLETION] += 1
        return flight.retire(g, live)

    broken = with_retire(monkeypatch, retire)
    caught(broken, "completion-is-told-once", "declare_flight", conjunct="logged")
    caught(broken, "flights-are-numbered", "declare_flight", conjunct="completed")


def test_next_in_the_queue_is_skipped(monkeypatch: Patch) -> None:
    def advance(g: Table) -> None:
        g.active = None
        g.phase = Phase.BATTLE

    monkeypatch.setattr(turn, "advance", advance)
    caught(dune, "turn-passes-in-order", "end_movement", conjunct="next")
    caught(dune, "battle-waits-for-everybody", "end_movement", conjunct="queue")


@pytest.mark.slow
def test_old_save_queues_everybody(monkeypatch: Patch) -> None:
    def make_up_queue(g: Table, seat: Faction) -> None:
        if g.to_move is None:
            g.to_move = set(g.hand)

    monkeypatch.setattr(turn, "make_up_queue", make_up_queue)
    caught(dune, "turn-passes-in-order", "end_movement", conjunct="queue")


@pytest.mark.slow
def test_new_alliance_has_no_exception(monkeypatch: Patch) -> None:
    def meet_ally_deadline(g: Table, seat: Faction) -> None:
        ally = g.ally[seat]
        if ally is not None:
            for place in g.forces:
                turn.yield_to_ally(g, seat, ally, place)

    monkeypatch.setattr(turn, "meet_ally_deadline", meet_ally_deadline)
    caught(dune, "allies-part", "move", "reveal_terror|leave_terror", "end_movement")


@pytest.mark.slow
def test_allies_never_part(monkeypatch: Patch) -> None:
    def meet_ally_deadline(g: Table, seat: Faction) -> None:
        """Nobody is lost."""

    monkeypatch.setattr(turn, "meet_ally_deadline", meet_ally_deadline)
    caught(dune, "allies-part", "move", "reveal_terror|leave_terror", "end_movement")


@pytest.mark.slow
def test_marker_alone_stays_beside_an_ally(monkeypatch: Patch) -> None:
    def yield_to_ally(g: Table, seat: Faction, ally: Faction, place: Place) -> None:
        if sum(g.forces[place][seat].values()) > 0:
            proper(g, seat, ally, place)

    proper = turn.yield_to_ally
    monkeypatch.setattr(turn, "yield_to_ally", yield_to_ally)
    caught(dune, "allies-part", *MARKER_IN, "end_movement", conjunct="marker kept")


@pytest.mark.slow
def test_discard_attributed_to_choam() -> None:
    def allow(g: Table, seat: Faction) -> None:
        arrival.allow_arrival(g, seat)
        if g.frame is not None:
            g.frame.batch.owner = seat

    broken = dune.variant({arrival.allow_arrival: allow})
    caught(broken, "receipt-names-the-escrow-card", "declare_flight", "allow_arrival", conjunct="owner")


def test_receipt_hides_the_face(monkeypatch: Patch) -> None:
    def retire(g: Table, live: Flight) -> Batch:
        batch = flight.retire(g, live)
        batch.public = False
        return batch

    caught(with_retire(monkeypatch, retire), "receipt-names-the-escrow-card", "declare_flight", conjunct="face")


@pytest.mark.slow
def test_another_card_ends_the_flight() -> None:
    def hajr(g: Table, seat: Faction) -> None:
        play_hajr(g, seat)
        if g.flight is not None:
            flight.retire(g, g.flight)

    caught(dune.variant({play_hajr: hajr}), "flight-ends-in-two-places", "declare_flight", "play_hajr")


@pytest.mark.slow
def test_baliset_gives_the_card_back() -> None:
    def forbid(g: Table, seat: Faction) -> None:
        arrival.forbid_arrival(g, seat)
        if g.flight is not None:
            g.hand[g.flight.player].add(g.flight.card)
            g.flight = None

    broken = dune.variant({arrival.forbid_arrival: forbid})
    caught(broken, "flight-ends-in-two-places", "declare_flight", "forbid_arrival")
    caught(broken, "flights-are-numbered", "declare_flight", "forbid_arrival")


@pytest.mark.slow
def test_forbidden_movement_is_used_up() -> None:
    def forbid(g: Table, seat: Faction) -> None:
        player = g.active
        arrival.forbid_arrival(g, seat)
        assert player is not None
        g.moved[player] += 1

    broken = dune.variant({arrival.forbid_arrival: forbid})
    caught(broken, "one-group-at-a-time", "move", "forbid_arrival", conjunct="nobody moves")


def test_second_group_takes_forces_that_flew(monkeypatch: Patch) -> None:
    def save_remainder(g: Table, movement: Movement) -> None:
        g.remainder = {place: there[movement.player] for place, there in g.forces.items()}

    monkeypatch.setattr(arrival, "save_remainder", save_remainder)
    caught(dune, "first-group-notes-the-second", "declare_flight")
    caught(dune, "second-group-is-there", "declare_flight")


@pytest.mark.slow
def test_second_group_is_not_checked(monkeypatch: Patch) -> None:
    def anybody(g: Table, movement: Movement) -> bool:
        return True

    monkeypatch.setattr("kanly.model.dune.movement.legality.has_not_flown", anybody)
    caught(dune, "only-the-flight-in-the-air-goes-on", "declare_flight", "fly", conjunct="not flown")


def test_ordinary_end_opens_an_empty_frame() -> None:
    def ended(g: Table, seat: Faction) -> None:
        on_turn(g, seat)
        if g.flight is not None:
            end_movement(g, seat)
            return
        g.batches += 1
        nothing = Flight(
            event=1, player=seat, card=Card.ORNITHOPTER, turn=g.turn, mode=Mode.RANGE3, starting=0, completed=0
        )
        batch = Batch(number=g.batches, cause=Cause.ORNITHOPTER, card=Card.ORNITHOPTER, owner=seat, public=True)
        g.frame = EndFrame(batch=batch, flight=nothing, player=seat)

    caught(dune.variant({end_movement: ended}), "ordinary-end-opens-no-frame", "end_movement")


def test_early_end_is_taken_for_an_arrival() -> None:
    def drained(g: Table) -> None:
        early = isinstance(g.frame, EndFrame)
        drain(g)
        if early:
            g.log[Line.MOVEMENT] += 1

    broken = dune.variant({drain: drained})
    caught(broken, "end-is-concluded", "declare_flight", "end_movement", "drain", conjunct="no arrival logged")


@pytest.mark.slow
def test_promised_card_is_played(monkeypatch: Patch) -> None:
    def give_up(g: Table, seat: Faction, card: Card) -> None:
        require(card in g.hand[seat], "the card is not in that hand")
        g.hand[seat].remove(card)

    monkeypatch.setattr(movement, "give_up", give_up)
    caught(dune, "only-with-a-card-at-hand", "declare_flight", conjunct="not promised")
    caught(dune, "promised-cards-are-held", "declare_flight")


def test_storm_is_ignored(monkeypatch: Patch) -> None:
    def clear(g: Table, movement: Movement) -> bool:
        return True

    monkeypatch.setattr("kanly.model.dune.movement.legality.out_of_the_storm", clear)
    monkeypatch.setattr("kanly.model.dune.movement.legality.in_range", clear)
    caught(dune, "only-outside-of-the-storm", "move")


def test_two_groups_fly_three_territories(monkeypatch: Patch) -> None:
    def allowed_range(g: Table, seat: Faction) -> int:
        return 1 if g.flight is None else 3

    monkeypatch.setattr("kanly.model.dune.movement.legality.allowed_range", allowed_range)
    caught(dune, "only-within-range", "declare_flight")


def test_event_of_an_earlier_flight_is_taken() -> None:
    def flies(g: Table, seat: Faction, origin: Place, to: Place, group: Group, event: int) -> None:
        assert g.flight is None or event > 0
        fly(g, seat, origin, to, group, 1)

    caught(dune.variant({fly: flies}), "only-the-flight-in-the-air-goes-on", "declare_flight", "fly", conjunct="event")


def test_arrivals_that_ask_two_owners() -> None:
    def drained(g: Table) -> None:
        frame = g.frame
        drain(g)
        if isinstance(frame, MoveFrame) and g.entry is None:
            open_terror(g, frame.movement.player, frame.movement.to, Entry.MOVEMENT, 1, 0, Onward.TURN)

    caught(dune.variant({drain: drained}), "entry-meets-a-token", "declare_flight", "drain", conjunct="token")


@pytest.mark.slow
def test_entry_is_forgotten(monkeypatch: Patch) -> None:
    def open_entry(g: Table, movement: Movement, cause: Entry) -> None:
        """Nobody is asked."""

    monkeypatch.setattr(consequences, "open_entry", open_entry)
    caught(dune, "arrival-is-concluded", "declare_flight", "drain", conjunct="entry")


def test_choam_is_asked_only_with_the_baliset(monkeypatch: Patch) -> None:
    asked = arrival.choam_has_a_say

    def has_a_say(g: Table, movement: Movement) -> bool:
        return Card.BALISET in g.hand[Faction.CHOAM] and asked(g, movement)

    monkeypatch.setattr(arrival, "choam_has_a_say", has_a_say)
    caught(dune, "choam-is-asked-whatever-it-holds", "move")
