"""Records, options of records, and values of one of several record classes."""

from collections.abc import Callable
from typing import Any

import pytest

from kanly.model import Accepted, Int, Map, OneOf, Option, Record, Seq, Set, State, copy
from tiny import Card, Seat, after, fault, in_zero, tiny

ANN, BOB, CAT = Seat


class Bid(Record):
    seat: Seat
    amount: int = Int(0, 5)
    cards: set[Card] = Set(Card)


class Deal(Record):
    bid: Bid
    open: bool


class Asking(Record):
    seat: Seat


class Waiting(Record):
    turns: int = Int(0, 3)


class Idle(Record):
    pass


class Table(State):
    best: Bid
    second: Bid | None = Option(Bid)
    deal: Deal | None = Option(Deal)
    bids: dict[Seat, Bid] = Map(Seat, Bid)
    mode: Asking | Waiting | Idle = OneOf(Asking, Waiting, Idle)
    frame: Asking | Waiting | None = Option(OneOf(Asking, Waiting))


def test_records_read_back_as_they_were_written() -> None:
    def rule(g: Table) -> None:
        g.best = Bid(seat=BOB, amount=2, cards={Card.ACE})
        g.best.amount += 1
        g.best.cards.add(Card.JACK)
        g.second = g.best
        g.deal = Deal(bid=g.best, open=True)
        g.bids[CAT].seat = CAT
        assert g.second == g.best == Bid(seat=BOB, amount=3, cards={Card.ACE, Card.JACK})
        assert g.deal is not None
        assert g.deal.bid == g.best
        assert g.best != Bid(seat=BOB, amount=0, cards=set())
        assert g.best != Bid(seat=BOB, amount=99, cards=set())
        assert g.best != g.deal

    told = after(Table, rule)
    assert told["second.seat"] == "BOB"
    assert told["deal.bid.cards"] == "{ACE, JACK}"
    assert told["deal.open"] == "true"
    assert told["bids.CAT.seat"] == "CAT"


def test_an_absent_record_leaves_no_content() -> None:
    def rule(g: Table) -> None:
        g.second = Bid(seat=CAT, amount=5, cards=set(Card))
        g.second = None
        g.frame = Waiting(turns=3)
        g.frame = None

    assert after(Table, rule) == in_zero(Table, lambda g: tiny(Table).describe((0,) * len(tiny(Table).slots)))


def matched(mode: Asking | Waiting | Idle) -> str:
    match mode:
        case Waiting(turns=turns):
            return f"waiting {turns}"
        case _:
            return "something else"


def test_one_of_several_classes() -> None:
    def rule(g: Table) -> None:
        assert isinstance(g.mode, Asking)
        g.mode = Waiting(turns=2)
        assert matched(g.mode) == "waiting 2"
        g.mode.turns = 3
        g.frame = g.mode
        assert g.frame == g.mode
        g.mode = Asking(seat=CAT)
        assert g.frame != g.mode

    told = after(Table, rule)
    assert told["mode.kind"] == "Asking"
    assert told["mode.seat"] == "CAT"
    assert told["frame.kind"] == "Waiting"
    assert told["frame.turns"] == "3"


def test_a_class_without_fields() -> None:
    def rule(g: Table) -> None:
        g.mode = Idle()
        assert g.mode == Idle()

    assert after(Table, rule)["mode.kind"] == "Idle"


def test_a_new_variant_starts_from_its_own_values() -> None:
    """The cells of the variant before are cleared."""

    def first(g: Table) -> None:
        g.mode = Waiting(turns=3)

    def second(g: Table) -> None:
        g.mode = Asking(seat=ANN)

    instance = tiny(Table, first, second)
    (slots,) = instance.initial_states()
    for action in instance.actions:
        taken = instance.step(slots, action, ())
        assert isinstance(taken, Accepted)
        slots = taken.slots
    assert slots == (0,) * len(slots)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("best", None, "Table.best: None is not a Bid"),
        ("best", Waiting(turns=1), "Table.best: Waiting(turns=1) is not a Bid"),
        ("second", 3, "Table.second: 3 is not a Bid"),
        ("mode", None, "Table.mode: None is not one of Asking, Waiting, Idle"),
        ("mode", Deal, "is not one of Asking, Waiting, Idle"),
        ("best", Bid(seat=ANN, amount=6, cards=set()), "Table.best: Bid.amount: 6 is outside of 0 to 5"),
        ("mode", Waiting(turns=-1), "Table.mode: Waiting.turns: -1 is outside of 0 to 3"),
    ],
)
def test_findings(field: str, value: Any, message: str) -> None:
    found = fault(Table, lambda g: setattr(g, field, value))
    assert found.kind == "out of domain"
    assert found.message.endswith(message)


def test_a_record_is_made_with_all_of_its_fields() -> None:
    with pytest.raises(TypeError, match="Bid: missing cards; unknown card"):
        Bid(seat=ANN, amount=1, card=set())  # type: ignore[call-arg]


def test_a_record_has_only_its_fields() -> None:
    bid = Bid(seat=ANN, amount=1, cards=set())
    with pytest.raises(AttributeError, match="Bid has no field amout; it has seat, amount, cards"):
        bid.amout = 2  # type: ignore[attr-defined]


def test_a_subclass_is_another_class() -> None:
    """Otherwise its own fields would silently be lost."""

    class Sealed(Bid):
        mark: bool

    found = fault(Table, lambda g: setattr(g, "best", Sealed(seat=ANN, amount=1, cards=set(), mark=True)))
    assert found.message.endswith("is not a Bid")


def test_reading_a_part_of_nothing_is_a_finding() -> None:
    assert fault(Table, lambda g: g.second.amount).kind == "AttributeError"


def test_records_show_their_fields() -> None:
    assert (
        repr(Bid(seat=ANN, amount=1, cards={Card.ACE}))
        == "Bid(seat=<Seat.ANN: 'Ann'>, amount=1, cards={<Card.ACE: 1>})"
    )


def test_a_copy_is_apart_from_what_it_was_made_of() -> None:
    def rule(g: Table) -> None:
        tried = copy(g.best)
        tried.amount = 3
        again = copy(tried)
        again.cards.add(Card.KING)
        assert (g.best.amount, tried.amount, again.amount) == (0, 3, 3)
        made = Bid(seat=ANN, amount=1, cards={Card.ACE})
        other = copy(made)
        other.cards.clear()
        other.amount = 2
        assert (made.amount, set(made.cards)) == (1, {Card.ACE})
        g.second = again

    told = after(Table, rule)
    assert (told["best.amount"], told["second.amount"]) == ("0", "3")
    with pytest.raises(TypeError, match="the whole state is not copied; copy the field that is tried out"):
        in_zero(Table, copy)


class Hand(Record):
    bid: Bid
    cards: set[Card] = Set(Card)
    pile: list[Card] = Seq(Card, at_most=2)
    marks: dict[Seat, int] = Map(Seat, Int(0, 3))


class Held(State):
    hand: Hand
    other: Hand


def new_hand() -> tuple[Any, dict[str, Any]]:
    """A record, and the values that it was made of."""
    parts: dict[str, Any] = {
        "bid": Bid(seat=ANN, amount=1, cards={Card.ACE}),
        "cards": {Card.ACE},
        "pile": [Card.ACE],
        "marks": dict.fromkeys(Seat, 1),
    }
    return Hand(**parts), parts


def told_of(hand: Any) -> tuple[object, ...]:
    """What a hand holds now."""
    marks = tuple(hand.marks[seat] for seat in Seat)
    return hand.bid.amount, set(hand.bid.cards), set(hand.cards), list(hand.pile), marks


FIRST = (1, {Card.ACE}, {Card.ACE}, [Card.ACE], (1, 1, 1))

CHANGES: dict[str, Callable[[Any], object]] = {
    "a set": lambda hand: hand.cards.add(Card.KING),
    "a sequence": lambda hand: hand.pile.append(Card.KING),
    "a map": lambda hand: hand.marks.__setitem__(ANN, 3),
    "a record inside": lambda hand: setattr(hand.bid, "amount", 3),
    "a set inside": lambda hand: hand.bid.cards.add(Card.KING),
    "a part": lambda hand: setattr(hand, "bid", Bid(seat=ANN, amount=2, cards=set())),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_copy_of_any_record_stays_as_it_is(change: Callable[[Any], object]) -> None:
    """Of one that was made, of one in a state, and of a copy; and the state is apart from what was put into it."""

    def rule(g: Held) -> None:
        made, _ = new_hand()
        g.hand = made
        for original in (made, g.hand, copy(made), copy(g.hand)):
            tried = copy(original)
            change(tried)
            assert told_of(original) == FIRST
            assert told_of(tried) != FIRST
            again = copy(original)
            change(original)
            assert told_of(again) == FIRST
            g.hand = again
        g.other = g.hand
        change(g.hand)
        assert told_of(g.other) == FIRST
        g.hand = made
        before = told_of(g.hand)
        change(made)
        assert told_of(g.hand) == before

    after(Held, rule)


@pytest.mark.parametrize("name", ["cards", "pile", "marks"])
def test_a_record_keeps_what_a_collection_held_when_it_was_made(name: str) -> None:
    def rule(g: Held) -> None:
        made, parts = new_hand()
        changed: Any = parts[name]
        changed.clear()
        assert told_of(made) == FIRST
        g.hand = made

    assert after(Held, rule)["hand.pile"] == "[ACE]"


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_record_keeps_what_a_field_held_when_it_was_made(change: Callable[[Any], object]) -> None:
    def rule(g: Held) -> None:
        g.hand, _ = new_hand()
        made = Hand(bid=g.hand.bid, cards=g.hand.cards, pile=g.hand.pile, marks=g.hand.marks)
        change(g.hand)
        assert told_of(made) == FIRST

    after(Held, rule)
