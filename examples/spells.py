"""Spells are answered by spells: a stack, priority that passes round, and a table that acts by itself before any seat.

The last spell resolves first. Two guards make the order: `settled` lets no seat act while the table has something to
do, and `priority` says who may act when it has not. Where two effects of the table are due at once, one of them waits
for the other by its own guard.
"""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from kanly.invariants import Conjunct, Declarations, Step
from kanly.model import (
    Int,
    Map,
    Model,
    Record,
    Seq,
    State,
    exists,
    implies,
    lookup,
    negate,
    require,
    scope,
    size,
)


class Seat(Enum):
    """Who casts spells."""

    ANN = "Ann"
    BOB = "Bob"


class Kind(Enum):
    """What a spell does when it resolves."""

    BOLT = "takes a life from the other seat"
    SHIELD = "gives a life to its caster"
    COUNTER = "removes the spell below it"


OTHER = {Seat.ANN: Seat.BOB, Seat.BOB: Seat.ANN}
MOST_LIVES = 3
MOST_SPELLS = 3


class Spell(Record):
    """A spell on the stack."""

    caster: Seat
    kind: Kind


class Arena(State):
    """Lives, the stack, who has priority, and how many seats have passed since the last spell or resolution."""

    lives: dict[Seat, int] = Map(Seat, Int(0, MOST_LIVES))
    mana: dict[Seat, int] = Map(Seat, Int(0, 2))
    stack: list[Spell] = Seq(Spell, at_most=MOST_SPELLS)
    priority: Seat
    passed: int = Int(0, 2)
    over: bool


spells = Model("spells", Arena, seats=Seat, title="A stack of spells, priority, and effects that resolve by themselves")


@spells.scenario("default")
def setup(g: Arena) -> None:
    """Two lives and two spells for everybody; Ann begins."""
    for seat in scope(g, Seat):
        g.lives[seat] = 2
        g.mana[seat] = 2


def somebody_is_dead(g: Arena) -> Any:
    """Whether somebody has no life left."""
    return exists(g.lives, lambda seat: g.lives[seat] == 0)


def settled(g: Arena) -> None:
    """Let a seat act only when the table has nothing to do, and the game goes on."""
    require(negate(g.over), "the game is over")
    require(negate(somebody_is_dead(g)), "somebody has died")
    require(g.passed < 2, "both have passed: the stack resolves")


@spells.action
def cast(g: Arena, seat: Seat, kind: Kind) -> None:
    """Put a spell on the stack; the other seat may answer."""
    settled(g)
    require(g.priority == seat, "the other seat has priority")
    require(g.mana[seat] > 0, "no mana is left")
    require(size(g.stack) < MOST_SPELLS, "the stack is full")
    require(implies(kind == Kind.COUNTER, size(g.stack) > 0), "there is nothing to counter")
    g.mana[seat] -= 1
    g.stack.append(Spell(caster=seat, kind=kind))
    g.passed = 0
    g.priority = lookup(OTHER, seat)


@spells.action
def let_it_be(g: Arena, seat: Seat) -> None:
    """Pass; when both have passed, the table goes on."""
    settled(g)
    require(g.priority == seat, "the other seat has priority")
    require(size(g.stack) > 0, "there is nothing to let be")
    g.passed += 1
    g.priority = lookup(OTHER, seat)


@spells.automatic
def resolve(g: Arena) -> None:
    """The spell on top has its effect. It waits while somebody is dead: `finish` comes first."""
    require(negate(somebody_is_dead(g)), "somebody has died")
    require(g.passed == 2, "somebody may still answer")
    spell = g.stack.pop()
    caster, kind = spell.caster, spell.kind
    if kind == Kind.BOLT:
        g.lives[lookup(OTHER, caster)] -= 1
    elif kind == Kind.SHIELD:
        g.lives[caster] = min(g.lives[caster] + 1, MOST_LIVES)
    elif size(g.stack) > 0:
        g.stack.pop()
    g.passed = 0


@spells.automatic
def finish(g: Arena) -> None:
    """Somebody is dead, and whatever is on the stack does not happen any more."""
    require(negate(g.over), "the game is over already")
    require(somebody_is_dead(g), "everybody lives")
    g.stack.clear()
    g.passed = 0
    g.over = True


laws = Declarations(spells)


@laws.invariant("the-dead-cast-nothing")
def the_dead_cast_nothing(g: Arena) -> Any:
    """A game that is over has a dead seat and nothing on the stack."""
    return implies(g.over, lambda: somebody_is_dead(g) & (size(g.stack) == 0))


@laws.invariant("nobody-waits-for-nothing")
def nobody_waits_for_nothing(g: Arena) -> Any:
    """Passes are counted only while something is on the stack."""
    return implies(g.passed > 0, size(g.stack) > 0)


@laws.step("automatic-first", when=lambda before, step, after: step.took(cast, let_it_be))
def automatic_first(before: Arena, step: Step, after: Arena) -> Any:
    """No seat acts while the table has something to do."""
    return negate(somebody_is_dead(before)) & (before.passed < 2)


@laws.step("last-in-first-out", when=lambda before, step, after: step.took(resolve))
def last_in_first_out(before: Arena, step: Step, after: Arena) -> Iterator[Conjunct]:
    """What stays on the stack is what lay at the bottom, in its order."""
    yield "fewer", size(after.stack) < size(before.stack)
    for place in range(MOST_SPELLS):
        stays = size(after.stack) > place
        yield (
            f"spell {place}",
            lambda place=place, stays=stays: implies(stays, lambda: after.stack[place] == before.stack[place]),
        )


@laws.witness("countered")
def countered(before: Arena, step: Step, after: Arena) -> Any:
    """A spell can be countered."""
    return step.took(resolve) & (size(after.stack) + 1 < size(before.stack))


@laws.progress("settles")
def settles(g: Arena) -> Any:
    """The stack can always be emptied."""
    return size(g.stack) == 0
