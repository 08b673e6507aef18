"""A check that raises an exception: a mistake where play gets to, a broken goal where a proof only supposes to be."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from counting import counter
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.bounded import Bounded, search
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.report.proofs import ProofReport
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import Instance, ModelError


def model_with(check: Callable[..., Any], *, of_steps: bool = False) -> Instance:
    made = counter()
    laws = Declarations(made)
    (laws.step if of_steps else laws.invariant)("odd")(check)
    return made.instance()


def where_play_gets_to(g: Any) -> bool:
    """Odd."""
    if g.n == 2:
        raise ValueError("two")
    return True


def where_play_begins(g: Any) -> bool:
    """Odd."""
    if g.n == 0:
        raise ValueError("zero")
    return True


def over_a_step(before: Any, step: Any, after: Any) -> bool:
    """Odd."""
    if after.n == 2:
        raise ValueError("two")
    return True


def beyond(before: Any, step: Any, after: Any) -> bool:
    """Odd."""
    if before.spare == 2:
        raise ValueError("spare")
    return True


def within_three_steps(instance: Instance) -> list[Bounded]:
    return search(PathGoals(trace_model(instance)), 3, Budget())


def by_induction_over_three_steps(instance: Instance) -> list[Bounded]:
    return k_induction(PathGoals(trace_model(instance)), 3, Budget())


def by_induction(instance: Instance) -> object:
    return Induction(trace_model(instance)).run()


FROM_THE_START = [explore, sweep, within_three_steps, by_induction_over_three_steps]


@pytest.mark.parametrize("ask", FROM_THE_START)
@pytest.mark.parametrize("check", [where_play_begins, where_play_gets_to, over_a_step])
def test_it_is_a_mistake_in_a_state_that_is_reached(
    ask: Callable[[Instance], object], check: Callable[..., Any]
) -> None:
    with pytest.raises(ModelError, match="odd fails instead of answering: ValueError: ") as caught:
        ask(model_with(check, of_steps=check is over_a_step))
    assert (caught.value.file, caught.value.line) == (__file__, check.__code__.co_firstlineno + 3)


def test_it_is_a_mistake_in_an_initial_state_in_a_proof_for_all_states_too() -> None:
    with pytest.raises(ModelError, match="odd fails instead of answering: ValueError: zero"):
        by_induction(model_with(where_play_begins))


def proved(instance: Instance) -> ProofReport:
    report = ProofReport(instance)
    report.add_induction(Induction(trace_model(instance)).run())
    return report


def conjuncts(report: ProofReport) -> Sequence[str | None]:
    return [check.conjunct for check in report.checks if check.status == Status.OPEN.value]


@pytest.mark.parametrize(("check", "of_steps", "told"), [(where_play_gets_to, False, "two"), (beyond, True, "spare")])
def test_a_proof_for_all_states_says_plainly_that_the_check_fails(
    check: Callable[..., Any], of_steps: bool, told: str
) -> None:
    (conjunct,) = conjuncts(proved(model_with(check, of_steps=of_steps)))
    place = f"{__file__}:{check.__code__.co_firstlineno + 3}"
    assert conjunct == f"the check itself fails there: {place}: odd fails instead of answering: ValueError: {told}"


@pytest.mark.parametrize("ask", [explore, sweep])
def test_a_sweep_does_not_mind_where_play_never_gets(ask: Callable[[Instance], Any]) -> None:
    assert ask(model_with(beyond, of_steps=True)).status is Status.HOLDS
