"""A declaration answers with a truth value, or with named ones; anything else is a mistake, not an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import Instance, Int, ModelError, Option, Set, State, require
from tiny import Card, tiny


class Pile(State):
    high: int = Int(0, 3)
    cards: set[Card] = Set(Card)
    top: Card | None = Option(Card)


def grow(g: Pile) -> None:
    require(g.high < 3, "high enough")
    g.high += 1


def yields(*parts: object) -> Callable[[Pile], Iterator[object]]:
    def condition(g: Pile) -> Iterator[object]:
        """Parts."""
        yield from parts

    return condition


def gives(answer: object) -> Callable[[Pile], object]:
    def condition(g: Pile) -> object:
        """An answer."""
        return answer

    return condition


def declared(condition: Callable[[Pile], object]) -> Instance:
    instance = tiny(Pile, grow)
    Declarations(instance.model).invariant("odd")(condition)
    return instance


WRONG = {
    "nothing": gives(None),
    "a list of parts": gives([("first", False)]),
    "a text": gives("no"),
    "a function": gives(lambda: False),
    "a part without a name": yields(False),
    "a part that is a list": yields(("first", [False])),
    "a part that gives nothing": yields(("first", lambda: None)),
    "a text for a part": yields("no"),
}


@pytest.mark.parametrize("condition", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("search", [explore, sweep], ids=["run", "compiled"])
def test_what_is_no_answer_never_holds(search: Callable[[Instance], Any], condition: Callable[[Pile], object]) -> None:
    with pytest.raises(ModelError, match=r"test_answers\.py:\d+: odd fails instead of answering: TypeError"):
        search(declared(condition))


@pytest.mark.parametrize("condition", WRONG.values(), ids=WRONG)
def test_what_is_no_answer_is_not_proved(condition: Callable[[Pile], object]) -> None:
    with pytest.raises(ModelError, match=r"test_answers\.py:\d+: odd fails instead of answering: TypeError"):
        Induction(trace_model(declared(condition))).run(["odd"])


def test_a_declaration_that_rejects_is_not_proved() -> None:
    def rejects(g: Pile) -> bool:
        """It is low."""
        require(g.high < 2, "too high")
        return True

    assert Induction(trace_model(declared(rejects))).run(["odd"]).status_of("odd") is Status.OPEN


@pytest.mark.parametrize("condition", [gives(True), gives(1), yields(("first", lambda: True))])
def test_truth_values_numbers_and_named_parts_are_answers(condition: Callable[[Pile], object]) -> None:
    for search in (explore, sweep):
        assert [check.status for check in search(declared(condition)).checks] == [Status.HOLDS]
