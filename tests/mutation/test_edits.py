"""The changes that are found in a function: what is replaced by what, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanly.explorer.mutation.changes.sites import sites_of

from .campaigning import automatic, model, taken

NEGATED, PART, AND_OR, ALL_ANY = (
    "condition negated",
    "part of a condition dropped",
    "and/or exchanged",
    "all/any exchanged",
)
UPDATE, ORDER, CONSTANT = "update dropped", "order exchanged", "constant instead of a value"
EDITS = {
    "a guard": (
        automatic("require(g.open, 'closed')"),
        [("guard dropped", "require(g.open, 'closed')", ""), (NEGATED, "g.open", "not g.open")],
    ),
    "the contrary of a contrary": (automatic("if not g.open:", "    g.open = True"), [
        (NEGATED, "not g.open", "g.open"), (UPDATE, "g.open = True", ""), (CONSTANT, "True", "False"),
    ]),
    "membership": (automatic("if g.top not in g.hand:", "    g.top = g.top"), [
        (NEGATED, "g.top not in g.hand", "g.top in g.hand"), (UPDATE, "g.top = g.top", ""),
    ]),
    "functions for conditions": (automatic("g.open = both(g.open, lambda: g.n > 2)"), [
        (UPDATE, "g.open = both(g.open, lambda: g.n > 2)", ""),
        (NEGATED, "g.open", "not g.open"), (NEGATED, "g.n > 2", "not g.n > 2"),
        (AND_OR, "both(g.open, lambda: g.n > 2)", "either(g.open, lambda: g.n > 2)"),
        (PART, "both(g.open, lambda: g.n > 2)", "g.open"), (PART, "both(g.open, lambda: g.n > 2)", "g.n > 2"),
        ("boundary moved", "g.n > 2", "g.n >= 2"), ("off by one", "2", "3"), ("off by one", "2", "1"),
    ]),
    "an implication": (automatic("g.open = implies(g.open, lambda: g.top == Card.ACE)"), [
        (UPDATE, "g.open = implies(g.open, lambda: g.top == Card.ACE)", ""),
        (NEGATED, "g.open", "not g.open"), (NEGATED, "g.top == Card.ACE", "g.top != Card.ACE"),
        (PART, "implies(g.open, lambda: g.top == Card.ACE)", "g.top == Card.ACE"),
        ("another value of its kind", "Card.ACE", "Card.KING"),
    ]),
    "quantifiers": (automatic("g.open = forall(Card, lambda each: each in g.hand)"), [
        (UPDATE, "g.open = forall(Card, lambda each: each in g.hand)", ""),
        (ALL_ANY, "forall(Card, lambda each: each in g.hand)", "exists(Card, lambda each: each in g.hand)"),
        (NEGATED, "each in g.hand", "each not in g.hand"),
    ]),
    "three conditions": (automatic("require(g.open or g.n == g.m or g.top in g.hand, 'no')"), [
        ("guard dropped", "require(g.open or g.n == g.m or g.top in g.hand, 'no')", ""),
        (NEGATED, "g.open", "not g.open"), (NEGATED, "g.n == g.m", "g.n != g.m"),
        (NEGATED, "g.top in g.hand", "g.top not in g.hand"),
        (AND_OR, "g.open or g.n == g.m or g.top in g.hand", "g.open and g.n == g.m and (g.top in g.hand)"),
        (PART, "g.open or g.n == g.m or g.top in g.hand", "g.n == g.m or g.top in g.hand"),
        (PART, "g.open or g.n == g.m or g.top in g.hand", "g.open or g.top in g.hand"),
        (PART, "g.open or g.n == g.m or g.top in g.hand", "g.open or g.n == g.m"),
    ]),
    "a chain of comparisons": (automatic("require(g.n <= g.m < g.n, 'no')"), [
        ("guard dropped", "require(g.n <= g.m < g.n, 'no')", ""),
        (NEGATED, "g.n <= g.m < g.n", "not g.n <= g.m < g.n"),
        ("boundary moved", "g.n <= g.m < g.n", "g.n < g.m < g.n"),
        ("boundary moved", "g.n <= g.m < g.n", "g.n <= g.m <= g.n"),
    ]),
    "sums": (automatic("g.n += g.m", "g.m = g.n * g.m"), [
        (UPDATE, "g.n += g.m", ""), ("arithmetic exchanged", "g.n += g.m", "g.n -= g.m"),
        (ORDER, "g.n += g.m; g.m = g.n * g.m", "g.m = g.n * g.m; g.n += g.m"),
        (UPDATE, "g.m = g.n * g.m", ""), ("arithmetic exchanged", "g.n * g.m", "g.n + g.m"),
        (CONSTANT, "g.n * g.m", "0"),
    ]),
    "clearing": (automatic("g.hand = set()", "g.n = 0"), [
        ("clearing dropped", "g.hand = set()", ""), (ORDER, "g.hand = set(); g.n = 0", "g.n = 0; g.hand = set()"),
        ("clearing dropped", "g.n = 0", ""), ("off by one", "0", "1"), ("off by one", "0", "-1"),
    ]),
    "local names stay": (automatic("low = g.n", "g.m = low"), [(UPDATE, "g.m = low", "")]),
    "two guards stand in any order": (automatic("require(g.n, 'a')", "require(g.m, 'b')"), [
        ("guard dropped", "require(g.n, 'a')", ""), (NEGATED, "g.n", "not g.n"),
        ("guard dropped", "require(g.m, 'b')", ""), (NEGATED, "g.m", "not g.m"),
    ]),
    "an argument of another kind is no other": (taken("g.coins[seat] = card.value", more=", card: Card"), [
        (UPDATE, "g.coins[seat] = card.value", ""),
    ]),
    "what is told": (taken("emit(Turned(card=g.top), to=seat)"), [
        ("event dropped", "emit(Turned(card=g.top), to=seat)", ""),
        ("told to others", "emit(Turned(card=g.top), to=seat)", "emit(Turned(card=g.top))"),
        ("told to others", "emit(Turned(card=g.top), to=seat)", "emit(Turned(card=g.top), to=())"),
        ("field emptied", "g.top", "None"),
    ]),
    "what is told to all in any words": (automatic("emit(Turned(card=None), to=EVERYONE)"), [
        ("event dropped", "emit(Turned(card=None), to=EVERYONE)", ""),
        ("told to others", "emit(Turned(card=None), to=EVERYONE)", "emit(Turned(card=None), to=())"),
    ]),
    "what leaves a sequence": (automatic("require(g.queue, 'none')", "del g.queue[0]"), [
        ("guard dropped", "require(g.queue, 'none')", ""), (NEGATED, "g.queue", "not g.queue"),
        (UPDATE, "del g.queue[0]", ""),
        (ORDER, "require(g.queue, 'none'); del g.queue[0]", "del g.queue[0]; require(g.queue, 'none')"),
        ("off by one", "0", "1"), ("off by one", "0", "-1"),
    ]),
    "what is not run with the rule": (
        '@small.action(reveals=Reveals("top", to=EVERYONE, because="2"))\n'
        "def act(g: Table, seat: Seat, number: int = Int(1, 4)) -> None:\n"
        "    low: Tuple[2] = g.n\n    g.n = low\n",
        [(UPDATE, "g.n = low", "")],
    ),
    "docstrings and texts stay": (automatic('"""A rule of 3 words."""', "require(g.open, f'{2} left')"), [
        ("guard dropped", "require(g.open, f'{2} left')", ""), (NEGATED, "g.open", "not g.open"),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("named", EDITS)
def test_edits_are_those_and_no_others(named: str, tmp_path: Path) -> None:
    rule, expected = EDITS[named]
    instance = model(tmp_path, rule).instance()
    seats = instance.model.seats
    found = [each for site in sites_of([instance]) for each in site.edits(seats) if site.name != "setup"]
    assert sorted((each.operator.value, each.before, each.after) for each in found) == sorted(expected)
