"""What a Handmaid protects from, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, has, implies, negate, scope, size
from ....model.games.love_letter.low_cards import hide_behind_handmaid
from ....model.games.love_letter.table.kinds import Card, Seat, Stage
from ....model.games.love_letter.table.state import Round
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from .laws import laws


@laws.invariant("protection-has-its-handmaid", clauses=["LOVE-07"])
def protection_has_its_handmaid(g: Round) -> Any:
    """No more seats are protected than Handmaids have been played."""
    return size(g.safe) <= g.discard.count(Card.HANDMAID)


@laws.step("handmaid-protects", clauses=["LOVE-07"])
def handmaid_protects(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """What a protected seat holds stays as it is, and it stays in play, until its own turn."""
    for seat in scope(before, Seat):
        stays = both(after.hand[seat] == before.hand[seat], negate(has(after.out, seat)))
        yield seat.name, implies(both(has(before.safe, seat), before.turn != seat), stays)


@laws.step(
    "handmaid-hides",
    clauses=["LOVE-07"],
    when=lambda before, step, after: step.took(hide_behind_handmaid),
    where=playing(hide_behind_handmaid),
)
def handmaid_hides(before: Round, step: Step, after: Round) -> Any:
    """Who plays the Handmaid is protected, unless the round is over with her."""
    return has(after.safe, step["seat"])


@laws.step("handmaid-protects-from-looks", clauses=["LOVE-07"])
def handmaid_protects_from_looks(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Nobody is shown the hand of a protected seat, until its own turn."""
    for seat in scope(before, Seat):
        hidden = both(has(before.safe, seat), before.turn != seat)
        yield seat.name, implies(hidden, after.shown[seat] <= before.shown[seat])


@laws.step("protection-ends-on-the-own-turn", clauses=["LOVE-07"])
def protection_ends_on_the_own_turn(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A seat loses its protection only when its own turn begins or it is out."""
    for seat in scope(before, Seat):
        begins = both(after.turn == seat, after.stage == Stage.DRAW)
        lost = both(has(before.safe, seat), negate(has(after.safe, seat)))
        yield seat.name, implies(lost, begins)
