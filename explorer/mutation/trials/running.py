"""Which code runs while something is read or run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, TypeVar

Value = TypeVar("Value")


def noting(call: Callable[[], Value]) -> tuple[Value, frozenset[CodeType]]:
    """What a call returns, and all Python code that ran meanwhile in this thread."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        value = call()
    finally:
        sys.setprofile(before)
    return value, frozenset(codes)
