"""What the Terror tokens do that discard nothing: Assassination, Atomics, Extortion and Sneak Attack."""

from __future__ import annotations

from typing import Final

from ... import Int, choose, merged, require, required, scope
from ..game import dune
from ..losses.tanks import lose_all
from ..table.board import Place
from ..table.entries import TerrorEntry
from ..table.factions import Faction, Troop
from ..table.kinds import Stage, Terror
from ..table.limits import MOST_FORCES
from ..table.state import Table
from .entry import finish, moritani_answers, reveal

BOUNTY: Final = 2
"""What Moritani collects for an assassinated leader, whoever it is."""


@dune.action
def reveal_terror(g: Table, seat: Faction, landing: int = Int(0, MOST_FORCES)) -> None:
    """Moritani springs a token that takes no cards; `landing` is how many forces a Sneak Attack brings."""
    entry = moritani_answers(g, seat, Stage.OFFER)
    kind = required(g.terror[entry.place], "no token lies there")
    require(kind not in (Terror.SABOTAGE, Terror.ROBBERY), "that token is about cards")
    reveal(g, entry.place)
    strike(g, seat, kind, entry, landing)
    finish(g)


@merged
def strike(g: Table, moritani: Faction, kind: Terror, entry: TerrorEntry, landing: int) -> None:
    """What a revealed token does; `landing` is how many forces a Sneak Attack brings."""
    require(landing == 0 or kind == Terror.SNEAK_ATTACK, "only a Sneak Attack brings forces")
    if kind == Terror.SNEAK_ATTACK:
        land(g, moritani, entry.place, landing)
    elif kind == Terror.EXTORTION:
        g.extorted = True
    elif kind == Terror.ASSASSINATION:
        assassinate(g, moritani, entry.entrant)
    elif kind == Terror.ATOMICS:
        lay_waste(g, entry.place)


def land(g: Table, moritani: Faction, place: Place, landing: int) -> None:
    """Forces come out of reserve, at no cost."""
    require(landing <= g.reserves[moritani][Troop.ORDINARY], "not so many forces in reserve")
    g.reserves[moritani][Troop.ORDINARY] -= landing
    g.forces[place][moritani][Troop.ORDINARY] += landing


@merged
def assassinate(g: Table, moritani: Faction, entrant: Faction) -> None:
    """The entrant loses a leader if it has one left, and Moritani collects the bounty as far as the bank has it."""
    if g.leaders[entrant] > 0:
        g.leaders[entrant] -= 1
        bounty = choose(g.bank < BOUNTY, g.bank, BOUNTY)
        g.bank -= bounty
        g.spice[moritani] += bounty


@merged
def lay_waste(g: Table, place: Place) -> None:
    """Everybody in the territory is lost. From now on Moritani and its ally may hold one card fewer each."""
    for there in scope(g, Place):
        if there.territory == place.territory:
            for seat in scope(g, Faction):
                lose_all(g, seat, there)
