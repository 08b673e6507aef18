"""Leaks in a record and on a terminal: listed among the findings, with what explains them and a play to each state."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from counting import Counter, counter
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel, Leak
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import AllowanceAnswer, SightAnswer, SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.report.files import Files
from kanly.explorer.report.summary import verdict_of
from kanly.explorer.report.terminal import show
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.invariants import Declarations
from kanly.model import Accepted, Instance

card_table = bundled("card-table")


def drawn(instance: Instance, *cards: str) -> Trace:
    """A play in which Ann draws these cards."""
    trace = Trace(instance.initial_states()[0])
    for card in cards:
        action = instance.action("draw")
        codes = tuple(
            parameter.domain.load_code(value, "$")
            for parameter, value in zip(action.parameters, ("ANN", card), strict=True)
        )
        outcome = instance.step(trace.states[-1], action, codes)
        assert isinstance(outcome, Accepted)
        trace = Trace(trace.start, (*trace.steps, (Move(action, codes), outcome.slots)))
    return trace


def leaking() -> Exploration:
    """An exploration that found a leak between two plays which agree in the first card."""
    instance = card_table.instance()
    one, other = drawn(instance, "C1", "C2"), drawn(instance, "C1", "C3")
    seen = (("own", "{C1, C2}", "{C1, C3}"),)
    leak = Leak("BOB", Channel.VIEW, one.states[-1], other.states[-1], (), seen, plays=(one, other))
    answer = SightAnswer("BOB", Channel.VIEW, status=Status.VIOLATED, leak=leak)
    return replace(explore(instance), sight=SightResult([answer], states=510))


def test_a_leak_is_a_finding_with_two_plays_that_are_written(tmp_path: Path) -> None:
    found = leaking()
    verdict = verdict_of(found, "", keep=Files(found.instance, tmp_path, None, None).keep)
    (finding,) = verdict.findings
    assert (finding.kind, finding.status) == ("leak", "violated")
    assert finding.message == "BOB is given more than it may know by view"
    assert finding.counterexample is not None
    assert finding.other is not None
    plays = [[step.action for step in each.steps] for each in (finding.counterexample, finding.other)]
    assert plays == [[f"draw(seat=ANN, card={card})" for card in cards] for cards in (("C1", "C2"), ("C1", "C3"))]
    assert finding.trace == finding.counterexample.file
    document = json.loads(Path(finding.trace or "").read_text())
    states = [play[-1]["hand"] for play in (document["states"], document["#meta"]["leak"]["states"])]
    assert states[0] != states[1]


def test_what_both_states_have_in_common_and_how_to_get_there_is_shown() -> None:
    found = leaking()
    assert found.sight is not None
    leak = found.sight.leaks[0]
    common = replace(leak, other=leak.one)
    found.sight.answers[0].leak = common
    console = Console(width=120, no_color=True)
    with console.capture() as capture:
        show(console, verdict_of(found, ""))
    lines = [" ".join(line.split()) for line in capture.get().splitlines()]
    assert "in both deck {C3, C4} {C3, C4}" in lines
    assert "hand.ANN {C1, C2} {C1, C2}" in lines
    assert not any(line.startswith("hand.BOB") for line in lines)
    plays = lines[lines.index("to one state:") :]
    assert [line for line in plays if "draw" in line] == [
        f"{at} draw(seat=ANN, card=C{card})" for at, card in ((1, 1), (2, 2), (1, 1), (2, 3))
    ]
    assert plays.count("0 the same start") == 1


NOT_LOOKED_AT = "whether seats are given more than they may know (kanly prove)"


def sight_told(found: Exploration) -> tuple[list[str], list[str]]:
    """What is said of sight: what was looked at, and what was not."""
    verdict = verdict_of(found, "")
    checked, unchecked = (
        [line for line in lines if "sight" in line or line == NOT_LOOKED_AT]
        for lines in (verdict.checked, verdict.unchecked)
    )
    return checked, unchecked


@pytest.mark.parametrize(
    ("search", "bounds", "why"),
    [
        (explore, Bounds(states=40), "bound on states"),
        (explore, Bounds(depth=3), "bound on depth"),
        (sweep, Bounds(depth=3), "bound on depth"),
    ],
)
def test_sight_within_bounds_is_named_among_what_was_not_looked_at(search: Any, bounds: Bounds, why: str) -> None:
    found = search(card_table.instance(), bounds=bounds, sight=None)
    told = f"sight of ANN, BOB: no leak so far ({why}), among {found.states} states and their steps"
    assert sight_told(found) == ([], [told])


def test_sight_of_a_search_that_a_finding_stopped_is_named() -> None:
    made = counter()

    @Declarations(made).invariant("low")
    def low(g: Counter) -> bool:  # pyright: ignore[reportUnusedFunction]
        """It stays low."""
        return g.n < 2

    told = "sight of ANN, BOB, CAT: no leak so far (stopped by a finding), among 3 states and their steps"
    assert sight_told(explore(made.instance(), sight=None)) == ([], [told])


def test_seats_beside_one_that_leaks_are_named_and_sight_that_was_not_asked_for_too() -> None:
    found = leaking()
    assert found.sight is not None
    assert sight_told(found) == ([], [])
    found.sight.answers.append(SightAnswer("ANN", Channel.VIEW))
    found.sight.states = found.states
    assert sight_told(found)[0] == [f"sight of 1 seat among {found.states:,} states and their steps"]
    assert sight_told(replace(found, sight=None)) == ([], [NOT_LOOKED_AT])


def test_a_revelation_that_is_not_met_so_far_is_named() -> None:
    found = leaking()
    assert found.sight is not None
    cut = AllowanceAnswer("peek reveals a card", "A peek is one.", Status.INCONCLUSIVE, "not met so far")
    never = AllowanceAnswer("call reveals a hand", "A call is one.", Status.VACUOUS, "known without it")
    found.sight.allowances += [cut, never]
    found.sight.states = found.states
    missing = verdict_of(found, "").unchecked
    assert {"peek reveals a card: not met so far", "call reveals a hand: known without it"} <= set(missing)
