"""Where a declaration stands in the author's source, and what its annotations mean there."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from .errors import ModelError

LANGUAGE = f"{Path(__file__).parent}{os.sep}"
"""The folder of the modelling language: whatever lies elsewhere is a model."""


def place_of(function: Callable[..., Any]) -> tuple[str, int]:
    """File and line of a function, or of the function below its decorators."""
    code = inspect.unwrap(function).__code__
    return code.co_filename, code.co_firstlineno


def author_frame() -> FrameType:
    """The innermost running code that is not the language's own: where the declaration at work stands."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename.startswith(LANGUAGE) and frame.f_back is not None:
        frame = frame.f_back
    assert frame is not None
    return frame


def meaning(
    annotation: Any, known: Mapping[str, Any], nearby: Mapping[str, Any], label: str, at: tuple[str, int]
) -> Any:
    """What an annotation stands for, given the names of its module and those nearby. Raises `ModelError`."""
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, dict(known), dict(nearby))
    except Exception as error:
        raise ModelError(f"{label}: the annotation {annotation!r} is not understood ({error})", *at) from None


def is_subclass(given: object, kind: type[Any]) -> bool:
    """Whether what an author gave is a class of that kind, whatever a type checker would have allowed."""
    return isinstance(given, type) and issubclass(given, kind)
