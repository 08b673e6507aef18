"""What of a model is judged before anything is said of it: all functions that its author wrote for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any

from ...invariants import Declaration
from ...model import Instance, Model
from .judge import Judge


def judge_instance(instance: Instance, declared: Sequence[Declaration] = ()) -> Judge:
    """A judge of an instance that has judged its actions, its view and sight, and what is declared.

    Raises `ModelError`.
    """
    found = Judge()
    found.judge([*subjects(instance), *declared_functions(declared)])
    return found


def judge_beside_rules(instance: Instance) -> None:
    """Judge what runs before any rule does: the set-up, the view, and who may know what. Raises `ModelError`."""
    Judge().judge(_beside_rules(instance))


def judge_scope(model: Model, scenario: str | None) -> None:
    """Judge the function that works out the scope of a scenario, the first unless named. Raises `ModelError`."""
    meant = model.scenarios.get(scenario or next(iter(model.scenarios), ""))
    if meant is not None and callable(meant.scope):
        Judge().judge([meant.scope])


def declared_functions(declared: Sequence[Declaration]) -> Iterator[Callable[..., Any]]:
    """The functions of declarations, their premises among them."""
    for declaration in declared:
        yield from declaration.written


def subjects(instance: Instance) -> Iterator[Callable[..., Any]]:
    """The functions of an instance, and the classes whose methods they may come upon."""
    yield from rules_of(instance)
    yield instance.scenario.setup


def rules_of(instance: Instance) -> Iterator[Callable[..., Any]]:
    """What says how an instance is played, shown and known, whatever it is set up with."""
    for action in instance.actions:
        yield action.rule
        yield from (each.to for each in action.action.reveals if isinstance(each.to, FunctionType))
    yield from _shown_and_known(instance)


def _beside_rules(instance: Instance) -> Iterator[Callable[..., Any]]:
    yield instance.scenario.setup
    yield from _shown_and_known(instance)


def _shown_and_known(instance: Instance) -> Iterator[Callable[..., Any]]:
    for view in instance.views:
        yield view.rule
        instance.resolver.record(view.shown)
    yield from instance.resolver.classes()
