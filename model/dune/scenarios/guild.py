"""The scenario of interruptions of the Guild: a question or a search comes before its choice of its time."""

from __future__ import annotations

from ... import Chance
from ..game import dune
from ..interruptions.nullentropy import open_box, put_back, take_from_the_discard
from ..interruptions.truthtrance import answer_truly, ask_truthtrance
from ..movement.movement import end_movement
from ..table.board import Place, Sector
from ..table.cards import Card
from ..table.factions import Faction, Group
from ..table.groups import BASICS, QUESTIONS, SEARCHES, SPICE, TIMING
from ..table.kinds import Cause
from ..table.state import Table
from ..turns.guild import decline_guild_turn, take_guild_turn
from ..turns.turn import ask_the_guild
from .corners import begin_movement, corner

ATREIDES, GUILD = Faction.ATREIDES, Faction.GUILD


@dune.scenario(
    "guild-interrupted",
    scope={
        **corner(
            factions=(ATREIDES, GUILD),
            places=(Place.POLAR_SINK,),
            cards=(Card.TRUTHTRANCE, Card.NULLENTROPY_BOX, Card.KULON),
            groups=(Group.ONE,),
        ),
        Cause: (Cause.BOX,),
    },
    actions=(
        take_guild_turn,
        decline_guild_turn,
        end_movement,
        ask_truthtrance,
        answer_truly,
        open_box,
        take_from_the_discard,
        put_back,
    ),
    uses=(BASICS, SPICE, SEARCHES, QUESTIONS, TIMING),
    title="While the Guild is asked about a turn, a question or a search comes first, whoever begins it",
)
def guild_interrupted(g: Table, searches: Faction = Chance(), asks: Faction = Chance()) -> None:
    """Either seat has the Box, and either the Truthtrance."""
    begin_movement(g, Sector.S4)
    g.hand[asks].add(Card.TRUTHTRANCE)
    g.hand[searches].add(Card.NULLENTROPY_BOX)
    g.discard = {Card.KULON}
    for seat in g.spice:
        g.spice[seat] = 2
    ask_the_guild(g)
