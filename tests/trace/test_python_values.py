"""Members, truth values and numbers are to a rule that is read what they are to one that is run."""

import itertools
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any

import pytest

from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, Reject
from kanly.model import (
    Accepted,
    Fault,
    Instance,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Rejected,
    Seq,
    Set,
    State,
    choose,
    count,
    exists,
    has,
    is_present,
    lookup,
    merged,
    require,
    total,
    whole,
)


class Who(Enum):
    A = "a"
    B = "b"
    C = "c"


class Rank(IntEnum):
    LOW = 0
    MID = 1
    HIGH = 5


class Card(Enum):
    ACE = 1
    KING = 2
    QUEEN = 3

    @property
    def code(self) -> int:
        return int(self.value) * 2

    @property
    def domain(self) -> bool:
        return self.value == 2

    @property
    def mixed(self) -> int:
        return {1: True, 2: 0, 3: 3}[self.value]

    def __lt__(self, other: "Card") -> bool:
        return bool(self.value < other.value)

    def __bool__(self) -> bool:
        return self.value != 1


class Desk(State):
    who: Who
    card: Card
    other: Card
    rank: Rank
    open: bool
    shut: bool
    bit: int = Int(0, 1)
    number: int = Int(0, 6)
    held: Card | None = Option(Card)
    bag: set[Card] = Set(Card)
    bags: dict[Who, set[Card]] = Map(Who, Set(Card))
    queue: list[Card] = Seq(Card, at_most=2)


Rule = Callable[[Any], None]

SUCCESSOR = {Who.A: Who.B, Who.B: Who.C, Who.C: Who.C}
UPPER = {Card.ACE: Card.QUEEN, Card.KING: Card.QUEEN, Card.QUEEN: Card.KING}
OPEN_AND_BIT = {(True, 0): 2, (True, 1): 3, (False, 0): 0, (False, 1): 1}
BY_WHO_AND_BIT = {(who, bit): ord(who.value) - 97 + bit for who in Who for bit in range(2)}
NUMBERS_AND_TRUTHS = {Who.A: True, Who.B: 0, Who.C: 5}
BY_ABSENT: dict[Who, frozenset[Who]] = {}
PRICES: dict[Card, int] = {}
TEXTS = {Who.A: "a", Who.B: "b", Who.C: "c"}


def attribute_named_code(g: Desk) -> None:
    g.number = g.card.code


def attribute_named_domain(g: Desk) -> None:
    g.open = g.card.domain


def attribute_of_mixed_kinds(g: Desk) -> None:
    g.number = g.card.mixed


def order_of_members(g: Desk) -> None:
    g.open = g.card < g.other


def truth_of_a_member(g: Desk) -> None:
    g.open = bool(g.card)


def text_of_a_member(g: Desk) -> None:
    require(str(g.card) != "Card.KING", "a king")


def arithmetic_of_ranks(g: Desk) -> None:
    require(g.rank > 0, "low")
    g.open = g.rank == 1
    g.number = g.rank + g.bit


def rank_as_a_number(g: Desk) -> None:
    g.number = g.rank


def member_as_a_number(g: Desk) -> None:
    g.number = g.card  # type: ignore[assignment]


def truth_value_as_a_number(g: Desk) -> None:
    g.number = g.open


def comparison_as_a_number(g: Desk) -> None:
    g.number = g.card == g.other


def number_as_a_truth_value(g: Desk) -> None:
    g.open = g.bit  # type: ignore[assignment]


def count_as_a_truth_value(g: Desk) -> None:
    g.open = count(g.bag, lambda card: card == Card.ACE)


def product_of_truth_values(g: Desk) -> None:
    g.open = g.open * g.shut  # type: ignore[assignment]


def connected_truth_values(g: Desk) -> None:
    g.open = g.open & (g.number > 3) | g.shut ^ True


def truth_values_as_addends(g: Desk) -> None:
    g.number = g.open + g.shut + abs(g.open)


def total_of_truth_values(g: Desk) -> None:
    g.number = total(g.bag, lambda card: card.value > 1)


def methods_of_numbers(g: Desk) -> None:
    g.number = g.number.bit_length()


@merged
def mixed_answer(g: Desk) -> Any:
    return g.number if g.open else False


def answer_of_a_helper(g: Desk) -> None:
    g.number = mixed_answer(g)


def looked_up_beside_a_member(g: Desk) -> None:
    g.open = lookup(UPPER, g.card) == g.other
    g.shut = g.other == lookup(UPPER, g.card)


def looked_up_in_collections(g: Desk) -> None:
    g.open = lookup(UPPER, g.card) in g.bag
    g.bag.discard(lookup(UPPER, g.other))
    g.shut = lookup(SUCCESSOR, g.who) in g.bags


def stranger_in_a_map(g: Desk) -> None:
    g.open = g.card in g.bags  # type: ignore[operator]


def out_of_scope_in_a_sequence(g: Desk) -> None:
    g.open = Card.QUEEN in g.queue


def keys_of_numbers_and_truth_values(g: Desk) -> None:
    g.number = lookup(OPEN_AND_BIT, (g.open, g.bit)) + lookup(BY_WHO_AND_BIT, (g.who, g.bit))
    g.number = lookup(BY_WHO_AND_BIT, (g.who, g.number // 4))


def position_that_may_be_negative(g: Desk) -> None:
    g.card = g.queue[g.number - 2]


def taken_out_from_the_end(g: Desk) -> None:
    g.card = g.queue.pop(g.number - 2)


def failing_where_it_does_not_matter(g: Desk) -> None:
    g.open = exists(g.queue, lambda _: Who.C in BY_ABSENT[Who.A]) if g.shut else g.open
    g.number = total(g.bag, lambda card: PRICES[card]) // 4


def presence_of_a_whole_option(g: Desk) -> None:
    g.open = is_present(whole(g, "held"))
    g.shut = whole(g, "held") == Card.QUEEN


RULES: list[Rule] = [
    attribute_named_code, attribute_named_domain, attribute_of_mixed_kinds, order_of_members, truth_of_a_member,
    arithmetic_of_ranks, rank_as_a_number, member_as_a_number, truth_value_as_a_number,
    comparison_as_a_number, number_as_a_truth_value, count_as_a_truth_value, product_of_truth_values,
    connected_truth_values, truth_values_as_addends, total_of_truth_values, methods_of_numbers, answer_of_a_helper,
    looked_up_beside_a_member, looked_up_in_collections, stranger_in_a_map, out_of_scope_in_a_sequence,
    keys_of_numbers_and_truth_values, position_that_may_be_negative, taken_out_from_the_end,
    failing_where_it_does_not_matter, presence_of_a_whole_option,
]  # fmt: skip

SCOPES = {"all": {}, "two": {Card: (Card.ACE, Card.KING), Who: (Who.A, Who.B)}}


def instance_with(rule: Rule, scope: str = "all") -> Instance:
    model = Model("desk", Desk, seats=Who)
    model.automatic(rule)

    @model.scenario("default", scope=SCOPES[scope])
    def setup(g: Desk) -> None:
        """All is zero."""

    return model.instance()


def some_states(instance: Instance, rule: Rule) -> list[tuple[int, ...]]:
    """Every value of what the rule names, and one value of everything else."""
    names = set(rule.__code__.co_names)
    ranges = [
        range(slot.count) if slot.path.split(".")[0] in names and slot.path != "bags" else range(1)
        for slot in instance.slots
    ]
    codes = itertools.islice(itertools.product(*ranges), 3000)
    return list(dict.fromkeys(map(instance.canonical, codes)))


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_reading_agrees_with_running(rule: Rule, scope: str) -> None:
    instance = instance_with(rule, scope)
    traced = trace_model(instance)
    for slots in some_states(instance, rule):
        told = stepped(traced.actions[0], traced.slots, slots, ())
        match instance.step(slots, instance.actions[0], ()):
            case Accepted(slots=after):
                assert told == after, instance.describe(slots)
            case Rejected(reason):
                assert told == Reject(reason), instance.describe(slots)
            case Fault(kind=kind, line=line):
                assert isinstance(told, Fail), instance.describe(slots)
                assert (told.fault.kind, told.fault.line) == (kind, line)


def test_a_table_that_was_changed_is_read_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def rule(g: Desk) -> None:
        g.card = lookup(UPPER, g.other)

    for upper in (Card.QUEEN, Card.KING):
        monkeypatch.setitem(UPPER, Card.ACE, upper)
        instance = instance_with(rule)
        (start,) = instance.initial_states()
        traced = trace_model(instance)
        taken = instance.step(start, instance.actions[0], ())
        assert isinstance(taken, Accepted)
        assert stepped(traced.actions[0], traced.slots, start, ()) == taken.slots


def looks_up_numbers_and_truths(g: Desk) -> None:
    g.number = lookup(NUMBERS_AND_TRUTHS, g.who)


def looks_up_texts(g: Desk) -> None:
    require(lookup(TEXTS, g.who) == "a", "b or c")


def chooses_nothing(g: Desk) -> None:
    g.held = choose(g.open, g.card, None)


def chooses_truth_or_number(g: Desk) -> None:
    g.number = choose(g.open, g.shut, 5)


def asks_whether_whole_is_none(g: Desk) -> None:
    require(whole(g, "held") is None, "held")


def asks_whether_a_name_for_whole_is_none(g: Desk) -> None:
    held = whole(g, "held")
    require(held is None, "held")


def names_whole_where_it_asks(g: Desk) -> None:
    if (held := whole(g, "held")) is not None:
        g.held = held
    require(held is not None, "nothing is held")


def asks_for_the_truth_of_whole(g: Desk) -> None:
    require(whole(g, "held"), "nothing is held")


def asks_whether_whole_is_inside(g: Desk) -> None:
    g.open = has(g.bag, whole(g, "held"))


def matches_a_truth_value(g: Desk) -> None:
    match g.open:
        case True:
            g.number = 1
        case _:
            g.number = 2


def matches_a_class(g: Desk) -> None:
    match g.held:
        case Card():
            g.number = 1
        case _:
            g.number = 2


def asks_for_a_class(g: Desk) -> None:
    g.open = isinstance(g.held, Card)


def compares_types(g: Desk) -> None:
    g.open = type(g.held) == Card  # noqa: E721


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (text_of_a_member, "a text is made of <a Card>"),
        (looks_up_numbers_and_truths, "a table that says True and 0"),
        (looks_up_texts, "write TABLE[key]"),
        (chooses_nothing, "for anything else write `if`"),
        (chooses_truth_or_number, "one is a truth value, the other is a number"),
        (asks_for_the_truth_of_whole, "read the field itself"),
        (asks_whether_whole_is_inside, "read the field itself"),
        (matches_a_truth_value, "write `if`"),
        (matches_a_class, "that a value is of Card is not asked"),
        (asks_for_a_class, "that a value is of Card is not asked"),
        (compares_types, "that a value is of Card is not asked"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_would_be_read_otherwise_is_refused(rule: Rule, told: str) -> None:
    with pytest.raises(ModelError) as caught:
        trace_model(instance_with(rule))
    assert told in str(caught.value)
    assert caught.value.file == __file__
