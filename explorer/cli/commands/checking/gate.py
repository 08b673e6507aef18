"""`kanly gate`: everything there is, for one model after another; what continuous integration runs."""

from __future__ import annotations

import shlex
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

import typer

from ....findings.status import Status
from ....processes import supervision
from ...frame.ending import complaint, limit_step, reported
from ...frame.option_groups import TellingInTables
from ...frame.options import (
    USUAL_MEMORY,
    USUAL_WORKERS,
    AllowBounded,
    Engine,
    EngineOption,
    Settings,
    Timeout,
    Workers,
)
from ...frame.output import Output, command_line, from_anywhere
from ...starting import SEEDS
from ..declared.contract import beside, hold_contract
from .check_model import conformance_verdict

if TYPE_CHECKING:
    from .....model import Instance, Model
    from ....findings.outcome import Exploration
    from ....report.verdict import GateVerdict, Verdict
    from ....trace.tracing import TracedModel
    from ...frame.selection import Chosen

Only = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[MODEL[:SCENARIO]]...",
        help="Any models: bundled, files, or package.module:attribute; all bundled ones unless given.",
    ),
]
Everything = Annotated[bool, typer.Option("--all", help="Every scenario of the bundled models, not a short list.")]
USUAL_SECONDS = 300.0
BESIDE_A_SWEEP = 200
"""Reached states in which the battery looks at a model whose sweep looks at every state, in another reading."""


@dataclass
class Subject:
    """What one round of the gate is about: an instance of a model, how it is named, and what its sweep has found."""

    instance: Instance
    chosen: Chosen
    spelled: str
    hash_seeds: Sequence[int] = SEEDS
    """With which of Python's hashes it is loaded again; scenarios of one model take turns."""
    compared: set[str] = field(default_factory=set[str])
    """The declarations that were compared with those of another process, in any scenario of the model."""
    explored: Exploration | None = None

    @cached_property
    def traced(self) -> TracedModel:
        """The rules, which are read once. Raises `ModelError`."""
        from ....trace.tracing import trace_model

        return trace_model(self.instance)

    def command(self, name: str, *more: str) -> str:
        """A command about it, as it can be pasted into a shell."""
        return shlex.join(["kanly", name, from_anywhere(self.spelled), *self._settings(), *more])

    def _settings(self) -> Iterator[str]:
        for name, value in self.instance.parameters.items():
            if value != self.instance.model.state.parameters[name].default:
                yield from ("-p", f"{name}={value if isinstance(value, bool | int) else value.name}")


@dataclass(frozen=True)
class GateOptions:
    """What a step of the gate may use: the engine, seconds, threads, and whether somebody asked to stop."""

    engine: Engine
    seconds: float
    workers: int
    allow_bounded: bool
    stop: Callable[[], bool]


def conform(subject: Subject, options: GateOptions) -> Verdict:
    """The conformance battery, and the contract where one stands beside the model."""

    def read(_: Instance) -> TracedModel:
        return subject.traced

    file, accepted = beside(subject.chosen)
    verdict = conformance_verdict(
        subject.instance,
        read=read,
        workers=options.workers,
        spelled=subject.spelled,
        hash_seeds=subject.hash_seeds,
        most=BESIDE_A_SWEEP,
        compared=subject.compared,
    )
    hold_contract(verdict, file, accepted, subject.instance, read)
    verdict.command = subject.command("check-model")
    return verdict


def sweep(subject: Subject, options: GateOptions) -> Verdict:
    """Every reachable state."""
    from ....findings.bounds import Bounds
    from ....report.summary import verdict_of
    from ...frame.engines import EngineOptions, explore_with

    search = EngineOptions(Bounds(seconds=options.seconds, memory=USUAL_MEMORY << 20), workers=options.workers)
    traced = subject.traced if options.engine is Engine.COMPILED else None
    subject.explored = explore_with(options.engine, subject.instance, search, traced=traced, stop=options.stop)
    command = subject.command("explore", "--engine", options.engine.value)
    return verdict_of(subject.explored, command, allow_bounded=options.allow_bounded)


def prove(subject: Subject, options: GateOptions) -> Verdict:
    """Everything that is declared, and what each seat may see, for all states of the scope.

    What is open is held against the states that the sweep has reached, which are let go of then.
    """
    from ....prove.formulas.solver import Budget
    from ...frame.obligations import proof_verdict

    reached, subject.explored = subject.explored, None
    budget = Budget(total=options.seconds, workers=options.workers, stop=options.stop)
    command = subject.command("prove", "--sweep")
    verdict = proof_verdict(subject.traced, budget, command, reached=reached, allow_bounded=options.allow_bounded)
    if subject.instance.scenario.unswept:
        verdict.unchecked.append(_told_unswept(subject.instance))
    return verdict


STEPS: tuple[Callable[[Subject, GateOptions], Verdict], ...] = (conform, sweep, prove)
"""What is done with every scenario, in this order; a sweep only where the scenario does not say why not."""


def steps_for(subject: Subject) -> Iterator[Callable[[Subject, GateOptions], Verdict]]:
    """What is done with a scenario."""
    return (step for step in STEPS if step is not sweep or not subject.instance.scenario.unswept)


@reported
def gate(
    telling: TellingInTables,
    only: Only = None,
    everything: Everything = False,
    settings: Settings = None,
    engine: EngineOption = None,
    timeout: Timeout = USUAL_SECONDS,
    workers: Workers = USUAL_WORKERS,
    allow_bounded: AllowBounded = False,
) -> None:
    """Run every check on models, the bundled ones unless others are named; the worst verdict decides the exit code.

    Of a bundled model with many scenarios a short list is taken, unless --all is given or the model is named.
    """
    output = telling.output()
    from ....report.gathered import Gathered, as_line
    from ....report.verdict import overall
    from ...frame.engines import chosen_engine
    from ...frame.preparing import bounds_of
    from ...frame.progress import interruptible, progress_line

    began = time.perf_counter()
    seconds = bounds_of(None, None, timeout).seconds or USUAL_SECONDS
    rounds: list[list[Verdict]] = []
    unswept: list[str] = []
    with interruptible() as stop:
        options = GateOptions(chosen_engine(engine), seconds, workers, allow_bounded, stop)
        for number, subject in enumerate(_subjects(only, everything, settings)):
            found: list[Verdict] = []
            unswept += [_told_unswept(subject.instance)] if subject.instance.scenario.unswept else []
            with progress_line(telling.quiet, subject.instance.name):
                for step in steps_for(subject):
                    found.append(_guarded(step, subject, options))
                    aside = Gathered(number, found[-1], output.speaks, telling.quiet, telling.verbose, began)
                    supervision.lay_aside(as_line(aside))
            if not _is_held(found, verbose=telling.verbose):
                _show(output, found)
            rounds.append(found)
    _show_held(output, [found for found in rounds if _is_held(found, verbose=telling.verbose)])
    verdict = overall(
        [each for found in rounds for each in found], command_line(), round(time.perf_counter() - began, 3)
    )
    _show_whole(output, verdict, [] if only or everything else _left_out(), unswept)
    output.leave(verdict)


def unfinished(lines: Sequence[bytes], end: Verdict) -> GateVerdict:
    """What a gate that was ended has to say: the verdicts that it laid aside, and the one about its end.

    What it has not shown yet is shown.
    """
    from ....report.gathered import verdict_in
    from ....report.verdict import overall

    aside = [verdict_in(line) for line in lines]
    first = aside[0]
    output = Output(None if first.for_people else "-", first.quiet, first.verbose)
    rounds: defaultdict[int, list[Verdict]] = defaultdict(list)
    for each in aside:
        rounds[each.subject].append(each.verdict)
    whole = [found for found in rounds.values() if len(found) == len(STEPS)]
    _show(output, [each for found in rounds.values() if len(found) < len(STEPS) for each in found])
    _show_held(output, [found for found in whole if _is_held(found, verbose=first.verbose)])
    verdict = overall(
        [*(each.verdict for each in aside), end], command_line(), round(time.perf_counter() - first.began, 3)
    )
    _show_whole(output, verdict, [])
    return verdict


def _is_held(found: Sequence[Verdict], *, verbose: bool) -> bool:
    """Whether the verdicts on a subject fit into the line of its model."""
    return not verbose and all(verdict.status == "holds" for verdict in found)


def _told_unswept(instance: Instance) -> str:
    """That a scenario is not swept, and why."""
    return f"not swept, but proved: {instance.name} ({instance.scenario.unswept})"


def _show_whole(output: Output, verdict: GateVerdict, left_out: Sequence[str], unswept: Sequence[str] = ()) -> None:
    """What was not swept, and the last line."""
    from ....report.terminal import coloured

    told = f"{len(verdict.verdicts)} verdicts in {verdict.seconds:.1f} s"
    if left_out:
        told += f"; not looked at: {len(left_out)} scenarios (kanly gate --all)"
    if output.speaks:
        for line in unswept:
            output.console().print(line, soft_wrap=True, highlight=False, markup=False)
        output.console().print(f"gate: {coloured(verdict.status)}, {told}", highlight=False)


def _subjects(only: list[str] | None, everything: bool, settings: list[str] | None) -> list[Subject]:
    """Every scenario that is meant, with the parameters that it has. Raises `Mistake` for one that none has."""
    from ...frame.mistakes import Mistake
    from ...frame.selection import BUNDLED, choose, parsed_settings

    given = parsed_settings(settings or ())
    found: list[Subject] = []
    for named in only or list(BUNDLED):
        chosen = choose(named)
        short = () if only or everything else BUNDLED[named].short
        for name in [chosen.scenario] if chosen.scenario else short or chosen.model.scenarios:
            own = {each: value for each, value in given.items() if _has_parameter(chosen.model, name, each)}
            spelled = named if chosen.scenario else f"{named}:{name}"
            instance = replace(chosen, scenario=name).instance([f"{each}={value}" for each, value in own.items()])
            found.append(Subject(instance, chosen, spelled))
    _take_turns(found)
    parameters = {each for subject in found for each in subject.instance.parameters}
    if unknown := [each for each in given if each not in parameters]:
        raise Mistake(f"-p {unknown[0]}: none of the models has such a parameter")
    return found


def _take_turns(subjects: Sequence[Subject]) -> None:
    """Have the first scenario of a model loaded again as often as usual, others once, with hashes of their own."""
    by_model: defaultdict[str, list[Subject]] = defaultdict(list)
    for subject in subjects:
        by_model[subject.instance.model.name].append(subject)
    for several in (each for each in by_model.values() if len(each) > 1):
        for seed, subject in enumerate(several[1:], SEEDS[-1] + 1):
            subject.hash_seeds, subject.compared = (seed,), several[0].compared


def _has_parameter(model: Model, scenario: str, name: str) -> bool:
    return name in model.state.parameters and scenario in model.with_parameter(name)


def _left_out() -> list[str]:
    """The scenarios that the short list passes over."""
    from ...frame.selection import BUNDLED, choose

    return [
        f"{name}:{scenario}"
        for name, bundled in BUNDLED.items()
        for scenario in choose(name).model.scenarios
        if bundled.short and scenario not in bundled.short
    ]


def _guarded(step: Callable[[Subject, GateOptions], Verdict], subject: Subject, options: GateOptions) -> Verdict:
    """The verdict of a step; whatever it raises is a verdict too, so that the other models are still checked."""
    from ....report.summary import add_times
    from ....report.verdict import error_verdict

    began = time.perf_counter()
    limit_step(options.seconds)
    supervision.tell_phase(f"{step.__name__} of {subject.instance.name}")
    try:
        verdict = step(subject, options)
    except Exception as error:
        instance, message = subject.instance, complaint(error)
        verdict = error_verdict(message, subject.command("gate"), step.__name__)
        verdict.model, verdict.scenario, verdict.reason = instance.model.name, instance.scenario.name, message
        if isinstance(error, MemoryError):
            verdict.status, verdict.exit_code = Status.INCONCLUSIVE.value, Status.INCONCLUSIVE.exit_code
    add_times(verdict, time.perf_counter() - began)
    return verdict


def _show_held(output: Output, held: Sequence[Sequence[Verdict]]) -> None:
    """One line for each model, about those of its scenarios of which everything holds."""
    from rich.markup import escape

    from ....report.summary import counted
    from ....report.terminal import coloured

    if not output.speaks:
        return
    for model in dict.fromkeys(found[0].model for found in held):
        names = [f"{model}:{found[0].scenario}" for found in held if found[0].model == model]
        verdicts = [each for found in held if found[0].model == model for each in found]
        named = names[0] if len(names) == 1 else f"{model}, {counted(len(names), 'scenario')}"
        told = f"{coloured('holds')} [bold]{escape(named)}[/]: {_extent(verdicts)}"
        output.console().print(told, soft_wrap=True, highlight=False)


def _extent(verdicts: Sequence[Verdict]) -> str:
    """What was looked at, and how long that took."""
    from ....report.terminal import total_seconds

    seconds: defaultdict[str, float] = defaultdict(float)
    for verdict in verdicts:
        seconds[verdict.engine] += total_seconds(verdict)
    states = sum(verdict.states for verdict in verdicts if verdict.engine != "conformance")
    asked = sum(verdict.details.get("questions", 0) for verdict in verdicts)
    in_play = sum(len(verdict.details.get("only_in_play", ())) for verdict in verdicts)
    alone = f"; {in_play} of what is proved for play alone" if in_play else ""
    parts = ", ".join(f"{engine} {taken:.1f} s" for engine, taken in seconds.items())
    return f"{states:,} states, {asked:,} questions; {parts}{alone}"


def _show(output: Output, verdicts: Sequence[Verdict]) -> None:
    """All that there is to say of a scenario of which not everything holds, or more is wanted."""
    from ....report.terminal import headline, show
    from .check_model import show_findings

    if not output.speaks:
        return
    console = output.console()
    for verdict in verdicts:
        fine = verdict.exit_code == 0
        if verdict.engine == "conformance":
            show_findings(Output(None, quiet=output.quiet, verbose=not fine or output.verbose), verdict)
        elif (fine and not output.verbose) or output.quiet:
            console.print(headline(verdict), soft_wrap=True, highlight=False)
        else:
            show(console, verdict, verbose=output.verbose)
