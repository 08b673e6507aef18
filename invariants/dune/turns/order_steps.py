"""The Guild's choice and a Juice of Sapho change the order of turns, and nothing else does."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, has, is_present
from ....model.dune.interruptions.nullentropy import open_box, put_back, take_from_the_discard
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Timing
from ....model.dune.table.state import Table
from ....model.dune.turns.guild import decline_guild_turn, take_guild_turn
from ....model.dune.turns.sapho import go_first, go_last
from ....model.dune.turns.turn import TurnPassed
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws
from .order import GUILD
from .turn import guild_is_left
from .turn_steps import next_is_first

SAPHO = playing(go_first, go_last)
"""Where a Juice of Sapho may change the order."""


def chose(before: Table, step: Step, after: Table) -> bool:
    """Whether the Guild chooses."""
    return step.took(take_guild_turn, decline_guild_turn)


@laws.step("guild-chooses-its-time", clauses=["ORN-22", "ORN-35"], when=chose, where=GUILD)
def guild_chooses_its_time(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The Guild, when asked, has the turn or leaves it; nobody leaves the queue for that, and it is asked once."""
    granted = step.took(take_guild_turn)
    yield "Guild", step["seat"] == Faction.GUILD
    yield "asked", before.guild == Timing.ASKED
    yield "on turn", after.active == (Faction.GUILD if granted else before.active)
    yield "noted", after.guild == (Timing.GRANTED if granted else Timing.DECLINED)
    yield "queue", after.to_move == before.to_move
    yield "Sapho", after.sapho_last == before.sapho_last
    yield "phase", after.phase == before.phase


@laws.step("nobody-acts-while-the-guild-is-asked", clauses=["ORN-22"], where=GUILD)
def nobody_acts_while_the_guild_is_asked(before: Table, step: Step, after: Table) -> bool:
    """Until the Guild has answered, nothing else happens but a question or a search."""
    interrupts = step.took(ask_truthtrance, answer_truly, open_box, take_from_the_discard, put_back)
    return before.guild != Timing.ASKED or interrupts or step.took(take_guild_turn, decline_guild_turn)


@laws.step(
    "guild-is-asked-when-a-turn-begins",
    clauses=["ORN-22"],
    when=lambda before, step, after: step.emitted(TurnPassed),
    where=GUILD,
)
def guild_is_asked_when_a_turn_begins(before: Table, step: Step, after: Table) -> bool:
    """When a turn passes the Guild is asked exactly if it waits, has not chosen to be last, and is not on turn now."""
    on_its_way = Faction.GUILD in (after.active, after.sapho_last)
    waits = guild_is_left(after) and not on_its_way
    return after.guild == (Timing.ASKED if waits else Timing.UNASKED)


@laws.step("timing-changes-with-the-turn", clauses=["ORN-21", "ORN-35"], where=GUILD)
def timing_changes_with_the_turn(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The queue, the seat on turn and the Guild's choice stay as they are until a turn passes, Guild and Sapho apart.

    So the frame of a flight that was ended early leaves them all to what it keeps back.
    """
    reorders = step.took(take_guild_turn, decline_guild_turn, go_first, go_last)
    moves_on = either(reorders, step.emitted(TurnPassed))
    yield "Guild", either(moves_on, after.guild == before.guild)
    yield "on turn", either(moves_on, after.active == before.active)
    yield "queue", either(moves_on, after.to_move == before.to_move)
    yield "Sapho", either(moves_on, after.sapho_last == before.sapho_last)


def drinks(before: Table, step: Step, after: Table) -> bool:
    """Whether the step drinks the Juice of Sapho."""
    return step.took(go_first, go_last)


@laws.step("sapho-is-drunk-before-a-turn-begins", clauses=["ORN-22"], when=drinks, where=SAPHO)
def sapho_is_drunk_before_a_turn_begins(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Who drinks has still to move and held the Juice, which is discarded; the turn in question has not begun."""
    seat, active = step["seat"], before.active
    yield "held", has(before.hand[seat], Card.JUICE_OF_SAPHO)
    yield "discarded", has(after.discard, Card.JUICE_OF_SAPHO)
    yield "nothing moved", after.forces == before.forces
    yield "flight", not is_present(before.flight)
    yield "begun", lambda: active is not None and before.moved[active] == 0
    yield "in the queue", lambda: after.to_move is not None and seat in after.to_move
    yield "nobody left", lambda: active is not None and after.to_move is not None and active in after.to_move
    yield "no frame", not is_present(after.frame)


@laws.step(
    "first-means-now", clauses=["ORN-22"], when=lambda b, step, a: step.took(go_first), where=SAPHO
)  # fmt: skip
def first_means_now(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Who drinks to be first is on turn at once, if the Guild lets it, and nobody becomes the last by that."""
    yield "on turn", after.active == step["seat"]
    yield "last", after.sapho_last == before.sapho_last


@laws.step("last-means-after-all", clauses=["ORN-22"], when=lambda b, step, a: step.took(go_last), where=SAPHO)
def last_means_after_all(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Who drinks to be last was on turn, is noted as the last, and the next in the order is on turn instead."""
    yield "was on turn", before.active == step["seat"]
    yield "last", after.sapho_last == step["seat"]
    yield "next", lambda: next_is_first(after)
