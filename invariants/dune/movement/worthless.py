"""A worthless card that waits to be used as a Karama."""

from __future__ import annotations

from collections.abc import Iterator

from ....model.dune.movement.karama import use_worthless
from ....model.dune.table.factions import Faction
from ....model.dune.table.movements import Conversion
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.where import playing
from ..laws import laws
from ..table.decisions import decision

WORTHLESS = playing(use_worthless)
"""Where a worthless card can be used as a Karama."""


def wrapped(g: Table) -> bool:
    """Whether a worthless card waits to be used as a Karama."""
    return isinstance(decision(g), Conversion)


@laws.invariant("only-the-sisters-use-worthless-cards", clauses=["ORN-52"], when=wrapped, where=WORTHLESS)
def only_the_sisters_use_worthless_cards(g: Table) -> Iterator[Conjunct]:
    """While a worthless card waits, the Bene Gesserit have answered; they are asked neither now nor afterwards."""
    conversion = decision(g)
    assert isinstance(conversion, Conversion)
    yield "answered", Faction.BENE_GESSERIT not in conversion.response.waiting
    yield "not asked itself", Faction.BENE_GESSERIT not in conversion.waiting
    yield "not moving", g.active != Faction.BENE_GESSERIT
