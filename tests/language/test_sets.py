"""Sets: the interface of Python's own, over one slot."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest

from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail
from kanly.model import Accepted, Member, Set, State, scope, size
from tiny import Card, Rule, Seat, after, fault, in_zero, tiny

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK


class Table(State):
    deck: set[Card] = Set(Card)
    discard: set[Card] = Set(Card)


def filled(g: Table) -> None:
    g.deck = {A, K}
    g.discard = {K, Q}


def changed(rule: Rule) -> tuple[set[Card], set[Card]]:
    """Both sets after a rule, from {A, K} and {K, Q}."""
    instance = tiny(Table, rule, start=filled)
    taken = instance.step(instance.initial_states()[0], instance.actions[0], ())
    assert isinstance(taken, Accepted), taken
    g = instance.state(taken.slots)
    return set(g.deck), set(g.discard)


CHANGES: list[tuple[Rule, set[Card]]] = [
    (lambda g: g.deck.add(J), {A, K, J}),
    (lambda g: g.deck.add(A), {A, K}),
    (lambda g: g.deck.remove(A), {K}),
    (lambda g: g.deck.discard(A), {K}),
    (lambda g: g.deck.discard(J), {A, K}),
    (lambda g: g.deck.clear(), set()),
    (lambda g: g.deck.update({Q, J}), {A, K, Q, J}),
    (lambda g: g.deck.update(g.discard), {A, K, Q}),
    (lambda g: g.deck.difference_update(g.discard), {A}),
    (lambda g: g.deck.intersection_update(g.discard), {K}),
    (lambda g: setattr(g, "deck", g.deck | g.discard), {A, K, Q}),
    (lambda g: setattr(g, "deck", g.deck & g.discard), {K}),
    (lambda g: setattr(g, "deck", g.deck - g.discard), {A}),
    (lambda g: setattr(g, "deck", g.deck ^ g.discard), {A, Q}),
    (lambda g: setattr(g, "deck", {J} | g.deck), {A, K, J}),
    (lambda g: setattr(g, "deck", {J, K} & g.deck), {K}),
    (lambda g: setattr(g, "deck", {J, K} - g.deck), {J}),
    (lambda g: setattr(g, "deck", g.deck.union([Q])), {A, K, Q}),
    (lambda g: setattr(g, "deck", g.deck.intersection([A, J])), {A}),
    (lambda g: setattr(g, "deck", g.deck.difference([A])), {K}),
    (lambda g: setattr(g, "deck", frozenset({J})), {J}),
    (lambda g: setattr(g, "deck", [Q, Q]), {Q}),
    (lambda g: setattr(g, "deck", scope(g, Card)), {A, K, Q, J}),
]


@pytest.mark.parametrize(
    ("rule", "deck"),
    CHANGES,
)
def test_changes(rule: Rule, deck: set[Card]) -> None:
    assert changed(rule) == (deck, {K, Q})


def test_augmented_assignment_changes_a_view_in_place() -> None:
    def rule(g: Table) -> None:
        mine = g.deck
        mine |= {J}
        mine -= {A}
        theirs = g.discard
        theirs &= {K, J}
        theirs ^= {A}

    assert changed(rule) == ({K, J}, {K, A})


def test_augmented_assignment_of_a_field() -> None:
    def rule(g: Table) -> None:
        g.deck |= {J}
        g.discard -= g.deck

    assert changed(rule) == ({A, K, J}, {Q})


QUESTIONS: list[Callable[[Any], Any]] = [
    lambda g: A in g.deck and Q not in g.deck,
    lambda g: None not in g.deck,
    lambda g: g.deck == {A, K} and {A, K} == g.deck,
    lambda g: all(g.deck != other for other in ({A}, {A, K, Q}, {A, Q}, 3)),
    lambda g: g.deck == frozenset({K, A}) and g.deck == [K, A],
    lambda g: len(g.deck) == size(g.deck) == 2,
    lambda g: list(g.deck) == [A, K] and sorted(g.deck, key=lambda card: -card.value) == [K, A],
    lambda g: g.deck.isdisjoint({Q, J}) and not g.deck.isdisjoint(g.discard),
    lambda g: g.deck.issubset({A, K, Q}) and not g.deck.issubset(g.discard),
    lambda g: g.deck.issuperset({A}) and not g.deck.issuperset(g.discard),
    lambda g: g.deck <= {A, K} and g.deck >= {A, K} and g.deck < {A, K, J} and g.deck > {A},
    lambda g: not g.deck < {A, K} and not g.deck > {A, K} and not g.deck <= {A},
    lambda g: bool(g.deck) and not (g.deck - g.deck),
    lambda g: repr(g.deck) == "{ACE, KING}",
    lambda g: g.deck.copy() == g.deck,
]


@pytest.mark.parametrize(
    "question",
    QUESTIONS,
)
def test_questions(question: Callable[[Any], Any]) -> None:
    def rule(g: Table) -> None:
        assert question(g)

    assert changed(rule) == ({A, K}, {K, Q})


def test_a_set_iterates_over_the_members_it_had_when_asked() -> None:
    def rule(g: Table) -> None:
        for card in g.deck:
            g.deck.remove(card)

    assert changed(rule) == (set(), {K, Q})


def test_taking_out_what_is_not_there_is_a_finding() -> None:
    def rule(g: Table) -> None:
        g.deck.remove(A)

    found = fault(Table, rule)
    assert (found.kind, found.message) == ("KeyError", "ACE is not in the set")


@pytest.mark.parametrize("stranger", [Seat.ANN, "ACE", 1, None])
def test_a_stranger_put_in_is_a_finding(stranger: Any) -> None:
    assert fault(Table, lambda g: g.deck.add(stranger)).kind == "out of domain"
    assert fault(Table, lambda g: setattr(g, "deck", [stranger])).kind == "out of domain"


@pytest.mark.parametrize("value", [None, 3, "ACE", A])
def test_only_a_collection_is_assigned(value: Any) -> None:
    assert fault(Table, lambda g: setattr(g, "deck", value)).message.endswith("is not a set of Card")


@pytest.mark.parametrize("stranger", [Seat.ANN, "ACE", 1, None])
def test_a_stranger_is_in_no_set_as_it_equals_no_member(stranger: Any) -> None:
    assert in_zero(Table, lambda g: stranger in g.deck) is False
    assert in_zero(Table, lambda g: g.deck == {stranger}) is False


def test_sets_are_not_hashable() -> None:
    assert in_zero(Table, lambda g: type(g.deck).__hash__) is None


def test_description_lists_members_in_order() -> None:
    assert after(Table, lambda g: setattr(g, "deck", {Q, A}))["deck"] == "{ACE, QUEEN}"


class Coin(IntEnum):
    PENNY = 1
    CROWN = 2


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


class Purse(State):
    coin: Coin = Member(Coin)
    rank: Rank = Member(Rank)
    coins: set[Coin] = Set(Coin)
    ranks: set[Rank] = Set(Rank)


def assigns(g: Any) -> None:
    g.ranks.add(Rank.LOW)
    g.coins = g.ranks


def puts_in(g: Any) -> None:
    g.ranks.add(Rank.LOW)
    g.coins |= g.ranks


def replaces(g: Any) -> None:
    g.coin = g.rank


def test_an_unknown_member_is_not_taken_for_one_that_is_equal_as_a_number() -> None:
    (action,) = trace_model(tiny(Purse, replaces)).actions
    assert isinstance(action.tree, Fail)
    assert "not one of Coin" in action.tree.fault.message


@pytest.mark.parametrize("rule", [assigns, puts_in])
def test_members_that_are_equal_as_numbers_are_not_taken_for_each_other(rule: Rule) -> None:
    assert "LOW" in fault(Purse, rule).message
