"""Views that show one thing for another, or too little: each is caught by a named declaration, at the first state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import caught
from dune.playing import dune
from kanly.model import size, whole
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.state import Table
from kanly.model.dune.view import table
from kanly.model.dune.view.table import TableView, view


def rate_for_turn(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.active = whole(g, "karama_rate")
    return shown


def promises_for_shipments(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.shipped, shown.promised = {seat}, g.shipped
    return shown


def removed_for_discarded(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.discard = g.removed
    return shown


def no_hand(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.hand.clear()
    return shown


def deck_for_hands(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.hand_sizes = {other: size(g.deck) for other in g.hand}
    return shown


@pytest.mark.parametrize(
    ("broken", "check", "conjunct"),
    [
        (rate_for_turn, "what-lies-open-is-shown", "active to Atreides"),
        (promises_for_shipments, "what-lies-open-is-shown", "shipped to Atreides"),
        (removed_for_discarded, "what-lies-open-is-shown", "discard to Atreides"),
        (no_hand, "hands-are-their-owners", "hand of Atreides"),
        (deck_for_hands, "hands-are-their-owners", "hand of Atreides to Atreides"),
    ],
)
def test_a_view_that_is_wrong(
    broken: Callable[..., TableView], check: str, conjunct: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "view", broken)
    caught(dune.variant({view: broken}), "guild-interrupted", check, conjunct=conjunct)
