"""Kinds of field whose class lets through what they do not hold: told where they are run, loaded or built."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from both_readings import every_step
from field_kinds import HeadingDomain, TwiceDomain, specifier
from kanly.explorer.findings.status import Status
from kanly.explorer.findings.traces import Trace
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.report.itf import to_itf
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.tracing import trace_model
from kanly.model import (
    EVERYONE,
    Accepted,
    DomainError,
    Event,
    Fault,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Rejected,
    SaveError,
    Seq,
    State,
    View,
    emit,
    require,
)
from kanly.model.language.base.itf import Data
from kanly.model.language.base.strict_json import Json
from kanly.model.language.classes.specs import Resolver
from kanly.model.language.terms.terms import Term
from kanly.model.language.values.cells import Address, Cells
from kanly.model.language.values.domain import Domain, SlotInfo
from kanly.model.language.values.one_slot import ScalarDomain
from kanly.model.language.values.scalars import IntDomain
from tiny import Seat, as_it_is


class Lenient(IntDomain):
    """Refuses nothing, neither from a rule nor from a save."""

    def encode(self, value: object) -> int | Term:
        return cast("int", value)

    def load_code(self, data: Json, path: str) -> int:
        return cast("int", data)


class LenientPair(TwiceDomain):
    """Refuses nothing of what a save says of a pair, whatever it is."""

    def write(self, cells: Cells, address: Address, value: object) -> None:
        cells.replace(address, cast("list[int]", value))

    def load(self, data: Json, path: str) -> list[int]:
        return cast("list[int]", data)


class LenientOption(IntDomain):
    """0 stands for nothing, and then the second slot means nothing."""

    def __init__(self) -> None:
        super().__init__(0, 1)
        self.counts = (2, 2)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for offset in range(2):
            cells[address + offset] = cells[address + offset] if active and cells[address] else 0

    def slots(self, path: str) -> Iterator[SlotInfo]:
        return (SlotInfo(f"{path}[{at}]", count) for at, count in enumerate(self.counts))

    def load(self, data: Json, path: str) -> list[int]:
        return cast("list[int]", data)


def lenient() -> Any:
    return specifier(lambda _: Lenient(0, 3))


def pair() -> Any:
    return specifier(lambda _: LenientPair(IntDomain(0, 3)))


def instance_of(declared: Any, change: Callable[[Any], None]) -> Instance:
    class Trial(State):
        first: bool
        one: Any = declared

    model = Model("trial", Trial, seats=Seat)

    @model.automatic
    def go(g: Trial) -> None:
        change(g)

    @model.scenario("default")
    def start(g: Trial) -> None:
        g.first = False

    del go, start
    return model.instance()


def stay(g: Any) -> None:
    """Changes nothing."""


def taken(instance: Instance) -> object:
    """How the one action ends."""
    return instance.step(instance.initial_states()[0], instance.action("go"), ())


def into_the_field(g: Any, value: object) -> None:
    g.one = value


def into_the_map(g: Any, value: object) -> None:
    g.one[Seat.BOB] = value


def behind_the_sequence(g: Any, value: object) -> None:
    g.one.append(value)


def into_the_pair(g: Any, value: object) -> None:
    g.one = [0, value]


@pytest.mark.parametrize("value", [4, -1, 2.5, "two", None], ids=repr)
@pytest.mark.parametrize(
    ("declared", "put", "path", "kind"),
    [
        (lenient(), into_the_field, "one", "Lenient"),
        (Map(Seat, lenient()), into_the_map, "one.BOB", "Lenient"),
        (Seq(lenient(), 2), behind_the_sequence, "one[0]", "Lenient"),
        (pair(), into_the_pair, "one[1]", "IntDomain"),
    ],
    ids=["field", "map", "sequence", "pair"],
)
def test_a_rule_that_writes_what_a_field_does_not_hold_is_at_fault(
    declared: Any, put: Callable[[Any, object], None], path: str, kind: str, value: object
) -> None:
    def change(g: Any) -> None:
        put(g, value)

    instance = instance_of(declared, change)
    if isinstance(value, int):
        assert len(list(every_step(instance, instance.initial_states()))) == 1
    fault = taken(instance)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.file) == ("out of domain", __file__)
    assert fault.message.startswith(f"{path}: Int(0, 3) lets be written what it does not hold; its class {kind} ")


def test_what_is_within_the_domain_is_no_fault() -> None:
    def change(g: Any) -> None:
        g.one = 3

    assert isinstance(taken(instance_of(lenient(), change)), Accepted)


@pytest.mark.parametrize(
    ("declared", "put"),
    [
        (lenient(), into_the_field),
        (Option(lenient()), into_the_field),
        (Map(Seat, lenient()), into_the_map),
        (Seq(lenient(), 2), behind_the_sequence),
        (pair(), into_the_pair),
    ],
    ids=["field", "option", "map", "sequence", "pair"],
)
def test_a_value_that_is_not_known_is_read_as_it_runs(declared: Any, put: Callable[[Any, object], None]) -> None:
    class Trial(State):
        one: Any = declared

    model = Model("trial", Trial, seats=Seat)

    @model.automatic
    def go(g: Trial, value: int = Int(-2, 5)) -> None:
        require(value != 0, "nothing")
        put(g, value)
        emit(Said(what=value - 1))

    model.scenario("default")(as_it_is)
    del go
    instance = model.instance()
    ends = {codes[0] - 2: type(outcome) for _, _, codes, outcome in every_step(instance, instance.initial_states())}
    assert ends == {
        value: Rejected if value == 0 else Accepted if value in (1, 2, 3) else Fault for value in range(-2, 6)
    }
    for found in (explore(instance), sweep(instance)):
        assert found.fault is not None
    assert Induction(trace_model(instance)).run().status is not Status.HOLDS


class Said(Event):
    what: Any = lenient()


class Shown(View):
    what: Any = lenient()


def test_an_event_is_held_against_its_domains() -> None:
    fault = taken(instance_of(lenient(), lambda g: emit(Said(what=4), to=EVERYONE)))
    assert isinstance(fault, Fault)
    assert "what: Int(0, 3) lets be written" in fault.message


def test_a_view_is_held_against_its_domains() -> None:
    class Trial(State):
        one: bool

    model = Model("trial", Trial, seats=Seat)

    @model.view
    def view(g: Trial, seat: Seat) -> Shown:
        return Shown(what=4)

    @model.scenario("default")
    def start(g: Trial) -> None:
        g.one = True

    del view, start
    instance = model.instance()
    with pytest.raises(DomainError, match="what: Int\\(0, 3\\) lets be written"):
        instance.view_slots(instance.initial_states()[0], Seat.ANN)


@pytest.mark.parametrize(
    ("declared", "data", "path"),
    [
        (lenient(), 77, "$.one"),
        (lenient(), -1, "$.one"),
        (lenient(), "hello", "$.one"),
        (lenient(), 2.0, "$.one"),
        (Option(lenient()), 4, "$.one"),
        (Map(Seat, lenient()), {"ANN": 0, "BOB": 9, "CAT": 0}, "$.one.BOB"),
        (pair(), [0, 4], "$.one[1]"),
        (pair(), [None, 0], "$.one[0]"),
        (specifier(lambda _: LenientOption()), [0, 1], "$.one[1]"),
    ],
)
def test_a_save_is_in_range_and_canonical_whatever_a_domain_lets_through(declared: Any, data: Json, path: str) -> None:
    instance = instance_of(declared, stay)
    with pytest.raises(SaveError, match="expected a value of") as refused:
        instance.from_json(json.dumps({"first": False, "one": data}))
    assert refused.value.path == path


def test_a_domain_that_loads_too_many_slots_is_told_by_its_name() -> None:
    instance = instance_of(pair(), stay)
    with pytest.raises(ModelError, match=r"test_lax_domains.py:\d+: LenientPair.load gives 3 slots for \$.one") as told:
        instance.from_json('{"first": false, "one": [0, 1, 2]}')
    assert "counts say 2" in str(told.value)


class Uncounted(HeadingDomain):
    """Forgets how many values it has."""

    def __init__(self) -> None:
        pass


def with_counts(counts: object) -> Any:
    def build(resolver: Resolver) -> Domain:
        domain: Any = HeadingDomain()
        domain.counts = counts
        return domain

    return specifier(build)


def alone(declared: Any) -> Any:
    return declared


def in_a_map(declared: Any) -> Any:
    return Map(Seat, declared)


@pytest.mark.parametrize("around", [alone, Option, in_a_map])
@pytest.mark.parametrize(
    "declared", [specifier(lambda _: Uncounted()), with_counts([4]), with_counts((0,)), with_counts((4.0,))]
)
def test_counts_that_say_nothing_are_told_where_the_field_is_declared(declared: Any, around: Any) -> None:
    with pytest.raises(ModelError, match=r"field_kinds.py:1: \w+ has to say in `counts`"):
        instance_of(around(declared), stay)


def test_slots_that_are_not_as_many_as_the_counts_are_told_where_the_field_is_declared() -> None:
    with pytest.raises(ModelError, match="HeadingDomain names 1 slots in `slots`, and its `counts` are those of 2"):
        instance_of(with_counts((4, 4)), stay)


class Unspelled(HeadingDomain):
    """Says nothing of traces, though a save spells its values as objects."""

    def to_itf(self, data: Data) -> Data:
        return ScalarDomain.to_itf(self, data)


def test_a_trace_that_a_domain_cannot_spell_is_told_where_the_domain_stands() -> None:
    instance = instance_of(specifier(lambda _: Unspelled()), stay)
    with pytest.raises(ModelError, match=r"field_kinds.py:\d+: Unspelled does not say how a trace spells"):
        to_itf(instance, Trace(instance.initial_states()[0], ()))
