"""Corners of the game, each small enough that every state it can reach is looked at.

- `corners`: what scenarios are made of. `terror_corners`: the same for scenarios of Terror tokens.
- `flight`: the scenario that is meant when none is named. `flights`: one group flown far, two groups, every holder.
- `speed`: others may cancel the speed of Fremen and Ixians. `choam`, `no_field`, `order`, `entries`, `interruptions`,
  `sabotage`: what comes between.
- `terror`: cards that Terror tokens take. `terror_nested`: the same among worm rides, questions and flights.
"""

from . import flight as default

__all__ = ["default"]
