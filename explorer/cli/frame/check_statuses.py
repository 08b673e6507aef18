"""The status of everything that may hold a clause: what is declared, and what is checked of every model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ....invariants import BuiltIn, built_in_checks
from ....invariants.language.declarations import declared_for
from ...findings.status import Status, worst
from .ending import limit_step
from .options import Engine

if TYPE_CHECKING:
    from ....model import Instance, Model
    from ...findings.bounds import Bounds
    from ...findings.outcome import Exploration
    from ...prove.formulas.solver import Budget
    from ...trace.tracing import TracedModel
    from .obligations import Proof
    from .selection import Chosen

STEPPED_AGAIN = 20
"""States of each scenario that are stepped again after its sweep: `kanly explore` does so with many more."""

SAMPLED = 100
"""States of each scenario on which tests of the conformance battery are tried."""

BATTERY = (BuiltIn.ROUND_TRIP, BuiltIn.REFUSED_SAVES, BuiltIn.EDITED_SAVES, BuiltIn.PANEL, BuiltIn.POLICIES)
"""The built-in checks that are tests of the conformance battery."""

Check: TypeAlias = str | BuiltIn
"""The id of a declaration, or a built-in check."""


@dataclass(frozen=True)
class CheckOptions:
    """What may be used: the engine, the bounds for each scenario, threads; whether declarations are proved as well."""

    engine: Engine
    bounds: Bounds
    workers: int
    prove: bool
    stop: Callable[[], bool]
    say: Callable[[str], None]
    keep: Callable[[Stands], None]
    """Takes how each check stands after each scenario, in case that there is no next one."""


@dataclass(frozen=True)
class Stands:
    """How each check stands that was made, after so many of all scenarios."""

    checks: dict[Check, Status]
    explored: int
    scenarios: int


def check_statuses(chosen: Chosen, options: CheckOptions) -> dict[Check, Status]:
    """How each check stands over all scenarios in which it is made."""
    found: dict[Check, list[Status]] = {}
    wanted = built_in_of(chosen.model)
    instances = list(_instances(chosen, wanted))
    for number, instance in enumerate(instances, 1):
        began = time.perf_counter()
        limit_step(options.bounds.seconds)
        subject = _Subject(instance, options)
        for check, status in (*subject.explored(), *subject.built_in(wanted)):
            found.setdefault(check, []).append(status)
        options.keep(Stands(_so_far(found, instances[number:], wanted), number, len(instances)))
        options.say(f"{instance.name} ({number} of {len(instances)}): {time.perf_counter() - began:.1f} s")
    return {check: over_scenarios(statuses) for check, statuses in found.items()}


def _so_far(found: dict[Check, list[Status]], left: Sequence[Instance], wanted: set[BuiltIn]) -> dict[Check, Status]:
    """How each check stands while some scenarios are left: one that is still to be made there is not decided yet."""
    undecided: set[Check] = {each.id for instance in left for each in declared_for(instance)}
    if left:
        undecided |= wanted
    return {
        check: over_scenarios([*statuses, *([Status.INCONCLUSIVE] if check in undecided else [])])
        for check, statuses in found.items()
    }


def built_in_of(model: Model) -> set[BuiltIn]:
    """The built-in checks that some clause of the model rests on."""
    return {check for clause in model.clauses for check in built_in_checks(model, clause)}


def _instances(chosen: Chosen, wanted: set[BuiltIn]) -> Iterator[Instance]:
    """The scenarios in which something is checked that holds a clause."""
    for name in [chosen.scenario] if chosen.scenario else chosen.model.scenarios:
        instance = type(chosen)(chosen.model, name).instance(())
        if wanted or any(each.clauses for each in declared_for(instance)):
            yield instance


@dataclass(frozen=True)
class _Subject:
    """One scenario that is checked; its rules are read once, when somebody first wants them."""

    instance: Instance
    options: CheckOptions

    @cached_property
    def traced(self) -> TracedModel:
        """The rules, read."""
        from ...trace.tracing import trace_model

        return trace_model(self.instance)

    @cached_property
    def exploration(self) -> Exploration:
        """Every state that is reached."""
        from .engines import EngineOptions, explore_with

        options = self.options
        search = EngineOptions(options.bounds, keep_going=True, sight=0, workers=options.workers, sample=STEPPED_AGAIN)
        traced = self.traced if options.engine is Engine.COMPILED else None
        return explore_with(options.engine, self.instance, search, traced=traced, stop=options.stop)

    def explored(self) -> Iterator[tuple[Check, Status]]:
        """What is declared, in every state that is reached."""
        for check in self.exploration.checks:
            yield check.declaration.id, check.status

    def built_in(self, wanted: set[BuiltIn]) -> Iterator[tuple[Check, Status]]:
        """The built-in checks that are wanted."""
        tests = [check for check in BATTERY if check in wanted]
        if tests:
            yield from _tried(self.instance, tests)
        if BuiltIn.SIGHT in wanted:
            yield BuiltIn.SIGHT, self._sight()
        if BuiltIn.INDUCTION in wanted and self.options.prove:
            yield BuiltIn.INDUCTION, self._induction()

    def _sight(self) -> Status:
        from ...report.sight import SIGHT

        sight = self._proved([SIGHT]).sight
        return Status.VACUOUS if sight is None else sight.status

    def _induction(self) -> Status:
        """The declarations that hold a clause which rests on induction, and whatever they rest on, proved."""
        model = self.instance.model
        clauses = {clause for clause in model.clauses if BuiltIn.INDUCTION in built_in_checks(model, clause)}
        ids = [each.id for each in declared_for(self.instance) if clauses & set(each.clauses)]
        return self._proved(ids).status if ids else Status.VACUOUS

    def _proved(self, ids: Sequence[str]) -> Proof:
        """What is proved, and what is decided of the rest by what is reached."""
        from .obligations import prove_everywhere

        return prove_everywhere(self.traced, self._budget(), ids, None, lambda _: None, lambda _: self.exploration)

    def _budget(self) -> Budget:
        """The options of one proof."""
        from ...prove.formulas.solver import Budget

        limit_step(self.options.bounds.seconds)
        return Budget(total=self.options.bounds.seconds, stop=self.options.stop, workers=self.options.workers)


def _tried(instance: Instance, checks: Sequence[BuiltIn]) -> Iterator[tuple[Check, Status]]:
    from ...battery.conformance import BATTERY as TESTS
    from ...battery.conformance import conformance

    names = [check.value for check in checks]
    tests = [test for test in TESTS if test.__name__.replace("_", "-") in names]
    for finding in conformance(instance, most=SAMPLED, tests=tests):
        yield BuiltIn(finding.name), Status.VACUOUS if finding.is_empty else finding.status


def over_scenarios(statuses: Sequence[Status]) -> Status:
    """One status for several scenarios: where a premise never holds in one, another may show that it does."""
    decided = [status for status in statuses if status is not Status.VACUOUS]
    return worst(decided) if decided else Status.VACUOUS
