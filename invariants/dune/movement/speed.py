"""A speed that is being answered, and a seat without its speed."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import size
from ....model.dune.movement.karama import pass_speed
from ....model.dune.table.cards import Mode
from ....model.dune.table.factions import Faction
from ....model.dune.table.forces import ordinary
from ....model.dune.table.movements import Conversion, SpeedResponse
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import playing
from ..laws import laws
from ..table.decisions import decision

SPEED = playing(pass_speed)
"""Where a speed can be answered."""


def in_question(g: Table) -> SpeedResponse | None:
    """The response to a speed that is open, or will be when it is known what becomes of a worthless card."""
    answered = decision(g)
    if isinstance(answered, SpeedResponse):
        return answered
    return answered.response if isinstance(answered, Conversion) else None


@laws.invariant(
    "speed-is-of-the-seat-on-turn", clauses=["ORN-42"], when=lambda g: in_question(g) is not None, where=SPEED
)
def speed_is_of_the_seat_on_turn(g: Table) -> Iterator[Conjunct]:
    """A speed that is being answered is that of the seat on turn, which has a movement left, flown or not."""
    response = in_question(g)
    assert response is not None
    movement = response.movement
    player = movement.player
    yield "player", lambda: g.active == player
    yield "speed", lambda: player == Faction.FREMEN or (player == Faction.IX and movement.elite > 0)
    yield "left", lambda: g.flight is not None or g.moved[player] < g.allowance[player]
    yield "group", ordinary(movement) >= 0
    yield "not asked itself", player not in response.waiting


@laws.invariant(
    "range-of-three-asks-nobody", clauses=["ORN-42"], when=lambda g: in_question(g) is not None, where=SPEED
)
def range_of_three_asks_nobody(g: Table) -> bool:
    """No speed is in question while a flight of range three is in the air, which needs none."""
    return g.flight is None or g.flight.mode == Mode.TWO_GROUPS


@laws.invariant("somebody-is-asked", clauses=["ORN-42"], when=lambda g: in_question(g) is not None, where=SPEED)
def somebody_is_asked(g: Table) -> bool:
    """A response is open only as long as somebody has still to answer."""
    answered = decision(g)
    assert isinstance(answered, SpeedResponse | Conversion)
    return size(answered.waiting) > 0


@laws.invariant("slowed-seat-is-on-turn", clauses=["ORN-42"], where=SPEED)
def slowed_seat_is_on_turn(g: Table) -> bool:
    """Only the seat on turn can be without its speed, and that is over when a group of it has moved."""
    return g.slowed is None or g.slowed == g.active
