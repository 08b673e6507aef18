"""The states that the battery tries: from all depths, and such in which each action is taken."""

import pytest

from kanly.explorer.battery.sample import sampled
from kanly.explorer.trace.tracing import TracedModel
from kanly.model import (
    Instance,
    Int,
    ModelError,
    State,
    require,
)
from tiny import tiny


class Corridor(State):
    depth: int = Int(0, 400)
    branch: int = Int(0, 40)


def onward(g: Corridor) -> None:
    require(g.depth < 400, "at the end")
    g.depth += 1


def aside(g: Corridor, way: int = Int(1, 40)) -> None:
    require(g.branch == 0, "aside already")
    g.branch = way


def arrive(g: Corridor) -> None:
    require(g.depth == 60, "not there")
    g.depth = 61


@pytest.mark.parametrize(("most", "deepest"), [(60, 20), pytest.param(300, 90, marks=pytest.mark.slow)])
def test_states_are_spread_over_depth(most: int, deepest: int) -> None:
    sample = sampled(tiny(Corridor, onward, aside, arrive), most, 0)
    depths = [slots[0] for slots in sample.reached]
    assert len(sample.reached) == len(set(sample.reached)) == most
    assert not sample.complete
    assert max(depths) > deepest
    assert max(depths.count(depth) for depth in range(10, max(depths))) <= most // 8


def test_a_state_in_which_an_action_is_taken_is_among_those_that_are_tried() -> None:
    sample = sampled(tiny(Corridor, onward, aside, arrive), 300, 0)
    assert "arrive" in {step.action.name for step, _ in sample.accepted}


def test_what_runs_and_cannot_be_read_is_walked_by_running() -> None:
    def unread(_instance: Instance) -> TracedModel:
        raise ModelError("it cannot be read")

    sample = sampled(tiny(Corridor, onward, aside), 300, 0, unread)
    assert len(sample.reached) == 300
    assert max(slots[0] for slots in sample.reached) > 20
