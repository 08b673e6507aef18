"""Options that commands have in common, by groups: a parameter of such a class stands for an option for each field."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

from .options import (
    USUAL_MEMORY,
    USUAL_TRACES,
    USUAL_WORKERS,
    AllowBounded,
    EngineOption,
    JsonFile,
    KeepGoing,
    MaxDepth,
    MaxMemory,
    MaxStates,
    Quiet,
    Seed,
    Tests,
    Timeout,
    Traces,
    Verbose,
    Workers,
)
from .output import Output

if TYPE_CHECKING:
    from ....model import Instance
    from ...findings.bounds import Bounds
    from ...report.files import Files
    from .selection import Chosen


@dataclass(frozen=True)
class Search:
    """How the states are searched, and where the search gives up."""

    engine: EngineOption = None
    max_states: MaxStates = None
    max_depth: MaxDepth = None
    max_memory: MaxMemory = USUAL_MEMORY
    timeout: Timeout = None
    workers: Workers = USUAL_WORKERS
    seed: Seed = 0
    keep_going: KeepGoing = False

    @property
    def bounds(self) -> Bounds:
        """Where it gives up."""
        from .preparing import bounds_of

        return bounds_of(self.max_states, self.max_depth, self.timeout, self.max_memory)


@dataclass(frozen=True)
class Counterexamples:
    """What becomes of counterexamples, and of a search that a bound ended."""

    traces: Traces = USUAL_TRACES
    write_tests: Tests = None
    allow_bounded: AllowBounded = False

    def files(self, chosen: Chosen, instance: Instance) -> Files:
        """The writer of traces and tests; an empty name writes none."""
        from ...report.files import Files

        origin = None if chosen.source is None else (chosen.source, chosen.attribute)
        traces, tests = (Path(name) if name else None for name in (self.traces, self.write_tests))
        return Files(instance, traces, tests, origin)


@dataclass(frozen=True)
class Telling:
    """How the verdict is told."""

    quiet: Quiet = False
    json_file: JsonFile = None

    def output(self) -> Output:
        """Where it goes. Raises `Mistake` when the record cannot be written there."""
        return Output(self.json_file, self.quiet)


@dataclass(frozen=True)
class TellingInTables(Telling):
    """How a verdict is told that has tables."""

    verbose: Verbose = False

    def output(self) -> Output:
        """Where it goes. Raises `Mistake` when the record cannot be written there."""
        return Output(self.json_file, self.quiet, self.verbose)


def flat_parameters(command: Callable[..., object]) -> list[inspect.Parameter]:
    """The parameters of a command by name, with their annotations; each group is replaced by its options."""
    return list(_flattened(command))


def _flattened(command: Callable[..., object]) -> Iterator[inspect.Parameter]:
    groups = _groups(command)
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        if name not in groups:
            yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])
    for group in groups.values():
        options = get_type_hints(group, include_extras=True)
        for each in fields(group):
            yield inspect.Parameter(
                each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=options[each.name]
            )


def grouped(command: Callable[..., object], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a command, of what was given for its flat parameters."""
    groups = _groups(command)
    options = {name: {each.name for each in fields(group)} for name, group in groups.items()}
    inside = set[str]().union(*options.values())
    own = {name: value for name, value in given.items() if name not in inside}
    made = {name: group(**{each: given[each] for each in options[name]}) for name, group in groups.items()}
    return own | made


def _groups(command: Callable[..., object]) -> dict[str, type[Any]]:
    """The parameters of a command that stand for a group of options."""
    hints = get_type_hints(command)
    return {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}
