"""Boards of the documents, and what each side has on them; every board of the scenarios is swept and proved."""

from __future__ import annotations

from typing import Final

import pytest

from dune.playing import Play, dune
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model.dune.scenarios.victory.boards import Held, Tech
from kanly.model.dune.table.board import Territory
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Worth
from kanly.model.dune.table.victories import Progress
from kanly.model.dune.victory.fremen import fremen_condition
from kanly.model.dune.victory.progress import stronghold_progress

ATREIDES, HARKONNEN, ECAZ = Faction.ATREIDES, Faction.HARKONNEN, Faction.ECAZ
SISTERS, FREMEN, RICHESE = Faction.BENE_GESSERIT, Faction.FREMEN, Faction.RICHESE
NOBODY, ONE, OTHER, BOTH, RIVAL, ALL = Held
NO_TECH, ALL_TECH, SPLIT_TECH = Tech
ARRAKEEN, MOBILE, TABR = Territory.ARRAKEEN, Territory.MOBILE_STRONGHOLD, Territory.SIETCH_TABR

STATES: Final = {
    "victory-ecaz": 2_748,
    "victory-without-ecaz": 612,
    "victory-two-players": 192,
    "victory-advisors": 729,
    "victory-no-field": 324,
    "victory-fremen": 72,
}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", STATES)
def test_every_board_is_looked_at_and_everything_is_proved(scenario: str) -> None:
    instance = dune.instance(scenario)
    found = explore(instance, sample=10)
    assert (found.status, found.states) == (Status.HOLDS, STATES[scenario])
    assert proof_verdict(trace_model(instance), Budget(), f"kanly prove dune:{scenario}").status == "holds"


def ecaz(
    *held: Held, tech: Tech = NO_TECH, allied: bool = True, mobile: Held | None = None, split: bool = False
) -> Play:
    """Atreides and Ecaz in Arrakeen, Carthag and Tuek's Sietch, and in the mobile stronghold if it is placed."""
    return Play("victory-ecaz", allied, mobile is not None, *held, mobile or NOBODY, split, tech)


def row(play: Play, seat: Faction) -> Progress:
    """What the side of a seat has."""
    return stronghold_progress(play.g).progress[seat]


def test_three_joint_strongholds_qualify_and_two_with_one_of_its_own_do_not() -> None:
    joint = row(ecaz(BOTH, BOTH, BOTH), ECAZ)
    assert (len(joint.jointly_occupied), joint.occupy_target, joint.target, joint.qualifies) == (3, 3, 4, True)
    short = row(ecaz(ONE, BOTH, BOTH), ECAZ)
    assert (len(short.jointly_occupied), len(short.strongholds), short.qualifies) == (2, 3, False)


def test_four_strongholds_qualify_without_three_joint_ones() -> None:
    found = row(ecaz(ONE, ONE, OTHER, mobile=OTHER), ATREIDES)
    assert (len(found.strongholds), len(found.jointly_occupied), found.qualifies) == (4, 0, True)


def test_two_joint_strongholds_and_all_tokens_do_not_make_three() -> None:
    found = row(ecaz(NOBODY, BOTH, BOTH, tech=ALL_TECH), ECAZ)
    assert (found.tech_stronghold, len(found.jointly_occupied), found.qualifies) == (True, 2, False)


def test_tokens_of_one_owner_count_as_one_stronghold_and_split_ones_do_not() -> None:
    assert row(ecaz(ONE, OTHER, OTHER, tech=ALL_TECH), ECAZ).qualifies
    assert not row(ecaz(ONE, OTHER, OTHER, tech=SPLIT_TECH), ECAZ).qualifies


def test_both_allies_have_the_same_row_and_alone_they_need_three() -> None:
    play = ecaz(ONE, OTHER, BOTH)
    ours, theirs = row(play, ATREIDES), row(play, ECAZ)
    assert ours.members == theirs.members == {ATREIDES, ECAZ}
    assert ours.strongholds == theirs.strongholds
    assert ours.jointly_occupied == theirs.jointly_occupied == {Territory.TUEKS_SIETCH}
    assert row(ecaz(ONE, ONE, ONE, allied=False), ATREIDES).qualifies
    assert row(ecaz(OTHER, OTHER, OTHER, allied=False), ECAZ).occupy_target == 0


def test_a_contested_stronghold_counts_for_nobody() -> None:
    play = ecaz(BOTH, BOTH, ALL)
    assert Territory.TUEKS_SIETCH not in row(play, ECAZ).strongholds | row(play, HARKONNEN).strongholds


def test_the_mobile_stronghold_counts_where_it_is_placed_and_once() -> None:
    assert MOBILE in row(ecaz(NOBODY, BOTH, BOTH, mobile=BOTH), ECAZ).jointly_occupied
    assert MOBILE not in row(ecaz(NOBODY, BOTH, BOTH), ECAZ).strongholds
    parts = row(ecaz(NOBODY, NOBODY, ONE, mobile=ONE, split=True, allied=False), ATREIDES)
    assert (parts.strongholds, parts.qualifies) == ({Territory.TUEKS_SIETCH, MOBILE}, False)


def test_two_players_need_four() -> None:
    found = row(Play("victory-two-players", ONE, ONE, ONE, NO_TECH), HARKONNEN)
    assert (len(found.strongholds), found.target, found.qualifies) == (3, 4, False)
    assert row(Play("victory-two-players", ONE, ONE, ONE, ALL_TECH), HARKONNEN).qualifies


def test_advisors_are_no_second_presence_and_alone_they_are_released() -> None:
    beside = Play("victory-advisors", BOTH, BOTH, BOTH, True, False, False)
    assert (len(row(beside, ECAZ).jointly_occupied), row(beside, ECAZ).qualifies) == (2, False)
    alone = Play("victory-advisors", ONE, BOTH, BOTH, True, False, False)
    assert stronghold_progress(alone.g).released == {ARRAKEEN}
    assert ARRAKEEN in row(alone, SISTERS).strongholds
    assert not row(alone, SISTERS).qualifies


@pytest.mark.parametrize("hidden", Worth)
def test_a_marker_is_one_force_whatever_it_hides(hidden: Worth) -> None:
    found = row(Play("victory-no-field", OTHER, BOTH, BOTH, hidden), RICHESE)
    assert (len(found.jointly_occupied), found.qualifies) == (3, True)


def test_ecaz_beside_the_fremen_in_tabr_does_not_block_them_and_others_do() -> None:
    beside = fremen_condition(Play("victory-fremen", True, BOTH, ONE).g)
    assert (beside.qualifies, beside.unresolved) == (True, False)
    elsewhere = fremen_condition(Play("victory-fremen", True, ONE, BOTH).g)
    assert (elsewhere.qualifies, elsewhere.blocking[Territory.HABBANYA_SIETCH]) == (False, {ECAZ})
    crowded = fremen_condition(Play("victory-fremen", True, ALL, ONE).g)
    assert (crowded.qualifies, crowded.blocking[TABR], crowded.unresolved) == (False, {HARKONNEN}, False)


def test_ecaz_alone_in_tabr_blocks_and_is_said_to_be_unresolved() -> None:
    alone = fremen_condition(Play("victory-fremen", True, OTHER, ONE).g)
    assert (alone.qualifies, alone.unresolved, alone.blocking[TABR]) == (False, True, {ECAZ})
    decided = fremen_condition(Play("victory-fremen", True, OTHER, RIVAL).g)
    assert (decided.qualifies, decided.unresolved) == (False, False)
