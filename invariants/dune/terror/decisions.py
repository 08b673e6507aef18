"""Whose each decision about a Terror token is: Moritani's; but an alliance is the entrant's to accept or refuse."""

from __future__ import annotations

from collections.abc import Callable

from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    discard_overflow,
    give_card,
    give_nothing,
    reveal_robbery,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import accept_alliance, leave_terror, offer_alliance, refuse_alliance
from ..laws import laws

CLAUSES = ("TER-44",)


def is_at(stage: Stage) -> Callable[[Table], bool]:
    """Whether an entry is at a stage, and nothing has to be settled or answered before it goes on."""

    def waits(g: Table) -> bool:
        interrupted = g.terror_frame is not None or g.box is not None or g.box_frame is not None or g.questions
        return g.entry is not None and g.entry.stage == stage and not interrupted

    return waits


@laws.decision(
    "moritani-answers-an-entry",
    answers=(leave_terror, offer_alliance, reveal_terror, reveal_sabotage, reveal_robbery),
    clauses=CLAUSES,
    when=is_at(Stage.OFFER),
)
def moritani_answers_an_entry(g: Table) -> Faction:
    """Moritani, and nobody else, reveals its token, leaves it, or offers an alliance."""
    return Faction.MORITANI


@laws.decision(
    "the-entrant-answers-an-alliance",
    answers=(accept_alliance, refuse_alliance),
    clauses=CLAUSES,
    when=is_at(Stage.REPLY),
)
def the_entrant_answers_an_alliance(g: Table) -> Faction:
    """The entrant, and nobody else, accepts or refuses the alliance that it is offered."""
    assert g.entry is not None
    return g.entry.entrant


@laws.decision("moritani-answers-a-robbery", answers=(rob_spice, rob_card), clauses=CLAUSES, when=is_at(Stage.ROBBERY))
def moritani_answers_a_robbery(g: Table) -> Faction:
    """Moritani, and nobody else, chooses whether a Robbery takes spice or a card."""
    return Faction.MORITANI


@laws.decision("moritani-answers-an-overflow", answers=(discard_overflow,), clauses=CLAUSES, when=is_at(Stage.DISCARD))
def moritani_answers_an_overflow(g: Table) -> Faction:
    """Moritani, and nobody else, chooses what it discards of a hand above its limit."""
    return Faction.MORITANI


@laws.decision("moritani-answers-a-gift", answers=(give_card, give_nothing), clauses=CLAUSES, when=is_at(Stage.GIFT))
def moritani_answers_a_gift(g: Table) -> Faction:
    """Moritani, and nobody else, chooses whether it gives the entrant a card, and which."""
    return Faction.MORITANI
