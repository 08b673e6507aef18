"""Domains of one slot: truth values, bounded ints, and any scalar or None. Members have a module of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..base.errors import DomainError, SaveError
from ..base.itf import NONE, SOME, Data, tagged, untagged
from ..base.strict_json import Json, kind_of, shortened
from ..terms.terms import Term, Truth, is_truth_value
from .members import Symbol, one_member
from .one_slot import ScalarDomain
from .whole import Whole


class BoolDomain(ScalarDomain):
    """False and True."""

    def __init__(self) -> None:
        super().__init__(2)

    @property
    def is_optional(self) -> bool:
        return False

    def decode(self, code: int | Term) -> Any:
        return code == 1

    def encode(self, value: object) -> int | Term:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, Truth):
            return value
        raise DomainError(f"{value!r} is neither True nor False")

    def dump_code(self, code: int) -> Json:
        return code == 1

    def load_code(self, data: Json, path: str) -> int:
        if not isinstance(data, bool):
            raise SaveError(path, f"expected true or false, found {kind_of(data)}")
        return int(data)

    def __repr__(self) -> str:
        return "bool"


class IntDomain(ScalarDomain):
    """The ints from `low` to `high`; a slot holds the distance from `low`."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(high - low + 1)
        self.low = low
        self.high = high

    @property
    def is_optional(self) -> bool:
        return False

    @property
    def code_of_zero(self) -> int:
        return -self.low

    def decode(self, code: int | Term) -> Any:
        return code + self.low

    def encode(self, value: object) -> int | Term:
        if is_truth_value(value) or not isinstance(value, int | Term):
            if isinstance(value, Symbol):
                return self.encode(one_member(value))
            raise DomainError(f"{value!r} is not a whole number")
        if value < self.low or value > self.high:
            raise DomainError(f"{value!r} is outside of {self.low} to {self.high}")
        return value - self.low

    def dump_code(self, code: int) -> Json:
        return code + self.low

    def load_code(self, data: Json, path: str) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            raise SaveError(path, f"expected a whole number, found {kind_of(data)}")
        if not self.low <= data <= self.high:
            raise SaveError(path, f"expected {self.low} to {self.high}, found {shortened(data)}")
        return data - self.low

    def __repr__(self) -> str:
        return f"Int({self.low}, {self.high})"


class OptionalScalar(ScalarDomain):
    """A value of a one-slot domain, or None, which is code 0."""

    def __init__(self, inner: ScalarDomain) -> None:
        super().__init__(inner.count + 1)
        self.inner = inner

    @property
    def is_optional(self) -> bool:
        return True

    @property
    def code_of_zero(self) -> int:
        return self.inner.code_of_zero + 1

    def to_itf(self, data: Data) -> Data:
        return tagged(NONE, {}) if data is None else tagged(SOME, self.inner.to_itf(data))

    def from_itf(self, data: Data, path: str) -> Data:
        tag, value = untagged(data, path)
        return None if tag == NONE else self.inner.from_itf(value, path)

    def classes(self) -> Iterator[type]:
        return self.inner.classes()

    def decode(self, code: int | Term) -> Any:
        return None if code == 0 else self.inner.decode(code - 1)

    def encode(self, value: object) -> int | Term:
        if isinstance(value, Whole):
            return value.fitting(self)[0]
        return 0 if value is None else self.inner.encode(value) + 1

    def dump_code(self, code: int) -> Json:
        return None if code == 0 else self.inner.dump_code(code - 1)

    def load_code(self, data: Json, path: str) -> int:
        return 0 if data is None else self.inner.load_code(data, path) + 1

    def __repr__(self) -> str:
        return f"Option({self.inner!r})"
