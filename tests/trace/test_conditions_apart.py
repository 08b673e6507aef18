"""Conditions and amounts that are followed apart: they are asked, reject and fail only where they are reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from both_readings import every_step
from kanly.model import (
    Accepted,
    Event,
    Fault,
    Int,
    Rejected,
    Set,
    State,
    both,
    choose,
    count,
    either,
    emit,
    exists,
    forall,
    implies,
    merged,
    negate,
    require,
    total,
)
from tiny import Card, tiny


class Heard(Event):
    n: int = Int(0, 3)


class Table(State):
    open: bool
    n: int = Int(0, 3)
    cards: set[Card] = Set(Card)
    told: int = Int(0, 9)


@merged
def rejecting(g: Table) -> bool:
    require(g.n != 1, "one")
    require(g.n != 2, "two")
    return g.n == 3


@merged
def failing(g: Table) -> bool:
    if g.n == 1:
        raise ValueError
    if g.n == 2:
        raise KeyError
    return g.n == 3


@merged
def failing_or_rejecting(g: Table) -> bool:
    if g.n == 1:
        raise ValueError
    require(g.n != 2, "two")
    return rejecting(g)


@merged
def telling(g: Table) -> bool:
    if g.n == 1:
        emit(Heard(n=g.n))
    return g.n > 1


@merged
def changing(g: Table) -> bool:
    if g.n == 1:
        g.n = 3
        g.cards.add(Card.KING)
    return g.n > 1


ASKED = [rejecting, failing, failing_or_rejecting, telling, changing]

WAYS: dict[str, Callable[[Table, Callable[[Table], Any]], Any]] = {
    "both": lambda g, ask: both(g.open, lambda: ask(g)),
    "both, known": lambda g, ask: both(True, lambda: ask(g)),
    "both, never": lambda g, ask: both(False, lambda: ask(g)),
    "either": lambda g, ask: either(g.open, lambda: ask(g)),
    "implies": lambda g, ask: implies(g.open, lambda: ask(g)),
    "negated": lambda g, ask: negate(both(g.open, lambda: ask(g))),
    "both of both": lambda g, ask: both(g.open, lambda: both(g.n > 0, lambda: ask(g))),
    "either of both": lambda g, ask: either(both(g.open, lambda: ask(g)), lambda: ask(g)),
    "implied twice": lambda g, ask: implies(g.open, lambda: implies(g.n == 2, lambda: ask(g))),
    "first": lambda g, ask: both(lambda: ask(g), g.open),
    "forall": lambda g, ask: forall(g.cards, lambda card: implies(card != Card.ACE, lambda: ask(g))),
    "exists": lambda g, ask: exists(g.cards, lambda card: both(card != Card.ACE, lambda: ask(g))),
    "count": lambda g, ask: count(g.cards, lambda card: ask(g)) > 0,
    "total": lambda g, ask: total(g.cards, lambda card: choose(ask(g), 1, 2)) > 2,
    "or": lambda g, ask: g.open or ask(g),
    "after it": lambda g, ask: both(g.open, lambda: ask(g)) | (g.n == 2),
    "twice": lambda g, ask: either(ask(g), lambda: ask(g)),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_asked_apart_is_read_as_it_runs(way: str) -> None:
    ask_in = WAYS[way]

    def rule_for(ask: Callable[[Table], Any]) -> Callable[[Table], None]:
        def rule(g: Table) -> None:
            told = ask_in(g, ask)
            g.told = choose(told, g.n + 1, 0)

        rule.__name__ = ask.__name__
        return rule

    instance = tiny(Table, *map(rule_for, ASKED))
    states = [(is_open, n, mask, 0) for is_open in (0, 1) for n in range(4) for mask in (0, 1, 2, 7)]
    ends = {type(outcome) for _, _, _, outcome in every_step(instance, states)}
    assert ends == ({Accepted} if way == "both, never" else {Accepted, Rejected, Fault})


@pytest.mark.parametrize("ask", ASKED)
def test_what_is_asked_one_after_the_other_is_read_as_it_runs(ask: Callable[[Table], Any]) -> None:
    """What an earlier one leaves, a later one finds."""

    def rule(g: Table) -> None:
        first = both(g.open, lambda: ask(g))
        g.told += choose(first, 1, 0)
        second = implies(g.n > 1, lambda: ask(g))
        g.told += choose(second, 2, 0)
        if first:
            g.n = choose(either(g.open, lambda: ask(g)), 0, g.n)

    instance = tiny(Table, rule)
    states = [(is_open, n, 1, 0) for is_open in (0, 1) for n in range(4)]
    assert Accepted in {type(outcome) for _, _, _, outcome in every_step(instance, states)}
