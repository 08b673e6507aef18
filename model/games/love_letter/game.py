"""The model of Love Letter, on which the rules hang themselves, one module an idea."""

from __future__ import annotations

from ... import Model
from .clauses import CLAUSES
from .table.kinds import Seat
from .table.state import Round

love_letter = Model(
    "love-letter", Round, seats=Seat, clauses=CLAUSES, title="Love Letter: a hidden card each, eight ways to play"
)
