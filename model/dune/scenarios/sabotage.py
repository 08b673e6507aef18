"""The scenario of a Sabotage between two flown groups, with everything else that leaves a flight alone."""

from __future__ import annotations

from ... import Chance
from ..arrivals.no_field import reveal_no_field
from ..flight.frames import drain
from ..game import dune
from ..interruptions.truthtrance import answer_truly, ask_truthtrance
from ..movement.movement import declare_flight, end_movement, fly
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import (
    BASICS,
    FLIGHT,
    FORCED_DISCARDS,
    MOVEMENT,
    NO_FIELD,
    QUESTIONS,
    RESERVES,
    REVEALED_MARKER,
    TERROR,
)
from ..table.kinds import Cause, Source, Stage, Terror, Worth
from ..table.movements import Marker
from ..table.state import Table
from ..terror.discards import give_card, give_nothing, resume_entry, reveal_sabotage
from ..terror.entry import leave_terror
from ..turns.hand import play_hajr
from .corners import begin_movement, corner, deal_the_rest, muster, muster_reserves

ATREIDES, RICHESE, MORITANI = Faction.ATREIDES, Faction.RICHESE, Faction.MORITANI


@dune.scenario(
    "flight-sabotage",
    scope={
        **corner(
            factions=(ATREIDES, RICHESE, MORITANI),
            places=(Place.IMPERIAL_BASIN_9, Place.CARTHAG),
            cards=(Card.ORNITHOPTER, Card.HAJR, Card.TRUTHTRANCE, Card.KULON),
            groups=(Group.ONE, Group.ONE_WITH_MARKER),
            terror=(Terror.SABOTAGE,),
            worth=(Worth.NONE, Worth.THREE),
        ),
        Cause: (Cause.ORNITHOPTER, Cause.SABOTAGE),
        Stage: (Stage.OFFER, Stage.GIFT),
        Source: tuple(Source),
    },
    actions=(
        declare_flight,
        fly,
        end_movement,
        leave_terror,
        reveal_sabotage,
        give_card,
        give_nothing,
        resume_entry,
        reveal_no_field,
        ask_truthtrance,
        answer_truly,
        play_hajr,
        drain,
    ),
    uses=(BASICS, MOVEMENT, FLIGHT, RESERVES, NO_FIELD, REVEALED_MARKER, TERROR, FORCED_DISCARDS, QUESTIONS),
    title="A Sabotage between two flown groups, a gift, a No-Field turned over, a question, a Hajr: the flight goes on",
)
def flight_sabotage(g: Table, hidden: Worth = Chance(), armed: bool = Chance()) -> None:
    """Richese, the last to move, flies from the Imperial Basin to Carthag, where a Sabotage lies."""
    begin_movement(g, Sector.S4, done=(ATREIDES, MORITANI))
    muster(g, ATREIDES, Place.CARTHAG)
    muster(g, RICHESE, Place.IMPERIAL_BASIN_9, 2)
    muster_reserves(g, RICHESE)
    g.marker = Marker(place=Place.IMPERIAL_BASIN_9, event=1)
    g.worth = hidden
    g.terror[Place.CARTHAG] = Terror.SABOTAGE
    g.hand[RICHESE] = {Card.ORNITHOPTER, Card.HAJR}
    g.hand[MORITANI] = {Card.TRUTHTRANCE} if armed else set()
    if not armed:
        g.hand[RICHESE].add(Card.TRUTHTRANCE)
    deal_the_rest(g)
