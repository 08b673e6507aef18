"""What rules are written with: combinators, choices, constant tables, merged helpers. Here they are run."""

from collections.abc import Callable
from typing import Any

import pytest

from kanly.model import (
    Accepted,
    Int,
    Map,
    Option,
    Rejected,
    Seq,
    Set,
    State,
    both,
    choose,
    count,
    either,
    exists,
    forall,
    has,
    implies,
    is_present,
    lookup,
    merged,
    negate,
    require,
    same,
    scope,
    size,
    total,
    truth,
    whole,
)
from tiny import Card, Seat, in_zero, outcome

A, K, Q, J = Card.ACE, Card.KING, Card.QUEEN, Card.JACK
ANN, BOB, CAT = Seat
VALUE = {A: 11, K: 4, Q: 3, J: 2}
NEXT = {ANN: BOB, BOB: CAT, CAT: ANN}
BEATS = {A: frozenset({K, Q, J}), K: frozenset({Q, J}), Q: frozenset({J}), J: frozenset[Card]()}
LIKES = {(seat, card): seat == ANN or card == A for seat in Seat for card in Card}


class Table(State):
    deck: set[Card] = Set(Card)
    score: dict[Seat, int] = Map(Seat, Int(0, 9))
    pile: Any = Seq(Card, at_most=3)
    held: Card | None = Option(Card)


def refuse() -> bool:
    raise AssertionError("evaluated where it does not matter")


def with_cards(question: Callable[[Any], Any]) -> Any:
    """The answer in a state with {A, K}, scores 0, 2, 4 and the pile Q, A."""

    def rule(g: Any) -> None:
        g.deck = {A, K}
        g.score = {ANN: 0, BOB: 2, CAT: 4}
        g.pile = [Q, A]
        found.append(question(g))

    found: list[Any] = []
    taken = outcome(Table, rule)
    assert isinstance(taken, Accepted), taken
    return found[0]


ANSWERS: list[tuple[Callable[[Any], Any], Any]] = [
    (lambda g: forall(g.deck, lambda card: card in (A, K)), True),
    (lambda g: forall(g.deck, lambda card: card == A), False),
    (lambda g: forall(set[Card](), lambda _: refuse()), True),
    (lambda g: forall(g.score, lambda seat: g.score[seat] % 2 == 0), True),
    (lambda g: exists(g.deck, lambda card: card == K), True),
    (lambda g: exists(g.deck, lambda card: card == Q), False),
    (lambda g: exists(g.pile, lambda card: card == Q), True),
    (lambda g: exists(list[Card](), lambda _: refuse()), False),
    (lambda g: count(scope(g, Card), lambda card: card in g.deck), 2),
    (lambda g: count(g.pile, lambda card: card == A), 1),
    (lambda g: total(g.score, lambda seat: g.score[seat]), 6),
    (lambda g: total(g.deck, lambda card: lookup(VALUE, card)), 15),
    (lambda g: total([True, True], lambda each: each), 2),
    (lambda g: implies(False, refuse), True),
    (lambda g: implies(True, lambda: A in g.deck), True),
    (lambda g: implies(True, g.deck), True),
    (lambda g: implies(g.deck, False), False),
    (lambda g: both(False, refuse), False),
    (lambda g: both(True, lambda: g.deck), True),
    (lambda g: both(True, False), False),
    (lambda g: either(True, refuse), True),
    (lambda g: either(False, lambda: Q in g.deck), False),
    (lambda g: either(False, True), True),
    (lambda g: negate(g.deck), False),
    (lambda g: negate(0), True),
    (lambda g: truth(g.pile), True),
    (lambda g: truth(None), False),
    (lambda g: choose(A in g.deck, 1, 2), 1),
    (lambda g: choose(False, A, None), None),
    (lambda g: has(g.deck, A), True),
    (lambda g: has(g.pile, K), False),
    (lambda g: has({A, Q}, Q), True),
    (lambda g: is_present(g.held), False),
    (lambda g: same(g.held, None), True),
    (lambda g: same(g.pile[0], Q), True),
    (lambda g: size(g.deck) + size(g.pile) + size(g.score), 7),
    (lambda g: lookup(VALUE, Q), 3),
    (lambda g: lookup(NEXT, CAT), ANN),
    (lambda g: lookup(LIKES, (BOB, A)), True),
    (lambda g: has(lookup(BEATS, A), K), True),
    (lambda g: K in lookup(BEATS, Q), False),
    (lambda g: whole(g, "held"), None),
    (lambda g: whole(g.score, BOB), 2),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    ANSWERS,
)
def test_answers(question: Callable[[Any], Any], answer: Any) -> None:
    found = with_cards(question)
    assert found == answer
    assert type(found) is type(answer)


def test_a_table_without_the_key_raises_key_error() -> None:
    with pytest.raises(KeyError):
        in_zero(Table, lambda g: lookup({A: 1}, K))


def test_a_merged_helper_is_the_plain_function_when_run() -> None:
    @merged
    def draw(g: Table, card: Card) -> int:
        """Take a card off."""
        require(card in g.deck, "not there")
        g.deck.remove(card)
        return size(g.deck)

    def rule(g: Table) -> None:
        g.deck = {A, K}
        g.score[ANN] = draw(g, card=A)

    def rejected(g: Table) -> None:
        draw(g, A)

    assert isinstance(outcome(Table, rule), Accepted)
    assert outcome(Table, rejected) == Rejected("not there")
    assert draw.__name__ == "draw"
    assert draw.__doc__ == "Take a card off."
