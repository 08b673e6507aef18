"""Contracts as text (TOML): a table for each action, of what is so in all of its scenarios, then of what is in some."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from .effects import KINDS, Effect, Effects

Contract: TypeAlias = Mapping[str, Effects]
"""The effects of the actions, by scenario."""

WIDTH = 120
"""Columns of a line."""


class ContractError(Exception):
    """A text is no contract."""


class _Told(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Effects, by how they begin."""

    taken_by: list[str] = []
    decides: list[str] = []
    reads: list[str] = []
    writes: list[str] = []
    tells: list[str] = []
    reveals: list[str] = []

    def effects(self) -> frozenset[Effect]:
        return frozenset(Effect(kind, what) for kind in KINDS for what in getattr(self, _key_of(kind)))


class _InSome(_Told, kw_only=True):
    """What is so in some of the scenarios that play an action."""

    scenarios: list[str]


class _OfAction(_Told, kw_only=True):
    """What is so in the scenarios that play an action, all of them unless some are named; and what is so in some."""

    scenarios: list[str] | None = None
    only: list[_InSome] = []


@dataclass(frozen=True)
class Accepted:
    """A contract as it was accepted."""

    actions: Mapping[str, _OfAction]

    def effects_in(self, scenario: str) -> Effects:
        """The effects of each action that a scenario plays, by its name."""
        return {
            action: told.effects().union(*(each.effects() for each in told.only if scenario in each.scenarios))
            for action, told in self.actions.items()
            if told.scenarios is None or scenario in told.scenarios
        }


def parsed(text: str) -> Accepted:
    """A contract from its text. Raises `ContractError` with the place of the mistake."""
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        told = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "lists in lists without end"
        raise ContractError(told) from None
    actions: dict[str, _OfAction] = {}
    for action, table in tables.items():
        try:
            actions[action] = msgspec.convert(table, _OfAction)
        except msgspec.ValidationError as error:
            raise ContractError(f"{action}: {error}") from None
    return Accepted(actions)


def written(model: str, contract: Contract) -> str:
    """The text of the contract of a model, its actions in the order in which the scenarios have them."""
    actions = dict.fromkeys(action for effects in contract.values() for action in effects)
    heading = f"# What each action of {model} does, as its rules say. `kanly contract --accept` writes this file."
    return "\n\n".join([heading, *("\n".join(_table(action, contract)) for action in actions)]) + "\n"


def _table(action: str, contract: Contract) -> Iterator[str]:
    played = tuple(scenario for scenario, effects in contract.items() if action in effects)
    where: defaultdict[Effect, tuple[str, ...]] = defaultdict(tuple)
    for scenario in played:
        for effect in contract[scenario][action]:
            where[effect] += (scenario,)
    groups: defaultdict[tuple[str, ...], set[Effect]] = defaultdict(set)
    for effect, scenarios in where.items():
        groups[scenarios].add(effect)
    name = action if re.fullmatch(r"[A-Za-z0-9_-]+", action) else _quoted(action)
    yield f"[{name}]"
    if len(played) < len(contract):
        yield _list("scenarios", played)
    yield from _lists(groups.pop(played, set()))
    for scenarios in sorted(groups, key=lambda some: [played.index(each) for each in some]):
        yield f"[[{name}.only]]"
        yield _list("scenarios", scenarios)
        yield from _lists(groups[scenarios])


def _lists(effects: Set[Effect]) -> Iterator[str]:
    for kind in KINDS:
        if some := sorted(effect.what for effect in effects if effect.kind == kind):
            yield _list(_key_of(kind), some)


def _list(key: str, items: Sequence[str]) -> str:
    """A list in a line, or in several where that is too long."""
    whole = f"{key} = [{', '.join(map(_quoted, items))}]"
    return whole if len(whole) <= WIDTH else "\n".join([f"{key} = [", *_lines(map(_quoted, items)), "]"])


def _lines(items: Iterable[str]) -> Iterator[str]:
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > WIDTH and line.strip():
            yield line
            line = "   "
        line += f" {item},"
    yield line


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _key_of(kind: str) -> str:
    return kind.replace(" ", "_")
