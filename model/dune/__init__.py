"""Dune: the movement phase with an Ornithopter in the air, as the rules of the game read.

Where to read, in order:

- `factions`, `cards`, `board`: who plays, with what, and where; how far it is from one place to another.
- `table`: everything that a saved turn remembers, and who may know it.
- `forces`: who stands where, and moving a group.
- `turn`: whose turn it is, and how it passes on.
- `hand`: playing a card.
- `movement`: what the seat on turn may do.
- `legality`: which movements are legal, and how far a group may go.
- `arrival`: from a declared movement to a completed one, past CHOAM.
- `flight`: the card in escrow, and what the flight remembers.
- `consequences`, `entries`: what follows an arrival, and whom it asks.
- `pending`: open decisions.
- `frames`: what waits behind a discard, and how it is settled.
- `view`: what each seat is shown.
- `scenarios`: the corners of the game that are explored completely.
- `clauses`: what all of this must do, by id.
"""

from . import arrival, entries, frames, hand, movement, scenarios, view
from .game import dune

__all__ = ["arrival", "dune", "entries", "frames", "hand", "movement", "scenarios", "view"]
