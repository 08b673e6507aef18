"""Whether a change that no sweep shows makes a difference at all: in any state, in any that is reached, in a proof."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....invariants import applicable
from ....model.language.terms.nodes import ONE, ZERO, Node, bit_or, bit_xor
from ...findings.bounds import Bounds
from ...findings.status import Status
from ...prove.formulas.encode import disjunction
from ...prove.formulas.self_composition import SelfComposition
from ...prove.formulas.solver import Answer, Budget
from ...prove.formulas.states import canonical_terms
from ...prove.proofs.goals import StateGoal
from ...prove.proofs.hypothesis import Hypothesis
from ...prove.proofs.induction import OF_STATES, Induction
from ...sweep.code.generation import compile_model
from ...sweep.native.machine import ACTION_BITS, Stops
from ...sweep.search.sweep import sweep
from ...trace.histories import with_declared_histories
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Branch, Reject, TracedAction
from .differences import differing, learned_otherwise, shown_otherwise
from .scenario import Reread, Scenario

QUESTION_SECONDS = 10.0
"""The most that one question about a change may take."""


@dataclass(frozen=True)
class Difference:
    """Where a change makes a difference: for each action that does something else, and for what seats are shown."""

    of_actions: tuple[tuple[TracedAction, Node], ...]
    """Actions as they are written."""
    of_states: Node
    is_known_otherwise: bool
    """Whether what seats may know is told by other terms."""


def difference_of(scenario: Scenario, reread: Reread) -> Difference:
    """The difference between a scenario and what became of it."""
    now = {action.action.name: action for action in reread.traced.actions}
    found: list[tuple[TracedAction, Node]] = []
    for action in scenario.traced.actions:
        changed = now[action.action.name]
        differs = ZERO if changed is action else differing(scenario.traced, action, changed)
        differs = bit_or(differs, learned_otherwise(action, scenario.shown, reread.shown))
        if differs is not ZERO:
            found.append((action, differs))
    is_known_otherwise = scenario.shown.known != reread.shown.known
    return Difference(tuple(found), shown_otherwise(scenario.shown, reread.shown), is_known_otherwise)


def can_be(scenario: Scenario, reread: Reread, difference: Difference, budget: Budget) -> Answer:
    """Whether there is a difference in any state that satisfies what is declared of states."""
    answers = {_satisfiable(scenario, (), difference.of_states, budget)}
    for action, differs in difference.of_actions:
        answers.add(_satisfiable(scenario, action.parameters, differs, budget))
    if difference.is_known_otherwise:
        pairs = zip(scenario.shown.known, reread.shown.known, strict=True)
        answers |= {
            _tell_apart(scenario, *order, budget) for then, now in pairs for order in ((then, now), (now, then))
        }
    return next(each for each in (Answer.YES, Answer.UNKNOWN, Answer.NO) if each in answers)


def _tell_apart(scenario: Scenario, one: Sequence[Node], other: Sequence[Node], budget: Budget) -> Answer:
    """Whether there are two states that agree in some terms and differ in others."""
    traced = scenario.traced
    copies = SelfComposition(traced, one, budget)
    copies.suppose([*canonical_terms(traced), *(goal.term for goal in _given(scenario))])
    copies.agree(one)
    different = copies.differences(other)
    if not different:
        return Answer.NO
    with copies.solver.within(disjunction(different)):
        return copies.ask()


def _given(scenario: Scenario) -> list[StateGoal]:
    """What is declared of states, which a finished sweep has found to hold."""
    declared = applicable(scenario.traced.instance)
    return [StateGoal(scenario.traced, each) for each in declared if each.kind in OF_STATES]


def _satisfiable(scenario: Scenario, parameters: Sequence[Node], term: Node, budget: Budget) -> Answer:
    if term is ZERO:
        return Answer.NO
    return Hypothesis(scenario.traced, parameters, _given(scenario), budget).can_fail([bit_xor(term, ONE)])


def first_reached(scenario: Scenario, difference: Difference, bounds: Bounds) -> list[str] | None:
    """The actions of a shortest play to a state in which there is a difference; None where none was reached."""
    traced, count = scenario.traced, len(scenario.traced.actions)
    probes = tuple(_probe(action, differs, count + at) for at, (action, differs) in enumerate(difference.of_actions))
    probed = TracedModel(traced.instance, traced.slots, (*traced.actions, *probes), traced.judge)
    compiled = compile_model(
        probed, (_of_states(difference),), lambda action, _: [ONE if action.action.index >= count else ZERO]
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


def _of_states(difference: Difference) -> Node:
    """1 in states in which there is a difference: in all of them where seats know something else."""
    return ONE if difference.is_known_otherwise else difference.of_states


def _probe(action: TracedAction, differs: Node, index: int) -> TracedAction:
    """An action that changes nothing and is possible where another one makes a difference."""
    bound = copy.copy(action.action)
    bound.index = index
    return TracedAction(bound, action.parameters, Branch(differs, Accept({}), Reject("")), 2)


def broken_in_proof(scenario: Scenario, reread: Reread, budget: Budget) -> Iterator[str]:
    """The checks that are inductive over the actions that changed as they are written, and are no more."""
    then, now = (with_declared_histories(each) for each in (scenario.traced, reread.traced))
    before, after = Induction(then, budget), Induction(now, budget)
    found: dict[str, None] = {}
    for one, other in zip(then.actions, now.actions, strict=True):
        if one.action.name not in reread.actions:
            continue
        suspects = [goal for goal, status in after.steps_of(other).items() if status is Status.OPEN]
        if suspects:
            stood = before.steps_of(one)
            found.update(dict.fromkeys(goal for goal in suspects if stood[goal] is Status.HOLDS))
    yield from found
