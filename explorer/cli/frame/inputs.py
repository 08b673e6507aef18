"""Files that a command reads: saves and traces, which may come from anybody."""

from __future__ import annotations

import sys
from pathlib import Path

from .mistakes import Mistake


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for -, no further than a save can reach. Raises `Mistake`."""
    from ....model.language.base.strict_json import LARGEST_SAVE

    try:
        if name == "-":
            if sys.stdin is None:
                raise Mistake("-: standard input is closed")
            return sys.stdin.buffer.read(LARGEST_SAVE + 1)
        path = Path(name)
        if not path.exists():
            raise Mistake(f"{name}: there is no such file")
        if not path.is_file():
            raise Mistake(f"{name}: this is not a file")
        with path.open("rb") as file:
            return file.read(LARGEST_SAVE + 1)
    except OSError as error:
        raise Mistake(f"{name}: it cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise Mistake(f"{name}: it cannot be read ({error})") from error
