"""Laws of panels and of choices: what breaks them is found by the battery, by the id of the law and of its part."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from kanly.explorer.battery.conformance import Finding, conformance, panel, policies
from kanly.explorer.findings.status import Status
from kanly.invariants import BuiltIn, Declarations, built_in_checks
from kanly.model import Int, Model, ModelError, Offer, State, View, require
from tiny import Seat

Shown = Mapping[str, Any]


class Table(State):
    at: int = Int(0, 3)


class TableView(View):
    at: int = Int(0, 3)


def text_of(shown: Shown, viewer: Seat) -> str:
    return f"At {shown['view'].at} of 3"


def never_moves(shown: Shown, viewer: Seat) -> str:
    return "At 0 of 3"


def of_nothing(shown: Shown, viewer: Seat) -> str:
    return f"At {shown['view'].at}"


def goes_round(shown: Shown, viewer: Seat) -> str:
    return f"At {shown['view'].at % 3} of 3"


def first(shown: Shown, seat: Seat, offers: Sequence[Offer], chance: random.Random) -> Offer:
    return offers[0]


def last(shown: Shown, seat: Seat, offers: Sequence[Offer], chance: random.Random) -> Offer:
    return offers[-1]


def says_where(text: str, shown: Shown, viewer: Seat) -> Iterator[tuple[str, bool]]:
    """The panel says where it is, and of how many."""
    yield "place", f"At {shown['view'].at}" in text
    yield "of how many", text.endswith("of 3")


def goes_slowly(shown: Shown, seat: Seat, offers: Sequence[Offer], chosen: Offer) -> bool:
    """A step is one at most."""
    return chosen.arguments["far"] == 1


def without_words(shown: Shown, seat: Seat, offers: Sequence[Offer], chosen: Offer) -> bool:
    return True


def findings(
    law: tuple[str, Callable[..., Any]] | None = None,
    text: Callable[..., object] = text_of,
    policy: Callable[..., Any] = first,
    **more: Any,
) -> dict[str, Finding]:
    """The tests of panels and policies over a small model with one law."""
    model = Model("small", Table, seats=Seat, clauses={"A": "first", "B": "second"})

    @model.view
    def view(g: Table, seat: Seat) -> TableView:
        return TableView(at=g.at)

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.at = 0

    @model.action
    def walk(g: Table, seat: Seat, far: int = Int(1, 2)) -> None:
        require(g.at + far <= 3, "that is too far")
        g.at += far

    model.panel(text)
    model.policy("mine")(policy)
    laws = Declarations(model)
    if law is not None:
        kind, function = law
        getattr(laws, kind)("law", clauses=["B"], **more)(function)
        assert built_in_checks(model, "B") == (BuiltIn.PANEL if kind == "panel" else BuiltIn.POLICIES,)
    return {each.name: each for each in conformance(model.instance(), tests=(panel, policies))}


def test_laws_that_are_kept_are_passed() -> None:
    for law in (("panel", says_where), ("choice", goes_slowly)):
        assert {each.status for each in findings(law).values()} == {Status.HOLDS}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (never_moves, "law, place: the panel of "),
        (of_nothing, "law, of how many: the panel of "),
        (goes_round, "at = 3"),
    ],
)
def test_a_text_that_breaks_a_law_is_found(text: Callable[..., object], told: str) -> None:
    found = findings(("panel", says_where), text)["panel"]
    assert found.status is Status.VIOLATED
    assert told in found.message


def test_a_choice_that_breaks_a_law_is_found() -> None:
    found = findings(("choice", goes_slowly), policy=last)["policies"]
    assert (found.status, found.message.partition(" in ")[0]) == (Status.VIOLATED, "law: policy mine for ANN")


def test_a_law_of_choices_speaks_of_the_policies_that_it_names_and_never_of_chance() -> None:
    assert findings(("choice", goes_slowly))["policies"].status is Status.HOLDS
    assert findings(("choice", goes_slowly), policy=last, policies=["random"])["policies"].status is Status.VIOLATED


def test_a_law_that_fails_or_says_nothing_is_found() -> None:
    def silent(text: str, shown: Shown, viewer: Seat) -> Iterator[tuple[str, bool]]:
        """Nothing."""
        yield from ()

    def failing(text: str, shown: Shown, viewer: Seat) -> bool:
        """It fails."""
        return 1 // shown["view"].at > 0

    def undecided(text: str, shown: Shown, viewer: Seat) -> Any:
        """It forgets to return."""

    assert findings(("panel", silent))["panel"].status is Status.VACUOUS
    assert "ZeroDivisionError" in findings(("panel", failing))["panel"].message
    assert "neither true nor false" in findings(("panel", undecided))["panel"].message


@pytest.mark.parametrize(
    ("kind", "function", "more", "told"),
    [
        ("panel", goes_slowly, {}, "a law of a panel takes (text, shown, viewer)"),
        ("choice", says_where, {}, "a law of choices takes (shown, seat, offers, chosen)"),
        ("choice", goes_slowly, {"policies": ["nosuch"]}, "nosuch is no policy of small"),
        ("choice", without_words, {}, "say in a docstring, in one sentence"),
    ],
)
def test_a_law_that_cannot_be_held_is_refused(
    kind: str, function: Callable[..., Any], more: dict[str, Any], told: str
) -> None:
    with pytest.raises(ModelError, match=told.replace("(", r"\(").replace(")", r"\)")):
        findings((kind, function), **more)


def test_a_model_without_a_panel_has_no_laws_of_it() -> None:
    with pytest.raises(ModelError, match="bare declares no panel"):
        Declarations(Model("bare", Table, seats=Seat)).panel("law")(says_where)
