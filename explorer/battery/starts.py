"""Whether a model is the same at every start of Python: what was read of it, as short texts that two starts compare."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from inspect import isfunction
from typing import Any

from ...invariants import Declaration, applicable
from ...model import Event, Instance
from ...model.language.base.errors import Rejection
from ...model.language.play.policies import RANDOM
from ...model.language.terms.nodes import Node, walk
from ..judgement.sources import nested_codes
from ..search.policies import game_by
from ..trace.checks import trace_check, trace_step_check
from ..trace.histories import with_declared_histories
from ..trace.tracing import TracedModel, trace_knowledge, trace_view
from ..trace.tree import Accept, Fail, Leaf, folded


def digests(traced: TracedModel, without: Collection[str] = ()) -> dict[str, str]:
    """What was read of an instance, each part by what a person calls it. Raises `ModelError`.

    Its parts are fields, first states, rules, what each seat is shown and may know, what is declared, constants, and
    the beginning of a game by each policy. What is declared under the ids `without` is passed over.
    """
    instance, nodes = traced.instance, _Nodes()
    found = {f"the field {slot.path}": str(slot.count) for slot in instance.slots}
    for index, slots in enumerate(instance.initial_states(), 1):
        found[f"the first state {index}"] = "; ".join(f"{path} = {at}" for path, at in instance.describe(slots).items())
    for action in traced.actions:
        found |= dict(_constants(action.action.name, action.action.rule))
        found[f"the action {action.action.name}"] = _DIGEST + folded(action.tree, nodes.of_leaf, nodes.of_branch)
    for seat in instance.seats.members:
        found[f"the view of {seat.name}"] = nodes.of_all(lambda seat=seat: enumerate(trace_view(traced, seat)))
        found[f"what {seat.name} may know"] = nodes.of_all(lambda seat=seat: enumerate(trace_knowledge(traced, seat)))
    found |= games(instance, [name for name in instance.model.policies if name != RANDOM])
    remembering = with_declared_histories(traced)
    for each in (each for each in applicable(remembering.instance) if each.id not in without):
        for function in filter(isfunction, each.written):
            found |= dict(_constants(each.id, function))
        found[f"the {each.kind.value} {each.id}"] = nodes.of_all(lambda each=each: _parts(remembering, each))
    return found


def games(instance: Instance, policies: Iterable[str]) -> dict[str, str]:
    """The beginning of a game by each of some policies."""
    return {f"a game by the policy {name}": _DIGEST + game_by(instance, name) for name in policies}


def _parts(traced: TracedModel, declaration: Declaration) -> Iterator[tuple[object, Node]]:
    """What a declaration says, as terms; of one about steps, on each accepting path of each action."""
    if declaration.takes == 1:
        yield from trace_check(traced, declaration).items()
        return
    for action in traced.actions:
        for number, reading in enumerate(trace_step_check(traced, declaration, action)):
            yield from (((action.action.name, number, name), term) for name, term in reading.conjuncts.items())


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The first thing that is another at another start, in words; empty where all is the same."""
    for name in dict.fromkeys([*here, *there]):
        one, other = here.get(name), there.get(name)
        if one != other:
            values = f": {one}, or {other}" if one and other and not one.startswith(_DIGEST) else ""
            return f"{name} differs from one start of Python to the next{values}"
    return ""


_DIGEST = "digest "
"""How what was read of a rule begins, which tells a person nothing."""


class _Nodes:
    """Digests of expressions, each worked out once; those of equal expressions are equal in every process."""

    def __init__(self) -> None:
        self._known: dict[Node, str] = {}

    def of(self, root: Node) -> str:
        if root not in self._known:
            for node in walk(root):
                if node not in self._known:
                    parts = [self._known[child] for child in node.children] or [str(each) for each in node.args]
                    self._known[node] = _hashed(node.op, *(sorted(parts) if node.op == "eq" else parts))
        return self._known[root]

    def of_all(self, read: Callable[[], Iterable[tuple[object, Node]]]) -> str:
        """A digest of named terms; of what cannot be read as terms, why that is so."""
        try:
            return _DIGEST + _hashed(*(f"{name} {self.of(node)}" for name, node in read()))
        except (Exception, Rejection) as error:
            return f"{_DIGEST}{type(error).__name__}: {error}"

    def of_leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, Fail):
            return _hashed("fails", str(leaf.fault.line))
        if not isinstance(leaf, Accept):
            return _hashed("rejects", leaf.reason)
        updates = [f"{slot} {self.of(new)}" for slot, new in sorted(leaf.updates.items())]
        sent = [self._of_event(each.event, each.condition, each.recipients, *each.slots) for each in leaf.events]
        return _hashed("accepts", *updates, *sent)

    def _of_event(self, event: type[Event], *nodes: Node) -> str:
        return _hashed(event.__name__, *map(self.of, nodes))

    def of_branch(self, condition: Node, yes: str, no: str) -> str:
        return _hashed(self.of(condition), yes, no)


def _hashed(*parts: str) -> str:
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


def _constants(action: str, rule: Any) -> Iterator[tuple[str, str]]:
    """The plain constants of the module that a rule names."""
    names = {name: None for code in nested_codes(rule.__code__) for name in code.co_names}
    for name in names:
        value = rule.__globals__.get(name)
        if _is_plain(value):
            yield f"{name}, which {action} names,", repr(value)


def _is_plain(value: Any) -> bool:
    return isinstance(value, bool | int | str) or (value.__class__ is tuple and all(map(_is_plain, value)))


def named(instance: Instance) -> list[str]:
    """The parameters of an instance as they are typed."""
    given = instance.parameters.items()
    return [f"{name}={value if isinstance(value, bool | int) else value.name}" for name, value in given]
