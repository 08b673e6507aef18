"""A Weather Control moves the storm as far as its player says, at most ten sectors, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import exists, has, scope
from ....model.dune.table.board import Sector
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase
from ....model.dune.table.state import Table
from ....model.dune.turns.weather_control import StormMoved, play_weather_control
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws

PLAYED = playing(play_weather_control)
"""Where a Weather Control can be played."""


def played(before: Table, step: Step, after: Table) -> bool:
    """Whether the step plays a Weather Control."""
    return step.took(play_weather_control)


@laws.step("storm-goes-where-it-is-sent", clauses=["CRD-01"], when=played, where=PLAYED)
def storm_goes_where_it_is_sent(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The storm is where the card sent it, which is where it was or one of the ten sectors ahead, and it is told."""
    yield "sent", after.storm == step["to"]
    yield "reach", exists(range(11), lambda ahead: leads_to(before.storm, ahead, step["to"]))
    yield "told", step.emitted(StormMoved, lambda event: event.to == step["to"])


def leads_to(start: Sector, ahead: int, end: Sector) -> bool:
    """Whether so many sectors on from the one is the other."""
    return start.value + ahead == end.value or start.value + ahead == end.value + 18


@laws.step("weather-control-is-discarded", clauses=["CRD-01"], when=played, where=PLAYED)
def weather_control_is_discarded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The seat on turn plays the card out of its hand in the movement phase; it lies face up, no other moves."""
    seat = step["seat"]
    yield "phase", before.phase == Phase.MOVEMENT
    yield "turn", before.active == seat
    yield "held", has(before.hand[seat], Card.WEATHER_CONTROL)
    yield "discarded", after.discard == before.discard | {Card.WEATHER_CONTROL}
    yield "out of the hand", after.hand[seat] == before.hand[seat] - {Card.WEATHER_CONTROL}
    for other in scope(before, Faction):
        yield f"hand of {other.title}", other == seat or after.hand[other] == before.hand[other]


@laws.step("weather-control-moves-nobody", clauses=["CRD-01"], when=played, where=PLAYED)
def weather_control_moves_nobody(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Nothing changes but the storm and where the card lies: neither forces nor counts, the turn or a flight."""
    card = Card.WEATHER_CONTROL
    yield from changes_only(before, after, "storm", ("hand", step["seat"], card), ("discard", card))
    yield "no frame", after.frame is None


@laws.step("storm-waits-for-weather-control", clauses=["CRD-01"], where=PLAYED)
def storm_waits_for_weather_control(before: Table, step: Step, after: Table) -> bool:
    """Nothing else moves the storm in the movement phase."""
    return step.took(play_weather_control) or after.storm == before.storm
