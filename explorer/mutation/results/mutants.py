"""Mutants: changed places of a model, and what became of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    """Something that is declared does not hold of it, or says nothing any more."""
    SURVIVED = "survived"
    """It makes a difference in a state that is reached, and nothing that is declared tells."""
    EQUIVALENT = "equivalent"
    """It makes no difference in any state that satisfies what is declared."""
    UNREACHED = "unreached"
    """No scenario comes to a state in which it makes a difference."""
    REFUSED = "refused"
    """It is no rule: it cannot be read."""
    UNDECIDED = "undecided"
    """A bound or the time ended it first."""


class Mutant(msgspec.Struct, frozen=True):
    """One changed place, by file, line and column as they are written, with the text before and after."""

    file: str
    line: int
    column: int
    function: str
    operator: str
    before: str
    after: str

    @property
    def key(self) -> str:
        """What it is called in files: the same as long as the function and the text of the place are."""
        told = "\0".join((Path(self.file).name, self.function, self.operator, self.before, self.after))
        return hashlib.sha256(told.encode()).hexdigest()[:12]


class Judged(msgspec.Struct):
    """What became of a mutant, and why."""

    mutant: Mutant
    fate: str
    by: list[str] = []
    """The checks that killed it, the first few."""
    scenario: str = ""
    """Where it was killed, or where it makes a difference first."""
    is_proof: bool = False
    """Whether it was a proof that killed it."""
    told: str = ""
    """What else there is to say: why it is refused or equivalent, or the play after which it makes a difference."""
    nearest: list[str] = []
    """Of a survivor: declarations that speak of what it changes."""
    seconds: float = 0.0
    because: str = ""
    """Why it may live, if the file of survivors says so of it."""


@dataclass(frozen=True)
class Score:
    """How many mutants there were, by fate."""

    killed: int = 0
    survived: int = 0
    undecided: int = 0
    unreached: int = 0
    equivalent: int = 0
    refused: int = 0

    @property
    def counted(self) -> int:
        """Those that something that is declared should kill."""
        return self.killed + self.survived + self.undecided

    @property
    def share(self) -> float:
        """The part of those that is killed; 1 where there are none."""
        return self.killed / self.counted if self.counted else 1.0

    @property
    def most_share(self) -> float:
        """The part that is killed at most, once those that are undecided are decided."""
        return (self.killed + self.undecided) / self.counted if self.counted else 1.0

    @property
    def unreached_share(self) -> float:
        """The part that no scenario reaches, of those and the counted ones."""
        every = self.counted + self.unreached
        return self.unreached / every if every else 0.0


def score(judged: Iterable[Judged]) -> Score:
    """The score of some mutants."""
    counts = dict.fromkeys((fate.value for fate in Fate), 0)
    for each in judged:
        counts[each.fate] += 1
    return Score(**counts)
