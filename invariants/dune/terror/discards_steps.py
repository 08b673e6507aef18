"""What is left of an entry behind a forced discard is done once, and nothing else with it."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import either, forall, has, implies, is_present, same, scope, size
from ....model.dune.interruptions.truthtrance import answer_truly
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Source, Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import discard_overflow, give_card, give_nothing, resume_entry
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws
from ..table.counted import may_hold
from .entries_steps import is_the_same

UNTOUCHED = (
    "hand", "deck", "discard", "face_down", "removed", "cache", "reserved", "spice", "bank", "terror", "terror_supply",
    "terror_removed", "extorted", "leaders", "forces", "reserves", "tanks", "batches", "forced", "entries", "shipped",
    "moved", "ally", "flight", "ridden",
)  # fmt: skip
"""What the settlement of a forced discard leaves as the frame found it."""


def resumed(before: Table, step: Step, after: Table) -> bool:
    """Whether the step drains the frame of a forced discard."""
    return step.took(resume_entry)


@laws.step(
    "forced-discard-never-happens-again",
    clauses=["TER-02", "TER-03", "TER-05", "TER-06", "TER-10", "TER-11", "TER-30", "TER-31", "Z3-02"],
    when=resumed,
    where=playing(resume_entry),
)
def forced_discard_never_happens_again(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Settling a forced discard draws, takes, gives, reveals, moves and pays nothing."""
    for name in UNTOUCHED:
        yield name, same(getattr(after, name), getattr(before, name))


@laws.step("forced-discard-is-retired", clauses=["TER-10", "Z3-02"], when=resumed, where=playing(resume_entry))
def forced_discard_is_retired(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A settled frame is gone, and the number of its receipt is retired."""
    yield "gone", after.terror_frame is None
    yield "retired", after.retired == before.batches


@laws.step("forced-discard-holds-everything-up", clauses=["TER-10", "TER-33", "Z3-02"], where=using(Table.terror_frame))
def forced_discard_holds_everything_up(before: Table, step: Step, after: Table) -> bool:
    """While the frame of a forced discard waits, nothing else happens; no worm is summoned either."""
    return before.terror_frame is None or step.took(resume_entry)


@laws.step(
    "entry-goes-on-behind-its-discard",
    clauses=["TER-03", "TER-06", "TER-10", "TER-11"],
    when=resumed,
    where=playing(resume_entry),
)
def entry_goes_on_behind_its_discard(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Behind a Sabotage comes the gift if Moritani holds a card; behind an overflow another if the hand is too big."""
    frame, hand = before.terror_frame, size(before.hand[Faction.MORITANI])
    assert frame is not None
    sabotage = frame.source == Source.SABOTAGE
    more = hand > 0 if sabotage else hand > may_hold(before, Faction.MORITANI)
    yield "goes on", is_present(after.entry) == more
    yield "stage", lambda: after.entry is None or after.entry.stage == (Stage.GIFT if sabotage else Stage.DISCARD)
    yield "the same", lambda: after.entry is None or is_the_same(frame.entry, after.entry)


@laws.step(
    "gift-is-one-card",
    clauses=["TER-30"],
    when=lambda b, step, a: step.took(give_card),
    where=playing(give_card),
)
def gift_is_one_card(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The gift is the one card that Moritani chose; it goes to the entrant's hand, which has room: no discard."""
    entry, card = before.entry, step["card"]
    assert entry is not None
    yield "given", after.hand[Faction.MORITANI] == before.hand[Faction.MORITANI] - {card}
    yield "held before", has(before.hand[Faction.MORITANI], card)
    yield "received", after.hand[entry.entrant] == before.hand[entry.entrant] | {card}
    yield "room", size(after.hand[entry.entrant]) <= may_hold(before, entry.entrant)
    yield "no discard", after.batches == before.batches
    yield "over", after.entry is None
    for seat in scope(before, Faction):
        if seat != Faction.MORITANI:
            yield seat.title, implies(seat != entry.entrant, after.hand[seat] == before.hand[seat])


@laws.step(
    "gift-may-be-declined",
    clauses=["TER-30"],
    when=lambda b, step, a: step.took(give_nothing),
    where=playing(give_nothing),
)
def gift_may_be_declined(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Keeping all cards ends the entry and moves none."""
    yield "over", after.entry is None
    for card in scope(before, Card):
        yield (
            card.name,
            forall(scope(before, Faction), lambda s, c=card: has(after.hand[s], c) == has(before.hand[s], c)),
        )


@laws.step(
    "answer-forces-no-discard",
    clauses=["TER-32"],
    when=lambda b, step, a: step.took(answer_truly),
    where=playing(answer_truly, discard_overflow),
)
def answer_forces_no_discard(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An answer discards nothing by force and draws nothing; it ends an overflow that no hand is too large for."""
    yield "forced", after.forced == before.forced
    yield "face down", after.face_down == before.face_down
    yield "deck", after.deck == before.deck
    yield "no frame", after.terror_frame is None
    yield "the overflow", lambda: overflow_settled(before, after)


def overflow_settled(before: Table, after: Table) -> bool:
    """Whether an overflow is open behind an answer exactly if it was, and the hand is too large or another asks."""
    open_still = either(
        size(after.questions) > 0, size(after.hand[Faction.MORITANI]) > may_hold(after, Faction.MORITANI)
    )
    was = before.entry is not None and before.entry.stage == Stage.DISCARD
    return (after.entry is not None and after.entry.stage == Stage.DISCARD) == (was and open_still)
