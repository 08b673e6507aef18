"""The check of victory, the one way in which a game is won: what a quote says is done, and the pause is over."""

from __future__ import annotations

from ... import EVERYONE, Event, Int, Set, both, either, emit, forall, merged, negate
from ..table.board import Territory
from ..table.factions import Faction
from ..table.kinds import Phase
from ..table.mentat import Pause
from ..table.state import Table
from ..table.victories import Quote, Way
from .fallbacks import LAST_TURN
from .settled import fighting, on_the_board, strongholds


class GameOver(Event):
    """The game is over: who has won, and how. Nobody may have."""

    winners: set[Faction] = Set(Faction)
    way: Way


class TurnOver(Event):
    """Nobody has won, and the next turn begins."""

    next_turn: int = Int(2, LAST_TURN)


def check_victory(g: Table, quote: Quote) -> None:
    """Do what a quote says: lone advisors fight again, and the game ends or the next turn begins."""
    g.advisors -= quote.released
    if quote.way != Way.NOT_WON or g.turn == LAST_TURN:
        g.winners = quote.winners
        g.won = quote.way
        g.pause = Pause.OVER
        settle_stronghold_cards(g)
        emit(GameOver(winners=quote.winners, way=quote.way), to=EVERYONE)
    else:
        g.pause = Pause.DUE
        g.phase = Phase.STORM
        g.turn += 1
        emit(TurnOver(next_turn=g.turn), to=EVERYONE)


@merged
def settle_stronghold_cards(g: Table) -> None:
    """Each card goes to the one who controls its stronghold, unless they have been claimed in this turn already."""
    if g.cards_claimed < g.turn:
        g.cards_claimed = g.turn
        fighters = fighting(g)
        for stronghold in strongholds(g):
            give_card(g, stronghold, fighters[stronghold])


@merged
def give_card(g: Table, stronghold: Territory, fighters: dict[Faction, bool]) -> None:
    """The card of a stronghold goes to the seat that is there alone; else it stays where it is."""
    for seat in fighters:
        if both(on_the_board(g, stronghold), is_alone(seat, fighters)):
            g.stronghold_cards[stronghold] = seat


def is_alone(seat: Faction, fighters: dict[Faction, bool]) -> bool:
    """Whether a seat has fighters somewhere, and nobody else has."""
    return both(fighters[seat], forall(fighters, lambda other: either(other == seat, negate(fighters[other]))))
