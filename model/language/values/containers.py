"""What the containers of a state have in common: domains, views, sizes, equality, and the objects of a save."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeGuard

from ..base.errors import DomainError, ModelError, SaveError
from ..base.source import place_of
from ..base.strict_json import Json, kind_of, refuse_repeated, shortened
from ..terms.terms import Term
from .cells import Address, Cells, Viewer
from .choices import opposite
from .domain import Domain, Part
from .members import MemberDomain


def is_collection(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether the value is a collection of elements; a text is none."""
    return isinstance(value, Iterable) and not isinstance(value, str)


class DomainOfMembers(Domain):
    """What holds members of one enumeration in slots of its own form, so that no part of it is a value by itself."""

    def __init__(self, members: MemberDomain) -> None:
        self.members = members

    @property
    def is_optional(self) -> bool:
        return False

    def classes(self) -> Iterator[type]:
        return self.members.classes()

    def parts(self) -> Sequence[Part]:
        return ()


class ContainerView(Viewer):
    """A view of a value in a state that its domain reads and writes: such views mean the same where the domains do."""

    __slots__ = ("_domain",)
    _domain: Any

    def __init__(self, domain: Any, cells: Cells, address: Address) -> None:
        self._domain = domain
        self._look_at(cells, address)

    if not TYPE_CHECKING:  # to a type checker any name would be there otherwise

        def __getattr__(self, name: str) -> Any:
            methods = [each for each in dir(type(self)) if each[0] != "_" and callable(getattr(type(self), each))]
            raise AttributeError(f"{self._domain!r} has no {name}; it has {', '.join(methods)}")

    def _kind(self) -> object:
        return repr(self._domain)

    def _showing(self, content: Cells) -> Self:
        return type(self)(self._domain, content, 0)

    def _span(self) -> int:
        return self._domain.width

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    __hash__ = None  # type: ignore[assignment]


class Collection(ContainerView):
    """What sets, bags and sequences of a state have in common."""

    __slots__ = ()
    has_order: ClassVar[bool] = True
    """Whether its elements have an order: not so in what stands for a Python set."""

    def _size(self) -> int | Term:
        """How many elements there are."""
        raise NotImplementedError

    def _has(self, element: object) -> bool | Term:
        """Whether an element is there, as a value that does not fork."""
        raise NotImplementedError

    def _guarded(self) -> Iterator[tuple[bool | Term, Any]]:
        """Every element that may be there, with whether it is."""
        raise NotImplementedError

    def __contains__(self, element: object) -> bool:
        return bool(self._has(element))

    def __bool__(self) -> bool:
        return bool(self._size() != 0)

    def __len__(self) -> int:
        return self._size().__index__()


def size(value: Any) -> Any:
    """How many elements a set, sequence or map holds; never forks."""
    return value._size() if isinstance(value, Collection) else len(value)


def equal_slots(domain: Domain, left: object, right: object, kind: type[Cells]) -> Any:
    """Whether two values are the same, compared slot by slot without forking; nothing outside the domain is."""
    try:
        pairs = zip(domain.encoded(left, kind), domain.encoded(right, kind), strict=True)
    except DomainError:
        return False
    result: Any = True
    for one, other in pairs:
        result = result & (one == other)
    return result


@dataclass
class Misfits:
    """The paths of fields that a loaded state does not have, and of values in it that no field takes."""

    missing: list[str] = field(default_factory=list[str])
    unknown: list[str] = field(default_factory=list[str])


_misfits: ContextVar[Misfits | None] = ContextVar("kanly_misfits", default=None)


@contextmanager
def across_versions() -> Generator[Misfits]:
    """While a state is loaded that another version of the model wrote: a missing field is zero, an unknown one left."""
    found = Misfits()
    token = _misfits.set(found)
    try:
        yield found
    finally:
        _misfits.reset(token)


def load_object(
    data: Json, path: str, fields: Mapping[str, Domain], may_lack: Container[str] = ()
) -> dict[str, list[int]]:
    """The slots of each field of a JSON object; zero for one that it lacks and `may_lack`.

    Raises `SaveError` for any other that is missing, and for an unknown or wrong one.
    """
    if not isinstance(data, dict):
        raise SaveError(path, f"expected an object, found {kind_of(data)}")
    refuse_repeated(data, path)
    misfits = _misfits.get()
    unknown = [f"{path}.{shortened(name)[1:-1]}" for name in data if name not in fields]
    missing = [f"{path}.{name}" for name in fields if name not in data and name not in may_lack]
    if misfits is not None:
        misfits.unknown += unknown
        misfits.missing += missing
    elif unknown:
        raise SaveError(unknown[0], f"unknown; expected {', '.join(fields) or 'nothing'}")
    elif missing:
        raise SaveError(missing[0], "missing; a save holds everything that its scenario uses")
    return {
        name: _loaded(domain, data[name], f"{path}.{name}") if name in data else [0] * domain.width
        for name, domain in fields.items()
    }


def _loaded(domain: Domain, data: Json, path: str) -> list[int]:
    codes = domain.load(data, path)
    if len(codes) != domain.width:
        kind = type(domain)
        told = f"{kind.__name__}.load gives {len(codes)} slots for {path}, and its counts say {domain.width}"
        raise ModelError(told, *place_of(kind.load))
    return codes
