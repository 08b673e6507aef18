"""Whether a change that no sweep shows makes a difference at all: in any state, in any that is reached, in a proof."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...invariants import CheckKind, applicable
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_xor
from ..findings.bounds import Bounds
from ..findings.status import Status
from ..prove.formulas.solver import Answer, Budget
from ..prove.proofs.goals import StateGoal
from ..prove.proofs.hypothesis import Hypothesis
from ..prove.proofs.induction import Induction
from ..sweep.code.generation import compile_model
from ..sweep.native.machine import ACTION_BITS, Stops
from ..sweep.search.sweep import sweep
from ..trace.histories import with_declared_histories
from ..trace.tracing import TracedModel
from ..trace.tree import Accept, Branch, Reject, TracedAction
from .differences import differing, shown_otherwise
from .scenario import Reread, Scenario

QUESTION_SECONDS = 10.0
"""The most that one question about a change may take."""


@dataclass(frozen=True)
class Difference:
    """Where a change makes a difference: for each action that does something else, and for what seats are shown."""

    of_actions: tuple[tuple[TracedAction, Node], ...]
    """Actions as they are written."""
    of_states: Node


def difference_of(scenario: Scenario, reread: Reread) -> Difference:
    """The difference between a scenario and what became of it."""
    now = {action.action.name: action for action in reread.traced.actions}
    pairs = [(action, now[action.action.name]) for action in scenario.traced.actions]
    found = [
        (action, differing(scenario.traced, action, changed)) for action, changed in pairs if changed is not action
    ]
    shown = shown_otherwise(scenario.shown, reread.shown) if reread.is_shown_otherwise else ZERO
    return Difference(tuple(found), shown)


def can_be(scenario: Scenario, difference: Difference, budget: Budget) -> Answer:
    """Whether there is a difference in any state that satisfies what is declared of states."""
    answers = {_satisfiable(scenario, (), difference.of_states, budget)}
    for action, differs in difference.of_actions:
        answers.add(_satisfiable(scenario, action.parameters, differs, budget))
    return next(each for each in (Answer.YES, Answer.UNKNOWN, Answer.NO) if each in answers)


def _satisfiable(scenario: Scenario, parameters: Sequence[Node], term: Node, budget: Budget) -> Answer:
    if term is ZERO:
        return Answer.NO
    traced = scenario.traced
    given = [StateGoal(traced, each) for each in applicable(traced.instance) if each.kind is CheckKind.INVARIANT]
    return Hypothesis(traced, parameters, given, budget).can_fail([bit_xor(term, ONE)])


def first_reached(scenario: Scenario, difference: Difference, bounds: Bounds) -> list[str] | None:
    """The actions of a shortest play to a state in which there is a difference; None where none was reached."""
    traced, count = scenario.traced, len(scenario.traced.actions)
    probes = tuple(_probe(action, differs, count + at) for at, (action, differs) in enumerate(difference.of_actions))
    probed = TracedModel(traced.instance, traced.slots, (*traced.actions, *probes), traced.judge)
    compiled = compile_model(
        probed, (difference.of_states,), lambda action, _: [ONE if action.action.index >= count else ZERO]
    )
    result = sweep(
        compiled.machine,
        [compiled.packing.pack(slots) for slots in traced.instance.initial_states()],
        bounds=bounds,
        stops=Stops(states=1, steps=1),
    )
    found = [*result.first_states.values(), *(step.parent for step in result.first_steps.values())]
    if not found:
        return None
    steps = (here.step for here in result.path(min(found)))
    return [traced.actions[step.label & (1 << ACTION_BITS) - 1].action.name for step in steps if step is not None]


def _probe(action: TracedAction, differs: Node, index: int) -> TracedAction:
    """An action that changes nothing and is possible where another one makes a difference."""
    bound = copy.copy(action.action)
    bound.index = index
    return TracedAction(bound, action.parameters, Branch(differs, Accept({}), Reject("")), 2)


def broken_in_proof(scenario: Scenario, reread: Reread, budget: Budget) -> Iterator[str]:
    """The checks that are inductive over the actions that changed as they are written, and are no more."""
    names = set(reread.actions)
    now = _proved(reread.traced, names, budget)
    suspects = [(case, goal) for (case, goal), status in now.items() if status in (Status.OPEN, Status.VIOLATED)]
    if not suspects:
        return
    then = _proved(scenario.traced, names, budget)
    yield from dict.fromkeys(goal for case, goal in suspects if then.get((case, goal)) is Status.HOLDS)


def _proved(traced: TracedModel, names: set[str], budget: Budget) -> dict[tuple[str, str], Status]:
    """How the obligations of some actions stand, with all that is declared of states supposed."""
    whole = with_declared_histories(traced)
    actions = tuple(action for action in whole.actions if action.action.name in names)
    some = TracedModel(whole.instance, whole.slots, actions, whole.judge, whole.without_histories)
    some.read_of_states.update(whole.read_of_states)
    proof = Induction(some, budget)
    result = proof.run()
    return {key: obligation.status for key, obligation in result.obligations.items() if key[0] in names}
