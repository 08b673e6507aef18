"""What stands for some of Python's constructs in a judged rule: the same where it runs, and without forks where read.

Python decides `is`, `and`, the truth of a condition and the members of a set by itself, and does not ask the values.
A judged rule therefore calls these functions in their place (see `rewriting.py`). Where rules are run each does exactly
what Python does, except that going through a Python set in its own order is refused.
"""

# A set that is read is asked for what may be in it.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial, reduce, wraps
from types import FunctionType
from typing import Any, cast

from ...model import ModelError, both, either, implies, is_present, negate
from ...model.language.base.source import author_frame
from ...model.language.play.unread import ask
from ...model.language.terms.nodes import TermError
from ...model.language.terms.terms import Term, is_truth_value
from ...model.language.terms.unknown import Unknown, tracer
from ...model.language.values.bags import Multiset
from ...model.language.values.choices import choose_number, is_number
from ...model.language.values.containers import Collection
from ...model.language.values.gathered import GatheredSet, gathered
from ...model.language.values.maps import MapView
from ...model.language.values.members import Symbol
from ...model.language.values.sequences import SeqView
from ...model.language.values.sets import SetView
from ...model.language.values.whole import Whole

Condition = Callable[[Any], Any]
_SET, _FROZENSET = cast("list[Callable[..., Any]]", [set, frozenset])


def identical(one: Any, other: Any) -> Any:
    """`one is other`, of which one is None or a member. Raises `TermError` for a number that is held against one."""
    if tracer() is None:
        ask(one)
        ask(other)
        return one is other
    if not (isinstance(one, Unknown) or isinstance(other, Unknown)):
        return one is other
    value, known = (other, one) if isinstance(other, Unknown) else (one, other)
    if isinstance(value, Whole) and known is None:
        return negate(is_present(value))
    if isinstance(value, Symbol):
        return value._is_member(known)
    if known is None:
        return False
    raise TermError("`is` is asked of None and of members; write == or !=")


def not_identical(one: Any, other: Any) -> Any:
    """`one is not other`, as `identical` answers it."""
    return negate(identical(one, other))


def conjunction(first: Any, *others: Callable[[], Any]) -> Any:
    """`first and second and ...` where only the truth of it matters."""
    is_read = tracer() is not None
    for other in others:
        if not is_read and not first:
            break
        first = both(first, other) if is_read else other()
    return first


def disjunction(first: Any, *others: Callable[[], Any]) -> Any:
    """`first or second or ...` where only the truth of it matters."""
    is_read = tracer() is not None
    for other in others:
        if not is_read and first:
            break
        first = either(first, other) if is_read else other()
    return first


def denial(value: Any) -> Any:
    """`not value`."""
    return (not value) if tracer() is None else negate(value)


def _guarded(items: Iterable[Any], holds: Condition | None) -> Iterator[tuple[Any, Any]]:
    """What may be among the items and fulfil the condition, with whether that is so."""
    pairs = cast("Any", items)._guarded() if isinstance(items, Collection) else ((True, item) for item in items)
    for inside, item in pairs:
        given = inside if holds is None else both(inside, lambda item=item: holds(item))
        active = tracer()
        if given is not False and not (isinstance(given, Term) and active and active.known(given.node) == 0):
            yield given, item


def _worked_out(given: Any, item: Any, element: Condition) -> Any:
    active = tracer()
    assert active is not None
    return element(item) if given is True else active.merge(lambda: element(item), given)


def _plain(items: Iterable[Any], holds: Condition | None, element: Condition) -> Iterator[Any]:
    return (element(item) for item in items if holds is None or holds(item))


def set_of(items: Iterable[Any], holds: Condition | None, element: Condition) -> Any:
    """`{element(item) for item in items if holds(item)}`."""
    if tracer() is None:
        return set(_plain(items, holds, element))
    return gathered([(given, _worked_out(given, item, element)) for given, item in _guarded(items, holds)])


def frozenset_of(items: Iterable[Any], holds: Condition | None, element: Condition) -> Any:
    """`frozenset(element(item) for item in items if holds(item))`."""
    if tracer() is None:
        return frozenset(_plain(items, holds, element))
    found = [(given, _worked_out(given, item, element)) for given, item in _guarded(items, holds)]
    return gathered(found, is_frozen=True)


def sum_of(items: Iterable[Any], holds: Condition | None, element: Condition) -> Any:
    """`sum(element(item) for item in items if holds(item))`."""
    if tracer() is None:
        return sum(_plain(items, holds, element))
    found = [(given, _worked_out(given, item, element)) for given, item in _guarded(items, holds)]
    if not all(is_number(value) for _, value in found):
        return sum(value for given, value in found if given)
    return reduce(operator.add, (choose_number(given, value + 0, 0) for given, value in found), 0)


def any_of(items: Iterable[Any], holds: Condition | None, element: Condition) -> Any:
    """`any(element(item) for item in items if holds(item))`; nothing is asked behind the first that is true."""
    if tracer() is None or isinstance(items, Iterator):
        return any(_plain(items, holds, element))
    return negate(all_of(items, holds, lambda item: negate(element(item))))


def all_of(items: Iterable[Any], holds: Condition | None, element: Condition) -> Any:
    """`all(element(item) for item in items if holds(item))`; nothing is asked behind the first that is false."""
    if tracer() is None or isinstance(items, Iterator):
        return all(_plain(items, holds, element))
    pairs = cast("Any", items)._guarded() if isinstance(items, Collection) else ((True, item) for item in items)
    result: Any = True
    for inside, item in pairs:
        if result is False:
            break
        result = both(result, lambda inside=inside, item=item: _fits(inside, item, holds, element))
    return result


def _fits(inside: Any, item: Any, holds: Condition | None, element: Condition) -> Any:
    """Whether an item fulfils `element` if it is there and fulfils `holds`."""
    given = inside if holds is None else both(inside, lambda: holds(item))
    return implies(given, lambda: element(item))


def set_with(*elements: Any) -> Any:
    """`{first, second, ...}`."""
    return set(elements) if tracer() is None else gathered([(True, each) for each in elements])


def set_made(*items: Any) -> Any:
    """`set(items)`: of a set or a bag of the state without forking."""
    return gathered(list(items[0]._guarded())) if _is_read_set(items) else _SET(*items)


def frozenset_made(*items: Any) -> Any:
    """`frozenset(items)`: of a set or a bag of the state without forking."""
    return gathered(list(items[0]._guarded()), is_frozen=True) if _is_read_set(items) else _FROZENSET(*items)


def _is_read_set(items: tuple[Any, ...]) -> bool:
    return tracer() is not None and len(items) == 1 and isinstance(items[0], SetView | Multiset)


def ordered(items: Any) -> Any:
    """What is gone through in its order. Raises `ModelError` for a Python set of several items, which has none."""
    if isinstance(items, GatheredSet) or (type(items) in (set, frozenset) and len(items) > 1):
        frame = author_frame()
        raise ModelError(UNORDERED, frame.f_code.co_filename, frame.f_lineno)
    return items


UNORDERED = (
    "the order of a Python set changes from one start of Python to the next; go through a tuple, or through "
    "scope(g, ...), and ask with `in` what is in the set"
)


def in_parts(value: Any) -> Any:
    """What `match` takes apart. Raises `ModelError` for a part of the state that Python would not take for a list."""
    if isinstance(value, SeqView | MapView):
        kind, instead = ("sequence", "list(...)") if isinstance(value, SeqView) else ("map", "dict(...)")
        frame = author_frame()
        raise ModelError(
            f"a {kind} of the state is not taken apart by `match`; match {instead} of it",
            frame.f_code.co_filename,
            frame.f_lineno,
        )
    if type(value) in (tuple, list):
        for each in value:
            in_parts(each)
    return subject(value)


def changed(holder: Any) -> Any:
    """What an attribute is assigned to. Raises `ModelError` for what is the same in every state: members, functions."""
    ask(holder)
    kind = cast("type[Any]", type(holder))
    if kind is Symbol or issubclass(kind, Enum | FunctionType | partial | type):
        frame = author_frame()
        told = "a member" if kind is Symbol else getattr(holder, "__name__", kind.__name__)
        raise ModelError(f"a rule changes the state only, not {told}", frame.f_code.co_filename, frame.f_lineno)
    return holder


def spelled_out(items: Any) -> Any:
    """A set that a Python set is changed by, in place: one of its own, as that changes for whoever else holds it."""
    return set(items) if isinstance(items, SetView) else items


def popped(holder: Any) -> Any:
    """`holder.pop()`."""
    return ordered(holder).pop()


def subject(value: Any) -> Any:
    """What `match` looks at. Raises `TermError` for an option that was read as a whole, which it would take for one."""
    if isinstance(value, Whole):
        raise TermError("what whole(...) gives is not matched; read the field itself")
    if type(value) in (tuple, list):
        for each in value:
            subject(each)
    return value


def attribute(holder: Any, name: str) -> Any:
    """An attribute that values have inside while they are read, and not where rules are run."""
    if isinstance(holder, Unknown) and not isinstance(holder, Symbol):
        raise TermError(f"{name} is no part of {holder._told() if not isinstance(holder, Whole) else 'an option'}")
    return getattr(holder, name)


IN_ORDER: tuple[Callable[..., Any], ...] = (
    dict, enumerate, filter, iter, list, map, next, reversed, tuple, zip, itertools.accumulate,
    itertools.chain, itertools.combinations, itertools.cycle, itertools.islice, itertools.pairwise,
    itertools.permutations, itertools.product, itertools.starmap, itertools.takewhile, itertools.zip_longest,
    itertools.combinations_with_replacement, itertools.compress, itertools.dropwhile, itertools.filterfalse,
    itertools.groupby, itertools.tee, reduce,
)  # fmt: skip
"""What gives the items that it is given in their order."""


def _in_order(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function, assigned=("__name__", "__doc__"))
    def taking(*items: Any, **options: Any) -> Any:
        return function(*map(ordered, items), **options)

    return taking


def _where_keyed(function: Callable[..., Any]) -> Callable[..., Any]:
    """`sorted` and the like: among items of one key the first one counts, so that their order matters."""

    @wraps(function, assigned=("__name__", "__doc__"))
    def taking(*items: Any, **options: Any) -> Any:
        return function(*(map(ordered, items) if "key" in options else items), **options)

    return taking


def _extreme(function: Callable[..., Any], is_nearer: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """`min` or `max`: of numbers without forking."""
    otherwise = _where_keyed(function)

    def taking(*items: Any, **options: Any) -> Any:
        if tracer() is None or options or not items:
            return otherwise(*items, **options)
        given = list(items[0]) if len(items) == 1 else list(items)
        kinds = {is_truth_value(each) if is_number(each) else None for each in given}
        if len(kinds) != 1 or None in kinds or not any(isinstance(each, Term) for each in given):
            return function(given)
        return reduce(lambda best, each: choose_number(is_nearer(each, best), each, best), given)

    return taking


INSTEAD_OF: dict[int, Callable[..., Any]] = {
    **{id(function): _in_order(function) for function in IN_ORDER},
    id(set): set_made,
    id(frozenset): frozenset_made,
    id(sorted): _where_keyed(sorted),
    id(min): _extreme(min, operator.lt),
    id(max): _extreme(max, operator.gt),
}
"""By identity: what a rule calls instead of a function of Python's."""

OF_GENERATORS: dict[int, Callable[..., Any]] = {
    id(set): set_of,
    id(frozenset): frozenset_of,
    id(sum): sum_of,
    id(any): any_of,
    id(all): all_of,
}
"""By identity: what stands for a function of Python's that is given a generator, and nothing else."""

HIDDEN = frozenset({"node", "content", "domain", "fitting", "is_present"})
"""The attributes that values have while they are read, and that have a name which an author may use."""
