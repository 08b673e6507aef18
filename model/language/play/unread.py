"""Arguments that a rule has not looked at: why listing the successors of a state need not try every combination.

A rule is first run with placeholders. If it rejects without looking at one of them, it rejects whatever their values;
if it looks at one, it is run again for each value of that argument. The result is that of trying all combinations.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from ..values.one_slot import ScalarDomain


class Asked(BaseException):
    """A rule looked at an argument. Not an `Exception`, so that no rule swallows it."""

    def __init__(self, position: int) -> None:
        self.position = position


def _ask(self: Unread, *others: object) -> Any:
    raise Asked(object.__getattribute__(self, "_position"))


class Unread:
    """Stands for an argument until something is asked of it."""

    __slots__ = ("_position",)

    def __init__(self, position: int) -> None:
        object.__setattr__(self, "_position", position)

    __getattribute__ = __setattr__ = _ask
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _ask
    __hash__ = __bool__ = __index__ = __int__ = __float__ = __repr__ = __str__ = __format__ = _ask
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = __abs__ = _ask
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _ask
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _ask
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __divmod__ = __rdivmod__ = __round__ = _ask
    __iter__ = __len__ = __contains__ = __getitem__ = _ask


def ask(value: object) -> None:
    """Look at what may be an argument: where Python would compare objects and ask neither."""
    if type(value) is Unread:
        _ask(value)


def combinations(
    domains: Sequence[ScalarDomain], run: Callable[[list[Any]], Any], matters: Callable[[Any], bool]
) -> list[tuple[tuple[int, ...], Any]]:
    """The outcomes that matter, with the argument codes that lead to them, in the order of the codes.

    An option is tried with all its values at once: whether it is None can be asked without anybody noticing.
    """
    found: list[tuple[tuple[int, ...], Any]] = []
    counts = [domain.count for domain in domains]
    open_at = [position for position, domain in enumerate(domains) if domain.is_optional]
    starts = itertools.product(*(range(counts[position]) for position in open_at))
    waiting: list[dict[int, int]] = [dict(zip(open_at, codes, strict=True)) for codes in starts]
    while waiting:
        known = waiting.pop()
        arguments = [
            domain.decode(known[position]) if position in known else Unread(position)
            for position, domain in enumerate(domains)
        ]
        try:
            outcome = run(arguments)
        except Asked as asked:
            waiting.extend({**known, asked.position: code} for code in range(counts[asked.position]))
            continue
        if matters(outcome):
            ranges = [(known[at],) if at in known else range(count) for at, count in enumerate(counts)]
            found.extend((codes, outcome) for codes in itertools.product(*ranges))
    found.sort(key=lambda entry: entry[0])
    return found
