"""The kinds of thing that a saved turn speaks of: phases, tokens, causes, stages."""

from __future__ import annotations

from enum import Enum

from .factions import Faction


class Phase(Enum):
    """The nine phases of a turn, counted from 0."""

    STORM = 0
    SPICE_BLOW = 1
    CHARITY = 2
    BIDDING = 3
    REVIVAL = 4
    MOVEMENT = 5
    BATTLE = 6
    COLLECTION = 7
    MENTAT = 8


class Worth(Enum):
    """How many forces a No-Field marker hides."""

    NONE = 0
    THREE = 3
    FIVE = 5


class Terror(Enum):
    """The six Terror tokens of Moritani; no two are alike."""

    ASSASSINATION = "Assassination"
    ATOMICS = "Atomics"
    EXTORTION = "Extortion"
    ROBBERY = "Robbery"
    SABOTAGE = "Sabotage"
    SNEAK_ATTACK = "Sneak Attack"


class Ambassador(Enum):
    """Two of the Ambassadors of Ecaz, each of a faction that it does not act against, and what it does for Ecaz."""

    EMPEROR = Faction.EMPEROR, "takes up to five spice from the bank"
    TLEILAXU = Faction.TLEILAXU, "takes all forces out of the tanks"

    def __init__(self, faction: Faction, title: str) -> None:
        self.faction = faction
        self.title = title


class Line(Enum):
    """The lines of the public log that are counted, because each must be written exactly once."""

    MOVEMENT = "a group moved"
    COMPLETION = "an Ornithopter completed its flight"


class Cause(Enum):
    """Why a card was freshly discarded."""

    ORNITHOPTER = "the flight ended"
    BOX = "the search was over"
    SABOTAGE = "a Sabotage took it"
    ROBBERY = "a Robbery filled the hand above its limit"


class Entry(Enum):
    """What brought forces into a territory."""

    MOVEMENT = "movement"
    SHIPMENT = "shipment"
    RIDE = "a worm ride"


class Stage(Enum):
    """How far the entry into a place with a Terror token has come: whom it waits for, and for what."""

    OFFER = "Moritani may reveal the token, leave it, or offer an alliance"
    REPLY = "the entrant accepts or refuses the alliance"
    ROBBERY = "Moritani takes spice or a card"
    DISCARD = "Moritani's hand is above its limit"
    GIFT = "Moritani may give the entrant a card"


class Onward(Enum):
    """What goes on when an entry is over."""

    TURN = "the turn of the entrant"
    RIDE = "the next worm ride"


class Source(Enum):
    """The two ways in which a Terror token makes somebody discard a card."""

    SABOTAGE = "Sabotage"
    ROBBERY_OVERFLOW = "Robbery overflow"


class Resume(Enum):
    """Who gets control back once a frame is drained: the mover, or the settlement of somebody's answer."""

    MOVER = "the mover acted"
    ANSWER = "an answer let the movement happen"


class Timing(Enum):
    """Where the Guild stands: it may ship and move when it likes, and is asked before every other seat's turn."""

    UNASKED = "the Guild has nothing to choose"
    ASKED = "the Guild may take its turn now, before the seat whose turn it is"
    DECLINED = "the Guild has let the present turn go first"
    GRANTED = "the Guild is taking its turn out of the order"
