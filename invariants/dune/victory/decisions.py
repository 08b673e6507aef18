"""Whose each decision of the Mentat pause is."""

from __future__ import annotations

from ....model.dune.table.factions import Faction
from ....model.dune.table.mentat import Pause
from ....model.dune.table.state import Table
from ....model.dune.victory.gamont import allow_gamont, play_gamont, stop_gamont
from ....model.dune.victory.mentat import finish_mentat
from ....model.dune.victory.placement import allow_placement, place_no_token, place_token, stop_placement
from ..laws import laws


def may_place(g: Table) -> bool:
    """Whether Moritani may place a Terror token."""
    return g.pause == Pause.PLACEMENT


@laws.decision("moritani-places-its-token", answers=(place_token, place_no_token), clauses=("VIC-10",), when=may_place)
def moritani_places_its_token(g: Table) -> Faction:
    """Moritani, and nobody else, places a Terror token or keeps it."""
    return Faction.MORITANI


def choam_is_asked(g: Table) -> bool:
    """Whether CHOAM may end the pause."""
    return g.pause == Pause.CHOAM


@laws.decision("choam-ends-the-pause", answers=(play_gamont, finish_mentat), clauses=("VIC-13",), when=choam_is_asked)
def choam_ends_the_pause(g: Table) -> Faction:
    """CHOAM, and nobody else, plays a Trip to Gamont or has the victory checked."""
    return Faction.CHOAM


def placement_waits(g: Table) -> bool:
    """Whether a placement may be stopped."""
    return g.pause == Pause.ANSWERS


@laws.decision(
    "others-answer-a-placement",
    answers=(allow_placement, stop_placement),
    clauses=("VIC-12",),
    when=placement_waits,
)
def others_answer_a_placement(g: Table) -> set[Faction]:
    """Those who have not answered yet, and nobody else, let a placement happen or stop it."""
    assert g.placement is not None
    return g.placement.waiting


def gamont_waits(g: Table) -> bool:
    """Whether a Trip to Gamont may be stopped."""
    return g.pause == Pause.GAMONT


@laws.decision("others-answer-a-gamont", answers=(allow_gamont, stop_gamont), clauses=("VIC-13",), when=gamont_waits)
def others_answer_a_gamont(g: Table) -> set[Faction]:
    """Those who have not answered yet, and nobody else, let a Trip to Gamont happen or stop it."""
    assert g.gamont is not None
    return g.gamont.waiting
