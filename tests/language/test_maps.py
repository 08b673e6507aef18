"""Maps: a value for every member in scope."""

from collections.abc import Callable
from typing import Any

import pytest

from kanly.model import Int, Map, Option, Set, State
from tiny import Card, Seat, after, fault, in_zero, tiny

ANN, BOB, CAT = Seat


class Table(State):
    score: dict[Seat, int] = Map(Seat, Int(0, 9))
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))
    owed: dict[Seat, dict[Card, int]] = Map(Seat, Map(Card, Int(0, 2)))
    ally: dict[Seat, Seat | None] = Map(Seat, Option(Seat))


def test_a_map_has_a_value_for_every_key() -> None:
    def rule(g: Table) -> None:
        g.score[ANN] = 3
        g.score[BOB] += 2
        g.hand[CAT].add(Card.ACE)
        g.hand[ANN] = {Card.JACK}
        g.owed[BOB][Card.KING] = 2
        g.ally[ANN] = CAT

    told = after(Table, rule)
    assert {path: value for path, value in told.items() if value not in ("0", "{}", "none")} == {
        "score.ANN": "3",
        "score.BOB": "2",
        "hand.ANN": "{JACK}",
        "hand.CAT": "{ACE}",
        "owed.BOB.KING": "2",
        "ally.ANN": "CAT",
    }


QUESTIONS: list[Callable[[Any], Any]] = [
    lambda g: list(g.score) == [ANN, BOB, CAT] == list(g.score.keys()),
    lambda g: len(g.score) == 3,
    lambda g: ANN in g.score and Card.ACE not in g.score,
    lambda g: list(g.score.values()) == [0, 0, 0],
    lambda g: list(g.score.items()) == [(ANN, 0), (BOB, 0), (CAT, 0)],
    lambda g: g.score == {ANN: 0, BOB: 0, CAT: 0},
    lambda g: g.score == dict.fromkeys(Seat, 0) == g.score,
    lambda g: all(g.score != other for other in ({ANN: 1, BOB: 0, CAT: 0}, {ANN: 0}, {ANN: 0, BOB: 0, CAT: 99}, 3)),
    lambda g: g.owed[ANN] == g.owed[BOB],
    lambda g: g.score.get(ANN) == 0,
    lambda g: dict(g.score) == {ANN: 0, BOB: 0, CAT: 0},
]


@pytest.mark.parametrize(
    "question",
    QUESTIONS,
)
def test_questions(question: Callable[[Any], Any]) -> None:
    assert in_zero(Table, question)


def test_a_whole_map_is_assigned() -> None:
    def rule(g: Table) -> None:
        g.score = {CAT: 3, ANN: 1, BOB: 2}
        g.owed[ANN] = {card: card.value % 3 for card in Card}
        g.owed[BOB] = g.owed[ANN]
        g.owed[ANN][Card.ACE] = 0

    told = after(Table, rule)
    assert [told[f"score.{seat.name}"] for seat in Seat] == ["1", "2", "3"]
    assert [told[f"owed.BOB.{card.name}"] for card in Card] == ["1", "2", "0", "1"]
    assert told["owed.ANN.ACE"] == "0"


@pytest.mark.parametrize("value", [{ANN: 1}, {ANN: 1, BOB: 1, CAT: 1, Card.ACE: 1}])
def test_a_map_needs_exactly_its_keys(value: Any) -> None:
    found = fault(Table, lambda g: setattr(g, "score", value))
    assert found.message == "Table.score: the map needs exactly the keys ANN, BOB, CAT"


@pytest.mark.parametrize("key", [Card.ACE, "ANN", 0, None])
def test_a_strange_key_is_a_finding(key: Any) -> None:
    found = fault(Table, lambda g: g.score[key])
    assert found.kind == "KeyError"
    assert found.message.endswith("is not one of Seat(ANN, BOB, CAT)")


def test_a_value_outside_its_domain_is_a_finding() -> None:
    found = fault(Table, lambda g: g.score.__setitem__(ANN, 10))
    assert (found.kind, found.message) == ("out of domain", "the entry of ANN: 10 is outside of 0 to 9")


def test_keys_cannot_be_taken_out() -> None:
    def rule(g: Table) -> None:
        del g.score[ANN]

    assert fault(Table, rule).kind in ("AttributeError", "TypeError")


def test_two_steps_do_not_share_a_map() -> None:
    def rule(g: Table) -> None:
        g.score[ANN] += 1

    instance = tiny(Table, rule)
    (first,) = instance.initial_states()
    once = instance.step(first, instance.actions[0], ())
    assert once == instance.step(first, instance.actions[0], ())
    assert first == (0,) * len(first)
