"""A small model with one of everything that a search can find: hikers on a path with a ravine."""

from __future__ import annotations

from enum import Enum

from kanly.invariants import Declarations, Step
from kanly.model import Event, Instance, Int, Model, Parameter, State, emit, require


class Hiker(Enum):
    ANN = "Ann"
    BOB = "Bob"


class Path(State):
    end: int = Parameter(4, 1, 9)

    at: int = Int(0, 9)
    fallen: bool
    rested: bool


class Walked(Event):
    to: int = Int(0, 9)


path = Model("path", Path, seats=Hiker)


@path.action
def walk(g: Path, seat: Hiker, forward: bool) -> None:
    """One step along the path."""
    require(not g.fallen, "down there is no path")
    require(g.at < g.end if forward else g.at > 0, "the path ends here")
    g.at = g.at + 1 if forward else g.at - 1
    emit(Walked(to=g.at), to=seat)


@path.action
def fall(g: Path, seat: Hiker) -> None:
    """Behind the second step is the ravine."""
    require(g.at == 2, "there is no ravine here")
    require(not g.fallen, "nobody falls twice")
    g.fallen = True


@path.automatic
def leap(g: Path) -> None:
    """Whoever is at the end leaps beyond what a position can be."""
    require(g.at == g.end, "not at the end")
    g.at = g.at + 9


@path.automatic
def fly(g: Path) -> None:
    """Nobody can."""
    require(g.at > g.end, "nobody is beyond the end")
    g.rested = True


@path.automatic
def circle(g: Path) -> None:
    """At the bottom of the ravine one walks in circles."""
    require(g.fallen, "not in the ravine")
    g.rested = not g.rested


def start(g: Path) -> None:
    """At the beginning of the path."""
    g.at = 0


for name, actions in {
    "plain": [walk],
    "ravine": [walk, fall],
    "circles": [walk, fall, circle],
    "leap": [walk, leap],
    "dead": [walk, fly],
}.items():
    path.scenario(name, actions=actions)(start)

laws = Declarations(path)


@laws.invariant("never-third")
def never_third(g: Path) -> bool:
    """Nobody gets as far as the third step."""
    return g.at != 3


@laws.step("never-back", when=lambda before, step, after: step.took(walk))
def never_back(before: Path, step: Step, after: Path) -> bool:
    """Every step leads on."""
    return after.at > before.at


@laws.step("tells-where")
def tells_where(before: Path, step: Step, after: Path) -> bool:
    """Whoever walks is told where that leads."""
    return not step.took(walk) or step.emitted(Walked, lambda event: event.to == after.at)


@laws.invariant("beyond", when=lambda g: g.at > g.end)
def beyond(g: Path) -> bool:
    """Whoever is beyond the end has rested."""
    return g.rested


@laws.witness("arrives")
def arrives(g: Path) -> bool:
    """Somebody reaches the end."""
    return g.at == g.end


@laws.witness("walks-to-two")
def walks_to_two(before: Path, step: Step, after: Path) -> bool:
    """Somebody walks back to the second step."""
    return step.took(walk) and before.at == 3 and after.at == 2


@laws.witness("rests")
def rests(g: Path) -> bool:
    """Somebody rests."""
    return g.rested


@laws.progress("comes-home")
def comes_home(g: Path) -> bool:
    """The way back is always open."""
    return g.at == 0


@laws.invariant("fails-to-answer")
def fails_to_answer(g: Path) -> bool:
    """This declaration is broken itself."""
    return [True][g.at]


def hikers(scenario: str, end: int = 4) -> Instance:
    instance: Instance = path.instance(scenario, {"end": end})
    return instance
