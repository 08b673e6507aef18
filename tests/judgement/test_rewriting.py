"""A judged rule is made anew, and answers as Python does: before it was judged, after that, and where it is read."""

from __future__ import annotations

import linecache
import random
from pathlib import Path

import pytest

from kanly.explorer.judgement.subjects import judge_instance
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, Reject
from kanly.model import Accepted, Fault, Instance, ModelError, Rejected
from loading import written

PREAMBLE = """
import functools
import itertools
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from typing import NamedTuple

from kanly.model import *

class Seat(Enum):
    ANN, BOB = range(2)

class Card(Enum):
    ACE, KING, QUEEN = range(3)
    KNAVE = 2

class Note(Record):
    number: int = Int(0, 3)
    card: Card

class Base(State):
    def fits(self):
        return self.n > 2
"""
STATE = """
class Table(Base):
    n: int = Int(0, 6)
    coins: dict[Seat, int] = Map(Seat, Int(0, 6))
    open: bool
    top: Card
    held: Card | None = Option(Card)
    hand: set[Card] = Set(Card)
    queue: list[Card] = Seq(Card, at_most=2)
    note: Note
"""
MODEL = """
table = Model("table", Table, seats=Seat)

@table.scenario("default")
def setup(g: Table) -> None:
    g.n, g.hand = 3, {Card.KING}

@table.action
def rule(g: Table, seat: Seat, card: Card) -> None:
"""

IN_RULES = [
    "for f in (min, max):\n    g.n = f(g.n, 3)",
    "def f(x, pick=min, other=max):\n    return pick(other(x, 1), 3)\ng.n = f(g.n)",
    "f = lambda x, pick=max: pick(x, 3)\ng.n = f(g.n)",
    "g.open = sorted in (sorted, min)",
    "g.n = functools.reduce(lambda a, b: a + b, [g.n, 1, 2]) % 7",
    "g.n = len(list(itertools.combinations(Card, 2)))",
    "def r(n):\n    return 0 if n == 0 else min(r(n - 1) + 1, 3)\ng.n = r(g.n)",
    "def f(x: Nowhere, *rest: Nowhere) -> Nowhere:\n    return x if g.held is None else 1\ng.n = f(g.n)",
    "def f(*a, k=1):\n    return sum(a) + k\nxs = [g.n, 1]\ng.n = f(*xs, k=2) % 7",
    "fs = [lambda: -2, lambda: 1 + 1, lambda: None]\ng.n = fs[1]()",
    "fs = [lambda: {each for each in g.hand if each != k} for k in Card]\ng.hand = fs[0]()",
    "g.open = card is Card.KNAVE",
    "require(card is not Card.ACE and (seat is Seat.ANN or g.open), 'no')\ng.n = 1",
    "g.open = seat is Seat.BOB",
    "g.n = min(g.open, g.n)",
    "g.open = min(g.coins[each] > 2 for each in Seat)",
    "it = iter((1, 2, 3))\ng.open = any(each == 2 for each in it)\ng.n = sum(it)",
    "it = iter((1, 2, 3))\ng.open = any(each == g.n for each in it)\ng.n = sum(it)",
    "it = iter((1, 2, 3))\ng.open = all(each != g.n for each in it)\ng.n = sum(it)",
    "s = {Card.KING}\nt = s\nt |= {card}\ng.hand = s",
    "s = {Card.KING, Card.ACE}\nt = [s]\ns -= {card}\ng.hand = t[0]",
    "s = frozenset(each for each in g.hand)\nt = s\nt |= {Card.ACE}\ng.hand = s",
    "s = frozenset(each for each in g.hand)\nt = s\nt -= {card}\ng.n = len(s)\ng.hand = t",
    "require(" + " and ".join(f"g.n != {each + 4}" for each in range(300)) + ", 'one of them')",
    "match list(g.queue):\n    case []:\n        g.n = 0\n    case [one]:\n        g.top = one",
    "x = f'{min(3, 2)}' \\\n    f'{max(1, 2)}'\ng.open = x == '22' and g.held is None",
]

OF_STATES = [
    ("require(self.n < 5 and super().fits(), 'no')\n", "super() where it is asked last"),
    ("require(self.open or not super().fits() and self.n < 2, 'no')\n", "super() inside of conditions"),
    ("self.n = self.__next(self.held is None)\n", "a private method"),
    ("__k = 3\nself.n = min(self.n, __k)\n", "a private name"),
    ("self.open = Table.fits(self) and self.held is None and super().fits()\n", "the class itself"),
    ("def __f(x):\n    return min(x, 3)\nself.n = __f(self.n)\n", "a private function"),
]

AROUND = [
    ("def r(n):\n    return 0 if n == 0 else min(r(n - 1) + 1, 3)\n", "g.n = r(g.n)"),
    ("def is_it(kind):\n    return lambda g: g.held is kind\nA, B = is_it(None), is_it(Card.ACE)\n",
     "g.open = A(g) or B(g)"),
    ("def first(f):\n    return lambda xs: f(xs)[0]\nleast = first(sorted)\n", "g.n = least([g.n, 2])"),
    ("fs = (lambda g: g.held is None, lambda g: g.held is not None)\n", "g.n = fs[0](g) + 2 * fs[1](g)"),
    ("def above(f):\n    @wraps(f)\n    def call(*a):\n        return f(*a)\n    return call\n"
     "@above\ndef h(g, x):\n    return x if g.held is None else 1\n", "g.n = h(g, g.n)"),
    ("class Pair(NamedTuple):\n    x: int\n    y: int = 2\n", "p = Pair(g.n)\ng.n = (p.x + p.y) % 7"),
    ("class Tone(Enum):\n    LOW = 1\n    def __own(self):\n        return 2\n"
     "    def loud(self):\n        return self.__own() + (self is Tone.LOW)\n", "g.n = Tone.LOW.loud()"),
    ("def fill(s, g):\n    s |= {g.top}\n", "s = {Card.ACE}\nfill(s, g)\ng.n = len(s)"),
]  # fmt: skip


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def instance_of(folder: Path, body: str, around: str = "", method: str = "") -> Instance:
    source = PREAMBLE + around + STATE + (indented(method) if method else "") + MODEL + indented(body)
    return written(folder / "rewritten.py", source).instance()


def answers_alike(instance: Instance) -> None:
    """Steps from the same states before a rule is judged, afterwards, and as it is read and compiled."""
    pick = random.Random(1)
    drawn = (tuple(pick.randrange(slot.count) for slot in instance.slots) for _ in range(40))
    states = [*dict.fromkeys(map(instance.canonical, drawn))]
    (action,) = instance.actions
    steps = [(slots, codes) for slots in states for codes in action.instances()]
    before = [instance.step(slots, action, codes) for slots, codes in steps]
    judge_instance(instance)
    assert [instance.step(slots, action, codes) for slots, codes in steps] == before
    for slots in states:
        listed = dict(instance.successors_by(slots, action))
        for codes in action.instances():
            step = instance.step(slots, action, codes)
            assert listed.get(codes, step) == step
            assert (codes in listed) is not isinstance(step, Rejected)
    traced = trace_model(instance)
    for (slots, codes), run in zip(steps, before, strict=True):
        told = stepped(traced.actions[0], traced.slots, slots, codes)
        match run:
            case Accepted(slots=after):
                assert told == after
            case Rejected():
                assert isinstance(told, Reject)
            case Fault(kind=kind, line=line):
                assert isinstance(told, Fail)
                assert (told.fault.kind, told.fault.line) == (kind, line)
    found, compiled = explore(instance, keep_going=True), sweep(instance, keep_going=True)
    assert (found.states, found.transitions) == (compiled.states, compiled.transitions)


@pytest.mark.parametrize("body", IN_RULES)
def test_a_rule_answers_as_before(body: str, tmp_path: Path) -> None:
    answers_alike(instance_of(tmp_path, body))


@pytest.mark.parametrize("body", [body for body, _ in OF_STATES], ids=[told for _, told in OF_STATES])
def test_a_method_answers_as_before(body: str, tmp_path: Path) -> None:
    method = "def __next(self, one):\n    return (self.n + one) % 7\ndef act(self):\n" + indented(body)
    answers_alike(instance_of(tmp_path, "g.act()", method=method))


@pytest.mark.parametrize(("around", "body"), AROUND)
def test_a_helper_answers_as_before(around: str, body: str, tmp_path: Path) -> None:
    answers_alike(instance_of(tmp_path, body, around))


REFUSED = [
    ("", "g.top = TOOLS[0]({Card.ACE, Card.KING})[0]", "is called by its name", "TOOLS = (list, next)\n"),
    ("", "g.top = FIRST({Card.ACE, Card.KING})[0]", "is called by its name", "FIRST = partial(list)\n"),
    ("", "xs = []\nxs += {Card.ACE, Card.KING}\ng.top = xs[0]", "the order of a Python set", ""),
    ("", "xs = [card]\nxs[:0] = {Card.ACE, Card.KING}\ng.top = xs[0]", "the order of a Python set", ""),
    ("", "def it():\n    yield from {Card.ACE, Card.KING}\ng.top = next(it())", "the order of a Python set", ""),
    ("", "xs = []\ngetattr(xs, 'extend')({Card.ACE, Card.KING})\ng.top = xs[0]", "extend is no field", ""),
    ("", "g.n = STEP() % 7", "__next__", "STEP = itertools.count().__next__\n"),
    ("", "f = low\nf.memo = g.n\ng.n = low.memo", "may change", "def low():\n    pass\nlow.memo = 1\n"),
    ("", "g.n = Miss(g.n).value", "imports nothing",
     "class Miss(Enum):\n    A = 1\n    @classmethod\n"
     "    def _missing_(cls, v):\n        import time\n        return cls.A\n"),
    ("def __own(self):\n    import time\n    return 1\ndef act(self):\n    return self.__own()\n", "g.n = g.act()",
     "imports nothing", ""),
    ("", "g.open = bool(later())", "does not wait", "async def later():\n    return False\n"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "body", "told", "around"), REFUSED)
def test_what_would_answer_otherwise_is_refused(method: str, body: str, told: str, around: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=told) as refused:
        judge_instance(instance_of(tmp_path, body, around, method))
    assert refused.value.line is not None


@pytest.mark.parametrize(
    "body", ["match g.queue:\n    case [one]:\n        g.top = one", "card.memo = g.n", "f = low\nf.x = 1"]
)
def test_what_is_refused_while_it_runs(body: str, tmp_path: Path) -> None:
    instance = instance_of(tmp_path, body, "def low():\n    pass\n")
    judge_instance(instance)
    with pytest.raises(ModelError):
        list(instance.successors(instance.initial_states()[0]))
    with pytest.raises(ModelError):
        trace_model(instance)


@pytest.mark.parametrize("instead", ["g.n = 2", "g.n = 1 if g.held is None else 2"])
def test_a_file_that_was_changed_after_it_was_loaded_is_refused(instead: str, tmp_path: Path) -> None:
    instance = instance_of(tmp_path, "g.n = 1")
    path = tmp_path / "rewritten.py"
    path.write_text(path.read_text(encoding="utf-8").replace("    g.n = 1\n", f"    {instead}\n"), encoding="utf-8")
    linecache.checkcache(str(path))
    with pytest.raises(ModelError, match="is not what was loaded"):
        judge_instance(instance)
