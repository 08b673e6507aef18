"""Mistakes in a model are told when it is defined, with the place and what would be right."""

# The mistakes are what is tested here.
# pyright: reportUndefinedVariable=false, reportArgumentType=false, reportCallIssue=false
# pyright: reportUnknownParameterType=false
# ruff: noqa: F821

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

import pytest

from kanly.model import (
    ACTOR,
    OWNER,
    Bag,
    Chance,
    Event,
    Int,
    Map,
    Model,
    ModelError,
    OneOf,
    Option,
    Parameter,
    Record,
    Seq,
    Set,
    State,
    View,
    emit,
    held_by,
)
from tiny import Card, Seat, as_it_is, mistake_in, tiny


class Table(State):
    turn: int = Int(0, 3)


class TableView(View):
    turn: int = Int(0, 3)


def test_field_without_annotation() -> None:
    def define() -> None:
        class Odd(State):  # pyright: ignore[reportUnusedClass]
            turn = Int(0, 3)  # pyright: ignore[reportGeneralTypeIssues]

    assert mistake_in(define) == "Odd.turn needs an annotation, such as `turn: int = ...`"


def test_annotation_that_says_too_little() -> None:
    def define() -> None:
        class Odd(State):
            turn: int

        tiny(Odd)

    assert mistake_in(define).startswith(
        "Odd.turn: int alone does not say which values are possible; give a specifier: Int("
    )


def test_annotation_that_does_not_exist() -> None:
    def define() -> None:
        class Odd(State):
            card: Crad

        tiny(Odd)

    assert mistake_in(define) == "Odd.card: the annotation 'Crad' is not understood (name 'Crad' is not defined)"


def test_field_with_a_default() -> None:
    def define() -> None:
        class Odd(State):  # pyright: ignore[reportUnusedClass]
            card: Card = Card.KING

    assert mistake_in(define) == "Odd.card cannot have a default; a scenario sets the first values"


@pytest.mark.parametrize("name", ["declared", "parameters"])
def test_field_with_a_name_of_the_language(name: str) -> None:
    def define() -> None:
        type("Odd", (State,), {"__annotations__": {name: int}, name: Int(0, 1)})

    assert mistake_in(define) == f"Odd.{name}: this name is taken by the language; choose another"


def test_parameter_in_a_record() -> None:
    def define() -> None:
        class Odd(Record):  # pyright: ignore[reportUnusedClass]
            many: int = Parameter(1, 0, 2)

    assert mistake_in(define) == "Odd.many: only the state class has parameters"


class Kinds(Record):
    kind: Card


class Plain(Record):
    card: Card


class Many(Enum):
    """More members than a set can hold."""


Large = Enum("Large", [f"L{number}" for number in range(61)])


def no_seat(g: Table, seat: Seat) -> None:
    pass


SPECIFIERS: list[tuple[Callable[[], object], str]] = [
    (lambda: Int(3, 1), "Int(3, 1) is empty; the low end comes first"),
    (lambda: Seq(Card, at_most=0), "Seq(at_most=0) can hold nothing; at_most is 1 or more"),
    (lambda: Set(int), "Set takes an enumeration first, not <class 'int'>"),
    (lambda: Map("Seat", Card), "Map takes an enumeration first, not 'Seat'"),
    (lambda: OneOf(Plain), "OneOf needs two record classes or more, each with a name of its own"),
    (lambda: OneOf(Plain, Plain), "OneOf needs two record classes or more, each with a name of its own"),
    (
        lambda: OneOf(Plain, Kinds),
        "Kinds.kind: in a save, `kind` says which of OneOf it is; rename it",
    ),
    (lambda: Option(Option(Card)), "an Option of an Option has two kinds of None; one Option is enough"),
    (lambda: Parameter(9, 0, 3), "the default 9 of a parameter is outside of 0 to 3"),
    (lambda: Parameter(1, 1, 9, members_of=Card), "Card has 4 members; bounds 1 to 9 do not fit"),
    (
        lambda: Parameter("x"),
        "a parameter is a whole number, a truth value or a member; its default is 'x'",
    ),
    (
        lambda: tiny(type("Odd", (State,), {"__annotations__": {"a": set}, "a": Set(Large)})),
        "a Set(Large) has 61 members; 60 is the most",
    ),
    (
        lambda: tiny(type("Odd", (State,), {"__annotations__": {"a": set}, "a": Option(int)})),
        "int has no finite domain; give a specifier such as Int(low, high)",
    ),
    (
        lambda: tiny(type("Odd", (State,), {"__annotations__": {"a": dict}, "a": Map(Seat, "Card")})),
        "'Card' has no finite domain; give a specifier such as Int(low, high)",
    ),
]


@pytest.mark.parametrize(
    ("define", "message"),
    SPECIFIERS,
)
def test_specifiers(define: Callable[[], object], message: str) -> None:
    assert mistake_in(define) == message


def fresh() -> Model:
    return Model("fresh", Table, seats=Seat)


def test_model_of_something_else() -> None:
    with pytest.raises(ModelError, match="model odd: <class 'int'> is not a subclass of State"):
        Model("odd", int, seats=Seat)
    with pytest.raises(ModelError, match="model odd: seats must be an enumeration, not 'Seat'"):
        Model("odd", Table, seats="Seat")


def test_action_without_a_state() -> None:
    def define() -> None:
        @fresh().automatic
        def rule() -> None:
            pass

    assert mistake_in(define) == "rule takes no state; its first parameter is `g: Table`"


def test_action_of_another_state() -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: int) -> None:
            pass

    assert mistake_in(define) == "rule: the first parameter is the state, `g: Table`"


def test_action_without_its_seat() -> None:
    def define() -> None:
        @fresh().action
        def rule(g: Table, card: Card) -> None:
            pass

    assert mistake_in(define) == (
        "rule: an action of a seat names it first, `(g: Table, seat: Seat, ...)`; "
        "use @fresh.chance or .automatic for the others"
    )


def test_parameter_without_annotation() -> None:
    def define() -> None:
        @fresh().action
        def rule(g: Table, seat: Seat, card) -> None:  # pyright: ignore[reportMissingParameterType]
            pass

    assert mistake_in(define) == "rule: card needs an annotation, such as `card: Card`"


def test_parameter_that_could_be_anything() -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: Table, many: int) -> None:
            pass

    assert mistake_in(define) == (
        "rule: many could be anything; annotate it with an enumeration, a record or bool, or give a specifier, such "
        "as `many: int = Int(1, 4)`"
    )


def test_parameter_of_an_unknown_type() -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: Table, card: Crad) -> None:
            pass

    assert mistake_in(define) == "rule, card: the annotation 'Crad' is not understood (name 'Crad' is not defined)"


def test_parameter_by_star() -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: Table, *cards: Card) -> None:
            pass

    assert mistake_in(define) == "rule: cards must be an ordinary parameter, without * or /"


def alone(g: Table) -> bool:
    return True


def of_too_much(g: Table, seat: Seat, card: Card, more: Card) -> bool:
    return True


SEEN_BY = "it is EVERYONE, NOBODY, the name of an argument, a rule or, where a seat acts, ACTOR"


@pytest.mark.parametrize(
    ("seen_by", "told"),
    [
        (OWNER, SEEN_BY),
        (ACTOR, SEEN_BY),
        (held_by("held"), SEEN_BY),
        ("ANN", "'ANN' is no argument that holds a seat; there is none"),
        ("card", "'card' is no argument that holds a seat; there is none"),
        (alone, "a rule for seen_by takes (g, seat, card) here"),
        (of_too_much, "a rule for seen_by takes (g, seat, card) here"),
    ],
)
def test_argument_seen_by_the_wrong(seen_by: Any, told: str) -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: Table, card: Card = Chance(seen_by=seen_by)) -> None:
            pass

    assert mistake_in(define) == f"rule: who sees card: {told}"


def test_action_that_is_a_generator() -> None:
    def define() -> None:
        @fresh().automatic
        def rule(g: Table) -> Iterator[None]:
            yield

    assert mistake_in(define) == "rule is a generator or a coroutine; a rule is a plain function"


def test_two_actions_of_one_name() -> None:
    def define() -> None:
        model = fresh()
        for _ in range(2):

            @model.automatic
            def rule(g: Table) -> None:
                pass

    assert mistake_in(define) == "the action rule is declared twice; names are unique"


def test_view_without_a_class() -> None:
    def define() -> None:
        @fresh().view
        def view(g: Table, seat: Seat) -> int:
            return 1

    assert mistake_in(define) == "view must say which View it returns: `-> TableView`"


def test_view_with_other_parameters() -> None:
    def define() -> None:
        @fresh().view
        def view(g: Table) -> TableView:
            return TableView(turn=1)

    assert mistake_in(define) == "view takes the state and the seat that looks"


def test_second_view() -> None:
    def define() -> None:
        model = fresh()
        for _ in range(2):

            @model.view
            def view(g: Table, seat: Seat) -> TableView:
                return TableView(turn=1)

    assert mistake_in(define) == "the view view is declared twice; names are unique"


def test_view_of_an_undeclared_field() -> None:
    model = fresh()

    @model.view
    def view(g: Table, seat: Seat) -> TableView:
        return TableView(turm=1)

    model.scenario("default")(as_it_is)
    instance = model.instance()
    with pytest.raises(TypeError, match="TableView: missing turn; unknown turm"):
        instance.view(instance.initial_states()[0], Seat.ANN)


def test_two_scenarios_of_one_name() -> None:
    def define() -> None:
        model = fresh()
        for _ in range(2):

            @model.scenario("default")
            def setup(g: Table) -> None:
                pass

    assert mistake_in(define) == "the scenario default is declared twice; names are unique"


def test_scenario_that_fixes_what_is_no_parameter() -> None:
    def define() -> None:
        @fresh().scenario("default", fixed={"turn": 1})
        def setup(g: Table) -> None:
            pass

    assert mistake_in(define) == "scenario default fixes turn, which is no parameter of the model"


def test_scope_with_a_stranger() -> None:
    def define() -> None:
        model = fresh()

        @model.scenario("default", scope={Seat: (Seat.ANN, Card.ACE)})
        def setup(g: Table) -> None:
            pass

        model.instance()

    assert mistake_in(define) == "scenario default: <Card.ACE: 1> is no member of Seat"


def test_scope_with_nobody() -> None:
    model = fresh()
    model.scenario("default", scope={Seat: ()})(as_it_is)
    with pytest.raises(ModelError, match="no member of Seat is in scope"):
        model.instance()


def test_scenario_with_an_action_of_another_model() -> None:
    model = fresh()
    model.scenario("default", actions=[no_seat])(as_it_is)
    with pytest.raises(ModelError, match="scenario default: no_seat is no action of fresh"):
        model.instance()


def test_model_without_a_scenario() -> None:
    with pytest.raises(ModelError, match=r"fresh has no scenario; declare one with @fresh.scenario\(...\)"):
        fresh().instance()


class Vague(Event):
    many: int


class Impossible(Event):
    many: int | None = Option(int)


def tell_vague(g: Table) -> None:
    emit(Vague(many=1))


def tell_impossible(g: Table) -> None:
    emit(Impossible(many=1))


@pytest.mark.parametrize(
    ("helper", "event", "message"),
    [
        (tell_vague, Vague, "Vague.many: int alone does not say which values are possible; give a specifier: Int("),
        (tell_impossible, Impossible, "int has no finite domain; give a specifier such as Int(low, high)"),
    ],
)
def test_event_that_says_too_little(helper: Callable[[Any], None], event: type[Event], message: str) -> None:
    """Told when the model is put together, long before anybody emits it."""

    def rule(g: Table) -> None:
        if g.turn == 3:
            helper(g)

    with pytest.raises(ModelError) as caught:
        tiny(Table, rule)
    lines, first = inspect.getsourcelines(event)
    assert caught.value.file == __file__
    assert caught.value.line is not None
    assert first <= caught.value.line < first + len(lines)
    assert message in str(caught.value)


def test_an_event_that_is_found_only_by_running() -> None:
    def rule(g: Table) -> None:
        emit(HIDDEN["vague"](many=1))

    instance = tiny(Table, rule)
    with pytest.raises(ModelError, match=r"Vague\.many: int alone"):
        instance.step(instance.initial_states()[0], instance.actions[0], ())


HIDDEN: dict[str, type[Event]] = {"vague": Vague}


def test_event_without_annotation() -> None:
    def define() -> None:
        class Odd(Event):  # pyright: ignore[reportUnusedClass]
            turn = Int(0, 3)  # pyright: ignore[reportGeneralTypeIssues]

    assert mistake_in(define) == "Odd.turn needs an annotation, such as `turn: int = ...`"


@pytest.mark.parametrize(
    ("specifier", "told"),
    [
        (lambda: Int(0, 10**30), "the largest bound is 2**61"),
        (lambda: Int(-(2**62), 0), "the largest bound is 2**61"),
        (lambda: Map(Seat, Option(Int(0, 2**63))), "the largest bound is 2**61"),
        (lambda: Seq(Int(0, 3), at_most=10**30), "10000 slots are the most"),
        (lambda: Seq(Seq(Int(0, 3), at_most=200), at_most=200), "would hold 200 times 201 slots"),
        (lambda: Map(Seat, Seq(Card, at_most=5000)), "Map of Seq"),
    ],
)
def test_absurd_bounds_and_sizes(specifier: Callable[[], Any], told: str) -> None:
    def define() -> None:
        class Odd(State):
            turn: Any = specifier()

        tiny(Odd)

    with pytest.raises(ModelError) as caught:
        define()
    assert told in str(caught.value)
    assert caught.value.file == __file__


HUGE = 10**5_000
"""More than Python prints."""


@pytest.mark.parametrize(
    ("declare", "told"),
    [
        (lambda: Int(0, HUGE), "Int(0, 2**16609 or so) goes too far"),
        (lambda: Int(-HUGE, 0), "Int(-2**16609 or so, 0) goes too far"),
        (lambda: Int(HUGE, 3), "Int(2**16609 or so, 3) is empty"),
        (lambda: Int(0, 10**30), "Int(0, 1000000000000000000000000000000) goes too far"),
        (lambda: Parameter(HUGE, 0, 3), "the default 2**16609 or so of a parameter is outside of 0 to 3"),
        (lambda: Parameter(0, 0, HUGE), "the bounds 0 to 2**16609 or so of a parameter go too far"),
        (lambda: Parameter(0, -(2**61) - 1, 0), "the bounds -2305843009213693953 to 0 of a parameter go too far"),
        (lambda: Seq(Card, -HUGE), "Seq(at_most=-2**16609 or so) can hold nothing"),
        (lambda: Bag(Card, at_most=HUGE), "1 to 1000 copies of a member"),
    ],
)  # fmt: skip
def test_a_number_that_python_does_not_print_is_told(declare: Callable[[], object], told: str) -> None:
    assert told in mistake_in(declare)


def test_a_sequence_longer_than_any_state_is_told() -> None:
    def define() -> None:
        class Long(State):
            cards: list[Card] = Seq(Card, HUGE)

        tiny(Long)

    assert "would hold 2**16609 or so times 1 slots; 10000 slots are the most" in mistake_in(define)
