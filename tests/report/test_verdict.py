"""The record and how it is shown."""

from __future__ import annotations

import itertools
import json

import pytest
from rich.console import Console

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.status import Status, worst
from kanly.explorer.report.summary import changes, verdict_of
from kanly.explorer.report.terminal import show, show_steps
from kanly.explorer.report.verdict import (
    Change,
    CounterexampleRecord,
    StepRecord,
    Verdict,
    as_json,
    error_verdict,
    exit_code,
    overall,
)
from kanly.explorer.search.breadth_first import explore
from kanly.model import require
from kanly.model.games.card_table import Card, Seat, Table, play

card_table = bundled("card-table")


def lose_the_card(g: Table, seat: Seat, card: Card) -> None:
    require(g.escrow is None, "a card is already in escrow")
    g.hand[seat].remove(card)


LOSING = card_table.variant({play: lose_the_card})


def shown(verdict: Verdict, *, quiet: bool = False) -> str:
    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        show(console, verdict, quiet=quiet)
    return capture.get()


def test_the_statuses_have_their_exit_codes() -> None:
    assert {status.value: status.exit_code for status in Status} == {
        "holds": 0,
        "violated": 1,
        "error": 2,
        "sampled": 3,
        "open": 3,
        "inconclusive": 3,
        "vacuous": 4,
    }


def test_a_bound_that_is_allowed_excuses_bounds_and_samples_and_nothing_beside_them() -> None:
    excused = {status for status in Status if exit_code(status, allow_bounded=True) != status.exit_code}
    assert excused == {Status.SAMPLED, Status.INCONCLUSIVE}
    for bounded in excused:
        for other in Status:
            expected = 0 if other in excused else other.exit_code
            assert exit_code(bounded, other, allow_bounded=True) == expected


def test_the_worst_status_counts() -> None:
    assert worst([]) is Status.HOLDS
    assert worst([Status.VACUOUS, Status.SAMPLED]) is Status.SAMPLED
    assert worst([Status.OPEN, Status.SAMPLED]) is Status.OPEN
    assert worst([Status.VACUOUS, Status.INCONCLUSIVE]) is Status.INCONCLUSIVE
    assert worst([Status.VIOLATED, Status.INCONCLUSIVE, Status.HOLDS]) is Status.VIOLATED


def test_a_complete_run_is_told_completely() -> None:
    verdict = verdict_of(explore(card_table.instance()), "kanly explore card-table")
    record = json.loads(as_json(verdict))
    assert (record["status"], record["exit_code"], record["complete"]) == ("holds", 0, True)
    assert (record["states"], record["transitions"], record["left"]) == (510, 1_789, 0)
    assert record["actions"] == {"draw": 888, "play": 504, "retire": 256, "reshuffle": 141}
    assert {check["id"]: check["status"] for check in record["invariants"]}["custody"] == "holds"
    text = shown(verdict)
    assert "+ every reachable state: 510, with 1,789 steps, up to 12 steps from the start" in text
    assert "again: kanly explore card-table" in text
    assert len(shown(verdict, quiet=True).splitlines()) == 1


def test_a_bounded_run_says_what_is_left() -> None:
    verdict = verdict_of(explore(card_table.instance(), bounds=Bounds(depth=2)), "", allow_bounded=True)
    assert (verdict.status, verdict.exit_code, verdict.complete) == ("inconclusive", 0, False)
    assert "- the rest (bound on depth): " in shown(verdict)


def test_a_rule_that_fails_is_shown_step_by_step() -> None:
    kept: list[tuple[str, str]] = []
    result = explore(LOSING.instance())
    verdict = verdict_of(
        result, "", keep=lambda check, conjunct, trace, other=None: (kept.append((check, conjunct)), (None, None))[1]
    )
    assert kept == [("fault", "")]
    text = shown(verdict)
    assert "play(seat=ANN, card=C1) fails: KeyError" in text
    assert "test_verdict.py" in text


def test_changes_are_told_by_path() -> None:
    instance = card_table.instance()
    start = instance.initial_states()[0]
    _, _, outcome = next(iter(instance.successors(start)))
    told = [(each.path, each.before, each.after) for each in changes(instance, start, outcome.slots)]  # type: ignore[union-attr]
    assert told == [("deck", "{C1, C2, C3, C4}", "{C2, C3, C4}"), ("hand.ANN", "{}", "{C1}")]


def test_an_option_that_is_filled_is_told_by_its_parts_and_an_emptied_one_without() -> None:
    filled = [Change("frame", "none", None), Change("frame.card", None, "C1"), Change("frame.turn", None, "none")]
    emptied = [Change("frame", None, "none"), Change("frame.card", "C1", None), Change("answer.due", "C2", None)]
    steps = [StepRecord("fill", "fill", {}, filled), StepRecord("empty", "empty", {}, emptied)]
    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        show_steps(console, CounterexampleRecord({}, steps))
    assert [" ".join(line.split()) for line in capture.get().splitlines()[1:] if line] == [
        "1 fill", "frame.card = C1", "frame.turn = none",
        "2 empty", "frame -> none", "answer.due C2 is no more",
    ]  # fmt: skip


def test_a_gate_is_as_good_as_its_worst_verdict() -> None:
    good = verdict_of(explore(card_table.instance()), "")
    bounded = verdict_of(explore(card_table.instance(), bounds=Bounds(depth=1)), "", allow_bounded=True)
    assert overall([good, bounded], "kanly gate", 1.0).exit_code == 0
    assert overall([good, error_verdict("no", "", "explore")], "kanly gate", 1.0).exit_code == 2


PAIRS = [{one, other} for one, other in itertools.combinations_with_replacement(Status, 2)]


@pytest.mark.parametrize("allow_bounded", [False, True])
def test_verdicts_together_end_as_one_verdict_of_all_their_answers_would(allow_bounded: bool) -> None:
    """Each with two answers; where a bound is allowed, its exit code is that of the other."""
    verdicts = [
        Verdict(
            status=worst(found).value,
            exit_code=exit_code(*found, allow_bounded=allow_bounded),
            command="",
            engine="",
        )
        for found in PAIRS
    ]
    for (found, verdict), (more, another) in itertools.product(zip(PAIRS, verdicts, strict=True), repeat=2):
        expected = exit_code(*found, *more, allow_bounded=allow_bounded)
        together = overall([verdict, another], "", 0.0)
        assert (together.exit_code, Status(together.status).exit_code) == (expected, expected), (found, more)
