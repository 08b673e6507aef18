"""What is decided of walks over few numbers, held against following each walk, however far a search of it came."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.deciding.claims import decide
from kanly.explorer.prove.deciding.play import Reached
from kanly.explorer.prove.deciding.sight import decide_sight
from kanly.explorer.prove.formulas.solver import Answer, Budget, Solver
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.invariants import Declarations
from kanly.model import NOBODY, Int, Model, Parameter, State, View, both, require
from proving import Seat

PLACES = 24


class Walk(State):
    factor: int = Parameter(1, low=0, high=7)
    step: int = Parameter(1, low=0, high=23)
    goal: int = Parameter(0, low=0, high=23)

    here: int = Int(0, PLACES - 1)
    secret: int = Int(0, 1, seen_by=NOBODY)


class WalkView(View):
    told: bool


walk = Model("walk", Walk, seats=Seat)
laws = Declarations(walk)


@walk.automatic
def go(g: Walk) -> None:
    require(g.here != g.goal, "there")
    g.here = (g.here * g.factor + g.step) % PLACES


@walk.automatic
def stumble(g: Walk) -> None:
    require(g.here == g.goal, "not there")
    g.here = g.here // (g.here - g.goal)


@walk.view
def told_at_the_goal(g: Walk, seat: Seat) -> WalkView:
    return WalkView(told=both(g.here == g.goal, g.secret == 1))


@walk.scenario("default")
def begin(g: Walk, secret: int = Int(0, 1)) -> None:
    g.here, g.secret = 1, secret


@walk.scenario("no secret")
def begin_without_secret(g: Walk) -> None:
    g.here = 1


@walk.scenario("a secret")
def begin_with_a_secret(g: Walk) -> None:
    g.here, g.secret = 1, 1


without_laws = Model("walk without laws", Walk, seats=Seat, actions=walk.actions, scenarios=walk.scenarios)
"""For sight, which else would be held against the law."""
without_laws.view(told_at_the_goal)


def view_that_fails(is_leaky: bool) -> Callable[[Walk, Seat], WalkView]:
    """It cannot be told at the goal; where it is leaky, it tells the secret at the start."""

    def shown(g: Walk, seat: Seat) -> WalkView:
        if g.here == g.goal:
            raise ValueError("nothing can be seen from here")
        return WalkView(told=is_leaky and both(g.here == 1, g.secret == 1))

    return shown


def failing_to_show(is_leaky: bool) -> Model:
    model = Model("failing", Walk, seats=Seat, actions=walk.actions, scenarios=walk.scenarios)
    model.view(view_that_fails(is_leaky))
    return model


@laws.invariant("not-there")
def not_there(g: Walk) -> bool:
    """The walk does not get to its goal."""
    return g.here != g.goal


def steps_to(factor: int, step: int, goal: int) -> int | None:
    """How many steps lead to the goal; None where the walk never comes by it."""
    here = 1
    for taken in range(PLACES + 1):
        if here == goal:
            return taken
        here = (here * factor + step) % PLACES
    return None


WALKS = [
    (1, 1, 20),
    (1, 1, 4),
    (1, 2, 0),
    (1, 2, 21),
    (5, 3, 6),
    (5, 2, 17),
    (3, 7, 11),
    (7, 5, 8),
    (2, 1, 5),
    (2, 4, 2),
    (2, 1, 7),
]
LONG, SHORT, NEVER, FROM_THE_START_ALONE = (1, 1, 20), (1, 1, 4), (1, 2, 0), (2, 1, 7)


def read(model: Model, numbers: tuple[int, int, int], scenario: str = "default") -> TracedModel:
    return trace_model(model.instance(scenario, dict(zip(("factor", "step", "goal"), numbers, strict=True))))


def looked_at(traced: TracedModel, states: int | None, is_sweep: bool) -> Reached | None:
    """A search of so many states, a complete one for none; nothing was looked at for 0."""
    if states == 0:
        return None
    bounds = Bounds() if states is None else Bounds(states=states)
    return Reached(explore(traced.instance, bounds=bounds, keep_going=True, sight=None), is_sweep)


SEARCHES = [(0, False), (6, True), (None, False), (None, True)]


def test_the_walks_are_of_all_kinds() -> None:
    lengths = [steps_to(*numbers) for numbers in WALKS]
    assert steps_to(*LONG) == 19
    assert steps_to(*SHORT) == 3
    assert lengths.count(None) >= 3
    assert len({each for each in lengths if each is not None and each > 6}) >= 2


@pytest.mark.parametrize("numbers", WALKS, ids=str)
def test_no_answer_about_a_claim_or_a_fault_is_wrong(numbers: tuple[int, int, int]) -> None:
    traced = read(walk, numbers)
    result = Induction(traced, Budget()).run()
    taken = steps_to(*numbers)
    for states, is_sweep in SEARCHES:
        found = decide(traced, result, Budget(), looked_at(traced, states, is_sweep))
        assert len(found) == 2 * (result.status_of("not-there") is not Status.HOLDS)
        for goal, answer in found.items():
            if answer.status is Status.VIOLATED:
                assert answer.trace is not None
                assert answer.trace.start in traced.instance.initial_states()
                assert (answer.trace.failed is None) == (goal == "not-there")
                assert answer.trace.length - (answer.trace.failed is not None) == taken
            elif answer.status is Status.HOLDS:
                assert taken is None, (goal, states, answer.reason)
            else:
                assert answer.status is Status.OPEN
                assert states is not None or not is_sweep, "a complete sweep decides it"
                assert taken is None or taken > 6, "a short path is found"


@pytest.mark.parametrize("numbers", WALKS, ids=str)
def test_no_answer_about_sight_is_wrong(numbers: tuple[int, int, int]) -> None:
    traced = read(without_laws, numbers)
    taken = steps_to(*numbers)
    for states, is_sweep in SEARCHES:
        sight = prove_sight(traced, seats=["ANN"])
        assert sight.status is Status.OPEN
        decide_sight(traced, sight, None, (), Budget(), looked_at(traced, states, is_sweep))
        (answer,) = [each for each in sight.answers if each.channel is Channel.VIEW]
        if answer.status is Status.VIOLATED:
            assert taken is not None
            assert answer.leak is not None
            assert answer.leak.plays is not None
            assert [play.length for play in answer.leak.plays] == [taken, taken]
        elif answer.status is Status.HOLDS:
            assert taken is None, (states, is_sweep, answer.reason)
        else:
            assert answer.status is Status.OPEN
            assert states is not None, "who has looked at every state knows"
            assert taken is None or taken > 6, "a short play is found"


@pytest.mark.parametrize("is_leaky", [False, True])
@pytest.mark.parametrize("numbers", WALKS[::2], ids=str)
def test_no_answer_about_a_view_that_fails_somewhere_is_wrong(numbers: tuple[int, int, int], is_leaky: bool) -> None:
    traced, taken = read(failing_to_show(is_leaky), numbers), steps_to(*numbers)
    for states, is_sweep in SEARCHES:
        sight = prove_sight(traced, seats=["ANN"])
        decide_sight(traced, sight, None, (), Budget(), looked_at(traced, states, is_sweep))
        (answer,) = [each for each in sight.answers if each.channel is Channel.VIEW]
        if answer.status is Status.VIOLATED and answer.play is not None:
            assert answer.play.length == taken
        elif answer.status is Status.VIOLATED:
            assert is_leaky
            assert answer.leak is not None
            assert answer.leak.plays is not None
            assert [play.length for play in answer.leak.plays] == [0, 0]
        elif answer.status is Status.HOLDS:
            assert taken is None, (states, is_sweep, answer.reason)
            assert not is_leaky
        else:
            assert answer.status is Status.OPEN
            assert states is not None, "who has looked at every state knows"
            assert taken is None or taken > 6, "a short play is found"


@pytest.mark.parametrize("numbers", [LONG, SHORT, NEVER], ids=str)
def test_what_one_of_two_states_tells_is_no_leak_where_play_does_not_get_to_the_other(
    numbers: tuple[int, int, int],
) -> None:
    traced = read(without_laws, numbers, "no secret")
    for states, is_sweep in SEARCHES:
        sight = prove_sight(traced, seats=["ANN"])
        assert sight.status is Status.OPEN
        decide_sight(traced, sight, None, (), Budget(), looked_at(traced, states, is_sweep))
        (answer,) = [each for each in sight.answers if each.channel is Channel.VIEW]
        assert answer.status in (Status.HOLDS, *([] if states is None else [Status.OPEN]))


@pytest.mark.parametrize("numbers", [LONG, SHORT, NEVER], ids=str)
def test_a_sweep_that_compared_some_states_does_not_answer_for_the_others(numbers: tuple[int, int, int]) -> None:
    traced, taken = read(without_laws, numbers), steps_to(*numbers)
    found = explore(traced.instance, keep_going=True, sight=2)
    assert (found.complete, found.is_sight_sampled) == (True, True)
    sight = prove_sight(traced, seats=["ANN"])
    decide_sight(traced, sight, None, (), Budget(), Reached(found, is_sweep=True))
    (answer,) = [each for each in sight.answers if each.channel is Channel.VIEW]
    assert answer.status is (Status.HOLDS if taken is None else Status.VIOLATED)


@pytest.mark.parametrize("numbers", [SHORT, FROM_THE_START_ALONE], ids=str)
def test_no_claim_holds_that_a_short_play_breaks_whichever_question_is_not_answered(
    numbers: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few steps lead back from the second goal, so that induction rests on the paths from the start."""
    traced, honest, left = read(walk, numbers), Solver.ask, [0]
    result = Induction(traced, Budget()).run()

    def ask(solver: Solver, *assumptions: Any) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            solver.reason = "scripted"
            return Answer.UNKNOWN
        return honest(solver, *assumptions)

    monkeypatch.setattr(Solver, "ask", ask)
    silent = 0
    while left[0] <= 0:
        silent += 1
        left[0] = silent
        found = decide(traced, result, Budget(), None)
        assert Status.HOLDS not in {answer.status for answer in found.values()}, silent
    assert silent > 5


def test_no_view_holds_that_fails_in_play_whichever_question_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first state in which it fails is not reached, and the second one is."""
    traced, honest, left = read(failing_to_show(False), FROM_THE_START_ALONE, "a secret"), Solver.ask, [0]

    def ask(solver: Solver, *assumptions: Any) -> Answer:
        left[0] -= 1
        if left[0] == 0:
            solver.reason = "scripted"
            return Answer.UNKNOWN
        return honest(solver, *assumptions)

    monkeypatch.setattr(Solver, "ask", ask)
    silent = 0
    proved = prove_sight(traced, seats=["ANN"])
    left[0] = 0
    while left[0] <= 0:
        silent += 1
        left[0] = silent
        sight = deepcopy(proved)
        decide_sight(traced, sight, None, (), Budget(), None)
        assert sight.status in (Status.VIOLATED, Status.OPEN, Status.INCONCLUSIVE), silent
    assert silent > 5


def at_zero_and_at_the_goal(g: Walk, seat: Seat) -> WalkView:
    """Fails at both."""
    if g.here in (0, g.goal):
        raise ValueError("nothing can be seen from here")
    return WalkView(told=False)


def secret_at_zero_and_at_the_goal(g: Walk, seat: Seat) -> WalkView:
    return WalkView(told=both(g.here in (0, g.goal), g.secret == 1))


def secret_at_zero(g: Walk, seat: Seat) -> WalkView:
    """Fails at the goal."""
    if g.here == g.goal:
        raise ValueError("nothing can be seen from here")
    return WalkView(told=both(g.here == 0, g.secret == 1))


@pytest.mark.parametrize("is_proved", [False, True])
@pytest.mark.parametrize("shown", [at_zero_and_at_the_goal, secret_at_zero_and_at_the_goal, secret_at_zero])
def test_a_view_that_is_else_wrong_only_where_a_law_is_broken_rests_on_the_law(
    shown: Callable[[Walk, Seat], WalkView], is_proved: bool
) -> None:
    """At zero, where nothing leads to, it is wrong, too, which is found and excluded before."""
    model = Model("resting", Walk, seats=Seat, actions=walk.actions, scenarios=walk.scenarios)
    model.view(shown)
    Declarations(model).invariant("not-there")(not_there)
    traced = read(model, FROM_THE_START_ALONE)
    sight = prove_sight(traced, seats=["ANN"])
    (answer,) = [each for each in sight.answers if each.channel is Channel.VIEW]
    assert answer.status is Status.OPEN
    decide_sight(traced, sight, None, ["not-there"] if is_proved else [], Budget(), None)
    assert answer.status is (Status.HOLDS if is_proved else Status.OPEN)


class Crossing(State):
    place: int = Int(0, 3)
    mood: int = Int(0, 3)


crossing = Model("crossing", Crossing, seats=Seat)
"""Three rules that fail in states whose mood is 3; the smallest examples of two have another mood."""


@crossing.automatic
def cross(g: Crossing) -> None:
    require(g.place < 2, "over there")
    g.place += 1


@crossing.automatic
def fall(g: Crossing) -> None:
    require(g.place == 1, "not between")
    g.place = 3 // (1 - both(g.mood > 0, g.mood != 1))


@crossing.automatic
def slip(g: Crossing) -> None:
    require(g.place == 2, "not over there")
    g.place = 3 // (1 - both(g.mood > 0, g.mood != 2))


@crossing.automatic
def drop(g: Crossing) -> None:
    require(g.place == 2, "not over there")
    g.place = 3 // (1 - both(g.mood != 0, g.mood == 3))


@crossing.automatic
def sink(g: Crossing) -> None:
    require(g.place == 3, "on land")
    g.place = 3 // g.place


@crossing.scenario("default")
def wait(g: Crossing) -> None:
    g.mood = 3


@pytest.mark.parametrize(("states", "is_sweep"), SEARCHES)
def test_each_place_where_a_rule_fails_has_its_own_answer(states: int | None, is_sweep: bool) -> None:
    traced = trace_model(crossing.instance())
    result = Induction(traced, Budget()).run()
    found = decide(traced, result, Budget(), looked_at(traced, states, is_sweep))
    failing = {goal.split()[1]: answer.status for goal, answer in found.items()}
    assert failing == dict.fromkeys(["fall", "slip", "drop"], Status.VIOLATED)
    traces = [answer.trace for answer in found.values()]
    assert all(trace is not None and trace.failed is not None for trace in traces)
