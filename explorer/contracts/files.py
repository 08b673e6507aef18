"""The files of contracts: where they stand, and what they hold."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .text import Accepted, ContractError, parsed

LARGEST = 1 << 20
"""No contract has more bytes."""


def contract_beside(source: Path, model: str) -> Path:
    """The file of the contract of a model, by the file that defines it and its name. It need not be there."""
    stem = source.absolute().parent.name if source.name == "__init__.py" else source.stem
    name = re.sub(r"[^\w-]+", "-", model)
    is_named_so = name.replace("-", "_") == stem.replace("-", "_")
    return source.with_name(f"{stem}.contract.toml" if is_named_so else f"{stem}.{name}.contract.toml")


def accepted_at(file: Path) -> Accepted | None:
    """The contract in a file; None without one. Raises `ContractError` for a file that holds none."""
    if not os.path.lexists(file):
        return None
    try:
        return parsed(_text_of(file))
    except ContractError as error:
        told = f"{file}: this is no contract: {error}; mend it, or delete it and write it with kanly contract --accept"
        raise ContractError(told) from None


def _text_of(file: Path) -> str:
    """The text of a file. Raises `ContractError`."""
    try:
        if not file.is_file():
            raise ContractError("it is not a file")
        with file.open("rb") as stream:
            content = stream.read(LARGEST + 1)
    except OSError as error:
        raise ContractError(f"it cannot be read ({error.strerror})") from None
    if len(content) > LARGEST:
        raise ContractError(f"it is larger than {LARGEST:,} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ContractError(f"it is not UTF-8 text (byte {error.start})") from None
