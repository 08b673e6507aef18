"""The scenario of the Bene Gesserit: advisors arrive, others move beside fighters, and answers are interrupted."""

from __future__ import annotations

from ... import Chance, require
from ..arrivals.intrusion import stand_fast, step_aside
from ..flight.frames import drain
from ..game import dune
from ..interruptions.nullentropy import open_box, put_back, take_from_the_discard
from ..interruptions.truthtrance import answer_truly, ask_truthtrance
from ..movement.karama import pass_speed, pass_worthless, use_worthless
from ..movement.movement import declare_flight, end_movement, fly
from ..table.board import Place, Sector
from ..table.cards import Card, Mode
from ..table.factions import Faction, Group
from ..table.groups import ADVISORS, BASICS, DECISIONS, FLIGHT, MOVEMENT, QUESTIONS, SEARCHES, SPEED, SPICE
from ..table.kinds import Cause
from ..table.state import Table
from .corners import begin_movement, corner, deal_the_rest, muster

SISTERS, FREMEN, HARKONNEN = Faction.BENE_GESSERIT, Faction.FREMEN, Faction.HARKONNEN


@dune.scenario(
    "flight-advisors",
    scope={
        **corner(
            factions=(SISTERS, FREMEN, HARKONNEN),
            places=(Place.IMPERIAL_BASIN_8, Place.IMPERIAL_BASIN_9, Place.SHIELD_WALL_8, Place.PASTY_MESA_7),
            cards=(Card.ORNITHOPTER, Card.NULLENTROPY_BOX, Card.TRUTHTRANCE, Card.KULON, Card.HAJR),
            groups=(Group.ONE,),
        ),
        Mode: (Mode.TWO_GROUPS,),
        Cause: (Cause.ORNITHOPTER, Cause.BOX),
    },
    actions=(
        declare_flight,
        fly,
        end_movement,
        pass_speed,
        use_worthless,
        pass_worthless,
        step_aside,
        stand_fast,
        open_box,
        take_from_the_discard,
        put_back,
        ask_truthtrance,
        answer_truly,
        drain,
    ),
    uses=(BASICS, MOVEMENT, FLIGHT, DECISIONS, SPEED, ADVISORS, SPICE, SEARCHES, QUESTIONS),
    title="Groups fly among Bene Gesserit advisors and fighters, whose answers a question or a search interrupts",
)
def flight_advisors(g: Table, own: bool, armed: bool = Chance(), asks: bool = Chance()) -> None:
    """The Bene Gesserit themselves or the Fremen fly; Harkonnen, who have moved, may have a Box or a Truthtrance."""
    require(armed or not asks, "who may do neither is the same either way")
    require(not (own and asks), "questions are asked about what others do")
    flyer = SISTERS if own else FREMEN
    begin_movement(g, Sector.S4)
    g.active = flyer
    g.to_move = {flyer}
    muster(g, SISTERS, Place.IMPERIAL_BASIN_8)
    muster(g, SISTERS, Place.PASTY_MESA_7)
    muster(g, SISTERS, Place.SHIELD_WALL_8)
    g.advisors = {Place.SHIELD_WALL_8.territory}
    muster(g, FREMEN, Place.IMPERIAL_BASIN_9)
    muster(g, FREMEN, Place.SHIELD_WALL_8)
    g.hand[flyer] = {Card.ORNITHOPTER}
    if not own:
        g.hand[SISTERS] = {Card.KULON}
    g.hand[HARKONNEN] = {Card.TRUTHTRANCE if asks else Card.NULLENTROPY_BOX if armed else Card.HAJR}
    if armed:
        g.discard = {Card.HAJR}
    g.spice[HARKONNEN] = 2
    deal_the_rest(g)
    g.deck -= g.discard
