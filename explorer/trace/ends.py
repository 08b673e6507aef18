"""How a call ends on each of its paths, and how these ends are joined: into one node, or into one value."""

# Reading joins what views show, and so reaches into them.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias, cast

from ...model.language.play.instance import fault_of
from ...model.language.terms.nodes import ONE, ZERO, Node, bit_and, ite
from ...model.language.terms.terms import Term, node_of
from ...model.language.values.cells import TermCells, Viewer
from ...model.language.values.members import Symbol, choose, kind_of_choice
from .tree import Branch, Path, TracedEvent


@dataclass(frozen=True, eq=False)
class Returned:
    """A path that ends normally: which slots of the cells it wrote, what was returned, and the events."""

    written: tuple[dict[int, int | Term], ...]
    value: Any
    events: tuple[TracedEvent, ...]
    detached: tuple[tuple[Viewer, tuple[int | Term, ...] | None], ...] = ()


@dataclass(frozen=True, eq=False)
class GuardFailed:
    """A path that ends at a guard."""

    reason: str


@dataclass(frozen=True, eq=False)
class Failed:
    """A path that ends in an exception."""

    error: Exception


Outcome: TypeAlias = Returned | GuardFailed | Failed
OutcomeTree: TypeAlias = "Branch | Returned | GuardFailed | Failed"


def is_repeatable(outcome: Returned) -> bool:
    """Whether an outcome holds in a later execution of the same path: it names no object of this one."""
    plain = isinstance(outcome.value, bool | int | Term | Symbol | Enum | None)
    return plain and all(content is None for _, content in outcome.detached)


def saying(outcome: Outcome) -> object:
    """What an end says; ends that say the same are one."""
    if isinstance(outcome, GuardFailed):
        return ("refused", outcome.reason)
    if isinstance(outcome, Failed):
        fault = fault_of(outcome.error)
        return ("failed", fault.kind, fault.file, fault.line)
    return None


def content_after(outcome: Outcome, root: int, slot: int, old: Node) -> Node | None:
    """What a slot of a root holds after a call that ends so: `old` unless written, None if there is no state after."""
    if not isinstance(outcome, Returned):
        return None
    written = outcome.written[root]
    return node_of(written[slot]) if slot in written else old


def has_shape(leaf: Outcome, wanted: Any) -> Node | None:
    """1 where a call ends with a value of that shape; None where it ends without a value."""
    if not isinstance(leaf, Returned):
        return None
    return ONE if shape(leaf.value) == wanted else ZERO


def tree_of(found: list[tuple[Path, Outcome]], depth: int) -> OutcomeTree:
    """The tree of paths that agree in their first `depth` decisions.

    Guards that follow each other and say the same become one, whose condition is their conjunction.
    """
    guards: list[tuple[Node, GuardFailed]] = []
    while len(found) > 1 or len(found[0][0]) > depth:
        no = [entry for entry in found if not entry[0][depth][1]]
        end = no[0][1] if len(no) == 1 and len(no[0][0]) == depth + 1 else None
        if not isinstance(end, GuardFailed) or (guards and guards[0][1].reason != end.reason):
            break
        guards.append((no[0][0][depth][0], end))
        found = [entry for entry in found if entry[0][depth][1]]
        depth += 1
    if guards:
        # A tree of outcomes has the shape of a decision tree, and other leaves.
        return Branch(conjunction([each for each, _ in guards]), tree_of(found, depth), guards[0][1])  # type: ignore[arg-type]
    path, outcome = found[0]
    if len(found) == 1 and len(path) == depth:
        return outcome
    yes = [entry for entry in found if entry[0][depth][1]]
    no = [entry for entry in found if not entry[0][depth][1]]
    return Branch(path[depth][0], tree_of(yes, depth + 1), tree_of(no, depth + 1))  # type: ignore[arg-type]


def conjunction(conditions: Sequence[Node]) -> Node:
    """Whether all of some truth values hold, as a term of little depth."""
    if len(conditions) == 1:
        return conditions[0]
    middle = len(conditions) // 2
    return bit_and(conjunction(conditions[:middle]), conjunction(conditions[middle:]))


def outcomes_of(tree: Any) -> list[Outcome]:
    """Every end in a tree, `yes` before `no`."""
    found: list[Outcome] = []
    stack = [tree]
    while stack:
        here = stack.pop()
        if isinstance(here, Branch):
            stack.extend((here.no, here.yes))
        else:
            found.append(here)
    return found


def fold(tree: Any, leaf: Callable[[Any], Node | None]) -> Node:
    """One node for what a tree's leaves give; a leaf that gives None may stand for anything. Raises if all do."""
    result = _fold(tree, leaf)
    return ZERO if result is None else result


def _fold(tree: Any, leaf: Callable[[Any], Node | None]) -> Node | None:
    if not isinstance(tree, Branch):
        return leaf(tree)
    yes, no = _fold(tree.yes, leaf), _fold(tree.no, leaf)
    if yes is None or no is None:
        return no if yes is None else yes
    return ite(tree.condition, yes, no)


def shape(value: Any) -> Any:
    """What kind of value it is; values of one shape can be joined by choices."""
    kind = kind_of_choice(value)
    if kind is not None:
        return kind
    if isinstance(value, Viewer):
        return ("view", type(value), value._kind())
    if isinstance(value, list | tuple):
        items = cast("Sequence[Any]", value)
        return (type(items).__name__, tuple(shape(item) for item in items))
    return ("value", value) if value is None or isinstance(value, str) else ("object", id(value))


def views_in(value: Any) -> Iterator[Viewer]:
    """The views that a returned value is, or has in it."""
    if isinstance(value, Viewer):
        yield value
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[Any]", value):
            yield from views_in(item)


def joined(tree: Any, wanted: Any) -> Any:
    """The values of the wanted shape joined by choices; leaves of other shapes do not matter."""
    if not isinstance(tree, Branch):
        return tree.value if isinstance(tree, Returned) and shape(tree.value) == wanted else _NOTHING
    yes, no = joined(tree.yes, wanted), joined(tree.no, wanted)
    if yes is _NOTHING or no is _NOTHING:
        return no if yes is _NOTHING else yes
    return _chosen(Term(tree.condition), yes, no)


_NOTHING: Any = object()


def _chosen(condition: Term, yes: Any, no: Any) -> Any:
    if yes is no:
        return yes
    if isinstance(yes, Viewer):
        slots = range(yes._span())
        contents = ((yes._cells[yes._address + at], no._cells[no._address + at]) for at in slots)
        return yes._showing(TermCells([choose(condition, one, other) for one, other in contents]))
    if isinstance(yes, list | tuple):
        items = cast("Sequence[Any]", yes)
        kind: Any = type(items)
        return kind(_chosen(condition, one, other) for one, other in zip(items, no, strict=True))
    if yes is None or isinstance(yes, str):
        return yes
    return choose(condition, yes, no)
