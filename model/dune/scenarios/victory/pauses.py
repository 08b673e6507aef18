"""Scenarios of the Mentat pause: a Terror token that Moritani places, and a Trip to Gamont, before the check."""

from __future__ import annotations

from .... import Chance, require
from ...game import dune
from ...table.board import Place
from ...table.cards import Card
from ...table.factions import Faction
from ...table.groups import (
    BRIBES,
    GAMONT,
    PLACEMENTS,
    PREDICTION,
    PROMISES,
    SPICE,
    TOKENS,
)
from ...table.kinds import Terror
from ...table.mentat import Inflation
from ...table.state import Table
from ...victory.gamont import allow_gamont, play_gamont, stop_gamont
from ...victory.mentat import begin_mentat, finish_mentat
from ...victory.placement import (
    allow_placement,
    place_no_token,
    place_token,
    settle_stopped_placement,
    stop_placement,
)
from ..corners import muster
from .boards import PRINTED, pause
from .checks import CHECK, Foretold, check, predict

BENE_GESSERIT, HARKONNEN, CHOAM, MORITANI = Faction.BENE_GESSERIT, Faction.HARKONNEN, Faction.CHOAM, Faction.MORITANI


@dune.scenario(
    "mentat-placement",
    scope={
        **check(BENE_GESSERIT, HARKONNEN, MORITANI, places=PRINTED, cards=(Card.KARAMA, Card.KULON)),
        Terror: (Terror.EXTORTION, Terror.ROBBERY),
    },
    actions=(begin_mentat, place_token, place_no_token, allow_placement, stop_placement, settle_stopped_placement),
    uses=(CHECK, PREDICTION, TOKENS, PLACEMENTS, PROMISES),
    title="Moritani may place a Terror token, and a Karama may stop it, before victory is checked",
)
def mentat_placement(
    g: Table, empty: bool = Chance(), holder: bool = Chance(), wins: bool = Chance(), foretold: Foretold = Chance()
) -> None:
    """Harkonnen have two strongholds or three; they or the Bene Gesserit hold the Karama."""
    require(foretold != Foretold.ECAZ_NOW, "Ecaz does not play")
    pause(g)
    for place in PRINTED if wins else PRINTED[:2]:
        muster(g, HARKONNEN, place)
    predict(g, foretold)
    g.deck.remove(Card.KARAMA)
    g.hand[HARKONNEN if holder else BENE_GESSERIT] = {Card.KARAMA}
    g.terror[Place.ARRAKEEN] = Terror.ROBBERY
    if empty:
        g.terror_removed.add(Terror.EXTORTION)
    else:
        g.terror_supply.add(Terror.EXTORTION)


@dune.scenario(
    "mentat-choam",
    scope=check(BENE_GESSERIT, HARKONNEN, CHOAM, places=PRINTED, cards=(Card.KARAMA, Card.TRIP_TO_GAMONT, Card.KULON)),
    actions=(begin_mentat, play_gamont, allow_gamont, stop_gamont, finish_mentat),
    uses=(CHECK, PREDICTION, GAMONT, PROMISES, BRIBES, SPICE),
    title="CHOAM may play a Trip to Gamont, and ends the pause; Inflation goes on and bribes are taken",
)
def mentat_choam(g: Table, invited: bool = Chance(), inflated: bool = Chance(), foretold: Foretold = Chance()) -> None:
    """Harkonnen have three strongholds, and the Karama; a bribe lies before CHOAM's shield."""
    require(foretold != Foretold.ECAZ_NOW, "Ecaz does not play")
    pause(g)
    for place in PRINTED:
        muster(g, HARKONNEN, place)
    predict(g, foretold)
    g.deck -= {Card.KARAMA, Card.TRIP_TO_GAMONT}
    g.hand[HARKONNEN] = {Card.KARAMA}
    g.hand[CHOAM if invited else BENE_GESSERIT] = {Card.TRIP_TO_GAMONT}
    g.bribes[CHOAM] = 1
    if inflated:
        g.inflation = Inflation.FRESH
