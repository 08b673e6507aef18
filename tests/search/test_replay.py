"""Taking moves again: whatever breaks on the way is seen, in the first state as in any other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.replay import Replay, replay
from kanly.invariants import Declarations, Step
from kanly.model import Instance, Int, Model, State, require
from tiny import Seat

END = 3


class Count(State):
    here: int = Int(0, END)


def counting() -> Instance:
    """Counts to the end; for each number an invariant and a step property that it breaks."""
    model = Model("count", Count, seats=Seat)

    @model.scenario("default")
    def begin(g: Count) -> None:  # pyright: ignore[reportUnusedFunction]
        pass

    @model.automatic
    def count(g: Count) -> None:  # pyright: ignore[reportUnusedFunction]
        require(g.here < END, "the end")
        g.here += 1

    laws = Declarations(model)
    for number in range(END + 1):
        laws.invariant(f"never-{number}")(never(number))
        laws.step(f"not-from-{number}")(not_from(number))
    return model.instance()


def never(number: int) -> Callable[[Count], bool]:
    def kept(g: Count) -> bool:
        """It is never this number."""
        return g.here != number

    return kept


def not_from(number: int) -> Callable[[Count, Step, Count], bool]:
    def kept(before: Count, step: Step, after: Count) -> bool:
        """No step leads away from this number."""
        return before.here != number

    return kept


def broken(found: Replay) -> set[str]:
    return {check.declaration.id for check in found.broken}


@pytest.mark.parametrize("steps", range(END + 1))
def test_all_that_breaks_on_a_path_is_broken(steps: int) -> None:
    instance = counting()
    trace = explore(instance, keep_going=True).check(f"never-{steps}").trace
    assert trace is not None
    assert trace.length == steps
    found = replay(instance, trace.start, trace.moves)
    assert (found.refusal, found.trace) == ("", trace)
    states, taken = range(steps + 1), range(steps)
    assert broken(found) == {f"never-{each}" for each in states} | {f"not-from-{each}" for each in taken}
    for check in found.broken:
        assert check.trace is not None
        assert check.trace.length == int(check.declaration.id[-1]) + check.declaration.id.startswith("not-from")
    assert found.exploration.status is Status.VIOLATED


def test_a_path_may_begin_anywhere() -> None:
    instance = counting()
    assert broken(replay(instance, (2,), [])) == {"never-2"}
