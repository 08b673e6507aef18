"""Saves: what comes out goes in, and nothing else does."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feature_models import desk
from kanly.model import Instance, Int, Map, OneOf, Option, Record, SaveError, Seq, Set, State
from kanly.model.dune.game import dune
from kanly.model.games.card_table import card_table
from kanly.model.games.two_phase_commit import two_phase_commit
from strategies import states
from tiny import Card, Seat, tiny

MISSING = "missing; a save holds everything that its scenario uses"
EVERY_INSTANCE = [
    model.instance(scenario) for model in (desk, card_table, two_phase_commit, dune) for scenario in model.scenarios
]


@pytest.mark.parametrize("instance", EVERY_INSTANCE, ids=lambda instance: instance.name)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_out_and_in_is_the_identity(instance: Instance, data: st.DataObject) -> None:
    slots = data.draw(states(instance))
    text = instance.to_json(slots)
    assert instance.from_json(text) == slots
    assert instance.from_json(text.encode()) == slots
    assert instance.to_json(instance.from_json(text)) == text


@given(states(EVERY_INSTANCE[0]), st.randoms())
def test_names_may_stand_in_any_order(slots: tuple[int, ...], chance: Any) -> None:
    def shuffled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        chance.shuffle(pairs)
        return dict(pairs)

    instance = EVERY_INSTANCE[0]
    data = json.loads(instance.to_json(slots), object_pairs_hook=shuffled)
    assert instance.from_json(json.dumps(data)) == slots


class Move(Record):
    seat: Seat
    amount: int = Int(0, 3)


class Rest(Record):
    pass


class Table(State):
    turn: int = Int(-2, 9)
    open: bool
    trump: Card
    dealer: Seat | None = Option(Seat)
    deck: set[Card] = Set(Card)
    score: dict[Seat, int] = Map(Seat, Int(0, 3))
    pile: list[Card] = Seq(Card, at_most=2)
    moves: list[Move] = Seq(Move, at_most=2)
    best: Move | None = Option(Move)
    mode: Move | Rest = OneOf(Move, Rest)


TABLE = tiny(Table)
GOOD: dict[str, Any] = {
    "turn": 3,
    "open": True,
    "trump": "KING",
    "dealer": None,
    "deck": ["ACE", "QUEEN"],
    "score": {"ANN": 0, "BOB": 1, "CAT": 2},
    "pile": ["ACE"],
    "moves": [{"seat": "BOB", "amount": 2}],
    "best": {"seat": "CAT", "amount": 0},
    "mode": {"kind": "Rest"},
}


def refused(text: str | bytes) -> tuple[str, str]:
    """Where and why a save is refused."""
    with pytest.raises(SaveError) as caught:
        TABLE.from_json(text)
    assert str(caught.value) == f"{caught.value.path}: {caught.value.message}"
    return caught.value.path, caught.value.message


def test_the_good_save_is_accepted() -> None:
    assert json.loads(TABLE.to_json(TABLE.from_json(json.dumps(GOOD)))) == GOOD


@pytest.mark.parametrize(
    ("field", "value", "path", "message"),
    [
        ("turn", 10, "$.turn", "expected -2 to 9, found 10"),
        ("turn", -3, "$.turn", "expected -2 to 9, found -3"),
        ("turn", True, "$.turn", "expected a whole number, found a truth value"),
        ("turn", 3.0, "$.turn", "expected a whole number, found the number 3.0"),
        ("turn", "3", "$.turn", "expected a whole number, found a string"),
        ("turn", None, "$.turn", "expected a whole number, found null"),
        ("turn", [3], "$.turn", "expected a whole number, found a list"),
        ("turn", float("nan"), "$.turn", "expected a whole number, found the number nan"),
        ("turn", float("inf"), "$.turn", "expected a whole number, found the number inf"),
        ("turn", 10**30, "$.turn", "expected a whole number, found the number inf"),
        ("open", 1, "$.open", "expected true or false, found a number"),
        ("open", "true", "$.open", "expected true or false, found a string"),
        ("trump", "TEN", "$.trump", "expected one of ACE, KING, QUEEN, JACK; found 'TEN'"),
        ("trump", "king", "$.trump", "expected one of ACE, KING, QUEEN, JACK; found 'king'"),
        ("trump", None, "$.trump", "expected the name of a Card, found null"),
        ("trump", 2, "$.trump", "expected the name of a Card, found a number"),
        ("dealer", "ACE", "$.dealer", "expected one of ANN, BOB, CAT; found 'ACE'"),
        ("deck", "ACE", "$.deck", "expected a list of names, found a string"),
        ("deck", {"ACE": 1}, "$.deck", "expected a list of names, found an object"),
        ("deck", ["ACE", "ACE"], "$.deck[1]", "ACE is listed twice"),
        ("deck", ["ACE", "JACK", "KING"], "$.deck[2]", "KING is out of order; the order is ACE, KING, QUEEN, JACK"),
        ("deck", ["ACE", None], "$.deck[1]", "expected the name of a Card, found null"),
        ("score", [0, 1, 2], "$.score", "expected an object, found a list"),
        ("score", {"ANN": 0, "BOB": 1}, "$.score.CAT", MISSING),
        ("score", {"ANN": 0, "BOB": 4, "CAT": 1}, "$.score.BOB", "expected 0 to 3, found 4"),
        ("score", {"ANN": 0, "BOB": 1, "CAT": 2, "DAN": 0}, "$.score.DAN", "unknown; expected ANN, BOB, CAT"),
        ("pile", ["ACE"] * 3, "$.pile", "expected at most 2 elements, found 3"),
        ("pile", {"0": "ACE"}, "$.pile", "expected a list, found an object"),
        ("pile", ["ACE", 0], "$.pile[1]", "expected the name of a Card, found a number"),
        ("moves", [{"seat": "BOB"}], "$.moves[0].amount", MISSING),
        ("moves", [{"seat": "BOB", "amount": 9}], "$.moves[0].amount", "expected 0 to 3, found 9"),
        ("moves", [None], "$.moves[0]", "expected an object, found null"),
        ("best", {"seat": "CAT", "amount": 0, "kind": "Move"}, "$.best.kind", "unknown; expected seat, amount"),
        ("best", {}, "$.best.seat", MISSING),
        ("mode", {"seat": "CAT", "amount": 0}, "$.mode.kind", "expected one of Move, Rest; found None"),
        ("mode", {"kind": "Moves"}, "$.mode.kind", "expected one of Move, Rest; found 'Moves'"),
        ("mode", {"kind": ["Move"]}, "$.mode.kind", "expected one of Move, Rest; found ['Move']"),
        ("mode", {"kind": "Rest", "seat": "CAT"}, "$.mode.seat", "unknown; expected nothing"),
        ("mode", None, "$.mode", "expected an object, found null"),
        ("zeal", 1, "$.zeal", f"unknown; expected {', '.join(GOOD)}"),
        ("x" * 80, 1, "$." + "x" * 56 + "..", f"unknown; expected {', '.join(GOOD)}"),
    ],
)
def test_one_wrong_field_is_refused_at_its_place(field: str, value: Any, path: str, message: str) -> None:
    assert refused(json.dumps({**GOOD, field: value})) == (path, message)


@pytest.mark.parametrize("field", list(GOOD))
def test_every_field_must_be_there(field: str) -> None:
    assert refused(json.dumps({name: value for name, value in GOOD.items() if name != field})) == (
        f"$.{field}",
        MISSING,
    )


@pytest.mark.parametrize(
    ("inside", "doubled", "path"),
    [
        ('"turn": 3', '"turn": 3, "turn": 4', "$.turn"),
        ('"BOB": 1', '"BOB": 1, "BOB": 1', "$.score.BOB"),
        ('"amount": 2', '"amount": 2, "amount": 2', "$.moves[0].amount"),
        ('"kind": "Rest"', '"kind": "Rest", "kind": "Rest"', "$.mode.kind"),
        ('"kind": "Rest"', '"kind": "Rest", "\\u006bind": "Rest"', "$.mode.kind"),
    ],
)
def test_a_name_that_stands_twice(inside: str, doubled: str, path: str) -> None:
    text = json.dumps(GOOD)
    assert inside in text
    assert refused(text.replace(inside, doubled)) == (path, "stands twice in one object")


DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: Expecting value"),
        ("   ", "line 1, column 4: Expecting value"),
        ("null", "expected an object, found null"),
        ("[]", "expected an object, found a list"),
        ('"save"', "expected an object, found a string"),
        ("3", "expected an object, found a number"),
        ("{} {}", "line 1, column 4: Extra data"),
        ('{"turn": 3,}', None),
        ('{"turn": 03}', None),
        ("{'turn': 3}", None),
        ('{"turn": 3', None),
        ('{"turn": 3 /* three */}', None),
        ("\ufeff\ufeff{}", None),
        (b"\xff\xfe{}", "byte 0 is not UTF-8"),
        (b'{"turn": "\xc3\x28"}', "byte 10 is not UTF-8"),
        ('{"a\nb": 1}', None),
        (b" " * (16 * 1024 * 1024 + 1), "16777217 bytes are more than 16777216; this is no save"),
    ],
)
def test_what_is_no_save_at_all(text: str | bytes, message: str | None) -> None:
    path, told = refused(text)
    assert path == "$"
    assert message in (None, told)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[" * DEEP + "]" * DEEP, "$[0][0][0][0][0][0][0][0]..."),
        ('{"a":' * DEEP + "1" + "}" * DEEP, "$.a.a.a.a.a.a.a.a..."),
        ('{"turn": 1, "rest": [0, "[{", [[]], ' + "[" * DEEP, "$.rest[3][0][0][0][0][0][0]..."),
        ('{"x": ["\\"", {"y": ' + '{"z": [7, ' * DEEP, "$.x[1].y.z[1].z[1].z..."),
    ],
)
def test_what_is_nested_too_deeply_is_refused_where_it_is(text: str, place: str) -> None:
    assert refused(text) == (place, "nested too deeply")


@pytest.mark.parametrize("last", ["a0", "a299999"])
def test_a_name_that_stands_twice_is_found_among_many(last: str) -> None:
    names = [f"a{number}" for number in range(300_000)]
    text = "{" + ",".join(f'"{name}":0' for name in [*names, last]) + "}"
    assert refused(text) == (f"$.{last}", "stands twice in one object")


def test_every_truncation_is_refused() -> None:
    text = TABLE.to_json(TABLE.from_json(json.dumps(GOOD)))
    for length in range(len(text)):
        refused(text[:length])


def test_a_number_of_a_million_digits_is_refused_at_once() -> None:
    assert refused(json.dumps(GOOD).replace('"turn": 3', '"turn": ' + "9" * 1_000_000))[0] == "$.turn"


def test_a_message_can_be_printed_whatever_the_save_says() -> None:
    path, message = refused(json.dumps({**GOOD, "trump": "\ud800\x1b[31m", "\udfff": 1}))
    assert (path + message).encode().decode().isprintable()
    assert (refused(json.dumps({**GOOD, "trump": "\ud800\x1b[31m"}))[1]).encode().decode().isprintable()


@settings(deadline=None)
@given(data=st.data())
def test_a_damaged_save_is_refused_or_still_a_state(data: st.DataObject) -> None:
    """Whatever a byte is changed to, the answer is a canonical state or a `SaveError`."""
    instance = EVERY_INSTANCE[0]
    text = bytearray(instance.to_json(data.draw(states(instance))).encode())
    text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    try:
        slots = instance.from_json(bytes(text))
    except SaveError:
        return
    assert instance.canonical(slots) == slots
    assert all(0 <= code < slot.count for code, slot in zip(slots, instance.slots, strict=True))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["ACE", "ANN", "Move", "Rest", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*GOOD, "kind", "seat", "amount", "ANN"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(field=st.sampled_from(list(GOOD)), value=JSON)
def test_any_json_in_a_field_is_refused_or_kept_as_it_is(field: str, value: Any) -> None:
    text = json.dumps({**GOOD, field: value})
    try:
        slots = TABLE.from_json(text)
    except SaveError:
        assert refused(text)[0].startswith(f"$.{field}")
        return
    assert json.loads(TABLE.to_json(slots))[field] == value
