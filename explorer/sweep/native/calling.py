"""Functions compiled by numba, as Python calls them: machine code kept on disk, called by address.

Numba is loaded only when there is no machine code for a function and such arguments yet. What is kept goes by the
sources of this package and the versions of the compilers, so that changed code is never answered for by old.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib
import importlib.metadata
import platform
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple, cast

import numpy as np
import numpy.typing as npt

from .cache import user_cache
from .objects import Library, function_at, object_code_of, parameters_of

Arguments = TypeVarTuple("Arguments")
Value = TypeVar("Value")

ENTRY: Final = "entry"
CALLED: Final = "called"

_waits: list[float] = []


class Native:
    """A compiled function of a module of this package; it gives back up to three whole numbers.

    Its arguments are arrays, whole numbers and tuples of them. Compiling waits for the first call with arguments of
    such types, or for `ready` below. The interpreter lock is free while it runs.
    """

    def __init__(self, module: str, name: str, results: int) -> None:
        self._module = module
        self._name = name
        self._results = results
        self._lock = threading.Lock()
        self._loaded: dict[tuple[str, ...], tuple[Library, Callable[..., int]]] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Run it: None, a number or a tuple of numbers, as the function says."""
        words, kinds = _spread(arguments)
        run = self.loaded(kinds, arguments)
        results = (ctypes.c_int64 * 4)()
        frame = (ctypes.c_uint64 * len(words))(*words)
        if run(ctypes.addressof(frame), ctypes.addressof(results)):
            raise RuntimeError(f"the compiled function {self._name} failed, which none of them ever should")
        return results[0] if self._results == 1 else tuple(results[: self._results]) or None

    def loaded(self, kinds: tuple[str, ...], arguments: tuple[Any, ...]) -> Callable[..., int]:
        """The machine code for arguments of these kinds."""
        with self._lock:
            if kinds not in self._loaded:
                identity = "\n".join((_sources(), self._module, self._name, *kinds))
                began = time.perf_counter()
                code = object_code_of(identity, lambda: self._text(arguments), user_cache())
                library = Library([code])
                self._loaded[kinds] = library, function_at(library.address(CALLED), 2)
                _waits.append(time.perf_counter() - began)
            return self._loaded[kinds][1]

    def _text(self, arguments: tuple[Any, ...]) -> str:
        from .intrinsics import lowered

        function = getattr(importlib.import_module(self._module, __package__), self._name)
        plain = tuple(each.value if isinstance(each, _Pinned) else each for each in arguments)
        text = lowered(function, plain, ENTRY)
        return text + _caller(parameters_of(text, ENTRY)[2:])


def pinned(value: Value) -> Value:
    """What stands for the value in calls of native functions, and nowhere else: quicker, as it is looked at only once.

    The arrays in it must stay where they are.
    """
    return cast(Value, _Pinned(value))


class _Pinned:
    """A value and how it is handed on."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.words, self.kinds = _spread((value,))


def seconds_waited() -> float:
    """How long this process has waited so far for the machine code of native functions, in seconds."""
    return sum(_waits)


def running_time() -> float:
    """A clock in seconds that stands still while machine code is waited for."""
    return time.perf_counter() - seconds_waited()


def ready(function: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
    """Have the machine code of a native function for such arguments."""
    assert isinstance(function, Native)
    function.loaded(_spread(arguments)[1], arguments)


def _caller(parameters: list[str]) -> str:
    """`CALLED(frame, results)`: it calls `ENTRY(results, trouble, parameters)` with the words of the frame."""
    lines = [f"define i64 @{CALLED}(ptr %frame, ptr %results) {{", "  %trouble = alloca ptr"]
    given = ["ptr %results", "ptr %trouble"]
    for number, kind in enumerate(parameters):
        lines.append(f"  %cell{number} = getelementptr i64, ptr %frame, i64 {number}")
        lines.append(f"  %word{number} = load {kind}, ptr %cell{number}")
        given.append(f"{kind} %word{number}")
    lines.append(f"  %status = call i32 @{ENTRY}({', '.join(given)})")
    return "\n".join((*lines, "  %failed = zext i32 %status to i64", "  ret i64 %failed", "}", ""))


def _spread(arguments: tuple[Any, ...]) -> tuple[list[int], tuple[str, ...]]:
    """Arguments word by word, as numba hands them on, and of what types they are."""
    words: list[int] = []
    kinds: list[str] = []
    for argument in arguments:
        _spread_one(argument, words, kinds)
    return words, tuple(kinds)


def _spread_one(value: Any, words: list[int], kinds: list[str]) -> None:
    if isinstance(value, _Pinned):
        words += value.words
        kinds += value.kinds
    elif isinstance(value, np.ndarray):
        array = cast(npt.NDArray[Any], value)
        if not (array.flags.c_contiguous and array.flags.writeable):
            raise ValueError("compiled functions take arrays that are contiguous and can be written to")
        words += (0, 0, array.size, array.itemsize, array.__array_interface__["data"][0], *array.shape, *array.strides)
        kinds.append(f"{array.dtype.str}{array.ndim}")
    elif isinstance(value, tuple):
        parts = cast(tuple[Any, ...], value)
        kinds.append(f"{type(parts).__name__}{len(parts)}")
        for part in parts:
            _spread_one(part, words, kinds)
    else:
        words.append(int(value))
        kinds.append("unsigned" if isinstance(value, np.unsignedinteger) else "signed")


@functools.cache
def _sources() -> str:
    """A digest of everything that the machine code depends on, but for the arguments and the processor."""
    digest = hashlib.sha256()
    for name in ("numba", "numpy"):
        digest.update(f"{name} {importlib.metadata.version(name)}\n".encode())
    digest.update(platform.python_version().encode())
    for source in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(f"{source.name}\n".encode() + source.read_bytes())
    return digest.hexdigest()
