"""Maps from the members of an enumeration: a value for each of them, side by side."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from ..base.errors import DomainError
from ..base.itf import Data, pairs_of
from ..base.strict_json import Json
from ..terms.terms import Term
from ..terms.unknown import text_of
from .cells import Address, Cells, TermCells, indexed
from .containers import ContainerView, equal_slots, load_object
from .domain import Domain, Part, SlotInfo
from .members import MemberDomain, spelled


class MapDomain(Domain):
    """A total map from the members in scope: one cell of the value domain for each."""

    def __init__(self, keys: MemberDomain, values: Domain) -> None:
        self.keys = keys
        self.values = values
        self.stride = values.width
        self.counts = values.counts * keys.count
        self._parts = [Part(code * self.stride, values, key=member) for code, member in enumerate(keys.members)]

    @property
    def is_optional(self) -> bool:
        return False

    def classes(self) -> Iterator[type]:
        yield from self.keys.classes()
        yield from super().classes()

    def parts(self) -> Sequence[Part]:
        return self._parts

    def to_itf(self, data: Data) -> Data:
        return {"#map": [[key, self.values.to_itf(value)] for key, value in data.items()]}

    def from_itf(self, data: Data, path: str) -> Data:
        return {key: self.values.from_itf(value, f"{path}.{key}") for key, value in pairs_of(data, path)}

    def read(self, cells: Cells, address: Address) -> MapView:
        return MapView(self, cells, address)

    def at(self, address: Address, key: object) -> Address:
        """The address of one value. Raises `KeyError` for a key that is not in scope."""
        code = self.keys.by_identity.get(id(key))
        if code is not None and isinstance(address, int):
            return address + code * self.stride
        try:
            return indexed(address, self.keys.encode(key), self.stride, self.keys.count)
        except DomainError as error:
            raise KeyError(str(error)) from None

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if not is_map(value):
            raise DomainError(f"{value!r} is not a map from {self.keys.enumeration.__name__}")
        if set(value) != set(self.keys.members):
            raise DomainError(f"the map needs exactly the keys {', '.join(self.keys.by_name)}")
        content = cells.plain([0] * self.width)
        for code, member in enumerate(self.keys.members):
            self.values.write(content, code * self.values.width, value[member])
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for code in range(self.keys.count):
            self.values.canonicalise(cells, address + code * self.values.width, active)

    def dump(self, cells: Cells, address: int) -> Json:
        step = self.values.width
        return {name: self.values.dump(cells, address + code * step) for name, code in self.keys.by_name.items()}

    def load(self, data: Json, path: str) -> list[int]:
        loaded = load_object(data, path, dict.fromkeys(self.keys.by_name, self.values))
        return [code for name in self.keys.by_name for code in loaded[name]]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for name in self.keys.by_name:
            yield from self.values.slots(f"{path}.{name}")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        for name, code in self.keys.by_name.items():
            yield from self.values.show(cells, address + code * self.values.width, f"{path}.{name}")

    def __repr__(self) -> str:
        return f"Map({self.keys!r}, {self.values!r})"


def is_map(value: object) -> TypeGuard[Mapping[Any, Any]]:
    """Whether the value is a map, a plain one or one of a state."""
    return isinstance(value, Mapping | MapView)


class MapView(ContainerView):
    """A map in a state with the interface of `dict`, except that its keys never change."""

    __slots__ = ()
    _domain: MapDomain

    def __getitem__(self, key: object) -> Any:
        return self._domain.values.read(self._cells, self._domain.at(self._address, key))

    def __setitem__(self, key: object, value: object) -> None:
        address = self._domain.at(self._address, key)
        try:
            self._domain.values.write(self._cells, address, value)
        except DomainError as error:
            raise DomainError(f"the entry of {spelled(key)}: {error}") from None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._domain.keys.members)

    def __len__(self) -> int:
        return self._domain.keys.count

    def __contains__(self, key: object) -> bool:
        return self._domain.keys.find(key) is not None

    def get(self, key: object, default: Any = None) -> Any:
        """The value of a key, or the default for what is no member in scope."""
        inside = key in self
        return self[key] if inside else default

    def keys(self) -> tuple[Any, ...]:
        """The members in scope."""
        return self._domain.keys.members

    def values(self) -> list[Any]:
        """The value of every key."""
        return [self[key] for key in self]

    def items(self) -> list[tuple[Any, Any]]:
        """Every key with its value."""
        return [(key, self[key]) for key in self]

    def __eq__(self, other: object) -> Any:
        if not is_map(other):
            return False
        return equal_slots(self._domain, self, other, self._cells.plain)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if isinstance(self._cells, TermCells):
            return text_of("<a map>")
        return f"{{{', '.join(f'{spelled(key)}: {self[key]!r}' for key in self)}}}"
