"""The slow twin of a sweep: some of its states are stepped by running the rules, and nothing may differ."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

from ....invariants import CheckKind, holds, replayed
from ....model import Accepted, BoundAction, Fault, Instance, Slots
from ....model.language.base.errors import Rejection
from ....model.language.play.instance import Codes
from ...processes.forks import answered
from ..code.generation import CompiledModel
from ..code.observations import Group, Signal
from ..native.machine import FAULT_FLAG, FIRST_STEP_BIT
from ..search.result import SweepResult
from .disagreement import DisagreementError, described

SAMPLE = 300
"""How many states are stepped again; all, when there are fewer."""

DRAWN = 30
"""How many states are drawn for each that is stepped again."""

ENOUGH = 3
"""How often each label of a step is wanted in a sample."""

WORTH_SHARING = 100
"""From how many states on a sample is shared."""

ACTION_MASK = FAULT_FLAG - 1
PLAIN_MASK = FAULT_FLAG | ACTION_MASK


Watched: TypeAlias = tuple[CompiledModel, Group]
"""Machine code, and the declarations that it watches."""


def compare(watched: Sequence[Watched], result: SweepResult, seed: int, count: int, workers: int = 1) -> None:
    """Step a random sample of the states found, by running the rules. Raises `DisagreementError`.

    Up to `workers` copies of this process share the sample. What one of them cannot confirm is looked at again here.
    """
    numbers = _sampled(result, random.Random(seed), count)
    parts = workers if len(numbers) >= WORTH_SHARING else 1
    shares = [partial(_compare_numbered, watched, result, numbers[part::parts]) for part in range(parts)]
    for share, is_same in zip(shares, answered(shares, parts, lambda: False), strict=True):
        if not is_same:
            share()


def _sampled(result: SweepResult, chance: random.Random, count: int) -> list[int]:
    """The numbers of the states to be stepped again, in order.

    Of those that are drawn, states with a step that was rarely drawn come first: a step's label is its action and what
    is observed of it, so that rare actions, faults and observations are looked at as the frequent ones are.
    """
    drawn = chance.sample(range(result.states), min(count * DRAWN, result.states))
    if result.states <= count:
        return sorted(drawn)
    seen: Counter[int] = Counter()
    rare: list[int] = []
    common: list[int] = []
    for number in drawn:
        labels = {step.label for step, _ in result.history.successors(number)}
        is_rare = any(seen[label] < ENOUGH for label in labels)
        (rare if is_rare else common).append(number)
        seen.update(labels if is_rare else ())
    return sorted([*rare, *common][:count])


def _compare_numbered(watched: Sequence[Watched], result: SweepResult, numbers: Sequence[int]) -> bool:
    packing = watched[0][0].packing
    for number in numbers:
        compare_state(watched, packing.unpack(result.history.state(number)))
    return True


def compare_state(watched: Sequence[Watched], slots: Slots) -> None:
    """Compare the steps from a state, and what is observed of it and of them. Raises `DisagreementError`."""
    instance = watched[0][0].traced.instance
    run = list(instance.successors(slots))
    labelled = [_labelled(slots, action, codes, outcome) for action, codes, outcome in run]
    has_steps = any(signal.of_steps for _, group in watched for signal in group.signals)
    steps = [
        replayed(instance, slots, action, codes, outcome.slots) if isinstance(outcome, Accepted) and has_steps else None
        for action, codes, outcome in run
    ]
    for compiled, group in watched:
        native = [step for step in compiled.successors(slots) if step[0] & ACTION_MASK < len(instance.actions)]
        plain = [(label & PLAIN_MASK, after) for label, after in native]
        for position, (one, other) in enumerate(itertools.zip_longest(plain, labelled)):
            if one != other:
                raise DisagreementError(described(instance, slots, f"step {position}", one, other))
        state, observed = (instance.state(slots),), compiled.observed(slots)
        _compare_signals(instance, slots, "the state", group, None, observed, state)
        _compare_settled(instance, slots, group, observed)
        for (label, _), step, (action, codes, _) in zip(native, steps, run, strict=True):
            if step is not None:
                seen, subject = label >> FIRST_STEP_BIT, action.describe(codes)
                _compare_signals(instance, slots, subject, group, action.index, seen, step)


def nth_step(instance: Instance, slots: Slots, ordinal: int) -> tuple[BoundAction, Codes, Accepted | Fault]:
    """The step number `ordinal` from a state, by running the rules. Raises `DisagreementError` when there are fewer."""
    for step in itertools.islice(instance.successors(slots), ordinal, None):
        return step
    raise DisagreementError(described(instance, slots, f"step {ordinal}", "possible", None))


def _labelled(slots: Slots, action: BoundAction, codes: Codes, outcome: Accepted | Fault) -> tuple[int, Slots]:
    """A step that was run, in the form of compiled code."""
    if isinstance(outcome, Accepted):
        return action.index, outcome.slots
    return action.index | FAULT_FLAG, slots


def _compare_signals(
    instance: Instance,
    slots: Slots,
    subject: str,
    group: Group,
    action: int | None,
    seen: int,
    arguments: Sequence[Any],
) -> None:
    """Compare what the bits say about each declaration with what it says when it is run.

    `action`: the index of the action whose step this is, None when it is about a state.
    """
    for signal in group.signals:
        if signal.of_steps is (action is None) or signal.observed.declaration.kind is CheckKind.PROGRESS:
            continue
        found, premise = _run(signal, arguments)
        told = (
            signal.found is not None and bool(seen >> signal.found & 1),
            _premise_told(signal, action, seen),
        )
        if told != (found, premise):
            name = f"{signal.observed.declaration.id} on {subject} (reported, premise holds)"
            raise DisagreementError(described(instance, slots, name, told, (found, premise)))


def _compare_settled(instance: Instance, slots: Slots, group: Group, seen: int) -> None:
    """Compare what the bits call settled with what running the progress declarations does."""
    for declaration, bit in group.settled.items():
        try:
            settled, _ = holds(declaration, instance.state(slots))
        except (Exception, Rejection):  # it fails instead of answering, which is reported
            continue
        if settled is not bool(seen >> bit & 1):
            name = f"{declaration.id} on the state (settled)"
            raise DisagreementError(described(instance, slots, name, not settled, settled))


def _premise_told(signal: Signal, action: int | None, seen: int) -> bool:
    """Whether the premise holds, as far as compiled code tells."""
    if signal.premise is not None:
        return bool(seen >> signal.premise & 1)
    return action is None or action in signal.actions


def _run(signal: Signal, arguments: Sequence[Any]) -> tuple[bool, bool]:
    """Whether running the declaration gives something to report, and whether its premise holds."""
    declaration = signal.observed.declaration
    try:
        premise = declaration.when is None or bool(declaration.when(*arguments))
        kept, _ = holds(declaration, *arguments)
    except (Exception, Rejection):  # it fails instead of answering, which is reported
        return True, True
    return kept is signal.observed.is_witness, premise
