"""From what was typed to what a search needs: the instance, looked over once, its declarations and the bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...processes import supervision
from .loading import surroundings_kept
from .mistakes import Mistake
from .selection import Chosen, choose

if TYPE_CHECKING:
    from ....invariants import Declaration
    from ....model import Instance
    from ...findings.bounds import Bounds

MOST = 2**62
"""What is counted in 64 bits with a sign stays below."""


def prepared(model: str, settings: Sequence[str] | None) -> tuple[Chosen, Instance]:
    """The instance that is meant, after a look at its set-up and its view. Raises `Mistake` or `ModelError`."""
    chosen = choose(model)
    instance = chosen.instance(settings or ())
    supervision.tell_phase("setting up the table", 0)
    look_over(instance)
    supervision.tell_phase("reading the rules", 0)
    return chosen, instance


def look_over(instance: Instance) -> None:
    """See that the table can be set up, shown to every seat, and known to it. Raises `ModelError` or `Mistake`.

    What that runs is judged before: it may do nothing that a rule may not.
    """
    from ...judgement.subjects import judge_beside_rules

    judge_beside_rules(instance)
    with surroundings_kept(f"{instance.name}: setting up the table, or a view of it,"):
        first = instance.initial_states()[0]
        for seat in instance.viewers.members:
            if instance.views_of(seat):
                _made(f"the view of {seat.name} cannot be made", lambda seat=seat: instance.view_slots(first, seat))
            _made(f"what {seat.name} may know cannot be told", lambda seat=seat: instance.knowledge(first, seat))


def _made(complaint: str, make: Callable[[], object]) -> None:
    from ....model import ModelError
    from ....model.language.play.instance import fault_of

    try:
        make()
    except ModelError:
        raise
    except Exception as error:
        fault = fault_of(error)
        raise Mistake(f"{fault.file}:{fault.line}: {complaint}: {fault.message}") from error


def declared_by(instance: Instance, ids: Sequence[str] | None) -> tuple[Declaration, ...]:
    """The declarations to check; sight, which may be among the ids, is none. Raises `ModelError` for an unknown id."""
    from ....invariants.language.declarations import declared_for
    from ...findings.checks import chosen
    from ...report.sight import SIGHT

    return chosen(declared_for(instance), [name for name in ids if name != SIGHT] if ids else None)


def bounds_of(states: int | None, depth: int | None, seconds: float | None, megabytes: int | None = None) -> Bounds:
    """The bounds as given; beyond what 64 bits hold, one is as good as another."""
    from ...findings.bounds import Bounds

    states, depth = (None if given is None else min(given, MOST) for given in (states, depth))
    memory = None if megabytes is None else min(megabytes << 20, MOST)
    return Bounds(states=states, depth=depth, seconds=seconds, memory=memory)
