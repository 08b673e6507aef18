"""Ambassadors of Ecaz: when somebody comes in where one stands, Ecaz decides whether it acts; then it goes home."""

from __future__ import annotations

from typing import Final

from ... import EVERYONE, Event, choose, emit, lookup, merged, negate, require, required, scope
from ..game import dune
from ..table.board import Place
from ..table.entries import Embassy
from ..table.factions import Faction
from ..table.forces import stranger
from ..table.kinds import Ambassador
from ..table.state import Table
from ..turns.turn import uninterrupted

GIFT: Final = 5
"""How much spice the Ambassador to the Emperor takes from the bank."""


ITS_OWN: Final = {(kind, faction): kind.faction == faction for kind in Ambassador for faction in Faction}
"""Whether an Ambassador is the one to a faction, against which it does not act."""


class AmbassadorActed(Event):
    """An Ambassador has acted for Ecaz and gone home."""

    kind: Ambassador
    place: Place
    entrant: Faction


@merged
def ambassador_awaits(g: Table, seat: Faction, place: Place) -> bool:
    """Whether an Ambassador in a place may act against a seat: not against Ecaz, its ally, or its own faction."""
    kind = g.ambassadors[place]
    if Faction.ECAZ not in scope(g, Faction) or kind is None:
        return False
    return negate(lookup(ITS_OWN, (kind, seat))) and stranger(g, seat, Faction.ECAZ)


def ecaz_answers(g: Table, seat: Faction) -> Embassy:
    """The entry that waits for Ecaz, which must be the one to answer."""
    uninterrupted(g)
    require(seat == Faction.ECAZ, "the decision is another seat's")
    return required(g.embassy, "no entry waits for Ecaz")


@dune.action
def use_ambassador(g: Table, seat: Faction) -> None:
    """The Ambassador acts, and goes home to Ecaz."""
    embassy = ecaz_answers(g, seat)
    kind = required(g.ambassadors[embassy.place], "no Ambassador is there")
    g.embassy = None
    g.ambassadors[embassy.place] = None
    g.recalled.add(kind)
    if kind == Ambassador.EMPEROR:
        take_a_gift(g)
    else:
        revive_all(g)
    emit(AmbassadorActed(kind=kind, place=embassy.place, entrant=embassy.entrant), to=EVERYONE)


@merged
def take_a_gift(g: Table) -> None:
    """Ecaz collects spice as far as the bank has it."""
    amount = choose(g.bank < GIFT, g.bank, GIFT)
    g.bank -= amount
    g.spice[Faction.ECAZ] += amount


@merged
def revive_all(g: Table) -> None:
    """All forces of Ecaz come out of the tanks into reserve."""
    for troop, number in g.tanks[Faction.ECAZ].items():
        g.reserves[Faction.ECAZ][troop] += number
        g.tanks[Faction.ECAZ][troop] = 0


@dune.action
def leave_ambassador(g: Table, seat: Faction) -> None:
    """The Ambassador lets somebody come in, and stays."""
    ecaz_answers(g, seat)
    g.embassy = None
