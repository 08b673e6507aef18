"""Traces as files in the Informal Trace Format (Apalache, ADR 015): JSON with one object for each state.

Sets become `#set`, maps `#map`, options and variants `{"tag": ..., "value": ...}`. The `#meta` of a state names the
action that led to it with its arguments, so that the path can be taken again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from ...model import Instance, SaveError, Slots
from ...model.language.base.strict_json import parsed
from ...model.language.classes.record_domains import OneOfDomain, OptionalRecord, RecordDomain, UnusedDomain
from ...model.language.values.cells import Cells
from ...model.language.values.domain import Domain
from ...model.language.values.maps import MapDomain
from ...model.language.values.scalars import OptionalScalar
from ...model.language.values.sequences import SeqDomain
from ...model.language.values.sets import SetDomain
from ..findings.traces import Move, Trace
from ..search.recorded import Recorded, completed, recorded

Data: TypeAlias = Any
"""JSON data."""

SPECIFICATION = "https://apalache-mc.org/docs/adr/015adr-trace.html"
NONE, SOME = "None", "Some"


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
    return {name: encoded(field.domain, data[name]) for name, field in instance.layout.fields.items()}


def encoded(domain: Domain, data: Data) -> Data:
    """A value of a save as ITF spells it."""
    if isinstance(domain, UnusedDomain):
        return encoded(domain.inner, data)
    if isinstance(domain, SetDomain):
        return {"#set": data}
    if isinstance(domain, MapDomain):
        return {"#map": [[key, encoded(domain.values, value)] for key, value in data.items()]}
    if isinstance(domain, SeqDomain):
        return [encoded(domain.element, element) for element in data]
    if isinstance(domain, RecordDomain):
        return {name: encoded(field.domain, data[name]) for name, field in domain.fields.items()}
    if isinstance(domain, OptionalScalar | OptionalRecord):
        return _tagged(NONE, {}) if data is None else _tagged(SOME, encoded(domain.inner, data))
    if isinstance(domain, OneOfDomain):
        variant = next(each for each in domain.variants if each.record.__name__ == data["kind"])
        return _tagged(data["kind"], encoded(variant, data))
    return data


def _tagged(tag: str, value: Data) -> Data:
    return {"tag": tag, "value": value}


def decoded(domain: Domain, data: Data, path: str) -> Data:
    """The save value that an ITF value spells. Raises `SaveError` with its path."""
    if isinstance(domain, UnusedDomain):
        untouched = domain.dump(Cells([0] * domain.width), 0)
        return untouched if data == untouched else decoded(domain.inner, data, path)  # version 0.1 wrote it so
    if isinstance(domain, SetDomain):
        order = domain.members.by_name
        names = _member(data, "#set", list, path)
        return sorted(names, key=lambda name: order.get(name, 0) if isinstance(name, str) else 0)
    if isinstance(domain, MapDomain):
        pairs = _member(data, "#map", list, path)
        if not all(_is_pair(pair) for pair in pairs):
            raise SaveError(path, "expected pairs of a name and a value")
        return {key: decoded(domain.values, value, f"{path}.{key}") for key, value in pairs}
    if isinstance(domain, SeqDomain) and isinstance(data, list):
        elements = enumerate(cast("list[Data]", data))
        return [decoded(domain.element, element, f"{path}[{index}]") for index, element in elements]
    if isinstance(domain, RecordDomain):
        fields = _object(data, path)
        known = {name: field.domain for name, field in domain.fields.items()}
        return {
            name: decoded(known[name], value, f"{path}.{name}") if name in known else value
            for name, value in fields.items()
        }
    if isinstance(domain, OptionalScalar | OptionalRecord):
        tag, value = _untagged(data, path)
        return None if tag == NONE else decoded(domain.inner, value, path)
    if isinstance(domain, OneOfDomain):
        tag, value = _untagged(data, path)
        variant = next((each for each in domain.variants if each.record.__name__ == tag), domain.variants[0])
        return {"kind": tag, **decoded(variant, value, path)}
    return _number(data, path)


def _number(data: Data, path: str) -> Data:
    """A number that may be spelled as `#bigint`; anything else as it is."""
    if not isinstance(data, dict):
        return data
    spelled = _member(data, "#bigint", str, path)
    try:
        return int(spelled)
    except ValueError:
        raise SaveError(f"{path}.#bigint", "expected a whole number") from None


def _is_pair(data: Data) -> bool:
    if not isinstance(data, list):
        return False
    pair = cast("list[Data]", data)
    return len(pair) == 2 and isinstance(pair[0], str)


def _object(data: Data, path: str) -> dict[str, Data]:
    if not isinstance(data, dict):
        raise SaveError(path, "expected an object")
    return cast("dict[str, Data]", data)


def _member(data: Data, name: str, kind: type[Any], path: str) -> Data:
    value = _object(data, path).get(name)
    if not isinstance(value, kind):
        raise SaveError(f"{path}.{name}", f"expected {'a list' if kind is list else 'a string'}")
    return cast("Data", value)


def _untagged(data: Data, path: str) -> tuple[str, Data]:
    fields = _object(data, path)
    if set(fields) != {"tag", "value"} or not isinstance(fields["tag"], str):
        raise SaveError(path, 'expected {"tag": ..., "value": ...}')
    return fields["tag"], fields["value"]


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
        data = decoded(instance.layout, dict(self.states[index]), path)
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
    document = _object(parsed(text), "$")
    about = _object(document.get("#meta", {}), "$.#meta")
    states = [
        _object(state, f"$.states[{index}]") for index, state in enumerate(_member(document, "states", list, "$"))
    ]
    if not states:
        raise SaveError("$.states", "expected at least one state")
    actions = [_action(state.get("#meta"), f"$.states[{index}].#meta") for index, state in enumerate(states) if index]
    if "failed" in about:
        actions.append(_action(about["failed"], "$.#meta.failed"))
    return Recording(
        model=str(about.get("model", "")),
        scenario=str(about.get("scenario", "")),
        parameters=_object(about.get("parameters", {}), "$.#meta.parameters"),
        check=str(about.get("check", "")),
        states=tuple({name: value for name, value in state.items() if name != "#meta"} for state in states),
        actions=tuple(actions),
    )


def _action(meta: Data, path: str) -> tuple[str, Mapping[str, Data]]:
    about = _object(meta, path)
    name = about.get("action")
    if not isinstance(name, str):
        raise SaveError(f"{path}.action", "expected the name of an action")
    return name, _object(about.get("arguments", {}), f"{path}.arguments")
