"""A state that another version of a model may have written: what of it this version has, and how it differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...model import Instance, Slots
from ...model.language.values.containers import across_versions


@dataclass(frozen=True)
class Recorded:
    """A recorded state as this version of the model reads it.

    `missing` are the paths of fields that the record does not have and that are filled in; `unknown` are those that it
    has and the model does not.
    """

    slots: Slots
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def difference(self, instance: Instance, slots: Slots) -> str:
        """The first recorded value that is another in a state, in words; empty when there is none."""
        return next(iter(self.differences(instance, slots)), "")

    def differences(self, instance: Instance, slots: Slots) -> list[str]:
        """Every recorded value that is another in a state, in words."""
        if slots == self.slots:
            return []
        now, then = instance.describe(slots), instance.describe(self.slots)
        return [
            f"{path} is {now.get(path, 'no more')}, and was {then.get(path, 'not there')}"
            for path in dict.fromkeys([*then, *now])
            if now.get(path) != then.get(path) and not self._is_filled_in(path)
        ]

    def _is_filled_in(self, path: str) -> bool:
        return any(_within(path, missing) or _within(missing, path) for missing in self.missing)


def _within(path: str, outer: str) -> bool:
    return path == outer or path.startswith((f"{outer}.", f"{outer}["))


def recorded(instance: Instance, text: str | bytes) -> Recorded:
    """A state from a save of any version of the model; what is missing in it is zero. Raises `SaveError`."""
    with across_versions() as misfits:
        slots = instance.from_json(text)
    return Recorded(slots, _without_root(misfits.missing), _without_root(misfits.unknown))


def _without_root(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(path.removeprefix("$.") for path in paths)


def completed(instance: Instance, first: Recorded) -> Recorded:
    """A first state with what is missing in it as in the start of play that agrees with the rest, if one does."""
    if first.missing:
        for start in instance.initial_states():
            if not first.difference(instance, start):
                return Recorded(start, first.missing, first.unknown)
    return first


def no_start(instance: Instance, first: Recorded) -> str:
    """Why no play begins in a state: how the start that is nearest to it differs; empty where play begins there."""
    starts = instance.initial_states()
    if first.slots in starts:
        return ""
    nearest = min((first.differences(instance, start) for start in starts), key=len)
    more = f", and {len(nearest) - 1} more" if len(nearest) > 1 else ""
    return f"no play begins in its first state: at the start {nearest[0]}{more}"


def adjustments(instance: Instance, first: Recorded) -> list[str]:
    """What was filled in and what was left out of a first state, in sentences."""
    values = instance.describe(first.slots)
    filled = [
        f"{path} = {value}" for path, value in values.items() if any(_within(path, each) for each in first.missing)
    ]
    told: list[str] = []
    if filled:
        told.append(f"not in the record, and taken as it is at the start: {', '.join(filled)}")
    if first.unknown:
        told.append(f"in the record, and no field of the model: {', '.join(first.unknown)}")
    return told
