"""What must be shown of forced discards, and of what follows them."""

from __future__ import annotations

from ....model import exists, has, size
from ....model.dune.interruptions.truthtrance import answer_truly
from ....model.dune.scenarios.terror.cards import (
    terror_alliance_refused,
    terror_robbery,
    terror_sabotage,
    terror_sabotage_empty_hand,
)
from ....model.dune.scenarios.terror.corners import EIGHT_CARDS
from ....model.dune.scenarios.terror.nested import terror_legacy_event, terror_truthtrance_overflow, terror_worm_nexus
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Source, Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    discard_overflow,
    hand_limit,
    holds_too_many,
    resume_entry,
    reveal_sabotage,
    rob_card,
)
from ....model.dune.terror.entry import accept_alliance
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws
from .entries_witnesses import is_at

MORITANI = Faction.MORITANI


@laws.witness("sabotage-waits", clauses=["TER-02", "TER-10"], where=playing(reveal_sabotage))
def sabotage_waits(g: Table) -> bool:
    """A Sabotage has taken a card, and its frame waits."""
    return g.terror_frame is not None and g.terror_frame.source == Source.SABOTAGE


@laws.witness(
    "sabotage-comes-to-a-gift", clauses=["TER-03", "TER-30"], where=set_up_by(terror_sabotage, terror_worm_nexus)
)
def sabotage_comes_to_a_gift(before: Table, step: Step, after: Table) -> bool:
    """Behind a Sabotage Moritani may give a card."""
    return step.took(resume_entry) and is_at(after.entry, Stage.GIFT)


@laws.witness("sabotage-is-all", clauses=["TER-03"], where=set_up_by(terror_sabotage, terror_sabotage_empty_hand))
def sabotage_is_all(before: Table, step: Step, after: Table) -> bool:
    """Behind a Sabotage Moritani has nothing to give, and the entry is over."""
    return step.took(resume_entry) and not before.hand[Faction.MORITANI] and after.entry is None


@laws.witness("overflow-is-over", clauses=["TER-05", "TER-06", "TER-23"], where=playing(rob_card, discard_overflow))
def overflow_is_over(before: Table, step: Step, after: Table) -> bool:
    """Behind a discard from five cards to four the entry is over."""
    frame = before.terror_frame
    if frame is None or frame.source != Source.ROBBERY_OVERFLOW:
        return False
    from_five = frame.hand_before == 5 and size(after.hand[Faction.MORITANI]) == 4
    return step.took(resume_entry) and from_five and after.entry is None


@laws.witness("overflow-opens-again", clauses=["TER-06", "TER-07"], where=set_up_by(terror_robbery))
def overflow_opens_again(before: Table, step: Step, after: Table) -> bool:
    """Behind a discard Moritani still holds too many cards and must discard again."""
    return step.took(resume_entry) and is_at(after.entry, Stage.DISCARD) and holds_too_many(after, Faction.MORITANI)


@laws.witness("overflow-takes-the-drawn-card", clauses=["TER-40"], where=set_up_by(terror_robbery))
def overflow_takes_the_drawn_card(before: Table, step: Step, after: Table) -> bool:
    """Moritani discards a card that it did not hold when the scenario began: the one that the Robbery drew."""
    return step.took(discard_overflow) and step["card"] == EIGHT_CARDS[-1]


@laws.witness("overflow-takes-an-old-card", clauses=["TER-40"], where=set_up_by(terror_robbery))
def overflow_takes_an_old_card(before: Table, step: Step, after: Table) -> bool:
    """Moritani discards a card that it held before the Robbery, and keeps the one that was drawn."""
    return step.took(discard_overflow) and step["card"] == EIGHT_CARDS[1] and has(after.hand[MORITANI], EIGHT_CARDS[-1])


@laws.witness("refusal-brings-sabotage", clauses=["TER-01"], where=playing(accept_alliance))
def refusal_brings_sabotage(g: Table) -> bool:
    """After a refused alliance a Sabotage takes a card, and its frame waits."""
    return g.terror_frame is not None and g.terror_frame.entry.refused


@laws.witness("gift-meets-a-full-hand", clauses=["TER-30"], where=set_up_by(terror_alliance_refused))
def gift_meets_a_full_hand(g: Table) -> bool:
    """Moritani may give a card, but the entrant's hand is full."""
    entry = g.entry
    if entry is None or entry.stage != Stage.GIFT:
        return False
    return bool(size(g.hand[entry.entrant]) >= hand_limit(g, entry.entrant))


@laws.witness("receipt-outlives-its-forces", clauses=["TER-25"], where=set_up_by(terror_legacy_event))
def receipt_outlives_its_forces(g: Table) -> bool:
    """A frame is as it should be although none of the entrant's forces stand where they came in."""
    frame = g.terror_frame
    if frame is None:
        return False
    return sum(g.forces[frame.entry.place][frame.entry.entrant].values()) == 0 and frame.entry.amount > 0


@laws.witness("answer-ends-the-overflow", clauses=["TER-32"], where=set_up_by(terror_truthtrance_overflow))
def answer_ends_the_overflow(before: Table, step: Step, after: Table) -> bool:
    """The answer to Moritani's own question brings its hand to the limit, and its overflow is over."""
    own = exists(before.questions, lambda question: question.asker == Faction.MORITANI)
    at_the_limit = size(after.hand[Faction.MORITANI]) == hand_limit(after, Faction.MORITANI)
    over = is_at(before.entry, Stage.DISCARD) and after.entry is None
    return step.took(answer_truly) and own and at_the_limit and over


@laws.witness("answer-leaves-an-overflow", clauses=["TER-32"], where=set_up_by(terror_truthtrance_overflow))
def answer_leaves_an_overflow(before: Table, step: Step, after: Table) -> bool:
    """A question is answered while Moritani waits for another answer, and its overflow is still open."""
    another = exists(after.questions, lambda question: question.asker == Faction.MORITANI)
    return step.took(answer_truly) and another and is_at(after.entry, Stage.DISCARD)
