"""Decision trees as an author can read them: slots by their paths, codes by what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...model import Instance
from ...model.language.terms.nodes import ONE, Node, bit_xor, const, is_truth
from ...model.language.values.cells import Cells
from ...model.language.values.domain import Domain
from ...model.language.values.one_slot import ScalarDomain
from ...model.language.values.scalars import BoolDomain
from .tree import Accept, Branch, Fail, TracedAction, TracedEvent, Tree

_INFIX: Final[Mapping[str, str]] = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%", "shl": "<<", "shr": ">>", "lt": "<",
}  # fmt: skip

_NUMERIC: Final = ("add", "sub", "mul", "div", "mod", "lt")

_DEEPEST: Final = 4
"""How deep an expression is spelled out; what lies deeper is an ellipsis."""

_LONGEST: Final = 160
"""Characters of one expression; the rest is an ellipsis."""


class Printer:
    """Spells terms and trees of one instance."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self.paths = [slot.path for slot in instance.slots]
        self.domains: dict[str, Domain] = {}
        self.names: dict[str, str] = {}
        self.tags: dict[str, tuple[str, ...]] = {}
        for index, slot in enumerate(instance.slots):
            self.names[f"s{index}"] = slot.path
            if slot.domain is not None:
                self.domains[f"s{index}"] = slot.domain
            if slot.names:
                self.tags[f"s{index}"] = slot.names
        for action in instance.actions:
            for parameter in action.parameters:
                name = f"{action.name}.{parameter.name}"
                self.names[name] = parameter.name
                self.domains[name] = parameter.domain

    def term(self, node: Node, depth: int = 0) -> str:
        """An expression in the notation of Python, `?:` written as a conditional."""
        if node.op == "const":
            return str(node.lo)
        if node.op == "var":
            return self._present(node) or self.names.get(str(node.args[0]), str(node.args[0]))
        if depth >= _DEEPEST:
            return "..."
        return self._compound(node, depth + 1)

    def _present(self, node: Node, negated: bool = False) -> str:
        """Whether an option is there, where a variable tells just that; empty where it tells something else."""
        name = self.names.get(str(node.args[0]), "") if node.op == "var" else ""
        return f"{name[:-1]} is {'' if negated else 'not '}None" if name.endswith("?") else ""

    def _truth(self, node: Node, negated: bool = False) -> str:
        """A variable that is a truth value by what it says: an option that is there, one of two kinds or members."""
        if node.op != "var" or not is_truth(node):
            return ""
        if names := self.tags.get(str(node.args[0]), ()):
            return f"{self.term(node)} == {names[int(not negated)]}"
        domain = self.domains.get(str(node.args[0]))
        if domain is not None and hasattr(domain, "members"):
            return f"{self.term(node)} == {self.value(const(int(not negated)), domain)}"
        return self._present(node, negated)

    def condition(self, node: Node, negated: bool = False) -> str:
        """A truth value; a variable with two members is spelled as a comparison with one of them."""
        if node.op == "xor" and node.children[1] is ONE:
            return self.condition(node.children[0], not negated)
        if told := self._truth(node, negated):
            return told
        told = self.term(bit_xor(node, ONE) if negated else node)
        return told if len(told) <= _LONGEST else told[: _LONGEST - 4] + " ..."

    def _indexed(self, node: Node, depth: int) -> str | None:
        """A chain of choices over the entries of one map, written as the map with its key."""
        key, paths = None, list[list[str]]()
        while node.op == "ite":
            condition, yes, no = node.children
            asked = condition.children[0] if condition.op == "eq" else condition
            if key not in (None, asked) or (condition.op != "eq" and yes.op == "ite"):
                return None
            key = asked
            entry, node = (yes, no) if condition.op == "eq" else (no, yes)
            paths.append(self.names.get(str(entry.args[0]), "").split(".") if entry.op == "var" else [])
        paths.append(self.names.get(str(node.args[0]), "").split(".") if node.op == "var" else [])
        if key is None or len({len(path) for path in paths}) != 1:
            return None
        differing = [at for at, parts in enumerate(zip(*paths, strict=True)) if len(set(parts)) > 1]
        if len(differing) != 1 or not all(len(path) > 1 for path in paths):
            return None
        before, after = paths[0][: differing[0]], paths[0][differing[0] + 1 :]
        return f"{'.'.join(before)}[{self.term(key, depth)}]{''.join('.' + part for part in after)}"

    def _compound(self, node: Node, depth: int) -> str:
        indexed = self._indexed(node, depth) if node.op == "ite" else None
        if indexed is not None:
            return indexed
        if node.op in _NUMERIC:
            return self._calculation(node, depth)
        parts = [self.term(child, depth) for child in node.children]
        if node.op == "eq":
            return self._equation(node, "==", depth)
        if node.op == "ite":
            return f"({parts[1]} if {parts[0]} else {parts[2]})"
        if node.op == "xor" and node.children[1] is ONE and is_truth(node):
            inner = node.children[0]
            if told := self._truth(inner, negated=True):
                return told
            return self._equation(inner, "!=", depth) if inner.op == "eq" else f"not {parts[0]}"
        if node.op in ("and", "or", "xor"):
            of_truths = all(map(is_truth, node.children))
            parts = [self._truth(child) or part for child, part in zip(node.children, parts, strict=True)]
            word = node.op if of_truths else {"and": "&", "or": "|", "xor": "^"}[node.op]
            return f"({f' {word} '.join(parts)})"
        if node.op == "bit":
            return self._member(node, parts)
        if node.op in ("insert", "erase"):
            element = self._code(node.children[0], node.children[1], parts[1])
            return f"{parts[0]} {'+' if node.op == 'insert' else '-'} {{{element}}}"
        if node.op == "pop":
            return f"size({parts[0]})"
        return f"({parts[0]} {_INFIX[node.op]} {parts[1]})"

    def _calculation(self, node: Node, depth: int) -> str:
        left, right = node.children
        if node.op == "lt":
            return f"({self._relation(left, '<', right, depth)})"
        if node.op == "add" and (left.constant is not None or right.constant is not None):
            return _plus(*self._sum(node, depth))
        return f"({_plus(*self._sum(left, depth))} {_INFIX[node.op]} {_plus(*self._sum(right, depth))})"

    def _equation(self, node: Node, sign: str, depth: int) -> str:
        left, right = node.children
        if left.op == "var" and right.constant is not None and (names := self.tags.get(str(left.args[0]))):
            return f"{self.term(left)} {sign} {names[right.lo]}"
        if right.constant is not None and left.op != "add":
            return f"{self.term(left, depth)} {sign} {self.value(right, self._domain(left), depth)}"
        return self._relation(left, sign, right, depth)

    def _relation(self, left: Node, sign: str, right: Node, depth: int) -> str:
        """Two numbers compared, what is added to both left out."""
        (one, more), (other, less) = self._sum(left, depth), self._sum(right, depth)
        common = more if one and not other else less if other and not one else min(more, less)
        return f"{_plus(one, more - common)} {sign} {_plus(other, less - common)}"

    def _sum(self, node: Node, depth: int) -> tuple[str, int]:
        """A number as the value that it codes, and what is added to that; no text for a constant."""
        added = 0
        while node.op == "add" and any(child.constant is not None for child in node.children):
            constant, rest = sorted(node.children, key=lambda child: child.constant is None)
            added, node = added + constant.lo, rest
        if node.constant is not None:
            return "", added + node.lo
        is_value = node.op == "var" or (node.op == "ite" and self._indexed(node, depth) is not None)
        domain = self._domain(node) if is_value else None
        return self.term(node, depth), added + (0 if domain is None else domain.code_of_zero)

    def _member(self, node: Node, parts: list[str]) -> str:
        return f"{self._code(node.children[0], node.children[1], parts[1])} in {parts[0]}"

    def _code(self, mask: Node, index: Node, spelled: str) -> str:
        domain = self._domain(mask)
        members = getattr(domain, "members", None)
        if members is not None and index.constant is not None:
            return str(members.dump_code(index.lo))
        return spelled if members is None else _plus(*self._sum(index, 1))

    def _domain(self, node: Node) -> Domain | None:
        """The domain that a chain of choices over slots of one field has."""
        while node.op in ("ite", "insert", "erase"):
            node = node.children[0 if node.op != "ite" else 1]
        return self.domains.get(str(node.args[0])) if node.op == "var" else None

    def value(self, node: Node, domain: Domain | None, depth: int = 0) -> str:
        """A term where a value of a domain is expected: a constant is spelled as the value that it codes."""
        if domain is None:
            return self.term(node, depth)
        if node.constant is not None and 0 <= node.lo < domain.counts[0]:
            return next(domain.show(Cells([node.lo]), 0, ""))[1]
        if not isinstance(domain, ScalarDomain) or isinstance(domain, BoolDomain):
            return self.term(node, depth)
        if node.op == "ite" and depth < _DEEPEST and self._indexed(node, depth) is None:
            condition, yes, no = node.children
            told = (self.value(yes, domain, depth + 1), self.value(no, domain, depth + 1))
            return f"({told[0]} if {self.term(condition, depth + 1)} else {told[1]})"
        text, added = self._sum(node, depth)
        return _plus(text, added - domain.code_of_zero)

    def tree(self, tree: Tree, indent: str = "") -> Iterator[str]:
        """A tree, one line a decision or an effect."""
        while isinstance(tree, Branch):
            if not isinstance(tree.no, Branch) and isinstance(tree.yes, Branch):
                yield f"{indent}unless {self.condition(tree.condition)}:"
                yield from self.tree(tree.no, indent + "    ")
                tree = tree.yes
                continue
            yield f"{indent}if {self.condition(tree.condition)}:"
            yield from self.tree(tree.yes, indent + "    ")
            if not isinstance(tree.no, Branch):
                yield f"{indent}else:"
                yield from self.tree(tree.no, indent + "    ")
                return
            tree = tree.no
        yield from self._leaf(tree, indent)

    def _leaf(self, leaf: Tree, indent: str) -> Iterator[str]:
        if isinstance(leaf, Accept):
            for slot, node in leaf.updates.items():
                yield f"{indent}{self._update(slot, node)}"
            for event in leaf.events:
                yield f"{indent}{self._event(event)}"
            if not leaf.updates and not leaf.events:
                yield f"{indent}nothing changes"
        elif isinstance(leaf, Fail):
            yield f"{indent}FAILS: {leaf.fault}"
        elif not isinstance(leaf, Branch):
            yield f"{indent}rejected: {leaf.reason}"

    def _update(self, slot: int, node: Node) -> str:
        domain, condition = self.domains.get(f"s{slot}"), ""
        if node.op == "ite":
            when, yes, no = node.children
            for kept, new, negated in ((no, yes, False), (yes, no, True)):
                if kept.op == "var" and kept.args[0] == f"s{slot}":
                    node, condition = new, f"    when {self.condition(when, negated)}"
                    break
        return f"{self._assignment(slot, node, domain)}{condition}"

    def _assignment(self, slot: int, node: Node, domain: Domain | None) -> str:
        path, names = self.paths[slot], self.tags.get(f"s{slot}", ())
        if names and node.constant is not None:
            return f"{path} = {names[node.lo]}"
        if path.endswith("?"):
            if node.constant is not None:
                return f"{path[:-1]} is {'not ' if node.lo else ''}None"
            return f"{path[:-1]} is not None if {_clipped(self.condition(node))}"
        return f"{path} = {_clipped(self.value(node, domain))}"

    def _event(self, event: TracedEvent) -> str:
        layout = self._instance.resolver.record(event.event).slots("")
        content = [
            f"{slot.path}={_clipped(self.value(node, slot.domain))}"
            for slot, node in zip(layout, event.slots, strict=True)
        ]
        told = f"emit {event.event.__name__}({', '.join(content)}) to {self._recipients(event.recipients)}"
        return told if event.condition is ONE else f"{told} if {self.condition(event.condition)}"

    def _recipients(self, node: Node) -> str:
        """The seats and onlookers that are told: by name, where they are named one by one."""
        seats, named = self._instance.viewers.members, list[str]()
        while node.op == "insert":
            node, seat = node.children
            named.append(self.term(seat) if seat.constant is None else seats[seat.lo].name)
        if node.constant is None:
            return " and ".join([*named, f"the seats in {_clipped(self.term(node))}"])
        fixed = [seat.name for code, seat in enumerate(seats) if node.lo >> code & 1]
        if len(fixed) == len(seats):
            return "everyone"
        return ", ".join([*fixed, *reversed(named)]) or "nobody"


def _plus(text: str, added: int) -> str:
    if not text:
        return str(added)
    return f"({text} {'+' if added > 0 else '-'} {abs(added)})" if added else text


def _clipped(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 4] + " ..."


def printed(instance: Instance, traced: TracedAction) -> Iterator[str]:
    """An action as it was read."""
    parameters = ", ".join(parameter.name for parameter in traced.action.parameters)
    yield f"{traced.action.name}({parameters}): {traced.paths} paths"
    yield from Printer(instance).tree(traced.tree, "    ")
