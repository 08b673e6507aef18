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
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ...model import Event, Instance, ModelError
from ...model.language.base.source import place_of
from ...model.language.play.declared import DeclaredModel
from .agreement import AGREEMENT, agreement
from .checks import BuiltIn, CheckKind, Declaration, sentence_of
from .conditions import Premise, StepPremise
from .decisions import check_answers, whose
from .histories import History, Remembered, histories_of, remembered, with_histories, written_for
from .once import Effect, Shown, done_before, done_once, never_again, once, stays_shown
from .presented import PresentedLaw, presented
from .telling import is_told, telling
from .where import Where, playing_any

F = TypeVar("F", bound=Callable[..., Any])

_REMEMBERING = (
    CheckKind.INVARIANT, CheckKind.STEP, CheckKind.WITNESS, CheckKind.STEP_WITNESS, CheckKind.EQUIVALENCE,
)  # fmt: skip
"""What may take histories; a save has none, and whether play can come to rest is a matter of the state."""


@dataclass(frozen=True)
class _Lowered:
    """A declaration as the condition and the premise that it comes to."""

    condition: Callable[..., Any]
    premise: Callable[..., Any] | None
    beside: tuple[Callable[..., Any] | None, ...] = ()
    """What the author wrote beside the function and its premise."""
    takes: int | None = None
    """How many arguments the author's function takes, where those are not what the condition takes."""
    histories: tuple[Remembered, ...] = ()
    """What it reads beside the states."""
    lead: str = ""
    """What is said before the author's sentence."""


class Declarations:
    """The declarations of one model; each decorator returns the function it is given."""

    def __init__(self, model: DeclaredModel) -> None:
        self.model = model
        self.all: list[Declaration] = []
        self.built_in: dict[str, tuple[BuiltIn, ...]] = {}
        self.histories: dict[type[Any], Remembered] = {}
        self.presented: list[PresentedLaw] = []
        self.open: dict[str, str] = {}
        """The clauses that nothing holds yet, and why."""
        model.checks.append(self)

    def held_by(self, *checks: BuiltIn, clause: str) -> None:
        """Say that built-in checks hold a clause. Raises `ModelError` for a clause that the model does not list."""
        self._check_clause(clause)
        self.built_in[clause] = tuple(dict.fromkeys([*self.built_in.get(clause, ()), *checks]))

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
            one = len(inspect.signature(function).parameters) - len(histories_of(function, self._known())) == 1
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
            scenarios = _anded(playing_any(*given), where)
            lowered = _Lowered(whose(function, given), when)
            self._add(CheckKind.INVARIANT, id, tuple(clauses), function, when, scenarios, lowered)
            return function

        return declare

    def told(
        self, id: str, event: type[Event], *, to: StepPremise | None = None, times: int = 1,
        among: Callable[[Any], Any] | None = None, clauses: Iterable[str] = (), when: StepPremise | None = None,
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """What a step tells: `fn(before, step, after)` gives the event that must be sent, or None where none may be.

        A step property: where `when` holds, events of that class are sent so many `times` where one is due and never
        where none is, each field says what it must, and exactly those are told whom `to(before, step, after)` names: a
        seat, a set of seats, or everybody without it. Where no event is due or sent, it says nothing. Where a step
        sends several events of a class, `among(event)` says of which of them it speaks.
        """

        def declare(function: F) -> F:
            if times < 1:
                raise ModelError(f"{id}: what is told is told at least once, not {times} times", *place_of(function))
            if to is not None and len(inspect.signature(to).parameters) != 3:
                raise ModelError(f"{id}: who is told follows from (before, step, after)", *place_of(function))
            lowered = _Lowered(
                telling(event, function, to, times, among), is_told(event, function, when, among), (to, among)
            )
            self._add(CheckKind.STEP, id, tuple(clauses), function, when, where, lowered)
            return function

        return declare

    def once(
        self, id: str, *effects: Effect, shown: Shown | None = None, key: Any = None, clauses: Iterable[str] = (),
        where: Where | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        """What is done once for each key: one of these events is sent, or one of these actions is taken.

        `key` says what a key consists of: an enumeration, bool, a specifier, or a tuple of these. `fn(event)`, or
        `fn(before, step, after)` for actions, gives the key, a tuple where it has several parts, and None for what does
        not count; without a `key` it says whether it counts. It speaks of the scenarios that play one of the actions.

        No play has an effect twice. What is done is remembered beside the state, from the first state of a play on.

        `shown(g, *key)` says of a state whether it shows that the effect with this key is done. Then nothing need be
        remembered: a step has no effect that is shown before it, and none twice; what it does is shown after it, and
        stays shown. That is a step property `id` and another one, `id-stays`: together they also say that no play
        which goes on from an accepted save has an effect that was done before the save.
        """

        def declare(function: F) -> F:
            found = once(id, self.model, effects, key, function, shown, place_of(function))
            played = where if found.are_events else _anded(playing_any(*effects), where)
            if shown is None:
                kept = done_before(found)
                asked = _Lowered(never_again(found, kept), found.happens, takes=found.takes, histories=(kept,))
                self._add(CheckKind.STEP, id, tuple(clauses), function, None, played, asked)
                return function
            asked = _Lowered(done_once(found, shown), found.happens, (shown,), takes=found.takes)
            self._add(CheckKind.STEP, id, tuple(clauses), function, None, played, asked)
            stays = _Lowered(stays_shown(found, shown), None, (shown,), takes=found.takes, lead="It stays shown: ")
            self._add(CheckKind.STEP, f"{id}-stays", tuple(clauses), function, None, played, stays)
            return function

        return declare

    def history(self, history: type[History], *, begins: Callable[[Any, Any], None] | None = None) -> Callable[[F], F]:
        """How laws remember a play: `fn(past, before, step, after)` changes the fields of the history after each step.

        Laws that take the history behind their other arguments, annotated with its class, are given it: of a step as it
        is before the step. All its fields are zero, or what `begins(past, g)` sets, in the first state of a play: a
        start, or a save from which play goes on, since saves do not have histories. Rules and views do not see it.
        """

        def declare(function: F) -> F:
            kept = remembered(history, self.model, function, begins)
            if history in self._known():
                raise ModelError(f"{history.__name__} is declared twice", *place_of(function))
            self.histories[history] = kept
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

    def panel(
        self, id: str, *, clauses: Iterable[str] = (), where: Where | None = None
    ) -> Callable[[F], F]:  # fmt: skip
        """True of each text of the panel: `fn(text, shown, viewer)`, ordinary Python; the battery holds to it.

        `shown` is what the viewer is shown, by the names of the views.
        """
        return self._presenting(id, BuiltIn.PANEL, clauses, where, ())

    def choice(
        self, id: str, *, policies: Iterable[str] = (), clauses: Iterable[str] = (), where: Where | None = None
    ) -> Callable[[F], F]:  # fmt: skip
        """True of what these policies choose, or all: `fn(shown, seat, offers, chosen)`, as for `panel`."""
        return self._presenting(id, BuiltIn.POLICIES, clauses, where, policies)

    def _presenting(
        self, id: str, check: BuiltIn, clauses: Iterable[str], where: Where | None, policies: Iterable[str]
    ) -> Callable[[F], F]:  # fmt: skip
        def declare(function: F) -> F:
            self._check_new(id, clauses, where, place_of(function))
            self.presented.append(presented(id, check, self.model, function, where, policies))
            for clause in clauses:
                self.held_by(check, clause=clause)
            return function

        return declare

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
        sentence = sentence_of(id, function)
        self._check_new(id, clauses, where, place)
        takes = kind.takes
        asked = lowered or self._asked(kind, id, function, when)
        given = (function, takes if asked.takes is None else asked.takes), (when, takes)
        for each, wanted in given:
            if each is not None and len(inspect.signature(each).parameters) not in (takes, wanted):
                told = "(before, step, after)" if takes == 3 else "one state"
                raise ModelError(f"{id}: a {kind.value} and its premise take {told}", *place)
        written = tuple(each for each in (function, when, *asked.beside) if each is not None)
        self.all.append(
            Declaration(
                id, kind, asked.lead + sentence, clauses, asked.condition, asked.premise, where, *place,
                written=(*written, *written_for(asked.histories)), histories=asked.histories,
            )
        )  # fmt: skip

    def _check_new(self, id: str, clauses: Iterable[str], where: Where | None, place: tuple[str, int]) -> None:
        if id == AGREEMENT:
            raise ModelError(f"{id} is what Kanly calls that views agree; choose another id", *place)
        if any(known.id == id for checks in self.model.checks for known in (*checks.all, *checks.presented)):
            raise ModelError(f"{id} is declared twice; ids are unique", *place)
        if unknown := [clause for clause in clauses if self.model.clauses and clause not in self.model.clauses]:
            raise ModelError(f"{id}: {unknown[0]} is no clause of {self.model.name}", *place)
        if where is not None and (unknown := where.mistakes(self.model)):
            raise ModelError(f"{id}: {unknown[0]}", *place)

    def _known(self) -> dict[type[Any], Remembered]:
        """The histories of the model, by class."""
        return {history: kept for checks in self.model.checks for history, kept in checks.histories.items()}

    def _asked(
        self, kind: CheckKind, id: str, function: Callable[..., Any], when: Callable[..., Any] | None
    ) -> _Lowered:
        """A law that an author wrote, as one of states and steps alone."""
        takes = kind.takes
        histories = histories_of(function, self._known())
        if not histories:
            return _Lowered(function, when)
        if kind not in _REMEMBERING:
            told = "a save has no history" if kind is CheckKind.SAVE_RULE else "it speaks of the state alone"
            raise ModelError(f"{id}: a {kind.value} takes no {histories[0].name}; {told}", *place_of(function))
        more = takes + len(histories)
        premise = None if when is None else with_histories(when, takes, histories)
        return _Lowered(with_histories(function, takes, histories), premise, takes=more, histories=histories)


def _anded(one: Where, other: Where | None) -> Where:
    return one if other is None else one & other


def declarations(model: DeclaredModel) -> tuple[Declaration, ...]:
    """Everything declared for a model, in order of declaration, and that its views agree where they have to."""
    agreeing = agreement(tuple(model.views.values()))
    declared = [declaration for checks in model.checks for declaration in checks.all]
    return (*declared, *([agreeing] if agreeing else ()))


def built_in_checks(model: DeclaredModel, clause: str) -> tuple[BuiltIn, ...]:
    """The built-in checks that hold a clause."""
    return tuple(each for checks in model.checks for each in checks.built_in.get(clause, ()))


def open_clauses(model: DeclaredModel) -> dict[str, str]:
    """The clauses that are said to be held by nothing yet, and why."""
    return {clause: why for checks in model.checks for clause, why in checks.open.items()}


def declared_for(instance: Instance) -> tuple[Declaration, ...]:
    """Everything declared for the scenario of an instance."""
    return tuple(each for each in declarations(instance.model) if each.applies_to(instance))


def applicable(instance: Instance) -> tuple[Declaration, ...]:
    """What is declared for the scenario of an instance and can be told of its states, histories where it has them."""
    return tuple(each for each in declared_for(instance) if each.is_told_by(instance))
