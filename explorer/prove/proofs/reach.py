"""Can it come to that? Shortest traces to a state with a property, or why there is none.

The states are searched first, up to a bound, which finds a shortest trace or shows that there is none. Beyond the bound
the solver looks for a trace of bounded length, and then for a proof that no trace of any length exists.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .... import model as language
from ....invariants import CheckKind, Declaration
from ....model import Instance, ModelError
from ....model.language.play.rules import negate, truth
from ...findings.outcome import Exploration
from ...findings.status import Status
from ...findings.traces import Trace
from ...judgement.judge import Judge
from ...trace.tracing import trace_model
from ..formulas.solver import Budget
from .bounded import Bounded, Watcher, search
from .k_induction import k_induction
from .path_goals import PathGoals

TARGET = "find"
"""The id of the question, put as the goal that it never comes to that."""

FILE = "<expression>"
"""What stands for the file of an expression."""


@dataclass(frozen=True)
class Reach:
    """The answer: `HOLDS` with a trace to one, `VACUOUS` when there is none at all, `INCONCLUSIVE` within the bounds.

    `searched` is the search that came first, `questions` are those that the solver was asked after it.
    """

    status: Status
    trace: Trace | None
    reason: str
    engine: str
    searched: Exploration
    questions: int = 0


def never(text: str, instance: Instance) -> Declaration:
    """The goal that a Python expression over the state `g` is never true. Raises `ModelError`.

    The expression may name whatever the model's own files name, its enumerations above all, and the modelling language.
    """
    target = _function(text.strip(), known_names(instance))
    Judge().judge([target])
    for slots in instance.initial_states()[:1]:
        try:
            target(instance.state(slots))
        except Exception as error:
            raise ModelError(f"{text}: {type(error).__name__}: {error}") from error
    sentence = f"It never comes to this: {text}"
    return Declaration(TARGET, CheckKind.INVARIANT, sentence, (), target, None, None, FILE, 1, written=(target,))


def _function(text: str, names: dict[str, Any]) -> Callable[[Any], Any]:
    """The contrary of the expression as a function whose source can be looked at, as that of any rule."""
    source = f"lambda g: __negate(__truth({text}))"
    linecache.cache[FILE] = (len(source), None, [source], FILE)
    try:
        compile(text, FILE, "eval")
        return eval(compile(source, FILE, "eval"), {**names, "__negate": negate, "__truth": truth})
    except (SyntaxError, ValueError) as error:
        raise ModelError(f"not a Python expression: {text} ({error})") from None


def known_names(instance: Instance) -> dict[str, Any]:
    """What an expression may name: the modelling language, and all that the files of the model name."""
    model = instance.model
    sources = [model.seats, model.state, *(action.original for action in model.actions.values())]
    names = {name: getattr(language, name) for name in language.__all__}
    for source in dict.fromkeys(each.__module__ for each in sources):
        names |= vars(sys.modules[source]) if source in sys.modules else {}
    return names


def reach(
    instance: Instance,
    target: Declaration,
    explore: Callable[[Sequence[Declaration]], Exploration],
    depth: int,
    steps: int,
    budget: Budget,
    progress: Watcher | None = None,
) -> Reach:
    """Search; then look for a trace of at most `depth` steps, and for a proof by induction over at most `steps`."""
    found = explore([target])
    result = found.check(target.id)
    if result.trace is not None:
        return Reach(Status.HOLDS, result.trace, "", found.engine, found)
    if found.complete:
        told = f"unreachable: it is so in none of {found.states:,} reachable states"
        return Reach(Status.VACUOUS, None, told, found.engine, found)
    goals = PathGoals(trace_model(instance), [target.id], more=[target])
    (bounded,) = search(goals, depth, budget, progress)
    if bounded.status is not Status.INCONCLUSIVE:
        return _answer(bounded, found, budget)
    (proof,) = k_induction(goals, min(steps, depth), budget, progress)
    if proof.status in (Status.HOLDS, Status.VIOLATED):
        return _answer(proof, found, budget)
    told = f"{found.ending.value} after {found.states:,} states; {bounded.reason}"
    return Reach(Status.INCONCLUSIVE, None, told, f"{found.engine}, z3", found, budget.questions)


def _answer(proof: Bounded, searched: Exploration, budget: Budget) -> Reach:
    unreachable = proof.status is Status.HOLDS
    status = Status.VACUOUS if unreachable else Status.HOLDS
    reason = f"unreachable: {proof.reason}" if unreachable else ""
    trace = None if unreachable else proof.trace
    return Reach(status, trace, reason, "z3", searched, budget.questions)
