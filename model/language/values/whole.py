"""Options that were read without asking whether they hold something."""

from __future__ import annotations

from typing import Any

from ..base.errors import DomainError
from ..terms.nodes import TermError
from ..terms.terms import Term
from .cells import TermCells
from .choices import Choosable, choose_number, opposite
from .domain import Domain


class Whole(Choosable):
    """An option that was read without asking whether it holds something.

    It can be put into another field, chosen between, and compared. Whatever else is done with it raises `TermError`:
    when rules are run it would be the plain value.
    """

    __slots__ = ("content", "domain")

    def __init__(self, domain: Domain, content: tuple[int | Term, ...]) -> None:
        self.domain = domain
        self.content = content

    def _choice_kind(self) -> object:
        return ("whole", repr(self.domain))

    def _chosen(self, condition: bool | Term, other: object) -> Whole:
        """This where the condition holds, else the other one (which may be None)."""
        pairs = zip(self.content, self._content_of(other), strict=True)
        return Whole(self.domain, tuple(choose_number(condition, one, another) for one, another in pairs))

    def is_present(self) -> Any:
        """Whether it holds something, without asking the path."""
        return self.content[0] != 0 if self.domain.is_optional else True

    def __eq__(self, other: object) -> Any:
        try:
            content = self._content_of(other)
        except DomainError:
            return False
        same: Any = True
        for one, another in zip(self.content, content, strict=True):
            same = same & (one == another)
        return same

    def __ne__(self, other: object) -> Any:
        return opposite(self == other)

    def _misused(self, *_: object) -> Any:
        raise TermError(
            "what whole(...) gives is copied or compared, and nothing else; read the field itself to ask whether it is "
            "None, or what it holds"
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._misused()

    __bool__ = _misused
    __hash__ = _misused
    _told = _misused
    """Whoever refuses it names it."""

    def _content_of(self, other: object) -> tuple[int | Term, ...]:
        if isinstance(other, Whole):
            return other.fitting(self.domain)
        return (0,) * len(self.content) if other is None else tuple(self.domain.encoded(other, TermCells))

    def fitting(self, domain: Domain) -> tuple[int | Term, ...]:
        """The content for a field of that domain. Raises `TermError` when the domains differ."""
        if not domain.is_alike(self.domain):
            other = "another " if repr(domain) == repr(self.domain) else ""
            raise TermError(
                f"what whole(...) gives is of {self.domain!r}, and meets {other}{domain!r}; read the field itself"
            )
        return self.content
