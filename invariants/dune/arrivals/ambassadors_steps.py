"""Owners answer their entries, an Ambassador acts once, and arrivals that would ask two owners are refused."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, count, forall, implies, is_present, negate, required, scope
from ....model.dune.arrivals.ambassadors import AmbassadorActed, leave_ambassador, use_ambassador
from ....model.dune.arrivals.intrusion import stand_fast, step_aside
from ....model.dune.flight.frames import drain
from ....model.dune.movement.movement import declare_flight, fly, move
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Ambassador
from ....model.dune.table.state import Table
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import leave_terror
from ...language.conditions import Conjunct
from ...language.steps import Step
from ..flight.frames_steps import same_ambassador
from ..laws import laws
from ..table.counted import meets_ambassador, meets_sisters, meets_token
from .ambassadors import EMBASSIES, waiting


@laws.step("owners-answer", clauses=["ORN-13", "ORN-53"], where=EMBASSIES)
def owners_answer(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An open entry waits for its owner, and for nobody else: nothing but the owner's answer happens."""
    if before.embassy is not None:
        yield "Ecaz", step.took(use_ambassador, leave_ambassador) and step["seat"] == Faction.ECAZ
    if before.entry is not None:
        yield "Moritani", step.took(reveal_terror, leave_terror) and step["seat"] == Faction.MORITANI
    if before.pending is not None:
        yield "Bene Gesserit", step.took(step_aside, stand_fast) and step["seat"] == Faction.BENE_GESSERIT


@laws.step(
    "ambassador-acts-once",
    clauses=["ORN-13"],
    when=lambda before, step, after: step.took(use_ambassador),
    where=EMBASSIES,
)
def ambassador_acts_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An Ambassador that acts goes home, and does what it is for; the group that came in stays where it is."""
    place = waiting(before).place
    kind = required(before.ambassadors[place], "no Ambassador is there")
    yield "home", lambda: kind in after.recalled and after.ambassadors[place] is None
    yield "over", after.embassy is None
    yield "told", step.emitted(AmbassadorActed)
    yield "forces", after.forces == before.forces
    taken = choose(kind == Ambassador.EMPEROR, choose(before.bank < 5, before.bank, 5), 0)
    yield "bank", after.bank == before.bank - taken
    yield "spice", after.spice[Faction.ECAZ] == before.spice[Faction.ECAZ] + taken
    for troop in scope(before, Troop):
        dead = before.tanks[Faction.ECAZ][troop]
        left = choose(kind == Ambassador.TLEILAXU, 0, dead)
        yield f"{troop.value} in the tanks", after.tanks[Faction.ECAZ][troop] == left


@laws.step("ambassadors-stay-otherwise", clauses=["ORN-13"], where=EMBASSIES)
def ambassadors_stay_otherwise(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Nothing else moves an Ambassador, and nothing but an arrival asks about one."""
    if not step.took(use_ambassador):
        yield "board", forall(scope(before, Place), lambda place: same_ambassador(before, after, place))
        yield "home", after.recalled == before.recalled
    asked = both(negate(is_present(before.embassy)), is_present(after.embassy))
    yield "arrival", implies(asked, lambda: step.took(move, declare_flight, fly, drain))


def declares(before: Table, step: Step, after: Table) -> bool:
    """Whether the step declares a movement of any kind."""
    return step.took(move, declare_flight, fly)


@laws.step("competing-arrivals-are-refused", clauses=["ORN-43", "ORN-53"], when=declares, where=EMBASSIES)
def competing_arrivals_are_refused(before: Table, step: Step, after: Table) -> bool:
    """No movement is accepted where two of the Bene Gesserit, Moritani and Ecaz would have to answer at once."""
    seat, origin, to = step["seat"], step["origin"], step["to"]
    asked = [
        meets_sisters(before, seat, to),
        meets_token(before, seat, origin, to),
        meets_ambassador(before, seat, origin, to),
    ]
    return count(asked, lambda each: each) <= 1
