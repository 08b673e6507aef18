"""Where the declarations about Dune are gathered, and in which scenarios one of them has something to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...model.dune import dune
from ..language.declarations import BuiltIn, Declarations

laws: Final = Declarations(dune)

laws.held_by(BuiltIn.INDUCTION, clause="Z3-01")
laws.held_by(BuiltIn.INDUCTION, clause="Z3-02")
laws.held_by(BuiltIn.SIGHT, clause="Z3-03")
laws.held_by(BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, clause="SAV-01")
laws.held_by(BuiltIn.EDITED_SAVES, clause="SAV-05")


def playing(*rules: Callable[..., Any]) -> list[str]:
    """The scenarios in which all of these actions are played."""
    return [name for name, each in dune.scenarios.items() if each.actions is None or set(rules) <= set(each.actions)]


def using(*fields: str) -> list[str]:
    """The scenarios that use all of these fields of the table."""
    return [name for name, each in dune.scenarios.items() if each.unused.isdisjoint(fields)]


ONE_GROUP_ONLY: Final = ("flight-range3", "flight-holders")
"""Scenarios in which an Ornithopter carries one group, or may be set to do so."""


def flying_twice(*rules: Callable[..., Any]) -> list[str]:
    """The scenarios in which all of these actions are played, and Ornithopters carry two groups."""
    return [name for name in playing(*rules) if name not in ONE_GROUP_ONLY]
