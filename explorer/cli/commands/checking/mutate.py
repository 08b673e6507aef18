"""`kanly mutate`: change the rules in small ways, and see whether what is declared tells."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ....findings.status import Status, worst
from ....processes import supervision
from ...frame.ending import reported
from ...frame.files import Destination
from ...frame.mistakes import Mistake
from ...frame.option_groups import TellingInTables
from ...frame.options import USUAL_WORKERS, Seed, Settings, Timeout, Workers
from ...frame.output import Output, command_line

if TYPE_CHECKING:
    from .....model import Instance, Model
    from ....mutation.changes.places import Place
    from ....mutation.results.accepted import Accepted
    from ....mutation.results.mutants import Judged, Mutant
    from ....mutation.trials.scenario import Scenario
    from ....report.mutants import Course
    from ....report.verdict import Verdict
    from ...frame.selection import Chosen

Models = Annotated[
    list[str],
    typer.Argument(metavar="MODEL[:SCENARIO]...", help="Models or scenarios; all scenarios of a model unless named."),
]
Sample = Annotated[int | None, typer.Option(min=1, metavar="N", help="So many mutants only, drawn by --seed.")]
Since = Annotated[str | None, typer.Option(metavar="REVISION", help="Only lines that changed since, as git tells.")]
Within = Annotated[str | None, typer.Option(metavar="PATH", help="Only what stands in this file or folder.")]
Results = Annotated[
    str | None, typer.Option(metavar="FILE", help="Keep results there as they are found, and go on from those in it.")
]
Least = Annotated[float, typer.Option("--score", min=0, max=100, help="How many of 100 mutants have to be killed.")]


@dataclass(frozen=True)
class Subject:
    """A model, those of its scenarios that are looked at, and the survivors that may live."""

    chosen: Chosen
    instances: Sequence[Instance]
    accepted: Sequence[Accepted]

    @property
    def is_whole(self) -> bool:
        """Whether all its scenarios that a gate sweeps are looked at."""
        return {each.scenario.name for each in self.instances} >= set(_swept(self.chosen.model))


@dataclass(frozen=True)
class Choice:
    """Which mutants are judged."""

    sample: int | None
    seed: int
    since: str | None
    within: str | None


@reported
def mutate(
    models: Models,
    telling: TellingInTables,
    settings: Settings = None,
    sample: Sample = None,
    seed: Seed = 0,
    since: Since = None,
    within: Within = None,
    results: Results = None,
    score: Least = 0.0,
    workers: Workers = USUAL_WORKERS,
    timeout: Timeout = None,
) -> None:
    """Change rules, views and visibility in small ways, and hold each mutant against all that is declared.

    A survivor is a hole in what is declared, unless a file beside the model lists it with the reason why it may live.
    """
    output = telling.output()
    from ....mutation.results.accepted import reason_of
    from ....mutation.trials.campaign import Campaign
    from ....processes.forks import can_be_copied
    from ....report.mutants import as_line
    from ...frame.progress import interruptible

    began = time.perf_counter()
    if not can_be_copied():
        raise Mistake("mutants are judged by copies of this process, which only Linux makes safely")
    kept = None if results is None else Destination("--results", results).path
    subjects = _subjects(models, settings or ())
    judged: list[Judged] = []
    with interruptible() as stop:
        scenarios, places = _prepared(subjects, Choice(sample, seed, since, within))
        course = _course(subjects, len(places), score, None if sample is None else seed, output, began)
        supervision.lay_aside(as_line(course))
        campaign = Campaign([place for _, place in places], scenarios)
        accepted = {place.mutant: subject.accepted for subject, place in places}
        with _keeper(kept, _rules(scenarios)) as (known, keep):
            for each in replace(campaign, known=known).run(workers, stop):
                each.because = reason_of(each, accepted[each.mutant])
                judged.append(each)
                keep(each)
                supervision.lay_aside(as_line(each))
                supervision.tell_phase(f"judging mutants, {len(judged):,} of {len(places):,} done")
                if _is_open(each) or telling.verbose:
                    _show(output, each)
    _tell(output, course, judged, _verdict(course, judged))


def unfinished(lines: Sequence[bytes], end: Verdict) -> Verdict:
    """What a campaign that was ended has to say: what became of the mutants that were judged by then, and of itself.

    It is shown. The status is the worse of the two.
    """
    from ....report.mutants import course_in

    course, judged = course_in(lines)
    verdict = _verdict(course, judged)
    status = worst([Status(verdict.status), Status(end.status)])
    ended = end.error or end.reason
    if status.value != verdict.status or status is Status.INCONCLUSIVE:
        verdict.reason = f"{ended}; {verdict.reason}"
    verdict.status, verdict.exit_code, verdict.error = status.value, status.exit_code, end.error
    _show_whole(Output(None if course.for_people else "-", course.quiet, course.verbose), course, judged, verdict)
    return verdict


def _course(
    subjects: Sequence[Subject], mutants: int, least: float, seed: int | None, output: Output, began: float
) -> Course:
    """What the campaign is about."""
    from ....report.mutants import Course

    return Course(
        models=[each.chosen.model.name for each in subjects],
        scenarios=[instance.scenario.name for each in subjects for instance in each.instances],
        is_whole=all(each.is_whole for each in subjects), mutants=mutants, least=least, seed=seed,
        for_people=output.speaks, quiet=output.quiet, verbose=output.verbose, began=began,
    )  # fmt: skip


def _is_open(judged: Judged) -> bool:
    """Whether somebody has to look at it."""
    from ....mutation.results.mutants import Fate

    return judged.fate in (Fate.SURVIVED.value, Fate.UNDECIDED.value) and not judged.because


def _subjects(models: Sequence[str], settings: Sequence[str]) -> list[Subject]:
    """The models that are meant, with the scenarios that are named, or all that a gate sweeps; each once.

    Raises `Mistake` or `ModelError`.
    """
    from ...frame.preparing import look_over
    from ...frame.selection import choose

    found: dict[tuple[Path, str], tuple[Chosen, dict[str, None]]] = {}
    for spelled in models:
        chosen = choose(spelled)
        names = [chosen.scenario] if chosen.scenario else _swept(chosen.model)
        if not names:
            raise Mistake(f"{spelled}: {chosen.model.name} has no scenario that is swept")
        found.setdefault((chosen.file, chosen.model.name), (chosen, {}))[1].update(dict.fromkeys(names))
    subjects: list[Subject] = []
    for chosen, scenarios in found.values():
        instances = [replace(chosen, scenario=name).instance(settings) for name in scenarios]
        for each in instances:
            look_over(each)
        subjects.append(Subject(chosen, instances, _accepted(chosen)))
    return subjects


def _swept(model: Model) -> list[str]:
    return [name for name, each in model.scenarios.items() if not each.unswept]


def _prepared(subjects: Sequence[Subject], choice: Choice) -> tuple[list[Scenario], Sequence[tuple[Subject, Place]]]:
    """The scenarios as they were read, after a look at whether they hold; and the mutants. Raises `Mistake`."""
    from ....findings.bounds import Bounds
    from ....mutation.changes.places import places_of, sampled
    from ....mutation.trials.scenario import read_scenario
    from ....mutation.trials.sweeping import hold_as_written

    scenarios: list[Scenario] = []
    places: list[tuple[Subject, Place]] = []
    for subject in subjects:
        for instance in subject.instances:
            supervision.tell_phase(f"reading {instance.name}")
            scenario = read_scenario(instance)
            supervision.tell_phase(f"sweeping {instance.name} as it is written")
            if broken := hold_as_written(scenario, Bounds()):
                raise Mistake(f"{instance.name} does not hold as it is written ({broken[0]}); see kanly explore")
            scenarios.append(scenario)
        places += ((subject, each) for each in places_of(subject.instances) if _is_wanted(each, choice))
    return scenarios, sampled(places, choice.sample, choice.seed)


def _is_wanted(place: Place, choice: Choice) -> bool:
    """Whether a mutant stands where mutants are wanted. Raises `Mistake`."""
    from ....mutation.changes.revisions import RevisionError, changed_lines

    file = Path(place.mutant.file).resolve()
    if choice.within is not None:
        inside = Path(choice.within).resolve()
        if not inside.exists():
            raise Mistake(f"--within {choice.within}: there is no such file or folder")
        if inside != file and inside not in file.parents:
            return False
    if choice.since is None:
        return True
    try:
        changed = changed_lines(file.parent, choice.since).get(str(file), frozenset())
    except RevisionError as error:
        raise Mistake(f"--since {choice.since}: {error}") from None
    return any(line in changed for line in place.lines)


def _accepted(chosen: Chosen) -> Sequence[Accepted]:
    """The survivors that may live. Raises `Mistake`."""
    from ....mutation.results.accepted import AcceptedError, accepted_in, survivors_beside

    try:
        return accepted_in(survivors_beside(chosen.file))
    except AcceptedError as error:
        raise Mistake(str(error)) from None


def _rules(scenarios: Sequence[Scenario]) -> str:
    """What changes with the rules, the checks, what is loaded beside them, the scenarios and their parameters."""
    from importlib.metadata import version

    from ....mutation.results.kept import digest_of

    functions = (function for each in scenarios for function in each.traced.judge.functions)
    files = {function.__code__.co_filename for function in functions}
    files |= {declaration.file for each in scenarios for declaration in each.declared}
    folders = {Path(file).parent for file in files}
    loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    files |= {file for file in loaded if isinstance(file, str) and Path(file).parent in folders}
    told = [version("kanly"), *(f"{each.name} {dict(each.instance.parameters)}" for each in scenarios)]
    return digest_of((file for file in files if Path(file).is_file()), told)


@contextmanager
def _keeper(file: Path | None, rules: str) -> Generator[tuple[Mapping[Mutant, Judged], Callable[[Judged], None]]]:
    """What is known of mutants, and where more is kept. Raises `Mistake`."""
    from ....mutation.results.kept import KeptError, keeping, known_in

    if file is None:
        yield {}, lambda _: None
        return
    try:
        known = known_in(file, rules)
        with keeping(file, rules, known) as keep:
            yield known, keep
    except KeptError as error:
        raise Mistake(f"--results {error}") from None
    except OSError as error:
        raise Mistake(f"--results {file}: it cannot be written ({error.strerror})") from None


def _verdict(course: Course, judged: Sequence[Judged]) -> Verdict:
    """What follows from what became of the mutants."""
    from ....mutation.results.accepted import holes, stale
    from ....mutation.results.mutants import score
    from ....report.mutants import details, told_score
    from ....report.verdict import Verdict

    found, unlisted, dead = score(judged), holes(judged), stale(judged, is_whole=course.is_whole)
    reasons: list[str] = []
    if unlisted:
        reasons.append(f"{len(unlisted)} survivors that no list names")
    if dead:
        reasons.append(f"{len(dead)} entries of a list of survivors that survive no more")
    left = course.mutants - len(judged)
    if reasons or found.most_share * 100 < course.least:
        status = Status.VIOLATED
    elif left or found.undecided:
        status = Status.INCONCLUSIVE
    else:
        status = Status.HOLDS if found.counted else Status.VACUOUS
    reasons += [f"{left} were not judged"] if left else []
    reasons += ["there is nothing that should be killed"] if status is Status.VACUOUS else []
    verdict = Verdict(status=status.value, exit_code=status.exit_code, command=command_line(), engine="mutants")
    verdict.model, verdict.scenario = ", ".join(course.models), ", ".join(course.scenarios)
    verdict.reason = "; ".join([*reasons, told_score(found)])
    verdict.complete = not left and not found.undecided
    verdict.seconds, verdict.seed = round(time.perf_counter() - course.began, 3), course.seed
    verdict.checked = [f"{len(judged)} changed places of rules, views and visibility, each by sweep, then by proof"]
    verdict.unchecked = ["set-ups, scopes and checks, which are not changed; two changes at once"]
    keys = {"unlisted": unlisted, "stale": dead}
    named = {name: [each.mutant.key for each in group] for name, group in keys.items()}
    verdict.details = {**details(judged), **named, "all": course.mutants}
    return verdict


def _tell(output: Output, course: Course, judged: Sequence[Judged], verdict: Verdict) -> NoReturn:
    _show_whole(output, course, judged, verdict)
    output.leave(verdict)


def _show(output: Output, judged: Judged) -> None:
    from ....report.mutants import told_mutant

    if output.speaks and not output.quiet:
        for line in told_mutant(judged):
            output.console().print(line, markup=False, highlight=False, soft_wrap=True)


def _show_whole(output: Output, course: Course, judged: Sequence[Judged], verdict: Verdict) -> None:
    """Entries that survive no more, the score, that of each file, and the last line."""
    from rich.table import Table

    from ....mutation.results.accepted import stale
    from ....report.mutants import by_file, by_operator, percent
    from ....report.terminal import coloured

    if not output.speaks:
        return
    for each in stale(judged, is_whole=course.is_whole):
        output.console().print("[yellow]survives no more, and may be taken from the list of survivors[/]:")
        _show(output, each)
    if not output.quiet:
        groups = {"file": by_file(judged), **({"change": by_operator(judged)} if course.verbose else {})}
        for title, scores in groups.items():
            table = Table(title, "killed", "of", "", "equivalent", "unreached", "refused", box=None, pad_edge=False)
            for name, each in scores.items():
                counts = (each.killed, each.counted, percent(each.share), each.equivalent, each.unreached, each.refused)
                table.add_row(name, *map(str, counts))
            output.console().print(table)
    told = f"mutate {verdict.model}: {coloured(verdict.status)}, {verdict.reason}; {verdict.seconds:.1f} s"
    output.console().print(told, soft_wrap=True, highlight=False)
