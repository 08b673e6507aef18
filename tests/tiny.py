"""Tiny models for tests: a state class, a few rules, and what one step makes of the first state."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias

import pytest

from kanly.model import Accepted, Fault, Fields, Instance, Model, ModelError, Rejected, State


class Seat(Enum):
    """Who sits at the table."""

    ANN = "Ann"
    BOB = "Bob"
    CAT = "Cat"


class Card(Enum):
    """What can be held."""

    ACE = 1
    KING = 2
    QUEEN = 3
    JACK = 4


Rule: TypeAlias = Callable[[Any], object]
"""What can be asked of a state, or done to it."""


def as_it_is(g: State) -> None:
    """Begin with the zero state."""


def tiny(state: type[State], *rules: Rule, start: Rule = as_it_is, uses: Fields | None = None) -> Instance:
    """A model of that state with the rules as automatic actions and one way to begin."""
    model = Model("tiny", state, seats=Seat)
    for rule in rules:
        model.automatic(rule)
    model.scenario("default", uses=uses)(start)
    return model.instance()


def outcome(state: type[State], rule: Rule) -> Accepted | Rejected | Fault:
    """What a rule without parameters does to the zero state."""
    instance = tiny(state, rule)
    return instance.step(instance.initial_states()[0], instance.actions[0], ())


def after(state: type[State], rule: Rule) -> dict[str, str]:
    """The description of the state that a rule makes of the zero state."""
    instance = tiny(state, rule)
    taken = instance.step(instance.initial_states()[0], instance.actions[0], ())
    assert isinstance(taken, Accepted), taken
    assert instance.canonical(taken.slots) == taken.slots
    return instance.describe(taken.slots)


def fault(state: type[State], rule: Rule) -> Fault:
    """The finding that a rule makes in the zero state."""
    taken = outcome(state, rule)
    assert isinstance(taken, Fault), taken
    return taken


def mistake_in(definition: Callable[[], object]) -> str:
    """The message of the mistake in a definition, checked to point into it."""
    with pytest.raises(ModelError) as caught:
        definition()
    lines, first = inspect.getsourcelines(definition)
    assert caught.value.file == inspect.getsourcefile(definition)
    assert caught.value.line is not None
    assert first <= caught.value.line < first + len(lines)
    prefix = f"{caught.value.file}:{caught.value.line}: "
    assert str(caught.value).startswith(prefix)
    return str(caught.value).removeprefix(prefix)


def in_zero(state: type[State], question: Callable[[Any], Any]) -> Any:
    """What a function of the state answers in the zero state."""
    instance = tiny(state)
    return question(instance.state(instance.initial_states()[0]))
