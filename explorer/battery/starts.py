"""Whether a model is the same at every start of Python: what was read of it, as short texts that two starts compare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from ...model import Event, Instance
from ...model.language.terms.nodes import Node, walk
from ..judgement.sources import nested_codes
from ..trace.tracing import TracedModel
from ..trace.tree import Accept, Fail, Leaf, folded


def digests(traced: TracedModel) -> dict[str, str]:
    """What was read of an instance: fields, first states, rules and what these name, by what a person calls each."""
    instance, nodes = traced.instance, _Nodes()
    found = {f"the field {slot.path}": str(slot.count) for slot in instance.slots}
    for index, slots in enumerate(instance.initial_states(), 1):
        found[f"the first state {index}"] = "; ".join(f"{path} = {at}" for path, at in instance.describe(slots).items())
    for action in traced.actions:
        found |= dict(_constants(action.action.name, action.action.rule))
        found[f"the action {action.action.name}"] = folded(action.tree, nodes.of_leaf, nodes.of_branch)
    return found


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The first thing that is another at another start, in words; empty where all is the same."""
    for name in dict.fromkeys([*here, *there]):
        one, other = here.get(name), there.get(name)
        if one != other:
            values = f": {one}, or {other}" if one and other and not name.startswith("the action ") else ""
            return f"{name} differs from one start of Python to the next{values}"
    return ""


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
