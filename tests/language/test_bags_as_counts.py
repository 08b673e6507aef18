"""Bags do what plain numbers of copies would do: every rule in every state, run and read."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from both_readings import every_state, every_step
from kanly.model import (
    Accepted,
    Bag,
    Fault,
    Int,
    Multiset,
    State,
    choose,
    count,
    exists,
    forall,
    has,
    size,
    total,
)
from kanly.model.language.play.instance import Codes
from tiny import tiny


class Coin(Enum):
    """What lies in a purse: how much it is worth."""

    GOLD, IRON, CLAY = 5, 2, 1


MOST = {"a": (2, 1, 1), "b": (1, 2, 0)}
"""How many copies of each coin each purse holds at most: the last of them need not have the largest bound."""


class Purses(State):
    a: Multiset[Coin] = Bag(Coin, at_most=dict(zip(Coin, MOST["a"], strict=True)))
    b: Multiset[Coin] = Bag(Coin, at_most=dict(zip(Coin, MOST["b"], strict=True)))
    n: int = Int(0, 30)


Numbers = tuple[int, ...]


class NoNumberError(Exception):
    """Fewer copies than none."""


def put(numbers: Numbers, coin: int, copies: int) -> Numbers:
    """The numbers with some copies more. Raises `NoNumberError` for fewer than none."""
    if copies < 0:
        raise NoNumberError
    return tuple(held + copies * (at == coin) for at, held in enumerate(numbers))


def taken(numbers: Numbers, coin: int, copies: int) -> Numbers:
    """The numbers with some copies less. Raises `KeyError` where there are not that many."""
    if copies < 0:
        raise NoNumberError
    if numbers[coin] < copies:
        raise KeyError
    return tuple(held - copies * (at == coin) for at, held in enumerate(numbers))


def together(one: Numbers, other: Numbers) -> Numbers:
    """All copies of both."""
    return tuple(map(sum, zip(one, other, strict=True)))


def left(one: Numbers, other: Numbers) -> Numbers:
    """What is left of the first without the second."""
    return tuple(max(0, held - gone) for held, gone in zip(one, other, strict=True))


def add(g: Purses, coin: Coin, copies: int = Int(-1, 2)) -> None:
    g.a.add(coin, copies)


def remove(g: Purses, coin: Coin, copies: int = Int(-1, 2)) -> None:
    g.a.remove(coin, copies)


def move(g: Purses, coin: Coin, copies: int = Int(-1, 2)) -> None:
    g.a.move(coin, to=g.b, copies=copies)


def move_to_itself(g: Purses, coin: Coin) -> None:
    g.a.move(coin, to=g.a)


def put_one_or_the_other(g: Purses, coin: Coin, copies: int = Int(0, 1)) -> None:
    g.b.update([coin, Coin.IRON] if copies == 1 else {Coin.GOLD: 0})


def assign(g: Purses) -> None:
    g.b = g.a


def assign_both(g: Purses) -> None:
    g.a = g.a + g.b


def assign_rest(g: Purses) -> None:
    g.a = g.a - g.b


CHANGES: list[tuple[Callable[..., None], Callable[[Numbers, Numbers, Codes], tuple[Numbers, Numbers]]]] = [
    (add, lambda a, b, codes: (put(a, codes[0], codes[1] - 1), b)),
    (remove, lambda a, b, codes: (taken(a, codes[0], codes[1] - 1), b)),
    (move, lambda a, b, codes: (taken(a, codes[0], codes[1] - 1), put(b, codes[0], codes[1] - 1))),
    (move_to_itself, lambda a, b, codes: (put(taken(a, codes[0], 1), codes[0], 1), b)),
    (put_one_or_the_other, lambda a, b, codes: (a, put(put(b, codes[0], codes[1]), 1, codes[1]))),
    (assign, lambda a, b, codes: (a, a)),
    (assign_both, lambda a, b, codes: (together(a, b), b)),
    (assign_rest, lambda a, b, codes: (left(a, b), b)),
]


def holds(numbers: Numbers, most: Numbers) -> bool:
    """Whether a purse can hold so many copies."""
    return all(held <= bound for held, bound in zip(numbers, most, strict=True))


@pytest.mark.parametrize(("rule", "expected"), CHANGES, ids=[rule.__name__ for rule, _ in CHANGES])
def test_a_change_is_that_of_the_numbers(
    rule: Callable[..., None], expected: Callable[[Numbers, Numbers, Codes], tuple[Numbers, Numbers]]
) -> None:
    instance = tiny(Purses, rule)
    states = [slots for slots in every_state(instance) if slots[6] == 0]
    for _, slots, codes, outcome in every_step(instance, states):
        a, b = slots[:3], slots[3:6]
        try:
            changed = expected(a, b, codes)
        except (KeyError, NoNumberError):
            changed = None
        if changed is None:
            assert isinstance(outcome, Fault)
            assert outcome.kind == ("out of domain" if codes[1:] == (0,) else "KeyError")
            continue
        if all(map(holds, changed, MOST.values())):
            assert isinstance(outcome, Accepted)
            assert (outcome.slots[:3], outcome.slots[3:6]) == changed
        else:
            assert isinstance(outcome, Fault)
            assert outcome.kind == "out of domain"


def lies(held: Multiset[Coin], coin: Coin) -> Any:
    """Whether each way to ask says the same of a coin; 9 where two of them differ."""
    ways = [has(held, coin), held.count(coin) > 0, exists(held, lambda each: each == coin)]
    return choose((ways[0] == ways[1]) & (ways[1] == ways[2]), choose(ways[0], 1, 0), 9)


WORTH = [coin.value for coin in Coin]

QUESTIONS: dict[str, tuple[Callable[[Purses, Coin], Any], Callable[[Numbers, Numbers, int], int]]] = {
    "size": (lambda g, coin: size(g.a), lambda a, b, coin: sum(a)),
    "size of both": (lambda g, coin: size(g.a + g.b), lambda a, b, coin: sum(a + b)),
    "size of the rest": (lambda g, coin: size(g.a - g.b), lambda a, b, coin: sum(left(a, b))),
    "count of one": (lambda g, coin: g.a.count(coin), lambda a, b, coin: a[coin]),
    "count": (lambda g, coin: count(g.a, lambda each: each == coin), lambda a, b, coin: a[coin]),
    "count of both": (
        lambda g, coin: count(g.a + g.b, lambda each: each == coin),
        lambda a, b, coin: a[coin] + b[coin],
    ),
    "total of both": (
        lambda g, coin: total(g.b + g.a, lambda each: each.value),
        lambda a, b, coin: sum(n * worth for n, worth in zip(together(a, b), WORTH, strict=True)),
    ),
    "has": (lambda g, coin: lies(g.a, coin), lambda a, b, coin: a[coin] > 0),
    "has in both": (lambda g, coin: lies(g.b + g.a, coin), lambda a, b, coin: a[coin] + b[coin] > 0),
    "forall": (
        lambda g, coin: choose(forall(g.a, lambda each: each == coin), 1, 0),
        lambda a, b, coin: sum(a) == a[coin],
    ),
    "less": (lambda g, coin: choose(g.b < g.a, 1, 0), lambda a, b, coin: b != a and holds(b, a)),
    "at most": (lambda g, coin: choose(g.b <= g.a, 1, 0), lambda a, b, coin: holds(b, a)),
    "more": (lambda g, coin: choose(g.a > g.b, 1, 0), lambda a, b, coin: b != a and holds(b, a)),
    "at least": (
        lambda g, coin: choose(g.a >= [Coin.GOLD, coin], 1, 0),
        lambda a, b, coin: holds(put((1, 0, 0), coin, 1), a),
    ),
    "equal": (lambda g, coin: choose(g.a == g.b, 1, 0), lambda a, b, coin: a == b),
    "other": (lambda g, coin: choose(g.a + g.a != g.b, 1, 0), lambda a, b, coin: together(a, a) != b),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_that_of_the_numbers(name: str) -> None:
    ask, expected = QUESTIONS[name]

    def rule(g: Purses, coin: Coin) -> None:
        g.n = ask(g, coin)

    asking: Callable[..., None] = rule
    instance = tiny(Purses, asking)
    states = [slots for slots in every_state(instance) if slots[6] == 0]
    for _, slots, codes, outcome in every_step(instance, states):
        assert isinstance(outcome, Accepted)
        assert outcome.slots == (*slots[:6], int(expected(slots[:3], slots[3:6], *codes)))


class Shell(Enum):
    """As many members as there are coins."""

    SNAIL, MUSSEL, OYSTER = 5, 2, 1


class Pockets(State):
    coins: Multiset[Coin] = Bag(Coin, at_most=2)
    shells: Multiset[Shell] = Bag(Shell, at_most=2)
    n: int = Int(0, 9)


def add_strangers(g: Any) -> None:
    g.n = size(g.coins + g.shells)


def move_to_strangers(g: Any) -> None:
    g.coins.move(Coin.GOLD, to=g.shells)


@pytest.mark.parametrize("rule", [add_strangers, move_to_strangers])
def test_bags_of_another_enumeration_do_not_mix(rule: Callable[[Any], None]) -> None:
    instance = tiny(Pockets, rule)
    states = [(*numbers, 0) for numbers in ((0,) * 6, (1, 0, 0, 0, 0, 0), (1, 2, 1, 2, 0, 1))]
    assert all(isinstance(outcome, Fault) for _, _, _, outcome in every_step(instance, states))


STRANGE: list[Callable[[Pockets], Any]] = [
    lambda g: g.coins == [Shell.SNAIL, Coin.GOLD],
    lambda g: g.coins == [Coin.GOLD, Shell.SNAIL],
    lambda g: g.coins >= [Shell.SNAIL, Coin.GOLD],
    lambda g: g.coins >= [Coin.GOLD, Shell.SNAIL],
    lambda g: g.coins == g.shells,
    lambda g: g.coins >= g.shells,
    lambda g: g.coins > [Shell.SNAIL],
]


@pytest.mark.parametrize("question", STRANGE)
def test_what_holds_a_stranger_is_neither_equal_nor_less(question: Callable[[Pockets], Any]) -> None:
    def rule(g: Pockets) -> None:
        g.n = choose(question(g), 1, 0)

    for _, _, _, outcome in every_step(tiny(Pockets, rule), [(1, 0, 0, 1, 0, 0, 0), (2, 0, 0, 1, 0, 0, 0)]):
        assert isinstance(outcome, Accepted)
        assert outcome.slots[-1] == 0
