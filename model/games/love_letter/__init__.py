"""Love Letter for three seats: sixteen cards, one in each hand, and whoever keeps the letter closest to the Princess.

Equal cards lie in bags. A hand is known to its owner, to those who were shown it until its owner draws again, and to
everybody when the round is over. Seats that tie at the end share the round.

The modules, from the lowest floor to the highest:

- `table`: the kinds of things that there are, the state, and the events.
- `game`: the model itself, on which the rules hang themselves. `clauses`: what it must do, by id.
- `hands`, `turns`: what becomes of a hand, and how a turn passes.
- `drawing`: what is drawn. `low_cards`, `prince`, `high_cards`, `in_vain`: what is played. `showdown`: how it ends.
- `view`: what each seat is shown. `scenarios`: small decks, and the whole one.

The rules are imported in the order in which they are listed: drawing, the cards by their value, the end.
"""

import importlib

from .game import love_letter

__all__ = ["love_letter"]

for _module in ("drawing", "low_cards", "prince", "high_cards", "showdown", "in_vain", "view", "scenarios"):
    importlib.import_module(f"{__name__}.{_module}")
