"""Games that tell too much, each in its own way: machine code, running the rules and the solver find the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.bounds import Bounds, Ending
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import SightResult
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.search import breadth_first
from kanly.explorer.sight import channels
from kanly.explorer.sight.reached import sight_of
from kanly.explorer.sweep.answers.disagreement import DisagreementError
from kanly.explorer.sweep.answers.exploring import explore
from kanly.explorer.sweep.answers.sight import sight_of_sample
from kanly.explorer.sweep.code.generation import compile_model
from kanly.explorer.sweep.search import grouped
from kanly.explorer.trace.tracing import TracedModel, trace_model
from kanly.model import Instance, Model
from kanly.model.language.terms.nodes import Node
from leak_corpus import LEAKING, TIGHT, exchanged, late_event, late_view
from leaking import confirmed, reachable

ENGINES: list[Callable[..., Exploration]] = [breadth_first.explore, explore]
GAMES = [*((model, ways) for model, ways in LEAKING), *((model, set[Channel]()) for model in TIGHT)]


def swept(instance: Instance) -> SightResult:
    result = explore(instance, declared=[], sight=None).sight
    assert result is not None
    return result


def leaks_of(result: SightResult) -> dict[tuple[str, Channel, str], Status]:
    return {(answer.seat, answer.channel, answer.of): answer.status for answer in result.answers}


def follows_never(_node: Node, _known: Iterable[Node]) -> bool:
    return False


def follows_always(_node: Node, _known: Iterable[Node]) -> bool:
    return True


def know_nothing(_traced: TracedModel, _seat: object) -> list[Node]:
    return []


def everything_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing follows by its form, and every room is too small."""
    monkeypatch.setattr(channels, "follows", follows_never)
    monkeypatch.setattr(grouped, "CHUNK", 3)
    monkeypatch.setattr(grouped, "FEWEST_ENTRIES", 1)


@pytest.mark.parametrize(("model", "ways"), GAMES, ids=lambda each: getattr(each, "name", ""))
@pytest.mark.parametrize("compares_all", [False, True])
def test_sweep_and_running_and_proof_find_the_same(
    model: Model, ways: set[Channel], compares_all: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = model.instance()
    proved = {(leak.seat, leak.channel) for leak in prove_sight(trace_model(instance)).leaks}
    if compares_all:
        everything_is_compared(monkeypatch)
    found, run = swept(instance), sight_of(instance, reachable(instance))
    assert leaks_of(found) == leaks_of(run)
    assert {(leak.seat, leak.channel) for leak in found.leaks} == proved
    assert {leak.channel for leak in found.leaks} == ways
    assert all(confirmed(instance, leak) for leak in [*found.leaks, *run.leaks])


@pytest.mark.parametrize(
    "name", ["card-table", "two-phase-commit", pytest.param("dune:terror-legacy-event", marks=pytest.mark.slow)]
)
def test_bundled_models_hold_when_everything_is_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    everything_is_compared(monkeypatch)
    monkeypatch.setattr(grouped, "CHUNK", 100)
    model, _, scenario = name.partition(":")
    assert swept(bundled(model).instance(scenario or None)).status is Status.HOLDS


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("model", [late_view, late_event])
def test_a_leak_has_a_play_to_each_of_its_states(engine: Callable[..., Exploration], model: Model) -> None:
    instance = model.instance()
    found = engine(instance, declared=[], sight=None)
    assert found.status is Status.VIOLATED
    assert found.sight is not None
    for leak in found.sight.leaks:
        assert leak.plays is not None
        for play, end in zip(leak.plays, (leak.one, leak.other), strict=True):
            assert play.start in instance.initial_states()
            assert play.states[-1] == end
            assert play.length == (3 if model is late_view else 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_bounded_search_is_judged_as_far_as_it_came(engine: Callable[..., Exploration]) -> None:
    few = engine(late_view.instance(), declared=[], sight=None, bounds=Bounds(depth=2))
    assert few.sight is not None
    assert few.sight.states == few.states
    assert {answer.status for answer in few.sight.answers if answer.channel is Channel.VIEW} == {Status.INCONCLUSIVE}
    assert all(Ending.DEPTH.value in answer.reason for answer in few.sight.answers if answer.channel is Channel.VIEW)
    more = engine(late_view.instance(), declared=[], sight=None, bounds=Bounds(depth=3))
    assert more.status is Status.VIOLATED


def test_what_follows_by_its_form_holds_of_every_state_whatever_was_reached() -> None:
    found = explore(late_view.instance(), declared=[], sight=None, bounds=Bounds(states=1)).sight
    assert found is not None
    assert {answer.status for answer in found.answers if answer.channel is Channel.OFFER} == {Status.HOLDS}


def test_an_interrupted_sweep_is_judged_as_far_as_it_came() -> None:
    found = explore(exchanged.instance(), declared=[], sight=None, stop=lambda: True)
    assert found.ending in (Ending.INTERRUPTED, Ending.COMPLETE)
    assert found.sight is not None
    assert found.sight.status is Status.VIOLATED


def test_without_time_nothing_is_said_to_hold_that_has_to_be_compared() -> None:
    found = explore(exchanged.instance(), declared=[], sight=None, bounds=Bounds(seconds=0.0))
    assert found.sight is not None
    told = {answer.channel: answer for answer in found.sight.answers}
    assert told[Channel.OFFER].status is Status.INCONCLUSIVE
    assert Ending.TIME.value in told[Channel.OFFER].reason


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("model", [model for model, _ in LEAKING])
def test_the_same_leak_is_shown_by_any_number_of_workers(model: Model, workers: int) -> None:
    one = explore(model.instance(), declared=[], sight=None)
    other = explore(model.instance(), declared=[], sight=None, workers=workers)
    assert one.sight is not None
    assert other.sight is not None
    assert [(leak.one, leak.other, leak.seen) for leak in one.sight.leaks] == [
        (leak.one, leak.other, leak.seen) for leak in other.sight.leaks
    ]


@pytest.mark.parametrize("model", [model for model, _ in LEAKING])
def test_states_of_random_play_are_judged_with_the_steps_from_them(model: Model) -> None:
    instance = model.instance()
    compiled = compile_model(trace_model(instance))
    states = random.Random(0).sample(reachable(instance), k=5)
    found = sight_of_sample(
        compiled.traced, compiled, compiled.packing.pack_all(states), lambda number: Trace(states[number])
    )
    run = sight_of(instance, states, ending=Ending.SAMPLED)
    assert {(leak.seat, leak.channel, leak.one) for leak in found.leaks} == {
        (leak.seat, leak.channel, leak.one) for leak in run.leaks
    }
    assert Status.SAMPLED in {answer.status for answer in found.answers} or found.status is Status.VIOLATED


def test_running_the_rules_notices_a_leak_that_machine_code_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "follows", follows_always)
    with pytest.raises(DisagreementError, match="is told too much by its offered actions"):
        explore(exchanged.instance(), declared=[], sight=None)


def test_running_the_rules_notices_states_that_are_not_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "trace_knowledge", know_nothing)
    monkeypatch.setattr(channels, "fields_known", know_nothing)
    with pytest.raises(DisagreementError):
        explore(late_view.instance(), declared=[], sight=None)
