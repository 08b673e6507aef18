"""Mutants of small models in tests: a model written to a file, its places, and what becomes of some of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.mutation.changes.places import Place, places_of
from kanly.explorer.mutation.results.mutants import Judged, Mutant
from kanly.explorer.mutation.trials.campaign import Campaign
from kanly.explorer.mutation.trials.judging import Limits
from kanly.explorer.mutation.trials.scenario import read_scenario
from kanly.explorer.mutation.trials.sweeping import hold_as_written
from kanly.model import Instance, Model
from tests.loading import written

HEAD = """
from collections.abc import Iterator
from enum import Enum
from functools import partial

from kanly.invariants import Conjunct, Declarations
from kanly.model import *


class Seat(Enum):
    ANN, BOB = range(2)


class Card(Enum):
    ACE, KING, QUEEN = range(3)


class Told(Event):
    number: int = Int(0, 5)


class Both(Event):
    number: int = Int(0, 5)
    other: int = Int(0, 5)


class Turned(Event):
    card: Card | None = Option(Card)


class Table(State):
    n: int = Int(0, 5)
    m: int = Int(0, 5)
    open: bool
    top: Card
    hand: set[Card] = Set(Card)
    coins: dict[Seat, int] = Map(Seat, Int(0, 3))
    queue: list[Card] = Seq(Card, at_most=1)


small = Model("small", Table, seats=Seat)
laws = Declarations(small)


@small.scenario("default")
def setup(g: Table) -> None:
    pass

"""
"""What the small models have in common; rules and laws follow."""

Wanted = Callable[[Mutant], bool]


def model(folder: Path, rules: str, laws: str = "", head: str = HEAD) -> Model:
    """A small model with some rules and some laws."""
    return written(folder / "small.py", "\n\n".join((head, rules, laws)))


def automatic(*lines: str) -> str:
    """The source of a rule that nobody takes."""
    return "@small.automatic\ndef act(g: Table) -> None:\n" + "".join(f"    {line}\n" for line in lines)


def taken(*lines: str, more: str = "") -> str:
    """The source of a rule that a seat takes."""
    head = f"@small.action\ndef act(g: Table, seat: Seat{more}) -> None:\n"
    return head + "".join(f"    {line}\n" for line in lines)


def places(*instances: Instance, wanted: Wanted = lambda _: True) -> list[Place]:
    """The places of the scenarios of one model whose mutants are wanted."""
    return [each for each in places_of(instances) if wanted(each.mutant)]


def judged(*instances: Instance, wanted: Wanted = lambda _: True, limits: Limits = Limits()) -> list[Judged]:
    """What becomes of mutants of the scenarios of one model, in their order; the model holds as it is written."""
    found = places(*instances, wanted=wanted)
    scenarios = [read_scenario(each) for each in instances]
    for each in scenarios:
        assert hold_as_written(each, Bounds()) == []
    return sorted(Campaign(found, scenarios, limits).run(1, lambda: False), key=_place)


def _place(each: Judged) -> tuple[str, int, int, str, str]:
    mutant = each.mutant
    return mutant.file, mutant.line, mutant.column, mutant.operator, mutant.after


def the(before: str, after: str) -> Wanted:
    """The mutant with these texts."""
    return lambda mutant: (mutant.before, mutant.after) == (before, after)
