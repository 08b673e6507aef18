"""Entries that wait for Ecaz, that each waits for its owner, and that an arrival asks one owner at most."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, count, forall, has, implies, is_present, lookup, negate, required, scope
from ....model.dune.arrivals.ambassadors import ITS_OWN, AmbassadorActed, leave_ambassador, use_ambassador
from ....model.dune.arrivals.intrusion import stand_fast, step_aside
from ....model.dune.flight.frames import drain
from ....model.dune.movement.movement import declare_flight, fly, move
from ....model.dune.table.board import Place
from ....model.dune.table.entries import Embassy
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.forces import fighters, stranger
from ....model.dune.table.kinds import Ambassador, Phase
from ....model.dune.table.state import Table
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import leave_terror
from ...language.declarations import Conjunct, Step
from ...language.where import using
from ..flight.settling import same_ambassador
from ..laws import laws

EMBASSIES = using(Table.embassy)
"""Where an entry can wait for Ecaz."""


def waits(g: Table) -> bool:
    """Whether an entry waits for Ecaz."""
    return g.embassy is not None


def waiting(g: Table) -> Embassy:
    """The entry that waits for Ecaz."""
    return required(g.embassy, "no entry waits for Ecaz")


@laws.invariant("ambassador-custody", clauses=["ORN-13"], where=EMBASSIES)
def ambassador_custody(g: Table) -> Iterator[Conjunct]:
    """Every Ambassador is in one place on the board, or home with Ecaz."""
    for kind in scope(g, Ambassador):
        yield f"{kind.name} has one home", lambda kind=kind: homes(g, kind) == 1


def homes(g: Table, kind: Ambassador) -> int:
    """In how many places an Ambassador is."""
    on_board = count(scope(g, Place), lambda place: g.ambassadors[place] == kind)
    return on_board + choose(has(g.recalled, kind), 1, 0)


@laws.invariant("embassy-meets-an-ambassador", clauses=["ORN-13"], when=waits, where=EMBASSIES)
def embassy_meets_an_ambassador(g: Table) -> Iterator[Conjunct]:
    """Ecaz is asked in the movement phase about a stranger of the seat on turn, where one of its Ambassadors is."""
    embassy = waiting(g)
    yield "Ambassador", lambda: g.ambassadors[embassy.place] is not None
    yield "stranger", lambda: stranger(g, embassy.entrant, Faction.ECAZ)
    yield "not its own", lambda: not_its_own(g, embassy)
    yield "phase", g.phase == Phase.MOVEMENT
    yield "turn", lambda: g.active == embassy.entrant


def not_its_own(g: Table, embassy: Embassy) -> bool:
    """Whether the Ambassador is not to the entrant's own faction."""
    kind = g.ambassadors[embassy.place]
    return kind is None or negate(lookup(ITS_OWN, (kind, embassy.entrant)))


@laws.invariant("one-owner-is-asked", clauses=["ORN-13", "ORN-53"], where=EMBASSIES)
def one_owner_is_asked(g: Table) -> bool:
    """At most one of the Bene Gesserit, Moritani and Ecaz is asked at a time."""
    return count([g.pending, g.entry, g.embassy], is_present) <= 1


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
    enters = origin.territory != to.territory
    sisters = both(fighters(before, Faction.BENE_GESSERIT, to.territory) > 0, seat != Faction.BENE_GESSERIT)
    tokens = both(both(enters, is_present(before.terror[to])), seat != Faction.MORITANI)
    embassies = both(enters, acts_against(before, seat, to))
    asked = [
        both(sisters, stranger(before, seat, Faction.BENE_GESSERIT)),
        both(tokens, stranger(before, seat, Faction.MORITANI)),
        embassies,
    ]
    return count(asked, lambda each: each) <= 1


def acts_against(g: Table, seat: Faction, place: Place) -> bool:
    """Whether an Ambassador in a place may act against a seat."""
    kind = g.ambassadors[place]
    if kind is None:
        return False
    return both(negate(lookup(ITS_OWN, (kind, seat))), stranger(g, seat, Faction.ECAZ))


@laws.witness("flight-meets-an-ambassador", clauses=["ORN-13", "ORN-53"], where=EMBASSIES)
def flight_meets_an_ambassador(before: Table, step: Step, after: Table) -> bool:
    """Draining a completed flight's frame asks Ecaz whether its Ambassador acts."""
    return step.took(drain) and after.embassy is not None


@laws.witness("every-ambassador-acts", clauses=["ORN-13"], where=EMBASSIES)
def every_ambassador_acts(before: Table, step: Step, after: Table) -> bool:
    """The Ambassador to Tleilaxu brings forces of Ecaz back."""
    return step.took(use_ambassador) and after.tanks != before.tanks


@laws.witness("first-group-meets-an-ambassador", clauses=["ORN-13", "ORN-40"], where=EMBASSIES)
def first_group_meets_an_ambassador(g: Table) -> bool:
    """The first of two groups has met an Ambassador, and the card is still in the air."""
    return g.embassy is not None and g.flight is not None


@laws.witness("own-ambassador-lets-in", clauses=["ORN-13"], where=EMBASSIES)
def own_ambassador_lets_in(before: Table, step: Step, after: Table) -> bool:
    """The Emperor comes in where the Ambassador to the Emperor is, and nobody is asked."""
    if not step.took(move, fly) or step["seat"] != Faction.EMPEROR:
        return False
    return both(before.ambassadors[step["to"]] == Ambassador.EMPEROR, negate(is_present(after.embassy)))


@laws.witness("sector-move-beside-a-token-opens-nothing", clauses=["ORN-16"], where=EMBASSIES)
def sector_move_beside_a_token_opens_nothing(before: Table, step: Step, after: Table) -> bool:
    """A group flies to another sector of its territory where a Terror token lies, and its frame asks nobody."""
    frame = before.frame
    if not step.took(drain) or not isinstance(frame, MoveFrame):
        return False
    inside = frame.movement.origin.territory == frame.movement.to.territory
    return both(inside, both(is_present(before.terror[frame.movement.to]), negate(is_present(after.entry))))
