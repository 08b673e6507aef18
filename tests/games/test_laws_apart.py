"""The laws of Coup and Love Letter say by themselves what the rule book says, and so find what is wrong in a table."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import pkgutil
from types import ModuleType
from typing import Any

import pytest

from games.faults import Rule
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games import coup as coup_laws
from kanly.invariants.games import love_letter as love_letter_laws
from kanly.model import Model, require, total
from kanly.model.games.coup import blocks, deeds, proofs
from kanly.model.games.coup.game import coup
from kanly.model.games.coup.table.kinds import BLOCKERS, CLAIMED, Deed
from kanly.model.games.coup.table.kinds import Card as Character
from kanly.model.games.love_letter import in_vain, low_cards
from kanly.model.games.love_letter.game import love_letter
from kanly.model.games.love_letter.high_cards import discard_countess
from kanly.model.games.love_letter.low_cards import guess_with_guard
from kanly.model.games.love_letter.table.kinds import Card, Seat
from kanly.model.games.love_letter.table.state import Round
from kanly.model.games.love_letter.turns import end_turn, play

FROM_THE_RULES = "kanly.model.games"


def taken_from_rules(module: ModuleType) -> dict[str, Any]:
    """The names that a module of laws imports from modules of rules, with what they are."""
    with open(str(module.__file__), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    taken: dict[str, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            source = importlib.util.resolve_name("." * node.level + (node.module or ""), module.__package__)
            if source.startswith(FROM_THE_RULES):
                taken |= {alias.name: getattr(importlib.import_module(source), alias.name) for alias in node.names}
    return taken


@pytest.mark.parametrize(("laws", "model"), [(coup_laws, coup), (love_letter_laws, love_letter)])
def test_laws_take_names_from_the_rules_but_no_table_and_no_condition(laws: ModuleType, model: Model) -> None:
    """A law that asks a table or a helper of the rules says what that says, and so agrees with it when it is wrong."""
    rules = {action.original for action in model.actions.values()} | {view.original for view in model.views.values()}
    modules = [importlib.import_module(f"{laws.__name__}.{each.name}") for each in pkgutil.iter_modules(laws.__path__)]
    taken = {name: it for module in modules for name, it in taken_from_rules(module).items()}
    assert taken
    assert [name for name, it in taken.items() if not isinstance(it, (type, Model)) and it not in rules] == []


def add_up_wrongly(g: Round, seat: Seat) -> Any:
    return total(g.hand[seat], lambda card: card.value % 7)


WRONG = [
    (coup, "theft", blocks, "BLOCKERS", {**BLOCKERS, Deed.STEAL: frozenset({Character.DUKE})}, "block-fits"),
    (coup, "theft", blocks, "BLOCKERS", {**BLOCKERS, Deed.STEAL: frozenset({Character.CAPTAIN})},
     "ambassador-blocks-steal"),
    (coup, "theft", proofs, "CLAIMED", {**CLAIMED, Deed.STEAL: Character.AMBASSADOR}, "a-true-claim-can-be-proved"),
    (coup, "aid", deeds, "PRICE_OF_COUP", 8, "seven-coins-suffice"),
    (coup, "theft", deeds, "MUST_COUP", 9, "anybody-is-a-captain"),
    (love_letter, "court", low_cards, "strength", add_up_wrongly, "baron-drives-out-the-lower"),
]  # fmt: skip
"""A model, a scenario, a module of its rules, a name there, what is wrong in its place, and the check that finds it."""


@pytest.mark.slow
@pytest.mark.parametrize(("model", "scenario", "module", "name", "wrong", "check"), WRONG)
def test_a_wrong_table_is_found(
    model: Model, scenario: str, module: ModuleType, name: str, wrong: Any, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    found = explore(model.instance(scenario), keep_going=True, sight=None, sample=50)
    assert check in {each.declaration.id for each in found.checks if each.status is not Status.HOLDS}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("needing", "check"),
    [
        ((Card.GUARD, Card.PRIEST, Card.BARON), "king-in-vain"),
        ((Card.GUARD, Card.PRIEST, Card.BARON, Card.KING, Card.PRINCE), "in-vain"),
    ],
)
def test_a_wrong_list_that_only_the_whole_deck_shows_is_found_by_proof(
    needing: tuple[Card, ...], check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_vain, "NEEDS_A_TARGET", needing)
    traced = trace_model(love_letter.instance())
    assert Induction(traced, budget=Budget()).run((check,)).status_of(check) in (Status.OPEN, Status.VIOLATED)


def guess_no_priest(g: Round, seat: Seat, target: Seat, guess: Card) -> None:
    require(guess not in (Card.GUARD, Card.PRIEST), "neither is looked for")
    require(target != seat, "name another seat")
    play(g, seat, Card.GUARD, target)
    end_turn(g)


def discard_countess_when_compelled(g: Round, seat: Seat) -> None:
    require(Card.KING in g.hand[seat] or Card.PRINCE in g.hand[seat], "nothing compels it")
    play(g, seat, Card.COUNTESS)
    end_turn(g)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "rule", "wrong", "check"),
    [
        ("town", guess_with_guard, guess_no_priest, "guard-names-priest"),
        ("court", discard_countess, discard_countess_when_compelled, "countess-may-go"),
    ],
)
def test_what_a_rule_forbids_too_much_is_found(scenario: str, rule: Rule, wrong: Rule, check: str) -> None:
    found = explore(love_letter.variant({rule: wrong}).instance(scenario), keep_going=True, sight=None, sample=50)
    assert check in {each.declaration.id for each in found.checks if each.status is not Status.HOLDS}
