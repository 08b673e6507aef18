"""The four profiles: what they prefer of what is offered, by public facts alone, and whole games that they play."""

from __future__ import annotations

import random

import pytest

from dune.playing import Play, dune
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.status import Status
from kanly.explorer.search.policies import offers_to
from kanly.explorer.search.simulation import simulate
from kanly.model import Offer
from kanly.model.dune.bots.board import Board, read
from kanly.model.dune.bots.scoring import SCORES, going, guild_timing, score, sending_home
from kanly.model.dune.scenarios.victory.boards import Held, Tech
from kanly.model.dune.scenarios.victory.checks import Foretold
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.victory.mentat import begin_mentat

PROFILES = ("easy", "medium", "hard", "brutal")
NOBODY, ONE, OTHER, BOTH, RIVAL, ALL = Held
ATREIDES, ECAZ, HARKONNEN, CHOAM = Faction.ATREIDES, Faction.ECAZ, Faction.HARKONNEN, Faction.CHOAM


def board(seat: Faction, *held: Held, allied: bool = True) -> Board:
    """Atreides and Ecaz against Harkonnen in Arrakeen, Carthag and Tuek's Sietch, as a seat is shown it."""
    play = Play("victory-ecaz", allied, False, *held, NOBODY, False, Tech.NOWHERE)
    return read(play.instance.shown(play.slots, seat), seat)


def move(origin: Place, to: Place, group: Group = Group.ONE) -> Offer:
    return Offer("move", {"seat": ECAZ, "origin": origin, "to": to, "group": group})


def test_the_third_joint_stronghold_is_worth_more_than_any_other_place() -> None:
    found, last = board(ECAZ, ONE, OTHER, BOTH), board(ECAZ, ONE, BOTH, BOTH)
    joining, beside = (move(Place.POLAR_SINK, to) for to in (Place.ARRAKEEN, Place.CARTHAG))
    assert going(last, joining, 1) > going(found, joining, 1) > going(last, beside, 1)


def test_a_joint_stronghold_is_not_left_by_the_last_force() -> None:
    found = board(ECAZ, NOBODY, OTHER, BOTH)
    joint, own = (move(origin, Place.ARRAKEEN) for origin in (Place.TUEKS_SIETCH, Place.CARTHAG))
    assert going(found, joint, 1) < going(found, own, 1) < 0


def test_threat_is_counted_by_the_side_and_by_both_of_its_ways() -> None:
    found = board(HARKONNEN, NOBODY, BOTH, BOTH)
    assert found.distance(ATREIDES) == found.distance(ECAZ) == 1
    assert [seat for seat in found.rivals() if seat != HARKONNEN] == [ATREIDES]
    assert board(HARKONNEN, NOBODY, BOTH, BOTH, allied=False).distance(ECAZ) == 3


def test_the_guild_goes_first_when_a_rival_is_near_by_the_warning_of_the_profile() -> None:
    found = board(HARKONNEN, NOBODY, ONE, BOTH)
    offer = Offer("take_guild_turn", {"seat": HARKONNEN})
    assert guild_timing(found, offer, 2) > 0 > guild_timing(found, offer, 1)


def test_a_trip_to_gamont_takes_what_a_near_rival_counts_and_nothing_of_ones_own_side() -> None:
    play = Play("mentat-choam", True, False, Foretold.NOTHING).take(begin_mentat)
    found = read(play.instance.shown(play.slots, CHOAM), CHOAM)
    offers = {
        whose: Offer("play_gamont", {"seat": CHOAM, "whose": whose, "place": Place.ARRAKEEN, "troop": Troop.ORDINARY})
        for whose in (HARKONNEN, CHOAM)
    }
    assert sending_home(found, offers[HARKONNEN], 1) > 0 > sending_home(found, offers[CHOAM], 1)


def test_every_scored_action_is_one_of_the_model() -> None:
    assert SCORES.keys() <= dune.actions.keys()


def test_hard_takes_what_is_worth_most_and_easy_keeps_its_variety() -> None:
    play = Play("mentat-choam", True, False, Foretold.NOTHING).take(begin_mentat)
    offers = [each.offer for each in offers_to(play.instance, play.slots)[CHOAM]]
    shown = play.instance.shown(play.slots, CHOAM)
    chosen = {
        name: [dune.policies[name](shown, CHOAM, offers, random.Random(seed)) for seed in range(30)]
        for name in ("easy", "hard")
    }
    best = max(score(read(shown, CHOAM), each, 1) for each in offers)
    assert {score(read(shown, CHOAM), each, 1) for each in chosen["hard"]} == {best}
    assert len({str(each) for each in chosen["easy"]}) > 2


def games(scenario: str, policy: str, number: int) -> None:
    """So many seeded games, all of which come to an end without a choice that is refused."""
    found = simulate(
        dune.instance(scenario), walks=number, policy=policy, declared=(), sight=0, bounds=Bounds(depth=400), seed=7
    )
    assert (found.status, found.walks, found.faults) == (Status.SAMPLED, number, 0)
    assert found.deadlocks == number
    assert found.depth < 400


@pytest.mark.parametrize("policy", PROFILES)
def test_games_of_every_profile_come_to_an_end(policy: str) -> None:
    games("terror-robbery", policy, 5)


@pytest.mark.slow
@pytest.mark.parametrize("policy", PROFILES)
@pytest.mark.parametrize("scenario", ["terror-robbery", "mentat-choam", "flight-guild-sapho"])
def test_more_games_of_every_profile_come_to_an_end(policy: str, scenario: str) -> None:
    games(scenario, policy, 50)


@pytest.mark.nightly
@pytest.mark.parametrize("policy", PROFILES)
def test_a_thousand_games_of_every_profile_come_to_an_end(policy: str) -> None:
    games("terror-robbery", policy, 1_000)
