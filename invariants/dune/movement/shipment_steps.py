"""A shipment is made once, on one's turn, is paid for, and changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, has, negate
from ....model.dune.movement.shipment import ship
from ....model.dune.table.factions import Troop
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws

SHIPPING = playing(ship)
"""Where forces are shipped."""


def ships(before: Table, step: Step, after: Table) -> bool:
    """Whether the step ships forces."""
    return step.took(ship)


@laws.step("a-shipment-is-made-once", clauses=["TER-01"], when=ships, where=SHIPPING)
def a_shipment_is_made_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The seat on turn ships in the movement phase, once, and to no place under the storm."""
    seat = step["seat"]
    yield "phase", before.phase == Phase.MOVEMENT
    yield "turn", before.active == seat
    yield "not before", negate(has(before.shipped, seat))
    yield "over", after.shipped == before.shipped | {seat}
    yield "promise", after.promised == before.promised - {seat}
    yield "storm", step["to"].sector != before.storm.value


@laws.step("a-shipment-is-paid-and-placed", clauses=["TER-01"], when=ships, where=SHIPPING)
def a_shipment_is_paid_and_placed(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A force costs one spice to a stronghold and two elsewhere; as many as were paid come out of reserve and stand."""
    seat, to, amount = step["seat"], step["to"], step["amount"]
    cost = amount * choose(to.territory.stronghold, 1, 2)
    yield "paid", after.spice[seat] == before.spice[seat] - cost
    yield "to the bank", after.bank == before.bank + cost
    reserve, left = before.reserves[seat][Troop.ORDINARY], after.reserves[seat][Troop.ORDINARY]
    yield "out of reserve", left == reserve - amount
    was, now = before.forces[to][seat][Troop.ORDINARY], after.forces[to][seat][Troop.ORDINARY]
    yield "placed", now == was + amount


@laws.step("a-shipment-changes-nothing-else", clauses=["TER-01", "TER-41"], when=ships, where=SHIPPING)
def a_shipment_changes_nothing_else(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A shipment changes what it costs and brings, and opens an entry; cards, turns and all others' forces stay."""
    seat, to = step["seat"], step["to"]
    yield from changes_only(
        before,
        after,
        ("spice", seat),
        "bank",
        ("reserves", seat, Troop.ORDINARY),
        ("forces", to, seat, Troop.ORDINARY),
        ("shipped", seat),
        ("promised", seat),
        "entry",
        "entries",
    )
