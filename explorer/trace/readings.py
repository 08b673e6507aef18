"""A declaration as it was read: its conjuncts as terms, and what a reading of steps begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...model.language.terms.nodes import Node
from ...model.language.values.cells import TermCells
from .facts import Facts
from .tree import Accept, Path

PREMISE = "the premise"
"""The name under which the premise of a check is given beside its conjuncts."""

FAILURE = "the check itself fails"
"""The name of the conjunct that fails where a declaration raises an exception or rejects."""


@dataclass(frozen=True, eq=False)
class StepReading:
    """A declaration about steps, on one accepting leaf: its conjuncts over the slots before and the arguments."""

    path: Path
    leaf: Accept
    conjuncts: Mapping[str, Node]


@dataclass(frozen=True, eq=False)
class Passage:
    """What every declaration about steps needs of one accepting leaf."""

    path: Path
    leaf: Accept
    before: TermCells
    after: TermCells
    facts: Facts
