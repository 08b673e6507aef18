"""Scenarios of a whole turn: a flight, a Sabotage where it comes in, and the check of victory in the Mentat pause."""

from __future__ import annotations

from .... import Chance
from ...flight.frames import drain
from ...game import dune
from ...movement.movement import declare_flight, end_movement, fly
from ...table.board import Place, Sector
from ...table.cards import Card
from ...table.factions import Faction, Group
from ...table.groups import ALLIANCES, BASICS, FLIGHT, FORCED_DISCARDS, MOVEMENT, STANDINGS, TANKS, TERROR, VICTORY
from ...table.kinds import Cause, Entry, Phase, Terror
from ...table.state import Table
from ...victory.mentat import begin_mentat, reach_mentat
from ..corners import begin_movement, deal_the_rest, make_allies, muster
from ..terror.corners import ANSWERING, SABOTAGING, terror_corner

ATREIDES, ECAZ, MORITANI = Faction.ATREIDES, Faction.ECAZ, Faction.MORITANI


@dune.scenario(
    "turn-to-mentat",
    scope={
        **terror_corner(
            cards=(Card.ORNITHOPTER, Card.BALISET, Card.KULON),
            tokens=(Terror.SABOTAGE,),
            factions=(ATREIDES, ECAZ, MORITANI),
            places=(Place.IMPERIAL_BASIN_9, Place.ARRAKEEN, Place.CARTHAG, Place.TUEKS_SIETCH),
            phases=(Phase.STORM, Phase.MOVEMENT, Phase.BATTLE, Phase.MENTAT),
            causes=(Entry.MOVEMENT,),
        ),
        Cause: (Cause.ORNITHOPTER, Cause.SABOTAGE),
        Group: (Group.ONE,),
    },
    actions=(declare_flight, fly, end_movement, drain, *ANSWERING, *SABOTAGING, reach_mentat, begin_mentat),
    uses=(BASICS, MOVEMENT, FLIGHT, TANKS, ALLIANCES, TERROR, FORCED_DISCARDS, STANDINGS, VICTORY),
    title="A flight completes a third joint stronghold, where a Sabotage lies; the Mentat pause checks it",
)
def turn_to_mentat(g: Table, joined: bool = Chance(), armed: bool = Chance()) -> None:
    """Ecaz flies to Carthag, where its ally Atreides is, or nobody; both are in two other strongholds."""
    begin_movement(g, Sector.S4, done=(ATREIDES, MORITANI))
    make_allies(g, ATREIDES, ECAZ)
    for place in (Place.ARRAKEEN, Place.TUEKS_SIETCH):
        muster(g, ATREIDES, place)
        muster(g, ECAZ, place)
    muster(g, ECAZ, Place.IMPERIAL_BASIN_9)
    if joined:
        muster(g, ATREIDES, Place.CARTHAG)
    g.terror[Place.CARTHAG] = Terror.SABOTAGE
    g.hand[ECAZ] = {Card.ORNITHOPTER, Card.KULON} if armed else {Card.ORNITHOPTER}
    g.hand[MORITANI] = {Card.BALISET}
    deal_the_rest(g)
