"""Exploring twice where laws read histories: the states alone, which are counted, and the states with the histories."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...invariants import Declaration, monitored
from ...invariants.language.declarations import declared_for
from ...invariants.language.monitors import without_histories
from ...model import Instance, Slots
from ..findings.bounds import Bounds
from ..findings.outcome import Exploration
from ..findings.traces import Trace

Explore = Callable[[Instance, Sequence[Declaration], Bounds], Exploration]
"""Explores an instance for some declarations, within bounds."""


def explored(
    instance: Instance, declared: Sequence[Declaration] | None, bounds: Bounds, of_states: Explore, beside: Explore
) -> Exploration:
    """Explore an instance for what is declared, everything by default; `beside` is asked for laws that read histories.

    Counts are those of the states alone.
    """
    began = time.perf_counter()
    instance = without_histories(instance)
    wanted = declared_for(instance) if declared is None else declared
    reading = [each for each in wanted if not each.is_told_by(instance)]
    found = of_states(instance, [each for each in wanted if each not in reading], bounds)
    if not reading:
        return found
    left = None if bounds.seconds is None else max(0.0, bounds.seconds - (time.perf_counter() - began))
    return _joined(wanted, found, beside(monitored(instance), reading, replace(bounds, seconds=left)))


def _joined(declared: Sequence[Declaration], found: Exploration, more: Exploration) -> Exploration:
    """What was found of the states, and of the states with histories."""
    order = {declaration: place for place, declaration in enumerate(declared)}
    width = len(found.instance.slots)

    def path_to(slots: Slots) -> Trace | None:
        which = found if len(slots) == width else more
        return None if which.path_to is None else which.path_to(slots)

    return replace(
        found,
        ending=found.ending if not found.complete else more.ending,
        seconds=found.seconds + more.seconds,
        startup=_sum(found.startup, more.startup),
        kernel=_sum(found.kernel, more.kernel),
        sampling=_sum(found.sampling, more.sampling),
        memory=None if found.memory is None or more.memory is None else max(found.memory, more.memory),
        checks=tuple(sorted((*found.checks, *more.checks), key=lambda check: order[check.declaration])),
        faults=found.faults or more.faults,
        fault=found.fault or more.fault,
        with_histories=more,
        path_to=path_to,
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other
