"""Scenarios of Terror tokens among other things: worm rides, an old save, a Truthtrance, an Ornithopter in the air."""

from __future__ import annotations

from .... import Chance, require
from ...flight.frames import drain
from ...game import dune
from ...interruptions.truthtrance import answer_truly, ask_truthtrance
from ...movement.movement import declare_flight, end_movement, fly
from ...movement.shipment import ship
from ...table.board import Place, Sector
from ...table.cards import Card
from ...table.entries import Riding, TerrorEntry
from ...table.factions import Faction, Group, Troop
from ...table.groups import (
    ALLIANCES,
    BASICS,
    FLIGHT,
    FORCED_DISCARDS,
    MOVEMENT,
    NEW_ALLIANCES,
    QUESTIONS,
    RESERVES,
    RIDES,
    SPICE,
    TANKS,
    TERROR,
)
from ...table.kinds import Cause, Entry, Onward, Phase, Stage, Terror
from ...table.state import Table
from ...terror.discards import reveal_robbery, rob_card, rob_spice
from ...terror.nexus import close_nexus, leave_alliance
from ...terror.rides import let_the_worm_go, ride, summon_worm
from ..corners import make_allies, muster
from .corners import (
    ANSWERING,
    ATREIDES,
    CHOAM,
    EIGHT_CARDS,
    MORITANI,
    ROBBING,
    SABOTAGING,
    begin_shipment,
    cards_left,
    endow,
    fill_the_rest,
    lay,
    terror_corner,
)

FREMEN = Faction.FREMEN


@dune.scenario(
    "terror-worm-nexus",
    scope=terror_corner(
        cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.THUMPER, Card.KULON),
        tokens=(Terror.ROBBERY, Terror.SABOTAGE),
        factions=(ATREIDES, FREMEN, MORITANI),
        places=(Place.ARRAKEEN, Place.CARTHAG, Place.IMPERIAL_BASIN_9),
        phases=(Phase.SPICE_BLOW, Phase.MOVEMENT, Phase.BATTLE),
        causes=(Entry.RIDE,),
        onward=Onward,
    ),
    actions=(
        ride,
        let_the_worm_go,
        summon_worm,
        leave_alliance,
        close_nexus,
        *ANSWERING,
        *SABOTAGING,
        reveal_robbery,
        rob_spice,
        rob_card,
        end_movement,
    ),
    uses=(BASICS, TANKS, ALLIANCES, NEW_ALLIANCES, SPICE, TERROR, FORCED_DISCARDS, RIDES),
    title="Fremen ride worms into strongholds with Terror tokens; a Thumper calls a Nexus before the next ride",
)
def terror_worm_nexus(g: Table, armed: bool = Chance()) -> None:
    """Two worms for two Fremen groups in the Imperial Basin, beside their ally Atreides."""
    g.phase = Phase.SPICE_BLOW
    g.storm = Sector.S4
    muster(g, FREMEN, Place.IMPERIAL_BASIN_9, 2)
    muster(g, ATREIDES, Place.IMPERIAL_BASIN_9)
    make_allies(g, ATREIDES, FREMEN)
    g.riding = Riding(left=1, ready=True, summoned=False, nexus=False)
    g.hand[FREMEN] = {Card.THUMPER, Card.HAJR}
    g.hand[MORITANI] = {Card.KARAMA} if armed else set()
    g.spice[FREMEN] = 3
    lay(g, Terror.SABOTAGE, Place.CARTHAG, Terror.ROBBERY, Place.ARRAKEEN)
    fill_the_rest(g)


@dune.scenario(
    "terror-legacy-event",
    scope=terror_corner(cards=EIGHT_CARDS, tokens=(Terror.ROBBERY, Terror.SABOTAGE)),
    actions=(ship, end_movement, *ANSWERING, *SABOTAGING, *ROBBING),
    uses=(BASICS, RESERVES, TANKS, SPICE, TERROR, FORCED_DISCARDS),
    title="An entry of a save from before entries were numbered, in an old state of the board",
)
def terror_legacy_event(g: Table, token: Terror = Chance(), lost: bool = Chance(), choams: Card = Chance()) -> None:
    """CHOAM has come in and Moritani is to answer; the forces that came in may have been lost since."""
    require(choams in EIGHT_CARDS[5:], "Moritani holds others")
    begin_shipment(g)
    g.active = CHOAM
    g.to_move = {CHOAM, MORITANI}
    g.shipped = {ATREIDES, CHOAM}
    endow(g, ATREIDES, 2)
    endow(g, CHOAM, 3, {EIGHT_CARDS[0], choams})
    endow(g, MORITANI, 1, EIGHT_CARDS[1:5])
    muster(g, CHOAM, Place.CARTHAG)
    if lost:
        g.forces[Place.CARTHAG][CHOAM][Troop.ORDINARY] = 0
        g.tanks[CHOAM][Troop.ORDINARY] = 1
    other = Terror.SABOTAGE if token == Terror.ROBBERY else Terror.ROBBERY
    lay(g, token, Place.CARTHAG, other, Place.ARRAKEEN)
    g.entry = TerrorEntry(
        event=None,
        entrant=CHOAM,
        place=Place.CARTHAG,
        cause=Entry.SHIPMENT,
        amount=1,
        elite=0,
        stage=Stage.OFFER,
        refused=False,
        onward=Onward.TURN,
    )
    fill_the_rest(g)


@dune.scenario(
    "terror-truthtrance-overflow",
    scope=terror_corner(
        cards=(Card.HAJR, Card.KARAMA, Card.BALISET, Card.TRUTHTRANCE, Card.SECOND_TRUTHTRANCE, Card.KULON),
        tokens=(Terror.ROBBERY,),
        factions=(CHOAM, MORITANI),
    ),
    actions=(ship, end_movement, *ANSWERING, *ROBBING, ask_truthtrance, answer_truly),
    uses=(BASICS, RESERVES, SPICE, TERROR, FORCED_DISCARDS, QUESTIONS),
    title="A Truthtrance that discards itself resolves the overflow of a Robbery",
)
def terror_truthtrance_overflow(g: Table, second: bool = Chance()) -> None:
    """CHOAM ships into Carthag; Moritani holds four cards, one Truthtrance or two of them among these."""
    begin_shipment(g)
    endow(g, CHOAM, 1)
    extra = Card.SECOND_TRUTHTRANCE if second else Card.BALISET
    endow(g, MORITANI, 0, {Card.HAJR, Card.KARAMA, Card.TRUTHTRANCE, extra})
    lay(g, Terror.ROBBERY, Place.CARTHAG)
    fill_the_rest(g)


@dune.scenario(
    "terror-during-flight",
    scope={
        **terror_corner(
            cards=(Card.ORNITHOPTER, *(card for card in EIGHT_CARDS if card != Card.NULLENTROPY_BOX)),
            tokens=(Terror.ROBBERY, Terror.SABOTAGE),
            factions=(ATREIDES, Faction.HARKONNEN, MORITANI),
            places=(Place.IMPERIAL_BASIN_9, Place.ARRAKEEN, Place.CARTHAG),
            causes=(Entry.MOVEMENT,),
        ),
        Cause: (Cause.ORNITHOPTER, Cause.SABOTAGE, Cause.ROBBERY),
        Group: (Group.ONE,),
    },
    actions=(declare_flight, fly, end_movement, drain, *ANSWERING, *SABOTAGING, *ROBBING),
    uses=(BASICS, MOVEMENT, FLIGHT, SPICE, TERROR, FORCED_DISCARDS),
    title="Groups of an Ornithopter come upon a Sabotage and a Robbery while its card is in escrow",
)
def terror_during_flight(g: Table, armed: bool = Chance()) -> None:
    """Atreides, the last to move, flies from the Imperial Basin to Carthag and Arrakeen, each with a token."""
    begin_shipment(g)
    g.to_move = {ATREIDES}
    muster(g, ATREIDES, Place.IMPERIAL_BASIN_9, 2)
    g.spice[ATREIDES] = 3
    g.hand[ATREIDES] = {Card.ORNITHOPTER, Card.HAJR} if armed else {Card.ORNITHOPTER}
    g.hand[MORITANI] = {Card.BALISET, Card.TRUTHTRANCE, Card.JUICE_OF_SAPHO, Card.KULON}
    lay(g, Terror.SABOTAGE, Place.CARTHAG, Terror.ROBBERY, Place.ARRAKEEN)
    g.deck = cards_left(g)
