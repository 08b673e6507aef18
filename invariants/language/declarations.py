"""How a model says what must hold: small functions, each with an id, one sentence and the clauses it holds.

    laws = Declarations(table)

    @laws.invariant("custody")
    def custody(g: Table) -> Iterator[Conjunct]:
        \"\"\"Every card is in exactly one place.\"\"\"
        for card in scope(g, Card):
            yield f"{card.name} has one home", lambda: homes(g, card) == 1

A declaration is checked by the sweep on every explored state or step, and proved for all states of a scope.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeAlias, TypeGuard, TypeVar, cast

from ...model import Event, Instance, ModelError, Slots, both, either
from ...model.language.base.source import place_of
from ...model.language.base.termination import RUNNING, TimeLimit
from ...model.language.play.declared import DeclaredModel
from ...model.language.play.instance import BoundAction, Codes
from ...model.language.play.rules import Emitted, recording, truth
from ...model.language.values.cells import Cells
from .decisions import check_answers, whose
from .once import Effect, Shown, done_once, once, stays_shown
from .telling import is_told, telling
from .where import Where, playing_any

F = TypeVar("F", bound=Callable[..., Any])

Conjunct: TypeAlias = tuple[str, Any]
"""A named part of a condition: its truth, or a function that gives it (read apart, so that its branches do not
multiply with those of the other parts)."""

Premise: TypeAlias = Callable[[Any], Any]
"""Of a state: where it fails, the declaration says nothing."""

StepPremise: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of (before, step, after): where it fails, the declaration says nothing."""


class CheckKind(Enum):
    """What a declaration speaks of."""

    INVARIANT = "invariant"
    STEP = "step"
    WITNESS = "witness"
    STEP_WITNESS = "step witness"
    PROGRESS = "progress"
    SAVE_RULE = "save rule"
    EQUIVALENCE = "equivalence"


class BuiltIn(Enum):
    """What is checked of every model without being declared, and may hold a clause."""

    SIGHT = "sight"
    """Whatever a seat is given follows from what it may know; proved for all states of the scope."""
    INDUCTION = "induction"
    """What is declared to hold the clause is proved of every step from every state that satisfies what is declared."""
    ROUND_TRIP = "round-trip"
    """A test of the conformance battery: a state comes back from its save as it was."""
    REFUSED_SAVES = "refused-saves"
    """A test of the conformance battery: what is no save is refused where the fault is."""
    EDITED_SAVES = "edited-saves"
    """A test of the conformance battery: an edited save is refused, or nothing goes wrong after it."""


_TAKES = {CheckKind.STEP: 3, CheckKind.STEP_WITNESS: 3}


@dataclass(frozen=True, eq=False)
class Declaration:
    """One thing that must hold (or, for a witness, be reached)."""

    id: str
    kind: CheckKind
    sentence: str
    clauses: tuple[str, ...]
    function: Callable[..., Any]
    """The condition that must hold, which may follow from what the author wrote."""
    when: Callable[..., Any] | None
    where: Where | None
    file: str
    line: int
    written: tuple[Callable[..., Any], ...]
    """The functions that the author wrote for it, its premise among them."""

    @property
    def takes(self) -> int:
        """How many arguments: 1 (a state) or 3 (before, step, after)."""
        return _TAKES.get(self.kind, 1)

    def applies_to(self, instance: Instance) -> bool:
        """Whether it is checked in a scenario."""
        return self.where is None or self.where.includes(instance)


class Step:
    """What happened between two states: the action, its arguments and its events."""

    def __init__(self, action: BoundAction, arguments: Sequence[Any], events: Sequence[Emitted]) -> None:
        self.action = action
        self.arguments = {parameter.name: value for parameter, value in zip(action.parameters, arguments, strict=True)}
        self.events = events

    def took(self, *rules: Callable[..., Any]) -> bool:
        """Whether the action is one of these rules."""
        return self.action.action.original in rules

    def __getitem__(self, name: str) -> Any:
        """An argument of the action. Raises `KeyError` when the action has no such parameter."""
        return self.arguments[name]

    def sent(self, event: type[Event]) -> list[Emitted]:
        """The events of a class that the step may have reported."""
        return [entry for entry in self.events if isinstance(entry.event, event)]

    def emitted(self, event: type[Event], matching: Callable[[Any], Any] = lambda _: True) -> Any:
        """Whether an event of that class (for which `matching` holds) was reported; does not fork."""
        result: Any = False
        for entry in self.sent(event):
            result = either(result, truth(entry.condition) & truth(matching(entry.event)))
        return result


@dataclass(frozen=True)
class _Lowered:
    """A declaration as the condition and the premise that it comes to."""

    condition: Callable[..., Any]
    premise: Callable[..., Any] | None
    beside: Callable[..., Any] | None = None
    """What the author wrote beside the function and its premise."""
    takes: int | None = None
    """How many arguments the author's function takes, where those are not what the condition takes."""
    lead: str = ""
    """What is said before the author's sentence."""


class Declarations:
    """The declarations of one model; each decorator returns the function it is given."""

    def __init__(self, model: DeclaredModel) -> None:
        self.model = model
        self.all: list[Declaration] = []
        self.built_in: dict[str, tuple[BuiltIn, ...]] = {}
        self.open: dict[str, str] = {}
        """The clauses that nothing holds yet, and why."""
        model.checks.append(self)

    def held_by(self, *checks: BuiltIn, clause: str) -> None:
        """Say that built-in checks hold a clause. Raises `ModelError` for a clause that the model does not list."""
        self._check_clause(clause)
        self.built_in[clause] = (*self.built_in.get(clause, ()), *checks)

    def leave_open(self, *clauses: str, why: str) -> None:
        """Say why nothing holds these clauses yet. Raises `ModelError` for a clause that the model does not list."""
        for clause in clauses:
            self._check_clause(clause)
            self.open[clause] = why

    def _check_clause(self, clause: str) -> None:
        if clause not in self.model.clauses:
            raise ModelError(f"{clause} is no clause of {self.model.name}")

    def invariant(
        self, id: str, *, clauses: Iterable[str] = (), when: Premise | None = None,
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """True in every state: `fn(g)`."""
        return self._declaring(CheckKind.INVARIANT, id, clauses, when, where)

    def step(
        self, id: str, *, clauses: Iterable[str] = (), when: StepPremise | None = None,
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """True of every step: `fn(before, step, after)`."""
        return self._declaring(CheckKind.STEP, id, clauses, when, where)

    def witness(self, id: str, *, clauses: Iterable[str] = (), where: Where | None = None) -> Callable[[F], F]:
        """Some state, or some step, like this is reached: `fn(g)` or `fn(before, step, after)`."""

        def declare(function: F) -> F:
            one = len(inspect.signature(function).parameters) == 1
            kind = CheckKind.WITNESS if one else CheckKind.STEP_WITNESS
            return self._declaring(kind, id, clauses, None, where)(function)

        return declare

    def decision(
        self, id: str, *, answers: Iterable[Callable[..., Any]], clauses: Iterable[str] = (),
        when: Premise | None = None, where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """Whose an open decision is: `fn(g)` gives a seat, a set of seats, or None.

        An invariant: where `when` holds, somebody is asked, each seat that is asked can take one of the `answers`, and
        no other seat can. It speaks of the scenarios that play one of the answers.
        """
        given = tuple(answers)

        def declare(function: F) -> F:
            check_answers(id, self.model, given, place_of(function))
            scenarios = playing_any(*given) if where is None else playing_any(*given) & where
            lowered = _Lowered(whose(function, given), when)
            self._add(CheckKind.INVARIANT, id, tuple(clauses), function, when, scenarios, lowered)
            return function

        return declare

    def told(
        self, id: str, event: type[Event], *, to: StepPremise | None = None, times: int = 1,
        clauses: Iterable[str] = (), when: StepPremise | None = None, where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """What a step tells: `fn(before, step, after)` gives the event that must be sent, or None where none may be.

        A step property: where `when` holds, events of that class are sent so many `times` where one is due and never
        where none is, each field says what it must, and exactly those are told whom `to(before, step, after)` names: a
        seat, a set of seats, or everybody without it. Where no event is due or sent, it says nothing.
        """

        def declare(function: F) -> F:
            if times < 1:
                raise ModelError(f"{id}: what is told is told at least once, not {times} times", *place_of(function))
            if to is not None and len(inspect.signature(to).parameters) != 3:
                raise ModelError(f"{id}: who is told follows from (before, step, after)", *place_of(function))
            lowered = _Lowered(telling(event, function, to, times), is_told(event, function, when), to)
            self._add(CheckKind.STEP, id, tuple(clauses), function, when, where, lowered)
            return function

        return declare

    def once(
        self, id: str, effect: Effect, *, shown: Shown, key: Any = None, clauses: Iterable[str] = (),
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """What is done once for each key: an event of a class is sent, or an action is taken.

        `key` says what a key consists of: an enumeration, bool, a specifier, or a tuple of these. `fn(event)`, or
        `fn(step)` for an action, gives the key, a tuple where it has several parts, and None for what does not count;
        without a `key` it says whether it counts. `shown(g, *key)` says of a state whether it shows that the effect
        with this key is done. A step has no effect that is shown before it, and none twice; what it does is shown after
        it, and stays shown. That is a step property `id` and another one, `id-stays`: together they say that no play
        has an effect twice, and that no play which goes on from an accepted save has one that the save shows.
        """

        def declare(function: F) -> F:
            at = place_of(function)
            found = once(id, self.model, effect, key, function, at)
            if len(inspect.signature(shown).parameters) != 1 + len(found.contents):
                raise ModelError(f"{id}: `shown` takes the state and the {len(found.contents)} parts of a key", *at)
            asked = _Lowered(done_once(found, shown), found.happens, shown, takes=1)
            self._add(CheckKind.STEP, id, tuple(clauses), function, None, where, asked)
            kept = _Lowered(stays_shown(found, shown), None, shown, takes=1, lead="It stays shown: ")
            self._add(CheckKind.STEP, f"{id}-stays", tuple(clauses), function, None, where, kept)
            return function

        return declare

    def progress(self, id: str, *, clauses: Iterable[str] = (), where: Where | None = None) -> Callable[[F], F]:
        """From every state a settled one can be reached: `fn(g)` says whether a state is settled."""
        return self._declaring(CheckKind.PROGRESS, id, clauses, None, where)

    def save_rule(
        self, id: str, *, clauses: Iterable[str] = (), when: Premise | None = None,
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """True of every save that the loader accepts: `fn(g)`; a conjunct is named by the JSON path of its fault."""
        return self._declaring(CheckKind.SAVE_RULE, id, clauses, when, where)

    def equivalence(
        self, id: str, *, clauses: Iterable[str] = (), when: Premise | None = None,
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """Two functions of the state agree wherever the premise holds: `fn(g) -> (left, right)`."""
        return self._declaring(CheckKind.EQUIVALENCE, id, clauses, when, where)

    def _declaring(
        self, kind: CheckKind, id: str, clauses: Iterable[str], when: Callable[..., Any] | None,
        where: Where | None,
    ) -> Callable[[F], F]:  # fmt: skip
        def declare(function: F) -> F:
            self._add(kind, id, tuple(clauses), function, when, where)
            return function

        return declare

    def _add(
        self, kind: CheckKind, id: str, clauses: tuple[str, ...], function: Callable[..., Any],
        when: Callable[..., Any] | None, where: Where | None, lowered: _Lowered | None = None,
    ) -> None:  # fmt: skip
        code = inspect.unwrap(function).__code__
        place = (code.co_filename, code.co_firstlineno)
        sentence = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
        if not sentence:
            raise ModelError(f"{id}: say in a docstring, in one sentence, what must hold", *place)
        if any(known.id == id for checks in self.model.checks for known in checks.all):
            raise ModelError(f"{id} is declared twice; ids are unique", *place)
        if unknown := [clause for clause in clauses if self.model.clauses and clause not in self.model.clauses]:
            raise ModelError(f"{id}: {unknown[0]} is no clause of {self.model.name}", *place)
        if where is not None and (unknown := where.mistakes(self.model)):
            raise ModelError(f"{id}: {unknown[0]}", *place)
        takes = _TAKES.get(kind, 1)
        given = (function, takes if lowered is None or lowered.takes is None else lowered.takes), (when, takes)
        for asked, wanted in given:
            if asked is not None and len(inspect.signature(asked).parameters) != wanted:
                told = "(before, step, after)" if takes == 3 else "one state"
                raise ModelError(f"{id}: a {kind.value} and its premise take {told}", *place)
        asked = lowered or _Lowered(function, when)
        written = tuple(each for each in (function, when, asked.beside) if each is not None)
        sentence = asked.lead + sentence
        self.all.append(
            Declaration(id, kind, sentence, clauses, asked.condition, asked.premise, where, *place, written=written)
        )


def declarations(model: DeclaredModel) -> tuple[Declaration, ...]:
    """Everything declared for a model, in order of declaration."""
    return tuple(declaration for checks in model.checks for declaration in checks.all)


def built_in_checks(model: DeclaredModel, clause: str) -> tuple[BuiltIn, ...]:
    """The built-in checks that hold a clause."""
    return tuple(each for checks in model.checks for each in checks.built_in.get(clause, ()))


def open_clauses(model: DeclaredModel) -> dict[str, str]:
    """The clauses that are said to be held by nothing yet, and why."""
    return {clause: why for checks in model.checks for clause, why in checks.open.items()}


def applicable(instance: Instance) -> tuple[Declaration, ...]:
    """What is declared for the scenario of an instance."""
    return tuple(each for each in declarations(instance.model) if each.applies_to(instance))


def conjuncts(function: Callable[..., Any], *arguments: Any) -> list[tuple[str, Any]]:
    """The named truths of a condition on the present path; a single unnamed one for a plain result.

    Parts with the same name are one: all of them must hold. Raises `TypeError` for an answer that is neither true nor
    false, such as a list of parts, or the None of a function that forgets to return.
    """
    result = function(*arguments)
    if not _is_named(result):
        return [("", truth(_answer(result)))]
    found: dict[str, Any] = {}
    for part in result:
        name, condition = _part(part)
        holding = either(False, condition)
        found[name] = both(found[name], holding) if name in found else holding
    return list(found.items())


def _part(part: object) -> tuple[str, Any]:
    if not _is_part(part):
        raise TypeError(f"{part!r} is no part of a condition; yield its name and its truth")
    name, condition = part
    return name, partial(_asked, condition) if callable(condition) else _answer(condition)


def _is_part(part: object) -> TypeGuard[Conjunct]:
    if not isinstance(part, tuple):
        return False
    entries = cast("tuple[object, ...]", part)
    return len(entries) == 2 and isinstance(entries[0], str)


def _asked(condition: Callable[[], Any]) -> Any:
    return _answer(condition())


def _answer(told: Any) -> Any:
    """An answer that is true or false, and nothing that Python would only take for that."""
    if callable(told):
        raise TypeError("a function is neither true nor false; call it")
    if told is None or type(told) in (str, list, tuple, dict):
        raise TypeError(f"{told!r} is neither true nor false; return one truth value, or yield named ones")
    return told


def _is_named(result: object) -> TypeGuard[Iterator[Conjunct]]:
    return isinstance(result, Iterator)


class _Heard:
    """Keeps the events of a step for step properties."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.events: list[Emitted] = []

    def record(self, event: Event, to: object) -> None:
        self.events.append(Emitted(True, event, self.instance.recipients(to)))


def replayed(
    instance: Instance, slots: Slots, action: BoundAction, codes: Codes, after: Slots
) -> tuple[Any, Step, Any]:
    """The (before, step, after) of a step that was taken, for step properties."""
    heard = _Heard(instance)
    restore = recording(heard)
    try:
        action.rule(instance.bind(Cells(slots)), *action.arguments(codes))
    finally:
        restore()
    return instance.state(slots), Step(action, action.arguments(codes), heard.events), instance.state(after)


def holds(declaration: Declaration, *arguments: Any) -> tuple[bool, str]:
    """Whether a declaration holds of a state or a step, and the first conjunct that fails.

    The premise counts: where it does not hold, the declaration does. Raises what the declaration raises, and
    `EndlessError` when it does not come to an end.
    """
    with TimeLimit(RUNNING):
        return _holds(declaration, *arguments)


def _holds(declaration: Declaration, *arguments: Any) -> tuple[bool, str]:
    if declaration.when is not None and not declaration.when(*arguments):
        return True, ""
    if declaration.kind is CheckKind.EQUIVALENCE:
        left, right = declaration.function(*arguments)
        return bool(left == right), ""
    for name, condition in conjuncts(declaration.function, *arguments):
        if not condition:
            return False, name
    return True, ""
