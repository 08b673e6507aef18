"""The twelve factions, the two kinds of force that some of them field, and the groups that forces move in."""

from __future__ import annotations

from enum import Enum


class Faction(Enum):
    """A faction; those in a scenario's scope are seated, in storm order, which is the order given here.

    The values are the most treachery cards the faction may hold and how many territories its speed carries a group.
    """

    ATREIDES = 4, 1, "Atreides"
    BENE_GESSERIT = 4, 1, "Bene Gesserit"
    EMPEROR = 4, 1, "Emperor"
    FREMEN = 4, 2, "Fremen"
    GUILD = 4, 1, "Spacing Guild"
    HARKONNEN = 8, 1, "Harkonnen"
    IX = 4, 2, "Ixians"
    TLEILAXU = 4, 1, "Tleilaxu"
    CHOAM = 5, 1, "CHOAM"
    RICHESE = 4, 1, "Richese"
    ECAZ = 4, 1, "Ecaz"
    MORITANI = 4, 1, "Moritani"

    def __init__(self, hand_limit: int, speed: int, title: str) -> None:
        self.hand_limit = hand_limit
        self.speed = speed
        self.title = title


class Troop(Enum):
    """An ordinary force, or an elite one: Fedaykin, Sardaukar, cyborgs."""

    ORDINARY = "ordinary"
    ELITE = "elite"


class Group(Enum):
    """The make-up of a moving group: ordinary forces, elite forces, and whether the No-Field marker goes along."""

    ONE = 1, 0, False
    TWO = 2, 0, False
    THREE = 3, 0, False
    ONE_ELITE = 0, 1, False
    TWO_ELITE = 0, 2, False
    ONE_OF_EACH = 1, 1, False
    TWO_AND_ONE_ELITE = 2, 1, False
    MARKER = 0, 0, True
    ONE_WITH_MARKER = 1, 0, True
    TWO_WITH_MARKER = 2, 0, True

    def __init__(self, ordinary: int, elite: int, no_field: bool) -> None:
        self.ordinary = ordinary
        self.elite = elite
        self.no_field = no_field
        self.total = ordinary + elite + no_field
        """How many the group counts: a marker is one, whatever it hides."""
