"""Where the slots of a state stand: fields by dotted names, without the keys of maps."""

from __future__ import annotations

from ...model.language.values.domain import Domain
from ...model.language.values.sequences import SeqDomain


def places(layout: Domain, *, elements: bool = False) -> list[str]:
    """The field of each slot of a value, such as "purse.coins"; with the element of a sequence if that is asked for."""
    return _below(layout, "", elements)


def _below(domain: Domain, named: str, elements: bool) -> list[str]:
    found = [named] * domain.width
    for index, part in enumerate(domain.parts()):
        inner = named
        if part.field is not None:
            inner = f"{named}.{part.field[0].rpartition('.')[2]}".removeprefix(".")
        elif elements and isinstance(domain, SeqDomain):
            inner = f"{named}[{index}]"
        found[part.offset : part.offset + part.domain.width] = _below(part.domain, inner, elements)
    return found
