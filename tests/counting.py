"""A number that is counted up, beside one that no rule changes: enough to say something of checks themselves."""

from __future__ import annotations

from kanly.model import Int, Model, State, require
from tiny import Seat, as_it_is


class Counter(State):
    """What is counted, and what is spared."""

    n: int = Int(0, 3)
    spare: int = Int(0, 3)


def counter() -> Model:
    """A model that counts from 0 to 3."""
    made = Model("counter", Counter, seats=Seat)

    @made.automatic
    def count(g: Counter) -> None:
        require(g.n < 3, "high")
        g.n += 1

    made.scenario("default")(as_it_is)
    return made
