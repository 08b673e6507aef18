"""What an offer is worth to a bot. Every offer is legal already: offers are ranked, and nothing is tried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ... import Offer
from ..table.board import Place
from ..table.factions import Group
from .board import Board

JOIN: Final = 60
"""Going where the seat and its partner would then hold a stronghold together."""
LAST_JOIN: Final = 60
"""The same, where it is the last one that is missing."""
NEW_STRONGHOLD: Final = 20
"""Going into a stronghold that does not count for the seat's side yet."""
CONTEST: Final = 25
"""Going into a stronghold of a side that is near to victory."""
VACATE: Final = -40
"""Taking the last force out of a stronghold that counts."""
VACATE_JOINT: Final = -150
"""Taking the last force out of a stronghold that is held together: more than going anywhere can be worth."""


def near(board: Board, warning: int) -> bool:
    """Whether a rival side needs no more than so many strongholds."""
    return any(board.distance(rival) <= warning for rival in board.rivals())


def going(board: Board, offer: Offer, warning: int) -> int:
    """What a movement, a ride or a shipment is worth, by where it leaves and where it comes."""
    to = offer.arguments["to"]
    assert isinstance(to, Place)
    worth = arriving(board, to, warning)
    origin = offer.arguments.get("origin")
    if isinstance(origin, Place) and origin.territory != to.territory:
        worth += leaving(board, origin, moved(offer))
    return worth


def moved(offer: Offer) -> int:
    """How many forces an offer moves."""
    group, amount = offer.arguments.get("group"), offer.arguments.get("amount")
    if isinstance(group, Group):
        return group.total
    return amount if isinstance(amount, int) else 1


def arriving(board: Board, place: Place, warning: int) -> int:
    """What it is worth to come into a place."""
    territory = place.territory
    if not territory.stronghold:
        return 0
    if board.would_join(territory):
        row = board.rows[board.seat]
        return JOIN + (LAST_JOIN if row.occupy_target - len(row.jointly_occupied) == 1 else 0)
    worth = 0 if board.holds(board.seat, territory) else NEW_STRONGHOLD
    contested = [rival for rival in board.rivals() if board.holds(rival, territory)]
    return worth + sum(CONTEST for rival in contested if board.distance(rival) <= warning)


def leaving(board: Board, place: Place, number: int) -> int:
    """What it costs to go away from a place."""
    territory = place.territory
    if not board.last_force_leaves(territory, number):
        return 0
    if board.is_joint(board.seat, territory):
        return VACATE_JOINT
    return VACATE if board.holds(board.seat, territory) else 0


def sending_home(board: Board, offer: Offer, warning: int) -> int:
    """What a Trip to Gamont is worth: most where it takes the last force out of what a near side counts."""
    whose, place = offer.arguments["whose"], offer.arguments["place"]
    if whose in board.side:
        return VACATE_JOINT
    territory = place.territory
    last = board.stands_in(whose, territory) == 1
    counts = board.holds(whose, territory) and (last or board.is_joint(whose, territory))
    if not last or not counts:
        return -1
    return CONTEST if board.distance(whose) <= warning else 1


def guild_timing(board: Board, offer: Offer, warning: int) -> int:
    """The Guild goes first when a rival is near to victory; else it lets the turn pass."""
    return 10 if near(board, warning) else -10


def guild_waiting(board: Board, offer: Offer, warning: int) -> int:
    """What it is worth to the Guild to let the turn pass."""
    return -guild_timing(board, offer, warning)


def worth_of(value: int) -> Callable[[Board, Offer, int], int]:
    """An offer that is always worth the same."""
    return lambda board, offer, warning: value


SCORES: Final[Mapping[str, Callable[[Board, Offer, int], int]]] = {
    "move": going,
    "declare_flight": going,
    "fly": going,
    "ship": going,
    "ride": going,
    "play_gamont": sending_home,
    "take_guild_turn": guild_timing,
    "decline_guild_turn": guild_waiting,
    "use_ambassador": worth_of(15),
    "reveal_terror": worth_of(8),
    "reveal_sabotage": worth_of(8),
    "reveal_robbery": worth_of(8),
    "place_token": worth_of(5),
    "end_movement": worth_of(1),
    "finish_mentat": worth_of(0),
}
"""What an offer is worth, by its action; what is not named is worth nothing, and costs nothing."""


def score(board: Board, offer: Offer, warning: int) -> int:
    """What an offer is worth to a bot that is warned when a rival side needs so many strongholds."""
    scoring = SCORES.get(offer.action)
    return 0 if scoring is None else scoring(board, offer, warning)
