"""What a model does to the process while it is read: put back, refused, or the end of the command, always told."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from cli.running import record_of
from cli.test_ending import LINE, MODEL, ended
from kanly.explorer.cli.frame.loading import load_file
from kanly.explorer.cli.frame.mistakes import Mistake
from kanly.explorer.cli.frame.selection import BUNDLED


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(does: str) -> None:
    Path("road.py").write_text(MODEL.replace("DOES", does), encoding="utf-8")
    load_file(Path("road.py"))


def surroundings() -> tuple[object, ...]:
    open_files = [os.fstat(number).st_ino for number in range(3)]
    streams = [(stream, stream.closed) for stream in (sys.stdin, sys.stdout, sys.stderr)]
    handlers = [signal.getsignal(each) for each in signal.valid_signals()]
    searched = [list(sys.path), list(sys.meta_path)]
    modules = [sys.modules.get(name) for name in ("os", "numpy", "kanly.model", "json")]
    return (
        os.getcwd(), sys.getrecursionlimit(), sys.gettrace(), sys.getprofile(), open_files, streams, handlers, searched,
        modules,
    )  # fmt: skip


@pytest.mark.parametrize(
    "does",
    [
        "os.makedirs('deep'); os.chdir('deep')",
        "sys.setrecursionlimit(10**6)",
        "sys.setrecursionlimit(150)",
        "sys.settrace(lambda *given: None)",
        "sys.setprofile(lambda *given: None)",
        "os.close(1); os.close(2)",
        "reading, writing = os.pipe(); os.dup2(reading, 1)",
        "sys.stdout = sys.stderr = sys.stdin = None",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "sys.path.clear()",
        "sys.meta_path.insert(0, Mute)",
        "sys.modules.clear()",
        "sys.modules['numpy'] = None",
        "sys.modules = {}",
        "os.chdir('/'); sys.path.clear(); raise ValueError",
    ],
)
def test_what_the_reading_of_a_model_changes_is_put_back(does: str) -> None:
    read("pass")
    before = surroundings()
    try:
        read(does)
    except Mistake:
        assert "raise" in does
    assert surroundings() == before


def test_a_folder_that_a_model_adds_is_searched_behind_the_others() -> None:
    before = list(sys.path)
    try:
        read("sys.path.insert(0, '/added')")
        assert sys.path[-1] == "/added"
        assert "/added" not in sys.path[:-1]
    finally:
        sys.path[:] = before


@pytest.mark.parametrize(
    ("does", "replaced"),
    [
        ("import builtins; builtins.isinstance = lambda *given: True", "builtins.isinstance"),
        ("import builtins; builtins.__import__ = lambda *given, **more: sys", "builtins.__import__"),
        ("time.monotonic = lambda: 0.0", "time.monotonic"),
        ("del time.process_time_ns", "time.process_time_ns"),
        ("del Model.instance", "kanly.model.language.play.model.Model.instance"),
        ("Model.instance = lambda *given: None", "kanly.model.language.play.model.Model.instance"),
        (
            "import kanly.explorer.findings.status as status; status.Status.exit_code = property(lambda self: 0)",
            "kanly.explorer.findings.status.Status.exit_code",
        ),
        (
            "import kanly.explorer.report.verdict as verdict; verdict.exit_code = lambda *given, **more: 0",
            "kanly.explorer.report.verdict.exit_code",
        ),
        (
            "import kanly.explorer.findings.status as status; status.Status.VIOLATED._value_ = 'holds'",
            "kanly.explorer.findings.status.Status.VIOLATED",
        ),
        (
            "import kanly.explorer.cli.frame.selection as chosen; chosen.BUNDLED.clear()",
            "kanly.explorer.cli.frame.selection.BUNDLED",
        ),
        (
            "import kanly.explorer.report.verdict as it; it.exit_code.__code__ = (lambda *given, **more: 0).__code__",
            "kanly.explorer.report.verdict.exit_code",
        ),
        ("import json; json.dumps = lambda *given, **more: '{}'", "json.dumps"),
        ("import json; json.JSONEncoder.encode = json.JSONEncoder.iterencode", "json.encoder.JSONEncoder.encode"),
        ("import json; json.dump.__defaults__ = ()", "json.dump"),
        ("import functools; functools.reduce = lambda *given: 0", "functools.reduce"),
    ],
)
def test_what_a_model_is_checked_with_may_not_be_replaced(does: str, replaced: str) -> None:
    with pytest.raises(Mistake, match=f"reading it replaces {replaced}"):
        read(does)
    read("pass")
    assert "card-table" in BUNDLED


@pytest.mark.parametrize(
    ("does", "replaced"),
    [
        ("import z3; z3.Solver.check = lambda *given: z3.unsat", "z3.z3.Solver.check"),
        ("import z3; z3.BitVecRef.__add__ = classmethod(lambda *given: None)", "z3.z3.BitVecRef.__add__"),
        ("import rich.console as it; it.Console.print = lambda *given, **more: None", "rich.console.Console.print"),
        ("import numpy; numpy.any = lambda *given, **more: False", "numpy.any"),
        (
            "import kanly.explorer.prove.formulas.solver as it; it.Budget.left = property(lambda self: 0)",
            "kanly.explorer.prove.formulas.solver.Budget.left",
        ),
    ],
)
def test_a_library_that_the_model_is_the_first_to_load_is_not_changed_either(does: str, replaced: str) -> None:
    """In a process of its own, in which nothing has loaded it before."""
    code, _, record = ended(does, "trace", "walk")
    assert (code, record["status"]) == (2, "error")
    assert f"reading it replaces {replaced}; no model may change what it is checked with" in record["error"]


@pytest.mark.parametrize(
    ("later", "replaced"),
    [
        ("json.dumps = lambda *given, **more: '{}'", "json.dumps"),
        ("Model.instance.__code__ = (lambda *given, **more: None).__code__", "Model.instance"),
    ],
)
def test_what_is_replaced_while_kanly_works_is_found_before_the_verdict(later: str, replaced: str) -> None:
    started = (
        "import json\n"
        "def replace(event: str, given: tuple) -> None:\n"
        "    if event == 'import' and given[0] == 'kanly.explorer.search.breadth_first':\n"
        f"        {later}\n"
        "sys.addaudithook(replace)"
    )
    code, _, record = ended(started, "explore", "--engine", "run")
    assert (code, record["status"]) == (2, "error")
    assert replaced in record["error"]
    assert "replaced meanwhile" in record["error"]


@pytest.mark.parametrize(
    "begins",
    [
        "import threading; threading.Thread(target=time.sleep, args=(30,), daemon=True).start()",
        "import _thread; _thread.start_new_thread(lambda: time.sleep(30), ())",
        "import threading; threading.Timer(30, print).start()",
    ],
)
def test_a_model_that_leaves_a_thread_running_is_refused(begins: str) -> None:
    code, _, record = ended(begins, "explore", "--engine", "run")
    assert (code, record["status"]) == (2, "error")
    assert "reading it leaves a thread running" in record["error"]


def test_a_thread_that_ends_with_the_reading_is_none_of_its_business() -> None:
    read("import threading; threading.Thread(target=time.sleep, args=(0.05,)).start()")


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("os.chdir('/')", "posix.chdir is not part of the state"),
        ("sys.setrecursionlimit(150)", "setrecursionlimit"),
        ("import builtins; builtins.isinstance = lambda *given: True", "a rule imports nothing"),
    ],
)
def test_a_set_up_is_refused_before_it_changes_anything(does: str, told: str) -> None:
    read("pass")
    before = surroundings()
    Path("road.py").write_text(MODEL.replace("    g.at = 0", f"    {does}\n    g.at = 0").replace("DOES", ""))
    record = record_of("explore", "road.py")
    assert surroundings()[:-1] == before[:-1]
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert told in record["error"]


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("does", "code", "told"),
    [
        ("sys.exit(0) if os.fork() else None", 2, f"road.py:{LINE}: SystemExit: 0"),
        ("sys.modules.pop('json'); os.chdir('/'); os.close(1); os.close(2)", 0, ""),
        pytest.param("os.fork()", 0, "", marks=SLOW),
        pytest.param("os.fork() or time.sleep(1000)", 0, "", marks=SLOW),
        pytest.param("os.execv('/bin/true', ['true'])", 2, "the process was left without a verdict", marks=SLOW),
        pytest.param("os.closerange(0, 256)", 2, "the process was left without a verdict", marks=SLOW),
        pytest.param("import atexit; atexit.register(os._exit, 4)", 0, "", marks=SLOW),
        pytest.param(
            "import threading; threading.Thread(target=lambda: 1 // 0).start()", 0, "ZeroDivision", marks=SLOW
        ),
        pytest.param("import threading; threading.Thread(target=time.sleep, args=[1000]).start()", 2, "", marks=SLOW),
        pytest.param("Mute.__del__ = lambda self: sys.exit(0); Mute()", 0, "SystemExit: 0", marks=SLOW),
        pytest.param("import gc; gc.callbacks.append(lambda *given: os._exit(0))", 2, "without a verdict", marks=SLOW),
        pytest.param("Road.__init_subclass__ = lambda: os._exit(0); type('R', (Road,), {})", 2, "verdict", marks=SLOW),
        pytest.param("x = bytearray(10**15)", 2, "MemoryError", marks=SLOW),
        pytest.param("sys.stdout.write('x' * 10**7); sys.stderr.write('x' * 10**6)", 0, "", marks=SLOW),
        pytest.param("sys.setrecursionlimit(10**8); r = lambda: r(); r()", 3, "its time was over", marks=SLOW),
        pytest.param("os.kill(os.getpid(), 19)", 3, "its time was over", marks=SLOW),
        pytest.param("os.unlink(__file__)", 2, "another file than the one that was read", marks=SLOW),
        pytest.param("import signal; signal.setitimer(0, 0.2); time.sleep(1)", 2, "crashed (SIGALRM)", marks=SLOW),
    ],
)
def test_every_end_is_told_whatever_a_model_does_while_it_is_read(does: str, code: int, told: str) -> None:
    ends, message, record = ended(does, "explore", "--engine", "run", "--timeout", "4", "--sight", "0")
    assert (ends, record["exit_code"]) == (code, code), message
    assert told in message


SET_UPS = {
    "setup": ("    g.at = 0", "    DOES\n    g.at = 0"),
    "helper": ("    g.at = 0", "    tidy()\n\n\ndef tidy() -> None:\n    DOES"),
    "members": (
        '@road.scenario("default")',
        'def members(p):\n    DOES\n    return {Seat: [Seat.ANN]}\n\n\n@road.scenario("default", scope=members)',
    ),
}

"""Where a set-up does something, by what is replaced in the model."""

LAW = """
from kanly.invariants import Declarations

laws = Declarations(road)


@laws.invariant("ends", clauses=["A"])
def ends(g: Road) -> bool:
    '''It ends.'''
    return g.at < 2
"""


@pytest.mark.parametrize(
    ("where", "does", "told"),
    [
        ("setup", "sys.modules.clear()", "setup: a rule changes the state only, not sys.modules"),
        ("helper", "sys.modules.clear()", "tidy: a rule changes the state only, not sys.modules"),
        ("members", "sys.modules.clear()", "members: a rule changes the state only, not sys.modules"),
        ("setup", "os._exit(0)", "os._exit: posix._exit is not part of the state"),
        ("setup", "print(open('road.py').read())", "setup: print(...) is not part of the language of rules"),
        ("members", "time.sleep(1000)", "time.sleep: time.sleep is not part of the state"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["explore"],
        ["explore", "--engine", "run"],
        ["prove"],
        ["simulate"],
        ["check-model"],
        ["gate"],
        ["clauses"],
        ["trace", "walk"],
        ["find", "g.at == 1"],
        ["validate", "save.json"],
    ],
    ids=" ".join,
)
def test_a_set_up_is_judged_before_it_runs(where: str, does: str, told: str, command: list[str]) -> None:
    old, new = SET_UPS[where]
    source = MODEL.replace("seats=Seat", 'seats=Seat, clauses={"A": "It ends."}').replace(old, new)
    line = source.count("\n", 0, source.index("DOES")) + 1
    Path("road.py").write_text(source.replace("\nDOES\n", LAW).replace("DOES", does), encoding="utf-8")
    Path("save.json").write_text('{"at": 0}', encoding="utf-8")
    record = record_of(command[0], "road.py", *command[1:])
    assert record["exit_code"] == 2
    assert f"road.py:{line}: {told}" in str(record)
