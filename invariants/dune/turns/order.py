"""The order of turns: the Guild chooses its time, a Juice of Sapho makes somebody first or last, a frame waits."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, either, has, is_present, scope
from ....model.dune.flight.frames import drain
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import EndFrame
from ....model.dune.table.kinds import Phase, Timing
from ....model.dune.table.state import Table
from ....model.dune.turns.guild import decline_guild_turn, take_guild_turn
from ....model.dune.turns.sapho import go_first, go_last
from ....model.dune.turns.turn import LostToTheTanks, TurnPassed
from ...language.declarations import Conjunct, Step
from ...language.where import playing
from ..flight.settling import guild_is_left, next_is_first
from ..laws import laws
from ..reached import beside_its_ally

GUILD = playing(take_guild_turn)
"""Where the Guild chooses its time."""

SAPHO = playing(go_first, go_last)
"""Where a Juice of Sapho may change the order."""


@laws.invariant(
    "guild-is-asked-about-anothers-turn",
    clauses=["ORN-22", "ORN-35"],
    when=lambda g: g.guild in (Timing.ASKED, Timing.DECLINED),
    where=GUILD,
)
def guild_is_asked_about_anothers_turn(g: Table) -> Iterator[Conjunct]:
    """The Guild chooses about another seat's turn, while it has still to move itself and has not chosen to be last."""
    yield "another's turn", lambda: g.active is not None and g.active != Faction.GUILD
    yield "not last", g.sapho_last != Faction.GUILD
    yield "in the queue", lambda: guild_is_left(g)


@laws.invariant(
    "guild-is-asked-at-the-beginning",
    clauses=["ORN-22"],
    when=lambda g: g.guild == Timing.ASKED,
    where=GUILD,
)
def guild_is_asked_at_the_beginning(g: Table) -> Iterator[Conjunct]:
    """While the Guild is asked, the turn in question has not begun: no flight, no frame, no low rate."""
    yield "flight", not is_present(g.flight)
    yield "frame", not is_present(g.frame)
    yield "low rate", not is_present(g.karama_rate)
    yield "movement", lambda: g.active is None or g.moved[g.active] == 0


@laws.invariant("who-waits-has-not-moved", clauses=["ORN-22"], where=GUILD)
def who_waits_has_not_moved(g: Table) -> Iterator[Conjunct]:
    """A seat in the queue that is not on turn has moved nothing; in a save without a queue, one later in the order."""
    for seat in scope(g, Faction):
        yield seat.title, lambda seat=seat: g.moved[seat] == 0 or not waits(g, seat)


def waits(g: Table, seat: Faction) -> bool:
    """Whether a seat has its turn still before it."""
    if g.to_move is not None:
        return g.active != seat and seat in g.to_move
    earlier = scope(g, Faction)[: scope(g, Faction).index(seat)]
    return any(g.active == other for other in earlier)


@laws.invariant("granted-turn-is-the-guilds", clauses=["ORN-35"], when=lambda g: g.guild == Timing.GRANTED, where=GUILD)
def granted_turn_is_the_guilds(g: Table) -> bool:
    """A turn out of the order is the Guild's, whoever would be first in the queue."""
    return g.active == Faction.GUILD


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
    """Until the Guild has answered, nothing else happens."""
    return before.guild != Timing.ASKED or step.took(take_guild_turn, decline_guild_turn)


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


def out_of_order(g: Table) -> bool:
    """Whether the Guild is on turn although another seat waits in storm order."""
    if g.active != Faction.GUILD or g.to_move is None:
        return False
    others = [seat in g.to_move for seat in scope(g, Faction) if seat != Faction.GUILD]
    return any(others)


@laws.witness("granted-guild-flight-ends-early", clauses=["ORN-21", "ORN-35"], where=GUILD)
def granted_guild_flight_ends_early(g: Table) -> bool:
    """A frame of an early end waits while the Guild is on turn out of the order, with others before it in the queue."""
    return isinstance(g.frame, EndFrame) and g.guild == Timing.GRANTED and out_of_order(g)


@laws.witness("draining-asks-the-guild", clauses=["ORN-22"], where=GUILD)
def draining_asks_the_guild(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of an early end leaves the Guild to choose its time."""
    return step.took(drain) and after.guild == Timing.ASKED


@laws.witness("draining-ends-a-granted-turn", clauses=["ORN-22", "ORN-35"], where=GUILD)
def draining_ends_a_granted_turn(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of the Guild's early end gives the turn back to the seat that the Guild went before."""
    ended = step.took(drain) and isinstance(before.frame, EndFrame)
    return ended and before.guild == Timing.GRANTED and is_present(after.active)


@laws.witness("old-save-asks-the-guild", clauses=["ORN-22", "ORN-35"], where=GUILD)
def old_save_asks_the_guild(before: Table, step: Step, after: Table) -> bool:
    """Draining a frame makes up the queue of an old save, and the Guild is asked."""
    return step.took(drain) and before.to_move is None and after.guild == Timing.ASKED


@laws.witness("guild-comes-last", clauses=["ORN-22"], where=SAPHO)
def guild_comes_last(g: Table) -> bool:
    """The Guild has drunk to be last, and its turn has come."""
    return g.sapho_last == Faction.GUILD and g.active == Faction.GUILD


@laws.witness("last-one-flies-to-an-early-end", clauses=["ORN-21", "ORN-22", "ORN-35"], where=SAPHO)
def last_one_flies_to_an_early_end(before: Table, step: Step, after: Table) -> bool:
    """Draining the frame of an early end clears the Sapho mark of its player, and Battle begins."""
    return step.took(drain) and is_present(before.sapho_last) and after.phase == Phase.BATTLE


@laws.witness("guild-goes-before-the-last-one", clauses=["ORN-22"], where=SAPHO)
def guild_goes_before_the_last_one(g: Table) -> bool:
    """The Guild goes before the seat that chose to be last."""
    return g.guild == Timing.GRANTED and g.sapho_last is not None and g.sapho_last != Faction.GUILD


@laws.witness("first-one-flies", clauses=["ORN-22"], where=SAPHO)
def first_one_flies(g: Table) -> bool:
    """A seat that chose to be first flies while one before it in storm order waits, which did not choose to be last."""
    first = scope(g, Faction)[0]
    if g.flight is None or g.to_move is None or g.guild == Timing.GRANTED or g.sapho_last == first:
        return False
    return g.active != first and first in g.to_move


@laws.witness("allies-part-behind-a-frame", clauses=["ORN-22"], where=GUILD)
def allies_part_behind_a_frame(before: Table, step: Step, after: Table) -> bool:
    """Draining an early end's frame sends forces beside an ally to the tanks, and the Guild is asked."""
    return both(step.took(drain) and step.emitted(LostToTheTanks), after.guild == Timing.ASKED)


@laws.witness("new-allies-stay-behind-a-frame", clauses=["ORN-22"], where=GUILD)
def new_allies_stay_behind_a_frame(before: Table, step: Step, after: Table) -> bool:
    """A new ally ends its movement beside its ally by draining a frame, and loses nobody."""
    seat = before.active
    if seat is None or seat not in before.fresh_alliance or not step.took(drain) or not step.emitted(TurnPassed):
        return False
    return any(beside_its_ally(after, seat, place) for place in scope(before, Place))
