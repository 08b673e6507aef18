"""An annotation that contradicts its specifier is told; whatever is right, or cannot be told, is accepted."""

from __future__ import annotations

import typing
from collections.abc import Callable, Collection, Mapping, MutableSet, Sequence
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Annotated, Any, Generic, NewType, Protocol, TypeAlias, TypeVar

import pytest

from kanly.model import Chance, Int, Map, Member, Model, OneOf, Option, Parameter, Record, Seq, Set, State
from tiny import Card, Seat, as_it_is, mistake_in, tiny

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    Unknown = AbstractSet[Card]

T = TypeVar("T")
Hand: TypeAlias = set[Card]
Spelled: TypeAlias = "set[Card]"
Purse = NewType("Purse", int)


class Level(IntEnum):
    """A number with a name."""

    LOW = 0
    HIGH = 1


class Asking(Record):
    seat: Seat


class Waiting(Record):
    turns: int = Int(0, 3)


class Idle(Record):
    pass


class Holds(Protocol[T]):
    """Something that holds things."""

    held: T


class Box(Generic[T]):
    """No set."""


def field(annotation: object, specifier: object) -> type[State]:
    """A state class with one field of that annotation, which may be text as under `from __future__`."""
    return type("Table", (State,), {"__annotations__": {"field": annotation}, "field": specifier})


MISTAKES: list[tuple[Callable[[], object], str, str]] = [
    (lambda: field("Seat", Set(Card)), "Seat", "set[Card]"),
    (lambda: field(Seat, Set(Card)), "Seat", "set[Card]"),
    (lambda: field("int", Set(Card)), "int", "set[Card]"),
    (lambda: field("set[Card]", Int(0, 3)), "set[Card]", "int"),
    (lambda: field("set[Seat]", Set(Card)), "set[Seat]", "set[Card]"),
    (lambda: field("Box[Card]", Set(Card)), "Box[Card]", "set[Card]"),
    (lambda: field("list[Card]", Set(Card)), "list[Card]", "set[Card]"),
    (lambda: field("Hand", Seq(Card, at_most=2)), "set[Card]", "list[Card]"),
    (lambda: field("list[int]", Seq(Card, at_most=2)), "list[int]", "list[Card]"),
    (lambda: field("Card | None", Set(Card)), "Card | None", "set[Card]"),
    (lambda: field("Card | None", Member(Card)), "Card | None", "Card"),
    (lambda: field("Card", Option(Card)), "Card", "Card | None"),
    (lambda: field("None", Option(Card)), "None", "Card | None"),
    (lambda: field("Seat | None", Option(Card)), "Seat | None", "Card | None"),
    (lambda: field("Seat | Card", Member(Card)), "Seat | Card", "Card"),
    (lambda: field("dict[Seat, int]", Map(Card, Int(0, 3))), "dict[Seat, int]", "dict[Card, int]"),
    (lambda: field("dict[Seat, int]", Map(Seat, Set(Card))), "dict[Seat, int]", "dict[Seat, set[Card]]"),
    (lambda: field("dict[Seat, Card]", Map(Seat, Option(Card))), "dict[Seat, Card]", "dict[Seat, Card | None]"),
    (lambda: field("Asking", Option(Asking)), "Asking", "Asking | None"),
    (lambda: field("Asking", OneOf(Asking, Waiting)), "Asking", "Asking | Waiting"),
    (lambda: field("Asking | Idle", OneOf(Asking, Waiting)), "Asking | Idle", "Asking | Waiting"),
    (lambda: field("Asking | Waiting | Idle", OneOf(Asking, Waiting)), "Asking | Waiting | Idle", "Asking | Waiting"),
    (lambda: field("bool", Int(0, 1)), "bool", "int"),
    (lambda: field("Level", Int(0, 1)), "Level", "int"),
    (lambda: field("Seat", Parameter(3, 0, 9)), "Seat", "int"),
    (lambda: field("int", Parameter(Card.ACE)), "int", "Card"),
    (lambda: field(Annotated[Seat, "the one who deals"], Set(Card)), "Seat", "set[Card]"),
]


@pytest.mark.parametrize(("define", "said", "right"), MISTAKES)
def test_a_field_whose_annotation_says_something_else(define: Callable[[], object], said: str, right: str) -> None:
    assert mistake_in(define) == (
        f"Table.field: the annotation says {said}, the specifier {right}; "
        f"write `field: {right}`, or give a specifier for {said}"
    )


RIGHT: list[tuple[object, object]] = [
    ("Hand", Set(Card)),
    ("Spelled", Set(Card)),
    ("Unknown", Set(Card)),
    ("set['Card']", Set(Card)),
    ("set", Set(Card)),
    (set[Card], Set(Card)),
    ("set[Any]", Set(Card)),
    ("set[T]", Set(Card)),
    ("frozenset[Card]", Set(Card)),
    (MutableSet[Card], Set(Card)),
    (Collection[Card], Set(Card)),
    (Annotated[set[Card], "face down"], Set(Card)),
    ("Holds[Card]", Set(Card)),
    (Any, Set(Card)),
    ("object", Set(Card)),
    ("Never.seen", Set(Card)),
    ("int", Int(0, 3)),
    ("float", Int(0, 3)),
    ("Purse", Int(0, 3)),
    (typing.Literal[0, 1], Int(0, 1)),
    ("Enum", Member(Card)),
    ("int", Member(Level)),
    ("bool", Member(bool)),
    (typing.Optional[Card], Option(Card)),  # noqa: UP045 - as it was written once
    ("'Card | None'", Option(Card)),
    ("Any | None", Option(Card)),
    ("set[Card] | None", Option(Set(Card))),
    ("Record", OneOf(Asking, Waiting)),
    ("Waiting | Asking", OneOf(Asking, Waiting)),
    ("Asking | None | Waiting", Option(OneOf(Asking, Waiting))),
    (Sequence[Card], Seq(Card, at_most=2)),
    ("tuple[Card, ...]", Seq(Card, at_most=2)),
    (Mapping[Seat, Collection[Card]], Map(Seat, Set(Card))),
    ("dict[Seat, Card | None]", Map(Seat, Option(Card))),
    ("dict[Seat, dict[Card, bool]]", Map(Seat, Map(Card, bool))),
    ("bool", Parameter(True)),
    ("int", Parameter(3, 1, 4, members_of=Card)),
    ("Card", Parameter(Card.ACE)),
]


@pytest.mark.parametrize(("annotation", "specifier"), RIGHT)
def test_an_annotation_that_is_right_or_cannot_be_told(annotation: object, specifier: object) -> None:
    tiny(field(annotation, specifier))


def test_names_are_looked_up_where_they_stand() -> None:
    class Card(Enum):
        TEN = 10

    class Table(State):
        class Suit(Enum):
            HEARTS = 1

        hand: set[Card] = Set(Card)
        trumps: Suit = Member(Suit)

    assert tiny(Table).initial_states() == ((0, 0),)


class Early(State):
    later: Later
    mode: Mode


class Later(Record):
    turn: int = Int(0, 3)


class Mode(Enum):
    """Defined behind what uses it."""

    ON = 1
    OFF = 2


def test_what_is_defined_later_may_be_named_before() -> None:
    assert [slot.count for slot in tiny(Early).slots] == [4, 2]


class Table(State):
    turn: int = Int(0, 3)


def parameter(annotation: str, specifier: object) -> None:
    """Declare a rule with a parameter like this."""

    def rule(g: Table, card: object = specifier) -> None:
        """Nothing is done."""

    rule.__annotations__["card"] = annotation
    model = Model("fresh", Table, seats=Seat)
    model.automatic(rule)
    model.scenario("default")(as_it_is)
    model.instance()


@pytest.mark.parametrize(
    ("annotation", "specifier", "right"),
    [
        ("Seat", Chance(Card), "Card"),
        ("Seat", Chance(Option(Card)), "Card | None"),
        ("Card", Option(Card), "Card | None"),
        ("Card", Int(1, 4), "int"),
        ("bool", Chance(Int(0, 1)), "int"),
    ],
)
def test_a_parameter_whose_annotation_says_something_else(annotation: str, specifier: object, right: str) -> None:
    with pytest.raises(Exception, match="rule: card: ") as caught:
        parameter(annotation, specifier)
    assert str(caught.value).endswith(
        f": rule: card: the annotation says {annotation}, the specifier {right}; "
        f"write `card: {right}`, or give a specifier for {annotation}"
    )


@pytest.mark.parametrize(
    ("annotation", "specifier"),
    [
        ("Card", Chance()),
        ("Card", Chance(Card)),
        ("Card | None", Option(Card)),
        ("Card | None", Chance(Option(Card))),
        ("int", Int(1, 4)),
        ("int", Chance(Int(1, 4))),
        ("Any", Chance(Card)),
        ("Never.seen", Int(1, 4)),
    ],
)
def test_a_parameter_whose_annotation_is_right_or_cannot_be_told(annotation: str, specifier: object) -> None:
    parameter(annotation, specifier)
