"""What somebody's arrival sets off: the Bene Gesserit may step aside, and a Terror token may be sprung."""

from __future__ import annotations

from .. import EVERYONE, Event, Int, both, emit, is_present, merged, require, scope
from .board import Place, Territory
from .factions import Faction, Troop
from .forces import fighters, stranger
from .game import dune
from .pending import awaited
from .table import MOST_FORCES, Entry, Intrusion, Movement, Table, Terror, TerrorEntry


class Advised(Event):
    """The Bene Gesserit fighters in a territory have become advisors."""

    territory: Territory


class TerrorRevealed(Event):
    """A Terror token was turned face up and left the game."""

    kind: Terror
    place: Place


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
    return is_present(g.terror[movement.to]) and stranger(g, movement.player, Faction.MORITANI)


def raise_intrusion(g: Table, movement: Movement) -> None:
    """Let the Bene Gesserit answer an intrusion."""
    if intrudes(g, movement):
        g.pending = Intrusion(territory=movement.to.territory, intruder=movement.player)


def open_entry(g: Table, movement: Movement, cause: Entry) -> None:
    """Let the owner of what lies in an entered territory act on it. Arrivals that would ask two owners are illegal."""
    if meets_terror(g, movement):
        assert g.pending is None, "two decisions at once; such an arrival is rejected before it begins"
        g.pending = TerrorEntry(entrant=movement.player, place=movement.to, cause=cause)


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


@dune.action
def reveal_terror(g: Table, seat: Faction, landing: int = Int(0, MOST_FORCES)) -> None:
    """Moritani springs the token where somebody came in; `landing` is how many forces a Sneak Attack brings."""
    entry = awaited(g, seat, Faction.MORITANI, TerrorEntry)
    kind = g.terror[entry.place]
    assert kind is not None
    g.terror[entry.place] = None
    g.terror_removed.add(kind)
    emit(TerrorRevealed(kind=kind, place=entry.place), to=EVERYONE)
    strike(g, seat, kind, entry.place, landing)
    g.pending = None


@merged
def strike(g: Table, moritani: Faction, kind: Terror, place: Place, landing: int) -> None:
    """What a revealed token does."""
    if kind == Terror.SNEAK_ATTACK:
        require(landing <= g.reserves[moritani][Troop.ORDINARY], "not so many forces in reserve")
        g.reserves[moritani][Troop.ORDINARY] -= landing
        g.forces[place][moritani][Troop.ORDINARY] += landing
        return
    require(landing == 0, "only a Sneak Attack brings forces")
    if kind == Terror.EXTORTION:
        g.extorted = True


@dune.action
def leave_terror(g: Table, seat: Faction) -> None:
    """Moritani lets somebody come in and leaves the token where it is."""
    awaited(g, seat, Faction.MORITANI, TerrorEntry)
    g.pending = None
