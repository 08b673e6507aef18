"""What somebody's arrival sets off: the Bene Gesserit may step aside, and a Terror token may lie there."""

from __future__ import annotations

from ... import EVERYONE, Event, both, count, emit, merged, scope
from ..game import dune
from ..table.board import Territory
from ..table.entries import Embassy
from ..table.factions import Faction
from ..table.forces import fighters, stranger
from ..table.kinds import Entry, Onward
from ..table.movements import Intrusion, Movement
from ..table.state import Table
from ..terror.entry import open_terror, token_awaits
from ..turns.pending import awaited
from .ambassadors import ambassador_awaits


class Advised(Event):
    """The Bene Gesserit fighters in a territory have become advisors."""

    territory: Territory


def intrudes(g: Table, movement: Movement) -> bool:
    """Whether the group comes upon Bene Gesserit fighters that are not its ally's."""
    if Faction.BENE_GESSERIT not in scope(g, Faction):
        return False
    there = fighters(g, Faction.BENE_GESSERIT, movement.to.territory) > 0
    return both(there, stranger(g, movement.player, Faction.BENE_GESSERIT))


@merged
def meets_terror(g: Table, movement: Movement) -> bool:
    """Whether the group enters a place with a Terror token that is not its own side's."""
    if Faction.MORITANI not in scope(g, Faction) or movement.origin.territory == movement.to.territory:
        return False
    return token_awaits(g, movement.player, movement.to)


@merged
def meets_ambassador(g: Table, movement: Movement) -> bool:
    """Whether the group enters a place with an Ambassador that may act against it."""
    if Faction.ECAZ not in scope(g, Faction) or movement.origin.territory == movement.to.territory:
        return False
    return ambassador_awaits(g, movement.player, movement.to)


def asks_at_most_one(g: Table, movement: Movement) -> bool:
    """Whether an arrival concerns at most one of the Bene Gesserit, Moritani and Ecaz."""
    concerned = [intrudes(g, movement), meets_terror(g, movement), meets_ambassador(g, movement)]
    return count(concerned, lambda asked: asked) <= 1


def raise_intrusion(g: Table, movement: Movement) -> None:
    """Let the Bene Gesserit answer an intrusion."""
    if intrudes(g, movement):
        g.pending = Intrusion(territory=movement.to.territory, intruder=movement.player)


def open_entry(g: Table, movement: Movement, cause: Entry) -> None:
    """Let the owner of what lies in an entered territory act on it. Arrivals that would ask two owners are illegal."""
    if meets_ambassador(g, movement):
        assert g.pending is None, "two decisions at once; such an arrival is rejected before it begins"
        g.embassy = Embassy(entrant=movement.player, place=movement.to)
    if meets_terror(g, movement):
        assert g.pending is None, "two decisions at once; such an arrival is rejected before it begins"
        assert g.embassy is None, "two decisions at once; such an arrival is rejected before it begins"
        open_terror(g, movement.player, movement.to, cause, movement.total, movement.elite, Onward.TURN)


@dune.action
def step_aside(g: Table, seat: Faction) -> None:
    """The Bene Gesserit turn their fighters in the entered territory into advisors."""
    intrusion = awaited(g, seat, Faction.BENE_GESSERIT, Intrusion)
    g.advisors.add(intrusion.territory)
    emit(Advised(territory=intrusion.territory), to=EVERYONE)
    g.pending = None


@dune.action
def stand_fast(g: Table, seat: Faction) -> None:
    """The Bene Gesserit remain fighters."""
    awaited(g, seat, Faction.BENE_GESSERIT, Intrusion)
    g.pending = None
