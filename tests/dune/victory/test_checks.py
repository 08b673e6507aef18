"""The check of victory and the Mentat pause: cases of the documents, and every state swept and proved."""

from __future__ import annotations

from typing import Final

import pytest

from dune.playing import Play, dune
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model.dune.scenarios.victory.boards import Held
from kanly.model.dune.scenarios.victory.checks import Alliance, Foretold, Spread
from kanly.model.dune.table.board import Place, Territory
from kanly.model.dune.table.factions import Faction, Troop
from kanly.model.dune.table.kinds import Phase, Terror
from kanly.model.dune.table.mentat import Inflation, Pause
from kanly.model.dune.table.victories import Way
from kanly.model.dune.victory.gamont import allow_gamont, play_gamont, stop_gamont
from kanly.model.dune.victory.mentat import begin_mentat, finish_mentat
from kanly.model.dune.victory.placement import (
    allow_placement,
    place_no_token,
    place_token,
    settle_stopped_placement,
    stop_placement,
)

SISTERS, HARKONNEN, ECAZ, MORITANI = Faction.BENE_GESSERIT, Faction.HARKONNEN, Faction.ECAZ, Faction.MORITANI
FREMEN, GUILD, CHOAM = Faction.FREMEN, Faction.GUILD, Faction.CHOAM
NOBODY, ONE, OTHER, BOTH, RIVAL, ALL = Held

STATES: Final = {
    "mentat-rivals": 576,
    "mentat-storm-order": 24,
    "mentat-joint": 4_892,
    "mentat-last-turn": 864,
    "mentat-without-guild": 128,
    "mentat-most": 2_688,
    "mentat-placement": 168,
    "mentat-choam": 138,
    "turn-to-mentat": 550,
}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", STATES)
def test_every_check_is_looked_at_and_everything_is_proved(scenario: str) -> None:
    instance = dune.instance(scenario)
    found = explore(instance, sample=10)
    assert (found.status, found.states) == (Status.HOLDS, STATES[scenario])
    assert proof_verdict(trace_model(instance), Budget(), f"kanly prove dune:{scenario}").status == "holds"


def rivals(
    spread: Spread,
    *,
    allied: bool = False,
    first: Faction = HARKONNEN,
    rich: bool = False,
    foretold: Foretold = Foretold.NOTHING,
) -> Play:
    """Ecaz, with the Bene Gesserit or without, against Harkonnen in five strongholds; the check has been made."""
    return Play("mentat-rivals", allied, first, rich, foretold, spread).take(begin_mentat)


def outcome(play: Play) -> tuple[set[Faction], Way]:
    """Who has won, and how."""
    return set(play.g.winners), play.g.won


def test_of_two_sides_that_qualify_the_first_in_storm_order_wins() -> None:
    assert outcome(rivals(Spread.ECAZ_TWO, rich=True, first=HARKONNEN)) == ({HARKONNEN}, Way.STRONGHOLDS)
    assert outcome(rivals(Spread.ECAZ_TWO, rich=True, first=ECAZ)) == ({ECAZ}, Way.STRONGHOLDS)


def test_a_prediction_replaces_whoever_would_win() -> None:
    assert outcome(rivals(Spread.ECAZ_TWO, foretold=Foretold.ECAZ_NOW)) == ({SISTERS}, Way.PREDICTION)
    assert outcome(rivals(Spread.ECAZ_TWO, foretold=Foretold.HARKONNEN_NOW)) == ({ECAZ}, Way.STRONGHOLDS)


def test_a_prediction_of_another_turn_replaces_nobody() -> None:
    found = rivals(Spread.ECAZ_ONE, foretold=Foretold.HARKONNEN_LATER)
    assert outcome(found) == ({HARKONNEN}, Way.STRONGHOLDS)


def test_without_enough_strongholds_the_next_turn_begins() -> None:
    after = rivals(Spread.CONTESTED).g
    assert (after.winners, after.turn, after.phase, after.pause) == (set(), 2, Phase.STORM, Pause.DUE)


def joint(*held: Held, foretold: Foretold = Foretold.NOTHING, advised: bool = False, claimed: bool = False) -> Play:
    """The Bene Gesserit and Ecaz are allies, against Harkonnen; the check has been made."""
    return Play("mentat-joint", claimed, foretold, *held, advised).take(begin_mentat)


def test_three_strongholds_held_together_win_where_four_are_needed() -> None:
    assert outcome(joint(BOTH, BOTH, BOTH)) == ({SISTERS, ECAZ}, Way.STRONGHOLDS)
    assert outcome(joint(ONE, BOTH, BOTH)) == (set(), Way.NOT_WON)


def test_a_prediction_overrides_a_joint_victory() -> None:
    assert outcome(joint(BOTH, BOTH, BOTH, foretold=Foretold.ECAZ_NOW)) == ({SISTERS}, Way.PREDICTION)


def test_lone_advisors_fight_after_the_check_whether_anybody_has_won_or_not() -> None:
    after = joint(BOTH, ONE, BOTH, advised=True).g
    assert (after.won, after.advisors) == (Way.NOT_WON, set())
    assert joint(BOTH, BOTH, BOTH, advised=True).g.advisors == {Territory.CARTHAG}


def test_stronghold_cards_follow_control_unless_they_are_claimed() -> None:
    assert joint(BOTH, BOTH, BOTH).g.stronghold_cards[Territory.ARRAKEEN] == HARKONNEN
    won = rivals(Spread.ECAZ_TWO).g
    assert won.stronghold_cards[Territory.ARRAKEEN] == ECAZ
    assert won.stronghold_cards[Territory.HABBANYA_SIETCH] == HARKONNEN
    assert joint(BOTH, BOTH, BOTH, claimed=True).g.cards_claimed == 1


def last_turn(tabr: Held, habbanya: Held, ally: Alliance = Alliance.NONE, *, tuek: bool = False) -> Play:
    """The last turn of Fremen, Guild, Harkonnen and Ecaz; the check has been made."""
    return Play("mentat-last-turn", True, ally, tabr, habbanya, tuek).take(begin_mentat)


def test_the_fremen_win_the_last_turn_beside_ecaz_in_tabr_but_not_where_ecaz_is_alone() -> None:
    assert outcome(last_turn(BOTH, ONE)) == ({FREMEN}, Way.FREMEN)
    assert outcome(last_turn(OTHER, ONE)) == ({GUILD}, Way.GUILD)
    assert outcome(last_turn(ONE, BOTH)) == ({GUILD}, Way.GUILD)


def test_allies_win_the_last_turn_together() -> None:
    assert outcome(last_turn(BOTH, ONE, Alliance.FREMEN)) == ({FREMEN, ECAZ}, Way.FREMEN)
    assert outcome(last_turn(RIVAL, ONE, Alliance.GUILD)) == ({GUILD, ECAZ}, Way.GUILD)


def test_the_prediction_has_no_part_in_the_last_turn() -> None:
    for foretold in (False, True):
        play = Play("mentat-most", False, SISTERS, foretold, True, ONE, RIVAL, RIVAL).take(begin_mentat)
        assert outcome(play) == ({HARKONNEN}, Way.MOST)


def placement(*, empty: bool = False, holder: bool = True, foretold: Foretold = Foretold.NOTHING) -> Play:
    """Harkonnen have what they need; the pause has begun."""
    return Play("mentat-placement", empty, holder, True, foretold).take(begin_mentat)


def saved(play: Play) -> Play:
    """The play, as it comes back from a save."""
    play.slots = play.instance.from_json(play.instance.to_json(play.slots))
    return play


def test_victory_is_checked_once_moritani_has_placed_a_token() -> None:
    play = saved(placement())
    assert outcome(play) == (set(), Way.NOT_WON)
    play.take(place_token, seat=MORITANI, place=Place.CARTHAG, token=Terror.EXTORTION)
    saved(play.take(allow_placement, seat=SISTERS))
    assert play.g.pause is Pause.ANSWERS
    assert outcome(play.take(allow_placement, seat=HARKONNEN)) == ({HARKONNEN}, Way.STRONGHOLDS)


def test_without_a_token_victory_is_checked_at_once() -> None:
    assert outcome(placement(empty=True)) == ({HARKONNEN}, Way.STRONGHOLDS)
    assert outcome(placement().take(place_no_token, seat=MORITANI)) == ({HARKONNEN}, Way.STRONGHOLDS)


def test_a_stopped_placement_is_settled_from_a_save_by_what_was_looked_up() -> None:
    play = placement(foretold=Foretold.HARKONNEN_NOW)
    play.take(place_token, seat=MORITANI, place=Place.CARTHAG, token=Terror.EXTORTION)
    saved(play.take(stop_placement, seat=HARKONNEN))
    assert (play.g.terror[Place.CARTHAG], play.g.terror_supply) == (None, {Terror.EXTORTION})
    assert play.g.quote is not None
    assert outcome(play) == (set(), Way.NOT_WON)
    assert outcome(play.take(settle_stopped_placement)) == ({SISTERS}, Way.PREDICTION)
    assert play.g.quote is None


def test_only_moritani_places_and_it_does_not_answer_itself() -> None:
    play = placement()
    assert "another seat" in play.refused(place_token, seat=HARKONNEN, place=Place.CARTHAG, token=Terror.EXTORTION)
    play.take(place_token, seat=MORITANI, place=Place.CARTHAG, token=Terror.EXTORTION)
    assert "not asked" in play.refused(allow_placement, seat=MORITANI)
    assert "already" in play.take(allow_placement, seat=SISTERS).refused(allow_placement, seat=SISTERS)


def choam(*, foretold: Foretold = Foretold.NOTHING) -> Play:
    """CHOAM holds the Trip to Gamont, Harkonnen three strongholds; the pause has begun."""
    return Play("mentat-choam", True, True, foretold).take(begin_mentat)


GAMONT: Final = {"seat": CHOAM, "whose": HARKONNEN, "place": Place.ARRAKEEN, "troop": Troop.ORDINARY}


def test_the_pause_turns_inflation_over_and_pays_bribes() -> None:
    after = choam().g
    assert (after.inflation, after.spice[CHOAM], after.bribes[CHOAM]) == (Inflation.TURNED, 1, 0)


def test_victory_waits_until_choam_ends_the_pause() -> None:
    play = saved(choam())
    assert outcome(play) == (set(), Way.NOT_WON)
    assert "another seat" in play.refused(finish_mentat, seat=HARKONNEN)
    assert outcome(play.take(finish_mentat, seat=CHOAM)) == ({HARKONNEN}, Way.STRONGHOLDS)


def test_a_trip_to_gamont_may_take_a_victory_away() -> None:
    play = choam().take(play_gamont, **GAMONT)
    saved(play.take(allow_gamont, seat=SISTERS)).take(allow_gamont, seat=HARKONNEN)
    assert play.g.reserves[HARKONNEN][Troop.ORDINARY] == 1
    assert outcome(play.take(finish_mentat, seat=CHOAM)) == (set(), Way.NOT_WON)


def test_a_stopped_trip_to_gamont_sends_nobody_home() -> None:
    play = choam().take(play_gamont, **GAMONT)
    saved(play.take(stop_gamont, seat=HARKONNEN))
    assert (play.g.pause, play.g.forces[Place.ARRAKEEN][HARKONNEN][Troop.ORDINARY]) == (Pause.CHOAM, 1)
    assert outcome(play.take(finish_mentat, seat=CHOAM)) == ({HARKONNEN}, Way.STRONGHOLDS)
