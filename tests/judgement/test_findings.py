"""Rules that were once believed though they say something else when they run: each is refused, whoever asks."""

from __future__ import annotations

import itertools
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from os import environ
from random import random as drawn
from time import time_ns
from typing import Any

import pytest

from judging import WAYS, refusal
from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Reject
from kanly.invariants import Declarations
from kanly.model import Instance, Int, Model, Rejected, State, require
from tiny import Card, Seat

Rule = Callable[[Any], object]


class Table(State):
    """A number, a card, and whether something is so."""

    n: int = Int(0, 5)
    top: Card
    stolen: bool

    def is_ace(self) -> bool:
        """Compared as Python likes it."""
        return self.top is Card.ACE

    @property
    def is_king(self) -> bool:
        """The same as a property."""
        return self.top is Card.KING

    @staticmethod
    def is_queen(card: Card) -> bool:
        """The same as a static method."""
        return card is Card.QUEEN


def model_with(rule: Rule) -> Instance:
    model = Model("white", Table, seats=Seat)
    model.automatic(rule)

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.n = 0

    return model.instance()


def by_method(g: Table) -> None:
    require(g.is_ace(), "no ace")
    g.n = 1


def by_property(g: Table) -> None:
    require(g.is_king, "no king")


def by_static_method(g: Table) -> None:
    require(Table.is_queen(g.top), "no queen")


def by_guarded_name(g: Table) -> None:
    require(g.n == 0 or (held := g.top) is not Card.ACE or held.value > 5, "an ace")
    g.n = 1


def has_ace(g: Table) -> bool:
    return g.top is Card.ACE


CASES: dict[Seat, Callable[[Table], bool]] = {Seat.ANN: has_ace, Seat.BOB: lambda g: g.top == Card.KING}


def by_dispatch_table(g: Table) -> None:
    require(CASES[Seat.ANN](g), "no ace")


def is_card(card: Card, g: Table) -> bool:
    return g.top is card


by_partial_of = partial(is_card, Card.ACE)


def by_partial(g: Table) -> None:
    require(by_partial_of(g), "no ace")


def by_truth(g: Table) -> None:
    require(g.stolen is True, "not stolen")


def by_closure() -> Rule:
    wanted = Card.ACE

    def rule(g: Table) -> None:
        require(g.top is not wanted, "an ace")

    return rule


def swallows(g: Table) -> None:
    try:
        v = 3 // g.n
    except Exception:
        v = 0
    g.n = v


def swallows_rejections(g: Table) -> None:
    try:
        require(g.n > 2, "low")
    except:  # noqa: E722
        g.n = 1


def returns_at_last(g: Table) -> Any:
    try:
        require(g.n > 2, "low")
    finally:
        return None  # noqa: B012


def compares_fractions(g: Table) -> None:
    require(g.n != 3.0, "three")


def finds_fractions(g: Table) -> None:
    require(g.n in (1.0, 2.0), "neither")


THIRD = 1 / 3


def adds_fractions(g: Table) -> None:
    g.n = int(g.n + THIRD)


def asks_an_enumeration(g: Table) -> None:
    require(g.top in Card, "no card")


KINDS = (Card, Seat)


def asks_some_enumeration(g: Table) -> None:
    require(any(g.top in kind for kind in KINDS), "no card")


def asks_for_a_number(g: Any) -> None:
    require(isinstance(g.n, int), "no number")


def asks_for_a_kind(g: Any) -> None:
    require(any(isinstance(g.top, kind) for kind in KINDS), "no card")


NUMBERS = [0]


def counts(g: Table) -> None:
    NUMBERS[0] += 1
    g.stolen = NUMBERS[0] % 2 == 0


def counts_by_another_name(g: Table) -> None:
    numbers = NUMBERS
    numbers.append(1)
    g.stolen = len(numbers) > 7


class Box:
    """Something beside the state."""

    k = 0
    inside: list[int] = []  # noqa: RUF012


def counts_by_a_loop(g: Table) -> None:
    for Box.k in (1, 9):
        g.stolen = Box.k > 7


def counts_by_a_comprehension(g: Table) -> None:
    g.stolen = sum([1 for Box.k in (1, 9)]) > 7


def counts_in_a_class(g: Table) -> None:
    Box.k += 1
    g.stolen = Box.k > 7


def counts_in_a_list_of_a_class(g: Table) -> None:
    Box.inside.append(1)
    g.stolen = len(Box.inside) > 7


def remembers(g: Table, memo: list[int] = []) -> bool:  # noqa: B006
    memo.append(1)
    return len(memo) % 3 == 0


def counts_in_a_default(g: Table) -> None:
    g.stolen = remembers(g)


class Engine:
    """An engine with a state of its own."""

    def __init__(self) -> None:
        self.n = 0

    def go(self) -> int:
        """Count."""
        self.n += 1
        return self.n % 3


ENGINE = Engine()
GO = ENGINE.go


def asks_an_engine(g: Table) -> None:
    g.n = ENGINE.go()


def asks_a_bound_method(g: Table) -> None:
    g.n = GO()


TICKS = itertools.count()


def ticks(g: Table) -> None:
    g.stolen = next(TICKS) > 150


def reads_the_environment(g: Table) -> None:
    g.stolen = bool(environ.get("FOO"))


def asks_the_system(g: Table) -> None:
    g.stolen = os.getpid() % 2 == 0


def draws(g: Table) -> None:
    g.stolen = drawn() < 1


def draws_from_a_module(g: Table) -> None:
    g.n = random.randint(0, 5)


def tells_the_time(g: Table) -> None:
    g.stolen = time_ns() % 2 == 0


def waits(g: Table) -> None:
    time.sleep(0)


def hashes(g: Table) -> None:
    g.stolen = hash("abc") % 2 == 0


def goes_through_a_set(g: Table) -> None:
    g.stolen = next(iter({"a", "b", "c", "d"})) == "a"


LETTERS = frozenset("abcd")


def goes_through_a_constant_set(g: Table) -> None:
    for letter in LETTERS:
        g.stolen = letter == "a"


def lists_a_set(g: Table) -> None:
    letters = LETTERS | {"e"}
    g.stolen = "a" in tuple(letters)[0:1]


@cache
def kept(n: int) -> int:
    return n


def asks_what_is_kept(g: Table) -> None:
    g.n = kept(1)


def compares_texts(g: Table) -> None:
    require(f"{g.n}" != "3", "three")


@pytest.mark.parametrize(
    "rule", [by_method, by_property, by_static_method, by_dispatch_table, by_closure(), by_guarded_name]
)
def test_identity_with_members_is_read_as_it_runs(rule: Rule) -> None:
    instance = model_with(rule)
    traced = trace_model(instance)
    for slots in itertools.product(range(6), range(3), range(2)):
        told, taken = stepped(traced.actions[0], traced.slots, slots, ()), instance.step(slots, instance.actions[0], ())
        assert isinstance(told, Reject) if isinstance(taken, Rejected) else told == getattr(taken, "slots", None)


REFUSED: dict[Rule, tuple[int, str]] = {
    by_partial: (-6, "write == or !="), by_truth: (1, "write == or !="),
    swallows: (1, "`try` is not part"), swallows_rejections: (1, "`try` is not part"),
    returns_at_last: (1, "`try` is not part"),
    compares_fractions: (1, "3.0 is a fraction"), finds_fractions: (1, "1.0 is a fraction"),
    adds_fractions: (1, "THIRD"),
    asks_an_enumeration: (1, "write `in scope(g, Card)`"),
    asks_for_a_number: (1, "that a value is of int is not asked"),
    counts: (1, "a rule changes the state only, not NUMBERS"),
    counts_in_a_class: (1, "a rule changes the state only, not Box"),
    counts_in_a_list_of_a_class: (1, "a rule changes the state only, not Box.inside"),
    counts_by_a_loop: (1, "a rule changes the state only, not Box"),
    counts_by_a_comprehension: (1, "a comprehension goes through values by names of its own"),
    counts_in_a_default: (0, "the default [] is one for all calls"),
    asks_an_engine: (1, "an Engine may change between two readings"),
    asks_a_bound_method: (1, "an Engine may change between two readings"),
    ticks: (1, "a count may change between two readings"), reads_the_environment: (1, "environ"),
    asks_the_system: (1, "posix.getpid is not part of the state"),
    draws: (1, "random.random is not part of the state"),
    draws_from_a_module: (1, "let nature decide with a Chance(...) argument"),
    tells_the_time: (1, "time.time_ns is not part of the state"), waits: (1, "time.sleep is not part of the state"),
    hashes: (1, "hash(...) is not part of the language of rules"),
    goes_through_a_set: (1, "the order of a Python set"),
    goes_through_a_constant_set: (1, "the order of a Python set"), lists_a_set: (2, "the order of a Python set"),
    asks_what_is_kept: (1, "keeps its results"),
}  # fmt: skip
"""For each rule, how far below its first line (negative: above) the refusal stands, and some of its words."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rule", REFUSED, ids=lambda rule: rule.__name__)
def test_a_rule_is_refused_whoever_asks(rule: Rule, way: str) -> None:
    error = refusal(way, model_with(rule))
    below, told = REFUSED[rule]
    assert told in str(error)
    assert error.file == __file__
    assert error.line is not None
    if below > 0 and rule not in (by_method, by_property, by_static_method):
        assert error.line == rule.__code__.co_firstlineno + below


@pytest.mark.parametrize("way", WAYS)
def test_what_is_changed_under_another_name_is_noticed(way: str) -> None:
    NUMBERS[:] = [0]
    told = str(refusal(way, model_with(counts_by_another_name)))
    assert "NUMBERS was changed" in told or "not a pure function" in told


@pytest.mark.parametrize("way", ["compiled", "proof"])
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (compares_texts, "a text is made of <a number>"),
        (asks_some_enumeration, "<a Card> is asked for its class"),
        (asks_for_a_kind, "<a Card> is asked for its class"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_an_unknown_value_cannot_answer_is_refused_where_it_is_asked(rule: Rule, told: str, way: str) -> None:
    error = refusal(way, model_with(rule))
    assert told in str(error)
    assert (error.file, error.line) == (__file__, rule.__code__.co_firstlineno + 1)


@pytest.mark.parametrize("way", WAYS)
def test_what_is_declared_is_judged_too(way: str) -> None:
    instance = model_with(lambda g: None)
    laws = Declarations(instance.model)

    @laws.invariant("odd", when=lambda g: NUMBERS.append(1))
    def odd(g: Any) -> Iterator[tuple[str, bool]]:
        """Odd."""
        yield "n", g.n < 4

    assert "a rule changes the state only, not NUMBERS" in str(refusal(way, instance))
