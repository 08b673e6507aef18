"""Sweeps that are broken off and gone on with come to the same; what is no checkpoint of a sweep is refused."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run
from kanly.explorer.cli.frame.selection import choose
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.native.arrays import Code, Workspace
from kanly.explorer.sweep.search import run as running
from kanly.explorer.sweep.search import visited
from kanly.explorer.sweep.search.checkpoint import CheckpointError, Checkpoints, read
from kanly.explorer.sweep.search.sweep import sweep
from kanly.invariants import Declarations
from kanly.model import Instance, Int, Map, Model, State, require
from tiny import Seat

from .toys import two_phase_commit


class Road(State):
    at: dict[Seat, int] = Map(Seat, Int(0, 30))
    wide: int = Int(0, 2**40)


def road(limit: int = 30, laws: int = 0, breaks_at: int | None = None) -> Instance:
    """Three walkers, and so many laws that say nothing new; one more may be broken on the way."""
    model = Model("road", Road, seats=Seat)

    @model.scenario("default")
    def setup(g: Road) -> None:
        g.wide = 2**39

    @model.action
    def walk(g: Road, seat: Seat) -> None:
        require(g.at[seat] < limit, "the end")
        g.at[seat] += 1
        g.wide += 1

    declared = Declarations(model)
    for number in range(laws):
        declared.invariant(f"law-{number}")(lawful(number))
    if breaks_at is not None:

        @declared.invariant("short")
        def short(g: Road) -> bool:
            """Nobody comes there."""
            return g.at[Seat.ANN] + g.at[Seat.BOB] != breaks_at

    return model.instance()


def lawful(number: int) -> Callable[[Road], bool]:
    def law(g: Road) -> bool:
        """It is not that far in all."""
        return g.wide < 2**39 + 30 + number

    return law


def told(found: Exploration) -> tuple[Any, ...]:
    """All that must be the same, however often it was broken off."""
    return (
        found.ending, found.states, found.transitions, found.depth, found.left, found.fired, found.faults,
        found.deadlocks, [(each.declaration.id, each.status, each.trace) for each in found.checks],
    )  # fmt: skip


def in_parts(instance: Instance, file: Path, monkeypatch: pytest.MonkeyPatch, beats: int) -> tuple[Exploration, int]:
    """An exploration that is interrupted after every so many blocks, and how often it went on."""
    monkeypatch.setattr(running, "HEARTBEAT", 0.0)
    keep, times = Checkpoints(write_to=file, every=0.0), 0

    def interrupted() -> Exploration:
        left = iter(range(beats))
        return explore(instance, sample=0, checkpoints=keep, stop=lambda: next(left, None) is None)

    found = interrupted()
    while found.ending is Ending.INTERRUPTED:
        times += 1
        keep = Checkpoints(write_to=file, every=0.0, read_from=file)
        found = interrupted()
    return found, times


@pytest.mark.parametrize("breaks_at", [None, 9])
def test_what_is_broken_off_and_gone_on_with_comes_to_the_same(
    breaks_at: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = road(7, 3, breaks_at)
    found, times = in_parts(instance, tmp_path / "kept", monkeypatch, 2)
    assert times > 0
    assert told(found) == told(explore(instance, sample=0))


def test_it_goes_on_with_another_number_of_workers(tmp_path: Path) -> None:
    instance, file = choose("card-table").instance(["cards=5"]), tmp_path / "kept"
    whole = explore(instance)
    assert explore(instance, bounds=Bounds(states=whole.states // 2), workers=2,
                   checkpoints=Checkpoints(write_to=file)).ending is Ending.STATES  # fmt: skip
    assert told(explore(instance, checkpoints=Checkpoints(read_from=file))) == told(whole)


def test_a_finished_sweep_is_told_again(tmp_path: Path) -> None:
    instance = road()
    whole = explore(instance, checkpoints=Checkpoints(write_to=tmp_path / "kept"))
    assert told(explore(instance, checkpoints=Checkpoints(read_from=tmp_path / "kept"))) == told(whole)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("hidden", [100, -1])
def test_what_the_memory_held_before_hides_no_state(
    hidden: int, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, file = two_phase_commit(4), tmp_path / "kept"
    whole = sweep(machine, [(0,)])

    def littered(code: Code, workers: int) -> Workspace:
        space = visited.make_workspace(code, workers)
        space.recent[:] = whole.words[hidden, 0]
        return space

    monkeypatch.setattr(running, "make_workspace", littered)
    kept, again = (Checkpoints(write_to=file).of_sweep(0), Checkpoints(read_from=file).of_sweep(0))
    sweep(machine, [(0,)], bounds=Bounds(depth=1), checkpoints=kept)
    found = sweep(machine, [(0,)], workers=workers, checkpoints=again)
    assert (found.ending, found.states, found.actions) == (whole.ending, whole.states, whole.actions)


def test_sweeps_for_many_laws_are_kept_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instance, file = road(7, 150), tmp_path / "kept"
    found, times = in_parts(instance, file, monkeypatch, 13)
    assert times > 0
    assert told(found) == told(explore(instance, sample=0))
    assert {each.name for each in tmp_path.iterdir()} == {"kept", "kept.2", "kept.3"}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The checkpoint of a sweep that was broken off."""
    file = tmp_path / "kept"
    explore(road(), bounds=Bounds(states=300), checkpoints=Checkpoints(write_to=file))
    return file


def test_a_checkpoint_that_is_cut_short_is_refused(kept: Path) -> None:
    content = kept.read_bytes()
    for length in (0, 5, 19, 20, 27, 60, len(content) // 2, len(content) - 1):
        kept.write_bytes(content[:length])
        with pytest.raises(CheckpointError, match=r"no checkpoint|damaged"):
            read(kept)
    kept.write_bytes(content + b"more")
    with pytest.raises(CheckpointError, match="damaged"):
        read(kept)


def test_a_checkpoint_of_which_any_byte_is_another_is_refused(kept: Path) -> None:
    content = kept.read_bytes()
    for position in (*range(0, 300, 7), *range(300, len(content), len(content) // 40)):
        changed = bytearray(content)
        changed[position] ^= 0x41
        kept.write_bytes(changed)
        with pytest.raises(CheckpointError):
            read(kept)


@pytest.mark.parametrize("other", [road(29), road(30, 0, 7), choose("card-table").instance([])])
def test_a_checkpoint_of_another_sweep_is_refused(other: Instance, kept: Path) -> None:
    with pytest.raises(CheckpointError, match="of another sweep"):
        explore(other, checkpoints=Checkpoints(read_from=kept))


def test_what_is_refused_leaves_the_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("explore", "card-table", "--checkpoint", "kept", "-q")[0] == 0
    content = Path("kept").read_bytes()
    Path("other").write_text("{}", encoding="utf-8")
    for arguments, message in (
        (["--resume", "kept", "-p", "cards=5"], "of another sweep"),
        (["--resume", "other"], "no checkpoint of this version"),
        (["--resume", "nosuch"], "No such file"),
        (["--resume", "."], "Is a directory"),
        (["--checkpoint", "nosuch/kept"], "there is no directory"),
        (["--checkpoint", "kept", "--engine", "run"], "for the compiled engine"),
        (["--resume", "kept", "--graph", "g.dot"], "for the compiled engine"),
    ):
        record = record_of("explore", "card-table", *arguments)
        assert (record["status"], record["exit_code"]) == ("error", 2), arguments
        assert message in record["error"]
    assert Path("kept").read_bytes() == content
    assert {each.name for each in tmp_path.iterdir()} == {"kept", "other"}


def test_memory_that_does_not_suffice_to_go_on_is_a_bound(kept: Path) -> None:
    found = explore(road(), bounds=Bounds(memory=1000), checkpoints=Checkpoints(read_from=kept))
    assert (found.ending, found.checks) == (Ending.MEMORY, ())


@pytest.mark.slow
def test_a_sweep_that_is_killed_goes_on(tmp_path: Path) -> None:
    table = ["card-table", "-p", "cards=8", "-p", "seats=3", "-p", "hand_limit=4"]
    command = [sys.executable, "-m", "kanly.explorer.cli", "explore", *table, "--sight", "0"]
    file = tmp_path / "kept"
    kills = 0
    for _ in range(4):
        resuming = ["--resume", str(file)] if file.exists() else []
        before = file.stat().st_mtime_ns if file.exists() else 0
        sweeping = subprocess.Popen([*command, "--checkpoint", str(file), "--every", "0", *resuming])
        while sweeping.poll() is None and (not file.exists() or file.stat().st_mtime_ns == before):
            time.sleep(0.01)
        if sweeping.poll() is None:
            sweeping.kill()
            kills += 1
        sweeping.wait()
    assert kills
    record = record_of("explore", *table, "--sight", "0", "--resume", str(file))
    assert (record["status"], record["states"], record["transitions"]) == ("holds", 994_670, 6_944_467)
    assert record["depth"] == 24
