"""What an action does, from its decision tree: who takes it, what it reads and writes, what it tells and reveals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from ...model.language.play.actions import BoundParameter, Kind
from ...model.language.terms.nodes import Node, walk
from ...model.language.values.sets import SetDomain
from ...model.language.values.sight import EVERYONE, SeenByArguments, Sight
from ..trace.tracing import TracedModel
from ..trace.tree import Accept, Branch, TracedAction, TracedEvent, Tree, leaves
from .places import places
from .seats import actors, holders, recipients

KINDS = ("taken by", "decides", "reads", "writes", "tells", "reveals")
"""How a sentence about an action begins, in the order in which they are told."""


@dataclass(frozen=True)
class Effect:
    """A sentence about an action without its subject: "writes" and "purse.coins"."""

    kind: str
    what: str


Effects: TypeAlias = Mapping[str, frozenset[Effect]]
"""The effects of each action of a scenario, by its name."""


class _Reading:
    """What the variables of an instance stand for."""

    def __init__(self, traced: TracedModel) -> None:
        self.instance = traced.instance
        self.slots = places(traced.instance.layout)
        self.fields = {f"s{index}": name for index, name in enumerate(self.slots)}
        self.sets = {at for at, slot in enumerate(traced.instance.slots) if isinstance(slot.domain, SetDomain)}
        self.holders = holders(traced)

    def named(self, nodes: Iterable[Node], arguments: Mapping[str, str] = MappingProxyType({})) -> list[str]:
        """The fields, and the arguments, that some terms depend on."""
        names = {**self.fields, **arguments}
        variables = {str(node.args[0]) for node in walk(*nodes) if node.op == "var"}
        return sorted({names[each] for each in variables if each in names})


def effects(traced: TracedModel) -> Effects:
    """The effects of each action of an instance, by its name; fields without keys of maps and places in sequences."""
    reading = _Reading(traced)
    return {
        each.action.name: frozenset(Effect(kind, what) for kind, what in _effects(each, reading))
        for each in traced.actions
    }


def _effects(action: TracedAction, reading: _Reading) -> Iterator[tuple[str, str]]:
    for who in actors(action, reading.instance, reading.holders):
        yield "taken by", who
    for parameter in _decided(action):
        yield "decides", _argument(parameter)
    for field in reading.named(_asked(action.tree, reading.sets)):
        yield "reads", field
    accepted = [leaf for _, leaf in leaves(action.tree) if isinstance(leaf, Accept)]
    for field in _outermost({reading.slots[slot] for leaf in accepted for slot in leaf.updates}):
        yield "writes", field
    for leaf in accepted:
        yield from (("tells", _event(event, action, reading)) for event in leaf.events)
    for each in action.action.reveals:
        yield "reveals", f"{each.what} to {_audience(each.to)}"


def _outermost(fields: Set[str]) -> set[str]:
    """The fields without those inside of another one: what is filled, emptied or chosen anew is told as a whole."""
    return {each for each in fields if not any(each.startswith(f"{other}.") for other in fields)}


def _asked(tree: Tree, sets: Set[int]) -> Iterator[Node]:
    """The terms that decide about a step, about what it puts into the state, and about what it tells."""
    stack: list[Tree] = [tree]
    while stack:
        here = stack.pop()
        if isinstance(here, Branch):
            yield here.condition
            stack += [here.yes, here.no]
        elif isinstance(here, Accept):
            for slot, node in here.updates.items():
                yield from _put(node, f"s{slot}", _OF_SETS if slot in sets else ())
            for event in here.events:
                yield from (event.condition, event.recipients, *event.slots)


_OF_SETS = ("insert", "erase", "or", "and")
"""How a set is made of another one, of which each element is kept or not, whatever else it holds."""


def _put(node: Node, slot: str, keeping: Sequence[str]) -> Iterator[Node]:
    """The terms that a new content is made of, without the old content as far as that is merely kept."""
    stack, seen = [node], set[Node]()
    while stack:
        here = stack.pop()
        if here in seen or (here.op == "var" and here.args[0] == slot):
            continue
        seen.add(here)
        if here.op == "ite":
            yield here.children[0]
            stack += here.children[1:]
        elif here.op in keeping:
            stack += here.children
        else:
            yield here


def _event(event: TracedEvent, action: TracedAction, reading: _Reading) -> str:
    """The class of an event with what its content is made of, and who gets it."""
    parameters = zip(action.parameters, action.action.parameters, strict=True)
    arguments = {str(node.args[0]): parameter.name for node, parameter in parameters if node.op == "var"}
    content = ", ".join(reading.named(event.slots, arguments))
    to = recipients(event, action, reading.instance, reading.holders)
    if to is None:
        to = f"seats by {' and '.join(reading.named([event.recipients], arguments))}"
    return f"{event.event.__name__}({content}) to {to}"


def _decided(action: TracedAction) -> tuple[BoundParameter, ...]:
    """The arguments beside the seat that acts."""
    return action.action.parameters[action.action.kind is Kind.SEAT :]


def _argument(parameter: BoundParameter) -> str:
    by = " by chance" if parameter.by_chance else ""
    seen = "" if parameter.seen_by is EVERYONE else f" seen by {_audience(parameter.seen_by)}"
    return f"{parameter.name}{by}{seen}"


def _audience(seen_by: SeenByArguments) -> str:
    if isinstance(seen_by, str):
        return f"the seat in {seen_by}"
    return seen_by.value if isinstance(seen_by, Sight) else "whom a rule names"
