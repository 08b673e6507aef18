"""`kanly contract`: what each action does, held against what was accepted before."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....findings.status import Status, worst
from ...frame.ending import reported
from ...frame.option_groups import Telling
from ...frame.options import ModelArgument, Timeout
from ...frame.output import Output, command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .....model import Instance
    from ....battery.sample import Reader
    from ....contracts.effects import Effects
    from ....contracts.text import Accepted, Contract
    from ....report.verdict import Verdict
    from ...frame.selection import Chosen

Accept = Annotated[bool, typer.Option("--accept", help="Write what the rules do into the contract beside the model.")]

MOST_TOLD = 12
"""Differences that the battery tells of; this command tells all."""


@reported
def contract(model: ModelArgument, telling: Telling, accept: Accept = False, timeout: Timeout = None) -> None:
    """Show who takes each action, what it reads, writes, tells and reveals; or how that differs from what was accepted.

    Of all scenarios, or of the one that is named.
    """
    output = telling.output()
    from ....contracts.differences import differences
    from ....contracts.text import written
    from ....report.verdict import Verdict
    from ...frame.mistakes import Mistake
    from ...frame.selection import choose

    began = time.perf_counter()
    chosen = choose(model)
    if accept and chosen.scenario:
        raise Mistake(f"{model}: a contract is accepted for all scenarios of a model; leave {chosen.scenario} out")
    file, before = beside(chosen)
    now = _read(chosen)
    text, found = written(chosen.model.name, now), [] if before is None else differences(before, now)
    told = _accept(file, text) if accept else _standing(file, before is not None, found)
    _show(output, [] if accept and not found else found or text.splitlines(), told)
    status = Status.VIOLATED if found and not accept else Status.HOLDS
    verdict = Verdict(status=status.value, exit_code=status.exit_code, command=command_line(), engine="trace")
    verdict.model, verdict.scenario, verdict.reason = chosen.model.name, chosen.scenario or "", told
    verdict.complete, verdict.seconds = True, round(time.perf_counter() - began, 3)
    verdict.details = {"file": str(file), "contract": text, "differences": found}
    output.leave(verdict)


def hold_contract(verdict: Verdict, file: Path, accepted: Accepted | None, instance: Instance, read: Reader) -> None:
    """Add to the verdict of the battery whether the rules do what the contract beside the model says, if there is one.

    A contract speaks of the usual parameters. Raises `ModelError` for rules that cannot be read.
    """
    from ....contracts.differences import differences
    from ....contracts.effects import effects
    from ....report.verdict import CheckVerdict

    if accepted is None:
        return
    declared = instance.model.state.parameters
    if any(value != declared[name].default for name, value in instance.parameters.items()):
        verdict.unchecked.append(f"contract: {file.name} speaks of the usual parameters")
        return
    found = differences(accepted, {instance.scenario.name: effects(read(instance))})
    status = Status.VIOLATED if found else Status.HOLDS
    verdict.invariants.append(CheckVerdict("contract", "conformance", _told(file, found), status.value))
    if found:
        verdict.status = worst((Status(verdict.status), status)).value
        verdict.exit_code = Status(verdict.status).exit_code
        verdict.reason = ", ".join(filter(None, (verdict.reason, "contract")))
        verdict.details["contract"] = {"file": str(file), "differences": found}


def beside(chosen: Chosen) -> tuple[Path, Accepted | None]:
    """The file of a model's contract, and what it holds if it is there. Raises `Mistake`."""
    from ....contracts.files import accepted_at, contract_beside
    from ....contracts.text import ContractError
    from ...frame.mistakes import Mistake

    file = contract_beside(chosen.file, chosen.model.name)
    try:
        return file, accepted_at(file)
    except ContractError as error:
        raise Mistake(str(error)) from None


def _read(chosen: Chosen) -> Contract:
    """What the actions do in each scenario that is meant. Raises `ModelError` or `Mistake`."""
    from .....model import ModelError
    from ....contracts.effects import effects
    from ....processes import supervision
    from ....trace.tracing import trace_model
    from ...frame.preparing import look_over

    if not chosen.model.scenarios:
        raise ModelError(f"{chosen.model.name} has no scenario; declare one with @{chosen.model.name}.scenario(...)")
    found: dict[str, Effects] = {}
    for name in [chosen.scenario] if chosen.scenario else chosen.model.scenarios:
        instance = replace(chosen, scenario=name).instance(())
        look_over(instance)
        supervision.tell_phase(f"reading the rules of {instance.name}", 0)
        found[name] = effects(trace_model(instance))
    return found


def _accept(file: Path, text: str) -> str:
    """Write a contract, unless it is there; what was done. Raises `Mistake`."""
    from ...frame.files import Destination, read_bytes, try_folder

    if file.exists() and read_bytes(str(file)) == text.encode():
        return f"{file} says so already"
    try_folder("--accept", os.path.dirname(os.path.realpath(file)))
    Destination("--accept", str(file)).write(text)
    return f"written to {file}"


def _standing(file: Path, is_there: bool, found: Sequence[str]) -> str:
    if not is_there:
        return f"there is no contract yet; --accept writes {file}"
    return f"the rules (+) and {file} (-) differ; --accept takes that over" if found else f"{file} says the same"


def _told(file: Path, found: Sequence[str]) -> str:
    """What the battery tells of a contract."""
    if not found:
        return f"The rules do what {file.name} says, and nothing else. Read from the rules, for all states."
    more = [f"... and {len(found) - MOST_TOLD} more"] if len(found) > MOST_TOLD else []
    lines = "\n    ".join([*found[:MOST_TOLD], *more])
    return f"the rules (+) and {file.name} (-) differ; kanly contract --accept takes that over:\n    {lines}"


def _show(output: Output, lines: Sequence[str], told: str) -> None:
    console = output.console()
    for line in [*lines, told]:
        console.print(line, soft_wrap=True, highlight=False, markup=False)
