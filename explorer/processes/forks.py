"""Tasks of proofs and samples, done beside this process, each by a copy of it.

A copy made by `fork` has all that was read of the model, and Z3 in the state in which it is here; so what it answers
depends neither on the tasks that were done before nor on how many copies are at work. Z3 ends its own threads before a
process forks. Threads of one process would have to keep their formulas apart, which Python's collector of garbage does
not.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
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
    if workers < 2 or sys.platform != "linux" or multiprocessing.current_process().daemon:
        return answers
    waiting = list(enumerate(tasks))[::-1]
    running: dict[Connection, tuple[int, Any]] = {}
    try:
        while (waiting or running) and not stop():
            while waiting and len(running) < workers:
                index, task = waiting.pop()
                began(index)
                pipe, process = _copied(task)
                running[pipe] = (index, process)
            for pipe in cast("list[Connection]", wait(list(running), BEAT)):
                index, process = running.pop(pipe)
                answers[index] = _received(pipe)
                process.join()
    finally:
        for pipe, (_, process) in running.items():
            process.kill()
            process.join()
            pipe.close()
    return answers


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
