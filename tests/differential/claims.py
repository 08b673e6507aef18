"""What is declared of a model that is drawn at random, and what its seats are shown."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .expressions import Words
from .fields import FieldText, Size
from .statements import indented


class Claims:
    """Draws declarations and a view."""

    def __init__(self, rng: random.Random, size: Size, fields: Sequence[FieldText], words: Words) -> None:
        self.rng = rng
        self.size = size
        self.fields = fields
        self.words = words

    def about(self, *states: str) -> Words:
        """What may be said of these states."""
        helpers = self.words.helpers if states == ("g",) else ()
        return Words(self.rng, self.size, self.fields, states, {}, helpers)

    def condition(self, words: Words) -> str:
        """A condition that holds rather often."""
        number = [each for each in self.fields if each.kind == "number"]
        ways = [
            lambda: f"either({words.truth(2)}, {words.truth(1)})",
            lambda: f"implies({words.truth(1)}, {words.truth(2)})",
            lambda: f"either({words.truth(1)}, lambda: either({words.truth(1)}, {words.truth(1)}))",
            lambda: words.truth(3),
        ]
        if number:
            each = self.rng.choice(number)
            bound = self.rng.choice((f"< {each.high}", f"> {each.low}", f"!= {self.rng.randint(each.low, each.high)}"))
            ways.append(lambda: f"{words.state()}.{each.name} {bound}")
        return self.rng.choice(ways)()

    def premise(self, arguments: str, *states: str) -> str:
        """A premise now and then, as the argument of a decorator."""
        if self.rng.random() < 0.7:
            return ""
        return f", when=lambda {arguments}: {self.about(*states).truth(1)}"

    def of_states(self, decorator: str, name: str) -> str:
        """An invariant or a save rule."""
        words = self.about("g")
        lines = [f'@laws.{decorator}("{name}"{self.premise("g", "g")})']
        if self.rng.random() < 0.5:
            lines += [f"def {name}(g: Table) -> Any:", '    """Something holds."""']
            lines += [f"    return {self.condition(words)}"]
        else:
            lines += [f"def {name}(g: Table) -> Iterator[Conjunct]:", '    """Some things hold."""']
            lines += [f'    yield "first", {self.condition(words)}']
            lines += [f'    yield "later", lambda: {self.condition(words)}']
            if self.rng.random() < 0.5:
                words.names["card"] = ["each", "each"]
                lines += ["    for each in scope(g, Card):", f"        yield each.name, {self.condition(words)}"]
        return "\n".join(lines)

    def of_steps(self, name: str, actions: Sequence[str], kind: str = "step") -> str:
        """A step property, or a witness of a step."""
        words = self.about("before", "after")
        taken = f"step.took({self.rng.choice(actions)})"
        conditions = [
            f"implies({taken}, {self.condition(words)})",
            f"either({taken}, {self.condition(words)})",
            f"implies(step.emitted(Told), {self.condition(words)})",
            f"either(step.emitted(Told, lambda told: told.number > {words.number(0)}), {words.truth(1)})",
            f"either(step.emitted(Told, lambda told: told.maybe == {words.card(0)}), {words.truth(1)})",
            f"negate(step.emitted(Seen, lambda told: has(told.cards, {words.card(0)})))",
            self.condition(words),
            self.condition(words),
        ]
        premise = self.premise("before, step, after", "before", "after") if kind == "step" else ""
        lines = [f'@laws.{kind}("{name}"{premise})', f"def {name}(before: Table, step: Step, after: Table) -> Any:"]
        lines += ['    """Something holds of every step."""', f"    return {self.rng.choice(conditions)}"]
        return "\n".join(lines)

    def of_one(self, decorator: str, name: str) -> str:
        """A witness, or progress."""
        told = f"return {self.about('g').truth(2)}"
        head = [f'@laws.{decorator}("{name}")', f"def {name}(g: Table) -> Any:", '    """It is so somewhere."""']
        return "\n".join([*head, f"    {told}"])

    def equivalence(self, name: str) -> str:
        """Two ways to say the same, which now and then is not the same."""
        words = self.about("g")
        one = words.truth(2)
        other = self.rng.choice((f"negate(negate({one}))", f"not (not {one})", f"choose({one}, True, False)"))
        if self.rng.random() < 0.3:
            other = words.truth(2)
        head = [f'@laws.equivalence("{name}"{self.premise("g", "g")})', f"def {name}(g: Table) -> Any:"]
        return "\n".join([*head, '    """Both are the same."""', f"    return ({one}), ({other})"])

    def view(self, withheld: Sequence[str]) -> str:
        """What a seat is shown: of fields that everybody may see, of its own, and now and then of any.

        It withholds the fields that are named.
        """
        words = self.about("g")
        words.names["seat"] = ["seat"] * 4
        shown: list[tuple[str, str]] = []
        for field in self.fields:
            at = f"g.{field.name}"
            if field.kind in ("numbers", "hands", "held", "grid", "bags", "notes"):
                shown += self._own(field)
            elif field.kind in ("cards", "seats", "queue", "line", "note", "flags", "bag", "memos"):
                shown.append((_specified(field), at))
            elif field.kind in ("maybe_card", "maybe_seat", "maybe_number", "maybe_note", "asked"):
                shown.append((_specified(field), self.rng.choice((f'whole(g, "{field.name}")', at))))
        shown += [
            ("bool", words.truth(2)),
            ("int = Int(-200, 200)", words.number(2)),
            ("Card", words.card(1)),
            ("set[Card] = Set(Card)", words.cards(1)),
            ("dict[Seat, bool] = Map(Seat, bool)", f"{{each: {self._other()} for each in scope(g, Seat)}}"),
        ]
        picked = self.rng.sample(shown, self.rng.randint(1, min(4, len(shown))))
        lines = ["class TableView(View):", *(f"    s{at}: {told[0]}" for at, told in enumerate(picked))]
        filled = ", ".join(f"s{at}={told[1]}" for at, told in enumerate(picked))
        given = ", ".join(f'Withholds("{name}", because="it is not shown")' for name in withheld)
        lines += [
            "",
            "",
            f"@table.view(withholds=[{given}])" if given else "@table.view",
            "def view(g: Table, seat: Seat) -> TableView:",
        ]
        if self.rng.random() < 0.2:
            lines += indented([f"if {words.truth(1)}:", f"    return TableView({filled})"])
        lines += indented([f"return TableView({filled})"])
        return "\n".join(lines)

    def _other(self) -> str:
        words = self.about("g")
        words.names["seat"] = ["each"] * 3
        return words.truth(1)

    def _own(self, field: FieldText) -> list[tuple[str, str]]:
        at = f"g.{field.name}"
        if field.kind == "numbers":
            return [(f"int = Int({field.low}, {field.high})", f"{at}[seat]")]
        if field.kind == "held":
            return [
                ("Card | None = Option(Card)", f"whole({at}, seat)"),
                ("dict[Seat, bool] = Map(Seat, bool)", f"{{each: is_present({at}[each]) for each in {at}}}"),
            ]
        if field.kind == "notes":
            return [("Note | None = Option(Note)", f"whole({at}, seat)")]
        if field.kind == "bags":
            return [("Multiset[Card] = Bag(Card, at_most=1)", f"{at}[seat]")]
        if field.kind == "grid":
            return [("dict[Card, bool] = Map(Card, bool)", f"{{each: {at}[seat][each] for each in scope(g, Card)}}")]
        return [
            ("set[Card] = Set(Card)", f"{at}[seat]"),
            ("dict[Seat, int] = Map(Seat, Int(0, 3))", f"{{each: size({at}[each]) for each in {at}}}"),
        ]


def _specified(field: FieldText) -> str:
    if field.kind == "note":
        return "Note"
    return f"{field.annotation} = {field.specifier}({field.content})"
