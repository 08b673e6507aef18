"""Each kind of change: a rule in which only that change matters, survived without the law that kills it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from kanly.explorer.mutation.changes.edits import Operator

from .campaigning import HEAD, automatic, judged, model, taken, the


@dataclass(frozen=True)
class Case:
    """A rule, one change of it, and the law that tells."""

    operator: Operator
    rule: str
    before: str
    after: str
    law: str


def invariant(condition: str) -> str:
    """The source of an invariant."""
    return f'@laws.invariant("law")\ndef law(g: Table) -> bool:\n    """It holds."""\n    return {condition}\n'


def step(condition: str, rule: str = "act") -> str:
    """The source of a step property of one rule."""
    return (
        f'@laws.step("law", when=lambda before, step, after: step.took({rule}))\n'
        "def law(before: Table, step, after: Table) -> bool:\n"
        f'    """It holds."""\n    return {condition}\n'
    )


def told(event: str, to: str = "None") -> str:
    """The source of what one rule tells."""
    return (
        f'@laws.told("law", {event.partition("(")[0]}, to={to})\n'
        "def law(before: Table, step, after: Table):\n"
        f'    """It is told."""\n    return {event} if step.took(act) else None\n'
    )


ROUND = "g.m = (g.m + 1) % 4"
CASES = [
    Case(
        Operator.GUARD_DROPPED, automatic("require(g.n < 3, 'enough')", "g.n = (g.n + 1) % 6"),
        "require(g.n < 3, 'enough')", "", invariant("g.n <= 3"),
    ),
    Case(Operator.UPDATE_DROPPED, automatic(ROUND, "g.n = 1"), "g.n = 1", "", step("after.n == 1")),
    Case(
        Operator.UPDATE_DROPPED, automatic("g.hand.add(Card.ACE)", ROUND), "g.hand.add(Card.ACE)", "",
        step("Card.ACE in after.hand"),
    ),
    Case(
        Operator.CLEARING_DROPPED, automatic("g.n = 0") + "\n\n@small.automatic\ndef fill(g: Table):\n    g.n = 1\n",
        "g.n = 0", "", step("after.n == 0"),
    ),
    Case(
        Operator.CLEARING_DROPPED,
        automatic("g.hand.clear()") + "\n\n@small.automatic\ndef fill(g: Table):\n    g.hand.add(Card.ACE)\n",
        "g.hand.clear()", "", step("not after.hand"),
    ),
    Case(
        Operator.CALL_DROPPED, "def set_it(g):\n    g.n = 1\n\n\n" + automatic("set_it(g)", ROUND),
        "set_it(g)", "", step("after.n == 1"),
    ),
    Case(
        Operator.EVENT_DROPPED, automatic("emit(Told(number=g.m))", ROUND), "emit(Told(number=g.m))", "",
        told("Told(number=before.m)"),
    ),
    Case(
        Operator.ORDER_EXCHANGED, automatic("g.n = g.m", ROUND),
        "g.n = g.m; g.m = (g.m + 1) % 4", "g.m = (g.m + 1) % 4; g.n = g.m", step("after.n == before.m"),
    ),
    Case(
        Operator.NEGATED, automatic("if g.m > 1:", "    g.n = 1", ROUND), "g.m > 1", "not g.m > 1",
        step("after.n == before.n or before.m > 1"),
    ),
    Case(
        Operator.PART_DROPPED, automatic("if g.m > 1 and g.m < 3:", "    g.n = 1", ROUND),
        "g.m > 1 and g.m < 3", "g.m < 3", step("after.n == before.n or before.m == 2"),
    ),
    Case(
        Operator.AND_OR, automatic("if g.m > 1 and g.m < 3:", "    g.n = 1", ROUND),
        "g.m > 1 and g.m < 3", "g.m > 1 or g.m < 3", step("after.n == before.n or before.m == 2"),
    ),
    Case(
        Operator.ALL_ANY,
        taken("g.coins[seat] = 1 - g.coins[seat]", "g.open = all(g.coins[each] > 0 for each in Seat)"),
        "all((g.coins[each] > 0 for each in Seat))", "any((g.coins[each] > 0 for each in Seat))",
        invariant("not g.open or g.coins[Seat.ANN] + g.coins[Seat.BOB] == 2"),
    ),
    Case(
        Operator.MIN_MAX, automatic("g.n = min(g.m, 2)", ROUND), "min(g.m, 2)", "max(g.m, 2)", invariant("g.n <= 2"),
    ),
    Case(
        Operator.BOUNDARY, automatic("require(g.n < 3, 'enough')", "g.n = (g.n + 1) % 6"), "g.n < 3", "g.n <= 3",
        invariant("g.n <= 3"),
    ),
    Case(Operator.OFF_BY_ONE, automatic("g.n = 3", ROUND), "3", "4", step("after.n == 3")),
    Case(Operator.OFF_BY_ONE, automatic("g.n = 3", ROUND), "3", "2", step("after.n == 3")),
    Case(Operator.ARITHMETIC, automatic("g.n = 2 + g.m % 3", ROUND), "2 + g.m % 3", "2 - g.m % 3", step("after.n > 1")),
    Case(
        Operator.CONSTANT, automatic("g.open = g.m > 2", ROUND), "g.m > 2", "True",
        step("after.open == (before.m > 2)"),
    ),
    Case(Operator.CONSTANT, automatic("g.open = True", ROUND), "True", "False", step("after.open")),
    Case(
        Operator.ARGUMENTS_SWAPPED,
        "def give(g: Table, one: Seat, other: Seat) -> None:\n    g.coins[one] = 0\n    g.coins[other] = 1\n\n\n"
        + taken("give(g, seat, to)", more=", to: Seat"),
        "give(g, seat, to)", "give(g, to, seat)", step("after.coins[step['to']] == 1"),
    ),
    Case(
        Operator.SOMEBODY_ELSE, taken("g.coins[seat] = 1", more=", to: Seat"), "seat", "to",
        step("after.coins[step['seat']] == 1"),
    ),
    Case(
        Operator.SOMEBODY_ELSE, automatic("g.coins[Seat.ANN] = 1", ROUND), "Seat.ANN", "Seat.BOB",
        step("after.coins[Seat.ANN] == 1"),
    ),
    Case(
        Operator.SOMETHING_ELSE, automatic("g.top = Card.KING", ROUND), "Card.KING", "Card.QUEEN",
        step("after.top == Card.KING"),
    ),
    Case(
        Operator.SOMETHING_ELSE, taken("g.top = one", more=", one: Card, other: Card"), "one", "other",
        step("after.top == step['one']"),
    ),
    Case(
        Operator.ADDRESSEE, taken("emit(Told(number=1), to=seat)", ROUND), "emit(Told(number=1), to=seat)",
        "emit(Told(number=1))", told("Told(number=1)", "lambda before, step, after: step['seat']"),
    ),
    Case(
        Operator.ADDRESSEE, taken("emit(Told(number=1))", ROUND), "emit(Told(number=1))",
        "emit(Told(number=1), to=())", told("Told(number=1)"),
    ),
    Case(Operator.FIELD_EMPTIED, automatic("emit(Told(number=g.m))", ROUND), "g.m", "0", told("Told(number=before.m)")),
    Case(
        Operator.FIELD_EMPTIED, automatic("emit(Turned(card=g.top))", ROUND), "g.top", "None",
        told("Turned(card=before.top)"),
    ),
    Case(
        Operator.FIELDS_SWAPPED, automatic("emit(Both(number=g.m, other=2))", ROUND), "g.m; 2", "2; g.m",
        told("Both(number=before.m, other=2)"),
    ),
]  # fmt: skip


def _named(case: Case) -> str:
    return f"{case.operator.value}: {case.before} -> {case.after}"


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_what_a_law_tells_is_killed_by_it_and_survives_without_it(case: Case, tmp_path: Path) -> None:
    wanted = the(case.before, case.after)
    with_law, *others = judged(model(tmp_path, case.rule, case.law).instance(), wanted=wanted)
    assert others == []
    assert (with_law.mutant.operator, with_law.fate, with_law.by) == (case.operator.value, "killed", ["law"])
    (without,) = judged(model(tmp_path, case.rule).instance(), wanted=wanted)
    assert (without.fate, without.by) == ("survived", [])


VISIBILITY = [
    (Operator.SEEN_BY_MORE, "seen_by=OWNER", "seen_by=EVERYONE", "sight of ANN, view"),
    (Operator.SEEN_BY_FEWER, "seen_by=OWNER", "seen_by=NOBODY", "sight of ANN, view"),
    (Operator.SEEN_BY_FEWER, "public=is_present", "", "sight of ANN, view"),
]

HIDING = HEAD.replace(
    "    n: int = Int(0, 5)\n    m:",
    "    own: dict[Seat, Card | None] = Map(Seat, Option(Card), seen_by=OWNER, public=is_present)\n    m:",
)
"""A state with a field of which a seat knows its own."""

SHOWING = """
@small.action
def act(g: Table, seat: Seat, card: Card = Secret()) -> None:
    g.own[seat] = card


class Seen(View):
    own: Card | None = Option(Card)
    held: dict[Seat, bool] = Map(Seat, bool)


OF_NO_MATTER = ("m", "open", "top", "hand", "coins", "queue")


@small.view(withholds=[Withholds(each, because="it is of no matter") for each in OF_NO_MATTER])
def seen(g: Table, seat: Seat) -> Seen:
    return Seen(own=g.own[seat], held={each: is_present(g.own[each]) for each in Seat})
"""


@pytest.mark.parametrize(("operator", "before", "after", "by"), VISIBILITY)
def test_who_may_see_what_is_held_by_sight(
    operator: Operator, before: str, after: str, by: str, tmp_path: Path
) -> None:
    (found,) = judged(model(tmp_path, SHOWING, head=HIDING).instance(), wanted=the(before, after))
    assert (found.mutant.operator, found.fate) == (operator.value, "killed")
    assert by in found.by or "sight of ANN, withheld" in found.by


def test_every_kind_of_change_is_tested() -> None:
    assert {case.operator for case in CASES} | {each for each, *_ in VISIBILITY} == set(Operator)
