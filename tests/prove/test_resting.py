"""Whatever holds only where something unproved does is open, whichever question of a proof it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from kanly.explorer.cli.frame.obligations import prove_everywhere
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.goals import FAULTS
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, Event, Instance, Int, Model, Parameter, State, View, Withholds, emit, require
from tiny import Seat


class Cells(State):
    most: int = Parameter(7, low=1, high=7)

    one: int = Int(0, 7)
    two: int = Int(0, 7)
    hidden: int = Int(0, 7, seen_by=NOBODY)


SMALL = 3
"""Both `one` and `hidden` are claimed to be at most that, which is proved where `most` is no greater."""

Rule: TypeAlias = Callable[..., None]


def together(g: Cells) -> None:
    """Breaks what it rests on in the same step."""
    require(g.one < g.most, "full")
    g.one += 1
    g.two = g.one


def grow(g: Cells) -> None:
    require(g.one < g.most, "full")
    g.one += 1


def copy(g: Cells) -> None:
    g.two = g.one


def copy_by_parity(g: Cells) -> None:
    """Two paths."""
    if g.one % 2 == 0:
        g.two = g.one
    else:
        g.two = max(g.two, g.one)


def fail_beyond(g: Cells) -> None:
    if g.one > SMALL:
        raise ValueError("too much")


def grow_and_fail_beyond(g: Cells) -> None:
    grow(g)
    if g.one > SMALL + 1:
        raise ValueError("too much")


def one_is_small(g: Cells) -> bool:
    """The one is small."""
    return g.one <= SMALL


def two_is_small(g: Cells) -> bool:
    """The two is at most one more than small."""
    return g.two <= SMALL + 1


def never_two(g: Cells) -> bool:
    """Never so, wherever the one is copied."""
    return g.two != 2


def two_stays_small(before: Cells, step: Step, after: Cells) -> bool:
    """No step makes more of the two than one more than small."""
    return after.two <= SMALL + 1 or after.two == before.two


def cut_to_small(g: Cells) -> tuple[int, int]:
    """The one is what is left of it."""
    return min(g.one, SMALL), g.one


def at_zero(g: Cells) -> None:
    """Everything is zero."""


def model_of(*rules: Rule) -> tuple[Model, Declarations]:
    model = Model("cells", Cells, seats=Seat)
    for rule in rules:
        model.automatic(rule)
    model.scenario("default")(at_zero)
    return model, Declarations(model)


def claiming(most: int, *rules: Rule) -> Instance:
    """A model with those rules, and claims that rest on `base` in whatever they do."""
    model, laws = model_of(*rules)
    laws.invariant("base")(one_is_small)
    laws.invariant("claim")(two_is_small)
    laws.invariant("wrong")(never_two)
    laws.step("of-steps")(two_stays_small)
    laws.equivalence("of-states")(cut_to_small)
    return model.instance(None, {"most": most})


CLAIMS: list[tuple[list[Rule], str]] = [
    *(
        (rules, claim)
        for rules in ([together], [grow, copy], [grow, copy_by_parity])
        for claim in ("claim", "of-steps", "of-states")
    ),
    ([grow, fail_beyond], FAULTS),
    ([fail_beyond, grow], FAULTS),
    ([grow_and_fail_beyond], FAULTS),
]


def named(case: Any) -> str:
    return case if isinstance(case, str) else "-".join(rule.__name__ for rule in case)


@pytest.mark.parametrize("is_alone", [True, False])
@pytest.mark.parametrize(("rules", "claim"), CLAIMS, ids=named)
def test_a_claim_that_rests_on_an_unproved_one_is_open(rules: list[Rule], claim: str, is_alone: bool) -> None:
    asked = [claim] if is_alone else None
    sound = Induction(trace_model(claiming(SMALL, *rules))).run(asked)
    assert sound.status_of(claim) is Status.HOLDS
    broken = Induction(trace_model(claiming(7, *rules))).run(asked)
    assert (broken.status_of("base"), broken.status_of(claim)) == (Status.OPEN, Status.OPEN)
    assert "as long as base does" in broken.reason_of(claim)


class Told(Event):
    number: int = Int(0, 7)


class Seen(View):
    number: int = Int(0, 7)


def hide(g: Cells) -> None:
    """Play never gets here, and nothing that is claimed says so."""
    require(g.most > SMALL, "nothing to hide")
    require(g.one == 7, "not here")
    g.hidden = SMALL


def stir(g: Cells) -> None:
    """Makes many states that differ, so that induction over several steps does not settle it."""
    g.two = (g.two + 1) % 8


def tell(g: Cells, seat: Seat) -> None:
    emit(Told(number=g.hidden))


def tell_and_show(g: Cells, seat: Seat) -> None:
    """What is told is known afterwards, as far as it is 0 or 1."""
    emit(Told(number=g.hidden))
    g.one = min(g.hidden, 1)


def tell_if(g: Cells, seat: Seat) -> None:
    if g.hidden > 0:
        emit(Told(number=0))


def offer(g: Cells, seat: Seat) -> None:
    require(g.hidden == 0, "something is hidden")


def rest(g: Cells, seat: Seat) -> None:
    """Nothing."""


def show(g: Cells, seat: Seat) -> Seen:
    return Seen(number=g.hidden)


def show_nothing(g: Cells, seat: Seat) -> Seen:
    return Seen(number=0)


def show_or_fail(g: Cells, seat: Seat) -> Seen:
    return Seen(number=0 // (1 - min(g.hidden, 1)))


def nothing_is_hidden(g: Cells) -> bool:
    """Nothing is hidden."""
    return g.hidden == 0


def at_most_one_is_hidden(g: Cells) -> bool:
    """No more than one is hidden."""
    return g.hidden <= 1


def sight_of(most: int, rule: Rule, view: Callable[..., Seen], base: Callable[..., bool]) -> SightResult:
    model, laws = model_of(hide, stir)
    model.action(rule)
    model.view(withholds=[Withholds(name, because="it is called out") for name in Cells.declared])(view)
    laws.invariant("base")(base)
    traced = trace_model(model.instance(None, {"most": most}))
    sight = prove_everywhere(traced, Budget(), ["sight"], None, lambda _: None).sight
    assert sight is not None
    return sight


@pytest.mark.parametrize(
    ("rule", "view", "base", "channels"),
    [
        (tell, show_nothing, nothing_is_hidden, {Channel.EVENTS}),
        (tell_if, show_nothing, nothing_is_hidden, {Channel.EVENTS}),
        (tell_and_show, show_nothing, at_most_one_is_hidden, {Channel.EVENTS}),
        (offer, show_nothing, nothing_is_hidden, {Channel.OFFER}),
        (rest, show, nothing_is_hidden, {Channel.VIEW}),
        (rest, show_or_fail, nothing_is_hidden, set(Channel)),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_sight_that_rests_on_an_unproved_claim_is_open(
    rule: Rule, view: Callable[..., Seen], base: Callable[..., bool], channels: set[Channel]
) -> None:
    sound, broken = (sight_of(most, rule, view, base) for most in (SMALL, 7))
    assert sound.status is Status.HOLDS
    resting = [answer for answer in broken.answers if answer.rests_on]
    assert {(answer.channel, answer.status, tuple(answer.rests_on)) for answer in resting} == {
        (channel, Status.OPEN, ("base",)) for channel in channels
    }
    assert {answer.seat for answer in resting} == {seat.name for seat in Seat}
    assert all("as long as base does" in answer.reason for answer in resting)
