"""How many forces, and how much spice, there are at most."""

from __future__ import annotations

from typing import Final

MOST_FORCES: Final = 3
"""The most forces of one kind that a seat brings to any scenario."""

MOST_SPICE: Final = 12
"""The most spice that there is at the table, in the bank and behind all shields together."""

MOST_GROUPS: Final = 5
"""The most groups that a seat moves in a turn: one, and one more for each Hajr and each second group that it flies.

There is one card of each, and a search may bring one of the two back.
"""

MOST_IN_A_GROUP: Final = 2 * MOST_FORCES + 1
"""The largest group that can move: ordinary forces, elite forces and one No-Field marker."""
