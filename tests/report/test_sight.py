"""Leaks in a record and on a terminal: listed among the findings, with what explains them and a play to each state."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.leaks import Channel, Leak
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightAnswer, SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Move, Trace
from kanly.explorer.report.files import Files
from kanly.explorer.report.summary import verdict_of
from kanly.explorer.report.terminal import show
from kanly.explorer.search.breadth_first import explore
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
