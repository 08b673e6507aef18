"""Containers and records are values: assignment copies, and what was read keeps its content when it is replaced."""

from typing import Any

import pytest

from kanly.model import Event, Int, Map, Option, Record, Seq, Set, State, emit
from tiny import Card, Seat, after, fault

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK
ANN, BOB, CAT = Seat


class Note(Record):
    level: int = Int(0, 9)
    cards: set[Card] = Set(Card)


class Table(State):
    deck: set[Card] = Set(Card)
    discard: set[Card] = Set(Card)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))
    grid: dict[Seat, dict[Card, int]] = Map(Seat, Map(Card, Int(0, 9)))
    pile: Any = Seq(Card, at_most=3)
    other: Any = Seq(Card, at_most=3)
    note: Note | None = Option(Note)
    notes: dict[Seat, Note] = Map(Seat, Note)


class Told(Event):
    cards: set[Card] = Set(Card)


def test_assignment_copies_a_set() -> None:
    def rule(g: Table) -> None:
        g.deck = {A, K}
        g.discard = g.deck
        g.deck.clear()

    told = after(Table, rule)
    assert (told["deck"], told["discard"]) == ("{}", "{ACE, KING}")


def test_assignment_copies_what_is_given() -> None:
    def rule(g: Table) -> None:
        mine = {A}
        g.deck = mine
        mine.add(K)
        listed = [A]
        g.pile = listed
        listed.append(K)

    told = after(Table, rule)
    assert told["deck"] == "{ACE}"
    assert told["pile"] == "[ACE]"


def test_a_view_is_live() -> None:
    def rule(g: Table) -> None:
        deck = g.deck
        g.deck.add(A)
        assert A in deck
        deck.add(K)
        assert K in g.deck
        row = g.grid[BOB]
        row[A] = 4
        assert g.grid[BOB][A] == 4

    assert after(Table, rule)["deck"] == "{ACE, KING}"


def test_swapping_two_fields() -> None:
    def rule(g: Table) -> None:
        g.deck, g.discard = {A}, {K, Q}
        g.deck, g.discard = g.discard, g.deck
        g.pile, g.other = [A], [K, Q]
        g.pile, g.other = g.other, g.pile
        g.grid[ANN][A] = 3
        g.grid[ANN], g.grid[BOB] = g.grid[BOB], g.grid[ANN]
        g.notes[ANN] = Note(level=1, cards={A})
        g.notes[ANN], g.notes[CAT] = g.notes[CAT], g.notes[ANN]

    told = after(Table, rule)
    assert (told["deck"], told["discard"]) == ("{KING, QUEEN}", "{ACE}")
    assert (told["pile"], told["other"]) == ("[KING, QUEEN]", "[ACE]")
    assert (told["grid.ANN.ACE"], told["grid.BOB.ACE"]) == ("0", "3")
    assert (told["notes.ANN.level"], told["notes.CAT.level"]) == ("0", "1")


@pytest.mark.parametrize("cleared", [None, Note(level=2, cards={Q})])
def test_a_record_keeps_its_content_when_its_field_is_overwritten(cleared: Note | None) -> None:
    def rule(g: Table) -> None:
        g.note = Note(level=7, cards={A})
        old = g.note
        cards = old.cards
        g.note = cleared
        assert old.level == 7
        assert old.cards == cards == {A}
        old.level = 8
        cards.add(K)
        assert g.note == cleared
        g.notes[BOB] = old

    assert after(Table, rule)["notes.BOB.level"] == "8"


def test_a_part_keeps_its_content_when_the_whole_is_overwritten() -> None:
    def rule(g: Table) -> None:
        g.hand[ANN] = {A}
        hand = g.hand[ANN]
        g.hand = {seat: set[Card]() for seat in Seat}
        assert hand == {A}
        assert g.hand[ANN] == set()

    after(Table, rule)


def test_a_whole_sees_the_change_of_a_part() -> None:
    def rule(g: Table) -> None:
        hands = g.hand
        g.hand[ANN] = {A}
        assert hands[ANN] == {A}

    after(Table, rule)


def test_overwriting_one_entry_leaves_views_of_the_others_live() -> None:
    def rule(g: Table) -> None:
        bob = g.hand[BOB]
        g.hand[ANN] = {A}
        bob.add(K)

    assert after(Table, rule)["hand.BOB"] == "{KING}"


def test_a_copy_is_apart() -> None:
    def rule(g: Table) -> None:
        g.deck = {A}
        copy = g.deck.copy()
        copy.add(K)
        joined = g.deck | {Q}
        joined.add(J)

    assert after(Table, rule)["deck"] == "{ACE}"


def test_a_record_takes_values_not_views() -> None:
    def rule(g: Table) -> None:
        g.deck = {A, K}
        note = Note(level=1, cards=g.deck)
        g.deck.clear()
        mine = {Q}
        other = Note(level=2, cards=mine)
        mine.clear()
        g.note = note
        g.notes[ANN] = other

    told = after(Table, rule)
    assert told["note.cards"] == "{ACE, KING}"
    assert told["notes.ANN.cards"] == "{QUEEN}"


def test_an_event_says_what_was_true_when_it_was_made() -> None:
    def rule(g: Table) -> None:
        g.deck = {A}
        event = Told(cards=g.deck)
        g.deck.clear()
        emit(event)
        assert event.cards == {A}

    after(Table, rule)


def test_assigning_a_field_to_itself_changes_nothing() -> None:
    def rule(g: Table) -> None:
        g.deck = {A}
        g.pile = [A, K]
        g.note = Note(level=3, cards={Q})
        g.deck = g.deck
        g.pile = g.pile
        g.note = g.note
        g.grid = g.grid
        g.notes[ANN] = g.notes[ANN]

    told = after(Table, rule)
    assert (told["deck"], told["pile"], told["note.cards"]) == ("{ACE}", "[ACE, KING]", "{QUEEN}")


def test_sequences_of_different_elements_do_not_mix() -> None:
    class Two(State):
        low: Any = Seq(Int(0, 3), at_most=2)
        high: Any = Seq(Int(1, 4), at_most=2)

    def rule(g: Two) -> None:
        g.low = [2, 3]
        g.high = g.low

    def out(g: Two) -> None:
        g.low = [0]
        g.high = g.low

    assert after(Two, rule)["high"] == "[2, 3]"
    assert fault(Two, out).message == "Two.high: 0 is outside of 1 to 4"
