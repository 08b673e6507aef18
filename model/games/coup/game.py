"""The model of Coup, on which the rules hang themselves, one module an idea."""

from __future__ import annotations

from ... import Model
from .clauses import CLAUSES
from .table.kinds import Seat
from .table.state import Court

coup = Model("coup", Court, seats=Seat, clauses=CLAUSES, title="Coup: hidden influence, claims, challenges and blocks")
