"""Corners of the game, each small enough that every state it can reach is looked at.

- `corners`: what scenarios are made of.
- `flight`: the scenario that is meant when none is named; `flights`: flights that nobody may answer, by any holder.
- `speed`: the speed of Fremen and Ixians, and who may cancel it.
- `choam`, `no_field`, `order`, `entries`, `interruptions`, `sabotage`, `sisters`: what may come between two groups.
- `joint`: allies in one place. `guild`: what comes before the Guild's choice.
- `terror`: Terror tokens, and entries into the places where they lie.
- `victory`: boards that count towards victory, and the Mentat pause with its check.

A scenario of one card stands in the module named after the card.
"""

from . import flight as default

__all__ = ["default"]
