"""Copies of the process that share a proof: the answers are those of one process, whatever happens to a copy."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.processes.forks import answered
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.obligations import ProofResult
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants.games.card_table import laws as card_laws
from kanly.model import Instance, require
from kanly.model.games.card_table import Card, Seat, Table, card_table, draw, play, view
from leaking import show_all_hands

DECLARED = card_laws
"""Looked up by name; importing it declares it."""

needs_copies = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux only")


def never() -> bool:
    return False


def end_abruptly() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def fail() -> int:
    raise ValueError("this task fails")


def leave() -> int:
    raise SystemExit(3)


@needs_copies
def test_answers_are_in_the_order_of_the_tasks() -> None:
    heard: list[int] = []
    tasks = [lambda number=number: (number, os.getpid()) for number in range(7)]
    answers = answered(tasks, 3, never, heard.append)
    assert [answer[0] for answer in answers if answer] == list(range(7))
    assert heard == list(range(7))
    assert os.getpid() not in {answer[1] for answer in answers if answer}


@needs_copies
@pytest.mark.parametrize("broken", [end_abruptly, fail, leave])
def test_a_copy_that_ends_without_an_answer_gives_none(broken: Callable[[], int]) -> None:
    assert answered([lambda: 1, broken, lambda: 2], 2, never) == [1, None, 2]


@needs_copies
def test_long_answers_arrive_whole() -> None:
    assert answered([lambda: "x" * 3_000_000, lambda: "y" * 3_000_000], 2, never) == ["x" * 3_000_000, "y" * 3_000_000]


@needs_copies
def test_copies_are_ended_when_somebody_wants_no_more() -> None:
    begun: list[int] = []
    answers = answered([lambda: time.sleep(3600)] * 4, 2, lambda: len(begun) >= 2, begun.append)
    assert answers == [None] * 4
    assert begun == [0, 1]


def test_one_worker_is_this_process() -> None:
    assert answered([lambda: 1], 1, never) == [None]


def nothing_is_answered() -> None:
    sys.exit(0 if answered([lambda: 1, lambda: 2], 2, never) == [None, None] else 1)


@needs_copies
def test_a_process_that_may_have_no_children_does_without() -> None:
    process = multiprocessing.get_context("fork").Process(target=nothing_is_answered, daemon=True)
    process.start()
    process.join()
    assert process.exitcode == 0


def draw_what_is_not_there(g: Table, seat: Seat, card: Card) -> None:
    require(card not in g.hand[seat], "the card is in the hand")
    g.hand[seat].add(card)


def play_twice(g: Table, seat: Seat, card: Card) -> None:
    play(g, seat, card)
    g.discard.add(card)


def told(result: ProofResult) -> dict[str, tuple[Status, set[str]]]:
    """The status of each goal, and what breaks it."""
    return {
        goal: (result.status_of(goal), {answer.case for answer in result.of_goal(goal) if answer.examples})
        for goal in result.goals
    }


@pytest.mark.parametrize(
    "instance",
    [
        card_table.instance(),
        card_table.variant({draw: draw_what_is_not_there}).instance(),
        card_table.variant({play: play_twice, draw: draw_what_is_not_there}).instance(),
    ],
    ids=["sound", "one broken rule", "two broken rules"],
)
def test_a_proof_by_several_is_the_proof_by_one(instance: Instance) -> None:
    one, several = (Induction(trace_model(instance), Budget(workers=workers)).run() for workers in (1, 3))
    assert told(several) == told(one)


@pytest.mark.parametrize(
    "instance",
    [card_table.instance(), card_table.variant({view: show_all_hands}).instance()],
    ids=["sound", "leaking"],
)
def test_sight_by_several_is_sight_by_one(instance: Instance) -> None:
    one, several = (prove_sight(trace_model(instance), Budget(workers=workers)) for workers in (1, 3))
    assert [(answer.seat, answer.channel, answer.of, answer.status) for answer in several.answers] == [
        (answer.seat, answer.channel, answer.of, answer.status) for answer in one.answers
    ]
    assert [leak.seat for leak in several.leaks] == [leak.seat for leak in one.leaks]


@needs_copies
def test_what_the_time_does_not_suffice_for_stays_open() -> None:
    result = Induction(trace_model(card_table.instance()), Budget(total=0.0, workers=2)).run()
    assert result.status is Status.INCONCLUSIVE
    assert not result.examples
