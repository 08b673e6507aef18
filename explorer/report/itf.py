"""Traces as files in the Informal Trace Format (Apalache, ADR 015): JSON with one object for each state.

Sets become `#set`, maps `#map`, options and variants `{"tag": ..., "value": ...}`. The `#meta` of a state names the
action that led to it with its arguments, so that the path can be taken again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...model import Instance, SaveError, Slots
from ...model.language.base.itf import Data, member_of, object_in
from ...model.language.base.strict_json import parsed
from ..findings.traces import Move, Trace
from ..search.recorded import Recorded, completed, recorded

SPECIFICATION = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def to_itf(instance: Instance, trace: Trace, *, check: str = "", conjunct: str = "") -> str:
    """A trace as ITF text; `check` and `conjunct` name what it is a counterexample to."""
    about: dict[str, Data] = {
        "format": "ITF",
        "format-description": SPECIFICATION,
        "model": instance.model.name,
        "scenario": instance.scenario.name,
        "parameters": {name: _plain(value) for name, value in instance.parameters.items()},
    }
    if check:
        about |= {"check": check, "conjunct": conjunct}
    if trace.failed is not None:
        move, fault = trace.failed
        about["failed"] = {**_meta_of(move), "fault": str(fault)}
    states = [{"#meta": {"index": 0}, **_variables(instance, trace.start)}]
    for index, (move, slots) in enumerate(trace.steps, 1):
        states.append({"#meta": {"index": index, **_meta_of(move)}, **_variables(instance, slots)})
    document = {"#meta": about, "vars": list(instance.layout.fields), "states": states}
    return json.dumps(document, indent=1) + "\n"


def _plain(value: object) -> Data:
    return value if isinstance(value, bool | int | str) else getattr(value, "name", str(value))


def _meta_of(move: Move) -> dict[str, Data]:
    return {"action": move.action.name, "arguments": move.action.named(move.codes)}


def _variables(instance: Instance, slots: Slots) -> dict[str, Data]:
    data = json.loads(instance.to_json(slots))
    return instance.layout.to_itf(data)


@dataclass(frozen=True)
class Recording:
    """A trace file as it was read: where it comes from, and its states and moves as JSON data."""

    model: str
    scenario: str
    parameters: Mapping[str, Data]
    check: str
    states: tuple[Mapping[str, Data], ...]
    actions: tuple[tuple[str, Mapping[str, Data]], ...] = field(default=())

    def start(self, instance: Instance) -> Recorded:
        """The first state; a field that the trace does not have is as in the start of play that agrees with the rest.

        Where no start agrees, such a field is zero. Raises `SaveError`.
        """
        return completed(instance, self._recorded(instance, 0))

    def expected(self, instance: Instance) -> list[Recorded | None]:
        """The states after the moves; None for what is no state of this model."""
        states: list[Recorded | None] = []
        for index in range(1, len(self.states)):
            try:
                states.append(self._recorded(instance, index))
            except SaveError:
                states.append(None)
        return states

    def _recorded(self, instance: Instance, index: int) -> Recorded:
        path = f"$.states[{index}]"
        data = instance.layout.from_itf(dict(self.states[index]), path)
        try:
            return recorded(instance, json.dumps(data))
        except SaveError as error:
            raise SaveError(f"{path}{error.path[1:]}", error.message) from None

    def moves(self, instance: Instance) -> Iterator[Move]:
        """The moves, the one that failed included. Raises `SaveError` or `ModelError` at one that there is not."""
        for index, (name, arguments) in enumerate(self.actions, 1):
            yield move_of(instance, name, arguments, f"$.states[{index}].#meta.arguments")


def move_of(instance: Instance, name: str, arguments: Mapping[str, Data], path: str) -> Move:
    """The move that an action name and JSON arguments spell. Raises `SaveError` or `ModelError`."""
    action = instance.action(name)
    expected = [parameter.name for parameter in action.parameters]
    if sorted(arguments) != sorted(expected):
        raise SaveError(path, f"{name} takes {', '.join(expected) or 'no arguments'}")
    codes = tuple(
        parameter.domain.load_code(arguments[parameter.name], f"{path}.{parameter.name}")
        for parameter in action.parameters
    )
    return Move(action, codes)


def from_itf(text: str | bytes) -> Recording:
    """Read a trace file. Raises `SaveError` with the path of the fault."""
    document = object_in(parsed(text), "$")
    about = object_in(document.get("#meta", {}), "$.#meta")
    states = [
        object_in(state, f"$.states[{index}]") for index, state in enumerate(member_of(document, "states", list, "$"))
    ]
    if not states:
        raise SaveError("$.states", "expected at least one state")
    actions = [_action(state.get("#meta"), f"$.states[{index}].#meta") for index, state in enumerate(states) if index]
    if "failed" in about:
        actions.append(_action(about["failed"], "$.#meta.failed"))
    return Recording(
        model=str(about.get("model", "")),
        scenario=str(about.get("scenario", "")),
        parameters=object_in(about.get("parameters", {}), "$.#meta.parameters"),
        check=str(about.get("check", "")),
        states=tuple({name: value for name, value in state.items() if name != "#meta"} for state in states),
        actions=tuple(actions),
    )


def _action(meta: Data, path: str) -> tuple[str, Mapping[str, Data]]:
    about = object_in(meta, path)
    name = about.get("action")
    if not isinstance(name, str):
        raise SaveError(f"{path}.action", "expected the name of an action")
    return name, object_in(about.get("arguments", {}), f"{path}.arguments")
