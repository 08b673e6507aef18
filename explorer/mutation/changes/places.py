"""Places of a model that can be changed: in its functions, and in who may see its fields and arguments."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import TypeVar

from ....model import Instance
from ..results.mutants import Mutant
from .edits import Edit
from .sites import Site, sites_of
from .visibility import Visibility, visibility_of

Value = TypeVar("Value")


@dataclass(frozen=True)
class Place:
    """A change of a model that can be made in this process, for good."""

    mutant: Mutant
    lines: range
    """The lines of its file that it changes."""
    make: Callable[[], None]
    """Makes it. Raises `ModelError` or `ValueError` where that is no rule."""
    codes: frozenset[CodeType] = frozenset()
    """What comes upon this code as it was before comes upon the change."""
    is_of_visibility: bool = False
    """Whether it changes who may see what, and no code."""


def places_of(instances: Sequence[Instance]) -> list[Place]:
    """All places in the scenarios of a model, in the order of files and lines."""
    seats = instances[0].model.seats
    found = [_in_function(site, edit) for site in sites_of(instances) for edit in site.edits(seats)]
    found += map(_in_visibility, visibility_of(instances))
    return sorted(found, key=lambda each: (each.mutant.file, each.mutant.line, each.mutant.column))


def _in_function(site: Site, edit: Edit) -> Place:
    at, nodes = edit.at, [node for node, _ in edit.parts]
    mutant = Mutant(site.file, at.lineno, at.col_offset, site.name, edit.operator.value, edit.before, edit.after)
    lines = range(at.lineno, max(node.end_lineno or node.lineno for node in nodes) + 1)
    return Place(mutant, lines, lambda: site.change(edit), frozenset(site.codes))


def _in_visibility(change: Visibility) -> Place:
    file, line = change.at
    mutant = Mutant(file, line, 0, change.name, change.operator.value, change.before, change.after)
    return Place(mutant, range(line, line + 1), change.make, is_of_visibility=True)


def sampled(places: Sequence[Value], count: int | None, seed: int) -> list[Value]:
    """So many of them, drawn by the seed, in their order; all for None."""
    if count is None or count >= len(places):
        return list(places)
    chosen = random.Random(seed).sample(range(len(places)), count)
    return [places[index] for index in sorted(chosen)]
