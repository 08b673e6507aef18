"""Compiled code that gives a wrong answer: the command stops loudly and shows both answers."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kanly.explorer.cli.application import app
from kanly.explorer.sweep.code import observations as questions
from kanly.explorer.sweep.code.generation import CompiledModel, StepObserver, compile_model
from kanly.explorer.trace.tracing import TracedModel
from kanly.explorer.trace.tree import Accept, Branch, TracedAction, Tree
from kanly.model.language.terms.nodes import ONE, Node, bit_xor

COMMAND = ["explore", "two-phase-commit", "-p", "managers=2"]


def spoiled(tree: Tree, slot: int, wrong: Node) -> Tree:
    """The tree with another value of a slot in each accepting leaf that changes it."""
    if isinstance(tree, Branch):
        return Branch(tree.condition, spoiled(tree.yes, slot, wrong), spoiled(tree.no, slot, wrong))
    return Accept({**tree.updates, slot: wrong}, tree.events) if isinstance(tree, Accept) else tree


def compiled_wrongly(
    traced: TracedModel, observations: Sequence[Node] = (), observer: StepObserver | None = None, **options: Any
) -> CompiledModel:
    """The model, but the last action leaves the first slot as it is, or changes what it should not."""
    *others, last = traced.actions
    actions = (*others, replace(last, tree=spoiled(last.tree, 0, traced.slots[0])))
    return compile_model(TracedModel(traced.instance, traced.slots, actions), observations, None, **options)


def observed_wrongly(
    traced: TracedModel, observations: Sequence[Node] = (), observer: StepObserver | None = None, **options: Any
) -> CompiledModel:
    """The model, but each observation is told where it does not hold."""
    return compile_model(traced, [bit_xor(truth, ONE) for truth in observations], observer, **options)


@pytest.mark.parametrize("wrong", [compiled_wrongly, observed_wrongly])
def test_a_disagreement_stops_the_command_with_both_answers(
    wrong: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(questions, "compile_model", wrong)
    record = tmp_path / "record.json"
    result = CliRunner().invoke(app, [*COMMAND, "--json", str(record)])
    assert result.exit_code == 2
    assert "disagree about" in result.stderr
    assert "Kanly has a defect" in result.stderr
    assert "\ncompiled: " in result.stderr
    assert "\nrun:      " in result.stderr
    assert "Traceback" not in result.output
    assert "holds" not in result.stdout
    verdict = json.loads(record.read_text())
    assert (verdict["status"], verdict["exit_code"]) == ("error", 2)
    assert "disagree about" in verdict["error"]


RARE = """
from enum import Enum

from kanly.model import Int, Model, State, require

class Seat(Enum):
    ANN = 1

class Walk(State):
    at: int = Int(0, 30_000)
    jumps: int = Int(0, 1)

walk = Model("walk", state=Walk, seats=Seat)

@walk.scenario("start")
def start(g: Walk) -> None:
    pass

@walk.automatic
def onward(g: Walk) -> None:
    g.at = (g.at + 1) % 30_001

@walk.automatic
def jump(g: Walk) -> None:
    require((g.at % 500 == 7) & (g.jumps == 0), "not here")
    g.at = 0
    g.jumps = 1
"""


def test_a_disagreement_about_a_rare_action_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sixty of 60,000 states have a step that is compiled wrongly, too few for three hundred drawn evenly."""
    (tmp_path / "walk.py").write_text(RARE)
    monkeypatch.setattr(questions, "compile_model", compiled_wrongly)
    result = CliRunner().invoke(app, ["explore", str(tmp_path / "walk.py")])
    assert result.exit_code == 2
    assert "disagree about" in result.stderr


class Flipping:
    """Compiles with one of the observations turned over: of states first, then of steps."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.total = 0

    def __call__(
        self,
        traced: TracedModel,
        observations: Sequence[Node] = (),
        observer: StepObserver | None = None,
        **options: Any,
    ) -> CompiledModel:
        of_steps = len(observer(*first_accepting(traced))) if observer is not None else 0
        mine = self.number - self.total
        self.total += len(observations) + of_steps

        def turned(action: TracedAction, leaf: Accept) -> Sequence[Node]:
            assert observer is not None
            return turned_over(observer(action, leaf), mine - len(observations))

        seen = None if observer is None else turned
        return compile_model(traced, turned_over(observations, mine), seen, **options)


def turned_over(truths: Sequence[Node], at: int) -> list[Node]:
    return [bit_xor(truth, ONE) if index == at else truth for index, truth in enumerate(truths)]


def first_accepting(traced: TracedModel) -> tuple[TracedAction, Accept]:
    for action in traced.actions:
        waiting: list[Tree] = [action.tree]
        for tree in waiting:
            if isinstance(tree, Accept):
                return action, tree
            if isinstance(tree, Branch):
                waiting += [tree.yes, tree.no]
    raise AssertionError("some action is possible")


@pytest.mark.parametrize("model", ["two-phase-commit", "card-table"])
def test_each_observation_that_is_turned_over_alone_is_noticed(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number, total = 0, 1
    while number < total:
        flipping = Flipping(number)
        monkeypatch.setattr(questions, "compile_model", flipping)
        result = CliRunner().invoke(app, ["explore", model, "--keep-going", "--sight", "0"])
        assert (result.exit_code, "disagree about" in result.output) == (2, True), f"observation {number} of {model}"
        number, total = number + 1, max(total, flipping.total)
    assert total > 2
