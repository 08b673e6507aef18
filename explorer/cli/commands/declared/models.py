"""`kanly models`: what comes with Kanly."""

from __future__ import annotations

from collections import Counter
from enum import Enum
from typing import TYPE_CHECKING, Any

from ...frame.ending import reported
from ...frame.option_groups import Telling

if TYPE_CHECKING:
    from .....model import Model
    from .....model.language.classes.specs import ParameterSpec


@reported
def models(telling: Telling) -> None:
    """List the bundled models with their scenarios and parameters."""
    from rich.markup import escape

    from ...frame.mistakes import Mistake
    from ...frame.selection import BUNDLED, bundled

    output = telling.output()
    console = output.console()
    records: list[dict[str, Any]] = []
    for name in BUNDLED:
        record: dict[str, Any]
        try:
            record = _record(bundled(name))
        except Mistake as mistake:
            record = {"model": name, "title": str(mistake), "parameters": {}, "scenarios": {}}
            record |= {"actions": [], "declared": {}}
        records.append(record)
        console.print(f"[bold]{name}[/]  {escape(str(record['title']))}", highlight=False, soft_wrap=True)
        if telling.quiet:
            continue
        for parameter, told in record["parameters"].items():
            of = f" ({', '.join(told['scenarios'])} only)" if told["scenarios"] else ""
            line = f"    -p {parameter}={told['default']}  {told['values']}{of}"
            console.print(line, highlight=False, markup=False, soft_wrap=True)
        for scenario, title in record["scenarios"].items():
            console.print(f"    {name}:{scenario}  {title}", highlight=False, markup=False, soft_wrap=True)
        declared = ", ".join(f"{number} {kind}" for kind, number in record["declared"].items())
        console.print(f"    {len(record['actions'])} actions; declared: {declared or 'nothing'}", highlight=False)
    output.write(records)


def _record(model: Model) -> dict[str, Any]:
    from .....invariants import declarations

    return {
        "model": model.name,
        "title": model.title,
        "parameters": {
            name: {"default": _spelled(spec.default), "values": _values(spec), "scenarios": _only(model, name)}
            for name, spec in model.state.parameters.items()
        },
        "scenarios": {name: scenario.title for name, scenario in model.scenarios.items()},
        "actions": list(model.actions),
        "declared": dict(Counter(each.kind.value for each in declarations(model))),
    }


def _only(model: Model, parameter: str) -> list[str]:
    """The scenarios that have a parameter; none are named when all have it."""
    having = model.with_parameter(parameter)
    return [] if len(having) == len(model.scenarios) else having


def _values(spec: ParameterSpec) -> str:
    default = spec.default
    if isinstance(default, bool):
        return "true or false"
    if isinstance(default, Enum):
        return ", ".join(member.name for member in type(default))
    return f"{spec.low} to {spec.high}"


def _spelled(value: Any) -> Any:
    return value if isinstance(value, int) else value.name
