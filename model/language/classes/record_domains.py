"""How records, options of them and choices between them are laid out over slots."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.errors import DomainError, SaveError
from ..base.itf import NONE, SOME, Data, object_in, tagged, untagged
from ..base.strict_json import Json, kind_of, refuse_repeated, shortened
from ..terms.terms import Term
from ..values.cells import Address, Cells, Viewer
from ..values.choices import choose_number
from ..values.containers import load_object
from ..values.domain import Domain, Part, SlotInfo
from ..values.sight import Public, SeenBy
from ..values.whole import Whole
from .specs import HasFields, Resolver, Spec


class FieldLayout(NamedTuple):
    """Where a field lies in its record, and who may see it."""

    offset: int
    domain: Domain
    spec: Spec

    @property
    def seen_by(self) -> SeenBy:
        """Who may see it."""
        return self.spec.seen_by

    @property
    def public(self) -> Public | None:
        """What of it everybody may know anyway; None for nothing."""
        return self.spec.public

    @property
    def entry_seen_by(self) -> SeenBy | None:
        """Who may see each element of a sequence; None for whoever may see all of it."""
        return self.spec.entry_seen_by


class UnusedDomain(Domain):
    """A field that a scenario leaves unused: it has one value, the zero value of its domain."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner
        self.counts = (1,) * inner.width

    @property
    def is_optional(self) -> bool:
        return self.inner.is_optional

    def classes(self) -> Iterator[type]:
        return self.inner.classes()

    def parts(self) -> Sequence[Part]:
        return self.inner.parts()

    def to_itf(self, data: Data) -> Data:
        return self.inner.to_itf(data)

    def from_itf(self, data: Data, path: str) -> Data:
        untouched = self.dump(Cells([0] * self.width), 0)
        return untouched if data == untouched else self.inner.from_itf(data, path)  # version 0.1 wrote it so

    def read(self, cells: Cells, address: Address) -> Any:
        return self.inner.read(cells, address)

    def write(self, cells: Cells, address: Address, value: object) -> None:
        for code in self.inner.encoded(value, cells.plain):
            if code != 0:
                raise DomainError("the scenario leaves this field unused")

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for offset in range(self.width):
            cells[address + offset] = 0

    def dump(self, cells: Cells, address: int) -> Json:
        return self.inner.dump(cells, address)

    def load(self, data: Json, path: str) -> list[int]:
        codes = self.inner.load(data, path)
        if any(codes):
            raise SaveError(path, "the scenario leaves this field unused; expected what it is at the very beginning")
        return codes

    def slots(self, path: str) -> Iterator[SlotInfo]:
        return (SlotInfo(slot.path, 1) for slot in self.inner.slots(path))

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        return self.inner.show(cells, address, path)

    def __repr__(self) -> str:
        return repr(self.inner)


class RecordValue(Viewer, HasFields):
    """What every record holds: plain values by name where the domain is None, else slots laid out as that says."""

    __slots__ = ("_domain", "_values")
    _domain: RecordDomain | None
    _values: dict[str, Any]


class RecordDomain(Domain):
    """The values of one record class: its fields one after another."""

    def __init__(
        self,
        record: type[HasFields],
        resolver: Resolver,
        unused: Collection[str] = (),
        more: Mapping[str, Spec] = MappingProxyType({}),
    ) -> None:
        """`unused`: the fields that the scenario leaves as they are at the very beginning; `more`: fields after all."""
        self.record = record
        self.unused = frozenset(unused) & record.declared.keys()
        self.fields: dict[str, FieldLayout] = {}
        counts: list[int] = []
        for name, spec in {**record.declared, **more}.items():
            domain = spec.domain(resolver)
            if name in unused:
                domain = UnusedDomain(domain)
            self.fields[name] = FieldLayout(len(counts), domain, spec)
            counts.extend(domain.counts)
        self.counts = tuple(counts)
        self.readers = {name: (field.offset, field.domain.read) for name, field in self.fields.items()}
        """For each field, where it is and what reads it there."""
        self._parts = [
            Part(field.offset, field.domain, field=(f"{record.__name__}.{name}", field.spec))
            for name, field in self.fields.items()
        ]

    @property
    def is_optional(self) -> bool:
        return False

    def classes(self) -> Iterator[type]:
        yield self.record
        yield from super().classes()

    def parts(self) -> Sequence[Part]:
        return self._parts

    def to_itf(self, data: Data) -> Data:
        return {name: field.domain.to_itf(data[name]) for name, field in self.fields.items()}

    def from_itf(self, data: Data, path: str) -> Data:
        return {
            name: self.fields[name].domain.from_itf(value, f"{path}.{name}") if name in self.fields else value
            for name, value in object_in(data, path).items()
        }

    def read(self, cells: Cells, address: Address) -> Any:
        view: Any = object.__new__(self.record)
        object.__setattr__(view, "_domain", self)
        view._look_at(cells, address)
        return view

    def write(self, cells: Cells, address: Address, value: object) -> None:
        if not isinstance(value, RecordValue) or type(value) is not self.record:
            raise DomainError(f"{shortened(value)} is not a {self.record.__name__}")
        if value._domain is self:
            content = [value._cells[value._address + offset] for offset in range(self.width)]
        else:
            content = cells.plain([0] * self.width)
            for name, field in self.fields.items():
                try:
                    field.domain.write(content, field.offset, getattr(value, name))
                except DomainError as error:
                    raise DomainError(f"{self.record.__name__}.{name}: {error}") from None
        cells.replace(address, content)

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        for field in self.fields.values():
            field.domain.canonicalise(cells, address + field.offset, active)

    def dump(self, cells: Cells, address: int) -> dict[str, Json]:
        return {name: field.domain.dump(cells, address + field.offset) for name, field in self.fields.items()}

    def load(self, data: Json, path: str) -> list[int]:
        loaded = load_object(data, path, {name: field.domain for name, field in self.fields.items()}, self.unused)
        return [code for name in self.fields for code in loaded[name]]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        for name, field in self.fields.items():
            yield from field.domain.slots(f"{path}.{name}" if path else name)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        if not self.fields:
            yield path, "present"
        for name, field in self.fields.items():
            yield from field.domain.show(cells, address + field.offset, f"{path}.{name}" if path else name)

    def __repr__(self) -> str:
        return self.record.__name__


class OptionalRecord(Domain):
    """A value with parts, or None: a presence slot, then the parts, which are zero when absent."""

    def __init__(self, inner: Domain) -> None:
        self.inner = inner
        self.counts = (2, *inner.counts)

    @property
    def is_optional(self) -> bool:
        return True

    def parts(self) -> Sequence[Part]:
        return [Part(1, self.inner)]

    def to_itf(self, data: Data) -> Data:
        return tagged(NONE, {}) if data is None else tagged(SOME, self.inner.to_itf(data))

    def from_itf(self, data: Data, path: str) -> Data:
        tag, value = untagged(data, path)
        return None if tag == NONE else self.inner.from_itf(value, path)

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
        present = choose_number(active, cells[address], 0)
        cells[address] = present
        self.inner.canonicalise(cells, address + 1, present == 1)

    def dump(self, cells: Cells, address: int) -> Json:
        return None if cells[address] == 0 else self.inner.dump(cells, address + 1)

    def load(self, data: Json, path: str) -> list[int]:
        return [0] * self.width if data is None else [1, *self.inner.load(data, path)]

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(f"{path}?", 2)
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

    @property
    def is_optional(self) -> bool:
        return False

    def parts(self) -> Sequence[Part]:
        return [Part(offset, variant) for variant, offset in zip(self.variants, self.offsets, strict=True)]

    def to_itf(self, data: Data) -> Data:
        return tagged(data["kind"], self._variant(data["kind"]).to_itf(data))

    def from_itf(self, data: Data, path: str) -> Data:
        tag, value = untagged(data, path)
        return {"kind": tag, **self._variant(tag).from_itf(value, path)}

    def _variant(self, kind: str) -> RecordDomain:
        """The variant of that name; any, for a name that `load` will refuse."""
        return next((each for each in self.variants if each.record.__name__ == kind), self.variants[0])

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
            if type(value) is variant.record:
                content = cells.plain([0] * self.width)
                variant.write(content, offset, value)
                content[0] = tag
                cells.replace(address, content)
                return
        raise DomainError(f"{shortened(value)} is not one of {', '.join(map(repr, self.variants))}")

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        tag = choose_number(active, cells[address], 0)
        cells[address] = tag
        for index, (variant, offset) in enumerate(zip(self.variants, self.offsets, strict=True)):
            variant.canonicalise(cells, address + offset, choose_number(active, tag == index, False))

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
        refuse_repeated(data, path)
        inside = self.variants[tag].load({name: value for name, value in data.items() if name != "kind"}, path)
        content = [0] * self.width
        content[0] = tag
        content[self.offsets[tag] : self.offsets[tag] + len(inside)] = inside
        return content

    def slots(self, path: str) -> Iterator[SlotInfo]:
        names = tuple(variant.record.__name__ for variant in self.variants)
        yield SlotInfo(f"{path}.kind", len(self.variants), names=names)
        for variant in self.variants:
            yield from variant.slots(f"{path}.{variant.record.__name__}")

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        tag = int(cells[address])
        yield f"{path}.kind", self.variants[tag].record.__name__
        yield from self.variants[tag].show(cells, address + self.offsets[tag], path)

    def __repr__(self) -> str:
        return f"OneOf({', '.join(map(repr, self.variants))})"
