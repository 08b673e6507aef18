"""Wrong counts of what sides have towards victory: a law notices each in a sweep of all boards, and in a proof.

A proof alone leaves open whether play reaches the board that it finds; the sweep says that it does.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dune.playing import dune, swept
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.tracing import trace_model
from kanly.model import both, exists, forall, has, same, scope, whole
from kanly.model.dune.table.board import Place, Territory
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.forces import standing
from kanly.model.dune.table.state import Table
from kanly.model.dune.table.victories import TechToken
from kanly.model.dune.victory import fremen, progress, settled

Sides = dict[Faction, bool]


def holds_beside_others(side: Sides, fighters: Sides) -> bool:
    return exists(side, lambda other: both(side[other], fighters[other]))


def one_ally_is_enough(side: Sides, fighters: Sides) -> bool:
    return exists(side, lambda other: both(side[other], fighters[other]))


def tokens_are_pooled(g: Table, side: Sides) -> bool:
    ours = partial(owned_by_a_member, g, side)
    return forall(scope(g, TechToken), ours)


def owned_by_a_member(g: Table, side: Sides, token: TechToken) -> bool:
    return exists(side, lambda other: both(side[other], same(whole(g.tech, token), other)))


def three_for_everybody(g: Table, seat: Faction) -> int:
    return 3


def stands_alone(g: Table, seat: Faction) -> Sides:
    return {other: seat == other for other in scope(g, Faction)}


def advisors_fight(g: Table, seat: Faction, territory: Territory) -> bool:
    return False


def advisors_stay(g: Table, territory: Territory, there: Sides) -> bool:
    return False


def advised_places_are_released(g: Table, territory: Territory, there: Sides) -> bool:
    return has(g.advisors, territory)


def without_the_marker(g: Table, seat: Faction, territory: Territory) -> int:
    places = [place for place in scope(g, Place) if place.territory == territory]
    return sum(standing(g, place, seat) for place in places)


def last_part_alone(g: Table, seat: Faction, territory: Territory) -> int:
    return [standing(g, place, seat) for place in scope(g, Place) if place.territory == territory][-1]


def ecaz_may_be_anywhere(found: settled.Fighting, place: Territory) -> Sides:
    in_the_way = {seat: there if seat != Faction.FREMEN else False for seat, there in found[place].items()}
    return {**in_the_way, Faction.ECAZ: False}


def nobody_may_be_beside_them(found: settled.Fighting, place: Territory) -> Sides:
    return {seat: there if seat != Faction.FREMEN else False for seat, there in found[place].items()}


BROKEN = [
    (progress, "holds", holds_beside_others, "victory-ecaz", "a-stronghold-counts-for-who-holds-it-alone"),
    (progress, "holds", holds_beside_others, "victory-without-ecaz", "no-stronghold-counts-for-two-sides"),
    (progress, "everybody_is_in", one_ally_is_enough, "victory-ecaz", "a-joint-hold-has-two-occupants"),
    (progress, "target_of", three_for_everybody, "victory-two-players", "targets"),
    (progress, "owns_all_tech", tokens_are_pooled, "victory-ecaz", "targets"),
    (progress, "OCCUPY_TARGET", 2, "victory-ecaz", "who-qualifies"),
    (progress, "OCCUPY_TARGET", 0, "victory-without-ecaz", "without-ecaz-nothing-changes"),
    (progress, "released", advised_places_are_released, "victory-advisors", "lone-advisors-are-released"),
    (progress, "side_of", stands_alone, "victory-ecaz", "rows-of-a-side-agree"),
    (settled, "as_advisors", advisors_fight, "victory-advisors", "advisors-with-company-hold-nothing"),
    (settled, "released", advisors_stay, "victory-advisors", "a-stronghold-counts-for-who-holds-it-alone"),
    (settled, "presence", without_the_marker, "victory-no-field", "a-joint-hold-has-two-occupants"),
    (settled, "presence", last_part_alone, "victory-ecaz", "a-stronghold-counts-for-who-holds-it-alone"),
    (fremen, "blockers", ecaz_may_be_anywhere, "victory-fremen", "others-in-the-sietches-block-the-fremen"),
    (fremen, "blockers", nobody_may_be_beside_them, "victory-fremen", "others-in-the-sietches-block-the-fremen"),
    (fremen, "blockers", ecaz_may_be_anywhere, "victory-fremen", "ecaz-alone-in-tabr-is-unresolved"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("room", "name", "broken", "scenario", "check"), BROKEN)
def test_a_wrong_count_is_noticed(
    room: Any, name: str, broken: object, scenario: str, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, name, broken)
    assert swept(dune, scenario, check).checks[0].status is Status.VIOLATED
    traced = trace_model(dune.instance(scenario))
    assert Induction(traced).run((check,)).status_of(check) in (Status.OPEN, Status.VIOLATED)
