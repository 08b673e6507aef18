"""Public progress: what each side has towards victory, read from the settled board and the Tech Tokens alone."""

from __future__ import annotations

from ... import both, choose, count, either, exists, forall, is_present, negate, same, scope, whole
from ..table.board import Territory
from ..table.factions import Faction
from ..table.forces import allied
from ..table.state import Table
from ..table.victories import OCCUPY_TARGET, Progress, Standings, TechToken
from .settled import Fighting, fighting, on_the_board, present, released, strongholds


def stronghold_progress(g: Table) -> Standings:
    """What every seat has towards victory on the settled board. Nothing private is read, and nothing is changed."""
    settled = fighting(g)
    return Standings(
        released={territory for territory in scope(g, Territory) if released(g, territory, present(g, territory))},
        progress={seat: progress_of(g, seat, settled) for seat in scope(g, Faction)},
    )


def progress_of(g: Table, seat: Faction, settled: Fighting) -> Progress:
    """The row of one seat."""
    side = side_of(g, seat)
    occupying = both(is_allied(g, seat), side.get(Faction.ECAZ, False))
    held = {each: both(on_the_board(g, each), holds(side, settled[each])) for each in strongholds(g)}
    shared = {each: both(both(occupying, held[each]), everybody_is_in(side, settled[each])) for each in held}
    tech = owns_all_tech(g, side)
    target = target_of(g, seat)
    ordinary = count(held, lambda each: held[each]) + choose(tech, 1, 0) >= target
    joint = count(shared, lambda each: shared[each]) >= OCCUPY_TARGET
    return Progress(
        player=seat,
        members={other for other in side if side[other]},
        strongholds={each for each in held if held[each]},
        tech_stronghold=tech,
        target=target,
        jointly_occupied={each for each in shared if shared[each]},
        occupy_target=choose(occupying, OCCUPY_TARGET, 0),
        qualifies=either(ordinary, joint),
    )


def side_of(g: Table, seat: Faction) -> dict[Faction, bool]:
    """Whether each seat is of the side of one: itself or its ally."""
    return {other: either(seat == other, allied(g, seat, other)) for other in scope(g, Faction)}


def is_allied(g: Table, seat: Faction) -> bool:
    """Whether a seat has an ally."""
    return is_present(whole(g.ally, seat))


def holds(side: dict[Faction, bool], fighters: dict[Faction, bool]) -> bool:
    """Whether a side has fighters in a stronghold, and nobody else has."""
    occupied = exists(side, lambda other: both(side[other], fighters[other]))
    return both(occupied, forall(side, lambda other: either(side[other], negate(fighters[other]))))


def everybody_is_in(side: dict[Faction, bool], fighters: dict[Faction, bool]) -> bool:
    """Whether each member of a side has fighters of its own in a stronghold."""
    return forall(side, lambda other: either(negate(side[other]), fighters[other]))


def owns_all_tech(g: Table, side: dict[Faction, bool]) -> bool:
    """Whether one member of a side owns every Tech Token."""
    return exists(side, lambda other: both(side[other], has_all_tech(g, other)))


def has_all_tech(g: Table, seat: Faction) -> bool:
    """Whether a seat itself owns every Tech Token."""
    return forall(scope(g, TechToken), lambda token: same(whole(g.tech, token), seat))


def target_of(g: Table, seat: Faction) -> int:
    """How many strongholds the side of a seat needs: three alone, four as allies or when two play."""
    if len(scope(g, Faction)) == 2:
        return 4
    return choose(is_allied(g, seat), 4, 3)
