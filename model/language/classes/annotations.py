"""Whether an annotation and a specifier say the same of a field or a parameter.

A specifier is compared as the annotation that it deserves: `set[Card]` for `Set(Card)`, `int` for `Int(0, 3)`. Only
what is certainly wrong is a mistake. A wider class (`Collection[Card]`, `Record`) is right, and whatever cannot be told
is believed: `Any`, a type variable, a name that only a type checker knows.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from ..base.errors import ModelError
from ..base.source import evaluated

_WORTH: Final[Mapping[type[Any], tuple[type[Any], ...]]] = {
    int: (int, float, complex),
    set: (set, frozenset),
    list: (list, tuple, deque),
}
"""Classes that are right as an annotation of values of a class, beside those that it is derived from."""


def compare(
    label: str, name: str, annotation: object, meant: object, names: Mapping[str, Any], at: tuple[str, int]
) -> None:
    """Refuse an annotation that contradicts its specifier, which deserves `meant`. Raises `ModelError`.

    `names` are those that the annotation may use.
    """
    try:
        said = evaluated(annotation, names)
    except Exception:  # a name that only a type checker knows
        return
    if not agree(said, meant):
        told, right = spelled(said), spelled(meant)
        raise ModelError(
            f"{label}: the annotation says {told}, the specifier {right}; "
            f"write `{name}: {right}`, or give a specifier for {told}",
            *at,
        )


def agree(said: object, meant: object) -> bool:
    """Whether an annotation can be right for what deserves another: each of its alternatives, and no others."""
    choices, kinds = _alternatives(said), _alternatives(meant)
    if not all(map(_is_known, choices + kinds)):
        return True
    is_covered = all(any(_may_be(choice, kind) for choice in choices) for kind in kinds)
    return is_covered and all(any(_may_be(choice, kind) for kind in kinds) for choice in choices)


def _alternatives(annotation: object) -> list[object]:
    """The members of a union; None stands as its class."""
    if annotation is None:
        return [NoneType]
    origin = get_origin(annotation)
    if origin is Annotated:
        return _alternatives(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return [each for argument in get_args(annotation) for each in _alternatives(argument)]
    return [annotation]


def _is_known(annotation: object) -> bool:
    """Whether it is a class, or one with contents."""
    return annotation is not Any and isinstance(get_origin(annotation) or annotation, type)


def _may_be(said: object, meant: object) -> bool:
    said_class: Any = get_origin(said) or said
    meant_class: Any = get_origin(meant) or meant
    try:
        if not any(issubclass(each, said_class) for each in _WORTH.get(meant_class, (meant_class,))):
            return False
    except TypeError:  # a protocol that is not checked when a program runs
        return True
    contents, wanted = get_args(said), get_args(meant)
    if len(contents) != len(wanted):
        return True
    return all(agree(one, other) for one, other in zip(contents, wanted, strict=True))


def spelled(annotation: object) -> str:
    """An annotation as an author writes it."""
    parts = _alternatives(annotation)
    if len(parts) > 1:
        return " | ".join(map(spelled, parts))
    (alone,) = parts
    if alone is NoneType:
        return "None"
    contents = get_args(alone)
    holder: Any = get_origin(alone) or alone
    name = holder.__name__ if isinstance(holder, type) else str(holder)
    return f"{name}[{', '.join(map(spelled, contents))}]" if contents else name
