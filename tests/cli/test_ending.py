"""Every end of a command is told: a message, a record that says the same, and a documented exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest

from kanly.explorer.cli.frame.ending import told_end
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.processes.supervision import Cause, supervise, tell_phase
from kanly.explorer.trace.tracing import trace_model, trace_terms

MODEL = """
import ctypes, os, sys, time
from enum import Enum
from kanly.model import Int, Model, State, require


class Seat(Enum):
    ANN = 0


class Road(State):
    at: int = Int(0, 2)


class Mute(Exception):
    def __str__(self):
        raise ValueError("no words")


road = Model("road", Road, seats=Seat)


@road.scenario("default")
def setup(g: Road) -> None:
    g.at = 0


@road.automatic
def walk(g: Road) -> None:
    require(g.at < 1, "a wall")
    g.at += 1


DOES
"""

LINE = MODEL.count("\n", 0, MODEL.index("DOES")) + 1


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def kanly(*arguments: str, stdout: IO[str] | int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kanly.explorer.cli", *arguments]
    return subprocess.run(command, text=True, check=False, timeout=120, stdout=stdout, stderr=subprocess.PIPE)


def ended(does: str, *arguments: str) -> tuple[int, str, dict[str, Any]]:
    """The exit code, the message and the record of a command on a model whose file does that when it is read."""
    Path("road.py").write_text(MODEL.replace("DOES", does), encoding="utf-8")
    done = kanly(arguments[0], "road.py", *arguments[1:], "--json", "record.json")
    record: dict[str, Any] = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert record["exit_code"] == done.returncode
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr, record


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("os._exit(0)", "the process was left without a verdict (exit code 0)"),
        ("os._exit(4)", "the process was left without a verdict (exit code 4)"),
        ("ctypes.string_at(0)", f"road.py:{LINE}: the process crashed (SIGSEGV)"),
        ("os.abort()", f"road.py:{LINE}: the process crashed (SIGABRT)"),
        ("sys.exit(0)", f"road.py:{LINE}: SystemExit: 0"),
        ("raise KeyboardInterrupt", f"road.py:{LINE}: KeyboardInterrupt breaks the command off"),
        ("raise MemoryError", f"road.py:{LINE}: MemoryError"),
        ("raise Mute", f"road.py:{LINE}: Mute"),
        ("raise type('Off', (BaseException,), {'__str__': Mute.__str__})", f"road.py:{LINE}: Off"),
    ],
)
def test_a_model_that_ends_the_process_is_a_mistake(does: str, told: str) -> None:
    code, message, record = ended(does, "explore", "--engine", "run")
    assert (code, record["status"]) == (2, "error")
    assert told in message
    assert told in record["error"]


LAW = """
from kanly.invariants import Declarations


@Declarations(road).invariant("deep")
def deep(g: Road) -> bool:
    \"\"\"It is deep.\"\"\"
    return ("""


@pytest.mark.parametrize("expression", ["+".join(["g.at"] * 900), "+".join(["g.at"] * 3_000), "not " * 800 + "g.at",
                                        "not " * 5_000 + "g.at", "1 if g.at == 0 else " * 900 + "2"])  # fmt: skip
def test_what_is_nested_too_deeply_is_a_mistake_at_its_line(expression: str) -> None:
    code, message, record = ended(f"{LAW}\n        {expression}\n    ) == 0", "explore", "--engine", "run")
    assert (code, record["status"]) == (2, "error")
    lines = MODEL.replace("DOES", LAW).count("\n")
    assert "nested too deeply" in message
    assert any(f"road.py:{lines + more}: " in message for more in (-1, 0, 1))
    assert "defect" not in message


def test_what_a_model_imports_may_be_nested_too_deeply_too() -> None:
    Path("beside.py").write_text(f"X = {'+'.join(['1 + __name__'] * 3_000)}\n", encoding="utf-8")
    code, message, _ = ended("import beside", "explore", "--engine", "run")
    assert code == 2
    assert f"road.py:{LINE}: in what this imports, something is nested too deeply" in message


SLOW = pytest.mark.slow
STALLS = ("sum(iter(int, 1))", "sum(range(10**15))")


@SLOW
@pytest.mark.parametrize("does", STALLS)
@pytest.mark.parametrize("command", ["explore", "simulate", "check-model"])
def test_time_bounds_a_call_that_does_not_come_back(does: str, command: str) -> None:
    code, message, record = ended(does, command, "--timeout", "1")
    assert (code, record["status"]) == (3, "inconclusive")
    place = f"{Path('road.py').resolve()}:{LINE}"
    assert f"its time was over in {place} while loading the model; nothing was looked at yet" in message
    assert record["reason"] in message


def test_a_command_that_is_ended_tells_how_far_it_came() -> None:
    """The message and the record say what was done, and how many states were found."""
    shared = supervise(_seen_and_gone)
    assert (shared.cause, shared.phase, shared.seen) == (Cause.ENDED, "visiting states", 12_345)
    Path("road.py").write_text(MODEL.replace("DOES", ""), encoding="utf-8")
    assert told_end(shared, ["explore", "road.py", "--json", "record.json"]) == 3
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert record["states"] == 12_345
    assert "while visiting states" in record["reason"]
    assert "12,345 states were found, and nothing is known of them" in record["reason"]


def _seen_and_gone() -> int:
    tell_phase("visiting states", 12_345)
    os.kill(os.getpid(), 9)
    return 0


def _read(end: Callable[[], None]) -> int:
    """Read something in the midst of a proof, with `end` called while it is read and after that."""
    tell_phase("proving walk", 0)
    traced = trace_model(bundled("card-table").instance())
    trace_terms(traced, "the declaration slow", lambda _: [end() or 0])
    end()
    return 0


def _gone() -> None:
    os.kill(os.getpid(), 9)


def test_a_command_that_is_ended_while_something_is_read_tells_what() -> None:
    assert supervise(partial(_read, _gone)).phase == "reading the declaration slow"


def test_what_was_read_before_is_not_told() -> None:
    calls: list[None] = []
    assert supervise(partial(_read, lambda: _gone() if calls else calls.append(None))).phase == "proving walk"


SLOW_LAW = """
from kanly.invariants import Declarations


@Declarations(road).invariant("slow")
def slow(g: Road) -> bool:
    \"\"\"It takes long.\"\"\"
    return all(len([a * b for a in range(2_000) for b in range(2_000)]) + g.at > 0 for _ in range(2_000))
"""


READING = ("while reading the declaration slow",)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "phases"),
    [
        ("prove", READING),
        ("explore", READING),
        ("check-model", (*READING, "while testing road:default: declarations")),
    ],
)
def test_time_that_a_law_takes_is_told_as_such(command: str, phases: tuple[str, ...]) -> None:
    """On a fast machine the law is given up by itself before the command is, which is told with its place."""
    code, message, record = ended(SLOW_LAW, command, "--timeout", "1")
    if code == 3:
        assert record["status"] == "inconclusive"
        assert any(phase in message and phase in record["reason"] for phase in phases)
    else:
        assert "not end" in json.dumps(record)
        assert "road.py:" in json.dumps(record)


def test_a_process_that_is_ended_from_outside_leaves_everything_open() -> None:
    code, message, record = ended("os.kill(os.getpid(), 9)", "explore", "--engine", "run")
    assert (code, record["status"]) == (3, "inconclusive")
    assert "SIGKILL" in message


@pytest.mark.parametrize("arguments", [["explore", "--max-states", "0"], ["--nosuch"], ["nosuch"], ["explore"]])
def test_a_command_line_that_cannot_be_parsed_leaves_a_record(arguments: list[str]) -> None:
    done = kanly(*arguments, "--json", "record.json")
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert (done.returncode, record["exit_code"], record["status"]) == (2, 2, "error")


@pytest.mark.parametrize("given", [["-O"], ["-OO"]])
def test_python_without_asserts_is_refused(given: list[str]) -> None:
    command = [sys.executable, *given, "-m", "kanly.explorer.cli", "explore", "card-table", "--json", "record.json"]
    done = subprocess.run(command, text=True, check=False, capture_output=True, timeout=60)
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert (done.returncode, record["exit_code"]) == (2, 2)
    assert "without assertions" in done.stderr
    assert "without assertions" in record["error"]


def test_a_pipe_without_a_reader_is_refused_at_once() -> None:
    os.mkfifo("pipe")
    done = kanly("explore", "card-table", "--json", "pipe")
    assert done.returncode == 2
    assert "nobody reads from this pipe" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_that_cannot_be_written_is_told() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = kanly("explore", "card-table", "--json", "record.json", stdout=full)
    record = json.loads(Path("record.json").read_text(encoding="utf-8"))
    assert (done.returncode, record["exit_code"]) == (2, 2)
    assert "No space left" in record["error"]


@pytest.mark.parametrize("option", ["--json", "--traces", "--write-tests"])
@pytest.mark.parametrize("name", ["x" * 5_000, "road/there"])
def test_a_place_that_cannot_be_written_to_is_told_before_the_work(option: str, name: str) -> None:
    Path("road").write_text("in the way", encoding="utf-8")
    done = kanly("explore", "card-table", option, name)
    assert (done.returncode, done.stdout) == (2, "")
    assert option in done.stderr


def test_what_lies_beside_a_model_shadows_nothing() -> None:
    for name in ("numpy", "enum", "random", "rich", "mmap", "msgspec"):
        Path(f"{name}.py").write_text("raise RuntimeError('shadowed')\n", encoding="utf-8")
    Path("beside.py").write_text("STEPS = 1\n", encoding="utf-8")
    text = MODEL.replace("DOES", "pass").replace("import ctypes", "from beside import STEPS\nimport ctypes")
    Path("road.py").write_text(text, encoding="utf-8")
    for model in ("road.py", "road:road"):
        assert kanly("explore", model).returncode == 0


def test_a_neighbour_that_something_installed_hides_is_told() -> None:
    Path("networkx.py").write_text("STEPS = 1\n", encoding="utf-8")
    Path("road.py").write_text("\nimport networkx\n" + MODEL.replace("DOES", "pass"), encoding="utf-8")
    done = kanly("explore", "road.py")
    assert done.returncode == 2
    assert "road.py:2: networkx means" in done.stderr


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("9**9**9 > 1", "** is not part"),
        ("__import__('os').system('exit')", "states hold"),
        ("__import__(g)", "'__import__' is not defined"),
        ("g.__class__", "a name with an underscore"),
        ("[0] * 999999999", "only numbers"),
        ("open(g)", "'open' is not defined"),
        ("(x := 3)", "NamedExpr is not part"),
        ("not " * 100 + "g", "levels deep"),
        ("g.escrow == 1" + "0" * 30, "in no domain"),
    ],
)
def test_an_expression_says_only_what_a_rule_may_say(expression: str, told: str) -> None:
    done = kanly("find", "card-table", expression)
    assert done.returncode == 2
    assert told in done.stderr
