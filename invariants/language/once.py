"""What is done once: effects, each with a key, of which none happens again."""

# The scope of a key is asked of the instance behind a state.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeAlias, cast

from ...model import NOBODY, DomainError, Event, ModelError, has
from ...model.language.base.source import is_subclass
from ...model.language.classes.specs import Content, Position, Resolver, Spec
from ...model.language.play.declared import DeclaredModel
from ...model.language.play.rules import both, choose, either, implies, negate, truth
from ...model.language.terms.terms import Term
from ...model.language.values.gathered import gathered
from ...model.language.values.members import MemberDomain
from ...model.language.values.one_slot import ScalarDomain
from ...model.language.values.sets import MOST_MEMBERS, SetDomain
from .histories import Remembered

Effect: TypeAlias = type[Event] | Callable[..., Any]
"""What is done: an event is sent, or an action is taken."""

Shown: TypeAlias = Callable[[Any], Any] | Callable[[Any, Any], Any] | Callable[[Any, Any, Any], Any]
"""Of a state and the parts of a key, as many as there are: whether the state shows that the effect is done."""

MOST_KEYS = 1_024
"""Of one effect: each of them is a part of the condition."""


class _Key(NamedTuple):
    """One of the keys that an effect may have: its codes, its values, and how a person writes it."""

    codes: tuple[int, ...]
    values: tuple[Any, ...]
    name: str


class _Happening(NamedTuple):
    """An effect that a step may have: whether it does, and the codes of its key."""

    condition: Any
    codes: tuple[Any, ...]


@dataclass(frozen=True)
class Once:
    """An effect that happens once for each key."""

    id: str
    effects: tuple[Effect, ...]
    """Events, or actions: whichever comes, it is the same that is done."""
    key_of: Callable[..., Any]
    """Of an event, or of (before, step, after) where an action is taken: its key, None where it does not count."""
    contents: tuple[Content, ...]
    """What a key consists of."""
    at: Position

    @property
    def are_events(self) -> bool:
        """Whether what is done is that an event is sent."""
        return is_subclass(self.effects[0], Event)

    @property
    def takes(self) -> int:
        """How many arguments `key_of` has."""
        return 1 if self.are_events else 3

    def happens(self, before: Any, step: Any, after: Any) -> Any:
        """Whether a step has the effect, with whatever key; does not fork on what the keys are."""
        result: Any = False
        for happening in self._happenings(before, step, after):
            result = either(result, happening.condition)
        return result

    def times(self, before: Any, step: Any, after: Any) -> list[tuple[_Key, Any]]:
        """How often a step has the effect, by key."""
        happenings, keys = self._happenings(before, step, after), self.keys(before._instance)
        return [(key, sum((choose(_is(each, key), 1, 0) for each in happenings), 0)) for key in keys]

    def keys(self, instance: Any) -> list[_Key]:
        """Every key in scope. Raises `ModelError` for too many."""
        return self.keys_in(instance.resolver)

    def keys_in(self, resolver: Resolver) -> list[_Key]:
        """Every key in the scope of a resolver. Raises `ModelError` for too many."""
        domains = self._domains(resolver)
        number = 1
        for domain in domains:
            number *= domain.count
        if number > MOST_KEYS:
            raise ModelError(f"{self.id}: there are {number} keys; {MOST_KEYS} are the most", *self.at)
        return [
            _Key(codes, values := tuple(map(_decoded, domains, codes)), ", ".join(map(_named, values)))
            for codes in itertools.product(*(range(domain.count) for domain in domains))
        ]

    def _domains(self, resolver: Resolver) -> list[ScalarDomain]:
        found: list[ScalarDomain] = []
        for content in self.contents:
            domain = resolver.domain(content, self.at)
            if not isinstance(domain, ScalarDomain) or domain.is_optional:
                told = "a key is made of numbers, truth values and members"
                raise ModelError(f"{self.id}: {domain!r} is no part of a key; {told}", *self.at)
            found.append(domain)
        return found

    def _happenings(self, before: Any, step: Any, after: Any) -> list[_Happening]:
        if self.are_events:
            sent = [each for event in self.effects for each in step.sent(event)]
            found = [(each.condition, self.key_of(each.event)) for each in sent]
        else:
            found = [(True, self.key_of(before, step, after))] if step.took(*self.effects) else []
        counted = [(condition, key) for condition, key in found if key is not None]
        if not self.contents:
            return [_Happening(both(condition, truth(key)), ()) for condition, key in counted]
        domains = self._domains(before._instance.resolver)
        return [_Happening(condition, self._codes(domains, key)) for condition, key in counted]

    def _codes(self, domains: Sequence[ScalarDomain], key: Any) -> tuple[Any, ...]:
        is_whole = len(domains) == 1
        parts = (key,) if is_whole else cast("tuple[Any, ...]", key) if isinstance(key, tuple) else ()
        if len(parts) != len(domains):
            raise ModelError(f"{self.id}: {key!r} is the key; it has to be a tuple of {len(domains)} parts", *self.at)
        try:
            return tuple(domain.encode(value) for domain, value in zip(domains, parts, strict=True))
        except DomainError as error:
            raise DomainError(f"the key of {self.id}: {error}", at=self.at) from None


def _decoded(domain: ScalarDomain, code: int) -> Any:
    return domain.decode(code)


def _named(value: Any) -> str:
    return value.name if isinstance(value, Enum) else str(value).lower() if isinstance(value, bool) else str(value)


def _is(happening: _Happening, key: _Key) -> Any:
    """Whether an effect happens with this key."""
    result = happening.condition
    for mine, wanted in zip(happening.codes, key.codes, strict=True):
        result = both(result, truth(mine == wanted))
    return truth(result)


def once(
    name: str, model: DeclaredModel, effects: tuple[Effect, ...], key: Any, key_of: Callable[..., Any],
    shown: Shown | None, at: Position,
) -> Once:  # fmt: skip
    """An effect of a model that happens once for each key. Raises `ModelError` for what is none."""
    actions = {action.original for action in model.actions.values()}
    if not effects:
        raise ModelError(f"{name}: name the events that are sent once, or the actions that are taken once", *at)
    for effect in effects:
        if not is_subclass(effect, Event) and effect not in actions:
            named = getattr(effect, "__name__", repr(effect))
            raise ModelError(f"{name}: {named} is neither an event nor an action of {model.name}", *at)
    if len({is_subclass(effect, Event) for effect in effects}) > 1:
        raise ModelError(f"{name}: name events or actions, not both", *at)
    contents = cast("tuple[Any, ...]", () if key is None else key if isinstance(key, tuple) else (key,))
    for content in contents:
        if not (isinstance(content, Spec) or content is bool or is_subclass(content, Enum)):
            told = "an enumeration, bool, a specifier such as Int(0, 3), or a tuple of these"
            raise ModelError(f"{name}: key is {told}, not {content!r}", *at)
    found = Once(name, effects, key_of, contents, at)
    if len(inspect.signature(key_of).parameters) != found.takes:
        told = "the event" if found.are_events else "(before, step, after)"
        raise ModelError(f"{name}: the function takes {told}", *at)
    if shown is not None and len(inspect.signature(shown).parameters) != 1 + len(contents):
        raise ModelError(f"{name}: `shown` takes the state and a key of {len(contents)} parts", *at)
    if shown is None and name in model.state.declared:
        raise ModelError(f"{name} is a field of {model.state.__name__}; choose another id", *at)
    return found


def done_before(effect: Once) -> Remembered:
    """The keys with which an effect was done so far, as a history: a set of members made of the keys in scope."""

    def build(resolver: Resolver) -> SetDomain:
        names = [(key.name or "done", code) for code, key in enumerate(effect.keys_in(resolver))]
        if len(names) > MOST_MEMBERS:
            told = f"there are {len(names)} keys; {MOST_MEMBERS} are the most that are remembered"
            raise ModelError(f"{effect.id}: {told}; say by `shown` what of the state shows them", *effect.at)
        kind = cast("type[Enum]", Enum(effect.id, names))
        return SetDomain(MemberDomain(kind, tuple(kind)))

    def update(done: Any, before: Any, step: Any, after: Any) -> None:
        happening = (truth(times != 0) for _, times in effect.times(before, step, after))
        done.update(gathered([*zip(happening, done._domain.members.members, strict=True)]))

    return Remembered(effect.id, Spec(build, effect.at, NOBODY), update, None, (effect.key_of,), effect.at)


def never_again(effect: Once, done: Remembered) -> Callable[[Any, Any, Any], Iterator[tuple[str, Any]]]:
    """The condition on a step that it does nothing which was done before, and nothing twice."""

    def condition(before: Any, step: Any, after: Any) -> Iterator[tuple[str, Any]]:
        keys = done.of(before)
        members = keys._domain.members.members
        for (key, times), member in zip(effect.times(before, step, after), members, strict=True):
            if isinstance(times, int) and times == 0:
                continue
            once_now = both(times == 1, negate(has(keys, member)))
            yield _part(key, "is done once"), implies(truth(times != 0), once_now)

    return condition


def done_once(effect: Once, shown: Shown) -> Callable[[Any, Any, Any], Iterator[tuple[str, Any]]]:
    """The condition on a step that it does nothing of which the state before shows that it is done.

    Its parts, for each key: it is done once, not several times in the step or after the state shows it; and the state
    after the step shows it.
    """

    def condition(before: Any, step: Any, after: Any) -> Iterator[tuple[str, Any]]:
        for key, times in effect.times(before, step, after):
            if isinstance(times, int) and times == 0:
                continue
            done = truth(times != 0)
            yield _part(key, "is done once"), implies(done, both(times == 1, negate(truth(shown(before, *key.values)))))
            yield _part(key, "is shown when it is done"), implies(done, truth(shown(after, *key.values)))

    return condition


def stays_shown(effect: Once, shown: Shown) -> Callable[[Any, Any, Any], Iterator[tuple[str, Any]]]:
    """The condition on a step that what the state before shows as done is shown after it."""

    def condition(before: Any, step: Any, after: Any) -> Iterator[tuple[str, Any]]:
        for key in effect.keys(before._instance):
            earlier, later = (truth(shown(g, *key.values)) for g in (before, after))
            yield _part(key, "stays shown"), True if _is_same(earlier, later) else implies(earlier, later)

    return condition


def _is_same(one: Any, other: Any) -> bool:
    """Whether two truths are one term, so that nothing need be asked of them."""
    return isinstance(one, Term) and isinstance(other, Term) and one.node is other.node


def _part(key: _Key, told: str) -> str:
    return f"{key.name} {told}".strip()
