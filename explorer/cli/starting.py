"""A model loaded again in other processes, whose sets and hashes come in another order, and compared with this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from .frame.selection import choose

if TYPE_CHECKING:
    from ...model import Instance
    from ..battery.conformance import Finding
    from ..battery.sample import Reader

SEEDS: Final = (1, 2)
"""Of Python's hashes, one for each process that loads the model again."""

PATIENCE: Final = 120
"""Seconds until a start is given up."""


def same_at_every_start(
    instance: Instance, read: Reader, spelled: str, seeds: Sequence[int] = SEEDS, compared: set[str] | None = None
) -> Finding:
    """The finding of the battery: whether `spelled` is read alike in more processes; nothing to test without it.

    `compared` are the ids of declarations that were compared in other scenarios of the model, and are not again; those
    that are compared now are added.
    """
    from ...invariants.language.declarations import declared_for
    from ...model import ModelError
    from ..battery.conformance import Finding
    from ..battery.starts import digests
    from ..findings.status import Status

    name = "every-start"
    if not spelled:
        return Finding(name, Status.HOLDS, "The model has no source that can be loaded again.", is_empty=True)
    try:
        known = sorted(compared or ())
        found = _found_elsewhere(instance, spelled, seeds, "", known, lambda: digests(read(instance), known))
    except ModelError as error:
        return Finding(name, Status.INCONCLUSIVE, f"its rules cannot be read: {error}")
    except subprocess.TimeoutExpired:
        return Finding(name, Status.INCONCLUSIVE, "loading the model again takes too long")
    if found:
        return Finding(name, Status.VIOLATED, found)
    if compared is not None:
        compared |= {each.id for each in declared_for(instance)}
    before = f" Declarations that another scenario has compared: {len(known)}." if known else ""
    told = f"The model is the same at every start. Tried with other hashes: {len(seeds)}.{before}"
    return Finding(name, Status.HOLDS, told)


def different_game(instance: Instance, policy: str, spelled: str) -> str:
    """How a game by a policy differs in a process whose hashes come in another order; empty where it does not.

    Raises `TimeoutExpired`.
    """
    from ..battery.starts import games

    return _found_elsewhere(instance, spelled, SEEDS, policy, (), lambda: games(instance, [policy]))


def _found_elsewhere(
    instance: Instance,
    spelled: str,
    seeds: Sequence[int],
    policy: str,
    without: Sequence[str],
    read: Callable[[], dict[str, str]],
) -> str:
    """What differs between what is read here and in other processes, in words. Raises `TimeoutExpired`."""
    from ..battery.starts import difference, named

    given = [policy, json.dumps(list(without)), spelled, instance.scenario.name, *named(instance)]
    running = [_started(seed, given) for seed in seeds]
    try:
        here = read()
        for each in running:
            told, complaint = each.communicate(timeout=PATIENCE)
            if each.returncode:
                last = (complaint.strip().splitlines() or ["it ends"])[-1]
                return f"the model cannot be loaded again: {last}"
            if found := difference(here, json.loads(told)):
                return found
    finally:
        for each in running:
            each.kill()
            each.wait()
    return ""


def _started(seed: int, given: Sequence[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", __name__, *given]
    surroundings = {**os.environ, "PYTHONHASHSEED": str(seed)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=surroundings, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True)


def main(policy: str, without: str, spelled: str, scenario: str, *settings: str) -> None:
    """Write what is read of a model to standard output, which whatever the model prints does not reach.

    Only the games by a policy, where one is named; nothing of the declarations with the ids `without`, a JSON list.
    """
    from ..battery.starts import digests, games
    from ..processes.supervision import end_with_parent
    from ..trace.tracing import trace_model

    end_with_parent()
    with redirect_stdout(sys.stderr):
        instance = replace(choose(spelled), scenario=scenario).instance(settings)
        told = games(instance, [policy]) if policy else digests(trace_model(instance), json.loads(without))
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
