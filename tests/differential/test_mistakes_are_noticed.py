"""What the comparison is worth: one reading is given a mistake, and models drawn at random show a difference."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from differential.comparing import Comparison
from differential.models import model_text
from kanly.explorer.prove.formulas.examples import ReadingsDiffer
from kanly.explorer.prove.formulas.solver import Answer
from kanly.explorer.prove.proofs.inductive_step import InductiveStep
from kanly.explorer.prove.proofs.premises import Premises
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.watch import Watch
from kanly.explorer.sight import channels, observe
from kanly.explorer.sweep.answers.disagreement import DisagreementError
from kanly.explorer.trace.reader import Reader
from kanly.explorer.trace.tracing import TracedModel
from kanly.explorer.trace.tree import TracedAction
from kanly.model.language.terms.nodes import Node
from loading import written


def nothing(*_: object) -> None:
    """Does nothing."""


def nobody_is_told(*_: object) -> list[Node]:
    """No event is sent to any seat."""
    return []


def all_arguments(traced: TracedModel, action: TracedAction, seat: int) -> list[Node]:
    """Every seat learns every argument."""
    del traced, seat
    return list(action.parameters)


SEARCH: Any = sys.modules[explore.__module__]


def told_on_every_path(reader: Any, tree: object, taken: list[Any], given: object) -> None:
    """A merged helper reports the events of all its paths at once."""
    del tree, given
    for outcome in taken:
        reader.frame.events.extend(outcome.events)


MISTAKES: dict[str, list[tuple[object, str, object]]] = {
    "events of a merged helper lose their condition": [(Reader, "_join_events", told_on_every_path)],
    "nothing breaks a claim": [(InductiveStep, "_accepting", nothing)],
    "no rule fails": [(InductiveStep, "_failing", nothing)],
    "every premise can hold": [(Premises, "can_hold", Mock(return_value=Answer.YES))],
    "steps are not watched": [(Watch, "see_step", Mock(return_value=False))],
    "states without a way on are passed over": [(SEARCH._Search, "_ended", nothing)],
    "nobody is told anything": [(observe, "told", nobody_is_told), (channels, "told", nobody_is_told)],
    "all arguments are learned": [(observe, "learned", all_arguments), (channels, "learned", all_arguments)],
}
"""Each replaces what it names."""


def differs(seed: int, folder: Path) -> bool:
    """Whether some reading of the model of a seed differs, or says so itself."""
    model = written(folder / f"drawn{seed}.py", model_text(seed))
    try:
        return any(Comparison(model.instance()).differences())
    except (DisagreementError, ReadingsDiffer):
        return True


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for target, name, replacement in MISTAKES[mistake]:
        monkeypatch.setattr(target, name, replacement)
    assert any(differs(seed, tmp_path) for seed in range(38, 81))
