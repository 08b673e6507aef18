"""Tasks of proofs and samples, done beside this process, each by a copy of it.

A copy made by `fork` has all that was read of the model, and Z3 in the state in which it is here; so what it answers
depends neither on the tasks that were done before nor on how many copies are at work. Z3 ends its own threads before a
process forks. Threads of one process would have to keep their formulas apart, which Python's collector of garbage does
not.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

from ...model.language.base.termination import keep_watch
from .supervision import copying, end_with_parent

Answer = TypeVar("Answer")

BEAT = 0.2
"""Seconds between two looks at whether to stop."""


def answered(
    tasks: Sequence[Callable[[], Answer]],
    workers: int,
    stop: Callable[[], bool],
    began: Callable[[int], None] = lambda _: None,
) -> list[Answer | None]:
    """What each task answers; None for those that fail, that are stopped, or that no copy can do.

    Up to `workers` are at work at a time; `began` hears of each. With one worker, and where processes cannot be copied
    safely or may have no children, nothing is done and every answer is None: whoever asks does without.
    """
    answers: list[Answer | None] = [None] * len(tasks)
    if workers < 2 or not can_be_copied():
        return answers
    for index, answer in answers_of(tasks, workers, stop, began):
        answers[index] = answer
    return answers


def can_be_copied() -> bool:
    """Whether this process can be copied safely, and may have children."""
    return sys.platform == "linux" and not multiprocessing.current_process().daemon


def answers_of(
    tasks: Iterable[Callable[[], Answer]],
    workers: int,
    stop: Callable[[], bool],
    began: Callable[[int], None] = lambda _: None,
    seconds: float = math.inf,
) -> Generator[tuple[int, Answer | None]]:
    """The number and the answer of each task, as they come; None for one that fails, or takes more than that long.

    A task is asked for when a worker is free. Those that are at work when somebody wants to `stop` are ended.
    """
    waiting = enumerate(tasks)
    running: dict[Connection, tuple[int, Any, float]] = {}
    try:
        while not stop():
            while len(running) < workers and (task := next(waiting, None)) is not None:
                began(task[0])
                pipe, process = _copied(task[1])
                running[pipe] = (task[0], process, time.monotonic() + seconds)
            if not running:
                return
            ready = cast("list[Connection]", wait(list(running), BEAT))
            late = [pipe for pipe, (_, _, until) in running.items() if time.monotonic() > until and pipe not in ready]
            for pipe in [*ready, *late]:
                index, process, _ = running.pop(pipe)
                if pipe in late:
                    process.kill()
                answer = _received(pipe)
                process.join()
                yield index, answer
    finally:
        for pipe, (_, process, _) in running.items():
            process.kill()
            process.join()
            pipe.close()


def _copied(task: Callable[[], object]) -> tuple[Connection, Any]:
    """A copy of this process at work on a task, and the pipe by which it answers."""
    context = multiprocessing.get_context("fork")
    here, there = cast("tuple[Connection, Connection]", context.Pipe(duplex=False))
    process = context.Process(target=_do, args=(task, there), daemon=True)
    with copying():
        process.start()
    there.close()
    return here, process


def _do(task: Callable[[], object], pipe: Connection) -> None:
    """Answer and end at once: whatever this process was about to do, or to print, is for the one that was copied."""
    try:
        end_with_parent()
        keep_watch()
        pipe.send(task())
    finally:
        os._exit(0)


def _received(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        return None
    finally:
        pipe.close()
