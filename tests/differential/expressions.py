"""Expressions of the language of rules, drawn at random by the type that they have."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial

from .fields import CARDS, SEATS, FieldText, Size


@dataclass(frozen=True)
class Helper:
    """A merged helper that may be called: `(g, seat, card)`, with what it returns and whether it changes the state."""

    name: str
    returns: str
    changes: bool


@dataclass
class Words:
    """What an expression may speak of: the fields of some states, names with a type, helpers."""

    rng: random.Random
    size: Size
    fields: Sequence[FieldText]
    states: Sequence[str] = ("g",)
    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    helpers: Sequence[Helper] = ()
    in_rule: bool = False
    """Whether the expression may reject, and call what changes the state."""
    in_lambda: int = 0

    def state(self) -> str:
        """One of the states."""
        return self.rng.choice(self.states)

    def of(self, *kinds: str) -> list[str]:
        """The fields of these kinds, each of some state."""
        return [f"{self.state()}.{each.name}" for each in self.fields if each.kind in kinds]

    def known(self, kind: str) -> list[str]:
        """The names that have a type."""
        return self.names.get(kind, [])

    @contextmanager
    def with_name(self, kind: str, name: str) -> Generator[None]:
        """Let a name stand for a value, and for nothing else that it stood for outside."""
        before = {other: list(names) for other, names in self.names.items()}
        for other, names in before.items():
            self.names[other] = [each for each in names if each != name]
        self.names[kind] = [*self.known(kind), name, name]
        yield
        self.names.clear()
        self.names.update(before)

    def _one(self, ways: Sequence[Callable[[], str]]) -> str:
        return self.rng.choice(ways)()

    def _call(self, returns: str) -> list[Callable[[], str]]:
        usable = [
            each
            for each in self.helpers
            if each.returns == returns and (not each.changes or (self.in_rule and not self.in_lambda))
        ]
        if not usable or self.states != ("g",):
            return []
        return [lambda: f"{self.rng.choice(usable).name}(g, {self.seat(0)}, {self.card(0)})"] * 2

    def seat(self, depth: int) -> str:
        """A seat."""
        atoms = [f"Seat.{name}" for name in SEATS[: self.size.seats]]
        atoms += [*self.of("seat"), *self.known("seat") * 3]
        if depth <= 0 or self.rng.random() < 0.5:
            return self.rng.choice(atoms)
        return self._one([
            lambda: f"lookup(NEXT, {self.seat(depth - 1)})",
            lambda: f"choose({self.truth(depth - 1)}, {self.seat(0)}, {self.seat(0)})",
            lambda: f"({self.seat(0)} if {self.truth(depth - 1)} else {self.seat(0)})",
        ])  # fmt: skip

    def card(self, depth: int) -> str:
        """A card."""
        atoms = [f"Card.{name}" for name in CARDS[: self.size.cards]]
        atoms += [*self.of("card"), *self.known("card") * 3, *(f"{each}.card" for each in self.of("note"))]
        if depth <= 0 or self.rng.random() < 0.5:
            return self.rng.choice(atoms)
        return self._one([
            lambda: f"lookup(ABOVE, {self.card(depth - 1)})",
            lambda: f"choose({self.truth(depth - 1)}, {self.card(0)}, {self.card(0)})",
            lambda: f"({self.card(0)} if {self.truth(depth - 1)} else {self.card(0)})",
            *self._call("card"),
            *self._required("maybe_card", "held"),
        ])  # fmt: skip

    def _required(self, *kinds: str) -> list[Callable[[], str]]:
        if not self.in_rule or self.in_lambda:
            return []
        options = [f"required({self._entry(each)}, 'nothing there')" for each in self._fields(*kinds)]
        return [lambda: self.rng.choice(options)] if options else []

    def _fields(self, *kinds: str) -> list[FieldText]:
        return [each for each in self.fields if each.kind in kinds]

    def _entry(self, each: FieldText) -> str:
        """A field, or one entry of a map."""
        keys = {
            "numbers": (self.seat,),
            "hands": (self.seat,),
            "held": (self.seat,),
            "bags": (self.seat,),
            "notes": (self.seat,),
            "flags": (self.card,),
        }
        path = "".join(f"[{key(0)}]" for key in keys.get(each.kind, ()))
        if each.kind == "grid":
            path = f"[{self.seat(0)}][{self.card(0)}]"
        return f"{self.state()}.{each.name}{path}"

    def entries(self, *kinds: str) -> list[str]:
        """The fields of these kinds, of a map one entry."""
        return [self._entry(each) for each in self._fields(*kinds)]

    def cards(self, depth: int) -> str:
        """A set of cards that may be read; never one that is changed in place."""
        atoms = [f"{{{self.card(0)}}}", "set()", *self.entries("cards", "hands") * 2, *self.known("cards") * 2]
        if depth <= 0 or self.rng.random() < 0.4:
            return self.rng.choice(atoms)
        stored = self.entries("cards", "hands")
        ways: list[Callable[[], str]] = [
            lambda: f"{{each for each in scope({self.states[0]}, Card) if {self._each('card', depth)}}}",
            lambda: f"set(scope({self.states[0]}, Card))",
        ]
        if stored:
            ways += [
                lambda: f"({self.rng.choice(stored)} {self.rng.choice('|&-^')} {self.cards(0)})",
                lambda: f"({self.rng.choice(stored)} {self.rng.choice('|&-^')} {self.cards(0)})",
                lambda: f"{{each for each in {self.rng.choice(stored)} if {self._each('card', depth)}}}",
            ]
        return self._one(ways)

    def _each(self, kind: str, depth: int) -> str:
        return self.inside(kind, lambda: self.truth(depth - 1))

    def _each_number(self, kind: str, depth: int) -> str:
        return self.inside(kind, lambda: self.number(depth - 1))

    def inside(self, kind: str, draw: Callable[[], str]) -> str:
        """What is drawn inside of a function without a name, or of a comprehension."""
        self.in_lambda += 1
        with self.with_name(kind, "each"):
            told = draw()
        self.in_lambda -= 1
        return told

    def _later(self, depth: int) -> str:
        """The truth of a function without arguments, or a truth."""
        if self.rng.random() < 0.5:
            return self.truth(depth)
        self.in_lambda += 1
        told = f"lambda: {self.truth(depth)}"
        self.in_lambda -= 1
        return told

    def number(self, depth: int) -> str:
        """A whole number."""
        atoms = [
            str(self.rng.randint(-1, 3)),
            f"{self.states[0]}.limit",
            *self.entries("number", "numbers") * 3,
            *self.known("number") * 2,
        ]
        atoms += [f"size({each})" for each in self.entries("cards", "seats", "hands", "queue", "line")]
        atoms += [f"{each}.number" for each in self.of("note")]
        atoms += [f"{each}.count({self.card(0)})" for each in self.entries("bag", "bags", "queue")]
        atoms += [f"size({each})" for each in self.entries("bag", "bags", "memos")]
        if depth <= 0 or self.rng.random() < 0.3:
            return self.rng.choice(atoms)
        below = depth - 1
        options = self.of("maybe_number")
        return self._one([
            lambda: f"({self.number(below)} {self.rng.choice('+-')} {self.number(below)})",
            lambda: f"({self.number(below)} * {self.rng.choice(('2', '3', '-1'))})",
            lambda: f"({self.number(below)} {self.rng.choice(('//', '%'))} {self.rng.choice(('2', '3', '-2'))})",
            lambda: f"({self.number(below)} {self.rng.choice(('//', '%'))} max({self.number(0)}, 1))",
            lambda: f"({self.number(below)} & {self.rng.choice(('1', '3', '6'))})",
            lambda: f"({self.number(below)} >> 1)",
            lambda: f"abs({self.number(below)})",
            lambda: f"{self.rng.choice(('min', 'max'))}({self.number(below)}, {self.number(0)})",
            lambda: f"choose({self.truth(below)}, {self.number(below)}, {self.number(0)})",
            lambda: f"({self.number(below)} if {self.truth(below)} else {self.number(0)})",
            lambda: f"int({self.truth(below)})",
            lambda: f"{self.card(below)}.worth",
            lambda: f"{self.card(below)}.value",
            lambda: f"lookup(PRICES, {self.card(below)})",
            lambda: f"PRICES[{self.card(0)}]",
            lambda: f"count(scope({self.states[0]}, Card), lambda each: {self._each('card', depth)})",
            lambda: f"count({self.cards(below)}, lambda each: {self._each('card', depth)})",
            lambda: f"total({self.cards(0)}, lambda each: {self._each_number('card', depth)})",
            lambda: f"sum({self._each_number('seat', 1)} for each in scope({self.states[0]}, Seat))",
            lambda: f"len({self.cards(0)})",
            *self._of_bags(depth),
            *([lambda: f"(-1 if (n := {self.rng.choice(options)}) is None else n)"] if options else []),
            *self._call("number"),
        ])  # fmt: skip

    def _of_bags(self, depth: int) -> list[Callable[[], str]]:
        """Numbers that every copy in a bag adds to."""
        bags = self.entries("bag", "bags")
        if not bags:
            return []
        return [
            lambda: f"total({self.rng.choice(bags)}, lambda each: {self._each_number('card', min(depth, 1))})",
            lambda: f"count({self.rng.choice(bags)}, lambda each: {self._each('card', 1)})",
            lambda: f"len({self.rng.choice(bags)})",
        ]

    def truth(self, depth: int) -> str:
        """A truth value."""
        atoms = [*self.entries("flag", "flags", "grid") * 3, *self.known("truth") * 2]
        counted = [*self.entries("number", "numbers"), *self.known("number")]
        atoms += [f"{each} {self.rng.choice(_COMPARED)} {self.number(0)}" for each in counted]
        seats = [*self.of("seat"), *self.known("seat")]
        atoms += [f"{each} {self.rng.choice(('==', '!='))} {self.seat(0)}" for each in seats]
        atoms += [f"{each} {self.rng.choice(('==', '!='))} {self.card(0)}" for each in self.entries("card", "held")]
        atoms += [f"{each} is {self.rng.choice(('', 'not '))}None" for each in self.entries(*_OPTIONS)]
        atoms += [f"has({each}, {self.card(0)})" for each in self.entries("cards", "hands", "queue")]
        atoms = atoms or [f"{self.number(0)} {self.rng.choice(_COMPARED)} {self.number(0)}"]
        if depth <= 0 or self.rng.random() < 0.25:
            return f"({self.rng.choice(atoms)})"
        return f"({self._one([*self._combined(depth - 1), *self._compared(depth - 1), *self._call('truth')])})"

    def _combined(self, below: int) -> list[Callable[[], str]]:
        card = "card"
        return [
            lambda: f"{self.truth(below)} {self.rng.choice(('and', 'or', '&', '==', '!='))} {self.truth(below)}",
            lambda: f"not {self.truth(below)}",
            lambda: f"negate({self.truth(below)})",
            lambda: f"both({self.truth(below)}, {self._later(below)})",
            lambda: f"either({self.truth(below)}, {self._later(below)})",
            lambda: f"implies({self.truth(below)}, {self._later(below)})",
            lambda: f"forall({self.cards(below)}, lambda each: {self._each(card, below)})",
            lambda: f"exists({self.cards(below)}, lambda each: {self._each(card, below)})",
            lambda: f"all({self._each('seat', 1)} for each in scope({self.states[0]}, Seat))",
            lambda: f"any({self._each(card, 1)} for each in {self.cards(0)})",
        ]

    def _compared(self, below: int) -> list[Callable[[], str]]:
        ways: list[Callable[[], str]] = [
            lambda: f"{self.number(below)} {self.rng.choice(_COMPARED)} {self.number(below)}",
            lambda: f"{self.number(0)} < {self.number(below)} <= {self.number(0)}",
            lambda: f"{self.card(below)} {self.rng.choice(('==', '!='))} {self.card(below)}",
            lambda: f"{self.seat(below)} {self.rng.choice(('==', '!='))} {self.seat(below)}",
            lambda: f"{self.card(0)} in {self.cards(below)}",
            lambda: f"{self.card(0)} in lookup(LIKES, {self.card(below)})",
            lambda: f"has(lookup(LIKES, {self.card(below)}), {self.card(0)})",
            lambda: f"same({self.card(0)}, {self.card(below)})",
        ]
        for texts, forms in self._forms():
            ways += [partial(self._asked, texts, form) for form in forms if texts]
        return ways

    def _asked(self, texts: Sequence[str], form: Callable[[str], str]) -> str:
        return form(self.rng.choice(texts))

    def _forms(self) -> Iterator[tuple[list[str], list[Callable[[str], str]]]]:
        """What can be asked of fields of each kind."""
        yield (
            self.entries("cards", "hands"),
            [
                lambda one: f"{one} {self.rng.choice(('<=', '<', '==', '!='))} {self.cards(0)}",
                lambda one: f"{one}.isdisjoint({self.cards(0)})",
                lambda one: f"{one}.issubset({self.cards(0)})",
                lambda one: f"size({one}.union({self.cards(0)})) > {self.number(0)}",
            ],
        )
        yield self.of("seats"), [lambda one: f"{self.seat(0)} in {one}", lambda one: f"{one} == {{{self.seat(0)}}}"]
        yield self.of("maybe_seat"), [lambda one: f"{one} == {self.seat(1)}"]
        yield self.entries("maybe_card", "held"), [lambda one: f"{one} == {self.card(1)}"]
        yield self.of("maybe_number"), [lambda one: f"{one} == {self.number(0)}"]
        yield self.of("queue"), [lambda one: f"{self.card(0)} in {one}", lambda one: f"{one} == [{self.card(0)}]"]
        yield (
            self.of("line"),
            [lambda one: f"{one}[{self.rng.choice((0, -1))}] == {self.number(0)} if {one} else False"],
        )
        yield (
            self.entries("bag", "bags"),
            [
                lambda one: f"{self.card(0)} in {one}",
                lambda one: f"{one} == {{{self.card(0)}: 1}}",
                lambda one: f"all({self._each('card', 0)} for each in {one})",
                lambda one: f"exists({one}, lambda each: {self._each('card', 0)})",
            ],
        )
        yield self.of("memos"), [lambda one: f"{one} == [Note(number=0, card={self.card(0)})]"]
        yield self.entries("notes"), [lambda one: f"{one} == Note(number=1, card={self.card(0)})"]
        yield self.of("note", "maybe_note"), [lambda one: f"{one} == Note(number=1, card={self.card(0)})"]
        yield (
            self.of("asked", "either"),
            [lambda one: f"isinstance({one}, Ask)", lambda one: f"{one} == Ask(seat={self.seat(0)})"],
        )
        yield self.of("numbers"), [lambda one: f"{one}.get({self.seat(0)}) > {self.number(0)}"]
        yield self.of("flags"), [lambda one: f"any({one}.values())"]


_COMPARED = ("==", "!=", "<", "<=", ">", ">=")
_OPTIONS = ("maybe_card", "maybe_seat", "maybe_number", "maybe_note", "held", "asked", "notes")
