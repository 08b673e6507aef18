"""Views, rules of sight and the members of enumerations are held against the white list like rules, whoever asks."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from judging import WAYS, refusal
from kanly.model import NOBODY, Int, Member, Model, Secret, State, View, require
from tiny import Card, Seat


def sees(g: Any, seat: Seat) -> bool:
    return hash(g.trap) > 0


def tells(card: Card) -> bool:
    return hash(card) > 0


class Hidden(State):
    """A trap that nobody knows."""

    trap: Card = Member(Card, seen_by=NOBODY)
    seen: Card = Member(Card, seen_by=sees)
    told: Card = Member(Card, seen_by=NOBODY, public=tells)

    def is_ace(self) -> bool:
        """Asked for what a member does not tell."""
        return hash(self.trap) > 0


class Shown(View):
    """What is shown of it."""

    ace: bool


def looks(g: Hidden, seat: Seat) -> Shown:
    return Shown(ace=g.is_ace())


def lay(g: Any, seat: Seat, card: Card = Secret()) -> None:
    g.trap = card


class Plain(State):
    """A trap of which a view tells wrongly."""

    trap: Card = Member(Card, seen_by=NOBODY)

    def is_ace(self) -> bool:
        """Asked for what a member does not tell."""
        return hash(self.trap) > 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("state", [Hidden, Plain])
def test_views_and_rules_of_sight_are_judged_too(state: type[State], way: str) -> None:
    model = Model("sight", state, seats=Seat)
    model.action(lay)
    if state is Plain:
        model.view(looks)

    @model.scenario("default")
    def setup(g: Any) -> None:
        pass

    assert "hash(...) is not part of the language of rules" in str(refusal(way, model.instance()))


class Tall(Enum):
    """An enumeration whose members count how often they are asked."""

    ONE = 1
    TWO = 2

    @property
    def size(self) -> int:
        """Counts."""
        self.asked: int = getattr(self, "asked", 0) + 1
        return self.asked


class Towers(State):
    """One of them."""

    tower: Tall
    n: int = Int(0, 9)


@pytest.mark.parametrize("way", WAYS)
def test_members_that_remember_are_refused(way: str) -> None:
    def grow(g: Towers) -> None:
        require(g.n < 3, "tall")
        g.n = g.tower.size

    model = Model("towers", Towers, seats=Seat)
    model.automatic(grow)

    @model.scenario("default")
    def setup(g: Towers) -> None:
        pass

    assert "getattr(...) reads a field of the state" in str(refusal(way, model.instance()))
