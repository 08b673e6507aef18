"""Domains that were damaged in one place each: what is asked of every domain finds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest

from domain_faults import faults_of, told_apart
from field_kinds import KINDS, Sealed, TwiceDomain, model_of, specifier
from kanly.model import DomainError
from kanly.model.language.terms.terms import Term
from kanly.model.language.values.cells import Address, Cells
from kanly.model.language.values.domain import Domain, Part, SlotInfo
from kanly.model.language.values.members import MemberDomain
from kanly.model.language.values.scalars import IntDomain, OptionalScalar
from kanly.model.language.values.sequences import SeqDomain
from tiny import Card

BY_NAME = {kind.name: kind for kind in KINDS}


class RefusesNothing(IntDomain):
    def encode(self, value: object) -> int | Term:
        return value if isinstance(value, int) else 0


class Wraps(IntDomain):
    def encode(self, value: object) -> int | Term:
        if isinstance(value, bool) or not isinstance(value, int):
            raise DomainError(f"{value!r} is no number")
        return (value - self.low) % self.count


class KeepsWhatMeansNothing(IntDomain):
    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        pass


class OptionKeepsWhatMeansNothing(OptionalScalar):
    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        pass


class PairKeepsWhatMeansNothing(TwiceDomain):
    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        pass


class Erases(IntDomain):
    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        cells[address] = 0


class TellsNothing(IntDomain):
    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        return iter(())


class TellsAlike(TwiceDomain):
    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        yield path, f"{cells[address]}"


class TellsElsewhere(IntDomain):
    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        yield "n", f"{cells[address]}"


class NamesSlotsAlike(TwiceDomain):
    def slots(self, path: str) -> Iterator[SlotInfo]:
        return (SlotInfo(path, count) for count in self.counts)


class NamesSlotsElsewhere(IntDomain):
    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo("n", self.count)


class SaysOption(IntDomain):
    @property
    def is_optional(self) -> bool:
        return True


class SaysNoOption(OptionalScalar):
    @property
    def is_optional(self) -> bool:
        return False


class OtherParts(TwiceDomain):
    """Writes, keeps its form and tells as a pair should, whatever it says of its parts."""

    def write(self, cells: Cells, address: Address, value: object) -> None:
        cells.replace(address, TwiceDomain(self.inner).encoded(value, cells.plain))

    def canonicalise(self, cells: Cells, address: Address, active: bool | Term) -> None:
        TwiceDomain(self.inner).canonicalise(cells, address, active)

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        return TwiceDomain(self.inner).show(cells, address, path)


class PartsOverlap(OtherParts):
    def parts(self) -> Sequence[Part]:
        return [Part(0, self.inner), Part(0, self.inner)]


class PartsEndOutside(OtherParts):
    def parts(self) -> Sequence[Part]:
        return [Part(0, self.inner), Part(self.inner.width + 1, self.inner)]


class PartsUntold(OtherParts):
    def parts(self) -> Sequence[Part]:
        return ()


class TakesTooMany(SeqDomain):
    def write(self, cells: Cells, address: Address, value: object) -> None:
        short = cast("list[Any]", value)[: self.at_most] if isinstance(value, list) else value
        super().write(cells, address, short)


CARDS = MemberDomain(Card, tuple(Card))
NUMBER = IntDomain(1, 3)


@pytest.mark.parametrize(
    ("kind", "domain", "fault"),
    [
        ("int", RefusesNothing(-2, 3), "write takes 4"),
        ("int", Wraps(-2, 3), "write takes -3"),
        ("sequence", TakesTooMany(CARDS, 2), "write takes [<Card.KING"),
        ("int", KeepsWhatMeansNothing(-2, 3), "canonicalise leaves [5] of 3"),
        ("option of an int", OptionKeepsWhatMeansNothing(NUMBER), "canonicalise leaves [1] of 1"),
        ("pair", PairKeepsWhatMeansNothing(CARDS), "canonicalise leaves [1, 0]"),
        ("int", Erases(-2, 3), "canonicalise changes 0"),
        ("int", TellsNothing(-2, 3), "show tells different values alike"),
        ("pair", TellsAlike(CARDS), "show tells different values alike"),
        ("int", TellsElsewhere(-2, 3), "show tells of n"),
        ("pair", NamesSlotsAlike(CARDS), "slots gives 1 names to 2 slots"),
        ("int", NamesSlotsElsewhere(-2, 3), "the slot n does not begin with its path"),
        ("int", SaysOption(-2, 3), "is_optional is True"),
        ("option of an int", SaysNoOption(NUMBER), "is_optional is False"),
        ("pair", PartsOverlap(CARDS), "the part at 0 begins inside of another"),
        ("pair", PartsEndOutside(CARDS), "a part ends at 3"),
    ],
)
def test_a_damage_is_found(kind: str, domain: Domain, fault: str) -> None:
    found = faults_of(domain, BY_NAME[kind])
    assert any(each.startswith(fault) for each in found), found


def test_parts_that_are_not_told_of_show_what_lies_hidden_in_them() -> None:
    kind = replace(
        BY_NAME["pair with secrets"],
        declare=partial(specifier, lambda resolver: PartsUntold(resolver.record(Sealed))),
    )
    assert told_apart(model_of(kind), kind)
