"""All code of an author that runs while a model is read was judged: a profile hook sees what runs."""

from __future__ import annotations

import sys
from pathlib import Path
from types import CodeType, FrameType

import pytest

import kanly.invariants
import kanly.model
from feature_models import __file__ as desk_file
from feature_models import desk
from kanly.explorer.judgement.judge import is_accepted
from kanly.explorer.trace.checks import trace_check, trace_step_check
from kanly.explorer.trace.tracing import trace_knowledge, trace_model, trace_view
from kanly.invariants import applicable
from kanly.model import Instance, Model
from kanly.model.dune import dune
from kanly.model.games.card_table import card_table
from kanly.model.language.base.source import is_authors

ROOMS = tuple(str(Path(file).parent) for file in (kanly.model.__file__, kanly.invariants.__file__, desk_file))
"""Where the authors' files are; what pytest does on the way is none of a model's."""


def read_all(instance: Instance) -> None:
    """Read all there is."""
    traced = trace_model(instance)
    for declaration in applicable(instance):
        if declaration.takes == 1:
            trace_check(traced, declaration)
        else:
            for action in traced.actions[:6]:
                trace_step_check(traced, declaration, action)
    for seat in instance.seats.members:
        trace_view(traced, seat)
        trace_knowledge(traced, seat)


def run_while_reading(instance: Instance) -> set[CodeType]:
    """The code of authors that runs while an instance is read."""
    seen: set[CodeType] = set()

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        read_all(instance)
    finally:
        sys.setprofile(before)
    return {
        code
        for code in seen
        if is_authors(code.co_filename) and code.co_filename.startswith(ROOMS) and code.co_filename != __file__
    }


@pytest.mark.parametrize("model", [card_table, *(pytest.param(each, marks=pytest.mark.slow) for each in (desk, dune))])
def test_whatever_runs_was_judged(model: Model) -> None:
    found = run_while_reading(model.instance())
    assert len(found) > 3
    assert [code for code in found if not is_accepted(code)] == []
