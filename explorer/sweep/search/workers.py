"""Threads that do one pass of a block together."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import Self, TypeVarTuple

Arguments = TypeVarTuple("Arguments")


class WorkerPool:
    """`size` workers: the calling thread and further ones. The passes they run release the interpreter lock."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._threads = ThreadPoolExecutor(size - 1, "sweep") if size > 1 else None

    def run(self, work: Callable[[*Arguments], None], shares: Sequence[tuple[*Arguments]]) -> None:
        """Call `work` with each of the shares, one worker each; all of it is done when this returns.

        The calls must take what there is to do by turns: a thread that has not begun when the calling thread finds
        nothing left to do, because the machine is busy, is not waited for.
        """
        others = [self._threads.submit(work, *share) for share in shares[1:]] if self._threads is not None else []
        try:
            work(*shares[0])
        finally:
            wait([other for other in others if not other.cancel()])
        for other in others:
            if not other.cancelled():
                other.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._threads is not None:
            self._threads.shutdown()
