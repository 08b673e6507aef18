"""The fields of a state that is drawn at random: one of every kind, with who may see it, and how many values it has."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

CARDS = ("ACE", "KING", "QUEEN")
SEATS = ("ANN", "BOB", "CAT")


@dataclass(frozen=True)
class Size:
    """How many members the enumerations have that are in scope."""

    seats: int
    cards: int


@dataclass(frozen=True)
class FieldText:
    """One field: its kind, its declaration without who may see it, its number of values, the ends of its numbers."""

    name: str
    kind: str
    annotation: str
    specifier: str
    content: str
    values: int
    low: int = 0
    high: int = 1

    def declared(self, seen_by: str) -> str:
        """The line of the class; `seen_by` are the arguments that say who may see it."""
        arguments = ", ".join(part for part in (self.content, seen_by) if part)
        if self.specifier == "Member" and not seen_by:
            return f"    {self.name}: {self.annotation}\n"
        return f"    {self.name}: {self.annotation} = {self.specifier}({arguments})\n"


def _number(rng: random.Random) -> tuple[int, int]:
    low = rng.choice((0, 0, 0, 1, -1, -2, 5, 62))
    return low, low + rng.choice((1, 2, 3, 4))


def _kinds(rng: random.Random, size: Size) -> Mapping[str, Callable[[str], FieldText]]:
    seats, cards = size.seats, size.cards
    low, high = _number(rng)
    span = high - low + 1

    def text(
        kind: str, annotation: str, specifier: str, content: str, values: int, ends: tuple[int, int] = (0, 1)
    ) -> Callable[[str], FieldText]:
        return lambda name: FieldText(name, kind, annotation, specifier, content, values, *ends)

    ends = (low, high)
    return {
        "flag": text("flag", "bool", "Member", "bool", 2),
        "number": text("number", "int", "Int", f"{low}, {high}", span, ends),
        "card": text("card", "Card", "Member", "Card", cards),
        "seat": text("seat", "Seat", "Member", "Seat", seats),
        "maybe_card": text("maybe_card", "Card | None", "Option", "Card", cards + 1),
        "maybe_seat": text("maybe_seat", "Seat | None", "Option", "Seat", seats + 1),
        "maybe_number": text("maybe_number", "int | None", "Option", f"Int({low}, {high})", span + 1, ends),
        "maybe_note": text("maybe_note", "Note | None", "Option", "Note", 2 * cards + 1),
        "cards": text("cards", "set[Card]", "Set", "Card", 2**cards),
        "seats": text("seats", "set[Seat]", "Set", "Seat", 2**seats),
        "numbers": text("numbers", "dict[Seat, int]", "Map", f"Seat, Int({low}, {low + 1})", 2**seats, (low, low + 1)),
        "flags": text("flags", "dict[Card, bool]", "Map", "Card, bool", 2**cards),
        "hands": text("hands", "dict[Seat, set[Card]]", "Map", "Seat, Set(Card)", 2 ** (cards * seats)),
        "held": text("held", "dict[Seat, Card | None]", "Map", "Seat, Option(Card)", (cards + 1) ** seats),
        "grid": text("grid", "dict[Seat, dict[Card, bool]]", "Map", "Seat, Map(Card, bool)", 2 ** (cards * seats)),
        "queue": text("queue", "list[Card]", "Seq", "Card, at_most=2", 1 + cards + cards**2),
        "line": text("line", "list[int]", "Seq", f"Int({low}, {low + 1}), at_most=2", 7, (low, low + 1)),
        "memos": text("memos", "list[Note]", "Seq", "Note, at_most=1", 1 + 2 * cards),
        "bag": text("bag", "Multiset[Card]", "Bag", "Card, at_most=2", 3**cards, (0, 2)),
        "bags": text("bags", "dict[Seat, Multiset[Card]]", "Map", "Seat, Bag(Card, at_most=1)", 2 ** (cards * seats)),
        "notes": text("notes", "dict[Seat, Note | None]", "Map", "Seat, Option(Note)", (2 * cards + 1) ** seats),
        "note": text("note", "Note", "Member", "Note", 2 * cards),
        "asked": text("asked", "Ask | Wait | None", "Option", "OneOf(Ask, Wait)", seats + 2**cards + 1),
        "either": text("either", "Ask | Wait", "OneOf", "Ask, Wait", seats + 2**cards),
    }


OF_SEATS = ("numbers", "hands", "held", "grid", "bags", "notes")
"""The kinds that are a map from the seats, so that an entry has an owner."""

HOLDERS = ("seat", "maybe_seat", "seats")
"""The kinds that hold a seat, or some."""

PUBLIC = {
    "number": ("above", "minus", "halved"),
    "numbers": ("above", "minus", "halved"),
    "card": ("worth_of",),
    "bag": ("size",),
    "bags": ("size",),
    "notes": ("is_present", "number_of"),
    "maybe_note": ("is_present", "number_of"),
    "cards": ("size", "has_ace"),
    "seats": ("size",),
    "hands": ("size", "has_ace"),
    "held": ("is_present",),
    "maybe_card": ("is_present",),
    "maybe_seat": ("is_present",),
    "maybe_number": ("is_present",),
    "queue": ("size",),
}
"""What may be told to everybody of a field of that kind."""


def draw_fields(rng: random.Random, size: Size, most_states: int) -> list[FieldText]:
    """A few fields whose values multiply to at most `most_states`."""
    found: list[FieldText] = []
    states = 1
    for _ in range(rng.randint(3, 8)):
        kinds = list(_kinds(rng, size).values())
        field = rng.choice(kinds)(f"f{len(found)}")
        if states * field.values <= most_states:
            states *= field.values
            found.append(field)
    return found or [_kinds(rng, size)["number"]("f0")]


def draw_sight(rng: random.Random, field: FieldText, fields: Sequence[FieldText], rules: Sequence[str]) -> str:
    """The arguments that say who may see a field; empty where everybody may."""
    if field.kind == "note" or rng.random() < 0.45:
        return ""
    ways = ["NOBODY", "EVERYONE", *rules]
    if field.kind in OF_SEATS:
        ways += ["OWNER"] * 4
        ways += [f"{rule}_of" for rule in rules] * 2
    ways += [f'held_by("{other.name}")' for other in fields if other.kind in HOLDERS and other is not field]
    public = PUBLIC.get(field.kind, ())
    told = f", public={rng.choice(public)}" if public and rng.random() < 0.5 else ""
    return f"seen_by={rng.choice(ways)}{told}"
