"""Records, states, views and events: classes whose fields have finite domains.

A record made by its constructor holds plain values; one read from a state looks at the slots there. Both have the same
attributes; `record_domains.py` says how they lie in the slots.
"""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from copy import copy as plain_copy
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar, dataclass_transform
from weakref import ref

from ..base.errors import DomainError, ModelError
from ..base.source import author_frame, is_subclass, meaning
from ..terms.unknown import text_of, tracer
from ..values.cells import Address, Cells, TermCells, Viewer
from ..values.choices import opposite
from ..values.containers import equal_slots
from ..values.domain import Domain
from ..values.maps import MapView
from ..values.members import MemberDomain
from ..values.whole import Whole
from .annotations import compare
from .fields import Bag, Int, Map, Member, OneOf, Option, Parameter, Seq, Set
from .record_domains import RecordValue
from .specs import ParameterSpec, Resolver, Spec

R = TypeVar("R")

_assign = object.__setattr__
"""Assigns what is no field, without asking whether there is such a field."""


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
        offset, read = domain.readers[self.name]
        return read(record._cells, record._address + offset)

    def __set__(self, record: Record, value: object) -> None:
        domain = record._domain
        if domain is None:
            record._values[self.name] = value
            return
        field = domain.fields[self.name]
        try:
            field.domain.write(record._cells, record._address + field.offset, value)
        except DomainError as error:
            raise DomainError(f"{type(record).__name__}.{self.name}: {error}") from None


class ParameterField:
    """A declared model parameter: reads the value that the run was given."""

    def __init__(self, name: str, spec: ParameterSpec) -> None:
        self.name = name
        self.spec = spec

    def __get__(self, record: State | None, owner: type[State]) -> Any:
        if record is None:
            return self
        try:
            return record._instance.parameters[self.name]
        except KeyError:
            told = f"{record._instance} does not use the parameter {self.name}"
            raise DomainError(f"{told}; name it in a group of the scenario's `uses`") from None

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
    names = _names_for(cls, frame.f_locals)
    for name, annotation in annotations.items():
        spec = namespace.get(name)
        if "ClassVar" in str(annotation):
            continue
        if name in _TAKEN or hasattr(Record, name):
            raise ModelError(f"{cls.__name__}.{name}: this name is taken by the language; choose another", *where)
        if isinstance(spec, Spec | ParameterSpec):
            compare(f"{cls.__name__}.{name}", name, annotation, spec.worth, names, spec.at)
            fields[name] = spec
        elif name.startswith("_"):
            continue
        elif name in namespace:
            raise ModelError(f"{cls.__name__}.{name} cannot have a default; a scenario sets the first values", *where)
        else:
            fields[name] = Spec(_annotated(cls, name, annotation, frame.f_locals, where), where)
    return fields


def _names_for(cls: type, nearby: Mapping[str, Any]) -> Mapping[str, Any]:
    """The names that annotations in a class body may use: those of its module, those nearby, and classes inside."""
    inside = {name: value for name, value in vars(cls).items() if isinstance(value, type)}
    return {**vars(sys.modules.get(cls.__module__, sys)), **nearby, **inside}


def _annotated(cls: type, name: str, annotation: Any, nearby: Mapping[str, Any], where: tuple[str, int]) -> Any:
    """How to build the domain of a field that has only an annotation, which may name what is defined later."""
    label = f"{cls.__name__}.{name}"

    def build(resolver: Resolver) -> Domain:
        kind = meaning(annotation, _names_for(cls, nearby), label, where)
        if kind is bool or is_subclass(kind, Enum) or is_subclass(kind, Record):
            return resolver.domain(kind, where)
        spelled = kind.__name__ if isinstance(kind, type) else str(kind)
        raise ModelError(
            f"{label}: {spelled} alone does not say which values are possible; "
            "give a specifier: Int(low, high), Option, Set, Bag(..., at_most), Map, Seq(..., at_most) or OneOf",
            *where,
        )

    return build


_TAKEN = ("declared", "parameters")
_SPECIFIERS = (Int, Member, Set, Bag, Map, Option, Seq, OneOf, Parameter)


@dataclass_transform(kw_only_default=True, field_specifiers=_SPECIFIERS)
class Record(RecordValue):
    """A bundle of fields. Made by its constructor with every field given by name, or read from a state."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields = _declared(cls)
        inherited = dict(cls.declared)
        for name, spec in fields.items():
            if isinstance(spec, ParameterSpec):
                cls._declare_parameter(name, spec)
                continue
            inherited[name] = spec
            setattr(cls, name, Field(name, spec))
        cls.declared = inherited

    @classmethod
    def _declare_parameter(cls, name: str, spec: ParameterSpec) -> None:
        raise ModelError(f"{cls.__name__}.{name}: only the state class has parameters", *spec.at)

    def __init__(self, **values: Any) -> None:
        missing = [name for name in self.declared if name not in values]
        unknown = [name for name in values if name not in self.declared]
        if missing or unknown:
            told = [f"missing {', '.join(missing)}"] * bool(missing) + [f"unknown {', '.join(unknown)}"] * bool(unknown)
            raise TypeError(f"{type(self).__name__}: {'; '.join(told)}")
        self._domain = None
        self._values = {name: _own(value) for name, value in values.items()}

    def _kind(self) -> object:
        return id(self) if self._domain is None else (type(self), repr(self._domain))

    def _showing(self, content: Cells) -> Record:
        assert self._domain is not None, "plain values lie in no slots"
        shown: Record = self._domain.read(content, 0)
        return shown

    def _span(self) -> int:
        return 0 if self._domain is None else self._domain.width

    def _look_at(self, cells: Cells, address: Address) -> None:
        _assign(self, "_cells", cells)
        _assign(self, "_address", address)
        if not cells.is_sealed:
            cells.viewers.append(ref(self))

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
            return equal_slots(domain, self, other, cells.plain)
        result: Any = True
        for name in self.declared:
            result = result & (getattr(self, name) == getattr(other, name))
        return result

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if tracer() is not None:
            return text_of(f"<a {type(self).__name__}>")
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.declared)})"


def _own(value: Any) -> Any:
    """A value that stays as it is when the state that it was read from, or a collection it was given as, changes."""
    if type(value) in (set, list, dict):
        return plain_copy(value)
    domain: Any = getattr(value, "_domain", None)
    if not isinstance(value, Viewer) or domain is None:
        return value
    content = [value._cells[value._address + offset] for offset in range(value._span())]
    return value._showing(value._cells.plain(content))


def copy(value: R) -> R:
    """A scratch copy of a record, a set, a bag, a sequence or a map: changing it leaves the state as it is."""
    if isinstance(value, State):
        raise TypeError("the whole state is not copied; copy the field that is tried out")
    if isinstance(value, Record) and value._domain is None:
        return type(value)(**{name: copy(each) for name, each in value._values.items()})
    copied: R = _own(value)
    return copied


class Running(Protocol):
    """What a state knows of the instance that it is a state of."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The values of the model's parameters."""
        ...

    @property
    def resolver(self) -> Resolver:
        """The domains of the scenario."""
        ...

    @property
    def seats(self) -> MemberDomain:
        """Who sits at the table."""
        ...


class State(Record):
    """The whole state of a game. Rules read and write it as `g`; it also knows the parameters and the scope."""

    parameters: ClassVar[dict[str, ParameterSpec]] = {}
    __slots__ = ("_instance",)
    _instance: Running

    @classmethod
    def _declare_parameter(cls, name: str, spec: ParameterSpec) -> None:
        cls.parameters = {**cls.parameters, name: spec}
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
        field = holder._domain.fields[name]
        domain, address = field.domain, holder._address + field.offset
    else:
        return getattr(holder, name)
    cells: Cells = holder._cells
    if not isinstance(cells, TermCells):
        return domain.read(cells, address)
    return Whole(domain, tuple(cells[address + offset] for offset in range(domain.width)))
