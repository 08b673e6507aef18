"""All moves of an instance: every action with every combination of arguments, each with a number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...model import BoundAction, Instance
from ...model.language.play.instance import Codes
from .traces import Move

MOST_KEPT = 1 << 16
"""The most instances of one action whose decoded arguments are kept in memory."""


class ActionMoves:
    """All moves of one action, numbered from `first`."""

    def __init__(self, action: BoundAction, first: int) -> None:
        self.action = action
        self.first = first
        self.counts = tuple(parameter.domain.count for parameter in action.parameters)
        self.total = math.prod(self.counts)
        self._kept = list(self._listed()) if self.total <= MOST_KEPT else None

    def __iter__(self) -> Iterator[tuple[int, list[Any]]]:
        """The number and the arguments of each move, in order."""
        return self._listed() if self._kept is None else iter(self._kept)

    def _listed(self) -> Iterator[tuple[int, list[Any]]]:
        for number, codes in enumerate(self.action.instances(), self.first):
            yield number, self.action.arguments(codes)

    def move(self, offset: int) -> Move:
        """The move that is number `offset` among these."""
        codes: list[int] = []
        for count in reversed(self.counts):
            offset, code = divmod(offset, count)
            codes.append(code)
        return Move(self.action, tuple(reversed(codes)))


class Moves:
    """All moves of an instance, in the order in which its successors are listed."""

    def __init__(self, instance: Instance) -> None:
        self.by_action: list[ActionMoves] = []
        first = 0
        for action in instance.actions:
            self.by_action.append(ActionMoves(action, first))
            first += self.by_action[-1].total
        self.total = first

    def __getitem__(self, number: int) -> Move:
        group = next(group for group in self.by_action if number < group.first + group.total)
        return group.move(number - group.first)


def number_of(moves: Moves, action: BoundAction, codes: Codes) -> int:
    """The number of a move."""
    group = moves.by_action[action.index]
    return group.first + rank(group.counts, codes)


def rank(counts: Sequence[int], codes: Codes) -> int:
    """The position of a combination of arguments among all, the last argument fastest."""
    position = 0
    for count, code in zip(counts, codes, strict=True):
        position = position * count + code
    return position
