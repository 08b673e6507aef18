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
from ..classes.records import State, View
from .actions import Action, Kind, annotation_of, parameters_of, unseen
from .declared import DeclaredModel
from .instance import Instance
from .revelations import Reveals, Withholds, parsed
from .scenarios import Scenario, Scope

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(eq=False)
class Model(DeclaredModel):
    """A game: `Model("card-table", Table, seats=Seat)`, then actions, a view and scenarios by decoration."""

    def __post_init__(self) -> None:
        if not is_subclass(self.state, State):
            raise ModelError(f"model {self.name}: {self.state!r} is not a subclass of State")
        if not is_subclass(self.seats, Enum):
            raise ModelError(f"model {self.name}: seats must be an enumeration, not {self.seats!r}")

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
    def view(self, viewer: None = None, /, *, withholds: Withholds | Iterable[Withholds] = ()) -> Callable[[F], F]: ...

    def view(
        self, viewer: F | None = None, /, *, withholds: Withholds | Iterable[Withholds] = ()
    ) -> F | Callable[[F], F]:
        """Declare what a seat is shown: `(g, seat) -> SomeView`.

        Two states of which the seat may know something different look different, but for what the view `withholds`.
        """

        def declare(given: F) -> F:
            self._declare_view(given, withholds)
            return given

        return declare if viewer is None else declare(viewer)

    def _declare_view(self, viewer: Callable[..., Any], withholds: Withholds | Iterable[Withholds]) -> None:
        file, line = place_of(viewer)
        told = viewer.__annotations__.get("return")
        shown = annotation_of(viewer, "the result", told)
        if not is_subclass(shown, View):
            raise ModelError(f"{viewer.__name__} must say which View it returns: `-> TableView`", file, line)
        if len(inspect.signature(viewer).parameters) != 2:
            raise ModelError(f"{viewer.__name__} takes the state and the seat that looks", file, line)
        if self.viewer is not None:
            raise ModelError(f"{self.name} has a view already; a model has one", file, line)
        self.viewer, self.view_class = viewer, shown
        self.withholds = parsed(withholds, Withholds, viewer, self.state)

    def scenario(
        self,
        name: str,
        *,
        scope: Scope | Callable[[Any], Scope] | None = None,
        actions: Iterable[Callable[..., Any]] | None = None,
        fixed: Mapping[str, Any] | None = None,
        uses: Fields | Iterable[Fields] | None = None,
        title: str = "",
    ) -> Callable[[F], F]:
        """Declare a scenario over its set-up, a function that turns the zero state into the first one.

        It uses all fields and parameters of the state, or those of the groups in `uses`. Other fields stay as they are
        at the beginning, other parameters cannot be given or read.
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
            )
            return setup

        return declare

    def variant(self, replace: Mapping[Callable[..., Any], Callable[..., Any]]) -> Model:
        """The same model with some rules (or the view) replaced; the declared parameters stay as they are."""
        known = {action.original for action in self.actions.values()} | {self.viewer}
        for original in replace:
            if original not in known:
                raise ModelError(f"{original.__name__} is no action of {self.name}")
        changed = {
            name: dataclasses.replace(action, rule=replace.get(action.original, action.rule))
            for name, action in self.actions.items()
        }
        viewer = self.viewer and replace.get(self.viewer, self.viewer)
        return dataclasses.replace(self, actions=changed, viewer=viewer)

    def instance(self, scenario: str | None = None, parameters: Mapping[str, object] | None = None) -> Instance:
        """The model in one scenario with its parameters fixed: what can be run, explored and proved."""
        if not self.scenarios:
            raise ModelError(f"{self.name} has no scenario; declare one with @{self.name}.scenario(...)")
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise ModelError(f"{self.name} has no scenario {name}; it has {', '.join(self.scenarios)}")
        return Instance(self, self.scenarios[name], parameters or {})
