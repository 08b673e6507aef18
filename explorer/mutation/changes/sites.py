"""The functions of a model that are changed: those that its rules, its views and its visibility come upon."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import CodeType, FunctionType
from typing import Any, Final

from ....model import Instance, both, either, exists, forall
from ...judgement.judge import Judge, redefine
from ...judgement.sources import Definition, definition_of, nested_codes
from ...judgement.subjects import rules_of
from .conditions import edits_of_conditions
from .edits import Edit, edited
from .names import Names
from .statements import edits_of_statements
from .values import edits_of_values

KNOWN_BY_EDITS: Final[Mapping[str, Callable[..., Any]]] = {
    each.__name__: each for each in (both, either, forall, exists)
}
"""What edits call, whether or not a module imports it."""


@dataclass(frozen=True)
class Site:
    """One definition in a file, and the functions that were made of it: several, where it stands in a function."""

    functions: tuple[FunctionType, ...]
    definition: Definition

    @property
    def file(self) -> str:
        """The file that it stands in."""
        return self.functions[0].__code__.co_filename

    @property
    def name(self) -> str:
        """What the function is called, with what is around it."""
        return self.functions[0].__qualname__.replace("<locals>.", "")

    @property
    def codes(self) -> Iterator[CodeType]:
        """All code of it."""
        for function in self.functions:
            yield from nested_codes(function.__code__)

    def edits(self, seats: type[Enum]) -> Iterator[Edit]:
        """All edits of it, in the order in which they stand in the file."""
        node, names = self.definition.node, Names(self.functions[0], self.definition, seats)
        found = [*edits_of_statements(node, names), *edits_of_conditions(node, names), *edits_of_values(node, names)]
        told: dict[tuple[Any, ...], Edit] = {}
        for each in found:
            key = each.at.lineno, each.at.col_offset, each.before, each.after
            told.setdefault(key, each)
        yield from (told[key] for key in sorted(told))

    def change(self, edit: Edit) -> None:
        """Make the functions do what the edit says, for good. Raises `ModelError` for what no rule may say."""
        for function in self.functions:
            for name, value in KNOWN_BY_EDITS.items():
                function.__globals__.setdefault(name, value)
            redefine(function, edited(self.definition, edit, function.__code__.co_freevars))


def sites_of(instances: Iterable[Instance]) -> Sequence[Site]:
    """The functions that the rules of some instances come upon, in the order of files and lines."""
    judge = Judge()
    for instance in instances:
        judge.judge(rules_of(instance))
    found: dict[tuple[str, int, int], list[FunctionType]] = {}
    definitions: dict[tuple[str, int, int], Definition] = {}
    for function in judge.functions:
        definition = definition_of(function)
        if definition is not None and not _makes_members(function):
            key = function.__code__.co_filename, definition.node.lineno, definition.node.col_offset
            found.setdefault(key, []).append(function)
            definitions[key] = definition
    return [Site(tuple(found[key]), definitions[key]) for key in sorted(found)]


def _makes_members(function: FunctionType) -> bool:
    """Whether it made the members of an enumeration, which is over when a model has been read."""
    owner, _, name = function.__qualname__.rpartition(".")
    made_of = function.__globals__.get(owner)
    return name in ("__init__", "__new__") and isinstance(made_of, type) and issubclass(made_of, Enum)
