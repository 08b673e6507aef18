"""A value of several slots as one code: how an argument may be a record, or anything else that a field may be."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from ..base.errors import ModelError, SaveError
from ..base.itf import Data
from ..base.strict_json import Json
from ..terms.terms import Term
from .cells import Cells, SealedCells, SealedTermCells, TermCells
from .choices import choose_number
from .domain import Domain, SlotInfo
from .one_slot import ScalarDomain

MOST_CONTENTS = 4_096
"""Values of an argument beyond which there are too many ways to take an action to try them all."""

Codes = tuple[int, ...]


class PackedDomain(ScalarDomain):
    """The values of another domain, numbered; each can be read, and none can be changed.

    Raises `ModelError` where there are too many of them.
    """

    def __init__(self, inner: Domain) -> None:
        combinations = math.prod(inner.counts)
        if combinations > MOST_CONTENTS:
            told = f"{inner!r} could be any of {combinations} values; an argument may be one of {MOST_CONTENTS}"
            raise ModelError(f"{told}, so give its parts smaller domains, or decide them one after another")
        self.inner = inner
        self._contents = tuple(filter(self._is_canonical, itertools.product(*map(range, inner.counts))))
        super().__init__(len(self._contents))

    def _is_canonical(self, content: Codes) -> bool:
        cells = Cells(content)
        self.inner.canonicalise(cells, 0, True)
        return tuple(cells) == content

    @cached_property
    def _numbers(self) -> dict[Codes, int]:
        return {content: code for code, content in enumerate(self._contents)}

    @property
    def is_optional(self) -> bool:
        return self.inner.is_optional

    def decode(self, code: int | Term) -> Any:
        if isinstance(code, Term):
            return self.inner.read(SealedTermCells(self._slot(code, at) for at in range(self.inner.width)), 0)
        return self.inner.read(SealedCells(self._contents[code]), 0)

    def _slot(self, code: Term, at: int) -> int | Term:
        """What a slot of the value holds: codes in a row that hold the same there are told by where they begin."""
        held = [content[at] for content in self._contents]
        if self.count == math.prod(self.inner.counts):
            return code // math.prod(self.inner.counts[at + 1 :]) % self.inner.counts[at]
        result: int | Term = held[0]
        for begin in range(1, self.count):
            if held[begin] != held[begin - 1]:
                result = choose_number(code < begin, result, held[begin])
        return result

    def encode(self, value: object) -> int | Term:
        content = self.inner.encoded(value, TermCells)
        if not any(isinstance(each, Term) for each in content):
            return self._numbers[self.inner.coded(content)]
        result: int | Term = 0
        for code, known in enumerate(self._contents[1:], 1):
            is_it: Any = True
            for each, held in zip(content, known, strict=True):
                is_it = (each == held) & is_it
            result = choose_number(is_it, code, result)
        return result

    def dump_code(self, code: int) -> Json:
        return self.inner.dump(Cells(self._contents[code]), 0)

    def load_code(self, data: Json, path: str) -> int:
        code = self._numbers.get(tuple(self.inner.load(data, path)))
        if code is None:
            raise SaveError(path, f"{self.inner!r} has no such value")
        return code

    def told(self, code: int) -> str:
        return self.inner.on_one_line(Cells(self._contents[code]), 0)

    def to_itf(self, data: Data) -> Data:
        return self.inner.to_itf(data)

    def from_itf(self, data: Data, path: str) -> Data:
        return self.inner.from_itf(data, path)

    def slots(self, path: str) -> Iterator[SlotInfo]:
        yield SlotInfo(path, self.count, self)

    def classes(self) -> Iterator[type]:
        return self.inner.classes()

    def show(self, cells: Cells, address: int, path: str) -> Iterator[tuple[str, str]]:
        yield path, self.told(int(cells[address]))

    def __repr__(self) -> str:
        return repr(self.inner)


def packed(domain: Domain) -> ScalarDomain:
    """A domain of one slot with the values of any domain. Raises `ModelError` where there are too many of them."""
    return domain if isinstance(domain, ScalarDomain) else PackedDomain(domain)
