"""Rules that do not end are told as such, with their place, whichever way they are read."""

from typing import Any

from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.exploring import explore as sweep
from kanly.model import Int, State, require
from tiny import tiny


class Counter(State):
    n: int = Int(0, 3)


def count(g: Any) -> None:
    require(g.n < 2, "high")
    g.n += 1


def again(g: Any, times: int) -> None:
    again(g, times + 1)


def recursive(g: Any) -> None:
    require(g.n == 2, "not yet")
    again(g, 0)


def test_recursion_without_end_is_the_same_finding_in_both_engines() -> None:
    instance = tiny(Counter, count, recursive)
    run, compiled = explore(instance), sweep(instance)
    assert run.fault is not None
    assert compiled.fault is not None
    assert run.fault.failed == compiled.fault.failed
    assert len(run.fault) == len(compiled.fault) == 3
    _, fault = run.fault.failed or (None, None)
    assert fault is not None
    assert (fault.kind, fault.message, fault.file) == ("RecursionError", "recursion without end", __file__)
    assert fault.line == again.__code__.co_firstlineno + 1
