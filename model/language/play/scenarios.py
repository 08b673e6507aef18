"""Scenarios: how a game starts, and which members, actions and fields take part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .actions import ParameterDeclaration

Scope: TypeAlias = Mapping[type[Any], Iterable[Any]]
"""Which members of which enumerations take part."""


@dataclass(frozen=True)
class Scenario:
    """A start and a scope: which members take part, which actions are possible, and how the table is set up."""

    name: str
    title: str
    setup: Callable[..., Any]
    parameters: tuple[ParameterDeclaration, ...]
    scope: Scope | Callable[[Any], Scope]
    actions: tuple[Callable[..., Any], ...] | None
    fixed: Mapping[str, Any]
    unused: frozenset[str] = frozenset()
    """Fields and parameters of the state that no group of the scenario names.

    The fields stay as they are at the very beginning, the parameters are none of the scenario's.
    """
    unswept: str = ""
    """Why a gate proves it and does not sweep it; empty where it is swept as well."""
