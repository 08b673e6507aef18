"""Where a declaration stands in the author's source, and what its annotations mean there."""

from __future__ import annotations

import inspect
import os
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from .errors import ModelError

LANGUAGE = f"{Path(__file__).parents[1]}{os.sep}"
"""The folder of the modelling language: whatever lies elsewhere is a model, or works on models."""

_KANLY = tuple(f"{Path(__file__).parents[3] / part}{os.sep}" for part in ("invariants/language", "explorer"))


_PATHS = sysconfig.get_paths()
_LIBRARY = ("<frozen ", _PATHS["stdlib"], _PATHS["platstdlib"])
_PACKAGES = (_PATHS["purelib"], _PATHS["platlib"])


@lru_cache(maxsize=4096)
def is_of_library(file: str) -> bool:
    """Whether a file belongs to Python itself."""
    return file.startswith(_LIBRARY) and not file.startswith(_PACKAGES)


@lru_cache(maxsize=4096)
def is_kanly(file: str) -> bool:
    """Whether a file belongs to what runs, reads or checks models, or to the language in which they are written."""
    return file.startswith((LANGUAGE, *_KANLY))


@lru_cache(maxsize=4096)
def is_authors(file: str) -> bool:
    """Whether a file belongs to a model or to what is declared of it, and not to Kanly or to Python itself."""
    return not is_kanly(file) and not is_of_library(file)


def place_of(function: Callable[..., Any]) -> tuple[str, int]:
    """File and line of a function, or of the function below its decorators."""
    code = inspect.unwrap(function).__code__
    return code.co_filename, code.co_firstlineno


def author_frame() -> FrameType:
    """The innermost running code that is an author's: where the declaration at work stands."""
    frame = inspect.currentframe()
    while frame is not None and not is_authors(frame.f_code.co_filename) and frame.f_back is not None:
        frame = frame.f_back
    assert frame is not None
    return frame


def meaning(annotation: Any, names: Mapping[str, Any], label: str, at: tuple[str, int]) -> Any:
    """What an annotation stands for, given the names that it may use. Raises `ModelError`."""
    try:
        return evaluated(annotation, names)
    except Exception as error:
        raise ModelError(f"{label}: the annotation {annotation!r} is not understood ({error})", *at) from None


def evaluated(annotation: Any, names: Mapping[str, Any]) -> Any:
    """What an annotation stands for, which may be written as text. Raises whatever its evaluation raises."""
    return eval(annotation, dict(names)) if isinstance(annotation, str) else annotation


def is_subclass(given: object, kind: type[Any]) -> bool:
    """Whether what an author gave is a class of that kind, whatever a type checker would have allowed."""
    return isinstance(given, type) and issubclass(given, kind)


def named_in(function: FunctionType) -> Iterator[object]:
    """The values that a function and the functions inside of it name, as far as they are globals or closed over."""
    for name in _names(function.__code__):
        if name in function.__globals__:
            yield function.__globals__[name]
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            continue


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def reached_from(functions: Iterable[Callable[..., Any]]) -> Iterator[Any]:
    """What a model's functions name, and the functions among that in turn; the language's own are not looked into."""
    waiting: list[object] = [inspect.unwrap(function) for function in functions]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        if function.__code__.co_filename.startswith(LANGUAGE):
            continue
        for value in named_in(function):
            yield value
            if isinstance(value, FunctionType):
                waiting.append(inspect.unwrap(value))
