"""Atomics and summoned worms take everybody where they strike, a No-Field marker too, and nobody elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, has, implies, is_present, negate, same, scope, total
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Terror
from ....model.dune.table.state import Table
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.rides import summon_worm
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing_any, using
from ..arrivals.no_field_steps import hidden
from ..laws import laws
from ..terror.tokens_steps import springs

MORITANI, RICHESE, FREMEN = Faction.MORITANI, Faction.RICHESE, Faction.FREMEN
LOSING = playing_any(reveal_terror, summon_worm)
"""Where a token or a worm may take forces."""

MARKED = using(Table.marker)
"""Where there is a No-Field marker."""


def loses(before: Table, step: Step, seat: Faction, place: Place) -> bool:
    """Whether a seat loses what it has in a place: to Atomics in the territory, or, unless Fremen, to a worm there."""
    if step.took(summon_worm):
        return both(seat != FREMEN, step["place"] == place)
    entry = before.entry
    if entry is None:
        return False
    return both(springs(before, step, Terror.ATOMICS), entry.place.territory == place.territory)


def takes(before: Table, step: Step, after: Table) -> bool:
    """Whether the step reveals a token or summons a worm."""
    return step.took(reveal_terror, summon_worm)


@laws.step("atomics-and-worms-spare-nobody", clauses=["ORN-40", "TER-25"], when=takes, where=LOSING)
def atomics_and_worms_spare_nobody(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Atomics take all forces in the territory and a worm all but the Fremen's in its place; elsewhere all stay."""
    for seat in scope(before, Faction):
        for place in scope(before, Place):
            gone = loses(before, step, seat, place)
            for troop in scope(before, Troop):
                was, now = before.forces[place][seat][troop], after.forces[place][seat][troop]
                stays = either(now == was, both(seat == MORITANI, springs(before, step, Terror.SNEAK_ATTACK)))
                yield f"{troop.value} of {seat.title} in {place.name}", choose(gone, now == 0, stays)


@laws.step("the-lost-are-in-the-tanks", clauses=["ORN-40", "TER-25"], when=takes, where=LOSING & using(Table.tanks))
def the_lost_are_in_the_tanks(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """What Atomics or a worm took is in the tanks, and what a No-Field marker had hidden among it."""
    for seat in scope(before, Faction):
        for troop in scope(before, Troop):
            lost = total(
                scope(before, Place),
                lambda p, s=seat, t=troop: choose(loses(before, step, s, p), before.forces[p][s][t], 0),
            )
            with_it = stood_up(before, step) if seat == RICHESE and troop == Troop.ORDINARY else 0
            yield (
                f"{troop.value} of {seat.title}",
                after.tanks[seat][troop] == before.tanks[seat][troop] + lost + with_it,
            )


def marker_is_lost(before: Table, step: Step) -> bool:
    """Whether the No-Field marker lies where Richese loses its forces."""
    return before.marker is not None and loses(before, step, RICHESE, before.marker.place)


def stood_up(before: Table, step: Step) -> int:
    """How many forces a No-Field marker that is lost has hidden."""
    return choose(marker_is_lost(before, step), hidden(before), 0)


@laws.step("a-marker-is-lost-like-a-force", clauses=["ORN-11", "ORN-62"], when=takes, where=LOSING & MARKED)
def a_marker_is_lost_like_a_force(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Atomics and worms take a No-Field marker exactly where they take forces."""
    yield "lost", implies(marker_is_lost(before, step), negate(is_present(after.marker)))
    yield "stays", either(marker_is_lost(before, step), same(after.marker, before.marker))


@laws.step(
    "the-lost-fly-no-more",
    clauses=["ORN-40", "ORN-62"],
    when=lambda before, step, after: takes(before, step, after) and before.remainder is not None,
    where=LOSING & using(Table.remainder),
)
def the_lost_fly_no_more(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Between two groups, who is lost cannot fly second, and everybody else who could still can."""
    assert before.remainder is not None
    yield "kept", is_present(after.remainder)
    for place in scope(before, Place):
        gone = before.flight is not None and loses(before, step, before.flight.player, place)
        for troop in scope(before, Troop):
            left = choose(gone, 0, before.remainder[place][troop])
            yield (
                f"{troop.value} in {place.name}",
                after.remainder is not None and after.remainder[place][troop] == left,
            )


@laws.step("advisors-left-stay-advisors", clauses=["ORN-13"], when=takes, where=LOSING & using(Table.advisors))
def advisors_left_stay_advisors(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Bene Gesserit who lose one place of a territory stay advisors in another, and are none where none are left."""
    for territory in scope(before, Territory):
        here = [place for place in scope(before, Place) if place.territory == territory]
        left = total(here, lambda place: sum(after.forces[place][Faction.BENE_GESSERIT].values())) > 0
        yield territory.title, has(after.advisors, territory) == both(has(before.advisors, territory), left)
