"""Scenarios: first states, scopes and model parameters."""

from types import SimpleNamespace
from typing import Any

import pytest

from kanly.explorer.search.breadth_first import explore
from kanly.model import (
    Accepted,
    Fault,
    Fields,
    Int,
    Map,
    Model,
    ModelError,
    Option,
    Parameter,
    Seq,
    Set,
    State,
    View,
    require,
    scope,
    size,
)
from tiny import Card, Rule, Seat, as_it_is, mistake_in, tiny

ANN, BOB, CAT = Seat


class Table(State):
    cards: int = Parameter(4, 1, 4, members_of=Card)
    limit: int = Parameter(2, 0, 5)
    trump: Card = Parameter(Card.KING)
    strict: bool = Parameter(False)
    deck: set[Card] = Set(Card)
    held: dict[Seat, int] = Map(Seat, Int(0, 3))
    dealer: Seat | None = Option(Seat)


def fresh() -> Model:
    return Model("fresh", Table, seats=Seat)


def test_all_ways_to_set_up_are_first_states() -> None:
    model = fresh()

    @model.scenario("default")
    def setup(g: Table, first: Seat, cards: int = Int(0, 2)) -> None:
        require(first != CAT, "Cat never deals")
        g.dealer = first
        g.held[first] = cards

    instance = model.instance()
    told = [instance.describe(slots) for slots in instance.initial_states()]
    assert [(each["dealer"], each["held.ANN"], each["held.BOB"]) for each in told] == [
        ("ANN", "0", "0"),
        ("ANN", "1", "0"),
        ("ANN", "2", "0"),
        ("BOB", "0", "0"),
        ("BOB", "0", "1"),
        ("BOB", "0", "2"),
    ]


def test_equal_first_states_count_once() -> None:
    model = fresh()

    @model.scenario("default")
    def setup(g: Table, first: Seat) -> None:
        g.held[ANN] = 1 if first == ANN else 2

    assert len(model.instance().initial_states()) == 2


def test_the_first_scenario_is_the_default_one() -> None:
    model = fresh()

    @model.scenario("one", title="The short one")
    def one(g: Table) -> None:
        """Not shown."""

    @model.scenario("two")
    def two(g: Table) -> None:
        """All begin with nothing.

        More about it.
        """

    assert model.instance().name == "fresh:one"
    assert model.instance("two").name == "fresh:two"
    assert [scenario.title for scenario in model.scenarios.values()] == ["The short one", "All begin with nothing."]
    with pytest.raises(ModelError, match="fresh has no scenario three; it has one, two"):
        model.instance("three")


def test_a_scenario_narrows_enumerations() -> None:
    model = fresh()

    @model.scenario("two seats", scope={Seat: (CAT, ANN), Card: {Card.QUEEN, Card.ACE, Card.JACK}}, fixed={"cards": 3})
    def setup(g: Table) -> None:
        g.deck = set(scope(g, Card))

    instance = model.instance()
    (first,) = instance.initial_states()
    assert instance.describe(first) == {
        "deck": "{ACE, QUEEN, JACK}",
        "held.ANN": "0",
        "held.CAT": "0",
        "dealer": "none",
    }
    g = instance.state(first)
    assert list(g.held) == [ANN, CAT] == list(scope(g, Seat))
    assert [slot.count for slot in instance.slots] == [8, 4, 4, 3]


def test_members_out_of_scope() -> None:
    model = fresh()
    asked: list[Any] = []

    @model.scenario("default", scope={Seat: (ANN, BOB)}, fixed={"cards": 2})
    def setup(g: Table) -> None:
        g.deck = {Card.ACE}
        asked.extend([
            Card.JACK not in g.deck,
            g.deck.isdisjoint({Card.JACK}),
            g.deck.issubset({Card.ACE, Card.JACK}),
            g.deck & {Card.ACE, Card.JACK} == {Card.ACE},
            g.deck - {Card.ACE, Card.JACK} == set(),
            g.deck != {Card.ACE, Card.JACK},
            not g.deck >= {Card.ACE, Card.JACK},
            CAT not in g.held,
            g.dealer != CAT,
        ])  # fmt: skip
        g.deck.discard(Card.JACK)

    model.instance().initial_states()
    assert asked == [True] * 9


USES_OF_A_MEMBER_OUT_OF_SCOPE: list[Rule] = [
    lambda g: g.deck.add(Card.JACK),
    lambda g: setattr(g, "deck", {Card.JACK}),
    lambda g: g.deck | {Card.JACK},
    lambda g: setattr(g, "dealer", CAT),
    lambda g: g.held[CAT],
]


@pytest.mark.parametrize(
    "rule",
    USES_OF_A_MEMBER_OUT_OF_SCOPE,
)
def test_using_a_member_out_of_scope_is_a_finding(rule: Rule) -> None:
    model = fresh()
    model.scenario("default", scope={Seat: (ANN, BOB)}, fixed={"cards": 2})(rule)
    with pytest.raises(ModelError, match=r"the set-up fails with .* is not one of"):
        model.instance().initial_states()


def test_a_scenario_chooses_actions() -> None:
    model = fresh()

    @model.automatic
    def one(g: Table) -> None:
        g.held[ANN] = 1

    @model.automatic
    def two(g: Table) -> None:
        g.held[ANN] = 2

    @model.scenario("default", actions=[two])
    def setup(g: Table) -> None:
        g.held[ANN] = 3

    assert [(action.name, action.index) for action in model.instance().actions] == [("two", 0)]


class Counted(State):
    n: int = Int(0, 3)


def test_a_scenario_chooses_an_action_of_a_variant_by_what_it_replaces() -> None:
    model = Model("counting", Counted, seats=Seat)

    @model.automatic
    def up(g: Counted) -> None:
        require(g.n < 1, "high")
        g.n += 1

    @model.automatic
    def down(g: Counted) -> None:
        require(g.n > 0, "low")
        g.n -= 1

    @model.scenario("chosen", actions=[up])
    def setup(g: Counted) -> None:
        pass

    def further(g: Counted) -> None:
        require(g.n < 3, "high")
        g.n += 1

    def twice(g: Counted) -> None:
        require(g.n < 2, "high")
        g.n += 2

    def names(made: Model) -> list[str]:
        return [action.name for action in made.instance("chosen").actions]

    def reached(made: Model) -> int:
        return explore(made.instance("chosen"), keep_going=True).states

    replaced = model.variant({up: further})
    assert (names(model), reached(model)) == (["up"], 2)
    assert (names(replaced), reached(replaced)) == (["up"], 4)
    assert (names(replaced.variant({up: twice})), reached(replaced.variant({up: twice}))) == (["up"], 2)
    assert (names(replaced.variant({down: twice})), reached(replaced.variant({down: twice}))) == (["up"], 4)
    assert (names(replaced.variant({})), reached(replaced.variant({up: up}))) == (["up"], 2)
    assert names(model.variant({down: further})) == ["up"]
    assert reached(model.variant({down: further})) == 2
    with pytest.raises(ModelError, match="further is no action or view of counting"):
        replaced.variant({further: up})
    del setup


def test_a_set_up_that_rejects_everything_is_a_mistake() -> None:
    model = fresh()

    @model.scenario("default")
    def setup(g: Table) -> None:
        require(False, "never")

    with pytest.raises(ModelError, match="fresh:default: the set-up rejects every way to begin"):
        model.instance().initial_states()


def test_parameters_are_read_as_fields_and_take_no_slot() -> None:
    model = fresh()
    seen: list[Any] = []

    @model.scenario("default")
    def setup(g: Table) -> None:
        seen.append((g.cards, g.limit, g.trump, g.strict, size(scope(g, Card))))

    for given in (
        {},
        {"cards": 2, "limit": 0, "trump": Card.ACE, "strict": True},
        {"cards": "3", "trump": "queen", "strict": "true"},
    ):
        model.instance(None, given).initial_states()
    assert seen == [(4, 2, Card.KING, False, 4), (2, 0, Card.ACE, True, 2), (3, 2, Card.QUEEN, True, 3)]
    assert model.instance().parameters == {"cards": 4, "limit": 2, "trump": Card.KING, "strict": False}
    assert "limit" not in [slot.path for slot in model.instance().slots]


class Stake(State):
    high: int = Parameter(3, 1, 9)
    paid: int = Int(0, 9)


PAYING = Fields(Stake.paid)
STAKES = Fields(PAYING, Stake.high)


def stakes() -> Model:
    model = Model("stakes", Stake, seats=Seat)

    @model.scenario("home", uses=PAYING)
    def home(g: Stake) -> None:
        """Nothing is at stake."""

    @model.scenario("casino", uses=STAKES)
    def casino(g: Stake) -> None:
        g.paid = g.high

    @model.automatic
    def pay(g: Stake) -> None:
        g.paid = g.high

    return model


def test_a_parameter_of_one_scenario_is_none_of_another() -> None:
    model = stakes()
    assert model.instance("casino", {"high": 5}).parameters == {"high": 5}
    home = model.instance("home")
    assert home.parameters == {}
    with pytest.raises(ModelError, match="stakes:home has no parameter high; casino has it"):
        model.instance("home", {"high": 5})
    ((_, _, outcome),) = home.successors(home.initial_states()[0])
    assert isinstance(outcome, Fault)
    told = "stakes:home does not use the parameter high; name it in a group of the scenario's `uses`"
    assert outcome.message == told
    assert model.with_parameter("high") == ["casino"]


def test_a_parameter_that_no_scenario_uses_is_none_of_any() -> None:
    model = Model("stakes", Stake, seats=Seat)
    model.scenario("home", uses=PAYING)(as_it_is)
    with pytest.raises(ModelError, match="stakes:home has no parameter high; no scenario has it"):
        model.instance("home", {"high": 5})


def test_what_a_scenario_fixes_is_a_parameter_that_it_uses() -> None:
    model = stakes()
    model.scenario("cheap", uses=STAKES, fixed={"high": 1})(as_it_is)
    assert model.instance("cheap").parameters == {"high": 1}
    with pytest.raises(ModelError, match="scenario free fixes high, which no group in `uses` names"):
        model.scenario("free", uses=PAYING, fixed={"high": 1})(as_it_is)


def test_a_parameter_of_another_class_is_refused_in_a_group() -> None:
    model = Model("stakes", Stake, seats=Seat)
    with pytest.raises(ModelError, match="limit is no field of Stake"):
        model.scenario("home", uses=Fields(Table.limit))(as_it_is)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limt": 1}, "fresh has no parameter limt; it has cards, limit, trump, strict"),
        ({"limit": 6}, "parameter limit: expected a whole number from 0 to 5, got 6"),
        ({"limit": -1}, "parameter limit: expected a whole number from 0 to 5, got -1"),
        ({"limit": "two"}, "parameter limit: expected a whole number from 0 to 5, got 'two'"),
        ({"limit": 2.0}, "parameter limit: expected a whole number from 0 to 5, got 2.0"),
        ({"limit": True}, "parameter limit: expected a whole number from 0 to 5, got True"),
        ({"trump": "TEN"}, "parameter trump: expected one of ACE, KING, QUEEN, JACK, got 'TEN'"),
        ({"strict": "maybe"}, "parameter strict: expected one of true, false, got 'maybe'"),
    ],
)
def test_wrong_parameters(given: dict[str, object], message: str) -> None:
    model = fresh()
    model.scenario("default")(as_it_is)
    with pytest.raises(ModelError) as caught:
        model.instance(None, given)
    assert str(caught.value) == message


def test_what_is_given_goes_before_what_a_scenario_fixes() -> None:
    model = fresh()
    model.scenario("default", fixed={"limit": 5})(as_it_is)
    assert model.instance().parameters["limit"] == 5
    assert model.instance(None, {"limit": 1}).parameters["limit"] == 1


def test_a_scope_may_depend_on_parameters() -> None:
    model = fresh()

    def seats(parameters: SimpleNamespace) -> dict[type[Seat], tuple[Seat, ...]]:
        return {Seat: tuple(Seat)[: max(1, parameters.limit)]}

    model.scenario("default", scope=seats)(as_it_is)
    assert model.instance(None, {"limit": 3}).seats.members == (ANN, BOB, CAT)
    assert model.instance(None, {"limit": 1}).seats.members == (ANN,)


def test_more_members_than_are_in_scope_are_refused() -> None:
    model = fresh()
    model.scenario("default", scope={Card: (Card.ACE, Card.KING)})(as_it_is)
    with pytest.raises(ModelError, match="scenario default has 2 members of Card in scope; cards = 3 is too many"):
        model.instance(None, {"cards": 3})


def test_no_rule_changes_a_parameter() -> None:
    model = fresh()

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.limit = 1

    with pytest.raises(ModelError, match="limit is a parameter of the model; no rule changes it"):
        model.instance().initial_states()


class TableView(View):
    deck: set[Card] = Set(Card)
    mine: int = Int(0, 3)


def test_a_view_is_filled_for_a_seat() -> None:
    model = fresh()

    @model.view
    def view(g: Table, seat: Seat) -> TableView:
        return TableView(deck=g.deck, mine=g.held[seat])

    @model.scenario("default")
    def setup(g: Table) -> None:
        g.held[BOB] = 2
        g.deck = {Card.KING}

    instance = model.instance()
    (first,) = instance.initial_states()
    assert instance.view(first, BOB) == TableView(deck={Card.KING}, mine=2)
    assert instance.view_slots(first, BOB) == (0b0010, 2)
    assert instance.view_slots(first, ANN) == (0b0010, 0)


def test_a_model_without_a_view_says_so() -> None:
    model = fresh()
    model.scenario("default")(as_it_is)
    instance = model.instance()
    with pytest.raises(ModelError, match="fresh has no view"):
        instance.view_slots(instance.initial_states()[0], ANN)


class Bounded(State):
    most: int = Parameter(3, 2, 5)
    held: int = Int(0, most)
    line: list[Card] = Seq(Card, at_most=most)


class Told(View):
    held: int = Int(0, Bounded.most)


def test_a_parameter_bounds_a_field_a_view_and_an_argument() -> None:
    model = Model("bounded", Bounded, seats=Seat)
    most = Bounded.most

    @model.automatic
    def take(g: Bounded, number: int = Int(1, most)) -> None:
        g.held = number
        g.line = [Card.ACE] * number

    @model.view
    def view(g: Bounded, seat: Seat) -> Told:
        return Told(held=g.held)

    model.scenario("default")(as_it_is)
    for number in (2, 5):
        instance = model.instance(parameters={"most": number})
        (action,) = instance.actions
        (start,) = instance.initial_states()
        outcomes = [instance.step(start, action, codes) for codes in action.instances()]
        assert [isinstance(each, Accepted) for each in outcomes] == [True] * number
        assert instance.layout.fields["held"].domain.counts == (number + 1,)
    del take, view


def test_what_does_not_bound_a_field() -> None:
    def other_parameter() -> None:
        class Wrong(State):
            held: int = Int(0, Bounded.most)

        tiny(Wrong)

    def truth_value() -> None:
        class Wrong(State):
            flag: bool = Parameter(False)
            held: int = Int(0, flag)

        del Wrong

    def empty() -> None:
        class Wrong(State):
            low: int = Parameter(4, 1, 5)
            held: int = Int(low, 3)

        tiny(Wrong)

    assert "none of the scenario's model" in mistake_in(other_parameter)
    assert "a bound is a whole number, or a parameter" in mistake_in(truth_value)
    assert "Int(4, 3) is empty" in mistake_in(empty)
