"""What a step gives: the next state and its events, a rejection, or a finding with its place."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from kanly.model import (
    ACTOR,
    EVERYONE,
    Accepted,
    Chance,
    Event,
    Fault,
    Int,
    Kind,
    Map,
    Model,
    ModelError,
    Option,
    Rejected,
    Secret,
    Set,
    State,
    emit,
    require,
    required,
    size,
)
from tiny import Card, Seat, outcome, tiny

ANN, BOB, CAT = Seat


class Table(State):
    turn: int = Int(0, 3)
    deck: set[Card] = Set(Card)
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card))
    held: Card | None = Option(Card)


class Drew(Event):
    seat: Seat
    card: Card | None = Option(Card)


def line_of(function: Callable[..., Any], offset: int) -> int:
    return inspect.unwrap(function).__code__.co_firstlineno + offset


def test_a_rejection_gives_its_reason_and_leaves_nothing() -> None:
    def rule(g: Table) -> None:
        g.turn = 3
        emit(Drew(seat=ANN, card=None))
        require(size(g.deck) == 2, "not two cards")

    assert outcome(Table, rule) == Rejected("not two cards")


def test_a_rule_cannot_swallow_a_rejection() -> None:
    def rule(g: Table) -> None:
        try:
            require(False, "no")
        except Exception:
            g.turn = 1

    assert outcome(Table, rule) == Rejected("no")


def test_what_is_required_is_given() -> None:
    def rule(g: Table) -> None:
        g.deck.add(required(g.held, "nothing is held"))

    assert outcome(Table, rule) == Rejected("nothing is held")


FAILURES: list[tuple[Callable[[Any], object], str, str]] = [
    (lambda g: setattr(g, "turn", 4), "out of domain", "Table.turn: 4 is outside of 0 to 3"),
    (lambda g: g.deck.remove(Card.ACE), "KeyError", "ACE is not in the set"),
    (lambda g: 1 // g.turn, "ZeroDivisionError", "integer division or modulo by zero"),
    (lambda g: g.nothing, "AttributeError", "'Table' object has no attribute 'nothing'"),
    (lambda g: "only"[g.turn + 9], "IndexError", "string index out of range"),
]


@pytest.mark.parametrize(
    ("rule", "kind", "message"),
    FAILURES,
)
def test_an_exception_is_a_finding_with_its_place(rule: Callable[[Any], object], kind: str, message: str) -> None:
    found = outcome(Table, rule)
    assert found == Fault(kind, message, __file__, rule.__code__.co_firstlineno)


def test_a_finding_points_into_the_helper_that_failed() -> None:
    def helper(g: Table) -> None:
        g.turn = 9

    def rule(g: Table) -> None:
        helper(g)

    found = outcome(Table, rule)
    assert isinstance(found, Fault)
    assert (found.file, found.line) == (__file__, line_of(helper, 1))
    assert str(found) == f"out of domain: Table.turn: 9 is outside of 0 to 3 ({__file__}:{found.line})"


@pytest.mark.parametrize(
    ("to", "told"),
    [
        (EVERYONE, ("ANN", "BOB", "CAT")),
        (BOB, ("BOB",)),
        ({CAT, ANN}, ("ANN", "CAT")),
        ([BOB], ("BOB",)),
        (frozenset[Seat](), ()),
    ],
)
def test_recipients(to: Any, told: tuple[str, ...]) -> None:
    def rule(g: Table) -> None:
        emit(Drew(seat=ANN, card=Card.KING), to=to)

    taken = outcome(Table, rule)
    assert isinstance(taken, Accepted)
    (sent,) = taken.events
    assert (sent.event, sent.content, sent.seats) == ("Drew", {"seat": "ANN", "card": "KING"}, told)


def test_recipients_may_be_a_set_of_the_state() -> None:
    class Ring(State):
        allies: set[Seat] = Set(Seat)

    def rule(g: Ring) -> None:
        g.allies = {BOB, CAT}
        emit(Drew(seat=ANN, card=None), to=g.allies)
        g.allies.clear()

    taken = outcome(Ring, rule)
    assert isinstance(taken, Accepted)
    assert taken.events[0].seats == ("BOB", "CAT")


@pytest.mark.parametrize("to", [None, Card.ACE, "ANN", 3])
def test_a_strange_recipient_is_a_finding(to: Any) -> None:
    taken = outcome(Table, lambda g: emit(Drew(seat=ANN, card=None), to=to))
    assert isinstance(taken, Fault)
    assert taken.kind == "out of domain"


def test_an_event_with_a_value_outside_its_domain_is_a_finding() -> None:
    taken = outcome(Table, lambda g: emit(Drew(seat=Card.ACE, card=None)))  # type: ignore[arg-type]
    assert isinstance(taken, Fault)
    assert taken.kind == "out of domain"


def test_events_are_in_the_order_of_the_rule() -> None:
    def rule(g: Table) -> None:
        for seat in Seat:
            emit(Drew(seat=seat, card=None), to=seat)

    taken = outcome(Table, rule)
    assert isinstance(taken, Accepted)
    assert [sent.seats for sent in taken.events] == [("ANN",), ("BOB",), ("CAT",)]


def dealing() -> Model:
    model = Model("dealing", Table, seats=Seat)

    @model.action
    def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
        require(card in g.deck, "not in the deck")
        g.deck.remove(card)
        g.hand[seat].add(card)

    @model.chance
    def roll(g: Table, pips: int = Chance(Int(1, 2))) -> None:
        require(g.turn == 0, "rolled already")
        g.turn = pips

    @model.automatic
    def settle(g: Table) -> None:
        require(g.turn > 0, "settled")
        g.turn -= 1

    @model.action
    def bid(g: Table, seat: Seat, loud: bool, card: Card | None = Option(Card), many: int = Secret(Int(2, 3))) -> None:
        require(False, "never")

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.deck = {Card.ACE, Card.KING}

    return model


def test_actions_know_who_takes_them_and_what_they_need() -> None:
    instance = dealing().instance()
    assert [(action.name, action.kind) for action in instance.actions] == [
        ("draw", Kind.SEAT),
        ("roll", Kind.CHANCE),
        ("settle", Kind.AUTOMATIC),
        ("bid", Kind.SEAT),
    ]
    assert [(each.name, each.domain.count, each.by_chance) for each in instance.actions[3].parameters] == [
        ("seat", 3, False),
        ("loud", 2, False),
        ("card", 5, False),
        ("many", 2, False),
    ]
    assert [each.by_chance for each in instance.actions[0].parameters] == [False, True]


def test_every_way_to_take_an_action_is_listed_in_order() -> None:
    instance = dealing().instance()
    assert list(instance.action("settle").instances()) == [()]
    assert list(instance.action("roll").instances()) == [(0,), (1,)]
    assert list(instance.action("draw").instances())[:5] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    assert len(list(instance.action("bid").instances())) == 3 * 2 * 5 * 2


def test_an_action_is_written_as_a_person_would() -> None:
    instance = dealing().instance()
    assert instance.action("settle").describe(()) == "settle"
    assert instance.action("draw").describe((1, 0)) == "draw(seat=BOB, card=ACE)"
    assert instance.action("bid").describe((2, 1, 0, 1)) == "bid(seat=CAT, loud=true, card=null, many=3)"


def test_an_unknown_action_is_a_mistake() -> None:
    with pytest.raises(ModelError, match="dealing:default has no action drow; it has draw, roll, settle, bid"):
        dealing().instance().action("drow")


def test_successors_are_what_is_possible_in_order() -> None:
    instance = dealing().instance()
    (first,) = instance.initial_states()
    told = [action.describe(codes) for action, codes, _ in instance.successors(first)]
    assert told == [
        *(f"draw(seat={seat}, card={card})" for seat in ("ANN", "BOB", "CAT") for card in ("ACE", "KING")),
        "roll(pips=1)",
        "roll(pips=2)",
    ]


def test_settling_takes_automatic_actions_to_the_end() -> None:
    instance = dealing().instance()
    (first,) = instance.initial_states()
    rolled = instance.step(first, instance.action("roll"), (1,))
    assert isinstance(rolled, Accepted)
    assert instance.settle(rolled.slots) == first


def test_what_never_settles_is_told() -> None:
    def flip(g: Table) -> None:
        g.turn = 1 - g.turn

    instance = tiny(Table, flip)
    with pytest.raises(ModelError, match="did not settle within 10 steps"):
        instance.settle(instance.initial_states()[0], most=10)


def test_rules_can_call_each_other() -> None:
    """A decorator gives back the plain function."""
    model = Model("calls", Table, seats=Seat)

    @model.automatic
    def one(g: Table) -> None:
        g.turn += 1

    @model.automatic
    def two(g: Table) -> None:
        one(g)
        one(g)

    @model.scenario("default")
    def setup(g: Table) -> None:
        two(g)

    instance = model.instance()
    assert instance.describe(instance.initial_states()[0])["turn"] == "2"


def test_a_variant_replaces_rules_and_keeps_the_rest() -> None:
    model = dealing()
    draw = model.actions["draw"].rule

    def keep(g: Table, seat: Seat, card: Card) -> None:
        g.hand[seat].add(card)

    changed = model.variant({draw: keep}).instance()
    (first,) = changed.initial_states()
    taken = changed.step(first, changed.action("draw"), (0, 0))
    assert isinstance(taken, Accepted)
    assert changed.describe(taken.slots)["deck"] == "{ACE, KING}"
    assert model.instance().action("draw").rule is draw
    with pytest.raises(ModelError, match="keep is no action or view of dealing"):
        model.variant({keep: draw})
