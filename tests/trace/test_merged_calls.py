"""Merged helpers that call merged helpers, drawn at random: what they send, refuse and fail at is read as it runs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from asking import answer
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Accept, Fail, Leaf, Reject, leaves
from kanly.model import Accepted, Fault, Instance, Rejected
from loading import written

PREAMBLE = '''"""A model that was drawn."""

from enum import Enum

from kanly.invariants import Declarations, Step
from kanly.model import Event, Int, Model, State, emit, implies, merged, negate, require


class Seat(Enum):
    ANN, BOB = range(2)


class Told(Event):
    n: int = Int(0, 9)


class Heard(Event):
    n: int = Int(0, 9)


class Table(State):
    x: int = Int(0, 3)
    y: int = Int(0, 3)
    seat: Seat


table = Model("drawn", Table, seats=Seat)


@table.scenario("default")
def setup(g: Table, x: int = Int(0, 3), y: int = Int(0, 3), seat: Seat = Seat.ANN) -> None:
    """Begin anywhere."""
    g.x, g.y, g.seat = x, y, seat
'''


class Drawing:
    """The text of a model whose action calls helpers of helpers."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.helpers: list[str] = []
        self.told = 0

    def condition(self) -> str:
        """A question about the state."""
        number = self.pick.randrange(4)
        return self.pick.choice(
            [f"g.x == {number}", f"g.y < {number}", "g.x < g.y", "g.seat == Seat.BOB", f"g.x + g.y > {number}"]
        )

    def statement(self) -> list[str]:
        """One thing that a helper does, on some of its paths only or on all."""
        self.told += 1
        numbered = self.told % 10
        calls = [f"{helper}(g)" for helper in self.helpers[-3:]] * 3
        done = self.pick.choice([
            *calls,
            f"emit({self.pick.choice(('Told', 'Heard'))}(n={numbered}){self.pick.choice(('', ', to=g.seat'))})",
            f"emit(Told(n=g.x + {numbered % 5}))",
            f'raise {self.pick.choice(("ValueError", "ValueError", "KeyError"))}("{numbered}")',
            f'require({self.condition()}, "guard {numbered}")',
            f"g.{self.pick.choice('xy')} = {self.pick.choice(('g.x', 'g.y', '0', '3'))}",
            "g.x = 3 - g.y",
        ])  # fmt: skip
        if done.startswith("raise") or self.pick.random() < 0.5:
            first = [f"if {self.condition()}:", f"    {done}"]
            if self.pick.random() < 0.2:
                return [*first, f"elif {self.condition()}:", f"    emit(Heard(n={numbered}))"]
            return first
        return [done]

    def helper(self) -> str:
        """A merged helper, which may call those before it."""
        name = f"helper{len(self.helpers)}"
        lines = [line for _ in range(self.pick.choice((1, 2, 2, 3))) for line in self.statement()]
        if self.helpers and self.pick.random() < 0.6:
            lines = [f"if {self.condition()}:", f"    {self.pick.choice(self.helpers)}(g)", *lines]
        self.helpers.append(name)
        return "\n".join(["@merged", f"def {name}(g: Table) -> None:", *(f"    {line}" for line in lines)])

    def text(self) -> str:
        """The whole file."""
        helpers = [self.helper() for _ in range(5)]
        calls = "\n    ".join(f"{name}(g)" for name in self.helpers[-2:])
        action = f"@table.action\ndef act(g: Table, seat: Seat) -> None:\n    {calls}"
        laws = ["laws = Declarations(table)"]
        for event in ("Told", "Heard"):
            condition = self.condition().replace("g.", "before.")
            laws.append(
                f'@laws.step("{event.lower()}")\n'
                f"def {event.lower()}_only(before: Table, step: Step, after: Table) -> bool:\n"
                f'    """It is told only where this holds."""\n'
                f"    return implies(negate({condition}), negate(step.emitted({event})))"
            )
        return "\n\n\n".join([PREAMBLE.rstrip(), *helpers, action, *laws]) + "\n"


def drawn(seed: int, folder: Path) -> Instance:
    """The model of a seed, loaded from a file as a user's is."""
    return written(folder / f"drawn{seed}.py", Drawing(seed).text()).instance()


def told(leaf: Leaf, evaluation: Evaluation, before: tuple[int, ...]) -> object:
    """What a leaf says of a step."""
    if isinstance(leaf, Reject):
        return leaf.reason
    if isinstance(leaf, Fail):
        return leaf.fault.kind, leaf.fault.line
    assert isinstance(leaf, Accept)
    value = evaluation.value
    after = tuple(value(leaf.updates[slot]) if slot in leaf.updates else old for slot, old in enumerate(before))
    sent = [event for event in leaf.events if value(event.condition)]
    return after, [(each.event.__name__, tuple(map(value, each.slots)), value(each.recipients)) for each in sent]


def done(instance: Instance, outcome: Accepted | Rejected | Fault) -> object:
    """What running says of a step."""
    if isinstance(outcome, Rejected):
        return outcome.reason
    if isinstance(outcome, Fault):
        return outcome.kind, outcome.line
    codes = instance.seats.by_name
    return outcome.slots, [
        (sent.event, sent.slots, sum(1 << codes[seat] for seat in sent.seats)) for sent in outcome.events
    ]


@pytest.mark.parametrize("seed", range(40))
def test_a_tree_tells_events_rejections_and_failures_of_helpers_as_running_does(seed: int, tmp_path: Path) -> None:
    instance = drawn(seed, tmp_path)
    traced = trace_model(instance)
    action = traced.actions[0]
    failed: set[tuple[str, int | None]] = set()
    for before in instance.initial_states():
        outcome = instance.step(before, instance.actions[0], (0,))
        if isinstance(outcome, Fault):
            failed.add((outcome.kind, outcome.line))
        evaluation = Evaluation(assignment(traced.slots, before) | assignment(action.parameters, (0,)))
        assert told(evaluation.leaf(action.tree), evaluation, before) == done(instance, outcome), before
    known = {(leaf.fault.kind, leaf.fault.line) for _, leaf in leaves(action.tree) if isinstance(leaf, Fail)}
    assert failed <= known


@pytest.mark.parametrize("seed", range(6))
def test_what_is_declared_of_events_is_answered_alike(seed: int, tmp_path: Path) -> None:
    instance = drawn(seed, tmp_path)
    run, swept, proof = answer("run", instance), answer("sweep", instance), Induction(trace_model(instance)).run()
    assert (run.transitions, run.faults) == (swept.transitions, swept.faults)
    assert [(check.declaration.id, check.status) for check in run.checks] == [
        (check.declaration.id, check.status) for check in swept.checks
    ]
    broken = {check.declaration.id for check in run.checks if check.status.name == "VIOLATED"}
    assert broken <= {example.goal for example in proof.examples}
