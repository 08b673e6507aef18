"""The source text of a whole model that is drawn at random by a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .claims import Claims
from .expressions import Helper, Words
from .fields import CARDS, SEATS, Size, draw_fields, draw_sight
from .laws import Laws
from .statements import Lines, Statements, indented

MOST_STATES = 400
"""The most states that a scope may have, reached or not."""

PREAMBLE = '''"""A model drawn at random by the seed {seed}."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from kanly.invariants import *
from kanly.model import *


class Seat(Enum):
    {seats} = range({seat_count})


class Card(Enum):
    {cards} = range(1, {card_end})

    @property
    def worth(self) -> int:
        return 2 if self == Card.ACE else -1


NEXT = {{{next_seats}}}
ABOVE = {{{next_cards}}}
PRICES = {{{prices}}}
LIKES = {{{likes}}}


class Note(Record):
    number: int = Int(0, 1)
    card: Card


class Ask(Record):
    seat: Seat


class Wait(Record):
    cards: set[Card] = Set(Card)


class Told(Event):
    number: int = Int(-500, 500)
    maybe: Card | None = Option(Card)


class Seen(Event):
    cards: set[Card] = Set(Card)


def above(number: Any) -> Any:
    return number > 0


def minus(number: Any) -> Any:
    return -number


def halved(number: Any) -> Any:
    return number // 2


def worth_of(card: Any) -> Any:
    return card.worth


def number_of(note: Any) -> Any:
    return 0 if note is None else choose(note.card == Card.ACE, note.number, 0)


def has_ace(cards: Any) -> Any:
    return has(cards, Card.ACE)
'''


def model_text(seed: int, most_states: int = MOST_STATES) -> str:
    """The text of the model that a seed draws."""
    return _Writing(seed, most_states).text()


class _Writing:
    def __init__(self, seed: int, most_states: int) -> None:
        self.seed = seed
        self.rng = rng = random.Random(seed)
        self.all_cards = rng.choice((2, 3))
        self.size = Size(rng.choice((2, 2, 2, 3)), rng.choice((self.all_cards, self.all_cards, 2)))
        self.fields = draw_fields(rng, self.size, most_states)
        self.faulty = rng.choice((0.0, 0.0, 0.1, 0.3))
        self.helpers: list[Helper] = []
        self.rules = ["may_see"] if rng.random() < 0.6 else []
        self.hidden: dict[str, str] = {}
        """How each field is said to be seen by some only; empty where it is everybody's."""

    def text(self) -> str:
        """The whole file."""
        parts = [self._preamble(), self._state(), *self._helpers()]
        actions = [self._action(number) for number in range(self.rng.randint(2, 4))]
        if self.rng.random() < 0.5:
            actions.append(self._without_seat("automatic", "settle"))
        if self.rng.random() < 0.3:
            actions.append(self._without_seat("chance", "roll"))
        names = [name for name, _ in actions]
        parts += [text for _, text in actions]
        parts += [self._setup(), *self._claims(names)]
        return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _words(self, names: dict[str, list[str]], in_rule: bool = True) -> Words:
        return Words(self.rng, self.size, self.fields, ("g",), names, tuple(self.helpers), in_rule)

    def _preamble(self) -> str:
        cards, seats = CARDS[: self.all_cards], SEATS[: self.size.seats]
        rng = self.rng
        return PREAMBLE.format(
            seed=self.seed,
            seats=", ".join(seats),
            seat_count=len(seats),
            cards=", ".join(cards),
            card_end=len(cards) + 1,
            next_seats=_pairs("Seat", seats, [f"Seat.{name}" for name in (*seats[1:], seats[0])]),
            next_cards=_pairs("Card", cards, [f"Card.{rng.choice(cards[: self.size.cards])}" for _ in cards]),
            prices=_pairs("Card", cards, [str(rng.randint(-1, 3)) for _ in cards]),
            likes=_pairs("Card", cards, [f"frozenset({{Card.{rng.choice(cards)}}})" for _ in cards]),
        )

    def _state(self) -> str:
        rules = self.rules
        lines = ["class Table(State):\n", "    limit: int = Parameter(1, low=0, high=3)\n"]
        self.hidden = {field.name: draw_sight(self.rng, field, self.fields, rules) for field in self.fields}
        lines += [field.declared(self.hidden[field.name]) for field in self.fields]
        rule = ""
        if rules:
            words = self._words({"seat": ["seat", "seat"]}, in_rule=False)
            rule = f"def may_see(g: Any, seat: Any) -> Any:\n    return {words.truth(1)}\n\n\n"
            words.names["seat"] = ["seat", "owner", "owner"]
            rule += f"def may_see_of(g: Any, seat: Any, owner: Any) -> Any:\n    return {words.truth(1)}\n\n\n"
        return f'{rule}{"".join(lines)}\n\ntable = Model("drawn", Table, seats=Seat)'

    def _helpers(self) -> list[str]:
        """Merged helpers, each of which may call those before it."""
        return [self._helper(f"helper{number}") for number in range(self.rng.choice((0, 1, 2, 2, 3)))]

    def _helper(self, name: str) -> str:
        returns = self.rng.choice(("nothing", "nothing", "number", "truth", "card"))
        changes = returns == "nothing" or self.rng.random() < 0.5
        words = self._words({"seat": ["seat", "seat"], "card": ["card", "card"]}, in_rule=changes)
        statements = Statements(words, self.faulty)
        kind = {"nothing": "None", "number": "int", "truth": "bool", "card": "Card"}[returns]
        lines: Lines = []
        if changes:
            lines += statements.guard() if self.rng.random() < 0.2 else []
            lines += statements.block(1, 2)
        elif returns != "nothing":
            lines += [f"if {words.truth(1)}:", f"    return {self._result(words, returns)}"]
        result = self._result(words, returns)
        lines = _returning(lines, "" if returns == "nothing" else self._result(self._words({
            "seat": ["seat"], "card": ["card"]}, in_rule=False), returns))  # fmt: skip
        lines += [] if returns == "nothing" else [f"return {result}"]
        self.helpers.append(Helper(name, returns, changes))
        lines = lines or ["pass"]
        head = ["@merged", f"def {name}(g: Table, seat: Seat, card: Card) -> {kind}:"]
        return "\n".join([*head, *indented(lines)])

    def _result(self, words: Words, returns: str) -> str:
        if returns == "nothing":
            return ""
        return {"number": words.number, "truth": words.truth, "card": words.card}[returns](2)

    def _action(self, number: int) -> tuple[str, str]:
        rng, name = self.rng, f"act{number}"
        names, parameters = {"seat": ["seat"]}, ["seat: Seat"]
        for kind, parameter in self._parameters():
            names[kind] = [*names.get(kind, []), parameter.split(":")[0]]
            parameters.append(parameter)
        reveals = self._reveals(names["seat"])
        statements = Statements(self._words(names), self.faulty)
        lines = [line for _ in range(rng.choice((0, 0, 1, 1, 2))) for line in statements.guard()]
        lines = _returning([*lines, *statements.block(2, 4)], "")
        head = [f"@table.action{reveals}", f"def {name}(g: Table, {', '.join(parameters)}) -> None:"]
        return name, "\n".join([*head, *indented(lines)])

    def _reveals(self, seats: Sequence[str]) -> str:
        """What an action reveals of fields that not everybody sees, each with those to whom."""
        hidden = [field for field in self.fields if self.hidden.get(field.name)]
        if not hidden or self.rng.random() < 0.6:
            return ""
        told = dict[str, None]()
        for field in self.rng.choices(hidden, k=self.rng.choice((1, 1, 2))):
            inside = self.rng.choice(("", ".card")) if field.kind in ("maybe_note", "notes", "memos") else ""
            to = self.rng.choice(("EVERYONE", "ACTOR", *self.rules, *(f'"{name}"' for name in dict.fromkeys(seats))))
            told[f'Reveals("{field.name}{inside}", to={to}, because="it is shown")'] = None
        return f"(reveals=[{', '.join(told)}])"

    def _parameters(self) -> list[tuple[str, str]]:
        rng = self.rng
        secret = rng.choice((
            "Chance()", "Chance(seen_by=ACTOR)", "Chance(seen_by=NOBODY)", "Secret()", "", 'Chance(seen_by="seat")',
            *(f"{kind}(seen_by={rule})" for kind in ("Chance", "Secret") for rule in self.rules),
            *(f"Chance(seen_by={rule}_of)" for rule in self.rules),
        ))  # fmt: skip
        number = rng.choice((
            "by: int = Int(-1, 1)", "by: int = Secret(Int(1, 2))", "by: int = Chance(Int(0, 2), seen_by=ACTOR)"
        ))  # fmt: skip
        ways = [
            ("card", "card: Card" + (f" = {secret}" if secret else "")),
            ("number", number),
            ("truth", "loud: bool"),
            ("seat", "other: Seat"),
        ]
        return sorted(rng.sample(ways, rng.choice((0, 1, 1, 2))), key=lambda way: "=" in way[1])

    def _without_seat(self, kind: str, name: str) -> tuple[str, str]:
        statements = Statements(self._words({"card": ["card"]} if kind == "chance" else {}), self.faulty)
        lines = _returning([*statements.guard(), *statements.block(1, 3)], "")
        seen_by = self.rng.choice(("EVERYONE", "NOBODY"))
        more = f", card: Card = Chance(seen_by={seen_by})" if kind == "chance" else ""
        return name, "\n".join([f"@table.{kind}", f"def {name}(g: Table{more}) -> None:", *indented(lines)])

    def _setup(self) -> str:
        names: dict[str, list[str]] = {"seat": ["first"], "card": ["top"]}
        statements = Statements(Words(self.rng, self.size, self.fields, ("g",), names), 0.0)
        lines: Lines = []
        for field in self.rng.sample(list(self.fields), self.rng.randint(0, len(self.fields))):
            lines += statements.assign(field)
        scope = ""
        if self.size.cards < self.all_cards:
            kept = ", ".join(f"Card.{name}" for name in CARDS[: self.size.cards])
            scope = f", scope={{Card: ({kept},)}}"
        given = self.rng.choice((", first: Seat", ", top: Card", ", first: Seat, top: Card"))
        known = ["first = Seat.ANN"] if "first" not in given else []
        known += ["top = Card.ACE"] if "top" not in given else []
        head = [f'@table.scenario("default"{scope})', f"def setup(g: Table{given}) -> None:"]
        return "\n".join([*head, *indented([*known, *lines] or ["pass"])])

    def _claims(self, actions: Sequence[str]) -> list[str]:
        self.helpers = [each for each in self.helpers if not each.changes]
        claims = Claims(self.rng, self.size, self.fields, self._words({}, in_rule=False))
        withheld = [field.name for field in self.fields if self.rng.random() < 0.3]
        parts = [claims.view(withheld)] if self.rng.random() < 0.85 else []
        parts += ["laws = Declarations(table)"]
        parts += [claims.of_states("invariant", f"inv{number}") for number in range(self.rng.randint(1, 3))]
        parts += [claims.of_states("save_rule", "saved")] if self.rng.random() < 0.3 else []
        parts += [claims.of_steps(f"step{number}", actions) for number in range(self.rng.randint(0, 2))]
        parts += [claims.of_one("witness", "seen")] if self.rng.random() < 0.6 else []
        parts += [claims.of_steps("happened", actions, "witness")] if self.rng.random() < 0.4 else []
        parts += [
            claims.of_one("progress", f"ends{number}") for number in range(self.rng.choice((0, 0, 0, 1, 1, 2, 3)))
        ]
        parts += [claims.equivalence("alike")] if self.rng.random() < 0.4 else []
        taken = [name for name in actions if name.startswith("act")]
        laws = Laws(claims, taken)
        parts += [laws.only_changes()] if self.rng.random() < 0.3 else []
        parts += [laws.told()] if self.rng.random() < 0.3 else []
        parts += [laws.decision()] if self.rng.random() < 0.3 else []
        parts += [laws.once()] if self.rng.random() < 0.3 else []
        parts += [laws.history()] if self.rng.random() < 0.2 else []
        return parts


def _pairs(enumeration: str, keys: Sequence[str], values: Sequence[str]) -> str:
    return ", ".join(f"{enumeration}.{key}: {value}" for key, value in zip(keys, values, strict=True))


def _returning(lines: Sequence[str], result: str) -> Lines:
    """The lines with what an early return gives."""
    return [line.replace("return RESULT", f"return {result}".rstrip()) for line in lines]
