"""Points of the rules of victory on which published versions differ: each is a parameter of the table.

What the documents behind this model say is the default. Landsraad of Las Vegas (LV), treachery.online (TO) and
dune-bench stand for the versions.
"""

from __future__ import annotations

from enum import Enum

from .factions import Faction

ATREIDES, EMPEROR, HARKONNEN, RICHESE = Faction.ATREIDES, Faction.EMPEROR, Faction.HARKONNEN, Faction.RICHESE


class Ranking(Enum):
    """Which of several sides that qualify together comes first in storm order."""

    ANY_MEMBER = "the side with the earliest member (LV, TO)"
    FIRST_LISTED = "the side whose member listed first is the earliest (dune-bench)"


class Foretelling(Enum):
    """When the Bene Gesserit have predicted rightly."""

    QUALIFIED = "the predicted faction qualifies (LV, dune-bench)"
    WINNING = "the predicted faction is among the winners (TO)"


class Sietches(Enum):
    """What else the Fremen need on the last turn, beside their two sietches: the Guild at the table, Tuek's Sietch."""

    ALONE = False, (), "nothing (the documents)"
    GUILD_AND_TUEK = True, (HARKONNEN, ATREIDES, EMPEROR), "the Guild plays, and three factions are not in Tuek's (LV)"
    TUEK = False, (HARKONNEN, ATREIDES, EMPEROR, RICHESE), "four factions are not in Tuek's Sietch (TO)"

    def __init__(self, needs_guild: bool, barred: tuple[Faction, ...], title: str) -> None:
        self.needs_guild = needs_guild
        self.barred = barred
        self.title = title


class Ties(Enum):
    """Who wins by the most strongholds when several have equally many."""

    ALL = "all of them (LV)"
    FIRST = "the first in storm order (TO)"
