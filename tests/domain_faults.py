"""What is wrong with a domain by itself, held against what every domain has to do, as a list of sentences."""

from __future__ import annotations

from collections.abc import Iterator

from field_kinds import Kind
from kanly.model import DomainError, Instance
from kanly.model.language.values.cells import Cells
from kanly.model.language.values.domain import Domain
from tiny import Seat

NO_VALUES: tuple[object, ...] = (object(), 0.5, "?")
"""What no kind of field holds."""


def faults_of(domain: Domain, kind: Kind) -> list[str]:
    """Whatever a domain does wrong with the values of a kind of field, and with what is none of them."""
    checks = (_unrefused, _none, _form, _names, _shown, _parts)
    return [fault for check in checks for fault in check(domain, kind)]


def _unrefused(domain: Domain, kind: Kind) -> Iterator[str]:
    for value in (*kind.refused, *NO_VALUES):
        try:
            domain.encoded(value, Cells)
        except DomainError:
            continue
        yield f"write takes {value!r}"


def _none(domain: Domain, kind: Kind) -> Iterator[str]:
    if domain.is_optional != (None in kind.values):
        yield f"is_optional is {domain.is_optional}"
    if (domain.read(Cells([0] * domain.width), 0) is None) != domain.is_optional:
        yield "zero is not None exactly where it is optional"


def _form(domain: Domain, kind: Kind) -> Iterator[str]:
    for value in kind.values:
        written = domain.encoded(value, Cells)
        kept, erased = Cells(written), Cells(written)
        domain.canonicalise(kept, 0, True)
        domain.canonicalise(erased, 0, False)
        if list(kept) != list(written):
            yield f"canonicalise changes {value!r}"
        if any(erased):
            yield f"canonicalise leaves {list(erased)} of {value!r} where it means nothing"


def _names(domain: Domain, kind: Kind) -> Iterator[str]:
    paths = [slot.path for slot in domain.slots("here")]
    if len(set(paths)) < domain.width:
        yield f"slots gives {len(set(paths))} names to {domain.width} slots"
    yield from (f"the slot {path} does not begin with its path" for path in paths if not path.startswith("here"))


def _shown(domain: Domain, kind: Kind) -> Iterator[str]:
    told = [tuple(domain.show(domain.encoded(value, Cells), 0, "here")) for value in kind.values]
    if len(set(told)) < len(told):
        yield "show tells different values alike"
    for path in {path for pairs in told for path, _ in pairs}:
        if not path.startswith("here"):
            yield f"show tells of {path}, which does not begin with its path"


def _parts(domain: Domain, kind: Kind) -> Iterator[str]:
    end = 0
    for part in domain.parts():
        if part.offset < end:
            yield f"the part at {part.offset} begins inside of another"
        end = part.offset + part.domain.width
        if domain.counts[part.offset : end] != part.domain.counts:
            yield f"the part at {part.offset} has other counts than the whole"
    if end > domain.width:
        yield f"a part ends at {end}, and the whole at {domain.width}"


def told_apart(instance: Instance, kind: Kind) -> set[Seat]:
    """The seats that know one of the values that nobody may tell apart from another, in a field that all may see."""
    field, start = instance.layout.fields["one"], instance.initial_states()[0]

    def with_value(value: object) -> tuple[int, ...]:
        cells = Cells(start)
        field.domain.write(cells, field.offset, value)
        return tuple(map(int, cells))

    states = [with_value(value) for value in kind.alike]
    return {seat for seat in Seat if len({instance.knowledge(slots, seat) for slots in states}) > 1}
