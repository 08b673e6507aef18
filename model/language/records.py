"""Records, states, views and events: classes whose fields have finite domains.

A record made by its constructor holds plain values; one read from a state looks at the slots there. Both have the same
attributes. `RecordDomain` and its relatives lay records out over slots.
"""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, dataclass_transform

from .cells import Address, Cells, TermCells, Viewer
from .containers import equal_slots, load_object
from .errors import DomainError, ModelError, SaveError
from .fields import (
    Int,
    Map,
    OneOf,
    Option,
    Parameter,
    ParameterSpec,
    Resolver,
    SeenBy,
    Seq,
    Set,
    Spec,
)
from .maps import MapView
from .scalars import Domain, Json, SlotInfo, Whole, choose, kind_of, opposite, shortened
from .source import author_frame, meaning
from .terms import Term

if TYPE_CHECKING:
    from .instance import Instance


class Field:
    """A declared field: the descriptor that reads and writes it."""

    def __init__(self, name: str, spec: Spec) -> None:
        self.name = name
        self.spec = spec

    def __get__(self, record: Record | None, owner: type[Record]) -> Any:
        if record is None:
            return self
        domain = record._domain
        if domain is None:
            return record._values[self.name]
        place = domain.places[self.name]
        return place.domain.read(record._cells, record._address + place.offset)

    def __set__(self, record: Record, value: object) -> None:
        domain = record._domain
        if domain is None:
            record._values[self.name] = value
            return
        place = domain.places[self.name]
        try:
            place.domain.write(record._cells, record._address + place.offset, value)
        except DomainError as error:
            raise DomainError(f"{type(record).__name__}.{self.name}: {error}") from None


class ParameterField:
    """A declared model parameter: reads the value that the run was given."""

    def __init__(self, name: str, spec: ParameterSpec) -> None:
        self.name = name
        self.spec = spec

    def __get__(self, record: State | None, owner: type[State]) -> Any:
        return self if record is None else record._instance.parameters[self.name]

    def __set__(self, record: State, value: object) -> None:
        raise DomainError(f"{self.name} is a parameter of the model; no rule changes it")


def _declared(cls: type[Record]) -> dict[str, Spec | ParameterSpec]:
    """The fields that a class body declares, in order. Raises `ModelError`."""
    annotations = inspect.get_annotations(cls)
    namespace = dict(vars(cls))
    frame = author_frame()
    where = (frame.f_code.co_filename, frame.f_lineno)
    for name, value in namespace.items():
        if isinstance(value, Spec | ParameterSpec) and name not in annotations:
            raise ModelError(f"{cls.__name__}.{name} needs an annotation, such as `{name}: int = ...`", *where)
    fields: dict[str, Spec | ParameterSpec] = {}
    for name, annotation in annotations.items():
        spec = namespace.get(name)
        if isinstance(spec, Spec | ParameterSpec):
            fields[name] = spec
        elif name.startswith("_") or "ClassVar" in str(annotation):
            continue
        else:
            fields[name] = Spec(_annotated(cls, name, annotation, frame.f_locals, where))
    return fields


def _annotated(cls: type, name: str, annotation: Any, nearby: Mapping[str, Any], where: tuple[str, int]) -> Any:
    """How to build the domain of a field that has only an annotation."""
    module = vars(sys.modules.get(cls.__module__, sys))
    label = f"{cls.__name__}.{name}"

    def build(resolver: Resolver) -> Domain:
        kind = meaning(annotation, module, nearby, label, where)
        if kind is bool or (isinstance(kind, type) and issubclass(kind, Enum | Record)):
            return resolver.domain(kind)
        spelled = kind.__name__ if isinstance(kind, type) else str(kind)
        raise ModelError(
            f"{label}: {spelled} alone does not say which values are possible; "
            "give a specifier: Int(low, high), Option, Set, Map, Seq(..., at_most) or OneOf",
            *where,
        )

    return build


_SPECIFIERS = (Int, Set, Map, Option, Seq, OneOf, Parameter)


@dataclass_transform(kw_only_default=True, field_specifiers=_SPECIFIERS)
class Record(Viewer):
    """A bundle of fields. Made by its constructor with every field given by name, or read from a state."""

    declared: ClassVar[dict[str, Spec]] = {}
    __slots__ = ("_domain", "_values")
    _domain: RecordDomain | None
    _values: dict[str, Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        inherited = dict(cls.declared)
        for name, spec in _declared(cls).items():
            if isinstance(spec, ParameterSpec):
                cls._declare_parameter(name, spec)
                continue
            if name in ("declared", "places") or hasattr(Record, name):
                raise ModelError(f"{cls.__name__}.{name}: this name is taken by the language; choose another")
            inherited[name] = spec
            setattr(cls, name, Field(name, spec))
        cls.declared = inherited

    @classmethod
    def _declare_parameter(cls, name: str, spec: ParameterSpec) -> None:
        raise ModelError(f"{cls.__name__}.{name}: only the state class has parameters")

    def __init__(self, **values: Any) -> None:
        missing = [name for name in self.declared if name not in values]
        unknown = [name for name in values if name not in self.declared]
        if missing or unknown:
            told = [f"missing {', '.join(missing)}"] * bool(missing) + [f"unknown {', '.join(unknown)}"] * bool(unknown)
            raise TypeError(f"{type(self).__name__}: {'; '.join(told)}")
        self._domain = None
        self._values = values

    def _span(self) -> int:
        return 0 if self._domain is None else self._domain.width

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and name not in self.declared and name not in vars(type(self)):
            raise AttributeError(f"{type(self).__name__} has no field {name}; it has {', '.join(self.declared)}")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, Record) or type(other) is not type(self):
            return False
        domain = self._domain or other._domain
        if domain is not None:
            cells = self._cells if self._domain else other._cells
            return equal_slots(domain, self, other, type(cells))
        result: Any = True
        for name in self.declared:
            result = result & (getattr(self, name) == getattr(other, name))
        return result

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.declared)})"


class State(Record):
    """The whole state of a game. Rules read and write it as `g`; it also knows the parameters and the scope."""

    parameters: ClassVar[dict[str, ParameterSpec]] = {}
    __slots__ = ("_instance",)
    _instance: Instance

    def __init_subclass__(cls) -> None:
        cls.parameters = dict(cls.parameters)
        super().__init_subclass__()

    @classmethod
    def _declare_parameter(cls, name: str, spec: ParameterSpec) -> None:
        cls.parameters[name] = spec
        setattr(cls, name, ParameterField(name, spec))


class View(Record):
    """What one seat is shown. Every field must be filled."""

    __slots__ = ()


class Event(Record):
    """Something that happened, reported to the seats that `emit` names."""

    __slots__ = ()


def scope(g: State, enumeration: type[Any]) -> tuple[Any, ...]:
    """The members of an enumeration that are in scope."""
    return g._instance.resolver.members(enumeration).members


def whole(holder: Any, name: Any) -> Any:
    """A field of a record, or an entry of a map, as it is: an option is copied without asking whether it is None.

    Reading `g.escrow` forks when a rule is read; `whole(g, "escrow")` does not, and can be put into a field of the same
    domain, a view's for instance. When rules are run it is the plain value.
    """
    if isinstance(holder, MapView):
        domain, address = holder._domain.values, holder._domain.at(holder._address, name)
    elif isinstance(holder, Record) and holder._domain is not None:
        place = holder._domain.places[name]
        domain, address = place.domain, holder._address + place.offset
    else:
        return getattr(holder, name)
    cells: Cells = holder._cells
    if not isinstance(cells, TermCells):
        return domain.read(cells, address)
    return Whole(domain, tuple(cells[address + offset] for offset in range(domain.width)))


class Place(NamedTuple):
    """Where a field lies in its record, and who may see it."""

    offset: int
    domain: Domain
    seen_by: SeenBy
    public: Any


class RecordDomain(Domain):
    """The values of one record class: its fields one after another."""

    def __init__(self, record: type[Record], resolver: Resolver) -> None:
        self.record = record
        self.places: dict[str, Place] = {}
        counts: list[int] = []
        for name, spec in record.declared.items():
            domain = spec.build(resolver)
            self.places[name] = Place(len(counts), domain, spec.seen_by, spec.public)
            counts.extend(domain.counts)
        self.counts = tuple(counts)

    def read(self, cells: Cells, address: Address) -> Any:
        view = object.__new__(self.record)
        view._domain = self
        view._look_at(cells, address)
        return view

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if not isinstance(value, self.record):
            raise DomainError(f"{type(value).__name__} is not a {self.record.__name__}")
        if value._domain is self:
            content = [value._cells[value._address + offset] for offset in range(self.width)]
        else:
            content = type(cells)([0] * self.width)
            for name, place in self.places.items():
                try:
                    place.domain.write(content, place.offset, getattr(value, name))
                except DomainError as error:
                    raise DomainError(f"{self.record.__name__}.{name}: {error}") from None
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for place in self.places.values():
            place.domain.canonicalise(cells, address + place.offset, active)

    def dump(self, cells: Cells, address: int) -> dict[str, Json]:
        return {name: place.domain.dump(cells, address + place.offset) for name, place in self.places.items()}

    def load(self, data: Json, path: str) -> list[int]:
        loaded = load_object(data, path, {name: place.domain for name, place in self.places.items()})
        return [code for name in self.places for code in loaded[name]]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for name, place in self.places.items():
            yield from place.domain.slots(f"{path}.{name}" if path else name)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        for name, place in self.places.items():
            yield from place.domain.show(cells, address + place.offset, f"{path}.{name}" if path else name)

    def __repr__(self) -> str:
        return self.record.__name__


class OptionalRecord(Domain):
    """A value with parts, or None: a presence slot, then the parts, which are zero when absent."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner
        self.counts = (2, *inner.counts)

    def read(self, cells: Cells, address: Address) -> Any:
        return None if cells[address] == 0 else self.inner.read(cells, address + 1)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if value is None:
            cells.replace(address, [0] * self.width)
        elif isinstance(value, Whole):
            cells.replace(address, value.fitting(self))
        else:
            self.inner.write(cells, address + 1, value)
            cells[address] = 1

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        present = choose(active, cells[address], 0)
        cells[address] = present
        self.inner.canonicalise(cells, address + 1, present == 1)

    def dump(self, cells: Cells, address: int) -> Json:
        return None if cells[address] == 0 else self.inner.dump(cells, address + 1)

    def load(self, data: Json, path: str) -> list[int]:
        return [0] * self.width if data is None else [1, *self.inner.load(data, path)]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(f"{path}.present", 2)
        yield from self.inner.slots(path)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        if cells[address] == 0:
            yield path, "none"
        else:
            yield from self.inner.show(cells, address + 1, path)

    def __repr__(self) -> str:
        return f"Option({self.inner!r})"


class OneOfDomain(Domain):
    """A record of one of several classes: a tag slot, then each class's fields; the inactive ones are zero."""

    def __init__(self, variants: tuple[RecordDomain, ...]) -> None:
        self.variants = variants
        self.counts = (len(variants), *(count for variant in variants for count in variant.counts))
        self.offsets = tuple(1 + sum(variant.width for variant in variants[:tag]) for tag in range(len(variants)))

    def read(self, cells: Cells, address: Address) -> Any:
        tag = cells[address]
        chosen = len(self.variants) - 1
        for index in range(chosen):
            if tag == index:
                chosen = index
                break
        return self.variants[chosen].read(cells, address + self.offsets[chosen])

    def write(self, cells: Cells, address: Address, value: object) -> None:
        for tag, (variant, offset) in enumerate(zip(self.variants, self.offsets, strict=True)):
            if isinstance(value, variant.record):
                content = type(cells)([0] * self.width)
                variant.write(content, offset, value)
                content[0] = tag
                cells.replace(address, content)
                return
        raise DomainError(f"{type(value).__name__} is not one of {', '.join(map(repr, self.variants))}")

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        tag = choose(active, cells[address], 0)
        cells[address] = tag
        for index, (variant, offset) in enumerate(zip(self.variants, self.offsets, strict=True)):
            variant.canonicalise(cells, address + offset, choose(active, tag == index, False))

    def dump(self, cells: Cells, address: int) -> Json:
        tag = int(cells[address])
        variant = self.variants[tag]
        return {"kind": variant.record.__name__, **variant.dump(cells, address + self.offsets[tag])}

    def load(self, data: Json, path: str) -> list[int]:
        if not isinstance(data, dict):
            raise SaveError(path, f"expected an object, found {kind_of(data)}")
        kinds = [variant.record.__name__ for variant in self.variants]
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in kinds:
            raise SaveError(f"{path}.kind", f"expected one of {', '.join(kinds)}; found {shortened(kind)}")
        tag = kinds.index(kind)
        inside = self.variants[tag].load({name: value for name, value in data.items() if name != "kind"}, path)
        content = [0] * self.width
        content[0] = tag
        content[self.offsets[tag] : self.offsets[tag] + len(inside)] = inside
        return content

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(f"{path}.kind", len(self.variants))
        for variant in self.variants:
            yield from variant.slots(f"{path}.{variant.record.__name__}")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        tag = int(cells[address])
        yield f"{path}.kind", self.variants[tag].record.__name__
        yield from self.variants[tag].show(cells, address + self.offsets[tag], path)

    def __repr__(self) -> str:
        return f"OneOf({', '.join(map(repr, self.variants))})"
