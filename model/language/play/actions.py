"""Actions as they are declared: who takes one, and what has to be decided to take it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..base.errors import ModelError
from ..base.source import author_frame, is_subclass, meaning, place_of
from ..classes.annotations import compare
from ..classes.records import State
from ..classes.specs import Resolver, Spec
from ..values.one_slot import ScalarDomain
from ..values.sight import ACTOR, EVERYONE, NOBODY, HeldBy, SeenBy


@dataclass(frozen=True)
class Argument:
    """How a parameter of an action is decided and who may know it: `Chance(...)` or `Secret(...)`."""

    content: Any
    by_chance: bool
    seen_by: SeenBy


def Chance(content: Any = None, *, seen_by: SeenBy = EVERYONE) -> Any:
    """An argument decided by nature, such as the card that is drawn; the annotation or a specifier is its domain."""
    return Argument(content, by_chance=True, seen_by=seen_by)


def Secret(content: Any = None, *, seen_by: SeenBy = ACTOR) -> Any:
    """An argument that the actor chooses and not everybody learns."""
    return Argument(content, by_chance=False, seen_by=seen_by)


class Kind(Enum):
    """Who takes an action."""

    SEAT = "a seat"
    CHANCE = "chance"
    AUTOMATIC = "automatic"


@dataclass(frozen=True)
class ParameterDeclaration:
    """One declared parameter of an action or a set-up."""

    name: str
    content: Any
    by_chance: bool
    seen_by: SeenBy


@dataclass(frozen=True)
class Action:
    """A declared action: the rule, who takes it and what has to be decided to take it."""

    name: str
    kind: Kind
    rule: Callable[..., Any]
    parameters: tuple[ParameterDeclaration, ...]
    file: str
    line: int
    original: Callable[..., Any]
    """The rule that was declared; differs from `rule` in a variant."""


def _names_for(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The names that annotations of a rule may use: those of its module, and those nearby."""
    return {**inspect.unwrap(function).__globals__, **author_frame().f_locals}


def annotation_of(function: Callable[..., Any], name: str, annotation: Any) -> Any:
    """What an annotation of a rule stands for. Raises `ModelError` with the place of the rule."""
    return meaning(annotation, _names_for(function), f"{function.__name__}, {name}", place_of(function))


def parameters_of(function: Callable[..., Any], state: type[State]) -> tuple[ParameterDeclaration, ...]:
    """The declared parameters after the state. Raises `ModelError` with the place of the mistake."""
    where = place_of(function)
    name = function.__name__
    given = list(inspect.signature(function).parameters.values())
    if not given:
        raise ModelError(f"{name} takes no state; its first parameter is `g: {state.__name__}`", *where)
    first = given[0].annotation
    if first not in (inspect.Parameter.empty, state, state.__name__):
        told = annotation_of(function, given[0].name, first)
        if told is not Any and not (is_subclass(told, State) and issubclass(state, told)):
            raise ModelError(f"{name}: the first parameter is the state, `{given[0].name}: {state.__name__}`", *where)
    return tuple(_parameter(function, parameter) for parameter in given[1:])


def _parameter(function: Callable[..., Any], given: inspect.Parameter) -> ParameterDeclaration:
    where = place_of(function)
    label = f"{function.__name__}: {given.name}"
    if given.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
        raise ModelError(f"{label} must be an ordinary parameter, without * or /", *where)
    default = given.default
    argument = default if isinstance(default, Argument) else Argument(None, by_chance=False, seen_by=EVERYONE)
    content = default if isinstance(default, Spec) else argument.content
    if content is None:
        if given.annotation is inspect.Parameter.empty:
            raise ModelError(f"{label} needs an annotation, such as `{given.name}: Card`", *where)
        content = annotation_of(function, given.name, given.annotation)
    if not (isinstance(content, Spec) or content is bool or is_subclass(content, Enum)):
        raise ModelError(
            f"{label} could be anything; annotate it with an enumeration or bool, or give a specifier, such as "
            f"`{given.name}: int = Int(1, 4)`",
            *where,
        )
    if given.annotation is not inspect.Parameter.empty:
        meant = content.worth if isinstance(content, Spec) else content
        compare(label, given.name, given.annotation, meant, _names_for(function), where)
    return ParameterDeclaration(given.name, content, argument.by_chance, argument.seen_by)


def applies(seen_by: SeenBy, kind: Kind) -> bool:
    """Whether an argument of an action of that kind can be seen by these."""
    if seen_by is ACTOR:
        return kind is Kind.SEAT
    return seen_by is EVERYONE or seen_by is NOBODY or (callable(seen_by) and not isinstance(seen_by, HeldBy))


@dataclass(frozen=True)
class BoundParameter:
    """A parameter of an action with its domain in scope."""

    name: str
    domain: ScalarDomain
    by_chance: bool
    seen_by: SeenBy


def bound(declared: ParameterDeclaration, rule: Callable[..., Any], resolver: Resolver) -> BoundParameter:
    """A declared parameter in a scope. Raises `ModelError` unless its domain is a scalar."""
    where = place_of(rule)
    domain = resolver.domain(declared.content, where)
    if not isinstance(domain, ScalarDomain):
        raise ModelError(
            f"{rule.__name__}: {declared.name} is {domain!r}; arguments are numbers, truth values or members", *where
        )
    return BoundParameter(declared.name, domain, declared.by_chance, declared.seen_by)
