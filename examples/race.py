"""A race on one track: seats move in turn, a die decides how far, and the first at the end has won.

Whose turn it is is a field (`turn`), whose is next a function of it (`following`), and every action of a seat begins
with the guard `on_turn`. The die is thrown in an action of its own, so that a seat knows the throw before
it decides which of its two pawns moves.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from kanly.invariants import Conjunct, Declarations, Step
from kanly.model import (
    Chance,
    Int,
    Map,
    Model,
    Option,
    State,
    count,
    exists,
    forall,
    implies,
    is_present,
    lookup,
    negate,
    require,
    required,
    scope,
)


class Seat(Enum):
    """In the order of the table."""

    ANN = "Ann"
    BOB = "Bob"
    CAT = "Cat"


class Pawn(Enum):
    """Every seat has two."""

    RED, BLUE = range(2)


END = 4


class Track(State):
    """Where the pawns are, whose turn it is, what was thrown, and who has won."""

    at: dict[Seat, dict[Pawn, int]] = Map(Seat, Map(Pawn, Int(0, END)))
    turn: Seat
    thrown: int | None = Option(Int(1, 2))
    winner: Seat | None = Option(Seat)


race = Model("race", Track, seats=Seat, title="Pawns race in turn, as far as a die says")


@race.scenario("default", scope={Seat: (Seat.ANN, Seat.BOB)})
def two_seats(g: Track) -> None:
    """Two seats; whoever is first in the order begins."""


@race.scenario("three")
def three_seats(g: Track, first: Seat) -> None:
    """Three seats; anybody may begin."""
    g.turn = first


def following(g: Track, seat: Seat) -> Seat:
    """Whose turn is next, among those who take part."""
    seats = scope(g, Seat)
    return lookup({each: seats[(index + 1) % len(seats)] for index, each in enumerate(seats)}, seat)


def on_turn(g: Track, seat: Seat) -> None:
    """Let a seat act only in its turn, while nobody has won."""
    require(g.winner is None, "the race is over")
    require(g.turn == seat, "it is somebody else's turn")


@race.action
def throw(g: Track, seat: Seat, die: int = Chance(Int(1, 2))) -> None:
    """Throw the die; everybody sees it."""
    on_turn(g, seat)
    require(g.thrown is None, "the die is thrown already")
    g.thrown = die


@race.action
def move(g: Track, seat: Seat, pawn: Pawn) -> None:
    """Move a pawn as far as was thrown; it stops at the end."""
    on_turn(g, seat)
    thrown = required(g.thrown, "throw the die first")
    require(g.at[seat][pawn] < END, "that pawn has arrived")
    g.at[seat][pawn] = min(g.at[seat][pawn] + thrown, END)
    g.thrown = None
    if forall(g.at[seat], lambda each: g.at[seat][each] == END):
        g.winner = seat
    else:
        g.turn = following(g, seat)


laws = Declarations(race)


@laws.invariant("the-winner-has-arrived")
def the_winner_has_arrived(g: Track) -> Iterator[Conjunct]:
    """Both pawns of the winner, and of nobody else, are at the end."""
    for seat in scope(g, Seat):
        arrived = forall(g.at[seat], lambda pawn, seat=seat: g.at[seat][pawn] == END)
        yield seat.name, arrived == (g.winner == seat)


@laws.step("one-pawn-moves")
def one_pawn_moves(before: Track, step: Step, after: Track) -> Iterator[Conjunct]:
    """No pawn moves back, and none moves but one of the seat whose turn it is."""
    for seat in scope(before, Seat):
        old, new = before.at[seat], after.at[seat]
        moved = count(Pawn, lambda pawn, old=old, new=new: old[pawn] != new[pawn])
        yield f"{seat.name} moves", moved <= (before.turn == seat)
        yield f"{seat.name} goes on", forall(Pawn, lambda pawn, old=old, new=new: old[pawn] <= new[pawn])


@laws.step("turns-alternate", when=lambda before, step, after: step.took(move))
def turns_alternate(before: Track, step: Step, after: Track) -> Any:
    """Whoever has moved waits for the others, unless the race is over."""
    return implies(negate(is_present(after.winner)), before.turn != after.turn)


@laws.witness("the-last-can-win")
def the_last_can_win(g: Track) -> Any:
    """Whoever does not begin can win."""
    return g.winner == Seat.BOB


@laws.progress("ends")
def ends(g: Track) -> Any:
    """Somebody can always win."""
    return exists(scope(g, Seat), lambda seat: g.winner == seat)
