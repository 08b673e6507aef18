"""Values that are not known while a rule is read, who follows the rule, and what Python may not work out of them."""

from __future__ import annotations

import abc
import inspect
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from types import FrameType
from typing import Any, Protocol

from ..base.source import is_kanly
from .nodes import Node, TermError


class Tracer(Protocol):
    """Who follows a rule while it is read; see `explorer/trace`."""

    def decide(self, node: Node) -> bool:
        """Which way to go at a condition."""
        ...

    def guard(self, node: Node, reason: str) -> None:
        """Reject for a reason where a condition fails."""
        ...

    def known(self, node: Node) -> int | None:
        """The value that a node must have on the present path, None when several are possible."""
        ...

    def merge(self, call: Callable[[], object], given: object) -> object:
        """Read `call` on all its paths and join the outcomes into one.

        `given` says when it matters at all; where the path tells that it does not, nothing is read and 0 stands for it.
        """
        ...

    def offers(self, action: object) -> Sequence[Any]:
        """For each seat, whether it can take an action in the state that is read."""
        ...

    def scope(self) -> object:
        """The execution at work: values made in another one must not be changed in it."""
        ...

    def is_told(self, frame: FrameType) -> bool:
        """Whether a text that is made where an execution is becomes nothing but a message for people."""
        ...


_tracer: ContextVar[Tracer | None] = ContextVar("kanly_tracer", default=None)


def tracer() -> Tracer | None:
    """The tracer at work, None when rules are being run."""
    return _tracer.get()


def tracing(active: Tracer | None) -> Callable[[], None]:
    """Make `active` the tracer at work; the returned function restores the one before."""
    token = _tracer.set(active)
    return lambda: _tracer.reset(token)


_ABSTRACT = abc.ABCMeta.__instancecheck__.__code__.co_filename
"""Where it is asked on behalf of whoever asks for an abstract class."""


class Unknown:
    """A value that is not known. Python asks some values for their class, and for a text, without asking them more.

    Both are refused where an author's code does so: an answer would be that of another value than the one meant.
    """

    __slots__ = ()

    def _told(self) -> str:
        """What stands for the value in a text for people."""
        raise NotImplementedError

    @property
    def __class__(self) -> type[Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The class, for Kanly itself. Raises `TermError` for anybody else."""
        self._refuse_class()
        return type(self)

    def _refuse_class(self) -> None:
        frame = _asker()
        while frame is not None and frame.f_code.co_filename == _ABSTRACT:
            frame = frame.f_back
        if frame is not None and not is_kanly(frame.f_code.co_filename) and tracer() is not None:
            raise TermError(
                f"{self._told()} is asked for its class, which only records have while rules are read; compare with == "
                "or with `is None`"
            )

    def __repr__(self) -> str:
        return text_of(self._told())

    def __str__(self) -> str:
        return text_of(self._told())

    def __format__(self, spec: str) -> str:
        return text_of(self._told())


def _asker() -> FrameType | None:
    """Where Python came upon the method that is at work, two calls up."""
    frame = inspect.currentframe()
    for _ in range(3):
        frame = frame and frame.f_back
    return frame


def text_of(told: str) -> str:
    """What stands for an unknown value in a text; for the method that Python calls for the text.

    Raises `TermError` where an author's code makes a text that is not only for people.
    """
    active, frame = tracer(), _asker()
    if (
        active is not None
        and frame is not None
        and not is_kanly(frame.f_code.co_filename)
        and not active.is_told(frame)
    ):
        raise TermError(
            f"a text is made of {told}, which is not known while rules are read; only the reason of a require(...) and "
            "the message of a raise or an assert, written there, may tell of it"
        )
    return told
