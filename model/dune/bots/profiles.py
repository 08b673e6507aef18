"""Four profiles. They read the same public facts, and differ in what they make of them; none is said to be stronger."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ... import Offer, View
from ..game import dune
from ..table.factions import Faction
from .board import read
from .scoring import score


@dataclass(frozen=True)
class Profile:
    """How a bot chooses among what it is offered."""

    spread: int
    """How much chance is added to what an offer is worth, at most."""
    warning: int
    """From how many missing strongholds on a rival is taken to be near to victory."""

    def choose(self, shown: Mapping[str, View], seat: Faction, offers: Sequence[Offer], chance: random.Random) -> Offer:
        """The offer that is worth most; of equals the one that chance prefers."""
        board = read(shown, seat)

        def preference(offer: Offer) -> tuple[int, float]:
            return score(board, offer, self.warning) + chance.randint(0, self.spread), chance.random()

        return max(offers, key=preference)


EASY: Final = Profile(spread=60, warning=0)
"""Keeps its variety: what it prefers is often outweighed by chance."""
MEDIUM: Final = Profile(spread=20, warning=1)
HARD: Final = Profile(spread=0, warning=1)
BRUTAL: Final = Profile(spread=0, warning=2)
"""Is warned early: when a rival needs two more strongholds."""


@dune.policy("easy")
def easy(shown: Mapping[str, View], seat: Faction, offers: Sequence[Offer], chance: random.Random) -> Offer:
    """The profile `easy`."""
    return EASY.choose(shown, seat, offers, chance)


@dune.policy("medium")
def medium(shown: Mapping[str, View], seat: Faction, offers: Sequence[Offer], chance: random.Random) -> Offer:
    """The profile `medium`."""
    return MEDIUM.choose(shown, seat, offers, chance)


@dune.policy("hard")
def hard(shown: Mapping[str, View], seat: Faction, offers: Sequence[Offer], chance: random.Random) -> Offer:
    """The profile `hard`."""
    return HARD.choose(shown, seat, offers, chance)


@dune.policy("brutal")
def brutal(shown: Mapping[str, View], seat: Faction, offers: Sequence[Offer], chance: random.Random) -> Offer:
    """The profile `brutal`."""
    return BRUTAL.choose(shown, seat, offers, chance)
