"""Threads that do one pass of a block together."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import Self, TypeVarTuple

Arguments = TypeVarTuple("Arguments")


class Crew:
    """`size` workers: the calling thread and helpers. The passes they run release the interpreter lock."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ThreadPoolExecutor(size - 1, "sweep") if size > 1 else None

    def run(self, work: Callable[[*Arguments], None], shares: Sequence[tuple[*Arguments]]) -> None:
        """Call `work` with each of the shares, one worker each; all of it is done when this returns.

        The calls must take what there is to do by turns: a helper that has not begun when the calling thread finds
        nothing left to do, because the machine is busy, is not waited for.
        """
        helpers = [self._pool.submit(work, *share) for share in shares[1:]] if self._pool is not None else []
        try:
            work(*shares[0])
        finally:
            wait([helper for helper in helpers if not helper.cancel()])
        for helper in helpers:
            if not helper.cancelled():
                helper.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown()
