"""What a seat may know: two states that differ only in what it may not see have equal entitlements."""

import itertools
import random
from collections.abc import Callable
from enum import Enum
from typing import Any

import pytest

from kanly.explorer.trace.evaluate import Evaluation, assignment
from kanly.explorer.trace.tracing import trace_knowledge, trace_model
from kanly.model import (
    ACTOR,
    EVERYONE,
    NOBODY,
    OWNER,
    Int,
    Map,
    Member,
    ModelError,
    Option,
    Record,
    Seq,
    Set,
    State,
    has,
    held_by,
    is_present,
    size,
)
from tiny import Card, Seat, tiny

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK
ANN, BOB, CAT = Seat


def is_open(g: Any, seat: Seat) -> bool:
    return g.open or seat == CAT


def is_neighbour(g: Any, seat: Seat, owner: Seat, card: Card) -> bool:
    return seat != owner and card != A


class Secret(Record):
    shown: int = Int(0, 3)
    hidden: int = Int(0, 3, seen_by=NOBODY)
    own: int = Int(0, 3, seen_by=OWNER)


class Loose(Record):
    hidden: int = Int(0, 3, seen_by=NOBODY)


class Table(State):
    shown: int = Int(0, 3)
    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    buried: Card | None = Option(Card, seen_by=NOBODY, public=is_present)
    top: Card | None = Option(Card, seen_by=NOBODY, public=lambda card: card)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)
    holder: Seat | None = Option(Seat)
    note: int = Int(0, 3, seen_by=held_by("holder"))
    open: bool
    box: Any = Seq(Card, at_most=2, seen_by=is_open)
    marks: dict[Seat, dict[Card, int]] = Map(Seat, Map(Card, Int(0, 2)), seen_by=is_neighbour)
    secrets: dict[Seat, Secret] = Map(Seat, Secret)
    loose: Loose | None = Option(Loose)


def knows(seat: Seat, one: Callable[[Table], None], other: Callable[[Table], None]) -> bool:
    """Whether a seat may tell two first states apart."""
    told: list[tuple[int, ...]] = []
    for start in (one, other):
        instance = tiny(Table, start=start)
        told.append(instance.knowledge(instance.initial_states()[0], seat))
    assert len(told[0]) == len(told[1])
    return told[0] != told[1]


def both(*changes: Callable[[Table], Any]) -> Callable[[Table], None]:
    def start(g: Table) -> None:
        for change in changes:
            change(g)

    return start


def put(path: str, value: Any) -> Callable[[Any], None]:
    """Set an attribute below the state, such as `note` or `loose.hidden`."""

    def change(g: Any) -> None:
        *above, last = path.split(".")
        for name in above:
            g = getattr(g, name)
        setattr(g, last, value)

    return change


def seats_that_know(one: Callable[[Table], Any], other: Callable[[Table], Any]) -> set[Seat]:
    return {seat for seat in Seat if knows(seat, both(one), both(other))}


NOTHING = both()
ALL = set(Seat)


PAIRS: list[tuple[Callable[[Table], Any], Callable[[Table], Any], set[Seat]]] = [
    (NOTHING, put("shown", 1), ALL),
    (put("deck", {A}), put("deck", {K}), set()),
    (put("deck", {A}), put("deck", {A, K}), ALL),
    (put("buried", A), put("buried", K), set()),
    (put("buried", A), NOTHING, ALL),
    (put("top", A), put("top", K), ALL),
    (put("top", A), NOTHING, ALL),
    (lambda g: g.hand[BOB].add(A), lambda g: g.hand[BOB].add(K), {BOB}),
    (lambda g: g.hand[BOB].add(A), NOTHING, ALL),
    (put("note", 1), put("note", 2), set()),
    (both(put("holder", CAT), put("note", 1)), both(put("holder", CAT), put("note", 2)), {CAT}),
    (put("box", [A]), put("box", [K]), {CAT}),
    (both(put("open", True), put("box", [A])), both(put("open", True), put("box", [K])), ALL),
    (lambda g: g.marks[ANN].__setitem__(K, 1), lambda g: g.marks[ANN].__setitem__(K, 2), {BOB, CAT}),
    (lambda g: g.marks[ANN].__setitem__(A, 1), lambda g: g.marks[ANN].__setitem__(A, 2), set()),
    (lambda g: put("shown", 1)(g.secrets[ANN]), NOTHING, ALL),
    (lambda g: put("hidden", 1)(g.secrets[ANN]), NOTHING, set()),
    (lambda g: put("own", 1)(g.secrets[ANN]), NOTHING, {ANN}),
    (put("loose", Loose(hidden=1)), put("loose", Loose(hidden=2)), set()),
    (put("loose", Loose(hidden=1)), NOTHING, ALL),
]


@pytest.mark.parametrize(
    ("one", "other", "known_to"),
    PAIRS,
)  # fmt: skip
def test_who_may_tell_two_states_apart(
    one: Callable[[Table], Any], other: Callable[[Table], Any], known_to: set[Seat]
) -> None:
    assert seats_that_know(one, other) == known_to


def stranger(g: Any) -> bool:
    return True


def greedy(g: Any, seat: Any, owner: Any) -> bool:
    return True


SPECIFIERS: list[tuple[Callable[[], Any], str | None]] = [
    (lambda: Int(0, 1, seen_by=OWNER), "seen_by=OWNER needs a Map from the seats above the field"),
    (lambda: Map(Card, Int(0, 1), seen_by=OWNER), "seen_by=OWNER needs a Map from the seats above the field"),
    (lambda: Int(0, 1, seen_by=held_by("nobody")), r"held_by\('nobody'\) names no field of Odd; it has field"),
    (lambda: Int(0, 1, seen_by=ACTOR), "does not apply to a field"),
    (lambda: Int(0, 1, seen_by=3), "seen_by=3 does not apply to a field"),  # type: ignore[arg-type]
    (lambda: Int(0, 1, seen_by=stranger), r"a rule for seen_by takes \(g, seat\) here"),
    (lambda: Map(Card, Int(0, 1), seen_by=greedy), None),
    (lambda: Int(0, 1, seen_by=greedy), r"a rule for seen_by takes \(g, seat\) here"),
    (lambda: Map(Seat, Set(Card, seen_by=OWNER)), "give them to Map, not inside of it"),
    (lambda: Option(Set(Card, public=size)), "give them to Option, not inside of it"),
    (lambda: Seq(Option(Card, seen_by=NOBODY), at_most=1), "give them to Seq, not inside of it"),
    (lambda: Int(0, 1, seen_by=EVERYONE), None),
]


@pytest.mark.parametrize(
    ("spec", "message"),
    SPECIFIERS,
)
def test_what_cannot_be_decided_is_refused_where_it_stands(spec: Callable[[], Any], message: str | None) -> None:
    def declare() -> None:
        class Odd(State):
            field: Any = spec()

        tiny(Odd)

    if message is None:
        declare()
        return
    with pytest.raises(ModelError, match=message) as caught:
        declare()
    assert caught.value.file == __file__
    assert caught.value.line


def is_trusted(g: Any, seat: Seat) -> Any:
    return has(g.trusted, seat)


class Chest(State):
    trusted: set[Seat] = Set(Seat, seen_by=NOBODY)
    holder: Seat | None = Option(Seat)
    gold: int = Int(0, 1, seen_by=is_trusted)
    silver: int = Int(0, 1, seen_by=held_by("holder"))
    copper: int = Int(0, 1)


def test_what_may_be_known_is_read_as_it_is_run() -> None:
    for state in (Table, Chest):
        instance = tiny(state)
        traced = trace_model(instance)
        chance = random.Random(1)
        states = [
            instance.canonical(tuple(chance.randrange(slot.count) for slot in instance.slots)) for _ in range(100)
        ]
        for seat in Seat:
            terms = trace_knowledge(traced, seat)
            for slots in states:
                evaluation = Evaluation(assignment(traced.slots, slots))
                assert tuple(map(evaluation.value, terms)) == instance.knowledge(slots, seat)


def test_whoever_may_see_something_knows_that_it_may() -> None:
    instance = tiny(Chest)
    nothing_seen, zero_seen = (0, 0, 0, 0, 0), (1, 0, 0, 0, 0)
    assert instance.knowledge(nothing_seen, ANN) != instance.knowledge(zero_seen, ANN)
    assert instance.knowledge(nothing_seen, BOB) == instance.knowledge(zero_seen, BOB)


def of_the_first(g: Any, seat: Seat, owner: Any) -> Any:
    return owner == seat


def of_the_second(g: Any, seat: Seat, owner: Any, other: Any) -> Any:
    return other == seat


def of_the_last(g: Any, seat: Seat, *keys: Any) -> Any:
    return keys[-1] == seat


def of_all_that_follow(g: Any, seat: Seat, owner: Any, *others: Any) -> Any:
    return len(others) == 1 and others[0] == seat


def of_whatever_it_is_given(*given: Any) -> Any:
    return given[-1] == given[1]


class Shelf(Record):
    place: dict[Seat, bool] = Map(Seat, bool, seen_by=OWNER)


class Drawer(Record):
    mark: int = Int(0, 1, seen_by=OWNER)


class Nested(State):
    own: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=OWNER)
    own_card: dict[Seat, dict[Card, bool]] = Map(Seat, Map(Card, bool), seen_by=OWNER)
    card_own: dict[Card, dict[Seat, bool]] = Map(Card, Map(Seat, bool), seen_by=OWNER)
    shelf: dict[Seat, Shelf] = Map(Seat, Shelf)
    drawer: dict[Seat, dict[Seat, Drawer]] = Map(Seat, Map(Seat, Drawer))
    first: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=of_the_first)
    second: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=of_the_second)
    last: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=of_the_last)
    following: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=of_all_that_follow)
    given: dict[Seat, dict[Seat, bool]] = Map(Seat, Map(Seat, bool), seen_by=of_whatever_it_is_given)


NESTED: list[tuple[Callable[[Nested, Any, Any], Any], type[Enum], type[Enum], int]] = [
    (lambda g, one, other: g.own[one].__setitem__(other, True), Seat, Seat, 1),
    (lambda g, one, other: g.own_card[one].__setitem__(other, True), Seat, Card, 0),
    (lambda g, one, other: g.card_own[one].__setitem__(other, True), Card, Seat, 1),
    (lambda g, one, other: g.shelf[one].place.__setitem__(other, True), Seat, Seat, 1),
    (lambda g, one, other: setattr(g.drawer[one][other], "mark", 1), Seat, Seat, 1),
    (lambda g, one, other: g.first[one].__setitem__(other, True), Seat, Seat, 0),
    (lambda g, one, other: g.second[one].__setitem__(other, True), Seat, Seat, 1),
    (lambda g, one, other: g.last[one].__setitem__(other, True), Seat, Seat, 1),
    (lambda g, one, other: g.following[one].__setitem__(other, True), Seat, Seat, 1),
    (lambda g, one, other: g.given[one].__setitem__(other, True), Seat, Seat, 1),
]
"""How something below two keys is set, what these are, and which of them is the seat that may know of it."""


def below(change: Callable[..., Any], *keys: Any) -> Callable[[Nested], None]:
    """A start that makes a change below some keys."""

    def start(g: Nested) -> None:
        change(g, *keys)

    return start


@pytest.mark.parametrize(("change", "outer", "inner", "knowing"), NESTED, ids=map(str, range(len(NESTED))))
def test_who_knows_what_lies_below_several_keys(
    change: Callable[[Nested, Any, Any], Any], outer: type[Enum], inner: type[Enum], knowing: int
) -> None:
    instance = tiny(Nested)
    terms = {seat: trace_knowledge(trace_model(instance), seat) for seat in Seat}
    nothing = instance.initial_states()[0]
    for keys in itertools.product(outer, inner):
        changed = tiny(Nested, start=below(change, *keys)).initial_states()[0]
        known = {seat for seat in Seat if instance.knowledge(changed, seat) != instance.knowledge(nothing, seat)}
        assert known == {keys[knowing]}, keys
        evaluation = Evaluation(assignment(trace_model(instance).slots, changed))
        for seat in Seat:
            assert tuple(map(evaluation.value, terms[seat])) == instance.knowledge(changed, seat)


def says_nothing(g: Any, seat: Seat) -> Any:
    """Forgets to return."""


def says_too_much(g: Any, seat: Seat) -> Any:
    return "yes"


@pytest.mark.parametrize(("rule", "told"), [(says_nothing, "None"), (says_too_much, "'yes'")])
def test_a_rule_must_return_a_truth_value(rule: Callable[..., Any], told: str) -> None:
    class Odd(State):
        hidden: int = Int(0, 3, seen_by=rule)

    instance = tiny(Odd)
    with pytest.raises(ModelError, match=f"{rule.__name__} returns {told}; .* a truth value: True or False") as caught:
        instance.knowledge(instance.initial_states()[0], ANN)
    assert (caught.value.file, caught.value.line) == (__file__, rule.__code__.co_firstlineno)
    with pytest.raises(ModelError, match="a truth value"):
        trace_knowledge(trace_model(instance), ANN)


class Tucked(Record):
    open: int = Int(0, 1)
    hidden: int = Int(0, 1, seen_by=NOBODY)
    turned: int = Int(0, 1, seen_by=held_by("turn"))


def low(number: int) -> bool:
    return number < 0


def if_lit(g: Any, seat: Seat) -> Any:
    return g.lit


def if_positive(g: Any, seat: Seat) -> Any:
    return g.field > 0


def if_other(g: Any, seat: Seat, owner: Seat) -> Any:
    return seat != owner


def if_ace(card: Any) -> Any:
    return None if card is None else card == A


def has_king(cards: Any) -> Any:
    return has(cards, K)


def seen(value: object, allowed: object) -> object:
    """What is known of a field besides what is public: whether it is seen, and what is then seen."""
    return (True, repr(value)) if allowed else False


SIGHTS: dict[str, tuple[Callable[[], Any], Callable[[Any, Seat], object]]] = {
    "to one": (
        lambda: Int(0, 1, seen_by=held_by("turn")),
        lambda g, seat: seen(g.field, g.turn == seat),
    ),
    "to several": (
        lambda: Int(0, 1, seen_by=held_by("peeking")),
        lambda g, seat: seen(g.field, seat in g.peeking),
    ),
    "by a rule": (
        lambda: Int(0, 1, seen_by=if_lit),
        lambda g, seat: seen(g.field, g.lit),
    ),
    "by its own content": (
        lambda: Int(-1, 1, seen_by=if_positive),
        lambda g, seat: seen(g.field, g.field > 0),
    ),
    "with what is public": (
        lambda: Int(-1, 1, seen_by=held_by("turn"), public=low),
        lambda g, seat: (g.field < 0, seen(g.field, g.turn == seat)),
    ),
    "with nothing as public": (
        lambda: Option(Card, seen_by=NOBODY, public=if_ace),
        lambda g, seat: None if g.field is None else g.field == A,
    ),
    "a set": (
        lambda: Set(Card, seen_by=held_by("turn"), public=has_king),
        lambda g, seat: (K in g.field, seen(g.field, g.turn == seat)),
    ),
    "entries": (
        lambda: Map(Seat, Int(0, 1), seen_by=OWNER),
        lambda g, seat: g.field[seat],
    ),
    "entries by a rule": (
        lambda: Map(Seat, Int(0, 1), seen_by=if_other),
        lambda g, seat: [g.field[other] for other in Seat if other != seat],
    ),
    "a record": (
        lambda: Option(Tucked, seen_by=held_by("peeking")),
        lambda g, seat: seen(
            (g.turn == seat, g.field and (g.field.open, seen(g.field.turned, g.turn == seat))),
            seat in g.peeking,
        ),
    ),
    "records": (
        lambda: Seq(Tucked, at_most=1, seen_by=if_lit),
        lambda g, seat: seen(
            (g.turn == seat, [(each.open, seen(each.turned, g.turn == seat)) for each in g.field]),
            g.lit,
        ),
    ),
}


@pytest.mark.parametrize("name", SIGHTS)
def test_two_states_are_told_apart_exactly_where_what_is_declared_differs(name: str) -> None:
    declare, known = SIGHTS[name]

    class Sights(State):
        turn: Seat | None = Option(Seat, seen_by=NOBODY)
        peeking: set[Seat] = Set(Seat, seen_by=NOBODY)
        lit: bool = Member(bool, seen_by=NOBODY)
        field: Any = declare()

    instance = tiny(Sights)
    states = {instance.canonical(slots) for slots in itertools.product(*(range(each.count) for each in instance.slots))}
    for seat in (ANN, CAT):
        pairs = {(instance.knowledge(slots, seat), repr(known(instance.state(slots), seat))) for slots in states}
        assert len(pairs) == len({told for told, _ in pairs}) == len({each for _, each in pairs})
