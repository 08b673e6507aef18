"""The queue, the seat on turn, and how many groups have moved."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, either, exists, has, scope, total
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Line, Phase
from ....model.dune.table.state import Table
from ....model.dune.turns.hand import play_hajr
from ...language.conditions import Conjunct
from ...language.where import playing, using
from ..laws import laws


@laws.invariant("somebody-is-on-turn", clauses=["ORN-21", "ORN-22"])
def somebody_is_on_turn(g: Table) -> Iterator[Conjunct]:
    """During shipment and movement one seat is on turn, and it is still in the queue if the save has one."""
    yield "phase of shipment and movement", (g.phase == Phase.MOVEMENT) == (g.active is not None)
    yield "in the queue", lambda: g.active is None or g.to_move is None or g.active in g.to_move


@laws.invariant("battle-waits-for-everybody", clauses=["ORN-22"])
def battle_waits_for_everybody(g: Table) -> Iterator[Conjunct]:
    """When Battle has begun nobody is left in the queue, and nothing of the movement phase is open."""
    after = g.phase == Phase.BATTLE
    yield "queue", lambda: not after or (g.to_move is not None and not g.to_move)
    yield "flight", lambda: not after or (g.flight is None and g.frame is None)
    yield "interruption", lambda: not after or (g.box is None and g.box_frame is None and not g.questions)
    yield "decision", lambda: not after or g.pending is None
    yield "entry", lambda: not after or (g.entry is None and g.embassy is None and g.terror_frame is None)


@laws.invariant("sapho-is-for-a-waiting-seat", clauses=["ORN-22"])
def sapho_is_for_a_waiting_seat(g: Table) -> bool:
    """Only a seat in the queue can be the one that a Juice of Sapho put last; an old save knows neither."""
    return g.sapho_last is None or (g.to_move is not None and g.sapho_last in g.to_move)


@laws.invariant("low-rate-is-for-the-seat-on-turn", clauses=["ORN-13", "ORN-22"])
def low_rate_is_for_the_seat_on_turn(g: Table) -> bool:
    """A low shipping rate that is still open belongs to the seat on turn."""
    return g.karama_rate is None or g.karama_rate == g.active


@laws.invariant("movement-is-logged-once", clauses=["ORN-13", "ORN-14"])
def movement_is_logged_once(g: Table) -> bool:
    """The log has one line for each group that moved, but for the one whose frame is still to be drained."""
    moved = total(scope(g, Faction), lambda seat: g.moved[seat])
    kept_back = 1 if isinstance(g.frame, MoveFrame) else 0
    return g.log[Line.MOVEMENT] + kept_back == moved


@laws.invariant("nobody-moves-more-than-it-may", clauses=["ORN-03", "ORN-43"], where=using(Table.allowance))
def nobody_moves_more_than_it_may(g: Table) -> Iterator[Conjunct]:
    """A seat has moved no more groups than it may move, flown ones included."""
    for seat in scope(g, Faction):
        yield seat.title, g.moved[seat] <= g.allowance[seat]


@laws.invariant("allowances-have-their-cards", clauses=["ORN-03"], where=using(Table.allowance) & playing(play_hajr))
def allowances_have_their_cards(g: Table) -> bool:
    """Groups beyond the first of each seat are allowed by a discarded Hajr, a completed flight, or one brought back."""
    face_down = exists(scope(g, Faction), lambda seat: has(g.face_down[seat], Card.HAJR))
    discarded = choose(either(has(g.discard, Card.HAJR), face_down), 1, 0)
    return further_groups(g) <= g.log[Line.COMPLETION] + discarded + g.boxes


@laws.invariant("allowances-have-their-flights", clauses=["ORN-03"], where=using(Table.allowance) & ~playing(play_hajr))
def allowances_have_their_flights(g: Table) -> bool:
    """Where nobody plays a Hajr, groups beyond the first of each seat are allowed by completed flights."""
    return further_groups(g) <= g.log[Line.COMPLETION]


def further_groups(g: Table) -> int:
    """How many groups all seats together may move beyond one each."""
    return total(scope(g, Faction), lambda seat: g.allowance[seat] - 1)


@laws.invariant("moving-ends-shipment", clauses=["ORN-10"])
def moving_ends_shipment(g: Table) -> Iterator[Conjunct]:
    """A seat that has moved a group ships no more, and no promise about its shipment is open."""
    for seat in scope(g, Faction):
        yield f"shipment of {seat.title}", g.moved[seat] == 0 or seat in g.shipped
        yield f"promise of {seat.title}", g.moved[seat] == 0 or seat not in g.promised


def guild_is_left(g: Table) -> bool:
    """Whether the Guild has still to ship and move."""
    return Faction.GUILD in scope(g, Faction) and g.to_move is not None and Faction.GUILD in g.to_move
