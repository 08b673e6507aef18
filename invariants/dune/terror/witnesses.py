"""What the scenarios of Terror tokens must show."""

from __future__ import annotations

from ....model import exists, size
from ....model.dune.interruptions.truthtrance import answer_truly
from ....model.dune.scenarios.terror import (
    terror_alliance_refused,
    terror_robbery,
    terror_robbery_refill,
    terror_sabotage,
    terror_sabotage_empty_hand,
)
from ....model.dune.scenarios.terror_nested import (
    terror_during_flight,
    terror_legacy_event,
    terror_truthtrance_overflow,
    terror_worm_nexus,
)
from ....model.dune.table.entries import TerrorEntry
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase, Source, Stage, Terror
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    discard_overflow,
    hand_limit,
    holds_too_many,
    resume_entry,
    reveal_robbery,
    reveal_sabotage,
    rob_card,
)
from ....model.dune.terror.entry import accept_alliance
from ....model.dune.terror.nexus import NexusBegins, RideBegins, RidesOver, close_nexus
from ....model.dune.terror.rides import summon_worm
from ...language.declarations import Step
from ...language.where import playing, set_up_by
from ..laws import laws


def is_at(entry: TerrorEntry | None, stage: Stage) -> bool:
    """Whether there is an entry at a stage."""
    return entry is not None and entry.stage == stage


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


@laws.witness("sabotage-finds-nothing", clauses=["TER-07"], where=set_up_by(terror_sabotage_empty_hand))
def sabotage_finds_nothing(before: Table, step: Step, after: Table) -> bool:
    """A Sabotage takes nothing from an empty hand, and a gift may still follow."""
    return step.took(reveal_sabotage) and step["victim"] is None and is_at(after.entry, Stage.GIFT)


@laws.witness("sabotage-of-nothing-ends", clauses=["TER-07"], where=set_up_by(terror_sabotage_empty_hand))
def sabotage_of_nothing_ends(before: Table, step: Step, after: Table) -> bool:
    """A Sabotage takes nothing, Moritani has nothing to give, and the entry is over at once."""
    over = after.terror_frame is None and after.entry is None
    return step.took(reveal_sabotage) and step["victim"] is None and not before.hand[Faction.MORITANI] and over


@laws.witness("robbery-makes-a-hand-of-five", clauses=["TER-04", "TER-31"], where=playing(rob_card, discard_overflow))
def robbery_makes_a_hand_of_five(g: Table) -> bool:
    """Moritani holds five cards for a while."""
    return is_at(g.entry, Stage.DISCARD) and size(g.hand[Faction.MORITANI]) == 5


@laws.witness("robbery-with-room", clauses=["TER-04"], where=set_up_by(terror_robbery, terror_worm_nexus))
def robbery_with_room(before: Table, step: Step, after: Table) -> bool:
    """A Robbery draws a card into a hand with room, and the entry is over."""
    room = size(before.hand[Faction.MORITANI]) < hand_limit(before, Faction.MORITANI)
    return step.took(rob_card) and room and step["card"] is not None and after.entry is None


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


@laws.witness("robbery-refills-the-deck", clauses=["TER-04", "TER-31"], where=set_up_by(terror_robbery_refill))
def robbery_refills_the_deck(before: Table, step: Step, after: Table) -> bool:
    """A Robbery finds the deck empty and draws from what was discarded, face up or down."""
    return step.took(rob_card) and not before.deck and step["card"] is not None


@laws.witness("robbery-finds-nothing", clauses=["TER-07"], where=set_up_by(terror_robbery_refill))
def robbery_finds_nothing(before: Table, step: Step, after: Table) -> bool:
    """A Robbery finds nothing to draw and makes nobody discard."""
    return step.took(rob_card) and step["card"] is None and after.entry is None


@laws.witness("robbery-of-nothing-overflows", clauses=["TER-07"], where=set_up_by(terror_robbery_refill))
def robbery_of_nothing_overflows(before: Table, step: Step, after: Table) -> bool:
    """A Robbery finds nothing to draw, but the Atomics have lowered the limit, and Moritani must discard for that."""
    lowered = Terror.ATOMICS in before.terror_removed
    return step.took(rob_card) and step["card"] is None and lowered and is_at(after.entry, Stage.DISCARD)


@laws.witness("alliance-is-made", clauses=["TER-01"], where=playing(accept_alliance))
def alliance_is_made(before: Table, step: Step, after: Table) -> bool:
    """The entrant accepts the alliance and the token is never seen."""
    return step.took(accept_alliance) and after.terror_removed == before.terror_removed


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


@laws.witness("old-entry-gets-its-number", clauses=["TER-09"], where=set_up_by(terror_legacy_event))
def old_entry_gets_its_number(before: Table, step: Step, after: Table) -> bool:
    """An old entry without a number gets one when its frame is made."""
    unnumbered = before.entry is not None and before.entry.event is None
    return unnumbered and after.terror_frame is not None and after.terror_frame.entry.event is not None


@laws.witness("old-entry-ends-without-a-number", clauses=["TER-09"], where=set_up_by(terror_legacy_event))
def old_entry_ends_without_a_number(before: Table, step: Step, after: Table) -> bool:
    """An old entry that discards nothing never gets a number."""
    unnumbered = before.entry is not None and before.entry.event is None
    return unnumbered and after.entries == 0 and after.entry is None and after.terror_frame is None


@laws.witness("receipt-outlives-its-forces", clauses=["TER-25"], where=set_up_by(terror_legacy_event))
def receipt_outlives_its_forces(g: Table) -> bool:
    """A frame is as it should be although none of the entrant's forces stand where they came in."""
    frame = g.terror_frame
    if frame is None:
        return False
    return sum(g.forces[frame.entry.place][frame.entry.entrant].values()) == 0 and frame.entry.amount > 0


@laws.witness("nexus-follows-a-forced-discard", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def nexus_follows_a_forced_discard(before: Table, step: Step, after: Table) -> bool:
    """Behind a forced discard the entry is over, and the summoned Nexus opens before the remaining ride."""
    left = after.riding is not None and after.riding.left == 1
    return step.took(resume_entry) and step.emitted(NexusBegins) and after.entry is None and left


@laws.witness("ride-follows-a-nexus", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def ride_follows_a_nexus(before: Table, step: Step, after: Table) -> bool:
    """A Nexus is over and the remaining ride begins."""
    over = after.riding is not None and not after.riding.nexus
    return step.took(close_nexus) and step.emitted(RideBegins) and over


@laws.witness("phase-follows-a-nexus", clauses=["TER-33"], where=set_up_by(terror_worm_nexus))
def phase_follows_a_nexus(before: Table, step: Step, after: Table) -> bool:
    """A Nexus after the last ride is over and the phase moves on."""
    return step.took(close_nexus) and step.emitted(RidesOver) and after.phase == Phase.MOVEMENT


@laws.witness("worm-changes-the-board", clauses=["TER-25", "TER-33"], where=set_up_by(terror_worm_nexus))
def worm_changes_the_board(before: Table, step: Step, after: Table) -> bool:
    """A worm is summoned while an entry waits, and forces elsewhere are lost."""
    return step.took(summon_worm) and before.entry is not None and after.tanks != before.tanks


@laws.witness("robbery-is-revealed", clauses=["TER-04"], where=playing(reveal_robbery))
def robbery_is_revealed(g: Table) -> bool:
    """A Robbery is revealed, and its token lies no longer where somebody came in."""
    return g.entry is not None and g.entry.stage == Stage.ROBBERY and g.terror[g.entry.place] is None


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


@laws.witness("sabotage-during-a-flight", clauses=["ORN-44", "TER-01"], where=set_up_by(terror_during_flight))
def sabotage_during_a_flight(g: Table) -> bool:
    """The first of two groups met a Sabotage, and the Ornithopter is still in the air."""
    return g.flight is not None and g.terror_frame is not None and g.terror_frame.source == Source.SABOTAGE


@laws.witness("robbery-during-a-flight", clauses=["ORN-44", "TER-05"], where=set_up_by(terror_during_flight))
def robbery_during_a_flight(g: Table) -> bool:
    """The first of two groups met a Robbery that overflowed, and the Ornithopter is still in the air."""
    return g.flight is not None and g.terror_frame is not None and g.terror_frame.source == Source.ROBBERY_OVERFLOW


@laws.witness("sabotage-spares-the-air", clauses=["ORN-44", "TER-07"], where=set_up_by(terror_during_flight))
def sabotage_spares_the_air(before: Table, step: Step, after: Table) -> bool:
    """A Sabotage finds an empty hand, for the entrant's only card is in the air."""
    return step.took(reveal_sabotage) and before.flight is not None and step["victim"] is None
