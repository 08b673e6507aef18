"""Actions as they are declared: who takes one, and what has to be decided to take it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, get_args

from ..base.errors import ModelError
from ..base.source import author_frame, is_subclass, meaning, place_of
from ..classes.annotations import compare
from ..classes.records import Record, State
from ..classes.specs import Resolver, Spec
from ..values.one_slot import ScalarDomain
from ..values.packed import packed
from ..values.sight import ACTOR, EVERYONE, NOBODY, HeldBy, SeenByArguments
from .knowledge import rule_fault
from .revelations import Reveals


@dataclass(frozen=True)
class Argument:
    """How a parameter of an action is decided and who may know it: `Chance(...)` or `Secret(...)`."""

    content: Any
    by_chance: bool
    seen_by: SeenByArguments


def Chance(content: Any = None, *, seen_by: SeenByArguments = EVERYONE) -> Any:
    """An argument decided by nature, such as the card that is drawn; the annotation or a specifier is its domain.

    `seen_by` is EVERYONE, NOBODY, ACTOR, the name of the argument that holds the one seat which learns it, or a rule
    `(g, seat, *arguments) -> bool` about the state before the action.
    """
    return Argument(content, by_chance=True, seen_by=seen_by)


def Secret(content: Any = None, *, seen_by: SeenByArguments = ACTOR) -> Any:
    """An argument that the actor chooses and not everybody learns; `seen_by` as that of `Chance`."""
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
    seen_by: SeenByArguments


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
    reveals: tuple[Reveals, ...] = ()
    """What it tells seats beyond its arguments and its events."""


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
    if not (isinstance(content, Spec) or content is bool or is_subclass(content, Enum) or is_subclass(content, Record)):
        raise ModelError(
            f"{label} could be anything; annotate it with an enumeration, a record or bool, or give a specifier, such "
            f"as `{given.name}: int = Int(1, 4)`",
            *where,
        )
    if given.annotation is not inspect.Parameter.empty:
        meant = content.worth if isinstance(content, Spec) else content
        compare(label, given.name, given.annotation, meant, _names_for(function), where)
    return ParameterDeclaration(given.name, content, argument.by_chance, argument.seen_by)


def unseen(seen_by: SeenByArguments, kind: Kind, parameters: Sequence[ParameterDeclaration], seats: type[Enum]) -> str:
    """Why what an action of that kind with those parameters tells cannot be seen by these; nothing if it can."""
    names = [parameter.name for parameter in parameters]
    if isinstance(seen_by, str):
        holders = [each.name for each in parameters if _holds_seat(each.content, seats)]
        if seen_by in holders:
            return ""
        return f"{seen_by!r} is no argument that holds a seat; there is {', '.join(holders) or 'none'}"
    if seen_by is EVERYONE or seen_by is NOBODY or (seen_by is ACTOR and kind is Kind.SEAT):
        return ""
    if callable(seen_by) and not isinstance(seen_by, HeldBy):
        return rule_fault(seen_by, names)
    return "it is EVERYONE, NOBODY, the name of an argument, a rule or, where a seat acts, ACTOR"


def _holds_seat(content: Any, seats: type[Enum]) -> bool:
    worth = content.worth if isinstance(content, Spec) else content
    return worth is seats or seats in get_args(worth)


@dataclass(frozen=True)
class BoundParameter:
    """A parameter of an action with its domain in scope."""

    name: str
    domain: ScalarDomain
    by_chance: bool
    seen_by: SeenByArguments


def bound(declared: ParameterDeclaration, rule: Callable[..., Any], resolver: Resolver) -> BoundParameter:
    """A declared parameter in a scope. Raises `ModelError` where it could be one of too many values."""
    where = place_of(rule)
    try:
        domain = packed(resolver.domain(declared.content, where))
    except ModelError as error:
        if error.file is not None:
            raise
        raise ModelError(f"{rule.__name__}: {declared.name}: {error}", *where) from error
    return BoundParameter(declared.name, domain, declared.by_chance, declared.seen_by)
