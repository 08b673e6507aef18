"""The quote: how the check of victory would come out, prediction included. It is internal, and changes nothing.

First come the sides that qualify, the first in storm order before all others. The Bene Gesserit win instead if they
have predicted it. On the last turn, when nobody has won, `fallbacks` decide; the prediction has no part in those.
"""

from __future__ import annotations

from ... import both, choose, either, exists, merged, negate, scope
from ..table.factions import Faction
from ..table.state import Table
from ..table.variants import Foretelling
from ..table.victories import Quote, Way
from .fallbacks import LAST_TURN, fallback
from .order import Seats, first_of
from .progress import stronghold_progress


def quote_victory(g: Table) -> Quote:
    """Who wins by the check, and how, on the board as it is now."""
    standings = stronghold_progress(g)
    qualified = {seat: standings.progress[seat].qualifies for seat in scope(g, Faction)}
    first = first_of(g, qualified)
    foretold = foretells(g, qualified if g.foretelling == Foretelling.QUALIFIED else first)
    qualifies = exists(first, lambda seat: first[seat])
    late = both(g.turn == LAST_TURN, negate(qualifies))
    last, way = fallback(g)
    return Quote(
        winners={
            seat
            for seat in first
            if either(choose(foretold, seat == Faction.BENE_GESSERIT, first[seat]), both(late, last[seat]))
        },
        way=choose(foretold, Way.PREDICTION, choose(qualifies, Way.STRONGHOLDS, choose(late, way, Way.NOT_WON))),
        released=standings.released,
    )


def foretells(g: Table, fulfilling: Seats) -> bool:
    """Whether the Bene Gesserit have predicted this turn, and a faction that fulfils the prediction in it."""
    if Faction.BENE_GESSERIT not in fulfilling:
        return False
    return exists(fulfilling, lambda seat: both(fulfilling[seat], predicted(g, seat)))


@merged
def predicted(g: Table, seat: Faction) -> bool:
    """Whether the Bene Gesserit have predicted a faction, for this turn."""
    return g.prediction is not None and g.prediction.faction == seat and g.prediction.turn == g.turn
