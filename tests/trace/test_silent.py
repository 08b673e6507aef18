"""A declaration that yields nothing says nothing, which is told wherever it is asked."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from counting import Counter, counter
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import Conjunct, Declarations
from kanly.model import Instance, Model, ModelError


def model() -> Model:
    made = counter()

    @made.scenario("spared")
    def spared(g: Counter) -> None:
        g.spare = 1

    return made


def by_induction(instance: Instance) -> object:
    return Induction(trace_model(instance)).run()


def of_many_names(g: Any) -> Iterator[Conjunct]:
    """Counters are low."""
    yield f"{g.n} is low", g.n < 3


@pytest.mark.parametrize("ask", [sweep, by_induction])
def test_the_name_of_a_part_is_the_same_in_every_state(ask: Callable[[Instance], object]) -> None:
    asked = model()
    Declarations(asked).invariant("low")(of_many_names)
    with pytest.raises(ModelError, match="low: a text is made of <a number>") as caught:
        ask(asked.instance())
    assert (caught.value.file, caught.value.line) == (__file__, of_many_names.__code__.co_firstlineno + 2)


def silent(g: Any) -> Iterator[Conjunct]:
    """Nothing."""
    yield from ()


def silent_of_steps(before: Any, step: Any, after: Any) -> Iterator[Conjunct]:
    """Nothing."""
    for name in "":
        yield name, before.n < after.n


@pytest.mark.parametrize("ask", [explore, sweep, by_induction])
@pytest.mark.parametrize("check", [silent, silent_of_steps])
def test_a_declaration_that_yields_nothing_is_a_mistake(
    ask: Callable[[Instance], object], check: Callable[..., Any]
) -> None:
    asked = model()
    laws = Declarations(asked)
    (laws.invariant if check is silent else laws.step)("quiet")(check)
    with pytest.raises(ModelError, match="quiet says nothing: it yields no conjunct in any state") as caught:
        ask(asked.instance())
    assert (caught.value.file, caught.value.line) == (__file__, check.__code__.co_firstlineno)


@pytest.mark.parametrize("ask", [explore, sweep])
def test_it_is_enough_to_yield_something_somewhere(ask: Callable[[Instance], Any]) -> None:
    asked = model()

    @Declarations(asked).invariant("spare")
    def spare(g: Any) -> Iterator[Conjunct]:
        """What is spared is little; nothing is spared in the default scenario."""
        if g.spare > 0:
            yield "little", g.spare < 2

    for scenario in asked.scenarios:
        assert ask(asked.instance(scenario)).status is Status.HOLDS


@pytest.mark.parametrize("ask", [explore, sweep])
def test_a_premise_that_never_holds_is_another_matter(ask: Callable[[Instance], Any]) -> None:
    asked = model()

    @Declarations(asked).invariant("never", when=lambda g: g.n > 3)
    def never(g: Any) -> Iterator[Conjunct]:
        """Never asked."""
        yield "low", g.n < 3

    assert ask(asked.instance()).check("never").reason == "its premise never holds"
