"""A game that is long to walk, what random walks of tests come by, and whether a play that they tell of is one."""

from __future__ import annotations

from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.traces import Trace
from kanly.explorer.sweep.code.generation import compile_model
from kanly.explorer.sweep.native.machine import Stops
from kanly.explorer.sweep.search.workers import WorkerPool
from kanly.explorer.sweep.walks.walking import Walking
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Accepted, Instance, Int, Slots, State, require
from tiny import tiny


def long_game() -> Instance:
    """A game with 251,001 states and up to 1,000 steps."""

    class Long(State):
        one: int = Int(0, 500)
        two: int = Int(0, 500)

    def first(g: Long) -> None:
        require(g.one < 500, "no more")
        g.one += 1

    def second(g: Long) -> None:
        require(g.two < 500, "no more")
        g.two += 1

    return tiny(Long, first, second)


def told(result: Exploration) -> dict[str, object]:
    """All that a seed determines."""
    return {
        "ending": result.ending,
        "counts": (result.states, result.transitions, result.depth, result.fired, result.walks),
        "faults": (result.faults, result.fault),
        "deadlocks": (result.deadlocks, result.deadlock),
        "checks": {check.declaration.id: (check.status, check.conjunct, check.trace) for check in result.checks},
        "sight": result.sight
        and [(answer.seat, answer.channel, answer.of, answer.status, answer.leak) for answer in result.sight.answers],
    }


def is_play(instance: Instance, trace: Trace) -> bool:
    """Whether the rules, when they are run, allow it."""
    here = trace.start
    if here not in instance.initial_states():
        return False
    for move, after in trace.steps:
        outcome = instance.step(here, move.action, move.codes)
        if not isinstance(outcome, Accepted) or outcome.slots != after:
            return False
        here = after
    if trace.failed is None:
        return True
    move, fault = trace.failed
    return instance.step(here, move.action, move.codes) == fault


def walked(
    instance: Instance, walks: int, depth: int | None, seed: int = 0, workers: int = 1, memory: int | None = None
) -> tuple[Walking, list[Slots]]:
    """Walks with nothing under watch, and the states that they came by."""
    compiled = compile_model(trace_model(instance))
    initial = [compiled.packing.pack(slots) for slots in instance.initial_states()]
    with WorkerPool(workers) as pool:
        walk = Walking([compiled.machine], [Stops()], len(instance.actions), Bounds(depth=depth, memory=memory), pool)
        walk.go(initial, walks, seed)
    return walk, [compiled.packing.unpack(walk.known.state(number)) for number in range(walk.known.states)]
