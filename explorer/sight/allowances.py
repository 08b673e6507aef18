"""What a model says it tells on purpose, and whether that ever happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...model import BoundAction, Instance
from ...model.language.base.source import place_of
from ...model.language.play.revelations import Reveals
from ...model.language.values.sight import HeldBy, Sight
from ..findings.bounds import Ending
from ..findings.sight import AllowanceAnswer
from ..findings.status import Status

NEVER = "it never happens: what it tells follows from what is known already, or the step is never taken"
"""Why an allowance is vacuous."""


@dataclass(frozen=True)
class Revelation:
    """A revelation of an action, and its number among those of that action."""

    action: BoundAction
    number: int
    declared: Reveals

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"revelation of {self.declared.what} by {self.action.name} to {audience(self.declared)}"

    def answered(self, happens: bool, ending: Ending) -> AllowanceAnswer:
        """The answer, if so much was looked at."""
        if happens:
            return AllowanceAnswer(self.name, self.declared.because)
        if ending is Ending.COMPLETE:
            return AllowanceAnswer(self.name, self.declared.because, Status.VACUOUS, NEVER)
        told = f"it does not happen so far ({ending.value})"
        return AllowanceAnswer(self.name, self.declared.because, ending.status, told)


def audience(declared: Reveals) -> str:
    """To whom something is revealed, in words."""
    if isinstance(declared.to, str):
        return f"the seat in {declared.to}"
    if isinstance(declared.to, Sight):
        return declared.to.value
    assert not isinstance(declared.to, HeldBy), "refused where it is declared"
    file, line = place_of(declared.to)
    return f"whom the rule at {Path(file).name}:{line} names"


def revelations_of(instance: Instance) -> Iterator[Revelation]:
    """Every revelation that has to happen in a scenario."""
    for action in instance.actions:
        for number, declared in enumerate(action.reveals):
            if declared.happens_in(instance.scenario.name):
                yield Revelation(action, number, declared)
