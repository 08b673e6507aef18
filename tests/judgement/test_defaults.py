"""Defaults of arguments belong to what a rule says, however the argument is given: what can change is refused."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest

from judging import WAYS, refusal
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.model import Int, State, merged
from tiny import Card, tiny

Helper = Callable[..., Any]


class Engine:
    """Something with a state of its own."""

    def __init__(self) -> None:
        self.n = 0

    def go(self) -> int:
        """Count."""
        self.n += 1
        return self.n


class Table(State):
    n: int = Int(0, 5)


def in_place(default: Any) -> Helper:
    def helper(g: Table, given: Any = default) -> Any:
        return g.n if given is None else g.n + 1

    return helper


def in_place_only(default: Any) -> Helper:
    def helper(g: Table, given: Any = default, /) -> Any:
        return g.n if given is None else g.n + 1

    return helper


def by_name_only(default: Any) -> Helper:
    def helper(g: Table, *, given: Any = default) -> Any:
        return g.n if given is None else g.n + 1

    return helper


def last_by_name_only(default: Any) -> Helper:
    def helper(g: Table, one: int = 0, *, other: Card = Card.ACE, given: Any = default) -> Any:
        return g.n if given is None or other != Card.ACE else g.n + one

    return helper


def of_a_merged_helper(default: Any) -> Helper:
    @merged
    def helper(g: Table, *, given: Any = default) -> Any:
        return g.n if given is None else g.n + 1

    return helper


def of_a_lambda(default: Any) -> Callable[[Table], Any]:
    return lambda g, *, given=default: g.n if given is None else g.n + 1


def of_a_helper_of_a_helper(default: Any) -> Helper:
    inner = by_name_only(default)

    def helper(g: Table) -> Any:
        return inner(g)

    return helper


WHERE = [
    in_place, in_place_only, by_name_only, last_by_name_only, of_a_merged_helper, of_a_lambda, of_a_helper_of_a_helper
]  # fmt: skip

CHANGING: dict[str, tuple[Callable[[], Any], str]] = {
    "list": (list, "the default [] is one for all calls"),
    "dict": (dict, "the default {} is one for all calls"),
    "set": (set, "the default set() is one for all calls"),
    "function of the system": (lambda: time.time_ns, "time.time_ns is not part of the state"),
    "object": (Engine, "an Engine may change between two readings"),
    "its method": (lambda: Engine().go, "an Engine may change between two readings"),
}
"""Defaults that may be another at the next call, and how they are refused."""


STAYING: list[Any] = [None, 1, Card.ACE, (1, Card.KING), "text"]


def calling(helper: Helper) -> Callable[[Any], None]:
    def rule(g: Table) -> None:
        g.n = min(helper(g), 3)

    return rule


@pytest.mark.parametrize(("where", "default"), list(itertools.product(WHERE, CHANGING)))
def test_a_default_that_may_change_is_refused(where: Callable[[Any], Helper], default: str) -> None:
    make, told = CHANGING[default]
    instance = tiny(Table, calling(where(make())))
    for way in ("run", "compiled"):
        error = refusal(way, instance)
        assert told in str(error)
        assert error.file == __file__


@pytest.mark.parametrize("way", WAYS)
def test_it_is_refused_whoever_asks(way: str) -> None:
    assert "one for all calls" in str(refusal(way, tiny(Table, calling(by_name_only([])))))


@pytest.mark.parametrize(("where", "default"), list(itertools.product(WHERE, STAYING)))
def test_a_default_that_stays_what_it_is_is_accepted(where: Callable[[Any], Helper], default: Any) -> None:
    instance = tiny(Table, calling(where(default)))
    assert sweep(instance).states == explore(instance).states > 0
