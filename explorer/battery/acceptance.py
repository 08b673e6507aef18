"""Which saves are accepted: those that keep every save rule and every invariant; and edits that try that."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, cast

from ...invariants import CheckKind, Declaration, applicable, holds
from ...model import Instance, ModelError, Slots
from ...model.language.base.errors import Rejection
from ...model.language.base.strict_json import Json
from ..search.watch import failing

STRANGE: Final[tuple[Json, ...]] = ("?", -1, 10**9, 0.5, {})
"""What hardly any part of a save can be."""


@dataclass(frozen=True)
class Refusal:
    """What refuses a save: the path of the fault ($ where none is named), the rule, its clauses, and what it says."""

    path: str
    rule: str
    clauses: tuple[str, ...]
    message: str

    def record(self) -> dict[str, Any]:
        """The refusal as data."""
        return {**asdict(self), "clauses": list(self.clauses)}


def refusals_of(instance: Instance, slots: Slots) -> list[Refusal]:
    """Whatever a well-formed save breaks: the save rules first, which name the path of the fault, then the invariants.

    What cannot answer because of a fault that another names is left out. Raises `ModelError` when none names one.
    """
    declared = applicable(instance)
    rules = [each for kind in (CheckKind.SAVE_RULE, CheckKind.INVARIANT) for each in declared if each.kind is kind]
    refusals: list[Refusal] = []
    unanswered: list[ModelError] = []
    for rule in rules:
        try:
            refusal = _refusal(instance, slots, rule)
        except ModelError as error:
            unanswered.append(error)
        else:
            refusals += [] if refusal is None else [refusal]
    if unanswered and not refusals:
        raise unanswered[0]
    return refusals


def _refusal(instance: Instance, slots: Slots, rule: Declaration) -> Refusal | None:
    try:
        kept, where = holds(rule, instance.state(slots))
    except (Exception, Rejection) as error:
        raise failing(rule, error) from error
    if kept:
        return None
    is_path = where.startswith("$")
    message = rule.sentence if is_path or not where else f"{rule.sentence} ({where})"
    return Refusal(where if is_path else "$", rule.id, rule.clauses, message)


def edited_data(data: Json, path: str = "$") -> Iterator[tuple[str, Json]]:
    """The data of a save with one part left out, added, doubled, turned round or made strange; and that part's path."""
    if isinstance(data, dict):
        yield f"{path}.?", {**data, "?": None}
        for name, part in data.items():
            yield f"{path}.{name}", {other: value for other, value in data.items() if other != name}
            for where, edited in edited_data(part, f"{path}.{name}"):
                yield where, {**data, name: edited}
    elif isinstance(data, list):
        yield path, [*data, *data]
        yield path, data[::-1]
        for index, part in enumerate(data):
            for where, edited in edited_data(part, f"{path}[{index}]"):
                yield where, [*data[:index], edited, *data[index + 1 :]]
    for strange in STRANGE:
        yield path, cast("Json", strange)


def edited_states(instance: Instance, states: Sequence[Slots], most: int, seed: int = 0) -> Iterator[tuple[str, Slots]]:
    """At most `most` states that differ in one slot from one of these, in canonical form; and the path of that slot."""
    chance = random.Random(seed)
    for _ in range(most):
        slots, index = chance.choice(states), chance.randrange(len(instance.slots))
        slot = instance.slots[index]
        edited = instance.canonical((*slots[:index], chance.randrange(slot.count), *slots[index + 1 :]))
        if edited != slots:
            yield slot.path, edited
