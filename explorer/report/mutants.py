"""What became of mutants, for people and for the verdict record."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ..mutation.results.mutants import Fate, Judged, Score, score


class Course(msgspec.Struct):
    """What a campaign is about, and how it is told; what becomes of each mutant is told beside it.

    `began` is of the monotonic clock of the machine, in seconds.
    """

    models: list[str]
    scenarios: list[str]
    is_whole: bool
    """Whether it has all scenarios of its models."""
    mutants: int
    least: float
    """How many of 100 have to be killed."""
    seed: int | None
    """By which the mutants were drawn, if they were."""
    for_people: bool
    quiet: bool
    verbose: bool
    began: float


def course_in(lines: Sequence[bytes]) -> tuple[Course, list[Judged]]:
    """A campaign and what was judged in it, from the lines of `as_line`: one for the campaign, one for each mutant."""
    first, *others = lines
    return msgspec.json.decode(first, type=Course), [msgspec.json.decode(each, type=Judged) for each in others]


def as_line(told: Course | Judged) -> bytes:
    """One line."""
    return msgspec.json.encode(told)


def percent(share: float) -> str:
    """A part of a whole, rounded down, so that nothing passes for all."""
    return f"{int(share * 1000) / 10:.1f} %"


def told_score(found: Score) -> str:
    """The score in one line."""
    more = {"equivalent": found.equivalent, "unreached": found.unreached, "refused": found.refused}
    undecided = {"undecided": found.undecided} if found.undecided else {}
    parts = ", ".join(f"{count} {name}" for name, count in {**undecided, **more}.items())
    return f"{found.killed} of {found.counted} killed ({percent(found.share)}); {parts}"


def told_mutant(judged: Judged) -> Iterator[str]:
    """One mutant in a few lines."""
    mutant = judged.mutant
    yield f"{judged.fate}: {mutant.operator} in {mutant.function}, {short(mutant.file)}:{mutant.line}"
    yield f"    {mutant.before}"
    yield f"    -> {mutant.after or '(nothing)'}"
    if judged.by:
        how = "proof" if judged.is_proof else "sweep"
        yield f"    killed by {', '.join(judged.by)} ({how} of {judged.scenario})"
    if judged.told:
        yield f"    {judged.scenario}: {judged.told}" if judged.scenario else f"    {judged.told}"
    if judged.because:
        yield f"    may live: {judged.because}"
    if judged.nearest:
        yield f"    nearest: {', '.join(judged.nearest)}"


def short(file: str) -> str:
    """A file as seen from here, where that is shorter."""
    return min(os.path.relpath(file), file, key=len)


def by_file(judged: Iterable[Judged]) -> dict[str, Score]:
    """The score of each file."""
    return _grouped(judged, lambda each: short(each.mutant.file))


def by_operator(judged: Iterable[Judged]) -> dict[str, Score]:
    """The score of each kind of change."""
    return _grouped(judged, lambda each: each.mutant.operator)


def _grouped(judged: Iterable[Judged], name: Callable[[Judged], str]) -> dict[str, Score]:
    groups: dict[str, list[Judged]] = {}
    for each in judged:
        groups.setdefault(name(each), []).append(each)
    return {key: score(groups[key]) for key in sorted(groups)}


def details(judged: Sequence[Judged]) -> dict[str, Any]:
    """All of it, as the record says it."""
    return {
        "score": _counts(score(judged)),
        "by_file": {name: _counts(found) for name, found in by_file(judged).items()},
        "by_operator": {name: _counts(found) for name, found in by_operator(judged).items()},
        "mutants": [_record(each) for each in judged],
    }


def _counts(found: Score) -> dict[str, Any]:
    counts: dict[str, Any] = {fate.value: getattr(found, fate.value) for fate in Fate}
    return {**counts, "share": round(found.share, 4)}


def _record(judged: Judged) -> dict[str, Any]:
    mutant = judged.mutant
    return {
        "key": mutant.key, "file": mutant.file, "line": mutant.line, "column": mutant.column,
        "function": mutant.function, "operator": mutant.operator, "before": mutant.before, "after": mutant.after,
        "fate": judged.fate, "by": judged.by, "proof": judged.is_proof, "scenario": judged.scenario,
        "told": judged.told, "nearest": judged.nearest, "because": judged.because, "seconds": judged.seconds,
    }  # fmt: skip
