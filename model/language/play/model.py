"""A model, as an author writes it: actions, a view and scenarios are declared by decoration."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar, overload

from ..base.errors import ModelError
from ..base.source import is_subclass, place_of
from ..classes.groups import Fields, unused
from ..classes.records import State
from .actions import Action, Kind, parameters_of, unseen
from .declared import DeclaredModel
from .instance import Instance
from .policies import checked_policy
from .revelations import Reveals, Withholds, parsed
from .scenarios import Scenario, Scope
from .viewers import check_onlookers, view_rule

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False)
class Model(DeclaredModel):
    """A game: `Model("card-table", Table, seats=Seat)`, then actions, a view and scenarios by decoration."""

    def __post_init__(self) -> None:
        if not is_subclass(self.state, State):
            raise ModelError(f"model {self.name}: {self.state!r} is not a subclass of State")
        if not is_subclass(self.seats, Enum):
            raise ModelError(f"model {self.name}: seats must be an enumeration, not {self.seats!r}")
        check_onlookers(self.name, self.seats, self.onlookers)

    @overload
    def action(self, rule: F, /) -> F: ...

    @overload
    def action(self, rule: None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> Callable[[F], F]: ...

    def action(self, rule: F | None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> F | Callable[[F], F]:
        """Declare an action that a seat takes: its first parameter after the state is that seat.

        `reveals` says what it tells seats on purpose, beyond its arguments and its events.
        """
        return self._declaring(Kind.SEAT, rule, reveals)

    @overload
    def chance(self, rule: F, /) -> F: ...

    @overload
    def chance(self, rule: None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> Callable[[F], F]: ...

    def chance(self, rule: F | None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> F | Callable[[F], F]:
        """Declare an action of nature."""
        return self._declaring(Kind.CHANCE, rule, reveals)

    @overload
    def automatic(self, rule: F, /) -> F: ...

    @overload
    def automatic(self, rule: None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> Callable[[F], F]: ...

    def automatic(self, rule: F | None = None, /, *, reveals: Reveals | Iterable[Reveals] = ()) -> F | Callable[[F], F]:
        """Declare an action that the table takes by itself to settle something."""
        return self._declaring(Kind.AUTOMATIC, rule, reveals)

    def _declaring(self, kind: Kind, rule: F | None, reveals: Reveals | Iterable[Reveals]) -> F | Callable[[F], F]:
        def declare(given: F) -> F:
            self._declare(given, kind, reveals)
            return given

        return declare if rule is None else declare(rule)

    def _declare(self, rule: Callable[..., Any], kind: Kind, reveals: Reveals | Iterable[Reveals]) -> None:
        file, line = place_of(rule)
        if inspect.isgeneratorfunction(rule) or inspect.iscoroutinefunction(rule):
            raise ModelError(f"{rule.__name__} is a generator or a coroutine; a rule is a plain function", file, line)
        if rule.__name__ in self.actions:
            raise ModelError(f"the action {rule.__name__} is declared twice; names are unique", file, line)
        parameters = parameters_of(rule, self.state)
        if kind is Kind.SEAT and (not parameters or parameters[0].content is not self.seats):
            raise ModelError(
                f"{rule.__name__}: an action of a seat names it first, `(g: {self.state.__name__}, seat: "
                f"{self.seats.__name__}, ...)`; use @{self.name}.chance or .automatic for the others",
                file,
                line,
            )
        revelations = parsed(reveals, Reveals, rule, self.state)
        told = [(each.name, each.seen_by) for each in parameters] + [(each.what, each.to) for each in revelations]
        for name, seen_by in told:
            if fault := unseen(seen_by, kind, parameters, self.seats):
                raise ModelError(f"{rule.__name__}: who sees {name}: {fault}", file, line)
        self.actions[rule.__name__] = Action(rule.__name__, kind, rule, parameters, file, line, rule, revelations)

    @overload
    def view(self, viewer: F, /) -> F: ...

    @overload
    def view(
        self, viewer: None = None, /, *, withholds: Withholds | Iterable[Withholds] = (),
        uses: Fields | Iterable[Fields] | None = None,
    ) -> Callable[[F], F]: ...  # fmt: skip

    def view(
        self, viewer: F | None = None, /, *, withholds: Withholds | Iterable[Withholds] = (),
        uses: Fields | Iterable[Fields] | None = None,
    ) -> F | Callable[[F], F]:  # fmt: skip
        """Declare what those are shown who look: `(g, seat: Seat) -> SomeView`.

        The annotation says who looks: the seats, onlookers, or both (`Seat | Onlooker`). Whoever has several views is
        shown all of them, and fields of one name say the same in each. Two states of which the viewer may know
        something different look different in one of them, but for what they withhold. A view that `uses` groups of
        fields is there in the scenarios that use all of these fields.
        """

        def declare(given: F) -> F:
            self._declare_view(given, withholds, uses)
            return given

        return declare if viewer is None else declare(viewer)

    def _declare_view(
        self, viewer: Callable[..., Any], withholds: Withholds | Iterable[Withholds],
        uses: Fields | Iterable[Fields] | None,
    ) -> None:  # fmt: skip
        if viewer.__name__ in self.views:
            raise ModelError(f"the view {viewer.__name__} is declared twice; names are unique", *place_of(viewer))
        self.views[viewer.__name__] = view_rule(viewer, withholds, uses, self.state, (self.seats, *self.looking_on))

    def policy(self, name: str) -> Callable[[F], F]:
        """Declare how a seat may be played: `(shown: Mapping[str, View], seat, offers, chance) -> Offer`.

        It is given what the seat is shown, by the names of the views, what it is offered, and a source of chance.
        """

        def declare(policy: F) -> F:
            if name in self.policies:
                raise ModelError(f"{self.name} has a policy {name} already; names are unique", *place_of(policy))
            self.policies[name] = checked_policy(policy)
            return policy

        return declare

    def panel(self, rule: F) -> F:
        """Declare the text for people that `kanly show` makes: `(shown: Mapping[str, View], viewer: Seat) -> str`.

        It is given what the viewer is shown, by the names of the views, and nothing else.
        """
        if self.panel_rule is not None:
            raise ModelError(f"{self.name} has a panel already, {self.panel_rule.__name__}", *place_of(rule))
        if len(inspect.signature(rule).parameters) != 2:
            raise ModelError(f"{rule.__name__} takes what is shown, by view, and who looks", *place_of(rule))
        self.panel_rule = rule
        return rule

    def scenario(
        self,
        name: str,
        *,
        scope: Scope | Callable[[Any], Scope] | None = None,
        actions: Iterable[Callable[..., Any]] | None = None,
        fixed: Mapping[str, Any] | None = None,
        uses: Fields | Iterable[Fields] | None = None,
        title: str = "",
        unswept: str = "",
    ) -> Callable[[F], F]:
        """Declare a scenario over its set-up, a function that turns the zero state into the first one.

        It uses all fields and parameters of the state, or those of the groups in `uses`. Other fields stay as they are
        at the beginning, other parameters cannot be given or read. `unswept` says why `kanly gate` proves it and does
        not visit all its states, as where there are too many.
        """

        def declare(setup: F) -> F:
            where = place_of(setup)
            if name in self.scenarios:
                raise ModelError(f"the scenario {name} is declared twice; names are unique", *where)
            left_out = unused(self.state, uses, where)
            for parameter in fixed or {}:
                if parameter not in self.state.parameters:
                    raise ModelError(f"scenario {name} fixes {parameter}, which is no parameter of the model", *where)
                if parameter in left_out:
                    raise ModelError(f"scenario {name} fixes {parameter}, which no group in `uses` names", *where)
            self.scenarios[name] = Scenario(
                name,
                title or (setup.__doc__ or "").strip().split("\n")[0],
                setup,
                parameters_of(setup, self.state),
                scope or {},
                None if actions is None else tuple(actions),
                dict(fixed or {}),
                left_out,
                unswept,
            )
            return setup

        return declare

    def variant(self, replace: Mapping[Callable[..., Any], Callable[..., Any]]) -> Model:
        """The same model with some rules or views replaced; the declared parameters stay as they are."""
        known = {each.original for each in (*self.actions.values(), *self.views.values())}
        for original in replace:
            if original not in known:
                raise ModelError(f"{original.__name__} is no action or view of {self.name}")
        changed = {
            name: dataclasses.replace(action, rule=replace.get(action.original, action.rule))
            for name, action in self.actions.items()
        }
        views = {
            name: dataclasses.replace(view, rule=replace.get(view.original, view.rule))
            for name, view in self.views.items()
        }
        return dataclasses.replace(self, actions=changed, views=views)

    def instance(self, scenario: str | None = None, parameters: Mapping[str, object] | None = None) -> Instance:
        """The model in one scenario with its parameters fixed: what can be run, explored and proved."""
        if not self.scenarios:
            raise ModelError(f"{self.name} has no scenario; declare one with @{self.name}.scenario(...)")
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise ModelError(f"{self.name} has no scenario {name}; it has {', '.join(self.scenarios)}")
        return Instance(self, self.scenarios[name], parameters or {})
