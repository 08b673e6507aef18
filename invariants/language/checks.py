"""One declaration of a model and whether it holds; the kinds of declarations, and what is checked without one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...model import Instance, ModelError
from ...model.language.base.source import place_of
from ...model.language.base.termination import RUNNING, TimeLimit
from .conditions import conjuncts
from .histories import Remembered
from .where import Where


class CheckKind(Enum):
    """What a declaration speaks of."""

    INVARIANT = "invariant"
    STEP = "step"
    WITNESS = "witness"
    STEP_WITNESS = "step witness"
    PROGRESS = "progress"
    SAVE_RULE = "save rule"
    EQUIVALENCE = "equivalence"

    @property
    def takes(self) -> int:
        """How many arguments a condition has: 1 (a state) or 3 (before, step, after)."""
        return 3 if self in (CheckKind.STEP, CheckKind.STEP_WITNESS) else 1


class BuiltIn(Enum):
    """What is checked of every model without being declared, and may hold a clause."""

    SIGHT = "sight"
    """Whatever a seat is given follows from what it may know; proved for all states of the scope."""
    INDUCTION = "induction"
    """What is declared to hold the clause is proved of every step from every state that satisfies what is declared."""
    ROUND_TRIP = "round-trip"
    """A test of the conformance battery: a state comes back from its save as it was."""
    REFUSED_SAVES = "refused-saves"
    """A test of the conformance battery: what is no save is refused where the fault is."""
    PANEL = "panel"
    """A test of the conformance battery: the panel tells what is shown to those who look at it, and no more."""
    POLICIES = "policies"
    """A test of the conformance battery: policies choose what is offered, from what a seat is shown and no more."""
    EDITED_SAVES = "edited-saves"
    """A test of the conformance battery: an edited save is refused, or nothing goes wrong after it."""


@dataclass(frozen=True, eq=False)
class Declaration:
    """One thing that must hold (or, for a witness, be reached)."""

    id: str
    kind: CheckKind
    sentence: str
    clauses: tuple[str, ...]
    function: Callable[..., Any]
    """The condition that must hold, which may follow from what the author wrote."""
    when: Callable[..., Any] | None
    where: Where | None
    file: str
    line: int
    written: tuple[Callable[..., Any], ...]
    """The functions that the author wrote for it, its premise among them."""
    histories: tuple[Remembered, ...] = ()
    """What it reads beside the states: only an instance that keeps these can be asked."""

    @property
    def takes(self) -> int:
        """How many arguments its condition has: 1 (a state) or 3 (before, step, after)."""
        return self.kind.takes

    def applies_to(self, instance: Instance) -> bool:
        """Whether it is checked in a scenario."""
        return self.where is None or self.where.includes(instance)

    def is_told_by(self, instance: Instance) -> bool:
        """Whether the states of an instance say all that it reads."""
        return all(history.name in instance.layout.fields for history in self.histories)


def sentence_of(name: str, function: Callable[..., Any]) -> str:
    """What an author says that a function holds: the beginning of its docstring. Raises `ModelError` without one."""
    sentence = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    if not sentence:
        raise ModelError(f"{name}: say in a docstring, in one sentence, what must hold", *place_of(function))
    return sentence


def holds(declaration: Declaration, *arguments: Any) -> tuple[bool, str]:
    """Whether a declaration holds of a state or a step, and the first conjunct that fails.

    The premise counts: where it does not hold, the declaration does. Raises what the declaration raises, and
    `EndlessError` when it does not come to an end.
    """
    with TimeLimit(RUNNING):
        return _holds(declaration, *arguments)


def _holds(declaration: Declaration, *arguments: Any) -> tuple[bool, str]:
    if declaration.when is not None and not declaration.when(*arguments):
        return True, ""
    if declaration.kind is CheckKind.EQUIVALENCE:
        left, right = declaration.function(*arguments)
        return bool(left == right), ""
    for name, condition in conjuncts(declaration.function, *arguments):
        if not condition:
            return False, name
    return True, ""
