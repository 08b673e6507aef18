"""An instance: a model in one scenario with its parameters fixed. Here rules are run, and their meaning is defined."""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..base.errors import DomainError, ModelError, Rejection, SaveError
from ..base.source import is_subclass, place_of, reached_from
from ..base.strict_json import parsed
from ..base.termination import RUNNING, TimeLimit, keep_watch
from ..classes.records import Event, State, View
from ..terms.terms import Term
from ..values.cells import Cells, SealedCells
from ..values.domain import SlotInfo, misfit
from .actions import Action, BoundParameter, Kind, bound
from .declared import DeclaredModel
from .knowledge import Known, check_sight, entitled, entries
from .outcomes import Accepted, Fault, Rejected, Sent, Slots, fault_of, rejected
from .revelations import Withholds, check_fields, check_scenarios
from .rules import Emitted, recording
from .scenarios import Scenario
from .unread import combinations
from .viewers import Viewers, ViewRule, check_fields_shown

Codes: TypeAlias = tuple[int, ...]
"""The arguments of an action, one code each."""

_put = object.__setattr__
"""Sets what the language keeps in a record for itself; the check for undeclared fields is there for rules."""


class BoundAction:
    """An action in scope: all the ways to take it can be listed."""

    def __init__(self, action: Action, index: int, instance: Instance) -> None:
        self.action = action
        self.name = action.name
        self.kind = action.kind
        self.rule = action.rule
        self.index = index
        self.parameters: tuple[BoundParameter, ...] = tuple(
            bound(declared, action.rule, instance.resolver) for declared in action.parameters
        )
        self.domains = tuple(parameter.domain for parameter in self.parameters)
        self.reveals = tuple(
            each for each in action.reveals if each.what.partition(".")[0] not in instance.scenario.unused
        )

    def instances(self) -> Iterator[Codes]:
        """Every combination of arguments, the last one fastest."""
        return itertools.product(*(range(parameter.domain.count) for parameter in self.parameters))

    def arguments(self, codes: Codes) -> list[Any]:
        """The values behind argument codes."""
        return [parameter.domain.decode(code) for parameter, code in zip(self.parameters, codes, strict=True)]

    def named(self, codes: Codes) -> dict[str, object]:
        """The arguments as JSON data by name."""
        pairs = zip(self.parameters, codes, strict=True)
        return {parameter.name: parameter.domain.dump_code(code) for parameter, code in pairs}

    def describe(self, codes: Codes) -> str:
        """The action as a person writes it: `draw(seat=ANN, card=C1)`."""
        pairs = zip(self.parameters, codes, strict=True)
        told = ", ".join(f"{parameter.name}={parameter.domain.told(code)}" for parameter, code in pairs)
        return f"{self.name}({told})" if told else self.name

    def __repr__(self) -> str:
        return f"<action {self.name}>"


class _Log:
    """Takes the events of one running step."""

    __slots__ = ("instance", "sent")

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.sent: list[Sent] = []

    def record(self, event: Event, to: object) -> None:
        domain = self.instance.resolver.record(type(event))
        slots: Slots = domain.coded(domain.encoded(event, Cells))
        mask = int(self.instance.recipients(to))
        told = tuple(name for name, code in self.instance.viewers.by_name.items() if mask >> code & 1)
        self.sent.append(Sent(type(event).__name__, slots, told, domain))


class Instance:
    """A model in one scenario: layout of the state, actions, first states, and what each step does."""

    def __init__(self, model: DeclaredModel, scenario: Scenario, given: Mapping[str, object]) -> None:
        keep_watch()
        self.model = model
        self.scenario = scenario
        self.parameters = model.parsed_parameters(given, scenario)
        self.given = dict(given)
        self.resolver = model.resolver(scenario, self.parameters)
        self.layout = self.resolver.record(model.state)
        check_sight(self.layout, model.state, model.seats)
        self.seats = self.resolver.members(model.seats)
        self.viewers = Viewers(self.seats, [self.resolver.members(each) for each in model.looking_on])
        self.slots: tuple[SlotInfo, ...] = tuple(self.layout.slots(""))
        unused = [field for name, field in self.layout.fields.items() if name in scenario.unused]
        self._unused: tuple[int, ...] = tuple(
            field.offset + index for field in unused for index in range(field.domain.width)
        )
        chosen = self._chosen_actions()
        self.actions: tuple[BoundAction, ...] = tuple(
            BoundAction(action, index, self) for index, action in enumerate(chosen)
        )
        for action in chosen:
            check_fields(action.reveals, self.layout, action.rule)
            check_scenarios(action.reveals, model.scenarios, action.rule)
        for view in self.views:
            check_fields(view.withholds, self.layout, view.original)
            check_scenarios(view.withholds, model.scenarios, view.original)
        check_fields_shown(self.views, self.resolver)
        for named in reached_from([scenario.setup, *(action.rule for action in chosen)]):
            if is_subclass(named, Event):
                self.resolver.record(named)

    @property
    def views(self) -> tuple[ViewRule, ...]:
        """The views of the scenario: those of the model for which it uses the fields."""
        return tuple(view for view in self.model.views.values() if view.needs.isdisjoint(self.scenario.unused))

    @property
    def name(self) -> str:
        """`model:scenario`."""
        return f"{self.model.name}:{self.scenario.name}"

    def _chosen_actions(self) -> list[Action]:
        wanted = self.scenario.actions
        if wanted is None:
            return list(self.model.actions.values())
        known = {action.original for action in self.model.actions.values()}
        for rule in wanted:
            if rule not in known:
                raise ModelError(f"scenario {self.scenario.name}: {rule.__name__} is no action of {self.model.name}")
        return [action for action in self.model.actions.values() if action.original in wanted]

    def action(self, name: str) -> BoundAction:
        """The action of that name. Raises `ModelError`."""
        for action in self.actions:
            if action.name == name:
                return action
        known = ", ".join(action.name for action in self.actions)
        raise ModelError(f"{self.name} has no action {name}; it has {known}")

    def __str__(self) -> str:
        return self.name

    def bind(self, cells: Cells) -> State:
        """The state object that rules see, over some cells."""
        state = object.__new__(self.model.state)
        _put(state, "_domain", self.layout)
        _put(state, "_cells", cells)
        _put(state, "_address", 0)
        _put(state, "_instance", self)
        return state

    def state(self, slots: Slots) -> Any:
        """A state object for reading. Changing it raises `WriteError`."""
        return self.bind(SealedCells(slots))

    def recipients(self, to: object) -> int | Term:
        """The mask of the viewers, by number, that `emit(..., to=...)` names."""
        return self.viewers.mask(to)

    def initial_states(self) -> tuple[Slots, ...]:
        """The first states: one for each combination of the set-up's parameters that it does not reject."""
        parameters = [bound(each, self.scenario.setup, self.resolver) for each in self.scenario.parameters]
        found: dict[Slots, None] = {}
        for codes in itertools.product(*(range(parameter.domain.count) for parameter in parameters)):
            arguments = [parameter.domain.decode(code) for parameter, code in zip(parameters, codes, strict=True)]
            outcome = self.run(self.scenario.setup, (0,) * len(self.slots), arguments)
            if isinstance(outcome, Fault):
                raise ModelError(f"{self.name}: the set-up fails with {outcome}")
            if isinstance(outcome, Accepted):
                found[outcome.slots] = None
        if not found:
            raise ModelError(f"{self.name}: the set-up rejects every way to begin")
        return tuple(found)

    def run(self, rule: Callable[..., Any], slots: Slots, arguments: list[Any]) -> Accepted | Rejected | Fault:
        """Run any rule on a state. Raises `ModelError` where the rule uses what is not well formed."""
        cells = Cells(slots)
        log = _Log(self)
        restore = recording(log)
        try:
            with TimeLimit(RUNNING):
                self.perform(rule, self.bind(cells), arguments)
            after = self._left(cells, rule)
        except Rejection as rejection:
            return rejected(str(rejection.reason))
        except ModelError:
            raise
        except Exception as error:
            return fault_of(error)
        finally:
            restore()
        return Accepted(after, tuple(log.sent))

    def perform(self, rule: Callable[..., Any], state: State, arguments: Sequence[Any]) -> None:
        """Let a rule change a state, in whichever reading.

        Raises what the rule raises, and `DomainError` for a change of a field that the scenario leaves unused.
        """
        rule(state, *arguments)
        cells = state._cells
        for index in self._unused:
            if cells[index] != 0:
                told = f"{self.slots[index].path}: the scenario {self.scenario.name} leaves this field unused"
                raise DomainError(told, at=place_of(rule))

    def _left(self, cells: Cells, rule: Callable[..., Any]) -> Slots:
        """The codes that a rule leaves. Raises `DomainError` for one that its slot cannot hold."""
        try:
            return self.layout.coded(cells)
        except DomainError as error:
            raise DomainError(str(error), at=place_of(rule)) from None

    def refuse_misfits(self, cells: Cells, rule: Callable[..., Any]) -> None:
        """Raise `DomainError` where a rule that is read leaves in a slot what it cannot hold."""
        try:
            self.layout.refuse_misfits(cells)
        except DomainError as error:
            raise DomainError(str(error), at=place_of(rule)) from None

    def step(self, slots: Slots, action: BoundAction, codes: Codes) -> Accepted | Rejected | Fault:
        """Take an action in a state."""
        return self.take(slots, action, action.arguments(codes))

    def take(self, slots: Slots, action: BoundAction, arguments: list[Any]) -> Accepted | Rejected | Fault:
        """Take an action with these arguments, which may be read only as far as the rule asks for them."""
        return self.run(action.rule, slots, arguments)

    def successors(self, slots: Slots) -> Iterator[tuple[BoundAction, Codes, Accepted | Fault]]:
        """Every action that is possible in a state, in the order of declaration and of arguments."""
        for action in self.actions:
            for codes, outcome in self.successors_by(slots, action):
                yield action, codes, outcome

    def successors_by(self, slots: Slots, action: BoundAction) -> list[tuple[Codes, Accepted | Fault]]:
        """Every way in which an action is possible in a state, in the order of its arguments."""
        return combinations(
            action.domains,
            lambda arguments: self.take(slots, action, arguments),
            lambda outcome: not isinstance(outcome, Rejected),
        )

    def settle(self, slots: Slots, most: int = 1000) -> Slots:
        """Take automatic actions until none changes anything. Raises `ModelError` after `most` steps."""
        automatic = [action for action in self.actions if action.kind is Kind.AUTOMATIC]
        for _ in range(most):
            ways = ((action, codes) for action in automatic for codes in action.instances())
            outcomes = (self.step(slots, action, codes) for action, codes in ways)
            accepted = (outcome.slots for outcome in outcomes if isinstance(outcome, Accepted))
            following = next((after for after in accepted if after != slots), None)
            if following is None:
                return slots
            slots = following
        raise ModelError(f"{self.name}: automatic actions did not settle within {most} steps")

    def views_of(self, viewer: Any) -> tuple[ViewRule, ...]:
        """The views that a seat or an onlooker is shown, in the order of declaration."""
        return tuple(view for view in self.views if type(viewer) in view.looking)

    def withheld_from(self, viewer: Any) -> tuple[Withholds, ...]:
        """What the views of a seat or an onlooker leave out on purpose, of the fields that the scenario uses."""
        unused = self.scenario.unused
        declared = (each for view in self.views_of(viewer) for each in view.withholds)
        return tuple(each for each in declared if each.what.partition(".")[0] not in unused)

    def view(self, slots: Slots, viewer: Any, name: str | None = None) -> View:
        """What a seat or an onlooker is shown, by the first of its views or by that of a name."""
        for view in self.views_of(viewer):
            if name in (None, view.name):
                with TimeLimit(RUNNING):
                    return view.rule(self.state(slots), viewer)
        raise self._has_no_view(viewer, name)

    def _has_no_view(self, viewer: Any, name: str | None = None) -> ModelError:
        told = f"view {name}" if name else "view"
        return ModelError(f"{self.model.name} has no {told} for {viewer!r}; declare one with @{self.model.name}.view")

    def panel(self, slots: Slots, viewer: Any) -> str | None:
        """The text that the model makes of what a seat or an onlooker is shown; None if it has no panel."""
        return None if self.model.panel_rule is None else self.panel_of(self.shown(slots, viewer), viewer)

    def panel_of(self, shown: Mapping[str, View], viewer: Any) -> str:
        """The text that the model makes of some views."""
        if self.model.panel_rule is None:
            raise ModelError(f"{self.model.name} declares no panel; declare one with @{self.model.name}.panel")
        with TimeLimit(RUNNING):
            told = self.model.panel_rule(shown, viewer)
        if not isinstance(told, str):
            raise ModelError(f"a panel is a text, not {told!r}", *place_of(self.model.panel_rule))
        return told

    def shown(self, slots: Slots, viewer: Any) -> dict[str, View]:
        """What a seat or an onlooker is shown, by the names of the views: values that lead to nothing else."""
        return self.shown_by(self.view_slots(slots, viewer), viewer) if self.views_of(viewer) else {}

    def shown_by(self, codes: Slots, viewer: Any) -> dict[str, View]:
        """What a seat or an onlooker is shown by codes, as `view_slots` gives them."""
        cells, at, found = Cells(codes), 0, dict[str, View]()
        for each in self.views_of(viewer):
            layout = self.resolver.record(each.shown)
            found[each.name] = layout.read(cells, at)
            at += layout.width
        return found

    def view_slots(self, slots: Slots, viewer: Any) -> Slots:
        """What a seat or an onlooker is shown, by all of its views, as codes: equal exactly when these are."""
        views = self.views_of(viewer)
        if not views:
            raise self._has_no_view(viewer)
        return tuple(code for view in views for code in self._codes_shown(view, slots, viewer))

    def described_views(self, slots: Slots, viewer: Any) -> dict[str, str]:
        """What a seat or an onlooker is shown, as readable values by path; behind the view's name if it has several."""
        views, found = self.views_of(viewer), dict[str, str]()
        for view in views:
            cells = Cells(self._codes_shown(view, slots, viewer))
            found |= dict(self.resolver.record(view.shown).show(cells, 0, view.name if len(views) > 1 else ""))
        return found

    def _codes_shown(self, view: ViewRule, slots: Slots, viewer: Any) -> Slots:
        layout, shown = self.resolver.record(view.shown), self.view(slots, viewer, view.name)
        try:
            return layout.coded(layout.encoded(shown, Cells))
        except DomainError as error:
            raise DomainError(str(error), at=place_of(view.rule)) from None

    def knowledge(self, slots: Slots, seat: Any) -> Slots:
        """What a seat or an onlooker is entitled to know, as codes."""
        with TimeLimit(RUNNING):
            return tuple(map(int, entitled(self.layout, self.state(slots), seat)))

    def entries(self, slots: Slots, seat: Any) -> list[Known]:
        """What a seat is entitled to know, each code with what it tells of."""
        with TimeLimit(RUNNING):
            return [known._replace(code=int(known.code)) for known in entries(self.layout, self.state(slots), seat)]

    def to_json(self, slots: Slots) -> str:
        """The state as a save."""
        return json.dumps(self.layout.dump(Cells(slots), 0), indent=2)

    def from_json(self, text: str | bytes) -> Slots:
        """The state of a save. Raises `SaveError` unless it is complete, in range and canonical.

        A field that the scenario leaves unused may be missing, as in a save from before the model had it.
        """
        try:
            codes = self.layout.load(parsed(text), "$")
        except RecursionError:
            raise SaveError("$", "nested too deeply") from None
        slot = misfit(codes, self.layout.counts)
        if slot is None:
            slots = tuple(map(int, codes))
            canonical = self.canonical(slots)
            if slots == canonical:
                return slots
            slot = next(at for at, code in enumerate(slots) if code != canonical[at])
        domain = self.layout.innermost(slot)
        told = f"expected a value of {domain!r}; {type(domain).__name__}.load takes what is none"
        raise SaveError(f"$.{self.slots[slot].path}", told)

    def canonical(self, slots: Slots) -> Slots:
        """The state with every slot that carries no meaning zeroed."""
        cells = Cells(slots)
        self.layout.canonicalise(cells, 0, True)
        return tuple(map(int, cells))

    def describe(self, slots: Slots) -> dict[str, str]:
        """Readable values by path."""
        return dict(self.layout.show(Cells(slots), 0, ""))


__all__ = ["Accepted", "BoundAction", "Codes", "Emitted", "Fault", "Instance", "Rejected", "Sent", "Slots", "fault_of"]
