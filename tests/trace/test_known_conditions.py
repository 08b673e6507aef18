"""What a path already knows to fail is not read again by a combinator."""

from enum import Enum

from kanly.explorer.trace.tracing import trace_model
from kanly.model import Int, Model, State, both, implies


class Who(Enum):
    A = "a"


class Lamp(State):
    lit: bool
    glow: int = Int(0, 3)


lamp = Model("lamp", Lamp, seats=Who)


@lamp.action
def dim(g: Lamp, seat: Who) -> None:
    if not g.lit:
        g.lit = implies(g.lit, lambda: g.glow > 1)
        g.lit = both(g.glow > 4, lambda: g.glow > 1)


@lamp.scenario("default")
def setup(g: Lamp) -> None:
    """The lamp is off."""


def test_a_condition_that_cannot_hold_is_not_read() -> None:
    (action,) = trace_model(lamp.instance()).actions
    assert action.paths == 2
