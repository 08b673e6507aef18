"""The domains of one scenario: specifiers resolved over the members and the fields that take part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from ..base.errors import ModelError
from ..base.source import is_subclass
from ..values.domain import Domain
from ..values.members import MemberDomain
from ..values.one_slot import ScalarDomain
from ..values.scalars import BoolDomain, OptionalScalar
from .record_domains import OneOfDomain, OptionalRecord, RecordDomain
from .specs import Content, HasFields, ParameterSpec, Position, Resolver, Spec


class ScopeResolver(Resolver):
    """Builds each domain once, for the members in scope and without the fields that the scenario leaves unused."""

    def __init__(
        self,
        scope: Mapping[type[Enum], tuple[Enum, ...]],
        state: type[HasFields] | None = None,
        unused: Iterable[str] = (),
        numbers: Sequence[tuple[ParameterSpec, Any]] = (),
    ) -> None:
        self.scope = dict(scope)
        self.state = state
        self.unused = frozenset(unused)
        self._numbers = tuple(numbers)
        self._members: dict[type[Enum], MemberDomain] = {}
        self._records: dict[type[HasFields], RecordDomain] = {}

    def members(self, enumeration: type[Enum]) -> MemberDomain:
        if enumeration not in self._members:
            members = self.scope.get(enumeration, tuple(enumeration))
            if not members:
                raise ModelError(f"no member of {enumeration.__name__} is in scope")
            self._members[enumeration] = MemberDomain(enumeration, members)
        return self._members[enumeration]

    def number(self, parameter: ParameterSpec, at: Position) -> int:
        for known, value in self._numbers:
            if known is parameter:
                return int(value)
        raise ModelError("the parameter that bounds this is none of the scenario's model", *at)

    def record(self, record: type[HasFields]) -> RecordDomain:
        if record not in self._records:
            unused = self.unused if record is self.state else frozenset[str]()
            self._records[record] = RecordDomain(record, self, unused)
        return self._records[record]

    def classes(self) -> tuple[type[Any], ...]:
        """The enumerations and records that have been asked for."""
        return (*self._members, *self._records)

    def one_of(self, records: Sequence[type[HasFields]]) -> Domain:
        return OneOfDomain(tuple(map(self.record, records)))

    def option(self, inner: Domain) -> Domain:
        return OptionalScalar(inner) if isinstance(inner, ScalarDomain) else OptionalRecord(inner)

    def domain(self, content: Content, at: Position) -> Domain:
        if isinstance(content, Spec):
            return content.domain(self)
        if content is bool:
            return BoolDomain()
        if is_subclass(content, Enum):
            return self.members(content)
        if is_subclass(content, HasFields):
            return self.record(content)
        told = getattr(content, "__name__", repr(content))
        raise ModelError(f"{told} has no finite domain; give a specifier such as Int(low, high)", *at)
