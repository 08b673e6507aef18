"""Statements of rules, drawn at random: assignments to fields of every kind, branches, loops, events, helpers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from .expressions import Helper, Words
from .fields import FieldText

Lines = list[str]


def indented(lines: Sequence[str]) -> Lines:
    """The lines of a block."""
    return [f"    {line}" for line in lines]


class Statements:
    """Draws the statements of one rule; what a rule may name grows as it goes on."""

    def __init__(self, words: Words, faulty: float) -> None:
        self.words = words
        self.rng: random.Random = words.rng
        self.faulty = faulty
        """How often an assignment may fail."""
        self._locals = 0

    def block(self, depth: int, most: int) -> Lines:
        """At least one statement."""
        lines: Lines = []
        for _ in range(self.rng.randint(1, most)):
            lines += self.statement(depth)
        return lines

    def inner(self, depth: int, most: int = 2) -> Lines:
        """The statements of a block inside of others; the names that it binds are not known after it."""
        before = {kind: list(names) for kind, names in self.words.names.items()}
        lines = self.block(depth, most)
        self.words.names.clear()
        self.words.names.update(before)
        return lines

    def guard(self) -> Lines:
        """A guard."""
        loose = f"either({self.words.truth(1)}, {self.words.truth(1)})"
        condition = self.rng.choice((loose, loose, self.words.truth(2)))
        return [f'require({condition}, "guard {self.rng.randint(0, 2)}")']

    def statement(self, depth: int) -> Lines:
        """One statement."""
        ways: list[Callable[[], Lines]] = [*[self.assignment] * 5, self.event, self.local]
        calls = [helper for helper in self.words.helpers if helper.changes]
        if calls:
            ways += [lambda: self.call(calls)] * 3
        if depth > 0:
            ways += [lambda: self.branch(depth - 1)] * 2
            ways += [lambda: self.loop(depth - 1), self.bounded_loop, lambda: self.match(depth - 1)]
        return self.rng.choice(ways)()

    def call(self, helpers: Sequence[Helper]) -> Lines:
        """A merged helper for what it does."""
        return [f"{self.rng.choice(helpers).name}(g, {self.words.seat(1)}, {self.words.card(1)})"]

    def branch(self, depth: int) -> Lines:
        """An `if`, with or without other cases; now and then a return."""
        lines = [f"if {self.words.truth(2)}:", *indented(self.inner(depth))]
        if self.rng.random() < 0.15:
            lines += ["    return RESULT"]
        elif self.rng.random() < 0.3:
            lines += [f"elif {self.words.truth(1)}:", *indented(self.inner(depth, 1))]
        if self.rng.random() < 0.4:
            lines += ["else:", *indented(self.inner(depth, 1))]
        return lines

    def loop(self, depth: int) -> Lines:
        """A loop through members, a field or a range."""
        kind, over = self.rng.choice([
            ("card", "scope(g, Card)"), ("seat", "scope(g, Seat)"), ("card", "Card"), ("number", "range(2)"),
            *(("card", each) for each in self.words.entries("cards", "hands", "queue")),
            *(("card", each) for each in self.words.entries("bag", "bags")),
            *(("card", f"{each}.items()") for each in self.words.entries("bag", "bags")),
            *(("seat", each) for each in self.words.of("numbers", "seats")),
            *(("card", f"{each}.keys()") for each in self.words.of("flags")),
            *(("seat", f"{each}.items()") for each in self.words.of("numbers", "held", "hands")),
        ])  # fmt: skip
        with self.words.with_name(kind, "one"):
            body = self.inner(0, 1)
            if self.rng.random() < 0.3:
                body = [f"if {self.words.truth(1)}:", f"    {self.rng.choice(('continue', 'break'))}", *body]
        return [f"for {'one, value' if over.endswith('items()') else 'one'} in {over}:", *indented(body)]

    def bounded_loop(self) -> Lines:
        """A `while` that ends because a field is bounded."""
        numbers = [each for each in self.words.fields if each.kind == "number"]
        others = [each for each in self.words.fields if each.kind in ("flag", "card", "cards", "maybe_card", "flags")]
        if not numbers:
            return self.assignment()
        number = self.rng.choice(numbers)
        more = self.assign(self.rng.choice(others)) if others and self.rng.random() < 0.5 else []
        if self.rng.random() < 0.5:
            head, step = f"g.{number.name} > {number.low}", f"g.{number.name} -= 1"
        else:
            head, step = f"g.{number.name} < {number.high}", f"g.{number.name} += 1"
        if self.rng.random() < 0.4:
            head = f"{head} and {self.words.truth(0)}"
        return [f"while {head}:", *indented([*more, step])]

    def match(self, depth: int) -> Lines:
        """A `match` on an option, a record or one of several."""
        ways: list[tuple[str, list[tuple[str, str, str]]]] = []
        ways += [(each, [("None", "", ""), ("Card.ACE", "", "")]) for each in self.words.entries("maybe_card", "held")]
        ways += [(each, [("Seat.ANN", "", ""), ("Seat.BOB", "", "")]) for each in self.words.of("seat", "maybe_seat")]
        ways += [(each, [("Note(number=found)", "number", "found")]) for each in self.words.of("note", "maybe_note")]
        ways += [
            (each, [("Ask(seat=found)", "seat", "found"), ("Wait(cards=found)", "cards", "found")])
            for each in self.words.of("asked", "either")
        ]
        if not ways:
            return self.branch(depth)
        subject, cases = self.rng.choice(ways)
        lines = [f"match {subject}:"]
        for pattern, kind, name in cases:
            lines += [f"    case {pattern}:"]
            if kind:
                with self.words.with_name(kind, name):
                    body = self.inner(0)
            else:
                body = self.inner(0)
            lines += indented(indented(body))
        if self.rng.random() < 0.6:
            lines += ["    case _:", *indented(indented(self.inner(0, 1)))]
        return lines

    def event(self) -> Lines:
        """An event to everybody, a seat, some seats, or whoever a field holds."""
        words = self.words
        to = self.rng.choice([
            "", ", to=EVERYONE", f", to={words.seat(1)}", f", to={{{words.seat(0)}, {words.seat(0)}}}",
            *(f", to={each}" for each in words.of("seats")),
        ])  # fmt: skip
        if self.rng.random() < 0.7:
            maybe = self.rng.choice(("None", words.card(1), f"({words.card(0)} if {words.truth(1)} else None)"))
            return [f"emit(Told(number={words.number(1)}, maybe={maybe}){to})"]
        return [f"emit(Seen(cards={words.cards(1)}){to})"]

    def local(self) -> Lines:
        """A name of the rule's own; of a set the name follows the field."""
        kind = self.rng.choice(("number", "truth", "card", "seat", "cards"))
        told = {
            "number": self.words.number,
            "truth": self.words.truth,
            "card": self.words.card,
            "seat": self.words.seat,
            "cards": self.words.cards,
        }[kind](2)
        name = f"x{self._locals}"
        self._locals += 1
        self.words.names[kind] = [*self.words.known(kind), name]
        return [f"{name} = {told}"]

    def assignment(self) -> Lines:
        """A change of some field."""
        return self.assign(self.rng.choice(self.words.fields))

    def clamped(self, low: int, high: int) -> str:
        """A number within bounds, unless the rule may fail."""
        number = self.words.number(2)
        if self.rng.random() < self.faulty:
            return number
        wrapped = f"{number} % {high - low + 1} + {low}"
        ways = [f"min(max({number}, {low}), {high})", wrapped, wrapped, str(self.rng.randint(low, high))]
        return self.rng.choice(ways)

    def assign(self, field: FieldText) -> Lines:
        """A change of a field."""
        return {
            "flag": self._flag, "number": self._number, "card": self._card, "seat": self._seat,
            "maybe_card": self._maybe_card, "maybe_seat": self._maybe_seat, "maybe_number": self._maybe_number,
            "maybe_note": self._maybe_note, "cards": self._cards, "seats": self._seats, "numbers": self._numbers,
            "flags": self._flags, "hands": self._hands, "held": self._held, "grid": self._grid, "queue": self._queue,
            "line": self._line, "memos": self._memos,
            "bag": self._bag, "bags": self._bags, "notes": self._notes,
            "note": self._note, "asked": self._asked, "either": self._either,
        }[field.kind](f"g.{field.name}", field)  # fmt: skip

    def _flag(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.words.truth(2)}"]

    def _number(self, at: str, field: FieldText) -> Lines:
        step = self.rng.choice((1, 1, 2))
        if self.rng.random() < self.faulty:
            return [f"{at} {self.rng.choice('+-')}= {step}"]
        return self.rng.choice([
            [f"if {at} < {field.high}:", f"    {at} += 1"],
            [f"if {at} > {field.low}:", f"    {at} -= 1"],
            [f"{at} = choose({at} > {field.low}, {at} - 1, {field.high})"],
            [f"{at} = {self.clamped(field.low, field.high)}"],
            [f"{at} = {self.clamped(field.low, field.high)}"],
        ])  # fmt: skip

    def _card(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.words.card(2)}"]

    def _seat(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.words.seat(2)}"]

    def _maybe_card(self, at: str, field: FieldText) -> Lines:
        words = self.words
        wholes = [f'whole(g, "{each.name}")' for each in words.fields if each.kind == "maybe_card"]
        wholes += [f"whole(g.{each.name}, {words.seat(0)})" for each in words.fields if each.kind == "held"]
        ways = ["None", words.card(1), f"({words.card(0)} if {words.truth(1)} else None)"]
        ways += [each for each in wholes for _ in range(2)]
        ways += [f"choose({words.truth(0)}, {each}, None)" for each in wholes]
        return [f"{at} = {self.rng.choice(ways)}"]

    def _maybe_seat(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.rng.choice(('None', self.words.seat(1), self.words.seat(0)))}"]

    def _maybe_number(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.rng.choice(('None', self.clamped(field.low, field.high)))}"]

    def _new_note(self) -> str:
        return f"Note(number={self.clamped(0, 1)}, card={self.words.card(1)})"

    def _note(self, at: str, field: FieldText) -> Lines:
        return self.rng.choice([
            [f"{at} = {self._new_note()}"],
            [f"{at}.card = {self.words.card(1)}"],
            [f"{at}.number = {self.clamped(0, 1)}"],
        ])  # fmt: skip

    def _maybe_note(self, at: str, field: FieldText) -> Lines:
        if self.rng.random() < 0.3:
            return [f"if {at} is not None:", f"    {at}.number = {self.clamped(0, 1)}"]
        notes = self.words.of("note")
        return [f"{at} = {self.rng.choice(['None', self._new_note(), *notes])}"]

    def _of_set(self, at: str, element: str, whole: str) -> Lines:
        if self.rng.random() < self.faulty:
            return [f"{at}.remove({element})"]
        return self.rng.choice([
            [f"{at} = {whole}"], [f"{at}.add({element})"], [f"{at}.discard({element})"], [f"{at}.clear()"],
            [f"{at}.update({{{element}}})"], [f"if {element} in {at}:", f"    {at}.remove({element})"],
        ])  # fmt: skip

    def _cards(self, at: str, field: FieldText) -> Lines:
        return self._of_set(at, self.words.card(1), self.words.cards(2))

    def _seats(self, at: str, field: FieldText) -> Lines:
        seat = self.words.seat(1)
        return self._of_set(at, seat, f"{{{seat}, {self.words.seat(0)}}}")

    def _hands(self, at: str, field: FieldText) -> Lines:
        return self._of_set(f"{at}[{self.words.seat(1)}]", self.words.card(1), self.words.cards(2))

    def _numbers(self, at: str, field: FieldText) -> Lines:
        if self.rng.random() < 0.25:
            number = self.words.inside("seat", lambda: self.clamped(field.low, field.high))
            return [f"{at} = {{each: {number} for each in scope(g, Seat)}}"]
        return [f"{at}[{self.words.seat(1)}] = {self.clamped(field.low, field.high)}"]

    def _flags(self, at: str, field: FieldText) -> Lines:
        return [f"{at}[{self.words.card(1)}] = {self.words.truth(1)}"]

    def _grid(self, at: str, field: FieldText) -> Lines:
        return [f"{at}[{self.words.seat(1)}][{self.words.card(1)}] = {self.words.truth(1)}"]

    def _held(self, at: str, field: FieldText) -> Lines:
        return self._maybe_card(f"{at}[{self.words.seat(1)}]", field)

    def _sequence(self, at: str, element: str) -> Lines:
        if self.rng.random() < self.faulty:
            return [f"{at}.{self.rng.choice((f'append({element})', 'pop(0)', 'pop()', 'pop_first()'))}"]
        return self.rng.choice([
            [f"if len({at}) < 2:", f"    {at}.append({element})"],
            [f"if {at}:", f"    {at}.{self.rng.choice(('pop(0)', 'pop()', 'pop_last()', 'pop_first()'))}"],
            [f"{at} = [{element}]"],
            [f"{at}.clear()"],
        ])  # fmt: skip

    def _queue(self, at: str, field: FieldText) -> Lines:
        return self._sequence(at, self.words.card(1))

    def _line(self, at: str, field: FieldText) -> Lines:
        return self._sequence(at, self.clamped(field.low, field.high))

    def _memos(self, at: str, field: FieldText) -> Lines:
        return self.rng.choice([
            [f"if not {at}:", f"    {at}.append({self._new_note()})"],
            [f"if {at}:", f"    {at}[0].number = {self.clamped(0, 1)}"],
            [f"if {at}:", f"    {at}.pop()"],
            [f"{at} = [{self._new_note()}]"],
        ])  # fmt: skip

    def _bag(self, at: str, field: FieldText) -> Lines:
        card = self.words.card(0)
        if self.rng.random() < self.faulty:
            return [f"{at}.{self.rng.choice(('add', 'remove'))}({card})"]
        others = [
            [f"if {card} in {at} and {each}.count({card}) < 1:", f"    {at}.move({card}, to={each})"]
            for each in self.words.entries("bag", "bags")
        ]
        return self.rng.choice([
            [f"if {at}.count({card}) < {field.high}:", f"    {at}.add({card})"],
            [f"if {card} in {at}:", f"    {at}.remove({card})"],
            [f"{at} = {{{card}: {self.rng.randint(0, field.high)}}}"],
            [f"{at} = {self.words.cards(1)}"],
            [f"{at}.clear()"],
            *others,
        ])  # fmt: skip

    def _bags(self, at: str, field: FieldText) -> Lines:
        return self._bag(f"{at}[{self.words.seat(0)}]", field)

    def _notes(self, at: str, field: FieldText) -> Lines:
        return self._maybe_note(f"{at}[{self.words.seat(0)}]", field)

    def _either(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = {self.rng.choice((f'Ask(seat={self.words.seat(1)})', f'Wait(cards={self.words.cards(1)})'))}"]

    def _asked(self, at: str, field: FieldText) -> Lines:
        return [f"{at} = None"] if self.rng.random() < 0.3 else self._either(at, field)
