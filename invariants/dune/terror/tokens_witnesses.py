"""What must be shown of Sabotage, Robbery and Sneak Attack."""

from __future__ import annotations

from ....model import size
from ....model.dune.scenarios.terror.cards import (
    terror_robbery,
    terror_robbery_refill,
    terror_sabotage,
    terror_sabotage_empty_hand,
)
from ....model.dune.scenarios.terror.nested import terror_during_flight, terror_worm_nexus
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Source, Stage, Terror
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import discard_overflow, hand_limit, reveal_robbery, reveal_sabotage, rob_card
from ....model.dune.terror.effects import reveal_terror
from ...language.steps import Step
from ...language.where import playing, set_up_by
from ..laws import laws
from .entries_witnesses import is_at


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


@laws.witness("robbery-is-revealed", clauses=["TER-04"], where=playing(reveal_robbery))
def robbery_is_revealed(g: Table) -> bool:
    """A Robbery is revealed, and its token lies no longer where somebody came in."""
    return g.entry is not None and g.entry.stage == Stage.ROBBERY and g.terror[g.entry.place] is None


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


@laws.witness("a-sneak-attack-comes", clauses=["TER-01"], where=set_up_by(terror_sabotage))
def a_sneak_attack_comes(before: Table, step: Step, after: Table) -> bool:
    """Moritani brings forces with its Sneak Attack."""
    return step.took(reveal_terror) and step["landing"] > 0
