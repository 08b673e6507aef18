"""Decisions: whose an open one is, held against the seats that are offered its answers."""

# Who is offered an action is asked of the instance behind a state.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...model import Accepted, Kind, ModelError, has, implies, same
from ...model.language.play.declared import DeclaredModel
from ...model.language.play.rules import either, truth
from ...model.language.terms.unknown import tracer
from ...model.language.values.containers import Collection, is_collection
from ...model.language.values.members import Symbol


def check_answers(
    decision: str, model: DeclaredModel, answers: Sequence[Callable[..., Any]], at: tuple[str, int]
) -> None:
    """Raise `ModelError` unless the answers of a decision are actions that a seat takes."""
    if not answers:
        raise ModelError(f"{decision}: a decision has answers; name the actions that give them", *at)
    known = {action.original: action for action in model.actions.values()}
    for rule in answers:
        if rule not in known:
            raise ModelError(f"{decision}: {rule.__name__} is no action of {model.name}", *at)
        if known[rule].kind is not Kind.SEAT:
            raise ModelError(
                f"{decision}: {rule.__name__} is taken by {known[rule].kind.value}; a decision is answered by a seat",
                *at,
            )


def whose(
    owner: Callable[[Any], Any], answers: Sequence[Callable[..., Any]]
) -> Callable[[Any], Iterator[tuple[str, Any]]]:
    """The condition on a state that those whose the decision is, and no others, are offered one of its answers.

    `owner` gives a seat, a set of seats, or None. Its parts: somebody is asked; for each seat, that it can answer when
    it is asked, and that it cannot when it is not.
    """

    def condition(g: Any) -> Iterator[tuple[str, Any]]:
        asked = owner(g)
        seats = g._instance.seats
        _check_seats(asked, seats.enumeration)
        yield "somebody is asked", truth(asked) if is_collection(asked) else asked is not None
        for seat, can in zip(seats.members, offered(g, answers), strict=True):
            is_asked = has(asked, seat) if is_collection(asked) else same(asked, seat)
            yield f"{seat.name} can answer when asked", implies(is_asked, can)
            yield f"{seat.name} cannot answer unasked", implies(can, is_asked)

    return condition


def offered(g: Any, rules: Sequence[Callable[..., Any]]) -> list[Any]:
    """For each seat in scope, whether it can take one of these actions in some way; does not fork."""
    instance = g._instance
    found: list[Any] = [False] * instance.seats.count
    for action in instance.actions:
        if action.action.original in rules:
            found = [either(known, can) for known, can in zip(found, _offers(g, action), strict=True)]
    return found


def _offers(g: Any, action: Any) -> Sequence[Any]:
    active = tracer()
    if active is not None:
        return active.offers(action)
    slots = tuple(map(int, g._cells))
    actors = {
        codes[0]
        for codes, outcome in g._instance.successors_by(slots, action)
        if isinstance(outcome, Accepted)
    }  # fmt: skip
    return [code in actors for code in range(g._instance.seats.count)]


def _check_seats(asked: Any, seats: type[Any]) -> None:
    """Raise `TypeError` for what is no seat, no set of seats and not None."""
    if asked is None or isinstance(asked, seats | Collection):
        return
    if isinstance(asked, Symbol) and asked._domain.enumeration is seats:
        return
    if is_collection(asked) and all(isinstance(each, seats | Symbol) for each in asked):
        return
    raise TypeError(f"{asked!r} is asked; a decision is that of a {seats.__name__}, of a set of them, or of None")
