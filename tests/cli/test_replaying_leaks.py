"""A trace of a leak is two plays: taken again, it tells whether a seat still can tell them apart, and may not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of
from kanly.explorer.testing import leaking

TABLE = '''
from enum import Enum

from kanly.model import EVERYONE, NOBODY, Event, Int, Model, State, View, emit, require


class Seat(Enum):
    ANN = 1
    BOB = 2


class Told(Event):
    card: int = Int(0, 2)


class Table(State):
    card: int = Int(0, 2, seen_by=NOBODY)
    laid: int = Int(0, 1)


class TableView(View):
    card: int = Int(0, 2)
    laid: int = Int(0, 1)


table = Model("table", Table, seats=Seat)


@table.automatic
def swap(g: Table) -> None:
    """Another card, face down."""
    require(g.laid == 0 and g.card < 2, "as it is")
    g.card += 1


@table.action
def lay(g: Table, seat: Seat) -> None:
    """Lay it down."""
    require(g.laid == 0, "laid")
    OFFER
    g.laid = 1
    EVENTS


@table.view
def view(g: Table, seat: Seat) -> TableView:
    """What a seat sees."""
    return TableView(card=SHOWN, laid=g.laid)


@table.scenario("default")
def setup(g: Table) -> None:
    """The first card."""
    g.card = 0
'''

FINE = {"SHOWN": "0", "OFFER": "require(True, 'fine')", "EVENTS": "emit(Told(card=0), to=[Seat.BOB])"}
LEAKS = {
    "view": {"SHOWN": "g.card if seat == Seat.BOB else 0"},
    "offered actions": {"OFFER": "require(g.card != 1 or seat == Seat.ANN, 'not now')"},
    "events": {"EVENTS": "emit(Told(card=g.card), to=[Seat.BOB])"},
}
CHANNELS = pytest.mark.parametrize("channel", LEAKS)


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(*changes: tuple[str, str], **parts: str) -> None:
    text = TABLE
    for old, new in (*{**FINE, **parts}.items(), *changes):
        assert old in text
        text = text.replace(old, new)
    Path("table.py").write_text(text, encoding="utf-8")


def trace_of_a_leak(channel: str, command: str = "explore") -> str:
    """The trace that is written of the leak by a channel."""
    write(**LEAKS[channel])
    record = record_of(command, "table.py", "--traces", "traces")
    (finding,) = [each for each in record["findings"] if each["kind"] == "leak"]
    assert "BOB" in finding["message"]
    assert channel in finding["message"]
    assert [path.name for path in Path("traces").iterdir()] == [Path(finding["trace"]).name]
    return str(finding["trace"])


def replayed(trace: str) -> dict[str, Any]:
    return record_of("replay", "table.py", trace)


@CHANNELS
@pytest.mark.parametrize("command", ["explore", "prove", "simulate"])
def test_a_leak_still_leaks_and_does_not_once_the_model_is_repaired(channel: str, command: str) -> None:
    trace = trace_of_a_leak(channel, command)
    record = replayed(trace)
    assert (record["status"], record["exit_code"]) == ("violated", 1)
    assert record["reason"].startswith(f"BOB is given more than it may know by {channel}: ")
    write()
    assert (replayed(trace)["status"], replayed(trace)["exit_code"]) == ("holds", 0)


@CHANNELS
def test_a_leak_is_none_once_the_seat_may_know_what_it_sees(channel: str) -> None:
    trace = trace_of_a_leak(channel)
    write(("card: int = Int(0, 2, seen_by=NOBODY)", "card: int = Int(0, 2, seen_by=EVERYONE)"), **LEAKS[channel])
    assert replayed(trace)["status"] == "holds"


@CHANNELS
def test_a_field_that_was_added_since_hides_no_leak(channel: str) -> None:
    trace = trace_of_a_leak(channel)
    added = ("class Table(State):", "class Table(State):\n    wind: int = Int(0, 3)")
    write(added, **LEAKS[channel])
    assert replayed(trace)["status"] == "violated"
    write(added)
    assert replayed(trace)["status"] == "holds"


@pytest.mark.parametrize(
    "change",
    [
        ("require(g.laid == 0 and g.card < 2", "require(g.laid == 1 and g.card < 2"),
        ("def swap", "def exchange"),
        ("BOB", "CAI"),
    ],
)
def test_a_leak_whose_plays_cannot_be_taken_is_inconclusive(change: tuple[str, str]) -> None:
    trace = trace_of_a_leak("view")
    write(change)
    record = replayed(trace)
    assert (record["status"], record["exit_code"]) == ("inconclusive", 3)
    assert record["reason"]


def test_a_step_of_the_other_play_that_leads_elsewhere_is_named() -> None:
    trace = trace_of_a_leak("events")
    write(("g.card += 1", "g.card = 2"))
    told = [each for each in replayed(trace)["unchecked"] if "leads elsewhere" in each]
    assert [each for each in told if "card is 2, and was 1" in each]


@CHANNELS
def test_a_written_test_of_a_leak_fails_until_it_is_repaired(channel: str) -> None:
    write(**LEAKS[channel])
    record_of("explore", "table.py", "--write-tests", "tests", "--traces", "")
    (test,) = Path("tests").glob("test_*.py")
    space: dict[str, Any] = {"__file__": str(test.resolve())}
    exec(compile(test.read_text(encoding="utf-8"), str(test), "exec"), space)
    (run,) = [each for name, each in space.items() if name.startswith("test_")]
    assert space["leaking"] is leaking
    with pytest.raises(AssertionError):
        run()
    write()
    run()


@pytest.mark.parametrize("gone", [0, 1])
def test_a_leak_one_of_whose_plays_begins_nowhere_any_more_is_inconclusive(gone: int) -> None:
    chosen = ("def setup(g: Table)", "def setup(g: Table, card: int = Int(0, 1))")
    write(chosen, ("    g.card = 0\n", "    g.card = card\n"), **LEAKS["view"])
    trace = next(each["trace"] for each in record_of("explore", "table.py")["findings"] if each["kind"] == "leak")
    assert replayed(trace)["status"] == "violated"
    write(("    g.card = 0\n", f"    g.card = {1 - gone}\n"), **LEAKS["view"])
    record = replayed(trace)
    assert (record["status"], record["exit_code"]) == ("inconclusive", 3)
    assert f"no play begins in its first state: at the start card is {1 - gone}, and was {gone}" in record["reason"]


def test_a_view_that_cannot_be_made_is_taken_again() -> None:
    write(SHOWN="0 if g.card < 2 else 7")
    record = record_of("explore", "table.py", "--traces", "traces")
    trace = next(each["trace"] for each in record["findings"] if each["kind"] == "view")
    assert replayed(trace)["status"] == "violated"
    write()
    assert replayed(trace)["status"] == "holds"
