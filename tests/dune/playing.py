"""Playing a scenario by hand: take actions by name, look at the state, see what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.checks import CheckResult
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search import breadth_first
from kanly.explorer.sweep.answers.exploring import explore
from kanly.invariants import Declaration, applicable
from kanly.model import Accepted, Instance, Model, Rejected, Sent, Slots
from kanly.model.dune.table.state import Table

dune = bundled("dune")
"""The model with everything that is declared about it."""


class Play:
    """One course of a scenario, from the set-up with the given choices."""

    def __init__(
        self, scenario: str, *choices: object, model: Model = dune, parameters: Mapping[str, object] | None = None
    ) -> None:
        self.instance: Instance = model.instance(scenario, parameters)
        start = self.instance.run(self.instance.scenario.setup, (0,) * len(self.instance.slots), list(choices))
        assert isinstance(start, Accepted), start
        self.slots: Slots = start.slots
        self.events: tuple[Sent, ...] = ()

    @property
    def g(self) -> Table:
        """The table as it is now."""
        return self.instance.state(self.slots)

    def outcome(self, rule: Callable[..., object], **arguments: object) -> Any:
        """What taking an action would do."""
        action = self.instance.action(rule.__name__)
        codes = tuple(int(each.domain.encode(arguments[each.name])) for each in action.parameters)
        return self.instance.step(self.slots, action, codes)

    def take(self, rule: Callable[..., object], **arguments: object) -> Play:
        """Take an action that must be possible."""
        outcome = self.outcome(rule, **arguments)
        assert isinstance(outcome, Accepted), outcome
        self.slots, self.events = outcome.slots, outcome.events
        return self

    def refused(self, rule: Callable[..., object], **arguments: object) -> str:
        """Why an action is not possible."""
        outcome = self.outcome(rule, **arguments)
        assert isinstance(outcome, Rejected), outcome
        return outcome.reason

    def told(self) -> list[str]:
        """The events of the last action, in order."""
        return [sent.event for sent in self.events]


def declared(instance: Instance, *checks: str) -> list[Declaration]:
    """The declarations with these ids."""
    found = [each for each in applicable(instance) if each.id in checks]
    assert len(found) == len(checks), f"declared are {[each.id for each in found]}"
    return found


def swept(model: Model, scenario: str, *checks: str) -> Exploration:
    """Every reachable state of a scenario, held against the declarations with these ids."""
    instance = model.instance(scenario)
    return explore(instance, declared=declared(instance, *checks), sample=10)


NEAR: Final = Bounds(states=1_500)
"""How many states are looked at by running the rules: reading and compiling all of them takes longer than that."""


def answer(model: Model, scenario: str, check: str) -> CheckResult:
    """What all reachable states say to one declaration.

    The rules are run first, and swept when the states near the beginning do not settle it. Both go breadth first, so
    that the way to what is found is a shortest one.
    """
    instance = model.instance(scenario)
    near = breadth_first.explore(instance, bounds=NEAR, declared=declared(instance, check)).checks[0]
    return near if near.status is not Status.INCONCLUSIVE else swept(model, scenario, check).checks[0]


def actions_to(result: CheckResult) -> Sequence[str]:
    """The actions that lead to what was found."""
    assert result.trace is not None, result.reason
    return [move.action.name for move in result.trace.moves]
