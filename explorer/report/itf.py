"""Traces as files in the Informal Trace Format (Apalache, ADR 015): JSON with one object for each state.

Sets become `#set`, maps `#map`, options and variants `{"tag": ..., "value": ...}`. The `#meta` of a state names the
action that led to it with its arguments, so that the path can be taken again; that of a first state in which no play
begins, as in a step that only a proof knows of, has `"play_begins": false`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...model import Instance, SaveError, Slots
from ...model.language.base.itf import Data, member_of, object_in
from ...model.language.base.strict_json import parsed
from ..findings.leaks import OF_STEPS, Channel, OtherPlay
from ..findings.traces import Move, Trace
from ..search.recorded import Recorded, completed, no_start, recorded

SPECIFICATION = "https://apalache-mc.org/docs/adr/015adr-trace.html"

BEGINS = "play_begins"
"""False in the `#meta` of a first state that was no start of play already when the trace was written."""


def to_itf(
    instance: Instance, trace: Trace, *, check: str = "", conjunct: str = "", other: OtherPlay | None = None
) -> str:
    """A trace as ITF text; `check` and `conjunct` name what it is a counterexample to.

    The `other` play of a leak is kept, with the seat and the channel, under `leak` in the `#meta` of the file.
    """
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
    if other is not None:
        told: dict[str, Data] = {"seat": other.seat, "channel": other.channel.value}
        about["leak"] = {**told, "states": _states(instance, other.trace)}
    document = {"#meta": about, "vars": list(instance.layout.fields), "states": _states(instance, trace)}
    return json.dumps(document, indent=1) + "\n"


def _states(instance: Instance, trace: Trace) -> list[Data]:
    begun: dict[str, Data] = {} if trace.start in instance.initial_states() else {BEGINS: False}
    states: list[Data] = [{"#meta": {"index": 0, **begun}, **_variables(instance, trace.start)}]
    for index, (move, slots) in enumerate(trace.steps, 1):
        states.append({"#meta": {"index": index, **_meta_of(move)}, **_variables(instance, slots)})
    return states


def _plain(value: object) -> Data:
    return value if isinstance(value, bool | int | str) else getattr(value, "name", str(value))


def _meta_of(move: Move) -> dict[str, Data]:
    return {"action": move.action.name, "arguments": move.action.named(move.codes)}


def _variables(instance: Instance, slots: Slots) -> dict[str, Data]:
    data = json.loads(instance.to_json(slots))
    return instance.layout.to_itf(data)


@dataclass(frozen=True)
class RecordedPlay:
    """A path as it was read: its states and moves as JSON data; `path` is where its states are in the file.

    `is_play` says that it was written as one from the start, not from some state that is only accepted.
    """

    path: str
    states: tuple[Mapping[str, Data], ...]
    actions: tuple[tuple[str, Mapping[str, Data]], ...]
    is_play: bool = True

    def start(self, instance: Instance) -> Recorded:
        """The first state; a field that the trace does not have is as in the start of play that agrees with the rest.

        Where no start agrees, such a field is zero. Raises `SaveError`, also where play no longer begins there.
        """
        first = completed(instance, self._recorded(instance, 0))
        if self.is_play and (told := no_start(instance, first)):
            raise SaveError(f"{self.path}[0]", told)
        return first

    def expected(self, instance: Instance) -> list[Recorded | SaveError]:
        """The states after the moves; of what is no state of this model why it is none."""
        states: list[Recorded | SaveError] = []
        for index in range(1, len(self.states)):
            try:
                states.append(self._recorded(instance, index))
            except SaveError as error:
                states.append(error)
        return states

    def _recorded(self, instance: Instance, index: int) -> Recorded:
        path = f"{self.path}[{index}]"
        data = instance.layout.from_itf(dict(self.states[index]), path)
        try:
            return recorded(instance, json.dumps(data))
        except SaveError as error:
            raise SaveError(f"{path}{error.path[1:]}", error.message) from None

    def moves(self, instance: Instance) -> Iterator[Move]:
        """The moves, the one that failed included. Raises `SaveError` or `ModelError` at one that there is not."""
        for index, (name, arguments) in enumerate(self.actions, 1):
            yield move_of(instance, name, arguments, f"{self.path}[{index}].#meta.arguments")


@dataclass(frozen=True)
class RecordedLeak:
    """What makes a leak of a trace: the other play, and to which seat and how the two look different."""

    seat: str
    channel: Channel
    play: RecordedPlay


@dataclass(frozen=True)
class Recording:
    """A trace file as it was read: where it comes from, and what was played."""

    model: str
    scenario: str
    parameters: Mapping[str, Data]
    check: str
    play: RecordedPlay
    leak: RecordedLeak | None = None


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
    play = _play(member_of(document, "states", list, "$"), "$.states")
    if "failed" in about:
        play = replace(play, actions=(*play.actions, _action(about["failed"], "$.#meta.failed")))
    return Recording(
        model=str(about.get("model", "")),
        scenario=str(about.get("scenario", "")),
        parameters=object_in(about.get("parameters", {}), "$.#meta.parameters"),
        check=str(about.get("check", "")),
        play=play,
        leak=_leak(object_in(about["leak"], "$.#meta.leak")) if "leak" in about else None,
    )


def _play(listed: Sequence[Data], path: str) -> RecordedPlay:
    states = [object_in(state, f"{path}[{index}]") for index, state in enumerate(listed)]
    if not states:
        raise SaveError(path, "expected at least one state")
    actions = [_action(state.get("#meta"), f"{path}[{index}].#meta") for index, state in enumerate(states) if index]
    values = ({name: value for name, value in state.items() if name != "#meta"} for state in states)
    begun = object_in(states[0].get("#meta", {}), f"{path}[0].#meta").get(BEGINS, True)
    if not isinstance(begun, bool):
        raise SaveError(f"{path}[0].#meta.{BEGINS}", "expected true or false")
    return RecordedPlay(path, tuple(values), tuple(actions), is_play=begun)


def _leak(about: Mapping[str, Data]) -> RecordedLeak:
    path = "$.#meta.leak"
    channels = {channel.value: channel for channel in Channel}
    told = member_of(about, "channel", str, path)
    if told not in channels:
        raise SaveError(f"{path}.channel", f"expected one of {', '.join(channels)}")
    play = _play(member_of(about, "states", list, path), f"{path}.states")
    if channels[told] in OF_STEPS and not play.actions:
        raise SaveError(f"{path}.states", "expected a step, which is compared")
    return RecordedLeak(member_of(about, "seat", str, path), channels[told], play)


def _action(meta: Data, path: str) -> tuple[str, Mapping[str, Data]]:
    about = object_in(meta, path)
    name = about.get("action")
    if not isinstance(name, str):
        raise SaveError(f"{path}.action", "expected the name of an action")
    return name, object_in(about.get("arguments", {}), f"{path}.arguments")
