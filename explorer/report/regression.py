"""A counterexample as a test: it fails as long as the path still breaks something."""

from __future__ import annotations

import os
import pprint
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...model import Instance
from ..findings.traces import Trace
from ..search.onward import after
from ..search.recorded import completed, recorded
from ..search.replay import replay
from .itf import move_of

TEMPLATE = '''"""A path that broke {check} in {name}: {sentence}"""

from pathlib import Path

from kanly.explorer.testing import broken

MODEL = {model}
PARAMETERS = {parameters}
START = """{start}"""
MOVES = {moves}


def test_{function}() -> None:
    assert broken(MODEL, PARAMETERS, START, MOVES, {quoted}) == []
'''


def broken_on(
    instance: Instance, start: str, moves: Sequence[tuple[str, Mapping[str, Any]]], check: str = ""
) -> list[str]:
    """What breaks when the moves are taken from a saved state, as far as they are still possible.

    Where `check` is about what comes after a path, it is asked at the end of one that can be taken as a whole. Raises
    `SaveError` when the state is none of this model, whatever fields were added since.
    """
    first = completed(instance, recorded(instance, start))
    taken = (move_of(instance, name, arguments, f"moves[{index}]") for index, (name, arguments) in enumerate(moves))
    result = replay(instance, first.slots, taken)
    broken = [f"{check.declaration.id} {check.conjunct}".strip() for check in result.broken]
    broken += [f"{move} fails: {fault}" for move, fault in filter(None, [result.trace.failed])]
    if broken or result.refusal:
        return broken
    ends = after(instance, result.trace.states[-1], check)
    return [f"{check}: {told}" for told in (ends.wrong, ends.undecided) if told]


def test_source(
    instance: Instance, trace: Trace, check: str, sentence: str, *, origin: tuple[Path, str] | None, folder: Path
) -> str:
    """The text of the test, for the `folder` where it will lie.

    `origin` is the file of a model that is not bundled and its name there; the test finds the file from its own place.
    """
    if origin is None:
        spelled = repr(instance.name)
    else:
        relative = os.path.relpath(origin[0].resolve(), folder.resolve())
        spelled = f'f"{{Path(__file__).parent / {relative!r}}}:{origin[1]}:{instance.scenario.name}"'
    source = TEMPLATE.format(
        check=check,
        quoted=repr(check).replace("'", '"'),
        name=instance.name,
        sentence=sentence.replace("\\", "").replace('"', "'"),
        model=spelled,
        parameters=pprint.pformat([f"{name}={_spelled(value)}" for name, value in instance.parameters.items()]),
        start=instance.to_json(trace.start),
        moves=pprint.pformat(
            [(move.action.name, move.action.named(move.codes)) for move in trace.moves], width=110, sort_dicts=False
        ),
        function=re.sub(r"\W+", "_", f"{check} is kept".lower()),
    )
    return source if origin is not None else source.replace("from pathlib import Path\n\n", "")


def _spelled(value: Any) -> str:
    return str(value) if isinstance(value, int) else value.name
