"""What is told in the Mentat pause is true, and told to everybody. The check itself is told of in `check_steps`."""

from __future__ import annotations

from ....model.dune.table.state import Table
from ....model.dune.victory.gamont import GamontStopped, SentHome, allow_gamont, play_gamont, stop_gamont
from ....model.dune.victory.mentat import BribesReleased, begin_mentat
from ....model.dune.victory.placement import PlacementStopped, TokenPlaced, place_token, stop_placement
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws


@laws.told("bribes-are-told", BribesReleased, clauses=["VIC-10"], where=playing(begin_mentat))
def bribes_are_told(before: Table, step: Step, after: Table) -> BribesReleased | None:
    """Everybody is told that the bribes are taken when the pause begins."""
    return BribesReleased() if step.took(begin_mentat) else None


@laws.told("a-placed-token-is-told", TokenPlaced, clauses=["VIC-10"], where=playing(place_token))
def a_placed_token_is_told(before: Table, step: Step, after: Table) -> TokenPlaced | None:
    """Everybody is told where Moritani has placed a token, and not which one."""
    return TokenPlaced(place=step["place"]) if step.took(place_token) else None


@laws.told("a-stopped-placement-is-told", PlacementStopped, clauses=["VIC-12"], where=playing(stop_placement))
def a_stopped_placement_is_told(before: Table, step: Step, after: Table) -> PlacementStopped | None:
    """Everybody is told who has stopped a placement: the seat that has a Karama less."""
    return PlacementStopped(seat=step["seat"]) if step.took(stop_placement) else None


@laws.told("a-force-sent-home-is-told", SentHome, clauses=["VIC-13"], where=playing(play_gamont))
def a_force_sent_home_is_told(before: Table, step: Step, after: Table) -> SentHome | None:
    """Everybody is told whose force has gone home, and from where, when nobody has stopped that."""
    gamont = before.gamont
    if gamont is None or not step.took(allow_gamont) or after.gamont is not None:
        return None
    return SentHome(seat=gamont.seat, place=gamont.place)


@laws.told("a-stopped-gamont-is-told", GamontStopped, clauses=["VIC-13"], where=playing(stop_gamont))
def a_stopped_gamont_is_told(before: Table, step: Step, after: Table) -> GamontStopped | None:
    """Everybody is told who has stopped a Trip to Gamont."""
    return GamontStopped(seat=step["seat"]) if step.took(stop_gamont) else None
