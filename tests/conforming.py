"""A small table that conforms, and the tests of the battery that a model does not pass."""

from kanly.explorer.battery.conformance import BATTERY, Finding, conformance
from kanly.explorer.findings.status import Status
from kanly.model import (
    Instance,
    Int,
    Map,
    Option,
    Set,
    State,
    View,
    require,
)
from tiny import Card, Seat


class Table(State):
    turn: int = Int(0, 3)
    deck: set[Card] = Set(Card)
    held: Card | None = Option(Card)
    mark: dict[Seat, int] = Map(Seat, Int(0, 2))


class TableView(View):
    turn: int = Int(0, 2)


def step(g: Table) -> None:
    require(g.turn < 3, "over")
    g.turn += 1


def wanting(instance: Instance, *, most: int = 50) -> dict[str, Finding]:
    """The tests that do not say ok."""
    found = {finding.name: finding for finding in conformance(instance, most=most)}
    assert list(found) == [test.__name__.replace("_", "-") for test in BATTERY]
    return {name: finding for name, finding in found.items() if finding.status is not Status.HOLDS}
