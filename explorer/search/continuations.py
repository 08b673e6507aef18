"""What can still come after a state: whether play ends there, and whether it can come to rest."""

from __future__ import annotations

from dataclasses import dataclass

from ...invariants import CheckKind, Declaration, applicable
from ...model import Accepted, Instance, Slots
from ..sight.comparison import Observer
from .watch import Watch

DEADLOCK = "deadlock"
"""The name under which a state without a way on is reported."""

DEADLOCK_TOLD = "nothing is possible any more, and no declaration calls the state settled"

VIEW_OF = "view of "
"""What begins the name under which it is reported that what a seat sees cannot be told."""

MOST_STATES = 100_000
"""States that are looked at before the search for a settled one is given up."""


def is_deadlock(instance: Instance, slots: Slots) -> bool:
    """Whether nothing is possible in a state that no progress declaration calls settled."""
    if next(instance.successors(slots), None) is not None:
        return False
    return not Watch(instance, applicable(instance)).settled_by_any(slots)


def is_stuck(instance: Instance, slots: Slots, declaration: Declaration) -> bool | None:
    """Whether no settled state can be reached from a state; None when that takes too long to tell."""
    watch = Watch(instance, [declaration])
    found = {slots: None}
    waiting = [slots]
    for here in waiting:
        if watch.is_settled(declaration, here):
            return False
        if len(found) > MOST_STATES:
            return None
        for _, _, outcome in instance.successors(here):
            if isinstance(outcome, Accepted) and outcome.slots not in found:
                found[outcome.slots] = None
                waiting.append(outcome.slots)
    return True


@dataclass(frozen=True)
class PathEnd:
    """What is wrong after a path that was written for what comes after it, and what took too long to tell."""

    wrong: str = ""
    undecided: str = ""


def _untold(instance: Instance, slots: Slots, seat: str) -> str:
    """Why what a seat sees of a state cannot be told; empty if it can."""
    codes = [code for code, name in enumerate(instance.viewers.by_name) if name == seat]
    failures = [Observer(instance, code).failure(slots) for code in codes]
    return "".join(f"what {seat} sees cannot be told: {failure}" for failure in failures if failure)


def end_of_path(instance: Instance, slots: Slots, check: str) -> PathEnd:
    """What there is to say of the end of a path that was written for a check."""
    if check == DEADLOCK:
        return PathEnd(DEADLOCK_TOLD if is_deadlock(instance, slots) else "")
    if check.startswith(VIEW_OF):
        return PathEnd(_untold(instance, slots, check.removeprefix(VIEW_OF)))
    if check.startswith("sight of "):
        return PathEnd(undecided="whether it still leaks is a question of two states: kanly explore --invariant sight")
    for declaration in applicable(instance):
        if declaration.id == check and declaration.kind is CheckKind.PROGRESS:
            stuck = is_stuck(instance, slots, declaration)
            if stuck is None:
                return PathEnd(undecided=f"no settled state among the first {MOST_STATES:,} after the path")
            return PathEnd("no settled state can be reached from the end of the path" if stuck else "")
    return PathEnd()
