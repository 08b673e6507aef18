"""`kanly mutate`: change the rules in small ways, and see whether what is declared tells."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...findings.status import Status
from ...processes import supervision
from ..frame.ending import reported
from ..frame.files import Destination
from ..frame.mistakes import Mistake
from ..frame.option_groups import TellingInTables
from ..frame.options import USUAL_WORKERS, Seed, Settings, Timeout, Workers
from ..frame.output import Output, command_line

if TYPE_CHECKING:
    from ....model import Instance
    from ...mutation.changes.places import Place
    from ...mutation.results.accepted import Accepted
    from ...mutation.results.mutants import Judged
    from ...mutation.trials.scenario import Scenario
    from ...report.verdict import Verdict
    from ..frame.selection import Chosen

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
    from ...mutation.results.accepted import unlisted
    from ...mutation.results.mutants import Fate
    from ...mutation.trials.campaign import Campaign
    from ...processes.forks import can_be_copied
    from ..frame.progress import interruptible

    began = time.perf_counter()
    if not can_be_copied():
        raise Mistake("mutants are judged by copies of this process, which only Linux makes safely")
    kept = None if results is None else Destination("--results", results).path
    meant = [_meant(each, settings or ()) for each in models]
    accepted = [entry for chosen, _ in meant for entry in _accepted(chosen)]
    judged: list[Judged] = []
    with interruptible() as stop:
        scenarios, places = _prepared(meant, Choice(sample, seed, since, within))
        campaign = Campaign(places, scenarios)
        rules = _rules(scenarios)
        with _keeper(kept, rules) as (known, keep):
            for each in replace(campaign, known=known).run(workers, stop):
                judged.append(each)
                keep(each)
                supervision.tell_phase(f"judging mutants, {len(judged):,} of {len(places):,} done")
                is_hole = each.fate in (Fate.SURVIVED.value, Fate.UNDECIDED.value) and bool(unlisted([each], accepted))
                if is_hole or telling.verbose:
                    _show(output, each)
    verdict = _verdict(meant, judged, accepted, len(places), score)
    verdict.seconds, verdict.seed = round(time.perf_counter() - began, 3), None if sample is None else seed
    _show_whole(output, verdict, judged, telling.verbose)
    output.leave(verdict)


def _meant(spelled: str, settings: Sequence[str]) -> tuple[Chosen, list[Instance]]:
    """The scenarios that MODEL[:SCENARIO] means: all that a gate sweeps, or one. Raises `Mistake` or `ModelError`."""
    from ..frame.preparing import look_over
    from ..frame.selection import choose

    chosen = choose(spelled)
    swept = [name for name, each in chosen.model.scenarios.items() if not each.unswept]
    names = [chosen.scenario] if chosen.scenario else swept
    if not names:
        raise Mistake(f"{spelled}: {chosen.model.name} has no scenario that is swept")
    instances = [replace(chosen, scenario=name).instance(settings) for name in names]
    for each in instances:
        look_over(each)
    return chosen, instances


def _prepared(meant: Sequence[tuple[Chosen, list[Instance]]], choice: Choice) -> tuple[list[Scenario], list[Place]]:
    """The scenarios as they were read, after a look at whether they hold; and the mutants. Raises `Mistake`."""
    from ...findings.bounds import Bounds
    from ...mutation.changes.places import places_of, sampled
    from ...mutation.trials.scenario import read_scenario
    from ...mutation.trials.sweeping import hold_as_written

    scenarios: list[Scenario] = []
    places: list[Place] = []
    for _, instances in meant:
        for instance in instances:
            supervision.tell_phase(f"reading {instance.name}")
            scenario = read_scenario(instance)
            supervision.tell_phase(f"sweeping {instance.name} as it is written")
            if broken := hold_as_written(scenario, Bounds()):
                raise Mistake(f"{instance.name} does not hold as it is written ({broken[0]}); see kanly explore")
            scenarios.append(scenario)
        places += places_of(instances)
    return scenarios, sampled([each for each in places if _is_wanted(each, choice)], choice.sample, choice.seed)


def _is_wanted(place: Place, choice: Choice) -> bool:
    """Whether a mutant stands where mutants are wanted. Raises `Mistake`."""
    from ...mutation.changes.revisions import RevisionError, changed_lines

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
    from ...mutation.results.accepted import AcceptedError, accepted_in, survivors_beside

    try:
        return accepted_in(survivors_beside(chosen.file))
    except AcceptedError as error:
        raise Mistake(str(error)) from None


def _rules(scenarios: Sequence[Scenario]) -> str:
    """What changes with the rules, the checks, the scenarios and their parameters."""
    from importlib.metadata import version

    from ...mutation.results.kept import digest_of

    files = {code.co_filename for each in scenarios for ran in each.ran.values() for code in ran}
    files |= {declaration.file for each in scenarios for declaration in each.declared}
    told = [version("kanly"), *(f"{each.name} {dict(each.instance.parameters)}" for each in scenarios)]
    return digest_of((file for file in files if Path(file).is_file()), told)


@contextmanager
def _keeper(file: Path | None, rules: str) -> Generator[tuple[Mapping[str, Judged], Callable[[Judged], None]]]:
    """What is known of mutants, and where more is kept. Raises `Mistake`."""
    from ...mutation.results.kept import KeptError, keeping, known_in

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


def _verdict(
    meant: Sequence[tuple[Chosen, list[Instance]]],
    judged: Sequence[Judged],
    accepted: Sequence[Accepted],
    mutants: int,
    least: float,
) -> Verdict:
    """What follows from what became of the mutants."""
    from ...mutation.results.accepted import unlisted
    from ...mutation.results.mutants import Fate, score
    from ...report.mutants import details, told_score
    from ...report.verdict import Verdict

    found = score(judged)
    holes = unlisted([each for each in judged if each.fate == Fate.SURVIVED.value], accepted)
    if holes or found.most_share * 100 < least:
        status, reason = Status.VIOLATED, f"{len(holes)} survivors that no list names; {told_score(found)}"
    elif len(judged) < mutants or found.undecided:
        status, reason = Status.INCONCLUSIVE, f"{mutants - len(judged)} were not judged; {told_score(found)}"
    elif not found.counted:
        status, reason = Status.VACUOUS, f"there is nothing that should be killed; {told_score(found)}"
    else:
        status, reason = Status.HOLDS, told_score(found)
    verdict = Verdict(status=status.value, exit_code=status.exit_code, command=command_line(), engine="mutants")
    verdict.model = ", ".join(dict.fromkeys(chosen.model.name for chosen, _ in meant))
    verdict.scenario = ", ".join(instance.scenario.name for _, instances in meant for instance in instances)
    verdict.reason, verdict.complete = reason, len(judged) == mutants and not found.undecided
    verdict.checked = [f"{len(judged)} changed places of rules, views and visibility, each by sweep, then by proof"]
    verdict.unchecked = ["set-ups, scopes and checks, which are not changed; two changes at once"]
    verdict.details = {**details(judged), "unlisted": [each.mutant.key for each in holes], "all": mutants}
    return verdict


def _show(output: Output, judged: Judged) -> None:
    from ...report.mutants import told_mutant

    if output.speaks and not output.quiet:
        for line in told_mutant(judged):
            output.console().print(line, markup=False, highlight=False, soft_wrap=True)


def _show_whole(output: Output, verdict: Verdict, judged: Sequence[Judged], verbose: bool) -> None:
    """The score, that of each file, and the last line."""
    from rich.table import Table

    from ...report.mutants import by_file, by_operator, percent
    from ...report.terminal import coloured

    if not output.speaks:
        return
    if not output.quiet:
        groups = {"file": by_file(judged), **({"change": by_operator(judged)} if verbose else {})}
        for title, scores in groups.items():
            table = Table(title, "killed", "of", "", "equivalent", "unreached", "refused", box=None, pad_edge=False)
            for name, each in scores.items():
                counts = (each.killed, each.counted, percent(each.share), each.equivalent, each.unreached, each.refused)
                table.add_row(name, *map(str, counts))
            output.console().print(table)
    told = f"mutate {verdict.model}: {coloured(verdict.status)}, {verdict.reason}; {verdict.seconds:.1f} s"
    output.console().print(told, soft_wrap=True, highlight=False)
