"""The naive reading of a small model: every state of its scope, every step, by running the rules, and nothing clever.

What an engine should answer is worked out here from a dictionary of all steps: which states play reaches and how soon,
what holds, what a seat is given in states that it may not tell apart, and which claims are inductive.
"""

from __future__ import annotations

import inspect
import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from kanly.invariants import CheckKind, Declaration, applicable, holds, replayed
from kanly.model import ACTOR, EVERYONE, Accepted, BoundAction, Fault, Instance, Kind, Rejected, Slots

Codes: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class TriedStep:
    """A step that is possible."""

    before: Slots
    action: BoundAction
    codes: Codes
    outcome: Accepted | Fault


@dataclass
class Naive:
    """One model with all its states and steps."""

    instance: Instance
    steps: dict[Slots, list[TriedStep]] = field(default_factory=dict[Slots, list[TriedStep]])
    """The steps that are possible in a state, as far as they were asked for."""
    _held: dict[tuple[Hashable, ...], bool] = field(default_factory=dict[tuple[Hashable, ...], bool])
    part: tuple[int, int] | None = None
    """Only so many states are found, the first ones, and of these so many are gone on from; None for all."""

    def first(self, found: int, expanded: int) -> Naive:
        """What is to be seen in the first states that are found, when so many of them are gone on from."""
        return replace(self, part=(found, expanded))

    @cached_property
    def declared(self) -> dict[str, Declaration]:
        """What is declared, by id."""
        return {each.id: each for each in applicable(self.instance)}

    def of_kind(self, *kinds: CheckKind) -> list[Declaration]:
        """The declarations of these kinds."""
        return [each for each in self.declared.values() if each.kind in kinds]

    @cached_property
    def scope(self) -> list[Slots]:
        """Every state that there is, reached or not."""
        drawn = itertools.product(*(range(slot.count) for slot in self.instance.slots))
        return [slots for slots in drawn if self.instance.canonical(slots) == slots]

    def steps_from(self, slots: Slots) -> list[TriedStep]:
        """Every step that is possible in a state, in the order of declaration and of arguments."""
        if slots not in self.steps:
            outcomes = (
                (action, codes, self.instance.step(slots, action, codes))
                for action in self.instance.actions
                for codes in action.instances()
            )
            self.steps[slots] = [
                TriedStep(slots, action, codes, outcome)
                for action, codes, outcome in outcomes
                if not isinstance(outcome, Rejected)
            ]
        return self.steps[slots]

    @cached_property
    def levels(self) -> dict[Slots, int]:
        """The states that are found, in order, and after how many steps."""
        return self.all_levels if self.part is None else dict(list(self.all_levels.items())[: self.part[0]])

    @cached_property
    def all_levels(self) -> dict[Slots, int]:
        """The states that play reaches, in the order in which they are found, and after how many steps."""
        found = dict.fromkeys(self.instance.initial_states(), 0)
        for slots in (waiting := list(found)):
            for step in self.steps_from(slots):
                if isinstance(step.outcome, Accepted) and step.outcome.slots not in found:
                    found[step.outcome.slots] = found[slots] + 1
                    waiting.append(step.outcome.slots)
        return found

    @cached_property
    def expanded(self) -> list[Slots]:
        """Those of them from which all steps are taken."""
        return list(self.levels)[: None if self.part is None else self.part[1]]

    def accepted(self, states: Iterable[Slots]) -> Iterator[tuple[TriedStep, Accepted]]:
        """The steps from states that are accepted."""
        for slots in states:
            for step in self.steps_from(slots):
                if isinstance(step.outcome, Accepted):
                    yield step, step.outcome

    @property
    def fired(self) -> tuple[int, ...]:
        """How often each action is accepted in states that play reaches."""
        times = Counter(step.action.index for step, _ in self.accepted(self.expanded))
        return tuple(times[action.index] for action in self.instance.actions)

    @property
    def failing(self) -> list[TriedStep]:
        """The steps that fail in states that play reaches."""
        return [step for slots in self.expanded for step in self.steps_from(slots) if isinstance(step.outcome, Fault)]

    @property
    def deadlocks(self) -> list[Slots]:
        """The states that play reaches in which nothing is possible, and which nothing calls settled."""
        settled = self.of_kind(CheckKind.PROGRESS)
        return [
            slots
            for slots in self.expanded
            if not self.steps_from(slots) and not any(self.holds_in(each, slots) for each in settled)
        ]

    def holds_in(self, declaration: Declaration, slots: Slots) -> bool:
        """Whether a declaration holds of a state."""
        return self._kept((declaration.id, slots), lambda: holds(declaration, self.instance.state(slots))[0])

    def holds_of(self, declaration: Declaration, step: TriedStep, outcome: Accepted) -> bool:
        """Whether a declaration holds of a step."""
        key = (declaration.id, step.before, step.action.index, step.codes)
        return self._kept(key, lambda: holds(declaration, *self._arguments(step, outcome))[0])

    def speaks_of(self, declaration: Declaration, step: TriedStep, outcome: Accepted) -> bool:
        """Whether the premise of a declaration holds of a step."""
        return declaration.when is None or bool(declaration.when(*self._arguments(step, outcome)))

    def speaks_in(self, declaration: Declaration, slots: Slots) -> bool:
        """Whether the premise of a declaration holds in a state."""
        return declaration.when is None or bool(declaration.when(self.instance.state(slots)))

    def _arguments(self, step: TriedStep, outcome: Accepted) -> tuple[Any, ...]:
        return replayed(self.instance, step.before, step.action, step.codes, outcome.slots)

    def _kept(self, key: tuple[Hashable, ...], ask: Callable[[], bool]) -> bool:
        if key not in self._held:
            self._held[key] = ask()
        return self._held[key]

    def earliest(self, declaration: Declaration, value: bool) -> int | None:
        """After how many steps it is first seen that a declaration holds, or does not; None if that is never so."""
        if declaration.kind is CheckKind.PROGRESS:
            return min((self.levels[slots] for slots in self.stuck(declaration)), default=None)
        if declaration.takes == 1:
            seen = (self.levels[slots] for slots in self.levels if self.holds_in(declaration, slots) is value)
            return min(seen, default=None)
        return min(
            (
                self.levels[step.before] + 1
                for step, outcome in self.accepted(self.expanded)
                if self.holds_of(declaration, step, outcome) is value
            ),
            default=None,
        )

    def is_looked_at(self, declaration: Declaration) -> bool:
        """Whether the premise of a declaration holds anywhere that play reaches."""
        if declaration.takes == 1:
            return any(self.speaks_in(declaration, slots) for slots in self.levels)
        return any(self.speaks_of(declaration, step, outcome) for step, outcome in self.accepted(self.expanded))

    def stuck(self, declaration: Declaration) -> set[Slots]:
        """The states that play reaches from which none can be reached that is settled."""
        fine = {slots for slots in self.levels if self.holds_in(declaration, slots)}
        while more := {step.before for step, outcome in self.accepted(self.expanded) if outcome.slots in fine} - fine:
            fine |= more
        return set(self.levels) - fine


@dataclass
class NaiveSight:
    """What a seat may know, and what it is given, among some states and the steps from them."""

    naive: Naive
    seat: int
    states: Sequence[Slots]
    """The states whose views and offers are compared."""
    expanded: Sequence[Slots]
    """The states whose steps are compared."""
    looked_at: Sequence[Slots]
    """The states in which it is noticed that a view cannot be told."""

    @property
    def member(self) -> Any:
        """The seat."""
        return self.naive.instance.seats.members[self.seat]

    @cached_property
    def known(self) -> dict[Slots, Slots]:
        """What the seat may know of each state."""
        return {slots: self.naive.instance.knowledge(slots, self.member) for slots in self.states}

    def knows(self, slots: Slots) -> Slots:
        """What the seat may know of a state."""
        if slots not in self.known:
            self.known[slots] = self.naive.instance.knowledge(slots, self.member)
        return self.known[slots]

    @cached_property
    def views(self) -> dict[Slots, Slots | None]:
        """What the seat is shown of each state; None where the view fails."""
        return {slots: self._view(slots) for slots in {*self.states, *self.looked_at}}

    def _view(self, slots: Slots) -> Slots | None:
        try:
            return self.naive.instance.view_slots(slots, self.member)
        except Exception:
            return None

    @property
    def is_undefined(self) -> bool:
        """Whether the view fails somewhere."""
        return any(self._is_untold(slots) for slots in self.looked_at)

    def view_leaks(self) -> bool:
        """Whether the view differs in two states that the seat may not tell apart."""
        return _tells_apart((self.knows(slots), self.views[slots]) for slots in self.states)

    def withholds(self) -> bool:
        """Whether two states look the same of which the seat may know something different."""
        return _tells_apart((self.withheld_from(slots), self.knows(slots)) for slots in self.states)

    def withheld_from(self, slots: Slots) -> Hashable:
        """What the view shows, and what is withheld on purpose of that which the seat may know."""
        entries = self.naive.instance.entries(slots, self.member)
        excepted = self.naive.instance.withheld_from(self.member)
        return self.views[slots], tuple(
            entry.code for entry in entries if any(f"{entry.field}.".startswith(f"{each.what}.") for each in excepted)
        )

    def leaves_out(self, what: str) -> bool:
        """Whether two states look the same, and agree in what else is withheld, that differ in a field that is."""
        instance = self.naive.instance
        others = [each for each in instance.withheld_from(self.member) if each.what != what]

        def told(slots: Slots) -> tuple[Any, Any]:
            known = instance.entries(slots, self.member)
            beside = tuple(each.code for each in known if any(other.covers(each.field) for other in others))
            return (self._view(slots), beside), tuple(
                each.code for each in known if each.field == what or each.field.startswith(f"{what}.")
            )

        return _tells_apart(map(told, self.states))

    def offer_leaks(self, of: str = "") -> bool:
        """Whether what is offered differs in two states that the seat may not tell apart; of one action, or of all."""
        return _tells_apart((self.knows(slots), self._offered(slots, of)) for slots in self.states)

    def _offered(self, slots: Slots, of: str) -> frozenset[tuple[str, Codes]]:
        return frozenset(
            (step.action.name, _chosen(step))
            for step in self.naive.steps_from(slots)
            if isinstance(step.outcome, Accepted)
            and step.action.kind is Kind.SEAT
            and step.codes[0] == self.seat
            and of in ("", step.action.name)
        )

    def event_leaks(self, of: str) -> bool:
        """Whether the events of two steps differ that the seat may not tell apart before and after them."""
        return _tells_apart(
            ((self.knows(step.before), self._learned(step), self.knows(outcome.slots)), self._told(outcome))
            for step, outcome in self._steps(of)
        )

    def learning_leaks(self, of: str) -> bool:
        """Whether the seat may know something else after two steps that are the same to it, and reveal the same."""
        return _tells_apart(
            (
                (self.knows(step.before), self._learned(step), self._told(outcome), self._revealed(step, outcome)),
                self.knows(outcome.slots),
            )
            for step, outcome in self._steps(of)
        )

    def reveals(self, of: str, number: int) -> bool:
        """Whether a revelation of an action tells the seat something that was not the same to it already."""
        return _tells_apart(
            ((self.knows(step.before), self._learned(step), self._told(outcome)), told)
            for step, outcome in self._steps(of)
            if (told := self._revealed(step, outcome)[number]) is not None
        )

    def _steps(self, of: str) -> Iterator[tuple[TriedStep, Accepted]]:
        """The steps of an action after which what the seat sees can be told."""
        for step, outcome in self.naive.accepted(self.expanded):
            if step.action.name == of and not self._is_untold(outcome.slots):
                yield step, outcome

    def _is_untold(self, slots: Slots) -> bool:
        if slots not in self.views:
            self.views[slots] = self._view(slots)
        return bool(self.naive.instance.model.views) and self.views[slots] is None

    def _revealed(self, step: TriedStep, outcome: Accepted) -> tuple[tuple[int, ...] | None, ...]:
        """What each revelation of a step tells the seat, None where nothing."""
        entries = self.naive.instance.entries(outcome.slots, self.member)
        return tuple(
            tuple(entry.code for entry in entries if f"{entry.field}.".startswith(f"{each.what}."))
            if self._is_shown(each.to, step)
            else None
            for each in step.action.reveals
        )

    def _is_shown(self, to: object, step: TriedStep) -> bool:
        """Whether what a step tells `to` somebody is told the seat: by everybody, the actor, an argument or a rule."""
        if to is ACTOR:
            return step.action.kind is Kind.SEAT and step.codes[0] == self.seat
        arguments = step.action.arguments(step.codes)
        if isinstance(to, str):
            return arguments[[parameter.name for parameter in step.action.parameters].index(to)] == self.member
        if callable(to):
            asked = len(inspect.signature(to).parameters) - 2
            return bool(to(self.naive.instance.state(step.before), self.member, *arguments[:asked]))
        return to is EVERYONE

    def _told(self, outcome: Accepted) -> tuple[tuple[str, Slots], ...]:
        return tuple((sent.event, sent.slots) for sent in outcome.events if self.member.name in sent.seats)

    def _learned(self, step: TriedStep) -> tuple[int | None, ...]:
        """The arguments of a step that the seat learns: what everybody does, and of its own all but hidden chance."""
        acts = step.action.kind is Kind.SEAT and step.codes[0] == self.seat
        return tuple(
            code if (acts and not parameter.by_chance) or self._is_shown(parameter.seen_by, step) else None
            for parameter, code in zip(step.action.parameters, step.codes, strict=True)
        )


def _chosen(step: TriedStep) -> Codes:
    """The arguments that the actor chose."""
    pairs = zip(step.codes, step.action.parameters, strict=True)
    return tuple(code for code, parameter in pairs if not parameter.by_chance)


def _tells_apart(seen: Iterable[tuple[Hashable, Hashable]]) -> bool:
    """Whether two of all pairs agree in what is known and differ in what is given."""
    different = list(set(seen))
    known, given = ([ids.setdefault(each, len(ids)) for each in column] for ids, column in _columns(different))
    one, other = np.array(known), np.array(given)
    return bool(((one[:, None] == one) & (other[:, None] != other)).any())


def _columns(pairs: Sequence[tuple[Hashable, Hashable]]) -> Iterator[tuple[dict[Hashable, int], list[Hashable]]]:
    yield {}, [known for known, _ in pairs]
    yield {}, [given for _, given in pairs]


@dataclass
class NaiveProof:
    """Which claims are inductive over every state of the scope."""

    naive: Naive

    @cached_property
    def of_states(self) -> list[Declaration]:
        """What is supposed of states."""
        return self.naive.of_kind(CheckKind.INVARIANT, CheckKind.SAVE_RULE)

    @cached_property
    def standing(self) -> set[str]:
        """The largest set of claims about states that hold at first and that no step from where they hold breaks."""
        naive = self.naive
        standing = [
            each for each in self.of_states if all(naive.holds_in(each, s) for s in naive.instance.initial_states())
        ]
        while True:
            supposed = self.supposing({each.id for each in standing})
            after = {outcome.slots for _, outcome in naive.accepted(supposed)}
            kept = [each for each in standing if all(naive.holds_in(each, slots) for slots in after)]
            if len(kept) == len(standing):
                return {each.id for each in standing}
            standing = kept

    def supposing(self, ids: Iterable[str]) -> list[Slots]:
        """The states of the scope in which claims hold."""
        claims = [self.naive.declared[name] for name in ids]
        return [slots for slots in self.naive.scope if all(self.naive.holds_in(each, slots) for each in claims)]

    @cached_property
    def hypothesis(self) -> list[Slots]:
        """The states in which all that stands holds."""
        return self.supposing(self.standing)

    def is_proved(self, declaration: Declaration) -> bool:
        """Whether a claim is proved: it stands, or it holds everywhere in, or in each step from, what stands."""
        if declaration in self.of_states:
            return declaration.id in self.standing
        if declaration.takes == 1:
            return all(self.naive.holds_in(declaration, slots) for slots in self.hypothesis)
        return all(
            self.naive.holds_of(declaration, step, outcome) for step, outcome in self.naive.accepted(self.hypothesis)
        )

    def says_something(self, declaration: Declaration) -> bool:
        """Whether its premise holds somewhere in what stands, or of a step from there."""
        if declaration.takes == 1:
            return any(self.naive.speaks_in(declaration, slots) for slots in self.hypothesis)
        return any(
            self.naive.speaks_of(declaration, step, outcome) for step, outcome in self.naive.accepted(self.hypothesis)
        )

    @property
    def never_fails(self) -> bool:
        """Whether no rule fails from where all that stands holds."""
        return not any(isinstance(step.outcome, Fault) for s in self.hypothesis for step in self.naive.steps_from(s))
