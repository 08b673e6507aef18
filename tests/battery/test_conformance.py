"""The conformance battery: every bundled model passes it, and every test in it can fail."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from conforming import Table, TableView, step, wanting
from kanly.explorer.battery.conformance import conformance
from kanly.explorer.battery.sample import sampled
from kanly.explorer.cli.frame.selection import BUNDLED, choose
from kanly.explorer.findings.status import Status
from kanly.invariants.language.declarations import Declarations
from kanly.model import (
    Accepted,
    Event,
    Instance,
    Int,
    Model,
    ModelError,
    Slots,
    State,
    emit,
    require,
)
from kanly.model.language.values.domain import SlotInfo
from tiny import Seat, as_it_is, tiny


def every_scenario() -> list[Instance]:
    models = [choose(name).model for name in BUNDLED]
    return [model.instance(scenario) for model in models for scenario in model.scenarios]


LARGE = ("dune:flight", "dune:flight-box", "dune:terror-robbery", "dune:terror-sabotage")


def those_of_the_gate() -> list[Instance]:
    """The scenarios that the gate takes when it is not asked for all."""
    return [
        choose(name).model.instance(scenario)
        for name, bundled in BUNDLED.items()
        for scenario in bundled.short or choose(name).model.scenarios
    ]


@pytest.mark.parametrize(
    "instance",
    [pytest.param(each, marks=pytest.mark.slow if each.name in LARGE else ()) for each in those_of_the_gate()],
    ids=lambda instance: instance.name,
)
def test_bundled_models_conform(instance: Instance) -> None:
    wrong = [finding for finding in conformance(instance, most=30) if not finding.ok]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("instance", every_scenario(), ids=lambda instance: instance.name)
def test_bundled_models_conform_on_larger_samples(instance: Instance) -> None:
    assert [finding for finding in conformance(instance, most=600, seed=1) if not finding.ok] == []


def test_a_sound_model_passes_and_says_how_much_was_tried() -> None:
    instance = tiny(Table, step)
    assert wanting(instance) == {}
    assert conformance(instance)[1].message.endswith("Tried on all 4 reached states.")
    message = conformance(instance, most=2)[1].message
    assert message.endswith("Tried on 2 reached states, near the start and spread over depth.")


def test_the_same_seed_gives_the_same_findings() -> None:
    instance = every_scenario()[0]
    assert conformance(instance, most=30, seed=4) == conformance(instance, most=30, seed=4)


def test_a_rule_that_fails() -> None:
    def overdo(g: Table) -> None:
        g.turn += 2

    finding = wanting(tiny(Table, overdo))["rules-hold-up"]
    assert finding.message.startswith("overdo: out of domain: Table.turn: 4 is outside of 0 to 3 (")
    assert "turn = 2" in finding.message


def test_an_action_that_is_never_possible() -> None:
    def never(g: Table) -> None:
        require(g.turn > 3, "too early")

    finding = wanting(tiny(Table, step, never))["every-action-fires"]
    assert (finding.status, finding.message, finding.ok) == (Status.VACUOUS, "never is never possible", False)
    finding = wanting(tiny(Table, step, never), most=2)["every-action-fires"]
    assert (finding.status, finding.message[:31]) == (Status.INCONCLUSIVE, "not taken within the sample: ne")


def only_elsewhere(g: Table) -> None:
    require(g.held is not None, "nothing is held")
    g.turn = 0


def fails_elsewhere(g: Table) -> None:
    require(g.held is not None, "nothing is held")
    g.turn = 1 // (g.turn - g.turn)


@pytest.mark.parametrize("rule", [only_elsewhere, fails_elsewhere])
def test_what_is_possible_only_where_play_does_not_lead_neither_fires_nor_fails(rule: Callable[[Any], None]) -> None:
    """Some states are drawn in which it could be taken, and tell nothing of play."""
    sample = sampled(tiny(Table, step, rule), 50, 0)
    assert rule.__name__ in {each.action.name for each in sample.elsewhere}
    found = wanting(tiny(Table, step, rule))
    assert {name: finding.message for name, finding in found.items()} == {
        "every-action-fires": f"{rule.__name__} is never possible"
    }


def test_a_rule_that_remembers_is_refused() -> None:
    calls: list[int] = []

    def remember(g: Table) -> None:
        calls.append(1)
        g.turn = len(calls) % 4

    with pytest.raises(ModelError, match="a rule changes the state only"):
        conformance(tiny(Table, remember))


def test_steps_that_depend_on_something_outside_the_state() -> None:
    calls: list[int] = []

    def elsewhere(_rule: object, slots: Slots, _arguments: object) -> Accepted:
        calls.append(1)
        return Accepted((len(calls) % 4, *slots[1:]), ())

    found = wanting(replaced("run", elsewhere))["determinism"]
    assert "depends on something outside the state" in found.message


def test_steps_that_tell_something_else_each_time() -> None:
    class Told(Event):
        turn: int = Int(0, 3)

    def tell(g: Table) -> None:
        emit(Told(turn=g.turn))
        step(g)

    instance, calls = tiny(Table, tell), list[int]()
    usual = instance.run

    def chatter(*arguments: Any) -> Any:
        taken = usual(*arguments)
        calls.append(1)
        return Accepted(taken.slots, taken.events * (len(calls) % 4)) if isinstance(taken, Accepted) else taken

    instance.run = chatter  # type: ignore[method-assign]
    assert "determinism" in wanting(instance)


def test_actions_that_never_settle() -> None:
    def flip(g: Table) -> None:
        g.turn = 1 - g.turn

    assert "did not settle within" in wanting(tiny(Table, flip))["automatic-actions"].message


def with_view(view: Callable[[Any, Seat], Any]) -> Instance:
    model = Model("viewed", Table, seats=Seat)
    model.automatic(step)
    model.scenario("default")(as_it_is)
    view.__annotations__["return"] = TableView
    model.view(view)
    return model.instance()


def test_views_that_cannot_be_filled() -> None:
    def incomplete(g: Table, seat: Seat) -> Any:
        return TableView()  # pyright: ignore[reportCallIssue]

    def too_large(g: Table, seat: Seat) -> Any:
        return TableView(turn=g.turn)

    def failing(g: Table, seat: Seat) -> Any:
        return TableView(turn=1 // (2 - g.turn))

    assert wanting(with_view(incomplete))["views"].message.startswith("TypeError: TableView: missing turn")
    assert wanting(with_view(too_large))["views"].message.startswith("out of domain: TableView.turn: 3 is outside")
    assert wanting(with_view(failing))["views"].message.startswith("ZeroDivisionError")


def test_a_view_that_changes_its_mind() -> None:
    def as_it_stands(g: Table, seat: Seat) -> Any:
        return TableView(turn=0)

    looks: list[int] = []

    def fickle(_slots: Slots, _seat: Seat) -> Slots:
        looks.append(1)
        return (len(looks) % 2,)

    instance = with_view(as_it_stands)
    instance.view_slots = fickle  # type: ignore[method-assign]
    assert wanting(instance)["views"].message.startswith("ANN is shown two different things in one state")


def test_knowledge_that_cannot_be_decided() -> None:
    def rule(g: Any, seat: Seat) -> bool:
        return g.turn // (2 - g.turn) > 0

    class Odd(State):
        turn: int = Int(0, 3)
        secret: int = Int(0, 1, seen_by=rule)

    assert wanting(tiny(Odd, step_of_odd))["knowledge"].message.startswith("ZeroDivisionError")


def step_of_odd(g: Any) -> None:
    require(g.turn < 3, "over")
    g.turn += 1


def declared(**kinds: Callable[..., Any]) -> Instance:
    instance = tiny(Table, step)
    laws = Declarations(instance.model)
    for kind, function in kinds.items():
        getattr(laws, kind)(kind.replace("_", "-"))(function)
    return instance


def test_a_save_rule_that_refuses_a_reached_state() -> None:
    def no_third_turn(g: Table) -> bool:
        """There are three turns."""
        return g.turn < 3

    found = wanting(declared(save_rule=no_third_turn))["saves"]
    assert found.message.startswith("save-rule refuses a reached state at $: turn = 3")


def test_declarations_that_cannot_be_decided() -> None:
    def breaks(g: Table) -> bool:
        """Never decided in the last turn."""
        return 1 // (3 - g.turn) >= 0

    def breaks_after(before: Table, step: Any, after: Table) -> bool:
        """Asks for an argument that is not there."""
        return step["card"] == before.held

    assert wanting(declared(invariant=breaks))["declarations"].message.startswith("ZeroDivisionError")
    assert wanting(declared(step=breaks_after))["declarations"].message.startswith("KeyError: card")


def replaced(method: str, result: Callable[..., Any]) -> Instance:
    """A sound instance in which the language itself is broken."""
    instance = tiny(Table, step)
    setattr(instance, method, result)
    return instance


def zero(*_: object) -> Slots:
    return (0,) * 6


def one_description(slots: Slots) -> dict[str, str]:
    return {"turn": "unknown"}


def nine(_rule: object, slots: Slots, _arguments: object) -> Accepted:
    return Accepted((9, *slots[1:]), ())


@pytest.mark.parametrize(
    ("method", "result", "test"),
    [
        ("canonical", zero, "canonical"),
        ("from_json", zero, "round-trip"),
        ("describe", one_description, "description"),
        ("run", nine, "ranges"),
    ],
)
def test_a_language_that_breaks_its_promise(method: str, result: Callable[..., Any], test: str) -> None:
    assert test in wanting(replaced(method, result))


def test_two_slots_of_one_name() -> None:
    instance = tiny(Table, step)
    instance.slots = tuple(SlotInfo("same", slot.count) for slot in instance.slots)
    assert wanting(instance)["slot-paths"].message == "same names two slots"


def test_a_state_out_of_range() -> None:
    instance = tiny(Table, step)
    outside: Slots = (7, *(0,) * (len(instance.slots) - 1))
    instance.initial_states = lambda: (outside,)  # type: ignore[method-assign]
    assert wanting(instance)["ranges"].message == "turn holds code 7 of 4"


def test_two_actions_written_alike() -> None:
    instance = tiny(Table, step)

    def twice() -> Any:
        return iter([(), ()])

    instance.actions[0].instances = twice  # type: ignore[method-assign]
    assert wanting(instance)["action-names"].message == "step stands for two different steps"


def test_events_told_to_nobody_at_the_table() -> None:
    class Told(Event):
        turn: int = Int(0, 3)

    def tell(g: Table) -> None:
        emit(Told(turn=g.turn))
        step(g)

    instance = tiny(Table, tell)
    usual = instance.run

    def elsewhere(*arguments: Any) -> Any:
        taken = usual(*arguments)
        if not isinstance(taken, Accepted):
            return taken
        return Accepted(taken.slots, tuple(dataclasses.replace(sent, seats=("DAN",)) for sent in taken.events))

    instance.run = elsewhere  # type: ignore[method-assign]
    assert wanting(instance)["events"].message == "tell tells Told to DAN"


def test_a_step_that_is_not_listed() -> None:
    instance = tiny(Table, step)

    def nothing(slots: Slots) -> Any:
        return iter(())

    instance.successors = nothing  # type: ignore[method-assign]
    assert wanting(instance)["successors"].message.startswith("0 steps are listed and 1 are possible")


def one_step(g: Table) -> None:
    """Play never gets to the third turn."""
    require(g.turn < 1, "over")
    g.turn += 1


def second_for_third(value: Any) -> Any:
    """A state with the second turn for one with the third; anything else as it is."""
    match value:
        case (3, *rest):
            return (2, *rest)
        case _:
            return value


def broken_beyond_play(method: str) -> Instance:
    """An instance in which the third turn, which play does not reach, is taken for the second."""
    instance = tiny(Table, one_step)
    usual = getattr(instance, method)

    def confused(value: Any) -> Any:
        return second_for_third(usual(second_for_third(value)))

    setattr(instance, method, confused)
    return instance


@pytest.mark.parametrize(
    ("method", "test"), [("from_json", "round-trip"), ("to_json", "round-trip"), ("describe", "description")]
)
def test_what_goes_wrong_only_where_play_does_not_lead(method: str, test: str) -> None:
    assert test in wanting(broken_beyond_play(method))
