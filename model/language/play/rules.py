"""What rules are written with: guards, events, and ways to combine conditions without multiplying paths."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from ..base.errors import Rejection
from ..classes.records import Event
from ..terms.nodes import TermError
from ..terms.terms import Term, Truth, truth_node
from ..terms.unknown import tracer
from ..values.choices import opposite
from ..values.containers import Collection, is_collection
from ..values.members import Symbol, choose, kind_of_choice
from ..values.sight import EVERYONE
from ..values.whole import Whole

P = ParamSpec("P")
R = TypeVar("R")


def require(condition: object, reason: str) -> None:
    """A guard: unless the condition holds the whole action is rejected and leaves no trace."""
    active = tracer()
    if active is not None:
        condition = truth(condition)
        if isinstance(condition, Term):
            active.guard(truth_node(condition), reason)
            return
    if not condition:
        raise Rejection(reason)


def required(value: R | None, reason: str) -> R:
    """What an option holds; a guard that rejects the action while it holds nothing."""
    if value is None:
        raise Rejection(reason)
    return value


class Emitted(NamedTuple):
    """An event of a step: whether it happened, what it says, and the mask of the seats that were told."""

    condition: bool | Term
    event: Event
    recipients: int | Term


class Recorder(Protocol):
    """Who takes the events of the step at work."""

    def record(self, event: Event, to: object) -> None:
        """Take one event for the seats that `to` names."""
        ...


_recorder: ContextVar[Recorder | None] = ContextVar("kanly_recorder", default=None)


def recording(recorder: Recorder | None) -> Callable[[], None]:
    """Send events to `recorder`; the returned function restores the one before."""
    token = _recorder.set(recorder)
    return lambda: _recorder.reset(token)


def emit(event: Event, to: Any = EVERYONE) -> None:
    """Report what happened to everyone, to one seat or to a set of seats. Events are a step's output, not state."""
    recorder = _recorder.get()
    if recorder is not None:
        recorder.record(event, to)


def merged(helper: Callable[P, R]) -> Callable[P, R]:
    """A helper whose branches do not multiply with those of its callers.

    When rules are read it is followed apart and its outcomes are joined on return: what it changed becomes a choice on
    its conditions. It may change the state only, and returns None, a number, a truth value or a member. What
    its caller holds of a value that it may replace is good for reading; it is read again to be changed. When rules are
    run it is the plain function.
    """

    @wraps(helper)
    def joined(*args: P.args, **kwargs: P.kwargs) -> R:
        active = tracer()
        if active is None:
            return helper(*args, **kwargs)
        result: Any = active.merge(lambda: helper(*args, **kwargs), True)
        return result

    return joined


def truth(value: Any) -> Any:
    """The truth of a value as a bool or a term, without forking."""
    if isinstance(value, bool):
        return value
    if isinstance(value, Term):
        return value != 0
    if isinstance(value, Collection):
        return value._size() != 0
    return bool(value)


def _evaluated(value: Any, given: object) -> Any:
    """The truth of a value or of what a function without arguments returns, where `given` holds."""
    if not callable(value):
        return truth(value)
    active = tracer()
    if active is None or given is False:
        return bool(given) and truth(value())
    if isinstance(given, Term) and active.known(given.node) == 0:
        return False
    return truth(active.merge(lambda: truth(value()), given))


def negate(condition: object) -> Any:
    """Whether the condition fails; does not fork."""
    holds = truth(condition)
    return opposite(holds)


def both(first: object, second: Any) -> Any:
    """Whether both hold; `second` may be a function, evaluated only where the first holds."""
    left = _evaluated(first, True)
    if left is False:
        return False
    right = _evaluated(second, left)
    return left & right


def either(first: object, second: Any) -> Any:
    """Whether one of them holds; `second` may be a function, evaluated only where the first fails."""
    left = _evaluated(first, True)
    if left is True:
        return True
    return left | _evaluated(second, negate(left))


def implies(premise: object, conclusion: Any) -> Any:
    """Whether the conclusion holds if the premise does; the conclusion may be a function, evaluated only then."""
    left = _evaluated(premise, True)
    return True if left is False else negate(left) | _evaluated(conclusion, left)


def same(left: object, right: object) -> Any:
    """Equality as a value: two Nones are the same, and nothing else is the same as None."""
    return truth(left == right)


def is_present(value: object) -> Any:
    """Whether an option holds something."""
    return value.is_present() if isinstance(value, Whole) else value is not None


def _guarded(items: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(items, Collection):
        return items._guarded()
    return ((True, item) for item in items)


def _inside(items: Any) -> Iterable[Any]:
    """The items, where rules are run: whether a set holds a member is then known."""
    return (item for inside, item in items._guarded() if inside) if isinstance(items, Collection) else items


def forall(items: Iterable[Any], holds: Callable[[Any], Any]) -> Any:
    """Whether the condition holds for every item of a collection, a set of the state included."""
    if tracer() is None:
        return all(truth(holds(item)) for item in _inside(items))
    result: Any = True
    for inside, item in _guarded(items):
        if result is False:
            return False
        result = both(result, lambda inside=inside, item=item: implies(inside, lambda: holds(item)))
    return result


def exists(items: Iterable[Any], holds: Callable[[Any], Any]) -> Any:
    """Whether the condition holds for some item."""
    if tracer() is None:
        return any(truth(holds(item)) for item in _inside(items))
    return negate(forall(items, lambda item: negate(holds(item))))


def count(items: Iterable[Any], holds: Callable[[Any], Any]) -> Any:
    """For how many items the condition holds."""
    if tracer() is None:
        return sum(truth(holds(item)) for item in _inside(items))
    return total(items, lambda item: choose(truth(holds(item)), 1, 0))


def total(items: Iterable[Any], amount: Callable[[Any], Any]) -> Any:
    """The sum of an amount over the items."""
    active = tracer()
    result: Any = 0
    if active is None:
        return sum(map(amount, _inside(items)), result)
    for inside, item in _guarded(items):
        if inside is not False:
            part: Any = active.merge(lambda item=item: amount(item), inside)
            result = result + choose(inside, part + 0, 0)
    return result


def lookup(table: Mapping[Any, Any], key: Any) -> Any:
    """What a constant table says for a member, or for a tuple of members, without forking.

    The values are ints, truth values, members, or frozensets of members. A number or a truth value in the tuple forks.
    Raises `KeyError` for a member that the table does not list.
    """
    parts = tuple(map(_settled, cast("tuple[Any, ...]", key))) if isinstance(key, tuple) else (key,)
    symbol = next((part for part in parts if isinstance(part, Symbol)), None)
    if symbol is None:
        return table[key]
    kept, wanted = symbol._domain.looked_up, (_Table(table, isinstance(key, tuple)), *map(_identity, parts))
    if wanted not in kept:
        try:
            kept[wanted] = _total(wanted[0], parts)
        except KeyError:
            return _partial(table, parts)
    return kept[wanted]


def _settled(part: Any) -> Any:
    """A part of a key: one number or one truth value, since what is kept of a table must hold on every path."""
    if isinstance(part, Truth):
        return bool(part)
    return part.__index__() if isinstance(part, Term) else part


class _Table:
    """A constant table, which is told from others by its identity; `of_tuples` tells what its keys are."""

    __slots__ = ("of_tuples", "table")

    def __init__(self, table: Mapping[Any, Any], of_tuples: bool) -> None:
        self.table = table
        self.of_tuples = of_tuples

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and other.table is self.table and other.of_tuples == self.of_tuples

    def __hash__(self) -> int:
        return id(self.table)


def _identity(part: Any) -> Any:
    """What tells a part of a key from others: a member, or the domain and the code of one that is not known."""
    return (part._domain, part._code.node) if isinstance(part, Symbol) else part


def _total(table: _Table, parts: tuple[Any, ...]) -> Any:
    for index, part in enumerate(parts):
        if isinstance(part, Symbol):
            before, after = parts[:index], parts[index + 1 :]
            return _among(part, [_total(table, (*before, member, *after)) for member in part._domain.members])
    return table.table[parts if table.of_tuples else parts[0]]


def _among(symbol: Symbol, values: Sequence[Any]) -> Any:
    """The value for an unknown member, out of those for all members in their order."""
    if all(isinstance(value, frozenset | _Choice) for value in values):
        return _Choice(symbol, values)
    kinds = [kind_of_choice(value) for value in values]
    if None in kinds or len(set(kinds)) > 1:
        told = " and ".join(repr(values[kinds.index(kind)]) for kind in dict.fromkeys(kinds))
        raise TermError(
            f"lookup(...) in a table that says {told}: a table says numbers, or truth values, or members of one "
            "enumeration, or frozensets of members; for anything else write TABLE[key]"
        )
    return symbol._among(values)


def _partial(table: Mapping[Any, Any], parts: tuple[Any, ...]) -> Any:
    """What a table says that does not list every key: where the key is one of those, the rule fails."""
    listed: dict[tuple[Any, ...], Any] = {each if isinstance(each, tuple) else (each,): table[each] for each in table}
    for members in itertools.product(*map(_possible, parts)):
        if members not in listed and _is_all(parts, members):
            raise KeyError(*members)
    return _entry(listed, (), parts)


def _possible(part: Any) -> Sequence[Any]:
    return part._domain.members if isinstance(part, Symbol) else (part,)


def _is_all(parts: Sequence[Any], members: Sequence[Any]) -> Any:
    """Whether these are the members, without forking."""
    result: Any = True
    for part, member in zip(parts, members, strict=True):
        result = both(result, part == member)
    return result


def _entry(table: Mapping[tuple[Any, ...], Any], known: tuple[Any, ...], parts: Sequence[Any]) -> Any:
    """What a table says for a key of which the first parts are known; `_UNLISTED` when it lists no such key."""
    if not parts:
        return table.get(known, _UNLISTED)
    first, *rest = parts
    if not isinstance(first, Symbol):
        return _entry(table, (*known, first), rest)
    values = [_entry(table, (*known, member), rest) for member in first._domain.members]
    spare = next((value for value in values if value is not _UNLISTED), _UNLISTED)
    values = [spare if value is _UNLISTED else value for value in values]
    return spare if spare is _UNLISTED else _among(first, values)


_UNLISTED = object()


class _Choice:
    """A frozenset looked up by a member that is not known: asked for elements, never listed."""

    def __init__(self, symbol: Symbol, values: Sequence[Any]) -> None:
        self.symbol = symbol
        self.values = values

    def _has(self, element: object) -> Any:
        return self.symbol._among([_holds(entry, element) for entry in self.values])

    def __contains__(self, element: object) -> bool:
        return bool(self._has(element))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values[self.symbol._domain.codes[self.symbol._concrete()]])


def _holds(entry: Any, element: object) -> Any:
    if isinstance(entry, _Choice):
        return entry._has(element)
    if isinstance(element, Symbol):
        return element._among([member in entry for member in element._domain.members])
    return element in entry


def has(container: Any, element: object) -> Any:
    """Whether the element is in the container, as a value that does not fork."""
    if isinstance(container, Collection | _Choice):
        return container._has(element)
    if is_collection(container) and isinstance(element, Symbol):
        return _holds(frozenset(container), element)
    return element in container
