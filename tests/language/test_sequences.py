"""Sequences: bounded queues and stacks."""

from collections.abc import Callable
from typing import Any

import pytest

from kanly.model import Accepted, Option, Record, Seq, Set, State, size
from tiny import Card, Rule, Seat, after, fault, in_zero, tiny

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK


class Move(Record):
    seat: Seat
    cards: set[Card] = Set(Card)


class Table(State):
    pile: Any = Seq(Card, at_most=3)
    moves: Any = Seq(Move, at_most=2)
    bids: Any = Seq(Option(Card), at_most=2)


def filled(g: Table) -> None:
    g.pile = [A, K]


def changed(rule: Rule) -> list[Card]:
    """The pile after a rule, from [A, K]."""
    instance = tiny(Table, rule, start=filled)
    taken = instance.step(instance.initial_states()[0], instance.actions[0], ())
    assert isinstance(taken, Accepted), taken
    assert instance.canonical(taken.slots) == taken.slots
    return list(instance.state(taken.slots).pile)


CHANGES: list[tuple[Rule, list[Card]]] = [
    (lambda g: g.pile.append(Q), [A, K, Q]),
    (lambda g: g.pile.append(A), [A, K, A]),
    (lambda g: g.pile.pop_first(), [K]),
    (lambda g: g.pile.pop_last(), [A]),
    (lambda g: g.pile.clear(), []),
    (lambda g: g.pile.__setitem__(0, J), [J, K]),
    (lambda g: g.pile.__setitem__(-1, J), [A, J]),
    (lambda g: setattr(g, "pile", []), []),
    (lambda g: setattr(g, "pile", (Q, Q, Q)), [Q, Q, Q]),
    (lambda g: setattr(g, "pile", reversed(list(g.pile))), [K, A]),
    (lambda g: setattr(g, "pile", g.pile), [A, K]),
    (lambda g: g.pile.extend([J]), [A, K, J]),
    (lambda g: g.pile.insert(0, J), [J, A, K]),
    (lambda g: g.pile.insert(1, g.pile[1]), [A, K, K]),
    (lambda g: g.pile.insert(2, J), [A, K, J]),
    (lambda g: g.pile.insert(9, J), [A, K, J]),
    (lambda g: g.pile.insert(-1, J), [A, J, K]),
    (lambda g: g.pile.insert(-9, J), [J, A, K]),
    (lambda g: g.pile.remove(A), [K]),
    (lambda g: g.pile.remove(g.pile[-1]), [A]),
    (lambda g: g.pile.__delitem__(0), [K]),
    (lambda g: g.pile.__delitem__(-1), [A]),
    (lambda g: g.pile[:1].append(J), [A, K]),
    (lambda g: setattr(g, "pile", g.pile[1:]), [K]),
]


@pytest.mark.parametrize(
    ("rule", "pile"),
    CHANGES,
)
def test_changes(rule: Rule, pile: list[Card]) -> None:
    assert changed(rule) == pile


QUESTIONS: list[Callable[[Any], Any]] = [
    lambda g: g.pile[0] == A and g.pile[1] == K and g.pile[-1] == K and g.pile[-2] == A,
    lambda g: A in g.pile and Q not in g.pile,
    lambda g: len(g.pile) == size(g.pile) == 2,
    lambda g: list(g.pile) == [A, K] and bool(g.pile) and not g.moves,
    lambda g: [A, K] == g.pile == (A, K),
    lambda g: all(g.pile != other for other in ([A], [K, A], [A, K, Q], [A, K, Q, J], 3)),
    lambda g: g.pile.pop_first() == A and g.pile.pop_last() == K and not g.pile,
    lambda g: list(reversed(g.pile)) == [K, A],
    lambda g: repr(g.pile) == "[ACE, KING]",
    lambda g: g.pile[:] == [A, K] and g.pile[1:] == [K] == g.pile[-1:] and g.pile[:1] == [A] == g.pile[:-1],
    lambda g: g.pile[2:] == [] == g.pile[1:1] and g.pile[1:0] == [] and g.pile[-9:9] == [A, K],
    lambda g: [g.pile.index(each) for each in (A, K)] == [0, 1] and [g.pile.count(each) for each in (K, Q)] == [1, 0],
]


@pytest.mark.parametrize(
    "question",
    QUESTIONS,
)
def test_questions(question: Callable[[Any], Any]) -> None:
    def rule(g: Table) -> None:
        assert question(g)

    changed(rule)


FINDINGS: list[tuple[Rule, str, str | None]] = [
    (lambda g: [g.pile.append(A) for _ in range(4)], "IndexError", "the sequence already holds 3 elements"),
    (lambda g: g.pile.pop_first(), "IndexError", "the sequence is empty"),
    (lambda g: g.pile.pop_last(), "IndexError", "the sequence is empty"),
    (lambda g: g.pile[0], "IndexError", "element 0 of a sequence of 0"),
    (lambda g: g.pile[-1], "IndexError", "element -1 of a sequence of 0"),
    (lambda g: g.pile.__setitem__(0, A), "IndexError", "element 0 of a sequence of 0"),
    (lambda g: [g.pile.insert(0, A) for _ in range(4)], "IndexError", "the sequence already holds 3 elements"),
    (lambda g: g.pile.remove(A), "ValueError", "ACE is not in the sequence"),
    (lambda g: g.pile.index(Seat.ANN), "ValueError", "ANN is not in the sequence"),
    (lambda g: g.pile.__delitem__(0), "IndexError", "element 0 of a sequence of 0"),
    (lambda g: setattr(g, "pile", [A] * 4), "out of domain", "Table.pile: 4 elements are more than 3"),
    (lambda g: setattr(g, "pile", [Seat.ANN]), "out of domain", None),
    (lambda g: setattr(g, "pile", 3), "out of domain", "Table.pile: 3 is not a sequence"),
    (lambda g: setattr(g, "pile", "ACE"), "out of domain", "Table.pile: 'ACE' is not a sequence"),
    (lambda g: g.pile.append(None), "out of domain", None),
    (
        lambda g: setattr(g, "pile", {A}),
        "out of domain",
        "Table.pile: a Python set has no order; assign a list or tuple",
    ),
]


@pytest.mark.parametrize(
    ("rule", "kind", "message"),
    FINDINGS,
)
def test_findings(rule: Rule, kind: str, message: str | None) -> None:
    found = fault(Table, rule)
    assert found.kind == kind
    assert message in (None, found.message)


def test_records_in_a_sequence() -> None:
    def rule(g: Table) -> None:
        g.moves.append(Move(seat=Seat.BOB, cards={A}))
        g.moves.append(Move(seat=Seat.CAT, cards=set()))
        g.moves[1].cards.add(J)
        assert Move(seat=Seat.BOB, cards={A}) in g.moves
        first = g.moves.pop_first()
        assert (first.seat, set(first.cards)) == (Seat.BOB, {A})
        assert g.moves == [Move(seat=Seat.CAT, cards={J})]

    told = after(Table, rule)
    assert {path: value for path, value in told.items() if path.startswith("moves")} == {
        "moves": "[(seat=CAT, cards={JACK})]",
    }


def test_options_in_a_sequence() -> None:
    def rule(g: Table) -> None:
        g.bids.append(None)
        g.bids.append(K)
        assert [None in g.bids, K in g.bids, Q in g.bids] == [True, True, False]

    told = after(Table, rule)
    assert told["bids"] == "[none, KING]"


def test_an_element_taken_keeps_its_content() -> None:
    def rule(g: Table) -> None:
        g.moves = [Move(seat=Seat.BOB, cards={A}), Move(seat=Seat.CAT, cards={K})]
        held = g.moves[0]
        g.moves.pop_first()
        assert (held.seat, set(held.cards)) == (Seat.BOB, {A})

    after(Table, rule)


def test_a_view_stays_live_over_clear() -> None:
    def rule(g: Table) -> None:
        pile = g.pile
        pile.append(A)
        pile.clear()
        pile.append(Q)

    assert after(Table, rule)["pile"] == "[QUEEN]"


def test_an_empty_sequence_is_described() -> None:
    assert in_zero(Table, lambda g: tiny(Table).describe((0,) * len(tiny(Table).slots)))["pile"] == "[]"


SLICES: list[Rule] = [lambda g: g.pile[::2], lambda g: g.pile.__setitem__(slice(0, 1), [A])]


@pytest.mark.parametrize("rule", SLICES)
def test_what_does_not_go_with_a_slice(rule: Rule) -> None:
    found = fault(Table, rule)
    assert found.kind == "TypeError"
    assert "slice" in found.message
