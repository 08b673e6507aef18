"""A counterexample as a test: it fails as long as the path still breaks something."""

from __future__ import annotations

import os
import pprint
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ...invariants import monitored
from ...model import Instance
from ..findings.leaks import Channel, OtherPlay
from ..findings.traces import Trace
from ..search.continuations import end_of_path
from ..search.recorded import completed, no_start, recorded
from ..search.replay import Replay, replay
from ..sight.comparison import leak_between
from .itf import move_of

TEMPLATE = '''"""A path that broke {check} in {name}: {sentence}"""

from pathlib import Path

from kanly.explorer.testing import broken

MODEL = {model}
PARAMETERS = {parameters}
START = """{start}"""
MOVES = {moves}


def test_{function}() -> None:
    assert broken(MODEL, PARAMETERS, START, MOVES, {quoted}{anywhere}) == []
'''

LEAK_TEMPLATE = '''"""Two plays of {name} that {seat} may not tell apart, and could by its {channel}."""

from pathlib import Path

from kanly.explorer.testing import leaking

MODEL = {model}
PARAMETERS = {parameters}
START = """{start}"""
MOVES = {moves}
OTHER_START = """{other_start}"""
OTHER_MOVES = {other_moves}


def test_{function}() -> None:
    one, other = (START, MOVES), (OTHER_START, OTHER_MOVES)
    assert leaking(MODEL, PARAMETERS, "{seat}", "{channel}", one, other{anywhere}) == []
'''

SpelledMoves: TypeAlias = Sequence[tuple[str, Mapping[str, Any]]]
"""Actions with their arguments by name."""


def broken_on(
    instance: Instance, start: str, moves: SpelledMoves, check: str = "", *, anywhere: bool = False
) -> list[str]:
    """What breaks when the moves are taken from a saved state, as far as they are still possible.

    Where `check` is about what comes after a path, it is asked at the end of one that can be taken as a whole. Where
    play does not begin in the state nothing breaks, unless the path may begin `anywhere`. Raises `SaveError` when the
    state is none of this model, whatever fields were added since.
    """
    result = _taken(instance, start, moves, anywhere)
    if result is None:
        return []
    broken = [f"{check.declaration.id} {check.conjunct}".strip() for check in result.broken]
    broken += [f"{move} fails: {fault}" for move, fault in filter(None, [result.trace.failed])]
    if broken or result.refusal:
        return broken
    ends = end_of_path(instance, result.trace.states[-1], check)
    return [f"{check}: {told}" for told in (ends.wrong, ends.undecided) if told]


def leaks_on(
    instance: Instance,
    seat: str,
    channel: str,
    one: tuple[str, SpelledMoves],
    other: tuple[str, SpelledMoves],
    *,
    anywhere: bool = False,
) -> list[str]:
    """What looks different to a seat that may not tell two plays apart; nothing where one of them cannot be taken.

    A play is a saved state and moves from it; play begins there, or `anywhere`. Raises `SaveError` as `broken_on` does,
    and `ModelError` for a seat that there is not.
    """
    first, second = (_taken(instance, start, moves, anywhere) for start, moves in (one, other))
    if first is None or second is None:
        return []
    if any(each.refusal or each.trace.failed is not None for each in (first, second)):
        return []
    leak = leak_between(instance, first.trace, OtherPlay(seat, Channel(channel), second.trace))
    return [] if leak is None else [f"{path} is {left} or {right}" for path, left, right in leak.seen]


def _taken(plain: Instance, start: str, moves: SpelledMoves, anywhere: bool) -> Replay | None:
    """A path that is taken again; None where it has to be a play and none begins there."""
    instance = monitored(plain)
    first = completed(instance, recorded(instance, start))
    if not anywhere and no_start(instance, first):
        return None
    taken = (move_of(instance, name, arguments, f"moves[{index}]") for index, (name, arguments) in enumerate(moves))
    return replay(instance, first.slots, taken)


@dataclass(frozen=True)
class Place:
    """Where a test will lie; `origin` is the file of a model that is not bundled and its name there."""

    folder: Path
    origin: tuple[Path, str] | None

    def spelled(self, instance: Instance) -> str:
        """The model as the test names it; it finds the file from its own place."""
        if self.origin is None:
            return repr(instance.name)
        relative = os.path.relpath(self.origin[0].resolve(), self.folder.resolve())
        return f'f"{{Path(__file__).parent / {relative!r}}}:{self.origin[1]}:{instance.scenario.name}"'

    def without_what_is_unused(self, source: str) -> str:
        """The test without what only one for a file imports."""
        return source if self.origin is not None else source.replace("from pathlib import Path\n\n", "")


def test_source(instance: Instance, trace: Trace, check: str, sentence: str, place: Place) -> str:
    """The text of the test of a path that broke a check, which `sentence` tells of."""
    source = TEMPLATE.format(
        check=check,
        quoted=repr(check).replace("'", '"'),
        name=instance.name,
        sentence=sentence.replace("\\", "").replace('"', "'"),
        model=place.spelled(instance),
        parameters=_parameters(instance),
        start=instance.to_json(trace.start),
        moves=_moves(trace),
        function=_function(check),
        anywhere=_anywhere(instance, trace),
    )
    return place.without_what_is_unused(source)


def leak_test_source(instance: Instance, trace: Trace, other: OtherPlay, check: str, place: Place) -> str:
    """The text of the test of a leak between two plays."""
    source = LEAK_TEMPLATE.format(
        name=instance.name,
        seat=other.seat,
        channel=other.channel.value,
        model=place.spelled(instance),
        parameters=_parameters(instance),
        start=instance.to_json(trace.start),
        moves=_moves(trace),
        other_start=instance.to_json(other.trace.start),
        other_moves=_moves(other.trace),
        function=_function(check),
        anywhere=_anywhere(instance, trace, other.trace),
    )
    return place.without_what_is_unused(source)


def _anywhere(instance: Instance, *traces: Trace) -> str:
    """What the test of a path says besides where no play begins in its first state."""
    starts = instance.initial_states()
    return "" if all(trace.start in starts for trace in traces) else ", anywhere=True"


def _parameters(instance: Instance) -> str:
    return pprint.pformat([f"{name}={_spelled(value)}" for name, value in instance.parameters.items()])


def _moves(trace: Trace) -> str:
    moves = [(move.action.name, move.action.named(move.codes)) for move in trace.moves]
    return pprint.pformat(moves, width=110, sort_dicts=False)


def _function(check: str) -> str:
    return re.sub(r"\W+", "_", f"{check} is kept".lower())


def _spelled(value: Any) -> str:
    return str(value) if isinstance(value, int) else value.name
