"""The model itself: the table, with the factions as seats. The rules hang themselves on it, one module an idea."""

from __future__ import annotations

from typing import Final

from .. import Model
from .clauses import CLAUSES
from .table.factions import Faction
from .table.state import Table

dune: Final = Model(
    "dune",
    Table,
    seats=Faction,
    clauses=CLAUSES,
    title="Dune: shipment and movement with an Ornithopter in the air",
)
