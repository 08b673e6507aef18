"""What CHOAM lets happen happens if it is still legal, and what it forbids costs nobody a movement."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, exists, forall, has, is_present, negate, same, scope
from ....model.dune.movement.arrival import MovementFailed, allow_arrival, forbid_arrival
from ....model.dune.movement.legality import legal
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Line
from ....model.dune.table.movements import Arrival
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws

ASKED = playing(allow_arrival)
"""Where CHOAM can be asked."""


def answers(before: Table, step: Step, after: Table) -> bool:
    """Whether the step is CHOAM's answer."""
    return step.took(allow_arrival, forbid_arrival)


@laws.step("choam-decides-about-the-declared-group", clauses=["ORN-41"], when=answers, where=ASKED)
def choam_decides_about_the_declared_group(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The declared group moves exactly if CHOAM lets it and it is still legal; the question is over either way."""
    arrival = before.pending
    assert isinstance(arrival, Arrival)
    player = arrival.movement.player
    goes = legal(before, arrival.movement) if step.took(allow_arrival) else False
    yield "moved", after.moved[player] == before.moved[player] + choose(goes, 1, 0)
    yield "told", step.emitted(MovementFailed) == negate(goes)
    yield "answered", not isinstance(after.pending, Arrival)


def stays(before: Table, step: Step, after: Table) -> bool:
    """Whether CHOAM's answer lets nobody move."""
    return step.took(allow_arrival, forbid_arrival) and step.emitted(MovementFailed)


@laws.step("failed-arrival-costs-nothing", clauses=["ORN-02", "ORN-41"], when=stays, where=ASKED)
def failed_arrival_costs_nothing(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the declared group does not move, all is as before but for a Baliset that was played, escrow included."""
    yield "forces", after.forces == before.forces
    yield "marker", same(after.marker, before.marker)
    yield "moved", after.moved == before.moved
    yield "log", forall(scope(before, Line), lambda line: after.log[line] == before.log[line])
    yield "flight", same(after.flight, before.flight)
    yield "second group", same(after.remainder, before.remainder)
    yield "no frame", negate(is_present(after.frame))
    yield "turn", same(after.active, before.active)
    for card in scope(before, Card):
        played = step.took(forbid_arrival) and card == Card.BALISET
        yield f"{card.name} is discarded", has(after.discard, card) == (True if played else has(before.discard, card))
        if not played:
            yield f"{card.name} is held", held(after, card) == held(before, card)


def held(g: Table, card: Card) -> bool:
    """Whether a card is in somebody's hand."""
    return exists(scope(g, Faction), lambda seat: has(g.hand[seat], card))
