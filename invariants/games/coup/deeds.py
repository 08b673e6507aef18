"""What each action of Coup costs and brings, when it is neither doubted nor blocked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import (
    both,
    exists,
    forall,
    is_present,
    negate,
    scope,
)
from ....model.games.coup.deeds import assassinate, exchange, foreign_aid, income, launch_coup, steal, tax
from ....model.games.coup.proofs import concede
from ....model.games.coup.table.kinds import Deed, Seat, Stage
from ....model.games.coup.table.state import Court
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, playing_any
from .book import CHARACTER, other
from .court import (
    DECLARED,
    gains,
    happens,
    is_open,
    laws,
    passes,
    price_of,
)


@laws.step("income-is-one-coin", clauses=["COUP-04"], when=lambda before, step, after: step.took(income))
def income_is_one_coin(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Income is a coin from the treasury, and the turn is over."""
    yield "gains", gains(before, after, step["seat"], 1)
    yield "turn", passes(before, after)
    yield from changes_only(before, after, ("coins", step["seat"]), "treasury", "turn", "asked")


@laws.step(
    "foreign-aid-is-two-coins",
    clauses=["COUP-05"],
    when=lambda before, step, after: happens(before, step, after, Deed.FOREIGN_AID),
    where=playing(foreign_aid),
)
def foreign_aid_is_two_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Foreign aid that nobody blocks, or a false Duke, is two coins from the treasury."""
    yield "gains", gains(before, after, before.turn, 2)
    yield "turn", passes(before, after)


@laws.step(
    "tax-is-three-coins",
    clauses=["COUP-08"],
    when=lambda before, step, after: happens(before, step, after, Deed.TAX),
    where=playing(tax),
)
def tax_is_three_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Duke brings three coins from the treasury."""
    yield "gains", gains(before, after, before.turn, 3)
    yield "turn", passes(before, after)


@laws.step(
    "theft-is-two-coins",
    clauses=["COUP-10"],
    when=lambda before, step, after: happens(before, step, after, Deed.STEAL),
    where=playing(steal),
)
def theft_is_two_coins(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Captain takes two coins from the other seat, or as many as it has."""
    seat, victim = before.turn, other(before, before.turn)
    stolen = min(2, before.coins[victim])
    yield "gains", after.coins[seat] == before.coins[seat] + stolen
    yield "loses", after.coins[victim] == before.coins[victim] - stolen
    yield "turn", passes(before, after)


@laws.step(
    "assassination-costs-an-influence",
    clauses=["COUP-09"],
    when=lambda before, step, after: happens(before, step, after, Deed.ASSASSINATE),
    where=playing(assassinate),
)
def assassination_costs_an_influence(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Assassin makes the other seat lose an influence, once."""
    victim = other(before, before.turn)
    yield "loses", both(after.stage == Stage.LOSE, after.asked == victim)
    yield "once", negate(is_present(after.deed))
    yield "coins stay", forall(before.coins, lambda seat: after.coins[seat] == before.coins[seat])


@laws.step(
    "exchange-draws",
    clauses=["COUP-11"],
    when=lambda before, step, after: happens(before, step, after, Deed.EXCHANGE),
    where=playing(exchange),
)
def exchange_draws(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The Ambassador draws cards, and nobody else does."""
    yield "draws", both(after.stage == Stage.DRAW, after.asked == before.turn)
    yield "once", negate(is_present(after.deed))


@laws.step(
    "actions-are-announced",
    clauses=["COUP-05", "COUP-08", "COUP-09", "COUP-10", "COUP-11"],
    when=lambda before, step, after: step.took(*DECLARED),
    where=playing_any(*DECLARED),
)
def actions_are_announced(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """An action is open to the other seat before it has any effect; only the Assassin is paid at once."""
    for rule, deed in DECLARED.items():
        if step.took(rule):
            stage = Stage.CHALLENGE if deed in CHARACTER else Stage.BLOCK
            yield "open", both(is_open(after, deed), both(after.stage == stage, after.asked != step["seat"]))
    paid = [("coins", step["seat"]), "treasury"] if step.took(assassinate) else []
    yield from changes_only(before, after, "deed", "stage", "asked", *paid)


@laws.step(
    "price-is-paid",
    clauses=["COUP-06", "COUP-09"],
    when=lambda before, step, after: step.took(launch_coup, assassinate),
    where=playing_any(launch_coup, assassinate),
)
def price_is_paid(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A coup costs seven coins, an assassination three."""
    seat, price = step["seat"], price_of(step)
    yield "paid", after.coins[seat] == before.coins[seat] - price
    yield "into the treasury", after.treasury == before.treasury + price


@laws.step("coup-cannot-be-hindered", clauses=["COUP-06"], when=lambda before, step, after: step.took(launch_coup))
def coup_cannot_be_hindered(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """After a coup the other seat loses an influence, whatever it claims."""
    yield "loses", both(after.stage == Stage.LOSE, after.asked == other(before, step["seat"]))
    yield from changes_only(before, after, ("coins", step["seat"]), "treasury", "stage", "asked")


def moves_coins(before: Court, step: Step, after: Court) -> Any:
    """Whether coins may move in this step."""
    if step.took(income, assassinate, launch_coup):
        return True
    if step.took(concede):
        return both(is_open(before, Deed.ASSASSINATE), negate(is_present(before.block)))
    return exists(
        (Deed.FOREIGN_AID, Deed.TAX, Deed.STEAL), lambda deed: happens(before, step, after, deed)
    )  # fmt: skip


@laws.step("coins-stay", clauses=["COUP-02", "COUP-15"], when=lambda b, step, a: negate(moves_coins(b, step, a)))
def coins_stay(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Coins move only by an action that has its effect, a price, and a price that comes back."""
    for seat in scope(before, Seat):
        yield seat.name, after.coins[seat] == before.coins[seat]
