"""Groups of fields: what each part of the game makes use of. A scenario names the groups that it uses."""

from __future__ import annotations

from typing import Final

from ... import Fields
from .state import Table

BASICS: Final = Fields(
    Table.turn, Table.phase, Table.storm, Table.active, Table.to_move, Table.shipped,
    Table.deck, Table.hand, Table.discard, Table.mustered, Table.forces, Table.batches, Table.retired,
)  # fmt: skip
"""The hour, the queue, cards in deck, hands and discard pile, forces on the board, and the count of interruptions."""

MOVEMENT: Final = Fields(Table.allowance, Table.moved, Table.log)
"""Groups that move."""

HOLDERS: Final = Fields(Table.holder, Table.mode)
"""Parameters: whose flights are looked at, and how they fly."""

FLIGHT: Final = Fields(Table.flight, Table.flights, Table.remainder, Table.frame, Table.landed)
"""An Ornithopter in the air, and the frame behind its discard."""

DECISIONS: Final = Fields(Table.pending)
"""Somebody else's say about a movement."""

SPEED: Final = Fields(Table.slowed)
"""The speed of Fremen and Ixians, cancelled."""

RESERVES: Final = Fields(Table.reserves)
"""Forces off the planet."""

TANKS: Final = Fields(Table.tanks)
"""Forces that are lost, and may come back."""

ALLIANCES: Final = Fields(Table.ally)
"""Seats that are allied."""

NEW_ALLIANCES: Final = Fields(Table.fresh_alliance)
"""Alliances that are made in this turn."""

ADVISORS: Final = Fields(Table.advisors)
"""Bene Gesserit that do not fight."""

NO_FIELD: Final = Fields(Table.marker, Table.worth, Table.unflown_marker)
"""The marker of Richese."""

REVEALED_MARKER: Final = Fields(Table.shown_worth)
"""A marker of Richese that is turned over."""

PROMISES: Final = Fields(Table.reserved, Table.promised)
"""Bargains about cards and shipments."""

LOW_RATE: Final = Fields(Table.karama_rate)
"""A shipment at half the rate."""

SAPHO: Final = Fields(Table.sapho_last)
"""A seat that chose to be the last."""

TIMING: Final = Fields(Table.guild)
"""The Guild's choice of its time."""

OUT_OF_PLAY: Final = Fields(Table.cache, Table.removed)
"""Cards that are not in the game yet, or no more."""

SPICE: Final = Fields(Table.spice, Table.bank)
"""Spice behind the shields and in the bank."""

TOKENS: Final = Fields(Table.terror, Table.terror_supply, Table.terror_removed)
"""Where the Terror tokens are."""

TERROR: Final = Fields(TOKENS, Table.entry, Table.entries)
"""Terror tokens, and entries into the places where they lie."""

FORCED_DISCARDS: Final = Fields(Table.terror_frame, Table.forced, Table.face_down)
"""Cards that Terror tokens take."""

EXTORTION: Final = Fields(Table.extorted)
"""Spice that an Extortion lays before the shield."""

LEADERS: Final = Fields(Table.leaders)
"""Leaders, of whom an Assassination kills one."""

RIDES: Final = Fields(Table.riding, Table.ridden)
"""Worms that are ridden."""

AMBASSADORS: Final = Fields(Table.ambassadors, Table.recalled, Table.embassy)
"""Ambassadors of Ecaz, and entries into the places where they are."""

SEARCHES: Final = Fields(Table.box, Table.box_frame, Table.boxes, Table.face_down)
"""Searches of the discard pile with a Nullentropy Box."""

QUESTIONS: Final = Fields(Table.questions)
"""Questions of a Truthtrance."""

STANDINGS: Final = Fields(Table.tech, Table.mobile)
"""What counts towards victory beside the forces on the board."""

VICTORY: Final = Fields(
    Table.first, Table.winners, Table.won, Table.pause, Table.stronghold_cards, Table.cards_claimed,
    Table.ranking, Table.foretelling, Table.sietches, Table.ecaz_tolerated, Table.guild_shares, Table.ties,
)  # fmt: skip
"""The check of victory, Stronghold Cards, and the points on which published rules differ."""

PREDICTION: Final = Fields(Table.prediction)
"""What the Bene Gesserit have predicted."""

PLACEMENTS: Final = Fields(Table.placement, Table.quote)
"""Terror tokens that Moritani places in the Mentat pause."""

GAMONT: Final = Fields(Table.gamont, Table.reserves)
"""A Trip to Gamont, which CHOAM plays in the Mentat pause."""

BRIBES: Final = Fields(Table.bribes, Table.inflation, Table.spice)
"""What the Mentat pause begins with: Inflation and bribes."""
