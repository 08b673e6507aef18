"""Another start of Python, with other hashes, gives the same verdicts: whatever depends on them is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODEL = '''
from enum import Enum
from kanly.invariants import Declarations
from kanly.model import *

Seat = Enum("Seat", "ANN BOB")
Card = Enum("Card", "ACE KING QUEEN JACK TEN NINE")
COURT = frozenset({Card.KING, Card.QUEEN, Card.JACK})
NAMES = {"a": Card.ACE, "k": Card.KING, "q": Card.QUEEN, "j": Card.JACK}
SIDES = {Seat.ANN: frozenset({Card.ACE, Card.TEN}), Seat.BOB: frozenset({Card.KING, Card.NINE})}


class Table(State):
    hand: set[Card] = Set(Card)
    top: Card
    n: int = Int(0, 9)


def first(cards):
    return list(cards)[0]


def walk(g, cards):
    for each in cards:
        g.top = each


table = Model("table", Table, seats=Seat)


@table.scenario("default")
def setup(g: Table) -> None:
    g.hand = COURT


@table.action
def rule(g: Table, seat: Seat, card: Card) -> None:
    {body}


laws = Declarations(table)


@laws.invariant("small")
def small(g: Table) -> bool:
    """The number is small."""
    return g.n < 9
'''

JUDGED = """
import sys
from pathlib import Path
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.model import ModelError

for file in sys.argv[1:]:
    names = {"__name__": Path(file).stem}
    exec(compile(Path(file).read_text(), file, "exec"), names)
    instance = names["table"].instance()
    for judge in (explore, sweep, lambda instance: Induction(trace_model(instance)).run()):
        try:
            found = judge(instance)
            print(file, found.status, getattr(found, "states", ""), getattr(found, "transitions", ""))
        except ModelError as error:
            print(file, error)
"""

READ = [
    "g.hand = {each for each in COURT if each != card} | {card}",
    "g.n = len(COURT | g.hand | {card})",
    "g.hand = SIDES[seat]",
    "g.n = sum(each.value for each in COURT) % 9",
    "g.top = max(NAMES.values(), key=lambda each: each.value)",
    "g.n = 1 if any(each == card for each in COURT) else 2",
    "walk(g, NAMES.values())",
]
REFUSED = [
    "walk(g, COURT)",
    "g.top = first(COURT)",
    "g.top = first({card, Card.TEN})",
    "g.top = first(SIDES[seat])",
    "g.top = min(COURT, key=lambda each: 0)",
    "g.top = sorted(COURT, key=lambda each: 0)[0]",
    "order = list; g.top = order(COURT)[0]",
    "g.top, *_ = SIDES[seat]",
    "g.n = hash('a') % 9",
    "g.n = id(COURT) % 9",
    "g.top = set(COURT).pop()",
    "g.n = [each for each in COURT].index(Card.KING)",
    "g.top = next(iter(COURT))",
    "for side in SIDES.values(): walk(g, side)",
]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What three starts of Python say of every rule."""
    folder = tmp_path_factory.mktemp("seeds")
    files = [folder / f"rule{index}.py" for index in range(len(READ + REFUSED))]
    for file, body in zip(files, READ + REFUSED, strict=True):
        file.write_text(MODEL.replace("{body}", body), encoding="utf-8")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", JUDGED, *map(str, files)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2")
    ]
    return [process.communicate()[0].splitlines() for process in started]


def test_another_start_says_the_same(told: list[list[str]]) -> None:
    first, *others = told
    assert len(first) == 3 * len(READ + REFUSED)
    assert all(other == first for other in others)


def test_what_depends_on_the_order_of_a_set_is_refused_with_its_place(told: list[list[str]]) -> None:
    for index, body in enumerate(READ + REFUSED):
        file = f"rule{index}.py"
        lines = [line for line in told[0] if Path(line.split()[0]).name == file and "Status." in line]
        assert len(lines) == (3 if body in READ else 0), body
        assert all(f"{Path(file).name}:" in line for line in told[0] if file in line and line not in lines), body
