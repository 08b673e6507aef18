"""All mutants of some scenarios, one after another, each in a copy of this process."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ..processes.forks import answers_of
from .edits import Edit
from .judging import Limits, Trial
from .mutants import Fate, Judged, Mutant, mutant_of
from .scenario import Scenario
from .sites import Site


@dataclass(frozen=True)
class Place:
    """A mutant that is to be judged: where, and by which edit."""

    site: Site
    edit: Edit
    mutant: Mutant

    @property
    def lines(self) -> range:
        """The lines of its file that it changes."""
        nodes = [node for node, _ in self.edit.parts]
        return range(nodes[0].lineno, max(node.end_lineno or node.lineno for node in nodes) + 1)


def places_of(sites: Iterable[Site], seats: type[Enum]) -> list[Place]:
    """All mutants of some functions of a model, in the order of files and lines."""
    return [Place(site, edit, mutant_of(site.file, site.name, edit)) for site in sites for edit in site.edits(seats)]


def sampled(places: Sequence[Place], count: int | None, seed: int) -> list[Place]:
    """So many of them, drawn by the seed, in their order; all for None."""
    if count is None or count >= len(places):
        return list(places)
    chosen = random.Random(seed).sample(range(len(places)), count)
    return [places[index] for index in sorted(chosen)]


@dataclass(frozen=True)
class Campaign:
    """Mutants, and what they are held against."""

    places: Sequence[Place]
    scenarios: Sequence[Scenario]
    limits: Limits = field(default_factory=Limits)
    known: Mapping[str, Judged] = field(default_factory=dict[str, Judged])
    """What was found of mutants before, by key."""

    def run(self, workers: int, stop: Callable[[], bool]) -> Generator[Judged]:
        """What becomes of each, as it is found; those that are known already first."""
        yield from (self.known[each.mutant.key] for each in self.places if each.mutant.key in self.known)
        left = [each for each in self.places if each.mutant.key not in self.known]
        for index, answer in answers_of(self._tasks(left, stop), workers, stop, seconds=self.limits.seconds):
            yield answer or _unanswered(left[index].mutant, self.limits.seconds)

    def _tasks(self, places: Sequence[Place], stop: Callable[[], bool]) -> Iterator[Callable[[], Judged]]:
        for each in places:
            yield Trial(each.site, each.edit, self.scenarios, self.limits, stop).judged


def _unanswered(mutant: Mutant, seconds: float) -> Judged:
    """What is said of a mutant whose process was ended, or crashed."""
    return Judged(mutant, Fate.UNDECIDED.value, told=f"no answer: the process crashed, or took more than {seconds:g} s")
