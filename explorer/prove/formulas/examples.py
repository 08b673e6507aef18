"""Examples from the solver, made small; and the error for one that running the rules does not bear out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ....model.language.terms.nodes import Node
from .encode import at_most, numeral
from .solver import Answer, Solver


class ReadingsDiffer(Exception):  # noqa: N818
    """The solver's example does not behave as proved when it is run: a defect of Kanly, never of a model."""


Unknown: TypeAlias = tuple[Node, Any]
"""A variable and the Z3 constant that stands for it in some copy."""


def smallest(solver: Solver, unknowns: Sequence[Unknown]) -> list[int]:
    """The example of the last YES made small: each unknown in turn as small as those before it allow.

    Given enough time for each question, the result does not depend on which example the solver came upon.
    """
    found = solver.values(unknowns)
    with solver.within():
        for index, (node, value) in enumerate(unknowns):
            low, asked = node.lo, node.lo
            while low < found[index]:
                with solver.within(at_most(node, value, asked)):
                    if solver.ask() is Answer.YES:
                        found = solver.values(unknowns)
                    else:
                        low = asked + 1
                asked = (low + found[index]) // 2
            solver.add(value == numeral(node, found[index]))
    return found
