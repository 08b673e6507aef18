"""Checkpoints: a sweep between two blocks as a file, from which it goes on as if nothing had happened.

A file is a magic line, the length of a header (8 bytes, little endian), the header as JSON, arrays one after the other
(little endian), and a digest of all of that. It takes the place of the one before when it is whole.
"""

from __future__ import annotations

import hashlib
import io
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from ...processes.atomic import replaced_by
from ..native import arrays
from ..native.arrays import Numbers, Words

MAGIC: Final = b"kanly checkpoint 1\n"
LONGEST_HEADER: Final = 1 << 20
CHUNK: Final = 1 << 24
STATE_OBSERVATIONS: Final = 64
DIGEST_SIZE: Final = 32

Values = npt.NDArray[Any]


class CheckpointError(Exception):
    """A file that is no checkpoint, is damaged, is one of another sweep, or cannot be written; the message says so."""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """What a checkpoint is of: the machine code with its observations and initial states, told by a digest."""

    identity: str
    words: int
    actions: int
    states: int
    blocks: int
    seconds: float


@dataclass(frozen=True)
class Snapshot:
    """A sweep between two blocks. Its counters are those of all workers together, as of one worker."""

    header: Header
    cursor: Numbers
    log: Numbers
    store: Words
    actions: Numbers
    totals: Numbers
    """Deadlocks and faults."""
    seen: Words
    """The observations of states that were seen, and those of steps."""
    first_state: Numbers
    first_step: Numbers

    def parts(self) -> Iterator[Values]:
        """What follows the header, in this order."""
        yield from (self.cursor, self.log, self.actions, self.totals, self.seen, self.first_state, self.first_step)
        yield self.store


@dataclass
class Checkpoints:
    """Where the sweeps of one exploration are kept, every so many seconds, and whether they go on from what is there.

    The first sweep has the file itself, the second one `FILE.2`, and so on.
    """

    write_to: Path | None = None
    every: float = 60.0
    read_from: Path | None = None
    last: float = field(default_factory=time.perf_counter)
    """When the last one was written, or the exploration began."""

    def of_sweep(self, number: int) -> SweepCheckpoints:
        """Those of one of the sweeps, numbered from 0."""
        return SweepCheckpoints(self, _numbered(self.write_to, number), _numbered(self.read_from, number))


@dataclass
class SweepCheckpoints:
    """The checkpoints of one sweep."""

    of: Checkpoints
    write_to: Path | None
    read_from: Path | None

    def is_due(self) -> bool:
        """Whether it is time to write one."""
        return self.write_to is not None and time.perf_counter() - self.of.last >= self.of.every

    def write(self, snapshot: Snapshot) -> None:
        """Write one. Raises `CheckpointError`."""
        if self.write_to is None:
            return
        try:
            write(self.write_to, snapshot)
        except OSError as error:
            raise CheckpointError(f"{self.write_to}: the checkpoint cannot be written: {error.strerror}") from None
        self.of.last = time.perf_counter()

    def read(self, identity: str, words: int, actions: int) -> Snapshot | None:
        """The one to go on from; None where there is none. Raises `CheckpointError`."""
        if self.read_from is None or (not self.read_from.exists() and self.read_from != self.of.read_from):
            return None
        found = read(self.read_from)
        told = found.header
        if (told.identity, told.words, told.actions) != (identity, words, actions):
            raise CheckpointError(
                f"{self.read_from} is a checkpoint of another sweep: of another model, scenario, parameters or "
                "declarations, or of rules that were changed since; begin anew"
            )
        return found


def _numbered(file: Path | None, number: int) -> Path | None:
    return file if file is None or number == 0 else file.with_name(f"{file.name}.{number + 1}")


def write(file: Path, snapshot: Snapshot) -> None:
    """Write a checkpoint, which takes the place of the one before. Raises `OSError`."""
    header = msgspec.json.encode(snapshot.header)
    with replaced_by(file) as new, new.open("wb") as stream:
        digest = hashlib.blake2b(digest_size=DIGEST_SIZE)
        for part in (MAGIC, len(header).to_bytes(8, "little"), header, *map(_bytes_of, snapshot.parts())):
            for first in range(0, len(part), CHUNK):
                digest.update(part[first : first + CHUNK])
                stream.write(part[first : first + CHUNK])
        stream.write(digest.digest())
        stream.flush()
        os.fsync(stream.fileno())


def _bytes_of(values: Values) -> memoryview:
    return np.ascontiguousarray(values, values.dtype.newbyteorder("<")).reshape(-1).view(np.uint8).data


def read(file: Path) -> Snapshot:
    """Read a checkpoint, and see that it is whole. Raises `CheckpointError`."""
    try:
        with file.open("rb") as stream:
            return _Reading(file, stream).snapshot()
    except OSError as error:
        raise CheckpointError(f"{file}: {error.strerror}") from None


class _Reading:
    def __init__(self, file: Path, stream: io.BufferedReader) -> None:
        self._file = file
        self._stream = stream
        self._digest = hashlib.blake2b(digest_size=DIGEST_SIZE)

    def snapshot(self) -> Snapshot:
        """All of it."""
        if self._taken(len(MAGIC)) != MAGIC:
            raise CheckpointError(f"{self._file} is no checkpoint of this version of Kanly")
        header = self._header()
        shapes = _shapes_of(header)
        expected = sum(8 * int(np.prod(shape)) for _, shape in shapes) + DIGEST_SIZE
        left = os.fstat(self._stream.fileno()).st_size - self._stream.tell()
        if left != expected:
            raise self._damaged(f"{left} bytes follow its header, not {expected}")
        cursor, log, actions, totals, seen, first_state, first_step, store = (
            self._array(kind, shape) for kind, shape in shapes
        )
        digest = self._digest.digest()
        if self._stream.read(DIGEST_SIZE) != digest:
            raise self._damaged("its content is not what was written")
        found = Snapshot(header, cursor, log, store, actions, totals, seen, first_state, first_step)
        if not _is_consistent(found):
            raise self._damaged("its numbers do not go together")
        return found

    def _header(self) -> Header:
        length = int.from_bytes(self._taken(8), "little")
        if not 0 < length <= LONGEST_HEADER:
            raise self._damaged(f"its header has {length} bytes")
        try:
            header = msgspec.json.decode(self._taken(length), type=Header)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._damaged(f"its header cannot be read: {error}") from None
        if not (0 < header.words < 1 << 20 and 0 <= header.actions <= 1 << 17 and header.blocks >= 0):
            raise self._damaged("its header is out of range")
        if not (0 < header.states < 1 << 32 and header.blocks < 1 << 40 and header.seconds >= 0):
            raise self._damaged("its header is out of range")
        return header

    def _taken(self, length: int) -> bytes:
        found = self._stream.read(length)
        self._digest.update(found)
        return found

    def _array(self, kind: str, shape: tuple[int, ...]) -> Values:
        values = np.empty(shape, kind)
        target = values.reshape(-1).view(np.uint8).data
        for first in range(0, len(target), CHUNK):
            part = target[first : first + CHUNK]
            if self._stream.readinto(part) != len(part):
                raise self._damaged("it ends too early")
            self._digest.update(part)
        return values

    def _damaged(self, told: str) -> CheckpointError:
        return CheckpointError(f"{self._file} is a damaged checkpoint: {told}")


def _shapes_of(header: Header) -> list[tuple[str, tuple[int, ...]]]:
    """Kind and shape of the arrays that follow a header."""
    return [
        ("<i8", (arrays.BLOCKS + 1,)),
        ("<i8", (header.blocks, 3)),
        ("<i8", (header.actions,)),
        ("<i8", (2,)),
        ("<u8", (2,)),
        ("<i8", (STATE_OBSERVATIONS,)),
        ("<i8", (arrays.DEADLOCK + 1, 3)),
        ("<u8", (header.states * header.words,)),
    ]


def _is_consistent(snapshot: Snapshot) -> bool:
    """Whether all numbers of states are those of states that are there, in the order of discovery."""
    header, cursor, log = snapshot.header, snapshot.cursor, snapshot.log
    order = (0, cursor[arrays.NEXT], cursor[arrays.LEVEL_END], cursor[arrays.COUNT], header.states)
    rising = bool(np.all(np.diff(log, axis=0) >= 0)) and bool(np.all(log >= 0)) and bool(np.all(log <= header.states))
    numbers = np.concatenate((snapshot.first_state, snapshot.first_step[:, 0]))
    known = (numbers == arrays.UNBOUNDED) | ((numbers >= 0) & (numbers < header.states))
    return (
        list(order) == sorted(order)
        and order[-2] == order[-1]
        and cursor[arrays.BLOCKS] == header.blocks
        and cursor[arrays.DEPTH] >= 0
        and rising
        and bool(np.all(known))
    )
