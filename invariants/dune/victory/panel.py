"""What the panel says of victory: counts and targets as shown, when it is checked, and nobody before the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....model import View
from ....model.dune.table.factions import Faction
from ....model.dune.table.groups import STANDINGS
from ....model.dune.view.standings import StandingsView
from ....model.dune.view.table import TableView
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws

FORETELLING = ("will win", " wins", " won:", "winner", "victorious", "has victory")


def is_over(shown: Mapping[str, View]) -> bool:
    """Whether a seat is shown who has won."""
    table = shown["view"]
    assert isinstance(table, TableView)
    return bool(table.winners)


def tells_strongholds_of(seat: Faction, line: str) -> bool:
    """Whether a line begins with the names of a side of which a seat is, and tells strongholds."""
    names, _, told = line.partition(":")
    return seat.title in names.split(" and ") and " of " in told and "strongholds" in told


@laws.panel("panel-counts-towards-targets", clauses=["VIC-19"], where=using(STANDINGS))
def panel_counts_towards_targets(text: str, shown: Mapping[str, View], viewer: Faction) -> Iterator[Conjunct]:
    """One line for each side says how many strongholds it has of how many, the next one how many it holds jointly."""
    standings, lines = shown["standings"], text.splitlines()
    assert isinstance(standings, StandingsView)
    for seat, row in standings.progress.items():
        about = [number for number, line in enumerate(lines) if tells_strongholds_of(seat, line)]
        yield f"one line of {seat.title}", len(about) == 1
        line = "".join(lines[number] for number in about)
        count = len(row.strongholds) + (1 if row.tech_stronghold else 0)
        yield f"count of {seat.title}", f": {count} of {row.target} strongholds" in line
        yield f"places of {seat.title}", all(place.title in line for place in row.strongholds)
        yield f"tokens of {seat.title}", ("Tech Tokens" in line) == row.tech_stronghold
        jointly = "".join(lines[number + 1] for number in about if number + 1 < len(lines))
        told = f"{len(row.jointly_occupied)} of {row.occupy_target} jointly held strongholds"
        yield f"joint count of {seat.title}", (told in jointly) == (row.occupy_target > 0)
        if row.occupy_target:
            yield f"joint places of {seat.title}", all(place.title in jointly for place in row.jointly_occupied)


@laws.panel("panel-says-when-victory-is-checked", clauses=["VIC-19", "VIC-27"], where=using(STANDINGS))
def panel_says_when_victory_is_checked(text: str, shown: Mapping[str, View], viewer: Faction) -> Iterator[Conjunct]:
    """Until the game is over, the last line says that the check waits for Moritani's token and for CHOAM's trip."""
    last = text.splitlines()[-1]
    for name in ("the end of the Mentat pause", "Moritani", "CHOAM"):
        yield name, is_over(shown) or name in last
    yield (
        "not at the beginning",
        not any(told in text for told in ("when Mentat begins", "when the Mentat pause begins")),
    )


@laws.panel("panel-foretells-nobody", clauses=["VIC-19"])
def panel_foretells_nobody(text: str, shown: Mapping[str, View], viewer: Faction) -> Iterator[Conjunct]:
    """Nobody is said to win before the game is over; then the first line names those who have won, and nobody else."""
    if not is_over(shown):
        yield "before the end", not any(told in text for told in FORETELLING)
        return
    table, banner = shown["view"], text.splitlines()[0]
    assert isinstance(table, TableView)
    for seat in table.forces[next(iter(table.forces))]:
        yield f"{seat.title} in the banner", (seat.title in banner) == (seat in table.winners)
