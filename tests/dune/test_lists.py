"""Nothing of Dune is left out of a list: modules of the page, kinds of the laws, clauses with and without laws."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from dune.playing import dune
from kanly.invariants import CheckKind, Declaration, built_in_checks, declarations, open_clauses
from kanly.model import Fields, Model
from kanly.model.dune.table import groups
from kanly.model.dune.table.state import Table

HOUSE = Path(__file__).parents[2]
PAGE = (HOUSE / "docs" / "dune.md").read_text(encoding="utf-8")
ENDING = {
    CheckKind.STEP: "_steps",
    CheckKind.SAVE_RULE: "_saves",
    CheckKind.WITNESS: "_witnesses",
    CheckKind.STEP_WITNESS: "_witnesses",
    CheckKind.PROGRESS: "_witnesses",
}
"""How the names of law modules end by what they declare; those of states have no ending."""


def modules(folder: str) -> list[str]:
    """The modules below a folder, as `room/module`, without the ending that says of what kind its laws are."""
    top = HOUSE / folder
    found = {path.relative_to(top).with_suffix("").as_posix() for path in top.rglob("*.py") if path.stem != "__init__"}
    return sorted({re.sub(r"(_steps|_saves|_witnesses)$", "", name) for name in found})


def missing(names: Iterable[str], page: str) -> list[str]:
    """The modules of these that a page does not name; a room may be named as a whole, and then stands for all in it."""
    named = set(re.findall(r"`([\w/]+)`", page))
    return [name for name in names if name not in named and f"{name.split('/')[0]}/" not in named]


@pytest.mark.parametrize("folder", ["model/dune", "invariants/dune"])
def test_the_page_names_every_module(folder: str) -> None:
    known = [name for name in modules(folder) if name not in ("game", "laws")]
    assert missing(known, PAGE) == []
    assert missing([*known, "turns/left_out"], PAGE) == ["turns/left_out"]


def test_the_page_names_no_module_that_is_not_there() -> None:
    known = {*modules("model/dune"), *modules("invariants/dune")}
    named = {name for name in re.findall(r"`(\w+/\w+)`", PAGE) if not name.endswith("/dune")}
    assert named - known == set()


def wrongly_placed(declared: Iterable[Declaration]) -> list[str]:
    """The declarations that stand in a module whose name says that it holds others."""
    found: list[str] = []
    for each in declared:
        ending = re.search(r"(_steps|_saves|_witnesses)?$", Path(each.file).stem)
        assert ending is not None
        if (ending.group() or "") != ENDING.get(each.kind, ""):
            found.append(each.id)
    return found


def test_the_end_of_a_law_modules_name_says_of_what_it_speaks() -> None:
    declared = declarations(dune)
    assert wrongly_placed(declared) == []
    astray = next(each for each in declared if each.kind is CheckKind.STEP)
    moved = replace(astray, file="turns/turn.py")
    assert wrongly_placed([moved]) == [astray.id]


@pytest.mark.parametrize("folder", ["model/dune", "invariants/dune"])
def test_the_package_docstring_is_a_map_of_the_rooms(folder: str) -> None:
    told = ast.get_docstring(ast.parse((HOUSE / folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    rooms = [path.parent.name for path in (HOUSE / folder).glob("*/__init__.py")]
    assert [room for room in rooms if f"- `{room}`:" not in told] == []
    for room in rooms:
        order = ast.get_docstring(ast.parse((HOUSE / folder / room / "__init__.py").read_text(encoding="utf-8"))) or ""
        assert order.count("\n- ") >= 1, f"{folder}/{room} tells no reading order"


def without_a_clause(declared: Iterable[Declaration]) -> list[str]:
    """The declarations that hold no clause."""
    return [each.id for each in declared if not each.clauses]


def unheld(model: Model) -> set[str]:
    """The clauses that nothing holds."""
    held = {clause for each in declarations(model) for clause in each.clauses}
    return {clause for clause in model.clauses if clause not in held and not built_in_checks(model, clause)}


def test_every_law_holds_a_clause() -> None:
    declared = declarations(dune)
    assert without_a_clause(declared) == []
    assert without_a_clause([replace(declared[0], clauses=())]) == [declared[0].id]


def test_every_clause_is_held_or_is_said_to_be_open_and_none_is_both() -> None:
    left_open = open_clauses(dune)
    assert unheld(dune) == set(left_open)
    assert all(left_open.values())
    more = replace(dune, clauses={**dune.clauses, "NEW-01": "Something new must hold."})
    assert unheld(more) - set(open_clauses(more)) == {"NEW-01"}


def test_every_field_is_in_a_group_and_every_group_is_used() -> None:
    named = {name: each for name, each in vars(groups).items() if isinstance(each, Fields)}
    grouped = frozenset[str]().union(*(each.names for each in named.values()))
    assert set(Table.declared) - grouped == set()
    for name, each in named.items():
        assert any(each.names.isdisjoint(scenario.unused) for scenario in dune.scenarios.values()), name


def unplayed(model: Model) -> set[str]:
    """The actions that no scenario has."""
    played = {action.name for name in model.scenarios for action in model.instance(name).actions}
    return set(model.actions) - played


def test_every_action_is_played_in_some_scenario() -> None:
    assert unplayed(dune) == set()
    fewer = {name: each for name, each in dune.scenarios.items() if name != "weather-control"}
    assert unplayed(replace(dune, scenarios=fewer)) == {"play_weather_control"}
