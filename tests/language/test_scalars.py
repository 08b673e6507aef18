"""Whole numbers, truth values, members of enumerations, and options of them."""

from typing import Any

import pytest

from kanly.model import NOBODY, Int, Member, ModelError, Option, State
from tiny import Card, Seat, after, fault, in_zero, tiny


class Table(State):
    turn: int = Int(1, 10)
    debt: int = Int(-3, 2)
    only: int = Int(7, 7)
    open: bool
    trump: Card
    dealer: Seat | None = Option(Seat)
    bid: int | None = Option(Int(-1, 4))
    passed: bool | None = Option(bool)


def test_the_zero_state_holds_the_first_value_of_every_domain() -> None:
    instance = tiny(Table)
    (first,) = instance.initial_states()
    assert first == (0,) * 8
    assert instance.describe(first) == {
        "turn": "1",
        "debt": "-3",
        "only": "7",
        "open": "false",
        "trump": "ACE",
        "dealer": "none",
        "bid": "none",
        "passed": "none",
    }


def test_a_slot_says_how_many_values_it_holds() -> None:
    counts = {slot.path: slot.count for slot in tiny(Table).slots}
    assert counts == {
        "turn": 10, "debt": 6, "only": 1, "open": 2, "trump": 4, "dealer": 4, "bid": 7, "passed": 3,
    }  # fmt: skip


def test_values_read_back_as_they_were_written() -> None:
    def rule(g: Table) -> None:
        g.turn, g.debt, g.only, g.open, g.trump, g.dealer, g.bid, g.passed = (
            10,
            2,
            7,
            True,
            Card.JACK,
            Seat.ANN,
            -1,
            False,
        )
        assert (g.turn, g.debt, g.only, g.open) == (10, 2, 7, True)
        assert (g.trump, g.dealer, g.bid, g.passed) == (Card.JACK, Seat.ANN, -1, False)
        g.dealer = None
        assert g.dealer is None

    assert after(Table, rule) == {
        "turn": "10",
        "debt": "2",
        "only": "7",
        "open": "true",
        "trump": "JACK",
        "dealer": "none",
        "bid": "-1",
        "passed": "false",
    }


def test_arithmetic_in_place() -> None:
    def rule(g: Table) -> None:
        g.turn += 4
        g.turn *= 2
        g.debt -= -1

    told = after(Table, rule)
    assert (told["turn"], told["debt"]) == ("10", "-2")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("turn", 0, "Table.turn: 0 is outside of 1 to 10"),
        ("turn", 11, "Table.turn: 11 is outside of 1 to 10"),
        ("turn", True, "Table.turn: True is not a whole number"),
        ("turn", 2.0, "Table.turn: 2.0 is not a whole number"),
        ("turn", None, "Table.turn: None is not a whole number"),
        ("debt", -4, "Table.debt: -4 is outside of -3 to 2"),
        ("open", 1, "Table.open: 1 is neither True nor False"),
        ("open", None, "Table.open: None is neither True nor False"),
        ("trump", None, "Table.trump: None is not one of Card(ACE, KING, QUEEN, JACK)"),
        ("trump", "ACE", "Table.trump: 'ACE' is not one of Card(ACE, KING, QUEEN, JACK)"),
        ("trump", Seat.ANN, "Table.trump: Seat.ANN is not one of Card(ACE, KING, QUEEN, JACK)"),
        ("dealer", Card.ACE, "Table.dealer: Card.ACE is not one of Seat(ANN, BOB, CAT)"),
        ("bid", 5, "Table.bid: 5 is outside of -1 to 4"),
    ],
)
def test_a_value_outside_its_domain_is_a_finding(field: str, value: Any, message: str) -> None:
    def rule(g: Table) -> None:
        setattr(g, field, value)

    found = fault(Table, rule)
    assert (found.kind, found.message) == ("out of domain", message)


def test_an_unknown_field_is_a_finding() -> None:
    def rule(g: Table) -> None:
        g.tun = 3  # type: ignore[attr-defined]

    found = fault(Table, rule)
    assert found.kind == "AttributeError"
    assert found.message.startswith("Table has no field tun; it has turn, debt")


def test_members_compare_by_equality_and_none_by_identity() -> None:
    assert in_zero(Table, lambda g: g.trump == Card.ACE and g.trump != Card.KING and g.dealer is None)


class Covered(State):
    trump: Card = Member(Card, seen_by=NOBODY)
    marked: bool = Member(bool, seen_by=NOBODY)


def test_a_member_may_be_hidden() -> None:
    instance = tiny(Covered)
    zero = instance.initial_states()[0]
    assert instance.describe(zero) == {"trump": "ACE", "marked": "false"}
    other = tuple(1 for _ in zero)
    assert {instance.knowledge(zero, seat) == instance.knowledge(other, seat) for seat in Seat} == {True}


def test_a_member_is_of_an_enumeration() -> None:
    with pytest.raises(ModelError, match="takes an enumeration or bool"):
        Member(int)  # type: ignore[arg-type]
