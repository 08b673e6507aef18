"""Mistakes of the person at the keyboard, or in the model they wrote: one message, no traceback."""

from __future__ import annotations

import traceback
from pathlib import Path


class Mistake(Exception):  # noqa: N818
    """Something that the user can put right; the message says what, where and what would be right."""


def told(error: BaseException) -> str:
    """An exception in one line, with its type unless the message is all that matters."""
    from ....model.language.base.errors import message_of

    name = type(error).__name__
    text = message_of(error)
    return f"{name}: {text}" if text else name


def place_in(error: BaseException, file: Path) -> str:
    """`file:line` of the innermost line of a file that an exception passed through; the file when there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}" if error.lineno else str(error.filename)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _same(frame.filename, file)]
    return f"{file}:{frames[-1].lineno}" if frames else str(file)


def _same(name: str, file: Path) -> bool:
    return Path(name).resolve() == file.resolve()
