"""A search takes one discarded card and brings back the decision that it suspended."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, exists, forall, has, negate, same, scope
from ....model.dune.interruptions.nullentropy import PRICE, open_box, put_back, take_from_the_discard
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ..laws import laws
from .nullentropy import SEARCHES


@laws.step("search-comes-first", clauses=["ORN-50"], when=lambda b, step, a: b.box is not None, where=SEARCHES)
def search_comes_first(before: Table, step: Step, after: Table) -> bool:
    """While a search goes on, nothing else happens than that its player takes a card."""
    assert before.box is not None
    return step.took(take_from_the_discard) and step["seat"] == before.box.seat


@laws.step(
    "search-frame-comes-first",
    clauses=["ORN-50", "ORN-60"],
    when=lambda b, step, a: b.box_frame is not None,
    where=SEARCHES,
)
def search_frame_comes_first(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The frame of a search is retired before anything else happens, and puts back what the search had suspended."""
    assert before.box_frame is not None
    yield "first", step.took(put_back)
    yield "gone", after.box_frame is None
    yield "retired", after.retired == before.batches
    yield "put back", same(after.pending, before.box_frame.parent)


@laws.step("search-keeps-the-decision", clauses=["ORN-50", "ORN-60"], where=SEARCHES)
def search_keeps_the_decision(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A search takes the open decision along and passes it on to its frame as it was."""
    if step.took(open_box):
        assert after.box is not None
        yield "suspended", same(after.box.parent, before.pending)
    if step.took(take_from_the_discard):
        assert before.box is not None
        assert after.box_frame is not None
        yield "passed on", same(after.box_frame.parent, before.box.parent)


@laws.step("search-costs-two-spice", clauses=["ORN-50"], when=lambda b, s, a: s.took(open_box), where=SEARCHES)
def search_costs_two_spice(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Whoever opens the Box holds it and pays two spice to the bank; nobody else pays."""
    seat = step["seat"]
    yield "held", has(before.hand[seat], Card.NULLENTROPY_BOX)
    yield "paid", after.spice[seat] == before.spice[seat] - PRICE
    yield "bank", after.bank == before.bank + PRICE
    for other in scope(before, Faction):
        yield f"{other.title} pays", either(other == seat, after.spice[other] == before.spice[other])


def searching(before: Table, step: Step, after: Table) -> bool:
    """Whether the step opens a Box, takes a card with it, or settles it."""
    return step.took(open_box, take_from_the_discard, put_back)


@laws.step("search-cannot-reach-escrow", clauses=["ORN-02", "ORN-50"], when=searching, where=SEARCHES)
def search_cannot_reach_escrow(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A search leaves the flight in the air and all that belongs to it alone, and moves nobody."""
    yield "flight", same(after.flight, before.flight)
    yield "remainder", same(after.remainder, before.remainder)
    yield "moved", after.moved == before.moved
    yield "forces", after.forces == before.forces
    yield "turn", same(after.active, before.active)


@laws.step(
    "search-takes-one-discarded-card",
    clauses=["ORN-50"],
    when=lambda before, step, after: step.took(take_from_the_discard),
    where=SEARCHES,
)
def search_takes_one_discarded_card(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The seat that searches takes the one card it chose; the others are shuffled under the Box, known to it alone."""
    seat, card = step["seat"], step["card"]
    for each in scope(before, Card):
        chosen = each == card
        lay = lies_discarded(before, each)
        yield f"{each.name} taken", has(after.hand[seat], each) == either(has(before.hand[seat], each), chosen)
        yield f"{each.name} is there", negate(chosen) | lay
        yield f"{each.name} shuffled", has(after.face_down[seat], each) == lay & negate(chosen)
    yield "top", forall(scope(before, Card), lambda each: has(after.discard, each) == (each == Card.NULLENTROPY_BOX))


def lies_discarded(g: Table, card: Card) -> bool:
    """Whether a card lies on the discard pile, whichever way up."""
    return either(has(g.discard, card), exists(scope(g, Faction), lambda seat: has(g.face_down[seat], card)))
