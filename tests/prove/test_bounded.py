"""Paths of bounded length: shortest counterexamples, induction over several steps, and questions of reachability."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import pytest

from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.bounded import Bounded, search
from kanly.explorer.prove.proofs.goals import FAULTS
from kanly.explorer.prove.proofs.k_induction import k_induction
from kanly.explorer.prove.proofs.path_goals import PathGoals
from kanly.explorer.prove.proofs.reach import never, reach
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declaration, Declarations, Step, applicable
from kanly.invariants.games.card_table import laws as card_laws
from kanly.invariants.games.two_phase_commit import laws as commit_laws
from kanly.model import Instance, Int, Model, ModelError, State, require
from kanly.model.games.card_table import Card, Seat, Table, card_table, play
from kanly.model.games.two_phase_commit import Commit, Decision, Manager, Order, commit, two_phase_commit

DECLARED = (card_laws, commit_laws)
"""Looked up by name; importing them declares them."""


class Walker(Enum):
    A = 1


class Walk(State):
    here: int = Int(0, 15)


walk_model = Model("walk", Walk, seats=Walker)
"""Goes up by two from 0 and turns at 8; 13 is never reached, but steps lead to it from 7."""
laws = Declarations(walk_model)


@laws.invariant("not-thirteen")
def not_thirteen(g: Walk) -> bool:
    """It is never 13."""
    return g.here != 13


@laws.invariant("not-eight")
def not_eight(g: Walk) -> bool:
    """It is never 8."""
    return g.here != 8


@walk_model.automatic
def up(g: Walk) -> None:
    require(g.here != 8, "turn")
    require(g.here < 14, "the end")
    require(g.here != 5, "no way on")
    g.here += 2


@walk_model.scenario("default")
def at_zero(g: Walk) -> None:
    pass


def walk() -> Instance:
    return walk_model.instance()


def by_goal(found: Sequence[Bounded]) -> dict[str, Bounded]:
    return {each.goal: each for each in found}


def test_bounded_search_finds_the_shortest_path_and_is_complete_when_all_paths_end() -> None:
    found = by_goal(search(PathGoals(trace_model(walk())), 9, Budget()))
    assert found["not-thirteen"].status is Status.HOLDS
    assert found["not-eight"].status is Status.VIOLATED
    trace = found["not-eight"].trace
    assert trace is not None
    assert trace.length == 4


def test_bounded_search_says_only_what_it_looked_at() -> None:
    found = by_goal(search(PathGoals(trace_model(walk())), 3, Budget()))
    assert {each.status for each in found.values()} == {Status.INCONCLUSIVE}
    assert "3 steps" in found["not-eight"].reason


def test_induction_needs_as_many_steps_as_lead_to_the_violation() -> None:
    subject = PathGoals(trace_model(walk()), ["not-thirteen"])
    (short,) = k_induction(subject, 3, Budget())
    (enough,) = k_induction(subject, 4, Budget())
    assert (short.status, enough.status) == (Status.OPEN, Status.HOLDS)
    assert short.trace is not None
    assert [state[0] for state in short.trace.states] == [7, 9, 11, 13]
    assert "4 steps" in enough.reason


def test_induction_reports_what_breaks_from_the_start() -> None:
    found = by_goal(k_induction(PathGoals(trace_model(walk())), 5, Budget()))
    assert found["not-eight"].status is Status.VIOLATED
    assert found["not-thirteen"].status is Status.HOLDS


def hasty(g: Commit) -> None:
    """Commits without asking everybody."""
    require(g.decision == Decision.OPEN, "already decided")
    g.decision = Decision.COMMITTED
    g.sent.add(Order.COMMIT)


def test_a_hasty_commit_is_found_with_the_shortest_path() -> None:
    instance = two_phase_commit.variant({commit: hasty}).instance()
    (found,) = search(PathGoals(trace_model(instance), ["consistency"]), 5, Budget())
    shortest = explore(instance, keep_going=True).check("consistency").trace
    assert found.trace is not None
    assert shortest is not None
    assert found.trace.length == shortest.length == 3


def test_two_phase_commit_holds_as_far_as_it_is_looked_at() -> None:
    subject = PathGoals(trace_model(two_phase_commit.instance()))
    assert {each.status for each in search(subject, 5, Budget())} == {Status.INCONCLUSIVE}
    found = by_goal(k_induction(subject, 3, Budget()))
    assert {each.status for each in found.values()} == {Status.HOLDS}


def test_consistency_alone_is_not_inductive() -> None:
    declared = [each for each in applicable(two_phase_commit.instance()) if each.id == "consistency"]
    bare = Model("bare", Commit, Manager, actions=two_phase_commit.actions, scenarios=two_phase_commit.scenarios)
    found = by_goal(k_induction(PathGoals(trace_model(bare.instance()), more=declared), 3, Budget()))
    assert found["consistency"].status is Status.OPEN
    assert found["consistency"].trace is not None


def test_the_card_table_needs_one_step_only() -> None:
    found = k_induction(PathGoals(trace_model(card_table.instance())), 2, Budget())
    assert {each.status for each in found} == {Status.HOLDS}


def play_unchecked(g: Table, seat: Seat, card: Card) -> None:
    g.hand[seat].remove(card)


def test_a_rule_that_fails_is_found_from_the_start() -> None:
    instance = card_table.variant({play: play_unchecked}).instance()
    (found,) = search(PathGoals(trace_model(instance), [FAULTS]), 2, Budget())
    assert found.trace is not None
    assert found.trace.failed is not None
    assert found.conjunct == "KeyError"


def test_no_time_is_no_answer() -> None:
    for found in (search, k_induction):
        answers = found(PathGoals(trace_model(card_table.instance())), 3, Budget(total=0.0))
        assert {each.status for each in answers} == {Status.INCONCLUSIVE}


def test_an_unknown_claim_is_a_mistake() -> None:
    with pytest.raises(ModelError, match="nobody"):
        PathGoals(trace_model(card_table.instance()), ["nobody"])


def ask(instance: Instance, text: str, states: int | None = None, depth: int = 10) -> tuple[Status, int | None, str]:
    def look(declared: Sequence[Declaration]) -> Exploration:
        return explore(instance, declared=declared, bounds=Bounds(states=states))

    found = reach(instance, never(text, instance), look, depth, 3, Budget())
    return found.status, None if found.trace is None else found.trace.length, found.engine


def test_a_shortest_way_is_found_by_search_and_beyond_its_bound_by_the_solver() -> None:
    instance = card_table.instance()
    assert ask(instance, "g.escrow is not None and size(g.discard) == 1") == (Status.HOLDS, 5, "run")
    assert ask(instance, "g.escrow is not None and size(g.discard) == 1", states=5) == (Status.HOLDS, 5, "z3")


def test_what_cannot_be_is_unreachable() -> None:
    instance = card_table.instance()
    assert ask(instance, "Card.C1 in g.deck and Card.C1 in g.discard") == (Status.VACUOUS, None, "run")
    assert ask(instance, "Card.C1 in g.deck and Card.C1 in g.discard", states=5, depth=3) == (
        Status.VACUOUS,
        None,
        "z3",
    )


def test_what_is_not_known_is_inconclusive() -> None:
    status, trace, _ = ask(card_table.instance(), "size(g.discard) == 3", states=5, depth=4)
    assert (status, trace) == (Status.INCONCLUSIVE, None)


@pytest.mark.parametrize("text", ["g.nothing", "1 +", "unknown_name", "g.escrow.", "g.escrow is g.escrow", "1, 2"])
def test_a_wrong_expression_is_a_mistake(text: str) -> None:
    with pytest.raises(ModelError):
        never(text, card_table.instance())


class Knob(State):
    at: int = Int(0, 3)


def test_induction_sees_steps_that_lead_back() -> None:
    """A step to the same state, or to an earlier one, ends a path too: both are found broken from 3 on."""
    knob = Model("knob", Knob, seats=Walker)
    checks = Declarations(knob)

    @knob.automatic
    def rest(g: Knob) -> None:  # pyright: ignore[reportUnusedFunction]
        require(g.at == 3, "only at the end")

    @knob.automatic
    def turn(g: Knob) -> None:  # pyright: ignore[reportUnusedFunction]
        g.at = 0 if g.at == 3 else g.at + 1

    @knob.scenario("default")
    def at_zero(g: Knob) -> None:  # pyright: ignore[reportUnusedFunction]
        pass

    @checks.step("turns")
    def turns(before: Knob, step: Step, after: Knob) -> bool:  # pyright: ignore[reportUnusedFunction]
        """Every step turns it."""
        return before.at != after.at

    @checks.step("never-back")
    def never_back(before: Knob, step: Step, after: Knob) -> bool:  # pyright: ignore[reportUnusedFunction]
        """It never turns back."""
        return after.at >= before.at

    subject = PathGoals(trace_model(knob.instance()), ["turns", "never-back"])
    for steps in (1, 2, 3):
        assert {each.status for each in k_induction(subject, steps, Budget())} == {Status.OPEN}
    assert {each.status for each in k_induction(subject, 4, Budget())} == {Status.VIOLATED}
