"""Scenarios of what Terror tokens and worms do to elite forces, a No-Field marker, advisors, and groups of a flight."""

from __future__ import annotations

from .... import Chance
from ...flight.frames import drain
from ...game import dune
from ...movement.movement import declare_flight, end_movement, fly
from ...table.board import Place, Sector
from ...table.cards import Card
from ...table.entries import Riding
from ...table.factions import Faction, Group, Troop
from ...table.groups import (
    ADVISORS,
    ALLIANCES,
    BASICS,
    FLIGHT,
    FORCED_DISCARDS,
    MOVEMENT,
    NEW_ALLIANCES,
    NO_FIELD,
    RESERVES,
    REVEALED_MARKER,
    RIDES,
    TANKS,
    TERROR,
)
from ...table.kinds import Cause, Entry, Onward, Phase, Terror, Worth
from ...table.movements import Marker
from ...table.state import Table
from ...terror.discards import discard_overflow, reveal_robbery, rob_card
from ...terror.effects import reveal_terror
from ...terror.entry import accept_alliance, offer_alliance, refuse_alliance
from ...terror.nexus import close_nexus
from ...terror.rides import let_the_worm_go, ride, summon_worm
from ..corners import muster, muster_reserves
from .corners import ANSWERING, MORITANI, SABOTAGING, begin_shipment, cards_left, lay, terror_corner

SISTERS, EMPEROR, FREMEN, RICHESE = Faction.BENE_GESSERIT, Faction.EMPEROR, Faction.FREMEN, Faction.RICHESE


@dune.scenario(
    "terror-between-groups",
    scope={
        **terror_corner(
            cards=(Card.ORNITHOPTER, Card.HAJR, Card.KULON),
            tokens=(Terror.ATOMICS, Terror.SABOTAGE),
            factions=(EMPEROR, RICHESE, MORITANI),
            places=(Place.IMPERIAL_BASIN_9, Place.CARTHAG),
            causes=(Entry.MOVEMENT,),
        ),
        Cause: (Cause.ORNITHOPTER, Cause.SABOTAGE),
        Group: (Group.ONE, Group.ONE_ELITE, Group.ONE_OF_EACH, Group.MARKER),
        Troop: tuple(Troop),
        Worth: (Worth.NONE, Worth.THREE),
    },
    actions=(declare_flight, fly, end_movement, drain, *ANSWERING, reveal_terror, *SABOTAGING),
    uses=(BASICS, MOVEMENT, FLIGHT, RESERVES, TANKS, NO_FIELD, REVEALED_MARKER, TERROR, FORCED_DISCARDS),
    title="Elite forces or a No-Field marker fly in two groups, the first of which comes upon Atomics or a Sabotage",
)
def terror_between_groups(
    g: Table, sardaukar: bool = Chance(), token: Terror = Chance(), hidden: Worth = Chance(), ahead: bool = Chance()
) -> None:
    """The Emperor or Richese, the last to move, flies to Carthag, where it may have forces or the marker already."""
    flyer = EMPEROR if sardaukar else RICHESE
    begin_shipment(g)
    g.active = flyer
    g.to_move = {flyer}
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_9)
    muster(g, EMPEROR, Place.IMPERIAL_BASIN_9, 1, Troop.ELITE)
    muster(g, flyer, Place.CARTHAG)
    muster(g, RICHESE, Place.IMPERIAL_BASIN_9)
    muster_reserves(g, RICHESE)
    g.marker = Marker(place=Place.CARTHAG if ahead else Place.IMPERIAL_BASIN_9, event=1)
    g.worth = hidden
    g.hand[flyer] = {Card.ORNITHOPTER, Card.HAJR}
    lay(g, token, Place.CARTHAG)
    g.hand[MORITANI] = {Card.KULON}


@dune.scenario(
    "terror-ride-overflow",
    scope={
        **terror_corner(
            cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE, Card.THUMPER, Card.KULON),
            tokens=(Terror.ROBBERY,),
            factions=(SISTERS, FREMEN, RICHESE, MORITANI),
            places=(Place.IMPERIAL_BASIN_9, Place.IMPERIAL_BASIN_10, Place.CARTHAG),
            phases=(Phase.SPICE_BLOW, Phase.MOVEMENT, Phase.BATTLE),
            causes=(Entry.RIDE,),
            onward=Onward,
        ),
        Worth: (Worth.NONE, Worth.THREE),
    },
    actions=(
        ride,
        let_the_worm_go,
        summon_worm,
        close_nexus,
        offer_alliance,
        accept_alliance,
        refuse_alliance,
        *ANSWERING,
        reveal_robbery,
        rob_card,
        discard_overflow,
        end_movement,
    ),
    uses=(
        BASICS,
        RESERVES,
        TANKS,
        ALLIANCES,
        NEW_ALLIANCES,
        ADVISORS,
        NO_FIELD,
        REVEALED_MARKER,
        TERROR,
        FORCED_DISCARDS,
        RIDES,
    ),
    title="An offer and the overflow of a Robbery inside a ride, while a worm takes advisors and a No-Field marker",
)
def terror_ride_overflow(g: Table, hidden: Worth = Chance(), beside: bool = Chance()) -> None:
    """Fremen ride out of the Imperial Basin, where advisors are and the marker lies, in one place or in two."""
    g.phase = Phase.SPICE_BLOW
    g.storm = Sector.S4
    muster(g, FREMEN, Place.IMPERIAL_BASIN_9)
    muster(g, SISTERS, Place.IMPERIAL_BASIN_9)
    if beside:
        muster(g, SISTERS, Place.IMPERIAL_BASIN_10)
    g.advisors = {Place.IMPERIAL_BASIN_9.territory}
    muster_reserves(g, RICHESE)
    g.marker = Marker(place=Place.IMPERIAL_BASIN_10 if beside else Place.IMPERIAL_BASIN_9, event=1)
    g.worth = hidden
    g.riding = Riding(left=0, ready=True, summoned=False, nexus=False)
    g.hand[FREMEN] = {Card.THUMPER}
    g.hand[MORITANI] = {Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE}
    lay(g, Terror.ROBBERY, Place.CARTHAG)
    g.deck = cards_left(g)
