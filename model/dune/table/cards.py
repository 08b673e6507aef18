"""The treachery cards that the rules of this model speak of. Each member is one physical card."""

from __future__ import annotations

from enum import Enum


class Card(Enum):
    """A treachery card; whether it is worthless, and what is printed on it."""

    ORNITHOPTER = False, "Ornithopter"
    HAJR = False, "Hajr"
    KARAMA = False, "Karama"
    BALISET = True, "Baliset"
    TRUTHTRANCE = False, "Truthtrance"
    NULLENTROPY_BOX = False, "Nullentropy Box"
    JUICE_OF_SAPHO = False, "Juice of Sapho"
    KULON = True, "Kulon"
    THUMPER = False, "Thumper"
    SECOND_TRUTHTRANCE = False, "Truthtrance (the second of two)"
    WEATHER_CONTROL = False, "Weather Control"
    TRIP_TO_GAMONT = True, "Trip to Gamont"

    def __init__(self, worthless: bool, title: str) -> None:
        self.worthless = worthless
        self.title = title


class Mode(Enum):
    """How an Ornithopter is flown: how many groups it carries, and how far (0: as far as they could walk)."""

    RANGE3 = 1, 3
    TWO_GROUPS = 2, 0

    def __init__(self, groups: int, reach: int) -> None:
        self.groups = groups
        self.reach = reach
