"""An attribute that some members lack, or that fails for them, fails for these only."""

from enum import Enum

from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Accept, Fail, leaves
from kanly.model import Fault, Int, Model, State, require


class Card(Enum):
    SPICE = 1
    KNIFE = 2
    WORM = 3

    @property
    def price(self) -> int:
        if self.name == "WORM":
            raise ValueError("nobody sells a worm")
        return int(self.value)


class Shelf(State):
    card: Card
    price: int = Int(0, 3)


shelf = Model("shelf", Shelf, seats=Card)


@shelf.scenario("default")
def setup(g: Shelf) -> None:
    pass


@shelf.automatic
def guarded(g: Shelf) -> None:
    require(g.card != Card.WORM, "not for sale")
    g.price = g.card.price


@shelf.automatic
def unguarded(g: Shelf) -> None:
    g.price = g.card.price


def test_an_attribute_fails_only_for_the_members_for_which_it_does() -> None:
    instance = shelf.instance()
    safe, unsafe = trace_model(instance).actions
    ends = {action.action.name: [leaf for _, leaf in leaves(action.tree)] for action in (safe, unsafe)}
    assert not any(isinstance(leaf, Fail) for leaf in ends["guarded"])
    assert any(isinstance(leaf, Accept) for leaf in ends["guarded"])
    (failed,) = (leaf.fault for leaf in ends["unguarded"] if isinstance(leaf, Fail))
    run = instance.step((2, 0), unsafe.action, ())
    assert isinstance(run, Fault)
    assert (failed.kind, failed.message, failed.line) == (run.kind, run.message, run.line)
