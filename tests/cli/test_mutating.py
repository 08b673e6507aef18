"""`kanly mutate`: how it ends, what it tells, and how it goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import record_of, run
from tests.mutation.campaigning import HEAD, automatic

RULE = automatic("require(g.n < 3, 'enough')", "g.n = (g.n + 1) % 6")
LAWS = '''
@laws.invariant("low")
def low(g: Table) -> bool:
    """It stays low."""
    return g.n <= 3


@laws.step("counts")
def counts(before: Table, step, after: Table) -> bool:
    """It counts."""
    return after.n == before.n + 1


@laws.witness("comes-to-three")
def comes_to_three(g: Table) -> bool:
    """It counts to three."""
    return g.n == 3
'''
COMMAND = [sys.executable, "-m", "kanly.explorer.cli", "mutate"]
ENTRY = '[[survivor]]\nfunction = "act"\nbefore = "{}"\nafter = "{}"\nbecause = "{}"\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "small.py"
    file.write_text(f"{HEAD}\n{RULE}\n{LAWS}", encoding="utf-8")
    return file


@pytest.fixture
def open_game(tmp_path: Path) -> Path:
    """Of which nothing is declared."""
    file = tmp_path / "small.py"
    file.write_text(f"{HEAD}\n{RULE}", encoding="utf-8")
    return file


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False)


def fates(record: dict[str, Any]) -> list[tuple[Any, ...]]:
    """What became of the mutants."""
    return sorted((each["key"], each["line"], each["fate"], *each["by"]) for each in record["details"]["mutants"])


def test_a_model_that_kills_them_all_holds(game: Path) -> None:
    record = record_of("mutate", str(game))
    assert (record["status"], record["exit_code"], record["complete"]) == ("holds", 0, True)
    score = record["details"]["score"]
    assert score["killed"] > 5
    assert score["survived"] == score["undecided"] == 0
    assert sum(score[fate] for fate in ("killed", "equivalent", "unreached", "refused")) == record["details"]["all"]
    assert record["details"]["by_operator"]["guard dropped"] == {
        "killed": 1, "survived": 0, "equivalent": 0, "unreached": 0, "refused": 0, "undecided": 0, "share": 1.0
    }  # fmt: skip
    (dropped,) = [each for each in record["details"]["mutants"] if each["operator"] == "guard dropped"]
    assert (dropped["before"], dropped["after"], dropped["by"]) == ("require(g.n < 3, 'enough')", "", ["low"])


def test_a_survivor_is_violated_and_told_with_file_line_and_change(open_game: Path) -> None:
    code, out = run("mutate", str(open_game))
    assert code == 1
    line = open_game.read_text().splitlines().index("    require(g.n < 3, 'enough')") + 1
    assert f"survived: guard dropped in act, {os.path.relpath(open_game)}:{line}" in out.replace(
        str(open_game), os.path.relpath(open_game)
    )
    assert "    require(g.n < 3, 'enough')\n    -> (nothing)\n    small:default: after act, act, act\n" in out
    assert "survivors that no list names" in out.splitlines()[-1]


@pytest.mark.slow
def test_quiet_tells_the_last_line_only_and_verbose_each_mutant(game: Path) -> None:
    assert len(run("mutate", str(game), "-q")[1].splitlines()) == 1
    out = run("mutate", str(game), "-v")[1]
    assert "killed: guard dropped in act" in out
    assert "killed by low (sweep of small:default)" in out
    assert "off by one" in out


def test_a_rule_without_anything_to_change_is_vacuous(tmp_path: Path) -> None:
    file = tmp_path / "still.py"
    file.write_text(f"{HEAD}\n@small.automatic\ndef act(g: Table) -> None:\n    pass\n", encoding="utf-8")
    record = record_of("mutate", str(file))
    assert (record["status"], record["exit_code"]) == ("vacuous", 4)
    assert "nothing that should be killed" in record["reason"]


@pytest.mark.slow
def test_a_score_that_is_not_come_to_is_violated(tmp_path: Path, open_game: Path) -> None:
    listed = [each for each in record_of("mutate", str(open_game))["details"]["mutants"] if each["fate"] == "survived"]
    text = "\n".join(ENTRY.format(each["before"], each["after"], "why not") for each in listed)
    (tmp_path / "small.survivors.toml").write_text(text, encoding="utf-8")
    assert run("mutate", str(open_game))[0] == 0
    record = record_of("mutate", str(open_game), "--score", "95")
    assert (record["status"], record["exit_code"], record["details"]["unlisted"]) == ("violated", 1, [])


def test_a_model_that_does_not_hold_is_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(f"{HEAD}\n{RULE}\n{LAWS.replace('<= 3', '<= 2')}", encoding="utf-8")
    record = record_of("mutate", str(file))
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert "small:default does not hold as it is written (low); see kanly explore" in record["error"]


@pytest.mark.slow
def test_a_scenario_named_twice_is_looked_at_once(game: Path) -> None:
    once, twice = record_of("mutate", str(game)), record_of("mutate", f"{game}:default", str(game))
    assert fates(once) == fates(twice)


@pytest.mark.slow
def test_a_sample_is_the_same_in_any_process(game: Path) -> None:
    found: list[Any] = []
    for seed in ("0", "1"):
        done = subprocess.run(
            [*COMMAND, str(game), "--sample", "5", "--seed", "7", "--json", "-"],
            capture_output=True, text=True, check=False, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        found.append(fates(json.loads(done.stdout)))
    assert found[0] == found[1] == fates(record_of("mutate", str(game), "--sample", "5", "--seed", "7"))
    assert len(found[0]) == 5
    assert found[0] != fates(record_of("mutate", str(game), "--sample", "5", "--seed", "8"))


def test_optimised_python_is_refused(game: Path) -> None:
    done = subprocess.run([sys.executable, "-O", *COMMAND[1:], str(game)], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Python runs without assertions" in done.stderr


def test_where_processes_cannot_be_copied_it_says_so(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kanly.explorer.processes.forks.can_be_copied", lambda: False)
    record = record_of("mutate", str(game))
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert "which only Linux makes safely" in record["error"]


SLOW = automatic("g.m = 1 - g.m") + automatic(*(f"g.n = {each % 5}" for each in range(60))).replace("act", "more")
"""Rules with many changes that nothing tells."""


@pytest.fixture
def long_game(tmp_path: Path) -> Path:
    file = tmp_path / "small.py"
    file.write_text(f"{HEAD}\n{SLOW}", encoding="utf-8")
    return file


def _begun(file: Path, lines: int, *arguments: str) -> subprocess.Popen[str]:
    """The command at work, after it has kept so many results."""
    results = file.with_name("results")
    process = subprocess.Popen(
        [*COMMAND, str(file), "--results", str(results), "--json", str(file.with_name("record")), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        if results.exists() and results.read_bytes().count(b"\n") > lines:
            break
        time.sleep(0.01)
    return process


def _killed_whole(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def _interrupted(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("end", [_killed_whole, _interrupted])
def test_what_was_ended_goes_on_to_the_same(end: Callable[[subprocess.Popen[str]], None], long_game: Path) -> None:
    whole = record_of("mutate", str(long_game))
    results = long_game.with_name("results")
    end(_begun(long_game, 5))
    known = results.read_bytes().count(b"\n") - 1
    assert 5 <= known < len(fates(whole))
    resumed = record_of("mutate", str(long_game), "--results", str(results))
    assert fates(resumed) == fates(whole)
    assert results.read_bytes().count(b"\n") == len(fates(whole)) + 1


@pytest.mark.slow
def test_who_interrupts_is_told_what_is_known(long_game: Path) -> None:
    process = _begun(long_game, 5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    record = json.loads(long_game.with_name("record").read_text())
    assert process.returncode == record["exit_code"] == 1
    assert 5 <= len(record["details"]["mutants"]) < record["details"]["all"]
    assert not record["complete"]
    assert "were not judged" in record["reason"]
    assert "were not judged" in out.splitlines()[-1]


@pytest.mark.slow
def test_a_copy_that_is_killed_tells_what_is_known(long_game: Path) -> None:
    process = _begun(long_game, 5)
    (copy,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(copy), signal.SIGKILL)
    out, _ = process.communicate()
    record = json.loads(long_game.with_name("record").read_text())
    assert process.returncode == record["exit_code"] == 1
    assert 5 <= len(record["details"]["mutants"]) < record["details"]["all"]
    assert "were not judged" in out.splitlines()[-1]


@pytest.mark.slow
def test_time_that_is_over_leaves_what_is_known(long_game: Path) -> None:
    done = started(str(long_game), "--timeout", "1", "--json", "-")
    record = json.loads(done.stdout)
    assert done.returncode == record["exit_code"] in (1, 3)
    assert not record["complete"]


DAMAGED = {
    "foreign": (b"hello\n", "these are no results of kanly mutate"),
    "another record": (b'{"status": "holds"}\n', "these are no results of kanly mutate"),
    "no text": (b"\xff\xfe\n", "these are no results of kanly mutate"),
    "other rules": (b'{"kanly_mutants": 1, "rules": "0"}\n', "of other rules, checks or scenarios"),
    "another format": (b'{"kanly_mutants": 9, "rules": "0"}\n', "of other rules, checks or scenarios"),
    "nested": (b"[" * 100_000, "these are no results of kanly mutate"),
}


@pytest.mark.parametrize("named", DAMAGED)
def test_results_that_are_none_are_refused_and_stay(named: str, game: Path, tmp_path: Path) -> None:
    content, told = DAMAGED[named]
    results = tmp_path / "results"
    results.write_bytes(content)
    record = record_of("mutate", str(game), "--results", str(results), "--sample", "1")
    assert record["exit_code"] == 2
    assert f"--results {results}: " in record["error"]
    assert told in record["error"]
    assert results.read_bytes() == content


@pytest.mark.slow
def test_a_broken_last_line_is_passed_over_and_one_before_it_is_not(game: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    first = record_of("mutate", str(game), "--results", str(results))
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines)[:-20])
    assert fates(record_of("mutate", str(game), "--results", str(results))) == fates(first)
    assert sorted(results.read_bytes().splitlines()[1:-1]) == sorted(line.rstrip() for line in lines[1:-1])
    results.write_bytes(b"".join([*lines[:2], lines[2][:-20] + b"\n", *lines[3:]]))
    record = record_of("mutate", str(game), "--results", str(results))
    assert record["exit_code"] == 2
    assert "line 3" in record["error"]


def test_results_of_changed_rules_are_refused(game: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    assert run("mutate", str(game), "--results", str(results))[0] == 0
    game.write_text(game.read_text().replace("enough", "no more"), encoding="utf-8")
    assert "other rules" in record_of("mutate", str(game), "--results", str(results))["error"]


def test_results_that_are_too_large_or_a_folder_are_refused(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kanly.explorer.mutation.results.kept.LARGEST", 10)
    results = tmp_path / "results"
    results.write_bytes(b"{" * 11)
    assert "it is larger than 10 bytes" in record_of("mutate", str(game), "--results", str(results))["error"]
    assert record_of("mutate", str(game), "--results", str(tmp_path))["exit_code"] == 2


def test_places_of_the_same_text_are_kept_apart(tmp_path: Path) -> None:
    file, results = tmp_path / "small.py", tmp_path / "results"
    twice = automatic("if g.open:", "    g.n = 1", "else:", "    if g.n > 5:", "        g.n = 1", "g.open = not g.open")
    file.write_text(f"{HEAD}\n{twice}", encoding="utf-8")
    first = record_of("mutate", str(file), "--results", str(results))
    assert fates(record_of("mutate", str(file), "--results", str(results))) == fates(first)
    assert {each["fate"] for each in first["details"]["mutants"] if each["before"] == "g.n = 1"} == {
        "survived", "equivalent"
    }  # fmt: skip


HOSTILE = {
    "wrong type": (b'[[survivor]]\nfunction = 3\nbefore = ""\nafter = ""\nbecause = "x"\n', "this lists no survivors"),
    "no list": (b'survivor = "x"\n', "this lists no survivors"),
    "no reason": (ENTRY.format("a", "b", "  ").encode(), "act has no reason"),
    "reason left out": (b'[[survivor]]\nfunction = "a"\nbefore = "b"\nafter = "c"\n', "this lists no survivors"),
    "unknown key": (b"reason = 1\n", "this lists no survivors"),
    "unknown key of an entry": (ENTRY.format("a", "b", "c").encode() + b'line = 3\n', "this lists no survivors"),
    "no UTF-8": (b'x = "\xff"\n', "it is not UTF-8 text"),
    "no TOML": (b"[[survivor\n", "this lists no survivors"),
    "nested": (b"x = " + b"[" * 100_000, "this lists no survivors"),
    "huge": (b"#" * ((1 << 20) + 1), "it is larger than"),
}  # fmt: skip


@pytest.mark.parametrize("named", HOSTILE)
def test_lists_of_survivors_that_are_none_are_told(named: str, game: Path, tmp_path: Path) -> None:
    content, told = HOSTILE[named]
    listed = tmp_path / "small.survivors.toml"
    listed.write_bytes(content)
    record = record_of("mutate", str(game))
    assert record["exit_code"] == 2
    assert str(listed) in record["error"]
    assert told in record["error"]


@pytest.mark.slow
def test_an_entry_that_survives_no_more_is_told(game: Path, tmp_path: Path) -> None:
    listed = tmp_path / "small.survivors.toml"
    listed.write_text(ENTRY.format("require(g.n < 3, 'enough')", "", "it was so"), encoding="utf-8")
    record = record_of("mutate", str(game))
    assert (record["status"], len(record["details"]["stale"])) == ("violated", 1)
    assert "1 entries of a list of survivors that survive no more" in record["reason"]
    assert "may be taken from the list of survivors:\nkilled: guard dropped in act" in run("mutate", str(game))[1]


def test_an_entry_whose_place_was_not_judged_is_not_told(game: Path, tmp_path: Path) -> None:
    listed = tmp_path / "small.survivors.toml"
    listed.write_text(ENTRY.format("require(g.n < 30, 'enough')", "", "it was so"), encoding="utf-8")
    assert record_of("mutate", str(game))["details"]["stale"] == []
