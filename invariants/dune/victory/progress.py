"""What each side has towards victory: strongholds, Tech Tokens, joint occupation and targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, count, either, exists, forall, has, implies, negate, same, scope, size, whole
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ....model.dune.table.victories import TechToken
from ....model.dune.victory.progress import stronghold_progress
from ...language.where import knowing
from ..laws import laws
from .occupation import VICTORY, all_hold, occupation, of_one_side, real_strongholds

ECAZ = Faction.ECAZ


@laws.equivalence("rows-of-a-side-agree", clauses=["VIC-15"], where=VICTORY)
def rows_of_a_side_agree(g: Table) -> tuple[bool, bool]:
    """Each seat has its row, and the members of a side have equal rows but for whose they are."""
    return all_hold(_rows_of_a_side_agree(g))


def _rows_of_a_side_agree(g: Table) -> Iterator[tuple[str, bool]]:
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        row = rows[seat]
        yield f"player of {seat.title}", row.player == seat
        for other in scope(g, Faction):
            member = of_one_side(g, seat, other)
            yield f"{other.title} beside {seat.title}", same(has(row.members, other), member)
            apart = negate(member)
            mate = rows[other]
            yield f"strongholds of {seat.title}", either(apart, row.strongholds == mate.strongholds)
            yield f"tokens of {seat.title}", either(apart, same(row.tech_stronghold, mate.tech_stronghold))
            yield f"target of {seat.title}", either(apart, row.target == mate.target)
            yield f"joint strongholds of {seat.title}", either(apart, row.jointly_occupied == mate.jointly_occupied)
            yield f"joint target of {seat.title}", either(apart, row.occupy_target == mate.occupy_target)
            yield f"success of {seat.title}", either(apart, same(row.qualifies, mate.qualifies))


@laws.equivalence(
    "a-stronghold-counts-for-who-holds-it-alone", clauses=["VIC-01", "VIC-05", "VIC-16", "VIC-28"], where=VICTORY
)
def a_stronghold_counts_for_who_holds_it_alone(g: Table) -> tuple[bool, bool]:
    """A side has a stronghold that is there if a member has fighters in it and no opponent has, storm or not.

    It is there once or not at all, in however many parts and groups the forces stand; a marker counts as one of them.
    """
    return all_hold(_a_stronghold_counts_for_who_holds_it_alone(g))


def _a_stronghold_counts_for_who_holds_it_alone(g: Table) -> Iterator[tuple[str, bool]]:
    fighters = occupation(g)
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        for territory, there in real_strongholds(g):
            held = exists(
                scope(g, Faction),
                lambda other, s=seat, t=territory: both(of_one_side(g, s, other), fighters[t][other]),
            )
            contested = exists(
                scope(g, Faction),
                lambda other, s=seat, t=territory: both(negate(of_one_side(g, s, other)), fighters[t][other]),
            )
            counts = both(there, both(held, negate(contested)))
            yield f"{territory.title} for {seat.title}", same(has(rows[seat].strongholds, territory), counts)


@laws.equivalence("no-stronghold-counts-for-two-sides", clauses=["VIC-01"], where=VICTORY)
def no_stronghold_counts_for_two_sides(g: Table) -> tuple[bool, bool]:
    """What one side has, no other side has."""
    return all_hold(_no_stronghold_counts_for_two_sides(g))


def _no_stronghold_counts_for_two_sides(g: Table) -> Iterator[tuple[str, bool]]:
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        for other in scope(g, Faction):
            apart = negate(of_one_side(g, seat, other))
            shared = rows[seat].strongholds & rows[other].strongholds
            yield f"{seat.title} and {other.title}", implies(apart, size(shared) == 0)


@laws.equivalence("targets", clauses=["VIC-03"], where=VICTORY)
def targets(g: Table) -> tuple[bool, bool]:
    """A side needs three strongholds alone, four as allies or where two play; all Tech Tokens of one are one more."""
    return all_hold(_targets(g))


def _targets(g: Table) -> Iterator[tuple[str, bool]]:
    rows = stronghold_progress(g).progress
    seats = scope(g, Faction)
    for seat in seats:
        paired = exists(seats, lambda other, s=seat: both(other != s, of_one_side(g, s, other)))
        yield f"target of {seat.title}", rows[seat].target == choose(len(seats) == 2, 4, choose(paired, 4, 3))
        owns = exists(
            seats,
            lambda owner, s=seat: both(
                of_one_side(g, s, owner),
                count(scope(g, TechToken), lambda token, o=owner: same(whole(g.tech, token), o)) == len(TechToken),
            ),
        )
        yield f"tokens of {seat.title}", same(rows[seat].tech_stronghold, owns)


@laws.equivalence("a-joint-hold-has-two-occupants", clauses=["VIC-04", "VIC-05", "VIC-23"], where=VICTORY)
def a_joint_hold_has_two_occupants(g: Table) -> tuple[bool, bool]:
    """A stronghold is jointly occupied if Ecaz and its ally both have fighters there, each its own, and nobody else."""
    return all_hold(_a_joint_hold_has_two_occupants(g))


def _a_joint_hold_has_two_occupants(g: Table) -> Iterator[tuple[str, bool]]:
    fighters = occupation(g)
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        for territory, there in real_strongholds(g):
            both_there = exists(
                [other for other in scope(g, Faction) if other != ECAZ],
                lambda ally, t=territory: jointly(g, ally, fighters[t]),
            )
            ours = both(there, both(both_there, both(ECAZ in scope(g, Faction), of_one_side(g, seat, ECAZ))))
            yield f"{territory.title} of {seat.title}", same(has(rows[seat].jointly_occupied, territory), ours)


def jointly(g: Table, ally: Faction, fighters: dict[Faction, bool]) -> bool:
    """Whether a seat is the ally of Ecaz, both have fighters in a stronghold, and no third seat has any."""
    if ECAZ not in scope(g, Faction):
        return False
    pair = both(fighters[ally], fighters[ECAZ])
    third = [other for other in scope(g, Faction) if other not in (ally, ECAZ)]
    free = forall(third, lambda other: negate(fighters[other]))
    return both(of_one_side(g, ally, ECAZ), both(pair, free))


@laws.equivalence("who-qualifies", clauses=["VIC-03", "VIC-04"], where=VICTORY)
def who_qualifies(g: Table) -> tuple[bool, bool]:
    """A side qualifies by strongholds and tokens, or by three strongholds of Ecaz and its ally, never by a mixture."""
    return all_hold(_who_qualifies(g))


def _who_qualifies(g: Table) -> Iterator[tuple[str, bool]]:
    rows = stronghold_progress(g).progress
    for seat in scope(g, Faction):
        row = rows[seat]
        ordinary = size(row.strongholds) + choose(row.tech_stronghold, 1, 0) >= row.target
        joint = size(row.jointly_occupied) >= 3
        yield f"success of {seat.title}", same(row.qualifies, either(ordinary, joint))
        paired = both(of_one_side(g, seat, ECAZ), exists(row.members, lambda other: other != ECAZ))
        yield f"joint target of {seat.title}", row.occupy_target == choose(paired, 3, 0)


@laws.equivalence("without-ecaz-nothing-changes", clauses=["VIC-21"], where=VICTORY & ~knowing(ECAZ))
def without_ecaz_nothing_changes(g: Table) -> tuple[object, object]:
    """Where Ecaz does not play, those qualify who do by the rule without it: strongholds and tokens reach a target."""
    rows = stronghold_progress(g).progress
    by_the_rule = {
        seat
        for seat in scope(g, Faction)
        if size(rows[seat].strongholds) + choose(rows[seat].tech_stronghold, 1, 0) >= rows[seat].target
    }
    return {seat for seat in scope(g, Faction) if rows[seat].qualifies}, by_the_rule
