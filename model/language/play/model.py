"""A model: its state class, who sits at the table, its actions, its views and the scenarios it is explored in."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ..base.errors import ModelError
from ..base.source import author_frame, is_subclass, meaning, place_of
from ..classes.annotations import compare
from ..classes.fields import ACTOR, EVERYONE, NOBODY, HeldBy, Resolver, SeenBy, Spec
from ..classes.groups import Fields, unused
from ..classes.records import State, View
from ..values.scalars import ScalarDomain

if TYPE_CHECKING:
    from .instance import Instance

F = TypeVar("F", bound=Callable[..., Any])

Scope: TypeAlias = Mapping[type[Any], Iterable[Any]]
"""Which members of which enumerations take part."""


@dataclass(frozen=True)
class Argument:
    """How a parameter of an action is decided and who may know it: `Chance(...)` or `Secret(...)`."""

    content: Any
    by_chance: bool
    seen_by: SeenBy


def Chance(content: Any = None, *, seen_by: SeenBy = EVERYONE) -> Any:
    """An argument decided by nature, such as the card that is drawn; the annotation or a specifier is its domain."""
    return Argument(content, by_chance=True, seen_by=seen_by)


def Secret(content: Any = None, *, seen_by: SeenBy = ACTOR) -> Any:
    """An argument that the actor chooses and not everybody learns."""
    return Argument(content, by_chance=False, seen_by=seen_by)


class Kind(Enum):
    """Who takes an action."""

    SEAT = "a seat"
    CHANCE = "chance"
    AUTOMATIC = "automatic"


@dataclass(frozen=True)
class ParameterDeclaration:
    """One declared parameter of an action or a set-up."""

    name: str
    content: Any
    by_chance: bool
    seen_by: SeenBy


@dataclass(frozen=True)
class Action:
    """A declared action: the rule, who takes it and what has to be decided to take it."""

    name: str
    kind: Kind
    rule: Callable[..., Any]
    parameters: tuple[ParameterDeclaration, ...]
    file: str
    line: int
    original: Callable[..., Any]
    """The rule that was declared; differs from `rule` in a variant."""


@dataclass(frozen=True)
class Scenario:
    """A start and a scope: which members take part, which actions are possible, and how the table is set up."""

    name: str
    title: str
    setup: Callable[..., Any]
    parameters: tuple[ParameterDeclaration, ...]
    scope: Scope | Callable[[Any], Scope]
    actions: tuple[Callable[..., Any], ...] | None
    fixed: Mapping[str, Any]
    unused: frozenset[str] = frozenset()
    """Fields of the state that no group of the scenario names: they stay as they are at the very beginning."""


def _names_for(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The names that annotations of a rule may use: those of its module, and those nearby."""
    return {**inspect.unwrap(function).__globals__, **author_frame().f_locals}


def _annotation(function: Callable[..., Any], name: str, annotation: Any) -> Any:
    return meaning(annotation, _names_for(function), f"{function.__name__}, {name}", place_of(function))


def _parameters(function: Callable[..., Any], state: type[State]) -> tuple[ParameterDeclaration, ...]:
    """The declared parameters after the state. Raises `ModelError` with the place of the mistake."""
    where = place_of(function)
    name = function.__name__
    given = list(inspect.signature(function).parameters.values())
    if not given:
        raise ModelError(f"{name} takes no state; its first parameter is `g: {state.__name__}`", *where)
    first = given[0].annotation
    if first not in (inspect.Parameter.empty, state, state.__name__):
        told = _annotation(function, given[0].name, first)
        if told is not Any and not (is_subclass(told, State) and issubclass(state, told)):
            raise ModelError(f"{name}: the first parameter is the state, `{given[0].name}: {state.__name__}`", *where)
    return tuple(_parameter(function, parameter) for parameter in given[1:])


def _parameter(function: Callable[..., Any], given: inspect.Parameter) -> ParameterDeclaration:
    where = place_of(function)
    label = f"{function.__name__}: {given.name}"
    if given.kind is not inspect.Parameter.POSITIONAL_OR_KEYWORD:
        raise ModelError(f"{label} must be an ordinary parameter, without * or /", *where)
    default = given.default
    argument = default if isinstance(default, Argument) else Argument(None, by_chance=False, seen_by=EVERYONE)
    content = default if isinstance(default, Spec) else argument.content
    if content is None:
        if given.annotation is inspect.Parameter.empty:
            raise ModelError(f"{label} needs an annotation, such as `{given.name}: Card`", *where)
        content = _annotation(function, given.name, given.annotation)
    if not (isinstance(content, Spec) or content is bool or is_subclass(content, Enum)):
        raise ModelError(
            f"{label} could be anything; annotate it with an enumeration or bool, or give a specifier, such as "
            f"`{given.name}: int = Int(1, 4)`",
            *where,
        )
    if given.annotation is not inspect.Parameter.empty:
        meant = content.worth if isinstance(content, Spec) else content
        compare(label, given.name, given.annotation, meant, _names_for(function), where)
    return ParameterDeclaration(given.name, content, argument.by_chance, argument.seen_by)


def _applies(seen_by: SeenBy, kind: Kind) -> bool:
    """Whether an argument of an action of that kind can be seen by these."""
    if seen_by is ACTOR:
        return kind is Kind.SEAT
    return seen_by is EVERYONE or seen_by is NOBODY or (callable(seen_by) and not isinstance(seen_by, HeldBy))


@dataclass(eq=False)
class Model:
    """A game: `Model("card-table", Table, seats=Seat)`, then actions, a view and scenarios by decoration."""

    name: str
    state: type[State]
    seats: type[Enum]
    title: str = ""
    clauses: Mapping[str, str] = field(default_factory=dict[str, str])
    actions: dict[str, Action] = field(default_factory=dict[str, Action])
    scenarios: dict[str, Scenario] = field(default_factory=dict[str, Scenario])
    viewer: Callable[..., View] | None = None
    view_class: type[View] | None = None
    checks: list[Any] = field(default_factory=list[Any])
    """What must hold, as `kanly.invariants` declares it; a variant shares it with its original."""

    def __post_init__(self) -> None:
        if not is_subclass(self.state, State):
            raise ModelError(f"model {self.name}: {self.state!r} is not a subclass of State")
        if not is_subclass(self.seats, Enum):
            raise ModelError(f"model {self.name}: seats must be an enumeration, not {self.seats!r}")

    def action(self, rule: F) -> F:
        """Declare an action that a seat takes: its first parameter after the state is that seat."""
        declared = self._declare(rule, Kind.SEAT)
        if not declared.parameters or declared.parameters[0].content is not self.seats:
            raise ModelError(
                f"{rule.__name__}: an action of a seat names it first, `(g: {self.state.__name__}, seat: "
                f"{self.seats.__name__}, ...)`; use @{self.name}.chance or .automatic for the others",
                declared.file,
                declared.line,
            )
        return rule

    def chance(self, rule: F) -> F:
        """Declare an action of nature."""
        self._declare(rule, Kind.CHANCE)
        return rule

    def automatic(self, rule: F) -> F:
        """Declare an action that the table takes by itself to settle something."""
        self._declare(rule, Kind.AUTOMATIC)
        return rule

    def _declare(self, rule: Callable[..., Any], kind: Kind) -> Action:
        file, line = place_of(rule)
        if inspect.isgeneratorfunction(rule) or inspect.iscoroutinefunction(rule):
            raise ModelError(f"{rule.__name__} is a generator or a coroutine; a rule is a plain function", file, line)
        if rule.__name__ in self.actions:
            raise ModelError(f"the action {rule.__name__} is declared twice; names are unique", file, line)
        action = Action(rule.__name__, kind, rule, _parameters(rule, self.state), file, line, rule)
        for parameter in action.parameters:
            if not _applies(parameter.seen_by, kind):
                told = "EVERYONE, NOBODY, a rule or, where a seat acts, ACTOR"
                raise ModelError(f"{rule.__name__}: {parameter.name} can be seen by {told}", file, line)
        self.actions[rule.__name__] = action
        return action

    def view(self, viewer: F) -> F:
        """Declare what a seat is shown: `(g, seat) -> SomeView`."""
        file, line = place_of(viewer)
        told = viewer.__annotations__.get("return")
        shown = _annotation(viewer, "the result", told)
        if not is_subclass(shown, View):
            raise ModelError(f"{viewer.__name__} must say which View it returns: `-> TableView`", file, line)
        if len(inspect.signature(viewer).parameters) != 2:
            raise ModelError(f"{viewer.__name__} takes the state and the seat that looks", file, line)
        if self.viewer is not None:
            raise ModelError(f"{self.name} has a view already; a model has one", file, line)
        self.viewer, self.view_class = viewer, shown
        return viewer

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

        It uses all fields of the state, or those of the groups in `uses`: the others stay as they are at the beginning.
        """

        def declare(setup: F) -> F:
            where = place_of(setup)
            if name in self.scenarios:
                raise ModelError(f"the scenario {name} is declared twice; names are unique", *where)
            for parameter in fixed or {}:
                if parameter not in self.state.parameters:
                    raise ModelError(f"scenario {name} fixes {parameter}, which is no parameter of the model", *where)
            self.scenarios[name] = Scenario(
                name,
                title or (setup.__doc__ or "").strip().split("\n")[0],
                setup,
                _parameters(setup, self.state),
                scope or {},
                None if actions is None else tuple(actions),
                dict(fixed or {}),
                unused(self.state, uses, where),
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

    def parsed_parameters(self, given: Mapping[str, object], scenario: Scenario) -> dict[str, Any]:
        """The value of every parameter of a scenario: as given, else as the scenario fixes it, else the default."""
        declared = self.state.parameters
        own = [name for name, spec in declared.items() if scenario.name in (spec.scenarios or (scenario.name,))]
        for name in given:
            if name in declared and name not in own:
                which = ", ".join(declared[name].scenarios)
                raise ModelError(f"{self.name}:{scenario.name} has no parameter {name}; {which} has it")
            if name not in own:
                raise ModelError(f"{self.name} has no parameter {name}; it has {', '.join(own) or 'none'}")
        values = {name: declared[name].default for name in own}
        return {
            name: declared[name].parsed(name, value) for name, value in {**values, **scenario.fixed, **given}.items()
        }

    def resolver(self, scenario: Scenario, parameters: Mapping[str, Any]) -> Resolver:
        """The scope of a scenario. Raises `ModelError` for members that the enumeration does not have."""
        asked = scenario.scope(SimpleNamespace(**parameters)) if callable(scenario.scope) else scenario.scope
        scope: dict[type[Enum], tuple[Enum, ...]] = {}
        enumeration: type[Enum]
        for enumeration, members in asked.items():
            wanted = list(members)
            if strangers := [member for member in wanted if not isinstance(member, enumeration)]:
                raise ModelError(
                    f"scenario {scenario.name}: {strangers[0]!r} is no member of {enumeration.__name__}",
                    *place_of(scenario.setup),
                )
            scope[enumeration] = tuple(member for member in enumeration if member in wanted)
        for name, spec in self.state.parameters.items():
            if spec.members_of is not None and name in parameters:
                available = scope.get(spec.members_of, tuple(spec.members_of))
                if parameters[name] > len(available):
                    told = f"{len(available)} members of {spec.members_of.__name__} in scope"
                    message = f"scenario {scenario.name} has {told}; {name} = {parameters[name]} is too many"
                    raise ModelError(message, *place_of(scenario.setup))
                scope[spec.members_of] = available[: parameters[name]]
        return Resolver(scope, self.state, scenario.unused)

    def instance(self, scenario: str | None = None, parameters: Mapping[str, object] | None = None) -> Instance:
        """The model in one scenario with its parameters fixed: what can be run, explored and proved."""
        from .instance import Instance

        if not self.scenarios:
            raise ModelError(f"{self.name} has no scenario; declare one with @{self.name}.scenario(...)")
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise ModelError(f"{self.name} has no scenario {name}; it has {', '.join(self.scenarios)}")
        return Instance(self, self.scenarios[name], parameters or {})


@dataclass(frozen=True)
class BoundParameter:
    """A parameter of an action with its domain in scope."""

    name: str
    domain: ScalarDomain
    by_chance: bool
    seen_by: SeenBy


def bound(declared: ParameterDeclaration, rule: Callable[..., Any], resolver: Resolver) -> BoundParameter:
    """A declared parameter in a scope. Raises `ModelError` unless its domain is a scalar."""
    where = place_of(rule)
    domain = resolver.domain(declared.content, where)
    if not isinstance(domain, ScalarDomain):
        raise ModelError(
            f"{rule.__name__}: {declared.name} is {domain!r}; arguments are numbers, truth values or members", *where
        )
    return BoundParameter(declared.name, domain, declared.by_chance, declared.seen_by)
