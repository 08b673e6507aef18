"""All mutants of some scenarios, one after another, each in a copy of this process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...processes.forks import answers_of
from ..changes.places import Place
from ..results.mutants import Fate, Judged, Mutant
from .judging import Limits, Trial
from .scenario import Scenario


@dataclass(frozen=True)
class Campaign:
    """Mutants, and what they are held against."""

    places: Sequence[Place]
    scenarios: Sequence[Scenario]
    limits: Limits = field(default_factory=Limits)
    known: Mapping[Mutant, Judged] = field(default_factory=dict[Mutant, Judged])
    """What was found of mutants before."""

    def run(self, workers: int, stop: Callable[[], bool]) -> Generator[Judged]:
        """What becomes of each, as it is found; those that are known already first."""
        yield from (self.known[each.mutant] for each in self.places if each.mutant in self.known)
        left = [each for each in self.places if each.mutant not in self.known]
        for index, answer in answers_of(self._tasks(left, stop), workers, stop, seconds=self.limits.seconds):
            yield answer or _unanswered(left[index].mutant, self.limits.seconds)

    def _tasks(self, places: Sequence[Place], stop: Callable[[], bool]) -> Iterator[Callable[[], Judged]]:
        for each in places:
            yield Trial(each, self.scenarios, self.limits, stop).judged


def _unanswered(mutant: Mutant, seconds: float) -> Judged:
    """What is said of a mutant whose process was ended, or crashed."""
    return Judged(mutant, Fate.UNDECIDED.value, told=f"no answer: the process crashed, or took more than {seconds:g} s")
