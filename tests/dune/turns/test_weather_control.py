"""Weather Control as it is played, explored and proved, and broken rules of it that its laws catch."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import caught
from dune.playing import Play, dune
from kanly.explorer.cli.frame.obligations import proof_verdict
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, emit, require
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly, move
from kanly.model.dune.table.board import Place, Sector
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.factions import Faction, Group
from kanly.model.dune.table.kinds import Phase
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns.hand import play
from kanly.model.dune.turns.turn import on_turn
from kanly.model.dune.turns.weather_control import StormMoved, play_weather_control

ATREIDES, HARKONNEN = Faction.ATREIDES, Faction.HARKONNEN
POLE, BASIN, WALL = Place.POLAR_SINK, Place.IMPERIAL_BASIN_8, Place.SHIELD_WALL_8


@pytest.mark.slow
def test_every_state_is_reached_and_everything_is_proved() -> None:
    instance = dune.instance("weather-control")
    found = explore(instance, sample=100)
    assert (found.status, found.states) == (Status.HOLDS, 2_103)
    assert proof_verdict(trace_model(instance), Budget(), "kanly prove dune:weather-control").status == "holds"


def test_the_storm_travels_ten_sectors_at_most_and_only_ahead() -> None:
    walker = Play("weather-control", False, True)
    assert walker.g.storm == Sector.S17
    far = "the storm travels at most ten sectors"
    assert walker.refused(play_weather_control, seat=ATREIDES, to=Sector.S10) == far
    assert walker.refused(play_weather_control, seat=ATREIDES, to=Sector.S16) == far
    assert walker.refused(play_weather_control, seat=HARKONNEN, to=Sector.S0) == "it is another seat's turn"
    walker.take(play_weather_control, seat=ATREIDES, to=Sector.S9)
    assert (walker.g.storm, walker.g.discard) == (Sector.S9, {Card.WEATHER_CONTROL})
    assert walker.told() == ["Discarded", "StormMoved"]
    assert Play("weather-control", False, True).take(play_weather_control, seat=ATREIDES, to=Sector.S17).g.storm == (
        Sector.S17
    )


def test_the_storm_bars_a_way_and_opens_it_again() -> None:
    walker = Play("weather-control", False, True)
    there = {"seat": ATREIDES, "origin": WALL, "to": BASIN, "group": Group.ONE}
    walker.take(play_weather_control, seat=ATREIDES, to=Sector.S8)
    assert walker.refused(move, **there) == "the storm is over one end of the way"
    Play("weather-control", False, True).take(play_weather_control, seat=ATREIDES, to=Sector.S7).take(move, **there)


def test_between_two_flown_groups_the_storm_stops_the_second_and_the_flight_stays_in_the_air() -> None:
    flyer = Play("weather-control", True, False).take(end_movement, seat=ATREIDES)
    way = {"seat": HARKONNEN, "origin": POLE, "to": BASIN, "group": Group.ONE}
    flyer.take(declare_flight, **way, mode=Mode.TWO_GROUPS)
    flyer.take(play_weather_control, seat=HARKONNEN, to=Sector.S8)
    assert flyer.refused(fly, **way, event=1) == "the storm is over one end of the way"
    assert flyer.g.flight is not None
    assert flyer.g.flight.completed == 1


def too_far(g: Table, seat: Faction, to: Sector) -> None:
    on_turn(g, seat)
    play(g, seat, Card.WEATHER_CONTROL)
    g.storm = to
    emit(StormMoved(seat=seat, to=to), to=EVERYONE)


def kept_in_the_hand(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.discard.remove(Card.WEATHER_CONTROL)
    g.hand[seat].add(Card.WEATHER_CONTROL)


def carries_forces_along(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.moved[seat] += 1


def brings_a_second_group(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.allowance[seat] = 2


def ends_the_shipment(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.shipped.add(seat)


def ends_the_turn(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.phase = Phase.BATTLE


def takes_a_card_along(g: Table, seat: Faction, to: Sector) -> None:
    play_weather_control(g, seat, to)
    g.discard.add(Card.KULON)


@pytest.mark.parametrize(
    ("broken", "check", "conjunct"),
    [
        (too_far, "storm-goes-where-it-is-sent", "reach"),
        (kept_in_the_hand, "weather-control-is-discarded", "discarded"),
        (carries_forces_along, "weather-control-moves-nobody", "moved is unchanged"),
        (brings_a_second_group, "weather-control-moves-nobody", "allowance is unchanged"),
        (ends_the_shipment, "weather-control-moves-nobody", "shipped is unchanged"),
        (ends_the_turn, "weather-control-moves-nobody", "phase is unchanged"),
        (takes_a_card_along, "weather-control-moves-nobody", "discard is unchanged"),
    ],
)
def test_a_broken_weather_control_is_caught(broken: Callable[..., None], check: str, conjunct: str) -> None:
    model = dune.variant({play_weather_control: broken})
    caught(model, "weather-control", check, "play_weather_control", conjunct=conjunct)


def test_a_storm_that_moves_by_itself_is_caught() -> None:
    def moved(g: Table, seat: Faction, origin: Place, to: Place, group: Group) -> None:
        move(g, seat, origin, to, group)
        require(g.storm == Sector.S17, "the storm has been moved")
        g.storm = Sector.S0

    caught(dune.variant({move: moved}), "weather-control", "storm-waits-for-weather-control", "move")
