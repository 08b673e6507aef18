"""Coup for two seats: two hidden influences each, claims that may be lies, challenges and blocks.

Equal cards lie in bags. A hand is known to its owner alone. Whoever takes an action claims a character and need not
hold it; who does not believe it challenges, and one of the two loses an influence, which is laid open for good.

The modules, from the lowest floor to the highest:

- `table`: the kinds of things that there are, the state, and the events.
- `game`: the model itself, on which the rules hang themselves. `clauses`: what it must do, by id.
- `asking`, `coins`, `cards`: whose turn it is, what is paid and taken, the deal.
- `effects`: what an action does that nobody hinders.
- `deeds`, `challenges`, `blocks`, `proofs`, `losses`, `exchanges`: what seats do, in the order of a turn.
- `view`: what each seat is shown. `scenarios`: small courts, and the whole game.

The rules are imported in the order of a turn, in which they are also listed.
"""

import importlib

from .game import coup

__all__ = ["coup"]

for _module in ("cards", "deeds", "challenges", "blocks", "proofs", "losses", "exchanges", "view", "scenarios"):
    importlib.import_module(f"{__name__}.{_module}")
