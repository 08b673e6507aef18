"""A search and a question come in between: everything else waits for them, and nothing is lost meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import count, either, exists, forall, has, negate, same, scope, size
from ....model.dune.interruptions.nullentropy import PRICE, open_box, put_back, take_from_the_discard
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.movement.karama import pass_speed
from ....model.dune.scenarios.interruptions import flight_box, flight_truthtrance
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Cause, Phase
from ....model.dune.table.movements import Arrival, SpeedResponse
from ....model.dune.table.state import Table
from ...language.declarations import Conjunct, Step
from ...language.where import playing, set_up_by
from ..laws import laws

SEARCHES = playing(open_box)
"""Where a Nullentropy Box can be played."""

QUESTIONS = playing(ask_truthtrance)
"""Where a Truthtrance can be played."""


@laws.invariant("search-suspends-everything", clauses=["ORN-50"], when=lambda g: g.box is not None, where=SEARCHES)
def search_suspends_everything(g: Table) -> Iterator[Conjunct]:
    """While a search goes on, no decision is open, no frame waits, and it is the movement phase."""
    yield "decision", g.pending is None
    yield "frame", g.frame is None
    yield "its own frame", g.box_frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant("search-frame-stands-alone", clauses=["ORN-50"], when=lambda g: g.box_frame is not None, where=SEARCHES)
def search_frame_stands_alone(g: Table) -> Iterator[Conjunct]:
    """While the frame of a search waits, no decision is open and no flight's frame waits with it."""
    yield "decision", g.pending is None
    yield "frame", g.frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant(
    "search-receipt-names-the-box", clauses=["ORN-50"], when=lambda g: g.box_frame is not None, where=SEARCHES
)
def search_receipt_names_the_box(g: Table) -> Iterator[Conjunct]:
    """The receipt of a search is of the Box alone, which lies open on the discard pile."""
    frame = g.box_frame
    assert frame is not None
    yield "cause", frame.batch.cause == Cause.BOX
    yield "card", frame.batch.card == Card.NULLENTROPY_BOX
    yield "face", frame.batch.public
    yield "number", frame.batch.number == g.batches
    yield "in the discard pile", has(g.discard, Card.NULLENTROPY_BOX)


@laws.invariant("box-is-used-once", clauses=["ORN-50"], where=SEARCHES)
def box_is_used_once(g: Table) -> bool:
    """A search has been completed exactly if the Box is discarded."""
    face_down = exists(scope(g, Faction), lambda seat: has(g.face_down[seat], Card.NULLENTROPY_BOX))
    return (g.boxes == 1) == either(has(g.discard, Card.NULLENTROPY_BOX), face_down)


@laws.invariant("something-is-searched", clauses=["ORN-50"], when=lambda g: g.box is not None, where=SEARCHES)
def something_is_searched(g: Table) -> bool:
    """A search goes on only over a discard pile that has a card to take."""
    return size(g.discard) + sum(size(cards) for cards in g.face_down.values()) > 0


@laws.step("search-comes-first", clauses=["ORN-50"], when=lambda b, step, a: b.box is not None, where=SEARCHES)
def search_comes_first(before: Table, step: Step, after: Table) -> bool:
    """While a search goes on, nothing else happens than that its player takes a card."""
    assert before.box is not None
    return step.took(take_from_the_discard) and step["seat"] == before.box.seat


@laws.step(
    "search-frame-comes-first", clauses=["ORN-50"], when=lambda b, step, a: b.box_frame is not None, where=SEARCHES
)
def search_frame_comes_first(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The frame of a search is retired before anything else happens, and puts back what the search had suspended."""
    assert before.box_frame is not None
    yield "first", step.took(put_back)
    yield "gone", after.box_frame is None
    yield "retired", after.retired == before.batches
    yield "put back", same(after.pending, before.box_frame.parent)


@laws.step("search-keeps-the-decision", clauses=["ORN-50"], where=SEARCHES)
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


@laws.step("receipts-are-never-merged", clauses=["ORN-50", "ORN-54"])
def receipts_are_never_merged(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A step makes at most one receipt, and none while another is waiting to be settled."""
    made = after.batches - before.batches
    yield "one", either(made == 0, made == 1)
    yield "one after the other", either(made == 0, before.batches == before.retired)


def asked(before: Table, step: Step, after: Table) -> bool:
    """Whether a question is open before the step, or asked by it."""
    return either(size(before.questions) > 0, step.took(ask_truthtrance))


@laws.step("question-locks-the-decision", clauses=["ORN-51"], when=asked, where=QUESTIONS)
def question_locks_the_decision(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """While a question is open it is answered or another one asked; decision, flight and forces stay as they are."""
    yield "nothing else", step.took(ask_truthtrance, answer_truly)
    yield "decision", same(after.pending, before.pending)
    yield "flight", same(after.flight, before.flight)
    yield "forces", after.forces == before.forces
    yield "turn", same(after.active, before.active)
    yield "no frame", after.frame is None


@laws.invariant("question-is-no-frame", clauses=["ORN-51"], when=lambda g: bool(g.questions), where=QUESTIONS)
def question_is_no_frame(g: Table) -> Iterator[Conjunct]:
    """No question is open while a frame waits or a search goes on, and all are of the movement phase."""
    yield "frame", g.frame is None
    yield "search", g.box is None and g.box_frame is None
    yield "phase", g.phase == Phase.MOVEMENT


@laws.invariant("questions-hold-truthtrances", clauses=["ORN-51"], when=lambda g: bool(g.questions), where=QUESTIONS)
def questions_hold_truthtrances(g: Table) -> Iterator[Conjunct]:
    """Each open question was asked with a Truthtrance, of another seat than its asker."""
    for question in g.questions:
        yield "card", either(question.card == Card.TRUTHTRANCE, question.card == Card.SECOND_TRUTHTRANCE)
        yield "another seat", question.asker != question.asked


@laws.step(
    "answers-are-true-and-in-turn",
    clauses=["ORN-51"],
    when=lambda before, step, after: step.took(answer_truly),
    where=QUESTIONS,
)
def answers_are_true_and_in_turn(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The first question is answered by the seat that it asks, truly; its card alone is discarded."""
    question = before.questions[0]
    yield "asked", question.asked == step["seat"]
    yield "true", step["yes"] == has(before.hand[question.asked], question.about)
    yield "over", size(after.questions) == size(before.questions) - 1
    for card in scope(before, Card):
        now = either(has(before.discard, card), question.card == card)
        yield f"{card.name} is discarded", has(after.discard, card) == now
    yield "hands", forall(scope(before, Faction), lambda seat: after.hand[seat] == before.hand[seat])
    yield "no receipt", after.batches == before.batches


@laws.witness("search-suspends-an-arrival-in-the-air", clauses=["ORN-50"], where=SEARCHES)
def search_suspends_an_arrival_in_the_air(g: Table) -> bool:
    """CHOAM is to decide about a flown group, and a search comes in between."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, Arrival)


@laws.witness("search-suspends-a-speed-in-the-air", clauses=["ORN-50"], where=playing(open_box, pass_speed))
def search_suspends_a_speed_in_the_air(g: Table) -> bool:
    """A speed is being answered for a flown group, and a search comes in between."""
    return g.flight is not None and g.box is not None and isinstance(g.box.parent, SpeedResponse)


@laws.witness("decision-comes-back-in-the-air", clauses=["ORN-50"], where=SEARCHES)
def decision_comes_back_in_the_air(before: Table, step: Step, after: Table) -> bool:
    """The frame of a search puts the decision about a flown group back."""
    return step.took(put_back) and after.flight is not None and isinstance(after.pending, Arrival)


@laws.witness("flight-completes-after-a-search", clauses=["ORN-50"], where=SEARCHES)
def flight_completes_after_a_search(g: Table) -> bool:
    """A search is over, and then a flight comes to its own frame, with a receipt of its own."""
    return isinstance(g.frame, MoveFrame) and g.frame.flight.event == 1 and g.frame.batch.number == 2


@laws.witness("ornithopter-is-brought-back", clauses=["ORN-43", "ORN-50"], where=set_up_by(flight_box))
def ornithopter_is_brought_back(g: Table) -> bool:
    """A search brings the Ornithopter back, and it flies a second time, under another number."""
    return g.flight is not None and g.flight.event == 2


@laws.witness("two-questions-at-once", clauses=["ORN-51"], where=set_up_by(flight_truthtrance))
def two_questions_at_once(g: Table) -> bool:
    """Two questions are open while CHOAM is to decide about a flown group."""
    return g.flight is not None and isinstance(g.pending, Arrival) and size(g.questions) == 2


@laws.witness("truthtrance-is-brought-back", clauses=["ORN-50", "ORN-51"], where=playing(open_box, ask_truthtrance))
def truthtrance_is_brought_back(before: Table, step: Step, after: Table) -> bool:
    """A search brings the first Truthtrance back, and another seat asks with it while CHOAM is to decide."""
    again = step.took(ask_truthtrance) and step["card"] == Card.TRUTHTRANCE and step["seat"] != Faction.ATREIDES
    return again and arriving(before)


def arriving(g: Table) -> bool:
    """Whether CHOAM is to decide about a flown group."""
    return g.flight is not None and isinstance(g.pending, Arrival)


@laws.witness("answered-flight-completes", clauses=["ORN-51"], where=set_up_by(flight_truthtrance))
def answered_flight_completes(g: Table) -> bool:
    """A flight comes to its frame after two questions were answered."""
    both = count([Card.TRUTHTRANCE, Card.SECOND_TRUTHTRANCE], lambda card: has(g.discard, card)) == 2
    return isinstance(g.frame, MoveFrame) and both
