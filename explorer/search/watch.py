"""Looks at states and steps as they come by and remembers, for each declaration, the first one that matters."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from ...invariants import CheckKind, Declaration, Step, holds
from ...invariants.language.monitors import emitted
from ...model import Accepted, BoundAction, Instance, ModelError, Slots
from ...model.language.base.errors import Rejection, WriteError
from ...model.language.base.termination import RUNNING, TimeLimit
from ..findings.bounds import Ending
from ..findings.checks import WITNESSES, CheckResult, judged
from ..findings.traces import Trace
from ..judgement.subjects import judge_instance

STATE_KINDS = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.EQUIVALENCE, CheckKind.WITNESS)
STEP_KINDS = (CheckKind.STEP, CheckKind.STEP_WITNESS)


class Sighting(NamedTuple):
    """Where something was seen: in a state, or in a step from that state."""

    state: int
    move: int | None = None


class Stuck(NamedTuple):
    """The first state from which nothing settled can be reached, and how it is with all of them."""

    sighting: Sighting
    told: str


@dataclass
class Observed:
    """What was seen of one declaration so far."""

    declaration: Declaration
    looked_at: bool = False
    is_silent: bool = True
    """Whether it has yielded nothing so far."""
    sighting: Sighting | None = None
    conjunct: str = ""

    @property
    def is_witness(self) -> bool:
        """Whether it asks for a sighting instead of excluding it."""
        return self.declaration.kind in WITNESSES

    def look(self, arguments: Sequence[Any]) -> bool:
        """Evaluate it; True when this is the first sighting. Raises `ModelError` when the declaration itself fails."""
        declaration = self.declaration
        try:
            if declaration.when is not None and not declaration.when(*arguments):
                return False
            self.looked_at = True
            self.is_silent = self.is_silent and yields_nothing(declaration, arguments)
            kept, conjunct = holds(declaration, *arguments)
        except (Exception, Rejection) as error:
            raise failing(declaration, error) from error
        if kept is self.is_witness:
            self.conjunct = conjunct
            return True
        return False


def yields_nothing(declaration: Declaration, arguments: Sequence[Any]) -> bool:
    """Whether a declaration that yields its conjuncts has none here."""
    result = declaration.function(*arguments)
    return isinstance(result, Iterator) and next(cast("Iterator[object]", result), None) is None


def failing(declaration: Declaration, error: BaseException) -> ModelError:
    """The mistake that a declaration is which fails instead of answering, at its line."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame.lineno for frame in frames if frame.filename == declaration.file]
    line = own[-1] if own else declaration.line
    if isinstance(error, WriteError):
        return ModelError(f"{declaration.id}: {error}", declaration.file, line)
    told = f"{type(error).__name__}: {error}"
    return ModelError(f"{declaration.id} fails instead of answering: {told}", declaration.file, line)


class Watch:
    """The declarations under check in one exploration. Raises `ModelError` for rules that are refused."""

    def __init__(self, instance: Instance, declared: Sequence[Declaration]) -> None:
        self._judge = judge_instance(instance, declared)
        self._instance = instance
        self.observed = [Observed(declaration) for declaration in declared]
        self._of_states = [each for each in self.observed if each.declaration.kind in STATE_KINDS]
        self._of_steps = [each for each in self.observed if each.declaration.kind in STEP_KINDS]
        self.settled = [each.declaration for each in self.observed if each.declaration.kind is CheckKind.PROGRESS]

    @property
    def watches_steps(self) -> bool:
        """Whether anything is still to be seen in steps."""
        return bool(self._of_steps)

    def see_state(self, number: int, slots: Slots) -> bool:
        """Look at a new state; True when something that must hold does not."""
        if not self._of_states:
            return False
        return self._see(self._of_states, (self._instance.state(slots),), Sighting(number))

    def see_step(
        self, sighting: Sighting, before: Slots, action: BoundAction, arguments: list[Any], outcome: Accepted
    ) -> bool:
        """Look at a step; True when something that must hold does not."""
        step = Step(action, arguments, [emitted(sent, self._instance) for sent in outcome.events])
        state = self._instance.state
        return self._see(self._of_steps, (state(before), step, state(outcome.slots)), sighting)

    @staticmethod
    def _see(observed: list[Observed], arguments: Sequence[Any], sighting: Sighting) -> bool:
        broken = False
        for each in tuple(observed):
            with TimeLimit(RUNNING):
                seen = each.look(arguments)
            if seen:
                each.sighting = sighting
                observed.remove(each)
                broken = broken or not each.is_witness
        return broken

    def silent(self) -> list[Declaration]:
        """The declarations that were looked at and never yielded anything."""
        return [each.declaration for each in self.observed if each.looked_at and each.is_silent]

    def is_settled(self, declaration: Declaration, slots: Slots) -> bool:
        """Whether a progress declaration calls a state settled. Raises `ModelError` when it fails."""
        try:
            return holds(declaration, self._instance.state(slots))[0]
        except (Exception, Rejection) as error:
            raise failing(declaration, error) from error

    def settled_by_any(self, slots: Slots) -> bool:
        """Whether some progress declaration calls a state settled."""
        return any(self.is_settled(declaration, slots) for declaration in self.settled)

    def results(
        self, ending: Ending, trace_to: Callable[[Sighting], Trace], stuck: Mapping[Declaration, Stuck | None]
    ) -> tuple[CheckResult, ...]:
        """The answer for each declaration; `stuck` has the answer of the graph for those about progress.

        Raises `ModelError` if rules have changed what they rest on.
        """
        self._judge.confirm()
        results: list[CheckResult] = []
        for each in self.observed:
            declaration = each.declaration
            if declaration.kind is CheckKind.PROGRESS:
                each.looked_at, found = True, stuck.get(declaration)
                each.sighting, each.conjunct = (None, "") if found is None else found
            trace = None if each.sighting is None else trace_to(each.sighting)
            results.append(judged(declaration, ending, looked_at=each.looked_at, trace=trace, conjunct=each.conjunct))
        return tuple(results)
