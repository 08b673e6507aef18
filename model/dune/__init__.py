"""Dune: the movement phase with an Ornithopter in the air, as the rules of the game read.

Where to read, in order:

- `factions`, `cards`, `board`: who plays, with what, and where; how far it is from one place to another.
- `kinds`, `table`: everything that a saved turn remembers, and who may know it.
- `forces`: who stands where, and moving a group.
- `turn`: whose turn it is, and how it passes on.
- `guild`, `sapho`: who may take its turn out of the order.
- `hand`: playing a card.
- `shipment`: paying for forces that come to the planet.
- `movement`: what the seat on turn may do.
- `legality`: which movements are legal, and how far a group may go.
- `speed`: which groups go two territories, and that others are asked before they do.
- `arrival`: from a declared movement to a completed one, past CHOAM.
- `karama`: how a speed is cancelled, or is not.
- `no_field`: the marker of Richese, turned over.
- `flight`: the card in escrow, and what the flight remembers.
- `consequences`, `entries`: what follows an arrival, and whom it asks.
- `ambassadors`: an entry into a place with an Ambassador of Ecaz.
- `terror`: an entry into a place with a Terror token, from its opening to its end.
- `terror_effects`, `terror_discards`: what the tokens do; the frame of a forced discard and what it keeps back.
- `terror_nexus`, `terror_rides`: worm rides, and the Nexus that may come between them.
- `pending`: open decisions.
- `frames`: what waits behind a discard, and how it is settled.
- `view`: what each seat is shown.
- `nullentropy`, `truthtrance`: what may interrupt an open decision, and how that comes back.
- `scenarios` and the modules with names like it: the corners of the game that are explored completely.
- `clauses`: what all of this must do, by id.
"""

import importlib
import pkgutil

from .game import dune

__all__ = ["dune"]

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
