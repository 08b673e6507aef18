"""Dune: the movement phase with an Ornithopter in the air, as the rules of the game read.

The rooms, from the lowest floor to the highest; the docstring of each tells in which order to read it:

- `table`: the board, the factions, the cards, and everything that a saved turn remembers.
- `game`: the model itself, on which the rules hang themselves. `clauses`: what it must do, by id.
- `losses`: forces that are lost, and a No-Field marker that is turned over.
- `turns`: whose turn it is, who may take it out of order, and playing a card in it.
- `terror`: Terror tokens: entries, what the tokens do, forced discards, worm rides.
- `arrivals`: what somebody's arrival sets off.
- `flight`: the Ornithopter's card in escrow, and the frames behind its discard.
- `movement`: what is legal, who is fast, and how a declared movement is completed.
- `interruptions`: what may come in between an open decision and its answer.
- `victory`: what each side has towards victory, as everybody may know.
- `view`: what each seat is shown.
- `bots`: profiles that play a seat from what it is shown.
- `scenarios`: the corners of the game that are explored completely.

Whatever module is put into a room is imported by this package, in the order of names.
"""

import importlib
import pkgutil

from .game import dune

__all__ = ["dune"]

for _module in pkgutil.walk_packages(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
