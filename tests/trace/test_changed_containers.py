"""What a call that is followed apart changes and is no part of the state is refused, however it comes upon it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from kanly.explorer.trace.tracing import trace_model
from kanly.model import Int, ModelError, Record, State, both, choose, count, merged
from tiny import Seat, tiny


class Pair(Record):
    first: int = Int(0, 3)
    second: int = Int(0, 3)


class Table(State):
    open: bool
    n: int = Int(0, 3)


def appends(found: Any) -> None:
    found.append(1)


def replaces_first(found: Any) -> None:
    found[0] = 5


def takes_out(found: Any) -> None:
    found.pop()


def swaps_entries(found: Any) -> None:
    found["a"], found["b"] = found["b"], found["a"]


def gives_another_value(found: Any) -> None:
    found["a"] = 5


def gives_another_key(found: Any) -> None:
    found["c"] = 5


def forgets(found: Any) -> None:
    del found["a"]


def adds(found: Any) -> None:
    found.add(Seat.CAT)


def discards(found: Any) -> None:
    found.discard(Seat.ANN)


def changes_a_record(found: Any) -> None:
    found.first = 3


def a_list() -> Any:
    return [7, 8]


def a_dict() -> Any:
    return {"a": 7, "b": 8}


def a_set() -> Any:
    return {Seat.ANN}


def a_record() -> Any:
    return Pair(first=1, second=2)


CHANGES: list[tuple[Callable[[], Any], Callable[[Any], None]]] = [
    (a_list, appends),
    (a_list, replaces_first),
    (a_list, takes_out),
    (a_dict, swaps_entries),
    (a_dict, gives_another_value),
    (a_dict, gives_another_key),
    (a_dict, forgets),
    (a_set, adds),
    (a_set, discards),
    (a_record, changes_a_record),
]


def note(g: Table, change: Callable[[Any], None], found: Any) -> bool:
    """A condition that notes something on the way."""
    if g.open:
        change(found)
    return g.n > 0


def keyed(g: Table, change: Callable[[Any], None], *, found: Any) -> bool:
    """The same with a keyword."""
    return note(g, change, found)


@merged
def noting(g: Table, change: Callable[[Any], None], found: Any) -> bool:
    return note(g, change, found)


@merged
def noting_keyed(g: Table, change: Callable[[Any], None], *, found: Any) -> bool:
    return note(g, change, found)


@merged
def noting_inside(g: Table, change: Callable[[Any], None], holder: Any) -> bool:
    return note(g, change, holder[0]["it"][1][0])


WAYS: dict[str, Callable[[Table, Callable[[Any], None], Any], Any]] = {
    "an argument": noting,
    "a keyword": lambda g, change, found: noting_keyed(g, change, found=found),
    "inside of others": lambda g, change, found: noting_inside(g, change, ({"it": (1, [found])},)),
    "closed over": lambda g, change, found: both(g.open, lambda: note(g, change, found)),
    "an argument given before": lambda g, change, found: both(g.open, partial(note, g, change, found)),
    "a keyword given before": lambda g, change, found: both(g.open, partial(keyed, g, change, found=found)),
    "of an item": lambda g, change, found: count((1, 2), lambda _: note(g, change, found)) > 0,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_what_was_made_before_is_not_changed_apart(
    way: str, make: Callable[[], Any], change: Callable[[Any], None]
) -> None:
    ask = WAYS[way]

    def rule(g: Table) -> None:
        found = make()
        g.n = choose(ask(g, change, found), 1, 0)

    with pytest.raises(ModelError, match="that was made before it"):
        trace_model(tiny(Table, rule))


@pytest.mark.parametrize(("make", "change"), CHANGES)
def test_what_was_made_inside_may_be_changed(make: Callable[[], Any], change: Callable[[Any], None]) -> None:
    @merged
    def asking(g: Table) -> bool:
        return note(g, change, make())

    def rule(g: Table) -> None:
        change(make())
        g.n = choose(asking(g), 1, 0)

    trace_model(tiny(Table, rule))


def numbers() -> Iterator[int]:
    """Give items once."""
    yield 1
    yield 2


@merged
def adding(g: Table, items: Any) -> int:
    return sum(items) if g.open else 0


@pytest.mark.parametrize(
    "make", [numbers, lambda: iter([1, 2]), lambda: map(abs, (1, 2)), lambda: filter(None, (1, 2))]
)
def test_what_gives_items_once_is_not_given_to_it(make: Callable[[], Any]) -> None:
    def rule(g: Table) -> None:
        g.n = adding(g, make())

    with pytest.raises(ModelError, match="give it a tuple"):
        trace_model(tiny(Table, rule))
