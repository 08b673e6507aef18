"""The order of turns as it is played: the Guild's time, a Juice of Sapho, old saves, allies who must part."""

from __future__ import annotations

import pytest

from dune.playing import Play
from kanly.explorer.battery.acceptance import refusals_of
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.movement.movement import declare_flight, end_movement, move
from kanly.model.dune.scenarios.order import Holder, Order
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import EndFrame
from kanly.model.dune.table.kinds import Phase, Timing
from kanly.model.dune.turns.guild import decline_guild_turn, take_guild_turn
from kanly.model.dune.turns.sapho import go_first, go_last

ATREIDES, GUILD, HARKONNEN = Faction.ATREIDES, Faction.GUILD, Faction.HARKONNEN
POLE, BASIN, ARRAKEEN = Place.POLAR_SINK, Place.IMPERIAL_BASIN_9, Place.ARRAKEEN


def opened(order: Order = Order.USUAL, holder: Holder = Holder.GUILD) -> Play:
    return Play("flight-guild-sapho", order, holder)


def flown(play: Play, seat: Faction, origin: Place, to: Place) -> Play:
    return play.take(declare_flight, seat=seat, mode=Mode.TWO_GROUPS, origin=origin, to=to, group=Group.ONE)


def test_nobody_moves_before_the_guild_has_chosen() -> None:
    play = opened()
    assert (play.g.active, play.g.guild) == (ATREIDES, Timing.ASKED)
    asked = "the Guild is asked whether it takes its turn now"
    assert play.refused(move, seat=ATREIDES, origin=BASIN, to=POLE, group=Group.ONE) == asked
    assert play.refused(go_first, seat=HARKONNEN) == asked
    assert play.refused(take_guild_turn, seat=HARKONNEN) == "only the Guild chooses when it ships and moves"


def test_a_declined_turn_is_anothers_and_the_guild_is_asked_again() -> None:
    play = opened().take(decline_guild_turn, seat=GUILD)
    assert (play.g.active, play.g.guild) == (ATREIDES, Timing.DECLINED)
    assert play.refused(take_guild_turn, seat=GUILD) == "the Guild is not asked"
    play.take(end_movement, seat=ATREIDES)
    assert (play.g.active, play.g.guild) == (HARKONNEN, Timing.ASKED)
    play.take(decline_guild_turn, seat=GUILD).take(end_movement, seat=HARKONNEN)
    assert (play.g.active, play.g.guild) == (GUILD, Timing.UNASKED)
    assert play.take(end_movement, seat=GUILD).g.phase == Phase.BATTLE


def test_an_early_end_in_a_granted_turn_keeps_the_order_until_it_is_drained() -> None:
    play = flown(opened().take(take_guild_turn, seat=GUILD), GUILD, POLE, BASIN).take(end_movement, seat=GUILD)
    assert isinstance(play.g.frame, EndFrame)
    assert (play.g.active, play.g.guild) == (GUILD, Timing.GRANTED)
    assert play.g.to_move == {ATREIDES, GUILD, HARKONNEN}
    assert refusals_of(play.instance, play.slots) == []
    assert play.instance.from_json(play.instance.to_json(play.slots)) == play.slots
    play.take(drain)
    assert (play.g.active, play.g.guild, play.g.to_move) == (ATREIDES, Timing.UNASKED, {ATREIDES, HARKONNEN})


def test_draining_lets_the_guild_choose() -> None:
    play = opened(holder=Holder.ATREIDES).take(decline_guild_turn, seat=GUILD)
    flown(play, ATREIDES, BASIN, POLE).take(end_movement, seat=ATREIDES)
    assert (play.g.active, play.g.guild) == (ATREIDES, Timing.DECLINED)
    play.take(drain)
    assert (play.g.active, play.g.guild) == (HARKONNEN, Timing.ASKED)


def test_an_old_save_gets_its_queue_behind_the_frame() -> None:
    play = opened(Order.OLD_SAVE, Holder.ATREIDES)
    flown(play, ATREIDES, BASIN, POLE).take(end_movement, seat=ATREIDES)
    assert (play.g.to_move, play.g.guild) == (None, Timing.UNASKED)
    play.take(drain)
    assert (play.g.to_move, play.g.karama_rate) == ({GUILD, HARKONNEN}, None)
    assert (play.g.active, play.g.guild) == (HARKONNEN, Timing.ASKED)


def test_first_means_before_the_seat_on_turn_which_keeps_its_own() -> None:
    play = opened().take(decline_guild_turn, seat=GUILD).take(go_first, seat=HARKONNEN)
    assert play.g.discard == {Card.JUICE_OF_SAPHO}
    assert (play.g.active, play.g.guild) == (HARKONNEN, Timing.ASKED)
    play.take(decline_guild_turn, seat=GUILD).take(end_movement, seat=HARKONNEN)
    assert play.g.active == ATREIDES


def test_first_comes_too_late_once_the_seat_on_turn_has_moved() -> None:
    play = opened().take(decline_guild_turn, seat=GUILD)
    play.take(move, seat=ATREIDES, origin=BASIN, to=POLE, group=Group.ONE)
    assert play.refused(go_first, seat=HARKONNEN) == "the seat on turn has shipped"
    play.take(end_movement, seat=ATREIDES).take(decline_guild_turn, seat=GUILD)
    assert play.refused(go_first, seat=HARKONNEN) == "it is the seat's own turn"


def test_the_last_one_keeps_its_mark_until_its_frame_is_drained() -> None:
    play = opened(holder=Holder.HARKONNEN).take(decline_guild_turn, seat=GUILD).take(end_movement, seat=ATREIDES)
    play.take(decline_guild_turn, seat=GUILD).take(go_last, seat=HARKONNEN)
    assert (play.g.active, play.g.sapho_last, play.g.guild) == (HARKONNEN, HARKONNEN, Timing.ASKED)
    play.take(take_guild_turn, seat=GUILD).take(end_movement, seat=GUILD)
    flown(play, HARKONNEN, ARRAKEEN, BASIN).take(end_movement, seat=HARKONNEN)
    assert play.g.sapho_last == HARKONNEN
    play.take(drain)
    assert (play.g.sapho_last, play.g.phase, play.g.active) == (None, Phase.BATTLE, None)


def test_a_guild_that_goes_last_is_not_asked_any_more() -> None:
    play = opened(holder=Holder.ATREIDES).take(take_guild_turn, seat=GUILD).take(go_last, seat=GUILD)
    assert (play.g.active, play.g.guild) == (ATREIDES, Timing.UNASKED)
    play.take(end_movement, seat=ATREIDES).take(end_movement, seat=HARKONNEN)
    assert (play.g.active, play.g.sapho_last) == (GUILD, GUILD)


@pytest.mark.parametrize(("order", "left"), [(Order.ALLIED, 0), (Order.NEWLY_ALLIED, 1)])
def test_allies_part_behind_the_frame_unless_they_are_new(order: Order, left: int) -> None:
    play = opened(order, Holder.ATREIDES).take(decline_guild_turn, seat=GUILD)
    flown(play, ATREIDES, BASIN, ARRAKEEN).take(end_movement, seat=ATREIDES)
    assert play.g.forces[ARRAKEEN][ATREIDES][Troop.ORDINARY] == 1
    play.take(drain)
    assert play.g.forces[ARRAKEEN][ATREIDES][Troop.ORDINARY] == left
    assert play.g.tanks[ATREIDES][Troop.ORDINARY] == 1 - left
