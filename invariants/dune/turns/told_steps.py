"""What is told of turns and of cards that are played is true, and told to everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....model import both, same, scope
from ....model.dune.flight.frames import drain
from ....model.dune.interruptions.truthtrance import answer_truly
from ....model.dune.movement.arrival import forbid_arrival
from ....model.dune.movement.karama import cancel_speed, stop_worthless, use_worthless
from ....model.dune.movement.movement import end_movement
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame
from ....model.dune.table.state import Table
from ....model.dune.terror.rides import summon_worm
from ....model.dune.turns.guild import GuildCame, GuildWaited, decline_guild_turn, take_guild_turn
from ....model.dune.turns.hand import Discarded, buy_low_rate, play_hajr
from ....model.dune.turns.sapho import go_first, go_last
from ....model.dune.turns.turn import LostToTheTanks, TurnPassed
from ....model.dune.turns.weather_control import StormMoved, play_weather_control
from ....model.dune.victory.gamont import play_gamont, stop_gamont
from ....model.dune.victory.placement import stop_placement
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing_any
from ..laws import MOVING, laws
from ..table.counted import there
from .order import GUILD
from .turn_steps import must_part, passed
from .weather_control_steps import PLAYED

PLAYS: Final = {
    play_hajr: Card.HAJR,
    buy_low_rate: Card.KARAMA,
    cancel_speed: Card.KARAMA,
    stop_worthless: Card.KARAMA,
    stop_placement: Card.KARAMA,
    stop_gamont: Card.KARAMA,
    play_gamont: Card.TRIP_TO_GAMONT,
    forbid_arrival: Card.BALISET,
    go_first: Card.JUICE_OF_SAPHO,
    go_last: Card.JUICE_OF_SAPHO,
    play_weather_control: Card.WEATHER_CONTROL,
    summon_worm: Card.THUMPER,
}
"""Actions that play a card which is discarded at once, and the card."""

PLAYED_CARDS = playing_any(*PLAYS, use_worthless, answer_truly)
"""Where cards are played."""


@laws.told("passed-turns-are-told", TurnPassed, clauses=["ORN-22", "ORN-23"], where=MOVING)
def passed_turns_are_told(before: Table, step: Step, after: Table) -> TurnPassed | None:
    """Everybody is told whose turn is over: when it ends without a flight, or behind the frame of one."""
    ends = step.took(end_movement) and before.flight is None
    if not ends and not (step.took(drain) and isinstance(before.frame, EndFrame)):
        return None
    return None if before.active is None else TurnPassed(seat=before.active)


@laws.step("lost-forces-are-told", clauses=["ORN-22"], when=passed, where=MOVING)
def lost_forces_are_told(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Everybody is told where the seat on turn has lost forces beside its ally's, and of no other place or seat."""
    seat = before.active
    if seat is not None:
        for place in scope(before, Place):
            yield place.name, lambda p=place: is_told_of(step, seat, p) == is_lost(before, seat, p)


def is_told_of(step: Step, seat: Faction, place: Place) -> bool:
    """Whether everybody is told that a seat has lost its forces in a place."""
    return step.emitted(LostToTheTanks, lambda lost: both(same(lost.place, place), same(lost.seat, seat)))


def is_lost(before: Table, seat: Faction, place: Place) -> bool:
    """Whether a seat loses what it has in a place when its turn is over."""
    return must_part(before, seat, place) and there(before, seat, place) > 0


@laws.told("the-guild-is-told-to-come", GuildCame, clauses=["ORN-22"], where=GUILD)
def the_guild_is_told_to_come(before: Table, step: Step, after: Table) -> GuildCame | None:
    """Everybody is told that the Guild takes its turn now."""
    return GuildCame() if step.took(take_guild_turn) else None


@laws.told("the-guild-is-told-to-wait", GuildWaited, clauses=["ORN-22"], where=GUILD)
def the_guild_is_told_to_wait(before: Table, step: Step, after: Table) -> GuildWaited | None:
    """Everybody is told that the Guild lets the present turn go first."""
    return GuildWaited() if step.took(decline_guild_turn) else None


@laws.told("storms-are-told", StormMoved, clauses=["CRD-01"], where=PLAYED)
def storms_are_told(before: Table, step: Step, after: Table) -> StormMoved | None:
    """Everybody is told who has sent the storm, and where to."""
    return StormMoved(seat=step["seat"], to=step["to"]) if step.took(play_weather_control) else None


def played(before: Table, step: Step) -> tuple[Faction, Card] | None:
    """Who a step makes discard which card face up, out of a hand or after a question."""
    if step.took(use_worthless):
        return step["seat"], step["card"]
    if step.took(answer_truly):
        question = before.questions[0]
        return question.asker, question.card
    return next(((step["seat"], card) for rule, card in PLAYS.items() if step.took(rule)), None)


@laws.told("played-cards-are-told", Discarded, clauses=["ORN-44"], where=PLAYED_CARDS)
def played_cards_are_told(before: Table, step: Step, after: Table) -> Discarded | None:
    """Everybody is told who has played which card, or whose question is answered, and of no other discard."""
    found = played(before, step)
    return None if found is None else Discarded(seat=found[0], card=found[1])


@laws.step(
    "played-cards-are-discarded",
    clauses=["ORN-44"],
    when=lambda before, step, after: step.took(*PLAYS, use_worthless),
    where=playing_any(*PLAYS, use_worthless),
)
def played_cards_are_discarded(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A card that is played was held and not promised, and goes from its hand to the discard pile, no other with it."""
    found = played(before, step)
    if found is not None:
        seat, card = found
        yield "held", card in before.hand[seat]
        yield "not promised", card not in before.reserved[seat]
        yield "out of the hand", after.hand[seat] == before.hand[seat] - {card}
        yield "on the pile", card in after.discard
        for other in scope(before, Faction):
            yield f"hand of {other.title}", other == seat or after.hand[other] == before.hand[other]
