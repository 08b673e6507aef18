"""Rules that do not end are told as such, with their place, whichever way they are read."""

from collections.abc import Callable
from itertools import count as numbers
from typing import Any

import pytest

from kanly.explorer.battery.conformance import conformance
from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.simulation import simulate
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations
from kanly.model import Fault, Int, Model, ModelError, State, View, require
from kanly.model.language.base import termination as endless
from tiny import Seat, as_it_is, fault, tiny


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
    assert run.fault.length == compiled.fault.length == 3
    _, fault = run.fault.failed or (None, None)
    assert fault is not None
    assert (fault.kind, fault.message, fault.file) == ("RecursionError", "recursion without end", __file__)
    assert fault.line == again.__code__.co_firstlineno + 1


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A watchman who looks more often, and waits less long."""
    monkeypatch.setattr(endless, "BEAT", 0.03)
    monkeypatch.setattr(endless, "LENIENCE", 0.08)


def changes_nothing(g: Any) -> None:
    while g.n < 4:
        g.n = g.n


def looks_at_nothing(g: Any) -> None:
    while True:
        pass


def misses_its_end(g: Any) -> None:
    n = g.n
    while n != 101:
        n += 2


def through_a_helper(g: Any) -> None:
    for _ in range(2):
        looks_at_nothing(g)


LOOPS: list[tuple[Callable[[Any], None], Callable[[Any], None], int]] = [
    (changes_nothing, changes_nothing, 1),
    (looks_at_nothing, looks_at_nothing, 1),
    (misses_its_end, misses_its_end, 2),
    (through_a_helper, looks_at_nothing, 1),
]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("rule", "guilty", "offset"), LOOPS)
def test_a_loop_without_end_is_a_finding_when_it_is_run(
    rule: Callable[[Any], None], guilty: Callable[[Any], None], offset: int
) -> None:
    place = (__file__, guilty.__code__.co_firstlineno + offset)
    assert fault(Counter, rule) == Fault("the rule does not end", "bound its loops", *place)


SOME_SLOW = [LOOPS[0], *(pytest.param(*loop, marks=pytest.mark.slow) for loop in LOOPS[1:])]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("rule", "guilty", "offset"), SOME_SLOW)
def test_a_loop_without_end_is_refused_when_it_is_read(
    rule: Callable[[Any], None], guilty: Callable[[Any], None], offset: int
) -> None:
    with pytest.raises(ModelError, match="does not end; bound its loops") as caught:
        trace_model(tiny(Counter, rule))
    assert (caught.value.file, caught.value.line) == (__file__, guilty.__code__.co_firstlineno + offset)


@pytest.mark.usefixtures("impatient")
def test_a_list_without_end_is_a_finding_too() -> None:
    def rule(g: Any) -> None:
        for _ in numbers():
            g.n = 1

    found = fault(Counter, rule)
    assert (found.kind, found.file) == ("the rule does not end", __file__)
    assert found.line in (rule.__code__.co_firstlineno + 1, rule.__code__.co_firstlineno + 2)


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_searches_end_at_a_loop_without_end() -> None:
    def spin(g: Any) -> None:
        require(g.n == 2, "not yet")
        changes_nothing(g)

    for search in (explore, simulate):
        result = search(tiny(Counter, count, spin))
        assert result.status is Status.VIOLATED
        assert result.fault is not None
        assert result.fault.length == 3


@pytest.mark.usefixtures("impatient")
def test_a_check_without_end_fails_instead_of_answering() -> None:
    instance = tiny(Counter, count)

    @Declarations(instance.model).invariant("odd")
    def odd(g: Any) -> bool:
        """Asked for ever."""
        while g.n < 4:
            pass
        return True

    with pytest.raises(ModelError, match="odd fails instead of answering: EndlessError: it does not end") as caught:
        explore(instance)
    assert caught.value.file == __file__
    found = {finding.name: finding for finding in conformance(instance)}
    assert "the rule does not end: bound its loops" in found["declarations"].message


class CounterView(View):
    n: int = Int(0, 3)


@pytest.mark.usefixtures("impatient")
def test_a_view_without_end_is_broken_off() -> None:
    model = Model("counting", Counter, seats=Seat)
    model.automatic(count)
    model.scenario("default")(as_it_is)

    @model.view
    def view(g: Counter, seat: Seat) -> CounterView:
        looks_at_nothing(g)
        return CounterView(n=g.n)

    instance = model.instance()
    with pytest.raises(endless.EndlessError):
        instance.view(instance.initial_states()[0], Seat.ANN)


@pytest.mark.usefixtures("impatient")
def test_what_takes_long_together_has_patience_for_each() -> None:
    """A rule may be taken as often as one likes."""

    def slow(g: Any) -> None:
        for _ in range(200):
            require(g.n <= 3, "never")

    instance = tiny(Counter, slow)
    (start,) = instance.initial_states()
    for _ in range(3_000):
        assert not isinstance(instance.step(start, instance.actions[0], ()), Fault)
