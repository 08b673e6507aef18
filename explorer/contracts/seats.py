"""Which seats take an action and which are told, said by what holds a seat: fields, arguments, and seats by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...model import Instance
from ...model.language.play.actions import Kind
from ...model.language.terms.masks import bit
from ...model.language.terms.nodes import Node, add, const, equal
from ...model.language.values.domain import Domain
from ...model.language.values.members import MemberDomain
from ...model.language.values.scalars import BoolDomain, OptionalScalar
from ...model.language.values.sets import SetDomain
from ..trace.facts import Facts
from ..trace.tracing import TracedModel
from ..trace.tree import Accept, Branch, TracedAction, TracedEvent, Tree
from .one_seat import is_in, taken_by
from .places import places


@dataclass(frozen=True)
class Holder:
    """Something that holds seats: for each seat, the terms of which one is 1 where that seat is held."""

    name: str
    held: tuple[tuple[Node, ...], ...]

    @property
    def uses(self) -> int:
        """The variables it depends on, as in `Node.uses`."""
        return _all_uses(term.uses for terms in self.held for term in terms)

    def without(self, seat: int, facts: Facts) -> Facts:
        """What is known where it does not hold the seat of that code."""
        for term in self.held[seat]:
            facts = facts.assuming(term, False)
            if term.op == "eq" and term.children[1].constant is not None:
                content, code = term.children[0], term.children[1].lo
                facts.exclude(add(content, const(-1)), code - 1)  # how the content of an option is spelled
        return facts


def _all_uses(each: Iterable[int]) -> int:
    """All of these variables, as in `Node.uses`."""
    found = 0
    for uses in each:
        found |= uses
    return found


def holders(traced: TracedModel) -> tuple[Holder, ...]:
    """The fields of the state that hold seats: a seat, a set of seats, or a truth value for each; by name."""
    instance, found = traced.instance, dict[str, list[list[Node]]]()
    names = places(instance.layout, elements=True)
    for name, variable, info in zip(names, traced.slots, instance.slots, strict=True):
        held = found.setdefault(name, [[] for _ in range(instance.seats.count)])
        for code, term in _held(variable, info.domain, info.path.rpartition(".")[2], instance.seats):
            held[code].append(term)
    return tuple(Holder(name, tuple(map(tuple, held))) for name, held in sorted(found.items()) if any(held))


def _held(variable: Node, domain: Domain | None, key: str, seats: MemberDomain) -> Iterator[tuple[int, Node]]:
    """The seats that a variable may hold, and whether it does, if the values of its domain hold seats."""
    first = 1 if isinstance(domain, OptionalScalar) else 0
    inner = domain.inner if isinstance(domain, OptionalScalar) else domain
    if isinstance(inner, MemberDomain) and inner.has_members_of(seats):
        yield from ((code, equal(variable, const(first + code))) for code in range(seats.count))
    elif isinstance(inner, SetDomain) and inner.members.has_members_of(seats):
        yield from ((code, bit(variable, const(code))) for code in range(seats.count))
    elif domain is inner and isinstance(inner, BoolDomain) and key in seats.by_name:
        yield seats.by_name[key], variable


def actors(action: TracedAction, instance: Instance, fields: Sequence[Holder]) -> Iterator[str]:
    """Who takes an action. All that is said holds of every step: which seats, in which fields, and in which not."""
    kind, actor = action.action.kind, action.parameters[0] if action.parameters else None
    if kind is not Kind.SEAT or actor is None or actor.op != "var":
        yield kind.value
        return
    trees = {code: taken_by(action.tree, actor, code) for code in range(instance.seats.count)}
    able = {code: tree for code, tree in trees.items() if _may_accept(tree, Facts())}
    if len(able) < len(trees):
        yield " or ".join(instance.seats.members[code].name for code in able) or "nobody"
    decisive = _decisive(action.tree)
    asked = [each for each in fields if each.uses & decisive]
    needed = [[each] for each in asked if _only_from(able, [each])]
    if not needed and (some := _fewest(able, asked)):
        needed = [some]
    yield from (f"a seat in {' or '.join(each.name for each in some)}" for some in needed)
    barred = [each for each in asked if [each] not in needed and _bars(able, each)]
    yield from (f"no seat in {each.name}" for each in barred)
    if len(able) == len(trees) and not needed and not barred:
        yield kind.value


def _may_accept(tree: Tree, facts: Facts, uses: int = 0) -> bool:
    """Whether an accepting leaf is left, as far as these facts tell, which are about these variables (`Node.uses`)."""
    stack = [(tree, facts)]
    while stack:
        here, known = stack.pop()
        if isinstance(here, Branch):
            which, more = known.known(here.condition), bool(here.condition.uses & uses)
            for value, below in ((True, here.yes), (False, here.no)):
                if which in (None, value):
                    stack.append((below, known.assuming(here.condition, value) if more and which is None else known))
        elif isinstance(here, Accept):
            return True
    return False


def _decisive(tree: Tree) -> int:
    """The variables that the branches of a tree ask for, as in `Node.uses`."""
    found, stack = 0, [tree]
    while stack:
        here = stack.pop()
        if isinstance(here, Branch):
            found |= here.condition.uses
            stack += [here.yes, here.no]
    return found


def _only_from(able: Mapping[int, Tree], some: Sequence[Holder]) -> bool:
    """Whether no seat takes an action that none of these holds."""
    uses = _all_uses(each.uses for each in some)
    return bool(some) and not any(_may_accept(tree, _without(some, code), uses) for code, tree in able.items())


def _without(some: Sequence[Holder], seat: int) -> Facts:
    """What is known where none of these holds the seat of that code."""
    facts = Facts()
    for each in some:
        facts = each.without(seat, facts)
    return facts


def _fewest(able: Mapping[int, Tree], asked: Sequence[Holder]) -> list[Holder]:
    """Some of the fields, of which one holds the seat that acts, and without any of which that is not so; or none."""
    left = list(asked)
    if not _only_from(able, left):
        return []
    for each in asked:
        fewer = [other for other in left if other is not each]
        if _only_from(able, fewer):
            left = fewer
    return left


def _bars(able: Mapping[int, Tree], field: Holder) -> bool:
    """Whether no seat takes an action that a field holds, while some seat does that holds another one."""
    held = {True: False, False: False}
    for code, tree in able.items():
        for other, terms in enumerate(field.held):
            held[other == code] |= any(_may_accept(tree, Facts().assuming(term, True), term.uses) for term in terms)
    return held[False] and not held[True]


def recipients(event: TracedEvent, action: TracedAction, instance: Instance, fields: Sequence[Holder]) -> str | None:
    """Who gets an event: seats by name, in arguments and in fields; None where these do not say it."""
    told = {code: is_in(event.recipients, code) for code in range(instance.viewers.count)}
    names = [instance.viewers.members[code].name for code, term in told.items() if term.constant == 1]
    asked = [each for each in (*_arguments(action, instance), *fields) if each.uses & event.recipients.uses]
    open_ = {code: term for code, term in told.items() if term.constant is None}
    if len(names) == len(told):
        return "everyone"
    inside = [each for each in asked if _settles(each, open_, 1)]
    if all(_without(inside, code).known(term) == 0 for code, term in open_.items()):
        return " and ".join([*names, *(each.name for each in inside)]) or "nobody"
    outside = [each for each in asked if _settles(each, open_, 0)]
    if all(_without(outside, code).known(term) == 1 for code, term in open_.items()):
        kept = [instance.viewers.members[code].name for code, term in told.items() if term.constant == 0]
        return f"everyone but {' and '.join([*kept, *(each.name for each in outside)])}"
    return None


def _settles(holder: Holder, told: Mapping[int, Node], value: int) -> bool:
    """Whether each seat that it holds is told (1), or is not told (0)."""
    terms = [(code, term) for code in told for term in holder.held[code]]
    return bool(terms) and all(Facts().assuming(term, True).known(told[code]) == value for code, term in terms)


def _arguments(action: TracedAction, instance: Instance) -> Iterator[Holder]:
    """The arguments that hold seats, by name."""
    pairs = zip(action.parameters, action.action.parameters, strict=True)
    for node, parameter in sorted(pairs, key=lambda pair: pair[1].name):
        if node.op == "var" and (held := list(_held(node, parameter.domain, "", instance.seats))):
            yield Holder(parameter.name, tuple((term,) for _, term in held))
