"""A small model around one field of any domain, and kinds of field that are written outside of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from kanly.invariants import Declarations
from kanly.model import (
    EVERYONE,
    NOBODY,
    Bag,
    DomainError,
    Instance,
    Int,
    Map,
    Member,
    Model,
    OneOf,
    Option,
    Record,
    SaveError,
    Seq,
    Set,
    State,
    View,
    either,
    held_by,
    merged,
    negate,
    require,
    same,
)
from kanly.model.language.base.itf import Data, object_in
from kanly.model.language.base.strict_json import Json
from kanly.model.language.classes.specs import Resolver, Spec
from kanly.model.language.terms.terms import Term
from kanly.model.language.values.cells import Address, Cells
from kanly.model.language.values.choices import Choosable, choose_number
from kanly.model.language.values.containers import ContainerView, equal_slots
from kanly.model.language.values.domain import Domain, Part, SlotInfo
from kanly.model.language.values.one_slot import ScalarDomain
from kanly.model.language.values.sight import SeenBy
from tiny import Card, Seat


class Heading(Choosable):
    """A direction in quarter turns, which may not be known."""

    def __init__(self, quarters: int | Term) -> None:
        self.quarters = quarters

    def __eq__(self, other: Any) -> Any:
        return False if other is None else self.quarters == other.quarters

    def __ne__(self, other: object) -> Any:
        return negate(self == other)

    __hash__ = None  # type: ignore[assignment]

    def _told(self) -> str:
        return "<a heading>"

    def _choice_kind(self) -> object:
        return Heading

    def _chosen(self, condition: bool | Term, other: Heading) -> Heading:
        return Heading(choose_number(condition, self.quarters, other.quarters))


class HeadingDomain(ScalarDomain):
    """The four headings, which a save spells as an object."""

    def __init__(self) -> None:
        super().__init__(4)

    @property
    def is_optional(self) -> bool:
        return False

    def decode(self, code: int | Term) -> Heading:
        return Heading(code)

    def encode(self, value: object) -> int | Term:
        if not isinstance(value, Heading):
            raise DomainError(f"{value!r} is no heading")
        if value.quarters < 0 or value.quarters > 3:
            raise DomainError("a heading has 0 to 3 quarters")
        return value.quarters

    def dump_code(self, code: int) -> Json:
        return {"degrees": 90 * code}

    def load_code(self, data: Json, path: str) -> int:
        degrees = data.get("degrees") if isinstance(data, dict) and len(data) == 1 else None
        if not isinstance(degrees, int) or isinstance(degrees, bool) or degrees not in range(0, 360, 90):
            raise SaveError(path, "expected a heading")
        return degrees // 90

    def to_itf(self, data: Data) -> Data:
        return data

    def from_itf(self, data: Data, path: str) -> Data:
        return object_in(data, path)

    def __repr__(self) -> str:
        return "Heading"


class Twice(ContainerView):
    """Two values of one kind, in their order."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        for part in self._domain.parts():
            yield part.domain.read(self._cells, self._address + part.offset)

    def __eq__(self, other: object) -> Any:
        is_pair = isinstance(other, tuple | Twice)
        return is_pair and equal_slots(self._domain, self, cast("object", other), self._cells.plain)

    __hash__ = None  # type: ignore[assignment]


class TwiceDomain(Domain):
    """Two values of a domain side by side; a pair as a value, a list of two in a save."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner
        self.counts = inner.counts * 2

    @property
    def is_optional(self) -> bool:
        return False

    def parts(self) -> Sequence[Part]:
        return [Part(0, self.inner), Part(self.inner.width, self.inner)]

    def read(self, cells: Cells, address: Address) -> Twice:
        return Twice(self, cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if not isinstance(value, Twice) and not (isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) == 2):
            raise DomainError(f"{value!r} is no pair")
        content = cells.plain([0] * self.width)
        pairs: list[tuple[Part, object]] = list(zip(self.parts(), value, strict=True))  # type: ignore[arg-type]
        for part, each in pairs:
            part.domain.write(content, part.offset, each)
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for part in self.parts():
            part.domain.canonicalise(cells, address + part.offset, active)

    def dump(self, cells: Cells, address: int) -> Json:
        return [part.domain.dump(cells, address + part.offset) for part in self.parts()]

    def load(self, data: Json, path: str) -> list[int]:
        if not isinstance(data, list) or len(data) != 2:
            raise SaveError(path, "expected two values")
        return [code for at, each in enumerate(data) for code in self.inner.load(each, f"{path}[{at}]")]

    def to_itf(self, data: Data) -> Data:
        return {"#tup": [self.inner.to_itf(each) for each in data]}

    def from_itf(self, data: Data, path: str) -> Data:
        return [self.inner.from_itf(each, path) for each in object_in(data, path).get("#tup", ())]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for at in range(2):
            yield from self.inner.slots(f"{path}[{at}]")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        for at, part in enumerate(self.parts()):
            yield from part.domain.show(cells, address + part.offset, f"{path}[{at}]")

    def __repr__(self) -> str:
        return f"Twice({self.inner!r})"


class Note(Record):
    level: int = Int(0, 2)
    cards: set[Card] = Set(Card)


class Order(Record):
    to: Seat


class Sealed(Record):
    number: int = Int(0, 1)
    cards: set[Card] = Set(Card, seen_by=NOBODY)


def sealed(number: int, card: Card) -> Sealed:
    return Sealed(number=number, cards={card})


def specifier(build: Callable[[Resolver], Domain], seen_by: SeenBy = EVERYONE) -> Any:
    """What an author of a kind of field writes to be used in a class body."""
    return Spec(build, (__file__, 1), seen_by)


def twice_a_card(resolver: Resolver) -> Domain:
    return TwiceDomain(resolver.members(Card))


def twice_a_secret(resolver: Resolver) -> Domain:
    return TwiceDomain(resolver.record(Sealed))


@dataclass(frozen=True)
class Kind:
    """A kind of field: how it is declared, some of its values, all of them different, and what is none of them."""

    name: str
    declare: Callable[[SeenBy], Any]
    made: tuple[Callable[[], Any], ...]
    refused: tuple[Any, ...]
    """What looks like one of its values and is none: just outside of a range, of a neighbouring kind, too long."""
    alike: tuple[Any, ...] = ()
    """Values that differ only in what nobody may see, where something like that lies inside."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, made anew."""
        return tuple(make() for make in self.made)


def no_cards() -> set[Card]:
    return set()


def nothing() -> list[Any]:
    return []


def levels(of_the_queen: int) -> dict[Card, int]:
    return {card: of_the_queen if card == Card.QUEEN else 0 for card in Card}


def marks(of: Seat | None) -> dict[Seat, dict[Card, bool]]:
    return {seat: {card: seat == of and card != Card.ACE for card in Card} for seat in Seat}


COPIES = {Card.ACE: 1, Card.KING: 3, Card.QUEEN: 0, Card.JACK: 1}

KINDS = (
    Kind("bool", lambda seen_by: Member(bool, seen_by=seen_by), (lambda: False, lambda: True),
         (0, 1)),
    Kind("int", lambda seen_by: Int(-2, 3, seen_by=seen_by), (lambda: -2, lambda: 0, lambda: 3),
         (-3, 4, True)),
    Kind("member", lambda seen_by: Member(Card, seen_by=seen_by), (lambda: Card.ACE, lambda: Card.JACK),
         (Seat.ANN, None)),
    Kind("option", lambda seen_by: Option(Card, seen_by=seen_by), (lambda: None, lambda: Card.ACE, lambda: Card.KING),
         (Seat.ANN, 0)),
    Kind("option of an int", lambda seen_by: Option(Int(1, 3), seen_by=seen_by), (lambda: None, lambda: 1, lambda: 3),
         (0, 4)),
    Kind("set", lambda seen_by: Set(Card, seen_by=seen_by),
         (no_cards, lambda: {Card.ACE}, lambda: {Card.ACE, Card.QUEEN}),
         ({Seat.ANN}, None)),
    Kind("option of a set", lambda seen_by: Option(Set(Card), seen_by=seen_by),
         (lambda: None, no_cards, lambda: {Card.KING}),
         ({Seat.ANN}, 0)),
    Kind("bag", lambda seen_by: Bag(Card, at_most=2, seen_by=seen_by),
         (nothing, lambda: [Card.ACE], lambda: [Card.ACE, Card.KING, Card.ACE], lambda: {Card.QUEEN: 2}),
         ([Card.ACE] * 3, {Card.QUEEN: 3}, [Seat.ANN], None)),
    Kind("bag of unequal numbers", lambda seen_by: Bag(Card, at_most=COPIES, seen_by=seen_by),
         (nothing, lambda: {Card.ACE}, lambda: {Card.KING: 3}),
         ({Card.QUEEN: 1}, [Card.ACE] * 2, None)),
    Kind("option of a bag", lambda seen_by: Option(Bag(Card, at_most=1), seen_by=seen_by),
         (lambda: None, nothing, lambda: [Card.JACK]),
         ([Card.ACE] * 2, [None])),
    Kind("sequence", lambda seen_by: Seq(Card, 2, seen_by=seen_by),
         (nothing, lambda: [Card.KING], lambda: [Card.KING, Card.ACE]),
         ([Card.KING] * 3, {Card.ACE}, [Seat.ANN], None)),
    Kind("record", lambda seen_by: specifier(lambda resolver: resolver.record(Note), seen_by=seen_by),
         (lambda: Note(level=0, cards=set()), lambda: Note(level=2, cards={Card.ACE})),
         (Order(to=Seat.ANN), Note(level=3, cards=no_cards()), None)),
    Kind("option of a record", lambda seen_by: Option(Note, seen_by=seen_by),
         (lambda: None, lambda: Note(level=0, cards=set()), lambda: Note(level=1, cards={Card.JACK})),
         (Order(to=Seat.ANN), Note(level=-1, cards=no_cards()))),
    Kind("one of", lambda seen_by: OneOf(Note, Order, seen_by=seen_by),
         (lambda: Note(level=0, cards=set()), lambda: Order(to=Seat.ANN), lambda: Order(to=Seat.CAT)),
         (None, Note(level=-1, cards=no_cards()), Sealed(number=0, cards=no_cards()))),
    Kind("sequence of options", lambda seen_by: Seq(Option(Int(0, 1)), 2, seen_by=seen_by),
         (nothing, lambda: [None], lambda: [1, None]),
         ([2], [None] * 3, None)),
    Kind("map", lambda seen_by: Map(Card, Int(0, 2), seen_by=seen_by),
         (lambda: levels(0), lambda: levels(2)),
         (levels(3), {Card.ACE: 0}, {}, None)),
    Kind("map of maps", lambda seen_by: Map(Seat, Map(Card, Member(bool)), seen_by=seen_by),
         (lambda: marks(None), lambda: marks(Seat.BOB)),
         (levels(0), {Seat.ANN: marks(None)[Seat.ANN]}, None)),
    Kind("heading", lambda seen_by: specifier(lambda _: HeadingDomain(), seen_by=seen_by),
         (lambda: Heading(0), lambda: Heading(3)),
         (Heading(4), Heading(-1), None)),
    Kind("option of a heading", lambda seen_by: Option(specifier(lambda _: HeadingDomain()), seen_by=seen_by),
         (lambda: None, lambda: Heading(0), lambda: Heading(2)),
         (Heading(4), 0)),
    Kind("pair", lambda seen_by: specifier(twice_a_card, seen_by=seen_by),
         (lambda: (Card.ACE, Card.ACE), lambda: (Card.KING, Card.ACE), lambda: (Card.ACE, Card.KING)),
         ((Card.ACE, Seat.ANN), (Card.ACE,), (Card.ACE,) * 3, None)),
    Kind("sequence of pairs", lambda seen_by: Seq(specifier(twice_a_card), 1, seen_by=seen_by),
         (nothing, lambda: [(Card.ACE, Card.ACE)], lambda: [(Card.QUEEN, Card.ACE)]),
         ([(Card.ACE, Card.ACE)] * 2, [(Card.ACE, None)], (Card.ACE, Card.ACE))),
    Kind("record with a secret", lambda seen_by: specifier(lambda resolver: resolver.record(Sealed), seen_by=seen_by),
         (lambda: sealed(0, Card.ACE), lambda: sealed(1, Card.ACE)),
         (Order(to=Seat.ANN), None),
         (sealed(1, Card.ACE), sealed(1, Card.KING))),
    Kind("pair with secrets", lambda seen_by: specifier(twice_a_secret, seen_by=seen_by),
         (lambda: (sealed(0, Card.ACE), sealed(1, Card.ACE)), lambda: (sealed(1, Card.ACE), sealed(1, Card.ACE))),
         ((sealed(0, Card.ACE), None), None),
         ((sealed(0, Card.ACE), sealed(1, Card.ACE)), (sealed(0, Card.JACK), sealed(1, Card.KING)))),
)  # fmt: skip
"""Every kind of the language, some inside of others, and two from outside: `Heading` and `Twice`."""


def model_of(kind: Kind) -> Instance:
    """A model whose rules assign fields of that kind, also in a merged helper, and whose law reads a joined one."""

    made = kind.made

    class Trial(State):
        one: Any = kind.declare(EVERYONE)
        two: Any = kind.declare(EVERYONE)
        hidden: Any = kind.declare(held_by("holder"))
        holder: Seat | None = Option(Seat)
        swapped: bool

    class Shown(View):
        one: Any = kind.declare(EVERYONE)
        hidden: Any = kind.declare(EVERYONE)

    def assign(g: Trial, index: int) -> None:
        for at, make in enumerate(made):
            if index == at:
                g.one = make()

    @merged
    def assign_or_copy(g: Trial, index: int, copies: bool) -> None:
        if copies:
            g.one = g.two
        else:
            assign(g, index)

    @merged
    def chosen(g: Trial) -> Any:
        return g.one if g.swapped else g.two

    model = Model("trial", Trial, seats=Seat)

    @model.automatic
    def put(g: Trial, index: int = Int(0, len(made) - 1)) -> None:
        assign(g, index)

    @model.automatic
    def put_or_copy(g: Trial, copies: bool, index: int = Int(0, len(made) - 1)) -> None:
        assign_or_copy(g, index, copies)

    @model.automatic
    def swap(g: Trial) -> None:
        require(g.one != g.two, "nothing would change")
        kept = g.one
        g.one = g.two
        g.two = kept
        g.swapped = not g.swapped

    @model.view
    def view(g: Trial, seat: Seat) -> Shown:
        return Shown(one=g.one, hidden=g.hidden if g.holder == seat else g.one)

    laws = Declarations(model)

    @laws.invariant("joined")
    def joined(g: Trial) -> Any:
        """What a merged helper returns is one of the values that it chose between."""
        yield "one of both", either(same(chosen(g), g.one), same(chosen(g), g.two))
        yield "the one that it chose", same(chosen(g), g.one if g.swapped else g.two)

    @model.scenario("default")
    def start(g: Trial) -> None:
        g.one = made[0]()
        g.two = made[0]()
        g.hidden = made[0]()

    del put, put_or_copy, swap, view, joined, start
    return model.instance()
