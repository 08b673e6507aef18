"""The Guild chooses its time: about whose turn it is asked."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import is_present, scope
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Timing
from ....model.dune.table.state import Table
from ....model.dune.turns.guild import take_guild_turn
from ...language.conditions import Conjunct
from ...language.where import playing
from ..laws import laws
from .turn import guild_is_left

GUILD = playing(take_guild_turn)
"""Where the Guild chooses its time."""


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
