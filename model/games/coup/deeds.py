"""The seat on turn takes an action, and claims the character that goes with it."""

from __future__ import annotations

from ... import emit, require, scope
from .asking import ask, check, end_turn, other
from .coins import pay, take_coins
from .game import coup
from .table.events import Claimed
from .table.kinds import MUST_COUP, PRICE_OF_ASSASSINATION, PRICE_OF_COUP, Card, Deed, Seat, Stage
from .table.state import Court


def begin(g: Court, seat: Seat) -> None:
    """A seat on turn takes an action other than a coup."""
    check(g, Stage.ACT, seat)
    require(g.coins[seat] < MUST_COUP, "with ten coins you must launch a coup")


def claim(g: Court, seat: Seat, card: Card, deed: Deed) -> None:
    """A seat on turn claims a character, whether it holds it or not."""
    begin(g, seat)
    require(card in scope(g, Card), "nobody is of this character")
    g.deed = deed
    emit(Claimed(seat=seat, card=card))
    ask(g, Stage.CHALLENGE, other(g, seat))


@coup.action
def income(g: Court, seat: Seat) -> None:
    """Take one coin."""
    begin(g, seat)
    take_coins(g, seat, 1)
    end_turn(g)


@coup.action
def foreign_aid(g: Court, seat: Seat) -> None:
    """Take two coins, unless a Duke blocks it."""
    begin(g, seat)
    g.deed = Deed.FOREIGN_AID
    ask(g, Stage.BLOCK, other(g, seat))


@coup.action
def tax(g: Court, seat: Seat) -> None:
    """The Duke takes three coins."""
    claim(g, seat, Card.DUKE, Deed.TAX)


@coup.action
def steal(g: Court, seat: Seat) -> None:
    """The Captain takes two coins from the other seat."""
    claim(g, seat, Card.CAPTAIN, Deed.STEAL)


@coup.action
def assassinate(g: Court, seat: Seat) -> None:
    """The Assassin is paid three coins."""
    claim(g, seat, Card.ASSASSIN, Deed.ASSASSINATE)
    pay(g, seat, PRICE_OF_ASSASSINATION)


@coup.action
def exchange(g: Court, seat: Seat) -> None:
    """The Ambassador exchanges cards with the deck."""
    claim(g, seat, Card.AMBASSADOR, Deed.EXCHANGE)


@coup.action
def launch_coup(g: Court, seat: Seat) -> None:
    """Pay seven coins: the other seat loses an influence."""
    check(g, Stage.ACT, seat)
    pay(g, seat, PRICE_OF_COUP)
    ask(g, Stage.LOSE, other(g, seat))
