"""Bags: multisets of cards that are equal to each other."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import (
    ACTOR,
    NOBODY,
    OWNER,
    Accepted,
    Bag,
    Chance,
    Instance,
    Int,
    Map,
    Model,
    Multiset,
    SaveError,
    Set,
    State,
    View,
    count,
    exists,
    forall,
    require,
    size,
    total,
)
from tiny import Card, Rule, Seat, fault, mistake_in, tiny

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK
COPIES = {A: 3, K: 2, Q: 1, J: 0}


class Table(State):
    stock: Any = Bag(Card, at_most=COPIES)
    other: Any = Bag(Card, at_most=2)
    kinds: Any = Set(Card)


def filled(g: Table) -> None:
    g.stock = [A, K, A]


def changed(rule: Rule) -> dict[str, str]:
    """The table after a rule, from two aces and a king in stock."""
    instance = tiny(Table, rule, start=filled)
    taken = instance.step(instance.initial_states()[0], instance.actions[0], ())
    assert isinstance(taken, Accepted), taken
    assert instance.canonical(taken.slots) == taken.slots
    return instance.describe(taken.slots)


CHANGES: list[tuple[Rule, str, str]] = [
    (lambda g: g.stock.add(A), "{3 ACE, KING}", "{}"),
    (lambda g: g.stock.add(K, 0), "{2 ACE, KING}", "{}"),
    (lambda g: g.stock.remove(A), "{ACE, KING}", "{}"),
    (lambda g: g.stock.remove(A, copies=2), "{KING}", "{}"),
    (lambda g: g.stock.move(A, to=g.other), "{ACE, KING}", "{ACE}"),
    (lambda g: g.stock.move(A, to=g.stock), "{2 ACE, KING}", "{}"),
    (lambda g: g.stock.update({A: 1, Q: 1}), "{3 ACE, KING, QUEEN}", "{}"),
    (lambda g: g.stock.update((K, A)), "{3 ACE, 2 KING}", "{}"),
    (lambda g: g.other.update(g.stock), "{2 ACE, KING}", "{2 ACE, KING}"),
    (lambda g: g.stock.clear(), "{}", "{}"),
    (lambda g: setattr(g, "other", g.stock), "{2 ACE, KING}", "{2 ACE, KING}"),
    (lambda g: setattr(g, "other", g.stock - [A, Q, K, K]), "{2 ACE, KING}", "{ACE}"),
    (lambda g: setattr(g, "stock", g.stock + g.stock - [A, K]), "{3 ACE, KING}", "{}"),
    (lambda g: setattr(g, "stock", {Q}), "{QUEEN}", "{}"),
    (lambda g: g.stock.copy().clear(), "{2 ACE, KING}", "{}"),
]


@pytest.mark.parametrize(("rule", "stock", "other"), CHANGES)
def test_changes(rule: Rule, stock: str, other: str) -> None:
    told = changed(rule)
    assert (told["stock"], told["other"]) == (stock, other)


QUESTIONS: list[Callable[[Any], Any]] = [
    lambda g: [g.stock.count(each) for each in (A, K, Q, J, None, Seat.ANN)] == [2, 1, 0, 0, 0, 0],
    lambda g: A in g.stock and Q not in g.stock and Seat.ANN not in g.stock and None not in g.stock,
    lambda g: len(g.stock) == size(g.stock) == 3 and g.stock and not g.other,
    lambda g: list(g.stock) == [A, A, K] and sorted(each.value for each in g.stock) == [1, 1, 2],
    lambda g: g.stock.items() == [(A, 2), (K, 1)],
    lambda g: g.stock == [K, A, A] == g.stock and g.stock == {A: 2, K: 1, Q: 0} and g.other == [],
    lambda g: all(g.stock != each for each in ([A, K], {A, K}, [A, A, K, Q], [A, A, K, Seat.ANN], 3, None, {A: "2"})),
    lambda g: g.stock <= [A, A, K, Q] and not g.stock <= {A, K} and g.stock < [A, A, A, K] and not g.stock < [A, A, K],
    lambda g: g.stock >= [A, A] and not g.stock >= [A, A, A] and g.stock > g.other and not g.stock >= [Seat.ANN],
    lambda g: total(g.stock, lambda each: each.value) == 4 and sum(each.value for each in g.stock) == 4,
    lambda g: count(g.stock, lambda each: each == A) == 2,
    lambda g: exists(g.stock, lambda each: each == K) and not forall(g.stock, lambda each: each == A),
    lambda g: set(g.stock) == {A, K},
    lambda g: repr(g.stock) == "{ACE: 2, KING: 1}",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions(question: Callable[[Any], Any]) -> None:
    def rule(g: Table) -> None:
        assert question(g)

    changed(rule)


FINDINGS: list[tuple[Rule, str, str]] = [
    (lambda g: g.stock.remove(A), "KeyError", "ACE is in the bag 0 times, not 1 times"),
    (lambda g: g.stock.remove(Seat.ANN), "KeyError", "ANN is in the bag 0 times, not 1 times"),
    (lambda g: g.stock.move(K, to=g.other), "KeyError", "KING is in the bag 0 times, not 1 times"),
    (lambda g: g.stock.add(Q, 2), "out of domain", "2 times QUEEN is more than 1 in one bag"),
    (lambda g: g.stock.add(J), "out of domain", "1 times JACK is more than 0 in one bag"),
    (lambda g: g.stock.add(A, -1), "out of domain", "-1 is no number of copies"),
    (lambda g: g.stock.update([Q, Q]), "out of domain", "2 times QUEEN is more than 1 in one bag"),
    (lambda g: g.stock.update({A: -1}), "out of domain", "-1 is no number of copies"),
    (lambda g: setattr(g, "stock", [Q, Q]), "out of domain", "Table.stock: 2 times QUEEN is more than 1 in one bag"),
    (lambda g: setattr(g, "stock", 3), "out of domain", "Table.stock: 3 is not a bag"),
    (lambda g: operator.add(g.stock, [A]), "TypeError", "unsupported operand type(s) for +: 'Multiset' and 'list'"),
]


@pytest.mark.parametrize(("rule", "kind", "message"), FINDINGS)
def test_findings(rule: Rule, kind: str, message: str) -> None:
    found = fault(Table, rule)
    assert (found.kind, found.message) == (kind, message)


def test_a_stranger_is_told() -> None:
    found = fault(Table, lambda g: setattr(g, "stock", [A, Seat.ANN]))
    assert (found.kind, "holds what is not one of Card(ACE, KING, QUEEN, JACK)" in found.message) == (
        "out of domain",
        True,
    )


REFUSED: list[tuple[Any, str, str]] = [
    ([], "$.stock", "expected an object, found a list"),
    ({"TEN": 1}, "$.stock.TEN", "expected one of ACE, KING, QUEEN, JACK"),
    ({"QUEEN": 2}, "$.stock.QUEEN", "expected 0 to 1, found 2"),
    ({"ACE": 0}, "$.stock.ACE", "a bag lists only what it holds; leave it out"),
    ({"ACE": True}, "$.stock.ACE", "expected a whole number, found a truth value"),
    ({"ACE": -1}, "$.stock.ACE", "expected 0 to 3"),
]


@pytest.mark.parametrize(("data", "path", "message"), REFUSED)
def test_saves_that_are_refused(data: Any, path: str, message: str) -> None:
    instance = tiny(Table)
    save = json.loads(instance.to_json(instance.initial_states()[0])) | {"stock": data}
    with pytest.raises(SaveError) as refused:
        instance.from_json(json.dumps(save))
    assert refused.value.path == path
    assert message in str(refused.value)


def test_a_name_that_stands_twice_is_refused() -> None:
    instance = tiny(Table)
    text = instance.to_json(instance.initial_states()[0])
    torn = json.dumps(json.loads(text) | {"stock": {"ACE": 1}}).replace('{"ACE": 1}', '{"ACE": 1, "ACE": 1}')
    with pytest.raises(SaveError, match="stands twice"):
        instance.from_json(torn)


def test_mistakes_in_a_declaration() -> None:
    assert "Bag takes an enumeration first" in mistake_in(lambda: Bag(int, at_most=2))  # type: ignore[type-var]
    assert "does not say how many of QUEEN, JACK" in mistake_in(lambda: Bag(Card, at_most={A: 1, K: 1}))
    for at_most in (0, -1, 1_001, dict.fromkeys(Card, 0)):
        assert "1 to 1000 copies of a member" in mistake_in(lambda at_most=at_most: Bag(Card, at_most=at_most))


def test_an_annotation_that_says_something_else_is_a_mistake() -> None:
    def definition() -> None:
        class Wrong(State):
            stock: set[Card] = Bag(Card, at_most=2)

        del Wrong

    assert "write `stock: Multiset[Card]`" in mistake_in(definition)


class Draw(Enum):
    """What can be drawn: two of one kind are equal."""

    SWORD = 1
    SHIELD = 2


class Hands(State):
    deck: Multiset[Draw] = Bag(Draw, at_most=2, seen_by=NOBODY, public=size)
    hand: dict[Seat, Multiset[Draw]] = Map(Seat, Bag(Draw, at_most=2), seen_by=OWNER, public=size)


class Shown(View):
    own: Multiset[Draw] = Bag(Draw, at_most=2)
    held: dict[Seat, int] = Map(Seat, Int(0, 4))
    strength: int = Int(0, 6)


def drawing(strength: Callable[[Hands, Seat], int]) -> Instance:
    """Cards are drawn from a bag; each seat is shown its own, how many the others hold, and some sum."""
    model = Model("drawing", Hands, seats=Seat)

    @model.action
    def draw(g: Hands, seat: Seat, card: Draw = Chance(seen_by=ACTOR)) -> None:
        require(card in g.deck, "it is not in the deck")
        require(size(g.hand[seat]) < 2, "the hand is full")
        g.deck.move(card, to=g.hand[seat])

    @model.view
    def view(g: Hands, seat: Seat) -> Shown:
        held = {other: size(g.hand[other]) for other in g.hand}
        return Shown(own=g.hand[seat], held=held, strength=strength(g, seat))

    @model.scenario("default")
    def setup(g: Hands) -> None:
        for card in Draw:
            g.deck.add(card, copies=2)

    laws = Declarations(model)

    @laws.invariant("conserved")
    def conserved(g: Hands) -> Any:
        """No card is lost, and none is made."""
        for card in Draw:
            yield card.name, g.deck.count(card) + total(g.hand, lambda seat, card=card: g.hand[seat].count(card)) == 2

    del draw, view, setup, conserved
    return model.instance()


def own(g: Hands, seat: Seat) -> int:
    return total(g.hand[seat], lambda card: card.value)


def bobs(g: Hands, seat: Seat) -> int:
    return total(g.hand[Seat.BOB], lambda card: card.value)


def leaking(instance: Instance) -> set[str]:
    """Who is given more than it may know, as a sweep and a proof agree."""
    swept, proved = sweep(instance, sight=None).sight, prove_sight(trace_model(instance))
    assert swept is not None
    assert {leak.seat for leak in swept.leaks} == {leak.seat for leak in proved.leaks}
    return {leak.seat for leak in swept.leaks}


def test_a_drawn_card_is_conserved_and_seen_by_its_owner_only() -> None:
    instance = drawing(own)
    run, swept = explore(instance), sweep(instance)
    assert (run.states, run.transitions) == (swept.states, swept.transitions)
    assert run.check("conserved").status is swept.check("conserved").status is Status.HOLDS
    proof = Induction(trace_model(instance)).run(("conserved",))
    assert proof.status_of("conserved") is Status.HOLDS
    assert leaking(instance) == set()


def test_a_sum_over_another_hand_leaks() -> None:
    assert leaking(drawing(bobs)) == {"ANN", "CAT"}
