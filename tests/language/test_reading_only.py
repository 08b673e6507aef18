"""What only reads the state is refused when it changes it: in the run, in the trace and on the command line alike."""

from collections.abc import Callable
from typing import Any

import pytest

from kanly.explorer.findings.status import Status
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.checks import trace_check
from kanly.explorer.trace.tracing import trace_model, trace_view
from kanly.invariants import Declarations
from kanly.model import Instance, Int, Map, Model, ModelError, Option, Record, Seq, Set, State, View, require, scope
from kanly.model.language.base.errors import WriteError
from tiny import Card, Seat, as_it_is


class Note(Record):
    level: int = Int(0, 3)


class Table(State):
    top: int = Int(0, 3)
    deck: set[Card] = Set(Card)
    card: Card | None = Option(Card)
    note: Note
    log: list[Card] = Seq(Card, at_most=2)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))


class TableView(View):
    top: int = Int(0, 3)


def write_number(g: Any) -> None:
    g.top = g.top


def write_set(g: Any) -> None:
    g.deck.add(Card.ACE)


def write_record(g: Any) -> None:
    g.note.level = 1


def write_sequence(g: Any) -> None:
    g.log.append(Card.ACE)


def write_map(g: Any) -> None:
    g.hand[Seat.ANN] = {Card.ACE}


WRITES = [write_number, write_set, write_record, write_sequence, write_map]


def model_with(check: Callable[[Any], object]) -> Model:
    model = Model("tiny", Table, seats=Seat)

    @model.automatic
    def bump(g: Table) -> None:
        require(g.top < 3, "it is as high as it can be")
        g.top += 1

    @model.view
    def view(g: Table, seat: Seat) -> TableView:
        check(g)
        return TableView(top=g.top)

    model.scenario("default")(as_it_is)
    return model


def checked(check: Callable[[Any], object]) -> Instance:
    model = model_with(lambda g: None)

    @Declarations(model).invariant("sneaky")
    def sneaky(g: Table) -> bool:
        """Nothing that is asked changes anything."""
        check(g)
        return True

    return model.instance()


@pytest.mark.parametrize("write", WRITES)
def test_a_check_that_writes_is_refused_when_it_is_run(write: Callable[[Any], object]) -> None:
    with pytest.raises(ModelError, match="sneaky: it changes the state") as caught:
        explore(checked(write))
    assert caught.value.file == __file__


@pytest.mark.parametrize("write", WRITES)
def test_a_check_that_writes_is_refused_when_it_is_read(write: Callable[[Any], object]) -> None:
    instance = checked(write)
    (declarations,) = instance.model.checks
    with pytest.raises(ModelError, match="sneaky: it changes the state") as caught:
        trace_check(trace_model(instance), declarations.all[0])
    assert (caught.value.file, caught.value.line) == (__file__, write.__code__.co_firstlineno + 1)


def test_a_view_that_writes_is_refused() -> None:
    instance = model_with(write_set).instance()
    with pytest.raises(WriteError, match="it changes the state"):
        instance.view(instance.initial_states()[0], Seat.ANN)
    with pytest.raises(ModelError, match="it changes the state"):
        trace_view(trace_model(instance), Seat.ANN)


def test_values_of_its_own_may_be_changed() -> None:
    def count(g: Any) -> None:
        mine = g.deck.copy()
        mine.add(Card.ACE)
        both = g.deck | g.hand[Seat.BOB]
        both |= {Card.KING}
        for card in scope(g, Card):
            mine.discard(card)
        listed = list(g.log)
        listed.append(Card.ACE)

    instance = checked(count)
    (declarations,) = instance.model.checks
    assert explore(instance).status is Status.HOLDS
    assert trace_check(trace_model(instance), declarations.all[0])
