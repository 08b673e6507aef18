"""Whatever way a rule refers to something, that is judged: what is no part of the state is refused."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from types import MappingProxyType, MethodType
from typing import Any, NamedTuple

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.model import Instance, Int, Map, Model, ModelError, Record, State, merged
from tiny import Card, Seat

Helper = Callable[..., Any]


class Die(Record):
    """What a state may hold, with methods of its own."""

    n: int = Int(0, 3)


def zero(*given: Any) -> int:
    """What may be asked by any rule."""
    return 0


def system(*given: Any) -> int:
    """What may be asked by none."""
    return time.time_ns() % 1


def lucky(*given: Any) -> int:
    """What may be asked by none either."""
    return random.randint(0, 0)


@dataclass(frozen=True)
class Kept:
    """Something in a field of a frozen dataclass."""

    inside: Any


class Pair(NamedTuple):
    """Something in a named tuple."""

    one: Any
    other: int


def asked(g: Any, pick: Helper = zero) -> int:
    return pick()


def asked_by_name(g: Any, *, pick: Helper) -> int:
    return pick()


def first_asked(pick: Helper, g: Any) -> int:
    return pick()


def closed_over(it: Helper) -> Callable[[Any], int]:
    return lambda g: it()


def by_a_helper_of_a_helper(it: Helper) -> Callable[[Any], int]:
    inner = closed_over(it)
    return lambda g: inner(g) + 0


def in_a_merged_helper(it: Helper) -> Callable[[Any], int]:
    @merged
    def inner(g: Any) -> int:
        return it()

    return inner


def in_a_wrapper(it: Helper) -> Callable[[Any], int]:
    def wrapped(helper: Helper) -> Helper:
        @wraps(helper)
        def around(g: Any) -> int:
            return helper(g) + it()

        return around

    return wrapped(zero)


def given_before(it: Helper) -> Callable[[Any], int]:
    return partial(asked, pick=it)


def given_before_by_place(it: Helper) -> Callable[[Any], int]:
    return partial(first_asked, it)


def given_by_name_only(it: Helper) -> Callable[[Any], int]:
    return partial(asked_by_name, pick=it)


def given_twice(it: Helper) -> Callable[[Any], int]:
    return partial(partial(asked, pick=zero), pick=it)


def itself_given_before(it: Helper) -> Callable[[Any], int]:
    ask = partial(it, 1)
    return lambda g: ask(2)


def in_a_default(it: Helper) -> Callable[[Any], int]:
    def ask(g: Any, *, pick: Helper = it) -> int:
        return pick()

    return ask


def in_a_tuple(it: Helper) -> Callable[[Any], int]:
    held = (1, (2, it))
    return lambda g: held[1][1]()


def in_a_table(it: Helper) -> Callable[[Any], int]:
    held = {Card.ACE: zero, Card.KING: it}
    return lambda g: held[Card.ACE]()


def in_a_table_of_tuples(it: Helper) -> Callable[[Any], int]:
    held = MappingProxyType({Card.ACE: (zero,), Card.KING: (it,)})
    return lambda g: held[Card.ACE][0]()


def in_a_list(it: Helper) -> Callable[[Any], int]:
    held = [zero, it]
    return lambda g: sum(each() for each in held)


def in_a_dataclass(it: Helper) -> Callable[[Any], int]:
    held = Kept((it,))
    return lambda g: held.inside[0]()


def in_a_named_tuple(it: Helper) -> Callable[[Any], int]:
    held = Pair(it, 1)
    return lambda g: held.one()


def of_a_class(it: Helper) -> Callable[[Any], int]:
    class Holder:
        ask = staticmethod(it)

    return lambda g: Holder.ask()


def of_a_base_class(it: Helper) -> Callable[[Any], int]:
    class Base:
        @classmethod
        def ask(cls) -> int:
            return it()

    class Holder(Base):
        pass

    return lambda g: Holder.ask()


def of_a_member(it: Helper) -> Callable[[Any], int]:
    class Kind(Enum):
        ONE = 1

        def ask(self) -> int:
            return it()

    return lambda g: Kind.ONE.ask()


def of_a_property_of_a_member(it: Helper) -> Callable[[Any], int]:
    class Kind(Enum):
        ONE = 1

        @property
        def worth(self) -> int:
            return it()

    return lambda g: Kind.ONE.worth


def bound_to_something(it: Helper) -> Callable[[Any], int]:
    method = MethodType(it, Card.ACE)
    return lambda g: method()


def in_an_inner_function(it: Helper) -> Callable[[Any], int]:
    def ask(g: Any) -> int:
        def inner() -> int:
            return it()

        return inner()

    return ask


def in_a_comprehension(it: Helper) -> Callable[[Any], int]:
    return lambda g: sum([it() for _ in (1, 2)])


def in_a_condition_never_met(it: Helper) -> Callable[[Any], int]:
    return lambda g: it() if g.n > 9 else 0


WAYS: list[Callable[[Helper], Callable[[Any], int]]] = [
    closed_over, by_a_helper_of_a_helper, in_a_merged_helper, in_a_wrapper, given_before, given_before_by_place,
    given_by_name_only, given_twice, itself_given_before, in_a_default, in_a_tuple, in_a_table, in_a_table_of_tuples,
    in_a_list, in_a_dataclass, in_a_named_tuple, of_a_class, of_a_base_class, of_a_member, of_a_property_of_a_member,
    bound_to_something, in_an_inner_function, in_a_comprehension, in_a_condition_never_met,
]  # fmt: skip


def calling(helper: Callable[[Any], int]) -> Callable[[Any], None]:
    def rule(g: Any) -> None:
        g.n = helper(g)

    return rule


def instance_of(*rules: Callable[[Any], int], kind: type[Record] = Die) -> Instance:
    class Table(State):
        n: int = Int(0, 3)
        die: Any = Map(Seat, kind)

    model = Model("referring", Table, seats=Seat)
    for at, helper in enumerate(rules):
        rule = calling(helper)
        rule.__name__ = f"rule{at}"
        model.automatic(rule)

    @model.scenario("default")
    def setup(g: Any) -> None:
        pass

    del setup
    return model.instance()


@pytest.mark.parametrize("refer", WAYS)
def test_what_no_rule_may_ask_is_refused_however_it_refers_to_it(
    refer: Callable[[Helper], Callable[[Any], int]],
) -> None:
    trace_model(instance_of(refer(zero)))
    explore(instance_of(refer(zero)))
    for it in (system, lucky):
        for read in (trace_model, explore):
            with pytest.raises(ModelError, match="is not part of the state"):
                read(instance_of(refer(it)))


def method_of_a_record(it: Helper) -> tuple[type[Record], Callable[[Any], int]]:
    class Loaded(Record):
        n: int = Int(0, 3)

        def roll(self) -> int:
            return it()

    return Loaded, lambda g: g.die[Seat.ANN].roll()


def property_of_a_record(it: Helper) -> tuple[type[Record], Callable[[Any], int]]:
    class Loaded(Record):
        n: int = Int(0, 3)

        @property
        def rolled(self) -> int:
            return it()

    return Loaded, lambda g: g.die[Seat.ANN].rolled


def method_of_a_base_record(it: Helper) -> tuple[type[Record], Callable[[Any], int]]:
    class Base(Record):
        n: int = Int(0, 3)

        def roll(self) -> int:
            return it()

    class Loaded(Base):
        m: int = Int(0, 3)

    return Loaded, lambda g: g.die[Seat.ANN].roll()


def method_by_a_method(it: Helper) -> tuple[type[Record], Callable[[Any], int]]:
    class Loaded(Record):
        n: int = Int(0, 3)

        def roll(self) -> int:
            return self.again()

        def again(self) -> int:
            return it()

    return Loaded, lambda g: g.die[Seat.ANN].roll()


def operator_of_a_record(it: Helper) -> tuple[type[Record], Callable[[Any], int]]:
    class Loaded(Record):
        n: int = Int(0, 3)

        def __len__(self) -> int:
            return it()

    return Loaded, lambda g: len(g.die[Seat.ANN])


METHODS = [
    method_of_a_record, property_of_a_record, method_of_a_base_record, method_by_a_method, operator_of_a_record
]  # fmt: skip


def reads(g: Any) -> int:
    return g.die[Seat.ANN].n


def makes_later(kind: type[Record]) -> Callable[[Any], int]:
    return lambda g: 0 if isinstance(g.die[Seat.BOB], kind) else 1


@pytest.mark.parametrize("method", METHODS)
def test_methods_are_judged_whether_the_class_comes_up_before_or_after(
    method: Callable[[Helper], tuple[type[Record], Callable[[Any], int]]],
) -> None:
    kind, asks = method(zero)
    trace_model(instance_of(makes_later(kind), asks, reads, kind=kind))
    for it in (system, lucky):
        kind, asks = method(it)
        for rules in ((asks,), (makes_later(kind), asks), (asks, makes_later(kind))):
            with pytest.raises(ModelError, match="is not part of the state"):
                explore(instance_of(*rules, kind=kind))


@pytest.mark.parametrize("method", METHODS[:4])
def test_a_method_that_nobody_asks_for_is_not_judged(
    method: Callable[[Helper], tuple[type[Record], Callable[[Any], int]]],
) -> None:
    kind, _ = method(system)
    trace_model(instance_of(reads, makes_later(kind), kind=kind))
