"""The Guild ships and moves when it likes: before another seat's turn it is asked whether it takes its own now."""

from __future__ import annotations

from ... import EVERYONE, Event, emit, require
from ..game import dune
from ..table.factions import Faction
from ..table.kinds import Timing
from ..table.state import Table
from .turn import uninterrupted


class GuildCame(Event):
    """The Guild takes its turn out of the order."""


class GuildWaited(Event):
    """The Guild lets the present turn go first."""


def guild_is_asked(g: Table, seat: Faction) -> None:
    """The seat is the Guild, and it is asked about the present turn."""
    require(seat == Faction.GUILD, "only the Guild chooses when it ships and moves")
    require(g.guild == Timing.ASKED, "the Guild is not asked")
    uninterrupted(g)


@dune.action
def take_guild_turn(g: Table, seat: Faction) -> None:
    """The Guild takes its turn now. The seat that it goes before stays in the queue, where it was."""
    guild_is_asked(g, seat)
    g.active = Faction.GUILD
    g.guild = Timing.GRANTED
    emit(GuildCame(), to=EVERYONE)


@dune.action
def decline_guild_turn(g: Table, seat: Faction) -> None:
    """The Guild waits; it is asked again before the next seat's turn."""
    guild_is_asked(g, seat)
    g.guild = Timing.DECLINED
    emit(GuildWaited(), to=EVERYONE)
