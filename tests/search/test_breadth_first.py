"""Breadth-first search: exact counts, shortest traces, and each way in which it can end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hikers import hikers
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.checks import chosen
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.invariants import applicable
from kanly.model import Accepted, Instance, ModelError, Slots

card_table = bundled("card-table")
two_phase_commit = bundled("two-phase-commit")


def explored(instance: Instance, *ids: str, bounds: Bounds | None = None, keep_going: bool = False) -> Exploration:
    return explore(instance, declared=chosen(applicable(instance), ids), bounds=bounds, keep_going=keep_going)


def listed(instance: Instance) -> tuple[int, int]:
    """States and steps, found the plainest way."""
    found = dict.fromkeys(instance.initial_states())
    waiting, steps = list(found), 0
    for slots in waiting:
        for _, _, outcome in instance.successors(slots):
            assert isinstance(outcome, Accepted)
            steps += 1
            if outcome.slots not in found:
                found[outcome.slots] = None
                waiting.append(outcome.slots)
    return len(found), steps


@pytest.mark.parametrize(
    ("managers", "states"),
    # The published counts of the protocol, as TLC and Stateright find them.
    [
        (3, 288),
        pytest.param(4, 1_568, marks=pytest.mark.slow),
        pytest.param(5, 8_832, marks=pytest.mark.slow),
        pytest.param(6, 50_816, marks=pytest.mark.slow),
    ],
)
def test_two_phase_commit_has_the_published_number_of_states(managers: int, states: int) -> None:
    result = explore(two_phase_commit.instance(None, {"managers": managers}))
    assert (result.states, result.ending, result.status) == (states, Ending.COMPLETE, Status.HOLDS)


@pytest.mark.parametrize(
    ("cards", "seats", "limit", "states", "steps"),
    [
        # One card and one seat: in the deck, in the hand, in escrow, discarded.
        (1, 1, 1, 4, 4),
        (4, 2, 3, 510, 1_789),
        pytest.param(5, 3, 3, 6_172, 30_371, marks=pytest.mark.slow),
        pytest.param(6, 3, 4, 34_282, 194_599, marks=pytest.mark.slow),
    ],
)
def test_card_table_counts(cards: int, seats: int, limit: int, states: int, steps: int) -> None:
    result = explore(card_table.instance(None, {"cards": cards, "seats": seats, "hand_limit": limit}))
    assert (result.states, result.transitions, result.left) == (states, steps, 0)
    assert sum(result.fired) == steps


@pytest.mark.parametrize("instance", [card_table.instance(), two_phase_commit.instance()], ids=lambda each: each.name)
def test_search_finds_what_plain_listing_finds(instance: Instance) -> None:
    result = explore(instance)
    assert (result.states, result.transitions) == listed(instance)


def test_depth_is_the_longest_of_the_shortest_traces() -> None:
    result = explored(hikers("plain", end=7))
    assert (result.states, result.depth, result.transitions) == (8, 7, 2 * 2 * 7)


def test_an_invariant_is_broken_on_a_shortest_path() -> None:
    check = explored(hikers("plain"), "never-third").check("never-third")
    assert check.status is Status.VIOLATED
    assert check.trace is not None
    assert [str(move) for move in check.trace.moves] == ["walk(seat=ANN, forward=true)"] * 3
    assert len(check.trace.states) == 4


def test_a_step_property_is_broken_by_the_last_step() -> None:
    trace = explored(hikers("plain"), "never-back").check("never-back").trace
    assert trace is not None
    assert [str(move) for move in trace.moves] == [
        "walk(seat=ANN, forward=true)",
        "walk(seat=ANN, forward=false)",
    ]


def test_the_first_violation_ends_the_search_unless_it_goes_on() -> None:
    first = explored(hikers("plain"), "never-back", "never-third")
    assert first.ending is Ending.STOPPED
    assert first.check("never-third").status is Status.INCONCLUSIVE
    both = explored(hikers("plain"), "never-back", "never-third", keep_going=True)
    assert both.ending is Ending.COMPLETE
    assert [check.status for check in both.checks] == [Status.VIOLATED] * 2


def test_step_properties_see_the_events_of_the_step() -> None:
    assert explored(hikers("ravine"), "tells-where").check("tells-where").status is Status.HOLDS


def test_a_rule_that_leaves_its_domain_is_a_finding_with_a_trace() -> None:
    result = explored(hikers("leap"))
    assert result.status is Status.VIOLATED
    assert result.fault is not None
    assert result.fault.failed is not None
    move, fault = result.fault.failed
    assert (str(move), fault.kind, result.fault.length) == ("leap", "out of domain", 5)
    assert fault.file.endswith("hikers.py")


def test_a_state_without_a_way_on_is_reported_and_may_be_forbidden() -> None:
    result = explored(hikers("ravine"))
    assert (result.deadlocks, result.status) == (1, Status.HOLDS)
    assert result.deadlock is not None
    assert [move.action.name for move in result.deadlock.moves] == ["walk", "walk", "fall"]
    strict = explore(hikers("ravine"), declared=(), forbid_deadlock=True)
    assert strict.status is Status.VIOLATED


def test_a_settled_state_is_no_deadlock() -> None:
    instance = card_table.instance(None, {"cards": 1, "seats": 1, "hand_limit": 1})
    assert explore(instance).deadlocks == 0


def test_progress_is_broken_where_no_settled_state_can_be_reached() -> None:
    result = explored(hikers("circles"), "comes-home")
    check = result.check("comes-home")
    assert check.status is Status.VIOLATED
    assert check.trace is not None
    assert [move.action.name for move in check.trace.moves] == ["walk", "walk", "fall"]
    assert check.conjunct == "2 states are stuck; play goes round in 2 of them"
    assert explored(hikers("plain"), "comes-home").check("comes-home").status is Status.HOLDS


def test_an_action_that_is_never_possible_makes_the_answer_vacuous() -> None:
    result = explored(hikers("dead"))
    assert (result.dead_actions, result.status) == (("fly",), Status.VACUOUS)


def test_a_premise_that_never_holds_makes_the_check_vacuous() -> None:
    assert explored(hikers("plain"), "beyond").check("beyond").status is Status.VACUOUS


def test_a_witness_is_shown_or_missed() -> None:
    result = explored(hikers("plain"), "arrives", "walks-to-two", "rests")
    assert [check.status for check in result.checks] == [Status.HOLDS, Status.HOLDS, Status.VACUOUS]
    lengths = [check.trace and check.trace.length for check in result.checks]
    assert lengths == [4, 4, None]


@pytest.mark.parametrize(
    ("bounds", "ending"),
    [
        (Bounds(states=3), Ending.STATES),
        (Bounds(depth=2), Ending.DEPTH),
        (Bounds(seconds=1e-9), Ending.TIME),
    ],
)
def test_a_bound_makes_the_answer_inconclusive(bounds: Bounds, ending: Ending) -> None:
    result = explored(hikers("plain", end=9), "beyond", "arrives", bounds=bounds)
    assert (result.ending, result.status, result.complete) == (ending, Status.INCONCLUSIVE, False)
    assert {check.status for check in result.checks} == {Status.INCONCLUSIVE}
    assert result.left > 0


@pytest.mark.parametrize("most", [1, 2, 150, 509])
def test_no_more_states_are_found_than_the_bound(most: int) -> None:
    found = explore(card_table.instance(), bounds=Bounds(states=most))
    assert (found.ending, found.states) == (Ending.STATES, most)
    assert found.left > 0


def test_a_violation_within_the_bounds_counts() -> None:
    result = explored(hikers("plain"), "never-third", bounds=Bounds(depth=3))
    assert result.status is Status.VIOLATED
    assert explored(hikers("plain"), "never-third", bounds=Bounds(depth=2)).status is Status.INCONCLUSIVE


def test_depth_zero_looks_at_the_first_states_only() -> None:
    result = explored(hikers("plain"), bounds=Bounds(depth=0))
    assert (result.states, result.transitions, result.depth) == (1, 0, 0)


def test_an_interruption_tells_what_is_known() -> None:
    result = explore(hikers("plain"), declared=(), stop=lambda: True)
    assert (result.ending, result.status, result.states) == (Ending.INTERRUPTED, Status.INCONCLUSIVE, 1)


def test_progress_is_reported() -> None:
    told: list[int] = []
    explore(card_table.instance(), progress=lambda progress: told.append(progress.states))
    assert told


def test_a_declaration_that_fails_is_a_mistake_with_its_place() -> None:
    with pytest.raises(ModelError, match=r"hikers\.py:\d+: fails-to-answer fails instead of answering: IndexError"):
        explored(hikers("plain"), "fails-to-answer")


def test_unknown_declarations_are_refused() -> None:
    with pytest.raises(ModelError, match="nothing called nope is declared here"):
        explored(hikers("plain"), "nope")


def test_the_order_is_fixed() -> None:
    def path_of(instance: Instance) -> Sequence[Slots]:
        trace = explore(instance, declared=chosen(applicable(instance), ["escrow-used"])).check("escrow-used").trace
        return () if trace is None else trace.states

    assert path_of(card_table.instance()) == path_of(card_table.instance()) != ()
