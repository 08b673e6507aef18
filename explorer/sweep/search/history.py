"""How a state was reached: the steps of a shortest path, rebuilt from the log of blocks.

No parent links are kept. The states that one block discovered are consecutive, so the log tells which few states may
be the parent of a given one; expanding those again finds the first step that leads there, which is the one that
discovered it.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ..native.arrays import Code, Numbers, Space, Workspace
from ..native.machine import ACTION_BITS, FAULT_FLAG
from ..native.objects import function_at
from .entry_points import find_step


@dataclass(frozen=True, slots=True)
class PackedStep:
    """The step number `ordinal` (from 0) of state `parent`, as `expand` lists them, and its label."""

    parent: int
    ordinal: int
    label: int

    @property
    def action(self) -> int:
        """Index of the action."""
        return self.label & (1 << ACTION_BITS) - 1

    @property
    def is_fault(self) -> bool:
        """Whether the step ends in a finding instead of a state."""
        return bool(self.label & FAULT_FLAG)


@dataclass(frozen=True, slots=True)
class PathState:
    """A state on a path, and the step that led there; None for an initial state."""

    state: int
    step: PackedStep | None


class Origins(Protocol):
    """States by number, and how each was reached."""

    def state(self, number: int) -> tuple[int, ...]:
        """The words of a state."""
        ...

    def depth(self, number: int) -> int:
        """The length of the path to a state."""
        ...

    def path(self, number: int) -> list[PathState]:
        """A path to a state, from an initial one."""
        ...

    def successors(self, number: int) -> list[tuple[PackedStep, tuple[int, ...]]]:
        """All steps from a state, in the order of `expand`, with the words of what they lead to."""
        ...


class History:
    """The store of a finished sweep, read backwards."""

    def __init__(
        self, code: Code, space: Space, workspace: Workspace, log: Numbers, expanded: int, owner: object
    ) -> None:
        """Of a sweep that expanded the first `expanded` states.

        `log` has a row for each block, as `arrays.close` writes it; `owner` keeps the machine code alive.
        """
        self._code = code
        self._words = code.shape[0]
        self._space = space
        self._workspace = workspace
        self._log = log
        self._expanded = expanded
        self._owner = owner

    def state(self, number: int) -> tuple[int, ...]:
        """The words of a state."""
        start = number * self._words
        return tuple(int(word) for word in self._space.store[start : start + self._words])

    def depth(self, number: int) -> int:
        """The level of a state: the length of a shortest path to it."""
        block = self._block(number)
        return 0 if block is None else int(self._log[block, 2]) + 1

    def path(self, number: int) -> list[PathState]:
        """A shortest path to a state, from an initial one; of several, the one that a single queue finds first."""
        states: list[PathState] = []
        block = self._block(number)
        while block is not None:
            step = self._discovery(number, block)
            states.append(PathState(number, step))
            number = step.parent
            block = self._block(number)
        states.append(PathState(number, None))
        states.reverse()
        return states

    def successors(self, number: int) -> list[tuple[PackedStep, tuple[int, ...]]]:
        """All steps from a state, in the order of `expand`, with the words of what they lead to."""
        state, workspace, words = self._space.store[number * self._words :], self._workspace, self._words
        count = function_at(self._code.expand, 3)(
            state.ctypes.data, workspace.batch.ctypes.data, workspace.labels.ctypes.data
        )
        states = workspace.batch[: count * words].reshape(count, words).tolist()
        labels = workspace.labels[:count].tolist()
        return [(PackedStep(number, k, labels[k]), tuple(states[k])) for k in range(count)]

    def _block(self, number: int) -> int | None:
        """The block that discovered a state, or None for an initial one."""
        block = int(np.searchsorted(self._log[:, 1], number, side="right")) - 1
        return block if block >= 0 else None

    def _discovery(self, number: int, block: int) -> PackedStep:
        first = int(self._log[block, 0])
        last = int(self._log[block + 1, 0]) if block + 1 < len(self._log) else self._expanded
        parent, ordinal, label = find_step(self._code, self._space, self._workspace, number, first, last)
        if parent < 0:
            raise RuntimeError(
                f"state {number} is not a successor of states {first} to {last - 1}, which its block expanded: "
                "the expand function must give the same successors for the same state every time"
            )
        return PackedStep(parent, ordinal, label & (1 << 64) - 1)
