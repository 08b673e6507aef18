"""Sets, sequences, maps and options do what Python's do: the same rule on both, in every state, run and read."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from both_readings import every_step
from kanly.model import (
    Accepted,
    Fault,
    Instance,
    Int,
    Map,
    Model,
    Option,
    Seq,
    Set,
    Slots,
    State,
    choose,
    copy,
    count,
    exists,
    forall,
    has,
    is_present,
    lookup,
    same,
    size,
    total,
)
from tiny import Card as Suit
from tiny import Seat, as_it_is

A, OUT, B, C = Suit
SUITS = (A, B, C)
"""The members in scope: `OUT` is none of them."""
PAIRS = {(one, other): 3 * at + by for at, one in enumerate(SUITS) for by, other in enumerate(SUITS)}
WORTH = {A: 1, B: 2, C: 4, OUT: 8}
NEAR = {A: frozenset({A, B}), B: frozenset({C}), C: frozenset[Suit](), OUT: frozenset({OUT})}


class Sets(State):
    s: set[Suit] = Set(Suit)
    t: set[Suit] = Set(Suit)
    n: int = Int(-9, 9)


class Lists(State):
    q: list[Suit] = Seq(Suit, at_most=3)
    r: list[Suit] = Seq(Suit, at_most=2)
    n: int = Int(-9, 9)


class Maps(State):
    m: dict[Suit, int] = Map(Suit, Int(0, 2))
    o: Suit | None = Option(Suit)
    k: Suit
    n: int = Int(-9, 9)


def members(mask: int) -> set[Suit]:
    """The set that a mask stands for."""
    return {suit for at, suit in enumerate(SUITS) if mask >> at & 1}


def sets(slots: Slots) -> SimpleNamespace:
    """A state of sets in plain Python."""
    return SimpleNamespace(s=members(slots[0]), t=members(slots[1]), n=slots[2] - 9)


def lists(slots: Slots) -> SimpleNamespace:
    """A state of sequences in plain Python."""
    q, r = slots[1 : 1 + slots[0]], slots[5 : 5 + slots[4]]
    return SimpleNamespace(q=[SUITS[code] for code in q], r=[SUITS[code] for code in r], n=slots[7] - 9)


def maps(slots: Slots) -> SimpleNamespace:
    """A state of a map, an option and a member in plain Python."""
    m = dict(zip(SUITS, slots[:3], strict=True))
    return SimpleNamespace(m=m, o=None if slots[3] == 0 else SUITS[slots[3] - 1], k=SUITS[slots[4]], n=slots[5] - 9)


Statement = Callable[[Any, Any], object]


def becomes(name: str) -> Callable[[Statement], Statement]:
    """The statements that assign a field."""

    def s(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.s = value(g, suit)

        return assign

    def q(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.q = value(g, suit)

        return assign

    def r(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.r = value(g, suit)

        return assign

    def m(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.m = value(g, suit)

        return assign

    def k(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.k = value(g, suit)

        return assign

    def o(value: Statement) -> Statement:
        def assign(g: Any, suit: Any) -> None:
            g.o = value(g, suit)

        return assign

    return {"s": s, "q": q, "r": r, "m": m, "k": k, "o": o}[name]


s_becomes, q_becomes, r_becomes = becomes("s"), becomes("q"), becomes("r")
m_becomes, k_becomes, o_becomes = becomes("m"), becomes("k"), becomes("o")


def truth(question: Statement) -> Statement:
    """1 where something holds and 0 where it does not."""
    return lambda g, c: choose(question(g, c), 1, 0)


def instance_of(state: type[State], *rules: Callable[..., None]) -> Instance:
    """A model in which not all members are in scope."""
    model = Model("narrow", state, seats=Seat)
    for rule in rules:
        model.automatic(rule)
    model.scenario("default", scope={Suit: SUITS})(as_it_is)
    return model.instance()


@cache
def states_of(state: type[State]) -> list[Slots]:
    """Every state in which the number is 0."""
    instance = instance_of(state)
    counts = [range(slot.count) for slot in instance.slots[:-1]]
    return list(dict.fromkeys(instance.canonical((*codes, 9)) for codes in itertools.product(*counts)))


def differs_from_python(
    state: type[State], plain: Callable[[Slots], SimpleNamespace], statement: Statement, stride: int = 1
) -> list[str]:
    """Where a statement does not do to a state what it does to plain values; fields that are too small are faults."""

    def rule(g: Any, suit: Suit) -> None:
        told = statement(g, suit)
        if told is not None:
            g.n = told

    instance = instance_of(state, rule)
    found: list[str] = []
    for _, slots, codes, outcome in every_step(instance, states_of(state)[::stride]):
        expected = plain(slots)
        failure = ""
        try:
            rule(expected, SUITS[codes[0]])
        except Exception as error:
            failure = type(error).__name__
        if any(len(getattr(expected, name, ())) > most for name, most in (("q", 3), ("r", 2))):
            failure = "full"
        if any(OUT in (held if isinstance(held, set | list) else (held,)) for held in vars(expected).values()):
            failure = "out of domain"
        if len(getattr(expected, "m", SUITS)) != len(SUITS):
            failure = "out of domain"
        where = f"{instance.describe(slots)} with {SUITS[codes[0]].name}"
        if isinstance(outcome, Accepted):
            if failure or plain(outcome.slots) != expected:
                found.append(f"{where}: {plain(outcome.slots)}, not {failure or expected}")
        elif not (isinstance(outcome, Fault) and failure in (outcome.kind, "full")):
            found.append(f"{where}: {outcome}, not {failure or expected}")
    return found


ON_SETS: list[Statement] = [
    lambda g, c: g.s.add(c),
    lambda g, c: g.s.remove(c),
    lambda g, c: g.s.discard(c),
    lambda g, c: g.s.clear(),
    lambda g, c: g.s.update(g.t),
    lambda g, c: g.s.update(g.t, {c}, [A]),
    lambda g, c: g.s.difference_update(g.t, {c}),
    lambda g, c: g.s.intersection_update(g.t),
    lambda g, c: g.s.symmetric_difference_update(g.t),
    lambda g, c: g.s.symmetric_difference_update({c, B}),
    s_becomes(lambda g, c: g.s | g.t),
    s_becomes(lambda g, c: g.s & g.t),
    s_becomes(lambda g, c: g.s - g.t),
    s_becomes(lambda g, c: g.t - g.s - {c}),
    s_becomes(lambda g, c: g.s ^ g.t),
    s_becomes(lambda g, c: {c, A} | g.s),
    s_becomes(lambda g, c: {c, A} & g.s),
    s_becomes(lambda g, c: {c, A} - g.s),
    s_becomes(lambda g, c: {c, A} ^ g.s),
    s_becomes(lambda g, c: g.s.union(g.t, {c})),
    s_becomes(lambda g, c: g.s.intersection([c, A])),
    s_becomes(lambda g, c: g.s.difference([c], g.t)),
    s_becomes(lambda g, c: g.s.symmetric_difference([c])),
    s_becomes(lambda g, c: {each for each in g.t if each != c}),
    s_becomes(lambda g, c: g.t.copy()),
    s_becomes(lambda g, c: lookup(NEAR, c) if c == A else NEAR[c]),
    s_becomes(lambda g, c: {c, OUT}),
    s_becomes(lambda g, c: g.s | {OUT}),
    s_becomes(lambda g, c: {OUT, c} - g.s - {OUT}),
    s_becomes(lambda g, c: {OUT, A} - g.s),
    s_becomes(lambda g, c: g.s - {OUT, A}),
    s_becomes(lambda g, c: frozenset({OUT, c}) - g.s - {OUT}),
    s_becomes(lambda g, c: {OUT, c}.difference(g.s) - {OUT}),
    s_becomes(lambda g, c: {OUT, c}.difference({OUT}, g.s)),
    s_becomes(lambda g, c: {OUT, c} & g.s),
    s_becomes(lambda g, c: {OUT, c}.intersection(g.s)),
    s_becomes(lambda g, c: {OUT, c}.union(g.s) - {OUT}),
    s_becomes(lambda g, c: {OUT, c}.symmetric_difference(g.s) - {OUT}),
    s_becomes(lambda g, c: ({OUT, c} - g.s) | {B} - g.t - {OUT}),
    s_becomes(lambda g, c: g.s & {OUT, c}),
    s_becomes(lambda g, c: {each for each in (A, B, OUT) if each in g.t or (each == OUT and c == A)}),
    s_becomes(lambda g, c: {each for each in (A, B, OUT) if each != choose(c in g.s, c, OUT)}),
    lambda g, c: g.s.symmetric_difference_update({c, OUT}),
    lambda g, c: g.s.update({each for each in Suit if each == c or each in g.t}),
    lambda g, c: g.s.difference_update({each for each in Suit if each != c}),
    lambda g, c: g.s.add(choose(g.s == g.t, c, OUT)),
    lambda g, c: g.s.discard(choose(g.s == g.t, c, OUT)),
    lambda g, c: g.s.remove(choose(g.s == g.t, c, OUT)),
    truth(lambda g, c: g.s >= {c, OUT}),
    truth(lambda g, c: g.s <= {c, OUT}),
    truth(lambda g, c: g.s == {c, OUT}),
    truth(lambda g, c: g.s > {OUT}),
    truth(lambda g, c: g.s.isdisjoint({c, OUT})),
    truth(lambda g, c: g.s == {each for each in Suit if each in g.t or each == OUT}),
    truth(lambda g, c: g.s >= {each for each in Suit if each != c}),
    truth(lambda g, c: g.s <= {each for each in (c, OUT) if each in g.s or each == OUT}),
    truth(lambda g, c: has(g.s, choose(g.s == g.t, c, OUT))),
    truth(lambda g, c: has(lookup(NEAR, choose(c == A, OUT, c)), choose(g.s == g.t, c, OUT))),
    truth(lambda g, c: {c, OUT} == g.s),
    truth(lambda g, c: {c, OUT} != g.s),
    truth(lambda g, c: {c, OUT} >= g.s),
    truth(lambda g, c: {c, OUT} > g.s),
    truth(lambda g, c: {c, OUT} <= g.s),
    truth(lambda g, c: {c, OUT}.issuperset(g.s)),
    truth(lambda g, c: {c, OUT}.isdisjoint(g.s)),
    truth(lambda g, c: OUT in {OUT, c} - g.s),
    truth(lambda g, c: OUT in g.s),
    truth(lambda g, c: has(g.s, c)),
    truth(lambda g, c: c in g.s),
    truth(lambda g, c: c not in g.s and c in g.t),
    truth(lambda g, c: has(lookup(NEAR, c), A)),
    truth(lambda g, c: g.s == g.t),
    truth(lambda g, c: g.s != {c}),
    truth(lambda g, c: {c, A} == g.s),
    truth(lambda g, c: g.s <= g.t),
    truth(lambda g, c: g.s < g.t),
    truth(lambda g, c: g.s >= g.t),
    truth(lambda g, c: g.s > {c}),
    truth(lambda g, c: g.s >= {c, A}),
    truth(lambda g, c: g.s.isdisjoint(g.t)),
    truth(lambda g, c: g.s.issubset({c, A})),
    truth(lambda g, c: g.s.issuperset({c, A})),
    truth(lambda g, c: bool(g.s)),
    truth(lambda g, c: forall(g.s, lambda each: has(g.t, each))),
    truth(lambda g, c: exists(g.s, lambda each: (each == c) | has(g.t, each))),
    truth(lambda g, c: all(each in g.t for each in g.s)),
    truth(lambda g, c: any(each in g.t for each in g.s)),
    lambda g, c: size(g.s) - len(g.t),
    lambda g, c: count(g.s, lambda each: each != c),
    lambda g, c: total(g.s, lambda each: lookup(WORTH, each)),
    lambda g, c: sum(WORTH[each] for each in g.s),
    lambda g, c: total(g.t - g.s, lambda each: choose(each == c, 3, -1)),
]  # fmt: skip


@pytest.mark.parametrize("statement", ON_SETS)
def test_a_set_is_one_of_python(statement: Statement) -> None:
    assert differs_from_python(Sets, sets, statement, stride=3) == []


def last_or_none(g: Any) -> Any:
    """The last element, None where there is none."""
    return g.q[-1] if g.q else None


def popped(g: Any, *at: int) -> int:
    """What the element that is taken out is worth."""
    return WORTH[g.q.pop(*at)]


def remove_at(g: Any, at: Any) -> None:
    """Take out an element."""
    del g.q[at]


def assign_at(g: Any, at: Any, suit: Any) -> None:
    """Replace an element."""
    g.q[at] = suit


def read_and_change(g: Any, suit: Any) -> None:
    """A value that was read keeps what it was."""
    kept = g.q
    g.q = [suit]
    g.r = kept[:2]


ON_LISTS: list[Statement] = [
    lambda g, c: g.q.append(c),
    lambda g, c: g.q.extend(g.r),
    lambda g, c: g.q.extend([c, A]),
    lambda g, c: popped(g),
    lambda g, c: popped(g, 0),
    lambda g, c: popped(g, 1),
    lambda g, c: popped(g, -1),
    lambda g, c: popped(g, -2),
    lambda g, c: popped(g, WORTH[c] - 2),
    lambda g, c: remove_at(g, -1),
    lambda g, c: remove_at(g, len(g.r)),
    lambda g, c: assign_at(g, 1, c),
    lambda g, c: assign_at(g, -2, c),
    lambda g, c: assign_at(g, size(g.r), c),
    lambda g, c: assign_at(g, size(g.r) - 3, c),
    lambda g, c: g.q.insert(1, c),
    lambda g, c: g.q.insert(-1, c),
    lambda g, c: g.q.insert(size(g.r), c),
    lambda g, c: g.q.insert(size(g.r) - 3, c),
    lambda g, c: g.q.remove(c),
    lambda g, c: g.q.clear(),
    read_and_change,
    q_becomes(lambda g, c: g.r),
    r_becomes(lambda g, c: g.q),
    q_becomes(lambda g, c: [c, *g.r]),
    q_becomes(lambda g, c: list(reversed(g.r))),
    q_becomes(lambda g, c: [each for each in g.q if each != c]),
    q_becomes(lambda g, c: g.q[1:]),
    q_becomes(lambda g, c: g.q[:-1]),
    q_becomes(lambda g, c: g.q[-2:]),
    q_becomes(lambda g, c: g.q[size(g.r):]),
    q_becomes(lambda g, c: g.q[size(g.r) - 1:2]),
    q_becomes(lambda g, c: copy(g.r)),
    lambda g, c: WORTH[g.q[1]],
    lambda g, c: lookup(WORTH, g.q[-1]),
    lambda g, c: lookup(WORTH, g.q[size(g.r)]),
    lambda g, c: g.q.append(choose(g.q == g.r, OUT, c)),
    lambda g, c: g.q.remove(choose(g.q == g.r, c, OUT)),
    q_becomes(lambda g, c: [choose(g.q == g.r, c, OUT)]),
    lambda g, c: g.q.count(choose(g.q == g.r, c, OUT)),
    truth(lambda g, c: g.q == [choose(g.q == g.r, OUT, c)]),
    truth(lambda g, c: has(g.q, choose(g.q == g.r, OUT, c))),
    lambda g, c: g.q.index(c),
    lambda g, c: g.q.count(c),
    lambda g, c: size(g.q) - len(g.r),
    lambda g, c: count(g.q, lambda each: each == c),
    lambda g, c: total(g.q, lambda each: lookup(WORTH, each) - 2),
    truth(lambda g, c: last_or_none(g) == c),
    truth(lambda g, c: has(g.q, c)),
    truth(lambda g, c: c in g.q),
    truth(lambda g, c: g.q == g.r),
    truth(lambda g, c: g.r == [c, A]),
    truth(lambda g, c: g.q != [c]),
    truth(lambda g, c: g.q[1:] == g.r),
    truth(lambda g, c: bool(g.q)),
    truth(lambda g, c: forall(g.q, lambda each: has(g.r, each))),
    truth(lambda g, c: exists(g.q, lambda each: each == c)),
]  # fmt: skip


@pytest.mark.parametrize("statement", ON_LISTS)
def test_a_sequence_is_a_list_of_python(statement: Statement) -> None:
    assert differs_from_python(Lists, lists, statement, stride=11) == []


def count_up(g: Any, suit: Any) -> None:
    """Change an entry."""
    g.m[suit] = (g.m[suit] + 1) % 3


def swap(g: Any, suit: Any) -> None:
    """Change two entries, which may be the same one."""
    kept = g.m[suit]
    g.m[suit] = g.m[g.k]
    g.m[g.k] = kept


def next_of(suit: Any) -> Any:
    """The member behind another one."""
    return lookup({A: B, B: C, C: A}, suit)


ON_MAPS: list[Statement] = [
    count_up,
    swap,
    m_becomes(lambda g, c: {each: g.m[next_of(each)] for each in g.m}),
    m_becomes(lambda g, c: {each: choose(each == c, 0, number) for each, number in g.m.items()}),
    m_becomes(lambda g, c: {**dict(g.m.items()), A: 1}),
    k_becomes(lambda g, c: choose(g.m[g.k] == 1, c, g.k)),
    k_becomes(lambda g, c: next_of(choose(g.o == c, g.k, c))),
    o_becomes(lambda g, c: choose(g.k == c, c, B)),
    o_becomes(lambda g, c: None if g.o == c else g.k),
    k_becomes(lambda g, c: g.o if g.o is not None else c),
    lambda g, c: g.m[next_of(g.k)] - g.m[c],
    lambda g, c: g.m.get(g.o, 7),
    lambda g, c: sum(g.m.values()),
    lambda g, c: total(g.m, lambda each: g.m[each] * lookup(WORTH, each)) // 2,
    lambda g, c: count(g.m.items(), lambda pair: (pair[0] != c) & (pair[1] > 0)),
    lambda g, c: max(g.m.values()) - min(g.m.values()),
    lambda g, c: len(g.m),
    lambda g, c: g.k.value * 2 - c.value,
    lambda g, c: choose(g.o == c, g.k, OUT).value - g.k.value,
    lambda g, c: g.m[choose(g.o == c, g.k, OUT)],
    lambda g, c: g.m.get(choose(g.o == c, g.k, OUT), 7),
    k_becomes(lambda g, c: choose(g.o == c, g.k, OUT)),
    o_becomes(lambda g, c: choose(g.k == c, OUT, choose(g.m[c] > 0, c, B))),
    truth(lambda g, c: choose(g.m[c] > 0, g.k, OUT) == choose(g.m[g.k] > 1, OUT, c)),
    truth(lambda g, c: choose(g.m[c] > 0, g.k, OUT) == g.o),
    truth(lambda g, c: choose(g.m[c] > 0, A, OUT) in g.m),
    lambda g, c: lookup(WORTH, choose(g.m[c] > 0, g.k, OUT)),
    lambda g, c: lookup(WORTH, choose(g.m[c] > 0, A, OUT)) - lookup(WORTH, c),
    m_becomes(lambda g, c: {each: 1 for each in g.m if each != c}),
    m_becomes(lambda g, c: {**dict(g.m.items()), OUT: 0}),
    lambda g, c: lookup({(A, A): 1, (A, B): 2, (A, C): 3, (B, A): 4, (B, B): 5, (B, C): 6, (C, A): 7, (C, B): 8,
                         (C, C): 9}, (g.k, c)),
    lambda g, c: lookup(PAIRS, (c, g.k)) - lookup(PAIRS, (c, A)),
    lambda g, c: lookup(PAIRS, (g.k, c)) - lookup(PAIRS, (c, g.k)),
    lambda g, c: lookup(PAIRS, (A, c)) - lookup(PAIRS, (B, c)),
    lambda g, c: lookup({A: 3, C: 4}, c),
    lambda g, c: lookup({(A, A): 1, (B, C): 2}, (c, g.k)),
    lambda g, c: lookup({(A, 0): 1, (A, 1): 2, (A, 2): 3, (B, 0): 4, (B, 1): 5, (B, 2): 6, (C, 0): 7, (C, 1): 8},
                        (c, g.m[g.k])),
    truth(lambda g, c: is_present(g.o)),
    truth(lambda g, c: g.o is None),
    truth(lambda g, c: same(g.o, c)),
    truth(lambda g, c: g.o == g.k),
    truth(lambda g, c: g.o != g.k),
    truth(lambda g, c: g.m == {A: 0, B: 1, C: 2}),
    truth(lambda g, c: g.m != {A: g.m[c], B: 1, C: 2}),
    truth(lambda g, c: (g.k == c) ^ (g.o == c)),
]  # fmt: skip


@pytest.mark.parametrize("statement", ON_MAPS)
def test_maps_options_and_members_are_as_in_python(statement: Statement) -> None:
    assert differs_from_python(Maps, maps, statement, stride=7) == []
