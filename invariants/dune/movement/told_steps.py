"""What is told of shipments, movements and answers to them is true, and told to everybody."""

from __future__ import annotations

from dataclasses import dataclass

from ....model import choose
from ....model.dune.arrivals.consequences import Moved
from ....model.dune.flight.frames import drain
from ....model.dune.movement.arrival import ChoamAsked, MovementFailed, allow_arrival, forbid_arrival
from ....model.dune.movement.karama import (
    SpeedCancelled,
    UsedAsKarama,
    WorthlessStopped,
    cancel_speed,
    pass_speed,
    pass_worthless,
    stop_worthless,
    use_worthless,
)
from ....model.dune.movement.movement import declare_flight, fly, move
from ....model.dune.movement.shipment import Shipped, ship
from ....model.dune.movement.speed import SpeedUsed
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction, Group
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.movements import Arrival, Movement, SpeedResponse
from ....model.dune.table.state import Table
from ...language.steps import Step
from ...language.where import playing, playing_any
from ..laws import laws
from .choam_steps import ASKED
from .legality_steps import declares
from .speed import SPEED, in_question
from .worthless import WORTHLESS

MOVES = playing_any(move, declare_flight, fly)
"""Where groups move."""


@dataclass(frozen=True)
class OnItsWay:
    """A group that is declared by a step, or waits before it for an answer."""

    seat: Faction
    origin: Place
    to: Place
    total: int
    elite: int


def on_its_way(before: Table, step: Step) -> OnItsWay | None:
    """The group that a step is about, if it is about one."""
    if step.took(move, declare_flight, fly):
        group: Group = step["group"]
        total = group.ordinary + group.elite + choose(group.no_field, 1, 0)
        return OnItsWay(step["seat"], step["origin"], step["to"], total, group.elite)
    waiting = waits(before, step)
    if waiting is None:
        return None
    return OnItsWay(waiting.player, waiting.origin, waiting.to, waiting.total, waiting.elite)


def waits(before: Table, step: Step) -> Movement | None:
    """The movement that a step answers, or that is in the frame which it drains."""
    if step.took(drain):
        return before.frame.movement if isinstance(before.frame, MoveFrame) else None
    if step.took(allow_arrival, forbid_arrival):
        return before.pending.movement if isinstance(before.pending, Arrival) else None
    if step.took(pass_speed, stop_worthless):
        response = in_question(before)
        return None if response is None else response.movement
    return None


@laws.told("moved-groups-are-told", Moved, clauses=["ORN-13"], where=MOVES)
def moved_groups_are_told(before: Table, step: Step, after: Table) -> Moved | None:
    """Everybody is told of a group that has moved whose it is, from where to where it went, and how large it is.

    Of the last group of a flight that is told behind its frame.
    """
    group = on_its_way(before, step)
    if group is None or isinstance(after.frame, MoveFrame):
        return None
    if not step.took(drain) and after.moved[group.seat] == before.moved[group.seat]:
        return None
    return Moved(seat=group.seat, origin=group.origin, to=group.to, total=group.total)


@laws.told("failed-movements-are-told", MovementFailed, clauses=["ORN-41", "ORN-53"], where=ASKED)
def failed_movements_are_told(before: Table, step: Step, after: Table) -> MovementFailed | None:
    """Everybody is told whose movement has failed: its question is over, and no group has moved."""
    group = on_its_way(before, step)
    if group is None or step.took(move, declare_flight, fly, drain):
        return None
    if in_question(after) is not None or isinstance(after.pending, Arrival):
        return None
    return None if after.moved[group.seat] != before.moved[group.seat] else MovementFailed(seat=group.seat)


@laws.told("questions-to-choam-are-told", ChoamAsked, clauses=["ORN-41", "ORN-65"], where=ASKED)
def questions_to_choam_are_told(before: Table, step: Step, after: Table) -> ChoamAsked | None:
    """Everybody is told that CHOAM is asked about a movement, whose it is, and where it goes."""
    group = on_its_way(before, step)
    if group is None or not isinstance(after.pending, Arrival):
        return None
    return ChoamAsked(seat=group.seat, to=group.to)


@laws.told("speeds-are-told", SpeedUsed, clauses=["ORN-42"], when=declares, where=SPEED)
def speeds_are_told(before: Table, step: Step, after: Table) -> SpeedUsed | None:
    """Everybody is told whose movement needs its faction's speed, and where it goes, before anybody answers."""
    return SpeedUsed(seat=step["seat"], to=step["to"]) if isinstance(after.pending, SpeedResponse) else None


@laws.told("cancelled-speeds-are-told", SpeedCancelled, clauses=["ORN-42", "ORN-52"], where=SPEED)
def cancelled_speeds_are_told(before: Table, step: Step, after: Table) -> SpeedCancelled | None:
    """Everybody is told whose speed a Karama, or a worthless card that nobody has stopped, has cancelled."""
    response = in_question(before)
    if response is None or not step.took(cancel_speed, use_worthless, pass_worthless):
        return None
    return None if in_question(after) is not None else SpeedCancelled(seat=response.movement.player)


@laws.told("worthless-cards-are-told", UsedAsKarama, clauses=["ORN-52"], where=WORTHLESS)
def worthless_cards_are_told(before: Table, step: Step, after: Table) -> UsedAsKarama | None:
    """Everybody is told which worthless card is used as a Karama."""
    return UsedAsKarama(card=step["card"]) if step.took(use_worthless) else None


@laws.told("stopped-worthless-cards-are-told", WorthlessStopped, clauses=["ORN-52"], where=playing(stop_worthless))
def stopped_worthless_cards_are_told(before: Table, step: Step, after: Table) -> WorthlessStopped | None:
    """Everybody is told who has stopped a worthless card."""
    return WorthlessStopped(seat=step["seat"]) if step.took(stop_worthless) else None


@laws.told("shipments-are-told", Shipped, clauses=["TER-01"], where=playing(ship))
def shipments_are_told(before: Table, step: Step, after: Table) -> Shipped | None:
    """Everybody is told who has shipped, where to, and how many forces."""
    return Shipped(seat=step["seat"], to=step["to"], amount=step["amount"]) if step.took(ship) else None
