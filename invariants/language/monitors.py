"""An instance whose states carry what laws remember: the same play, with the histories behind the state's own slots."""

# The parts of an instance are shared with the one it is made of.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...model import Accepted, BoundAction, Event, Fault, Instance, ModelError, Rejected, Slots, State
from ...model.language.base.errors import Rejection, WriteError
from ...model.language.base.termination import RUNNING, TimeLimit
from ...model.language.classes.record_domains import RecordDomain
from ...model.language.play.instance import Sent, fault_of
from ...model.language.play.rules import Emitted, recording
from ...model.language.values.cells import Cells
from .declarations import declared_for
from .histories import Remembered
from .steps import Step


@dataclass(frozen=True)
class _Silent:
    """Takes no events: a history tells nobody anything."""

    history: Remembered

    def record(self, event: Event, to: object) -> None:
        told = f"{self.history.name} sends {type(event).__name__}; a history tells nobody anything"
        raise ModelError(told, *self.history.at)


class Monitored(Instance):
    """An instance with histories. Its rules are run as those of the plain one, and so cannot see them.

    A history begins with the first state of a play, be that a start or an accepted save.
    """

    def __init__(self, plain: Instance, histories: Sequence[Remembered]) -> None:
        vars(self).update(vars(plain))  # the play is the same; only its states have more to them
        self.plain = plain
        self.histories = tuple(histories)
        more = {each.name: each.spec for each in histories}
        if len(more) < len(histories):
            name, times = Counter(each.name for each in histories).most_common(1)[0]
            raise ModelError(f"{times} histories of {plain.model.name} are called {name}; names are unique")
        self.layout = RecordDomain(plain.model.state, plain.resolver, plain.scenario.unused, more)
        self.slots = tuple(self.layout.slots(""))
        self._width = len(plain.slots)

    def bind(self, cells: Cells) -> State:
        """The state object over some cells: that of the plain instance, of which laws can ask for the histories."""
        state = self.plain.bind(cells)
        object.__setattr__(state, "_instance", self)
        return state

    def initial_states(self) -> tuple[Slots, ...]:
        """The first states, each with the histories as they begin there."""
        return tuple(map(self.begun, self.plain.initial_states()))

    def begun(self, slots: Slots) -> Slots:
        """A state of the plain instance as the first one of a play. Raises `ModelError` where a history fails."""
        first = (*slots, *[0] * (len(self.slots) - self._width))
        cells = Cells(first)
        try:
            self.begin(cells, self.state(first))
            return self.layout.coded(cells)
        except (Exception, Rejection) as error:
            raise ModelError(f"{self.name}: a history cannot begin: {fault_of(error)}") from error

    def begin(self, cells: Cells, g: Any) -> None:
        """Let the histories begin over the cells of a first state, in whichever reading."""
        for each in self.histories:
            if each.begins is not None:
                each.begins(self._value(each, cells), g)

    def take(self, slots: Slots, action: BoundAction, arguments: list[Any]) -> Accepted | Rejected | Fault:
        """Take an action, and let the histories follow it; a history that fails is a fault as a rule is."""
        outcome = self.plain.take(slots[: self._width], action, arguments)
        if not isinstance(outcome, Accepted):
            return outcome
        after = (*outcome.slots, *slots[self._width :])
        cells = Cells(after)
        try:
            with TimeLimit(RUNNING):
                step = Step(action, arguments, [emitted(sent, self) for sent in outcome.events])
                self.remember(cells, self.state(slots), step, self.state(after))
            return Accepted(self.layout.coded(cells), outcome.events)
        except Rejection as rejection:
            raise self.rejecting(str(rejection.reason)) from rejection
        except WriteError as error:
            fault = fault_of(error)
            raise ModelError(f"a history changes nothing else: {error}", fault.file, fault.line) from error
        except ModelError:
            raise
        except Exception as error:
            return fault_of(error)

    def remember(self, cells: Cells, before: Any, step: Step, after: Any) -> None:
        """Let the histories follow a step, over the cells of the state after it, in whichever reading."""
        for each in self.histories:
            restore = recording(_Silent(each))
            try:
                each.update(self._value(each, cells), before, step, after)
            finally:
                restore()

    def rejecting(self, reason: str) -> ModelError:
        """The mistake that a history is which rejects a step."""
        first = self.histories[0]
        return ModelError(f"a history rejects nothing, as one does with {reason!r}; write `if`", *first.at)

    def _value(self, history: Remembered, cells: Cells) -> Any:
        field = self.layout.fields[history.name]
        return field.domain.read(cells, field.offset)


def emitted(sent: Sent, instance: Instance) -> Emitted:
    """An event as laws about steps see it, from the record that the step left."""
    codes = instance.viewers.by_name
    return Emitted(True, sent.domain.read(Cells(sent.slots), 0), sum(1 << codes[seat] for seat in sent.seats))


def monitored(instance: Instance) -> Instance:
    """The instance with all histories that something declared for it reads; itself where there are none."""
    if isinstance(instance, Monitored):
        return instance
    histories = dict.fromkeys(history for law in declared_for(instance) for history in law.histories)
    return Monitored(instance, list(histories)) if histories else instance


def without_histories(instance: Instance) -> Instance:
    """The instance whose states are those of the model alone."""
    return instance.plain if isinstance(instance, Monitored) else instance


def that_has(instance: Instance, slots: Slots) -> Instance:
    """The instance with or without histories, whichever has these slots as a state."""
    return instance if len(slots) == len(instance.slots) else monitored(instance)
