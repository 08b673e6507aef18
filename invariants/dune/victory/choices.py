"""What bots make of the public standings: what they leave, what they complete, whom they send home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....model import Offer, View
from ....model.dune.table.board import Place, Territory
from ....model.dune.table.factions import Faction, Group
from ....model.dune.table.groups import STANDINGS
from ....model.dune.turns.guild import take_guild_turn
from ....model.dune.victory.gamont import play_gamont
from ....model.dune.view.standings import StandingsView
from ....model.dune.view.table import TableView
from ...language.conditions import Conjunct
from ...language.where import playing, using
from ..laws import laws

CAREFUL = ("hard", "brutal")
"""The profiles that always choose what is worth most."""

Shown = Mapping[str, View]


def standing_in(shown: Shown, seat: Faction, territory: Territory) -> int:
    """How many forces of a seat are seen in a territory."""
    table = shown["view"]
    assert isinstance(table, TableView)
    there = [forces[seat] for place, forces in table.forces.items() if place.territory == territory]
    marked = [place for place, lies in table.marker.items() if lies and place.territory == territory]
    return sum(sum(each.values()) for each in there) + (len(marked) if seat == Faction.RICHESE else 0)


def jointly_held(shown: Shown, seat: Faction) -> tuple[set[Territory], int]:
    """The strongholds that the side of a seat is shown to hold jointly, and how many of them win."""
    standings = shown.get("standings")
    if not isinstance(standings, StandingsView):
        return set(), 0
    row = standings.progress[seat]
    return set(row.jointly_occupied), row.occupy_target


def left(shown: Shown, seat: Faction, offer: Offer) -> Territory | None:
    """The territory that a movement would leave without any force of the seat."""
    origin, to, group = (offer.arguments.get(name) for name in ("origin", "to", "group"))
    if not isinstance(origin, Place) or not isinstance(to, Place) or origin.territory == to.territory:
        return None
    amount = group.total if isinstance(group, Group) else 1
    return origin.territory if standing_in(shown, seat, origin.territory) <= amount else None


def joined(shown: Shown, seat: Faction, offer: Offer) -> Territory | None:
    """The stronghold that a movement would make one held jointly with the seat's ally."""
    table, to = shown["view"], offer.arguments.get("to")
    assert isinstance(table, TableView)
    ally = table.ally[seat]
    if not isinstance(to, Place) or not to.territory.stronghold or ally is None or Faction.ECAZ not in (seat, ally):
        return None
    others = {other for other in table.ally if standing_in(shown, other, to.territory) > 0}
    return to.territory if others == {ally} else None


@laws.choice("joint-strongholds-are-kept", policies=CAREFUL, clauses=["VIC-20"], where=using(STANDINGS))
def joint_strongholds_are_kept(shown: Shown, seat: Faction, offers: Sequence[Offer], chosen: Offer) -> bool:
    """The last force goes out of a jointly held stronghold only if nothing else is offered."""
    held, _ = jointly_held(shown, seat)
    return left(shown, seat, chosen) not in held or all(left(shown, seat, offer) in held for offer in offers)


@laws.choice("last-joint-stronghold-is-taken", policies=CAREFUL, clauses=["VIC-20"], where=using(STANDINGS))
def last_joint_stronghold_is_taken(
    shown: Shown, seat: Faction, offers: Sequence[Offer], chosen: Offer
) -> Iterator[Conjunct]:
    """Where one jointly held stronghold is missing and can be taken without giving up another, it is taken."""
    held, target = jointly_held(shown, seat)
    if target - len(held) != 1:
        return
    completing = [offer for offer in offers if joined(shown, seat, offer) and left(shown, seat, offer) not in held]
    if completing:
        yield "taken", chosen in completing


@laws.choice("gamont-weakens-a-rival", policies=CAREFUL, clauses=["VIC-20"], where=playing(play_gamont))
def gamont_weakens_a_rival(shown: Shown, seat: Faction, offers: Sequence[Offer], chosen: Offer) -> Iterator[Conjunct]:
    """A Trip to Gamont takes no force of the own side, and only the last one out of a stronghold that counts."""
    if chosen.action != "play_gamont":
        return
    table, standings = shown["view"], shown["standings"]
    assert isinstance(table, TableView)
    assert isinstance(standings, StandingsView)
    whose, place = chosen.arguments["whose"], chosen.arguments["place"]
    yield "rival", whose not in (seat, table.ally[seat])
    yield "last", standing_in(shown, whose, place.territory) == 1
    yield "counts", place.territory in standings.progress[whose].strongholds


@laws.choice("guild-waits-where-nobody-is-near", policies=CAREFUL, clauses=["VIC-20"], where=playing(take_guild_turn))
def guild_waits_where_nobody_is_near(shown: Shown, seat: Faction, offers: Sequence[Offer], chosen: Offer) -> bool:
    """Without standings that show a rival near to victory, the careful profiles do not take the Guild's turn first."""
    return "standings" in shown or chosen.action != "take_guild_turn"
