"""What the battery finds out about saves: what is refused, where, and what goes wrong after an edit."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from conforming import Table, step, wanting
from kanly.explorer.battery.conformance import conformance
from kanly.explorer.findings.status import Status
from kanly.invariants.language.declarations import Declarations
from kanly.model import (
    Instance,
    SaveError,
    Slots,
    require,
)
from tiny import tiny


def test_a_save_that_is_taken_for_another() -> None:
    instance = tiny(Table, step)
    usual = instance.from_json

    def lenient(text: str | bytes) -> Slots:
        return usual(json.dumps({name: value for name, value in json.loads(text).items() if name != "?"}))

    instance.from_json = lenient  # type: ignore[method-assign]
    assert wanting(instance)["refused-saves"].message.startswith("an edit of $.? is taken for another save: turn = ")


def test_a_save_that_is_refused_elsewhere() -> None:
    instance = tiny(Table, step)
    usual = instance.from_json

    def vague(text: str | bytes) -> Slots:
        try:
            return usual(text)
        except SaveError as error:
            raise SaveError("$", error.message) from None

    instance.from_json = vague  # type: ignore[method-assign]
    assert wanting(instance)["refused-saves"].message.startswith("an edit of $.? is refused at $: ")


def accepting(rule: Callable[[Any], None], kept: Callable[[Any], bool]) -> Instance:
    """A model whose saves are accepted if that is so."""
    instance = tiny(Table, rule)
    Declarations(instance.model).save_rule("kept")(kept)
    return instance


def test_an_edited_save_after_which_a_rule_fails() -> None:
    def kept(g: Table) -> bool:
        """The turn is not the second."""
        return g.turn != 2

    def fail_late(g: Table) -> None:
        require(g.turn == 3, "not yet")
        g.turn += 1

    message = wanting(accepting(fail_late, kept))["edited-saves"].message
    assert message.startswith("an edit of turn is accepted, but fail_late: ")


def test_an_edited_save_after_which_a_step_leads_to_none() -> None:
    def kept(g: Table) -> bool:
        """The turn is not the third."""
        return g.turn != 3

    def from_the_second(g: Table) -> None:
        require(g.turn == 2, "not now")
        g.turn += 1

    message = wanting(accepting(from_the_second, kept))["edited-saves"].message
    assert message.startswith("an edit of turn is accepted, but from_the_second breaks kept; in turn = 2")


def with_law(rule: Callable[[Any], None], kept: Callable[[Any], bool]) -> Instance:
    """A model with an invariant and without save rules."""
    instance = tiny(Table, rule)
    Declarations(instance.model).invariant("kept")(kept)
    return instance


def kept_but_not_inductive(g: Table) -> bool:
    """The turn is not the third."""
    return g.turn != 3


def any_turn(g: Table) -> bool:
    """The turn is any turn."""
    return g.turn >= 0


def from_the_second(g: Table) -> None:
    require(g.turn == 2, "not now")
    g.turn += 1


def fail_late(g: Table) -> None:
    require(g.turn == 2, "not yet")
    raise ValueError("late")


@pytest.mark.parametrize("rule", [from_the_second, fail_late])
def test_only_save_rules_promise_anything_of_edited_saves(rule: Callable[[Any], None]) -> None:
    found = {each.name: each for each in conformance(with_law(rule, kept_but_not_inductive))}["edited-saves"]
    assert (found.is_empty, found.status) == (True, Status.HOLDS)
    assert found.message == "tiny declares no save rules."
    finding = wanting(accepting(rule, kept_but_not_inductive))["edited-saves"]
    assert finding.status is Status.VIOLATED


def test_what_breaks_an_invariant_after_an_edit_is_found_where_there_are_save_rules() -> None:
    instance = with_law(from_the_second, kept_but_not_inductive)
    Declarations(instance.model).save_rule("any")(any_turn)
    assert "breaks kept" in wanting(instance)["edited-saves"].message


def test_a_model_without_anything_that_accepts_saves_has_no_edits_to_try() -> None:
    found = {finding.name: finding for finding in conformance(tiny(Table, step))}
    assert found["edited-saves"].is_empty
