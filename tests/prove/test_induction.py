"""Proof by induction: what is proved, what is refuted and how, and what stays open."""

from __future__ import annotations

import pytest

from feature_models import desk
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.formulas.solver import Budget
from kanly.explorer.prove.proofs.counterexamples import Counterexample
from kanly.explorer.prove.proofs.goals import FAULTS, FORM
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.obligations import INITIALLY, ProofResult
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.trace.tracing import trace_model
from kanly.invariants import CheckKind, Declarations, applicable, holds, set_up_by
from kanly.invariants.games.card_table import laws as card_laws
from kanly.invariants.games.two_phase_commit import laws as commit_laws
from kanly.model import Accepted, Fault, Instance, Int, Model, Parameter, State, require, size
from kanly.model.games.card_table import Card, Seat, Table, card_table, draw, play, retire
from kanly.model.games.two_phase_commit import two_phase_commit

DECLARED = (card_laws, commit_laws)
"""Looked up by name; importing them declares them."""


def proved(instance: Instance, *goals: str, budget: Budget | None = None) -> ProofResult:
    return Induction(trace_model(instance), budget).run(goals or None)


def test_custody_of_the_card_table_is_inductive() -> None:
    result = proved(card_table.instance(None, {"cards": 12, "seats": 4}), "custody")
    assert result.status is Status.HOLDS
    assert {cell.case for cell in result.of_goal("custody")} == {INITIALLY, "draw", "play", "retire", "reshuffle"}


PROVED = (CheckKind.INVARIANT, CheckKind.SAVE_RULE, CheckKind.STEP)


def test_everything_declared_of_the_card_table_is_proved() -> None:
    result = proved(card_table.instance())
    assert result.status is Status.HOLDS
    assert {goal: result.status_of(goal) for goal in result.goals} == dict.fromkeys(
        [*(each.id for each in applicable(card_table.instance()) if each.kind in PROVED), FORM, FAULTS], Status.HOLDS
    )


def keep_the_card(g: Table) -> None:
    require(g.escrow is not None, "nothing is in escrow")
    assert g.escrow is not None
    g.discard.add(g.escrow)


def draw_two_copies(g: Table, seat: Seat, card: Card) -> None:
    require(size(g.hand[seat]) < g.hand_limit, "the hand is full")
    require(card in g.deck, "the card is not in the deck")
    g.hand[seat].add(card)


def play_from_any_hand(g: Table, seat: Seat, card: Card) -> None:
    require(g.escrow is None, "a card is already in escrow")
    g.hand[seat].discard(card)
    g.escrow = card


def play_unchecked(g: Table, seat: Seat, card: Card) -> None:
    require(g.escrow is None, "a card is already in escrow")
    g.hand[seat].remove(card)
    g.escrow = card


def confirmed(instance: Instance, example: Counterexample) -> bool:
    """Whether running the step shows what the example says: everything held before it, and this does not after it."""
    declared = {each.id: each for each in applicable(instance)}
    states = [each for each in declared.values() if each.kind.value in ("invariant", "save rule")]
    assert instance.canonical(example.before) == example.before
    assert all(holds(each, instance.state(example.before))[0] for each in states)
    assert example.action is not None
    outcome = instance.step(example.before, example.action, example.codes)
    if example.fault is not None:
        return outcome == example.fault
    assert isinstance(outcome, Accepted)
    assert outcome.slots == example.after
    return not holds(declared[example.goal], instance.state(outcome.slots))[0]


@pytest.mark.parametrize(
    ("rule", "broken"), [(retire, keep_the_card), (draw, draw_two_copies), (play, play_from_any_hand)]
)
def test_a_rule_that_breaks_custody_is_refuted_by_a_step(rule: object, broken: object) -> None:
    instance = card_table.variant({rule: broken}).instance()  # type: ignore[dict-item]
    result = proved(instance, "custody")
    assert result.status_of("custody") is Status.OPEN
    (example,) = result.examples
    assert example.action is not None
    assert example.action.action.rule is broken
    assert confirmed(instance, example)
    others = [each for each in result.of_goal("custody") if not each.examples]
    assert all(each.status is Status.HOLDS for each in others)


def test_a_counterexample_is_small_and_always_the_same() -> None:
    instance = card_table.variant({retire: keep_the_card}).instance()
    first, again = (proved(instance, "custody").examples[0] for _ in range(2))
    assert first == again
    assert instance.describe(first.before) == {
        "deck": "{}",
        "hand.ANN": "{}",
        "hand.BOB": "{}",
        "escrow": "C1",
        "discard": "{C2, C3, C4}",
    }
    assert instance.slots[first.matters[0]].path == "discard"


def test_a_rule_that_can_fail_is_found() -> None:
    instance = card_table.variant({play: play_unchecked}).instance()
    result = proved(instance, FAULTS)
    (example,) = result.examples
    assert isinstance(example.fault, Fault)
    assert example.fault.kind == "KeyError"
    assert confirmed(instance, example)


class Cells(State):
    counts: bool = Parameter(True)

    one: int = Int(0, 7)
    two: int = Int(0, 7)


cells = Model("cells", Cells, seats=Seat)
"""`even` is kept only where `small` holds; unless it `counts`, a step breaks that."""
laws = Declarations(cells)


@cells.scenario("default")
def at_zero(g: Cells) -> None:
    pass


@cells.scenario("wrong")
def at_five(g: Cells) -> None:
    g.one = 5


@laws.invariant("small")
def small(g: Cells) -> bool:
    """The one is at most 3."""
    return g.one <= 3


@laws.invariant("even")
def even(g: Cells) -> bool:
    """The two is even."""
    return g.two % 2 == 0


@laws.equivalence("halves")
def halves(g: Cells) -> tuple[int, int]:
    """Twice the half of a number is the number without its rest."""
    return (g.one // 2) * 2, g.one - g.one % 2


@laws.equivalence("orders", when=lambda g: g.one != 7)
def orders(g: Cells) -> tuple[int, int]:
    """Cutting a sum makes no difference where nothing is cut."""
    return (g.one + 1) % 8, g.one + 1


@laws.equivalence("same", when=lambda g: g.two == 4, where=set_up_by(at_five))
def same_numbers(g: Cells) -> tuple[int, int]:
    """The one is the two."""
    return g.one, g.two


@cells.automatic
def step(g: Cells) -> None:
    require(g.two < 6, "full")
    g.two = g.two + (2 if g.one <= 3 else 1)


@cells.automatic
def grow(g: Cells) -> None:
    require(g.one < (3 if g.counts else 7), "full")
    g.one += 1


def test_what_a_claim_rests_on_is_proved_too() -> None:
    result = proved(cells.instance(), "even")
    assert result.uses("even") == {"even", "small"}
    assert result.status_of("small") is Status.HOLDS
    assert result.status is Status.HOLDS


def test_a_claim_that_leans_on_a_false_one_is_open() -> None:
    result = proved(cells.instance(None, {"counts": False}))
    assert result.status_of("small") is Status.OPEN
    assert result.status_of("even") is Status.OPEN
    assert any("small" in cell.reason for cell in result.of_goal("even"))


def test_an_initial_state_that_violates_is_the_base_case() -> None:
    result = proved(cells.instance("wrong"), "small")
    assert result.obligations[INITIALLY, "small"].status is Status.VIOLATED
    assert result.obligations[INITIALLY, "small"].examples


def test_equivalences_are_proved_for_all_states() -> None:
    instance = cells.instance("wrong")
    result = proved(instance, "halves", "orders", "same")
    statuses = {goal: result.status_of(goal) for goal in ("halves", "orders", "same")}
    assert statuses == {"halves": Status.HOLDS, "orders": Status.HOLDS, "same": Status.OPEN}
    (example,) = (each for each in result.examples if each.goal == "same")
    assert instance.describe(example.before) == {"one": "0", "two": "4"}


def test_no_time_is_no_proof() -> None:
    result = proved(card_table.instance(), budget=Budget(total=0.0))
    asked = ["custody", "hand-limit", FORM]
    assert {result.status_of(goal) for goal in asked} <= {Status.INCONCLUSIVE, Status.HOLDS}
    assert result.status_of("custody") is Status.INCONCLUSIVE
    assert result.status is Status.INCONCLUSIVE
    assert "time" in next(cell.reason for cell in result.of_goal("custody") if cell.reason)


@pytest.mark.parametrize(
    "instance",
    [
        card_table.instance(),
        card_table.variant({retire: keep_the_card}).instance(),
        pytest.param(card_table.variant({draw: draw_two_copies}).instance(), marks=pytest.mark.slow),
        card_table.variant({play: play_unchecked}).instance(),
        two_phase_commit.instance(),
        cells.instance(),
        cells.instance(None, {"counts": False}),
    ],
    ids=lambda instance: instance.name,
)
def test_what_is_proved_is_never_violated_in_the_search(instance: Instance) -> None:
    result = proved(instance)
    found = explore(instance, keep_going=True, bounds=Bounds(states=5_000))
    violated = {check.declaration.id for check in found.checks if check.status is Status.VIOLATED}
    held = {goal for goal in result.goals if result.status_of(goal) is Status.HOLDS}
    assert not held & violated
    assert not (FAULTS in held and found.fault is not None)


def test_every_feature_of_the_language_is_proved_about() -> None:
    """The readings agree: each fault that is possible anywhere is confirmed by running it, and no other."""
    instance = desk.instance("narrow")
    result = proved(instance, FORM, FAULTS)
    assert result.status_of(FORM) is Status.HOLDS
    assert {example.action.name for example in result.examples if example.action} >= {"take_unchecked", "enqueue"}
    assert all(confirmed(instance, example) for example in result.examples)


def test_an_interruption_leaves_the_rest_open() -> None:
    result = proved(card_table.instance(), budget=Budget(stop=lambda: True))
    assert result.status_of("custody") is Status.INCONCLUSIVE
    assert "interrupted" in {cell.reason for cell in result.of_goal("custody")}
