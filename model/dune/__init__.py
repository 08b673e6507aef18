"""Dune."""

from . import arrival, entries, frames, hand, movement, scenarios, view
from .game import dune
