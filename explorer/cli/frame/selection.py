"""Which model is meant: MODEL[:SCENARIO] is a bundled name, a file such as my_game.py, or package.module:attribute."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .mistakes import Mistake, told

if TYPE_CHECKING:
    from types import ModuleType

    from ....model import Instance, Model


@dataclass(frozen=True)
class Bundled:
    """A model that comes with Kanly: where it is and where its declarations are."""

    module: str
    attribute: str
    declarations: tuple[str, ...]
    short: tuple[str, ...] = ()
    """The scenarios that the gate takes when it is not asked for all; all of them when none is named."""


BUNDLED: Mapping[str, Bundled] = {
    "card-table": Bundled("kanly.model.games.card_table", "card_table", ("kanly.invariants.games.card_table",)),
    "two-phase-commit": Bundled(
        "kanly.model.games.two_phase_commit", "two_phase_commit", ("kanly.invariants.games.two_phase_commit",)
    ),
    "love-letter": Bundled(
        "kanly.model.games.love_letter", "love_letter", ("kanly.invariants.games.love_letter",), ("chapel",)
    ),
    "coup": Bundled("kanly.model.games.coup", "coup", ("kanly.invariants.games.coup",), ("aid",)),
    "dune": Bundled(
        "kanly.model.dune",
        "dune",
        ("kanly.invariants.dune",),
        ("flight", "flight-box", "terror-sabotage", "terror-robbery"),
    ),
}


@dataclass(frozen=True)
class Chosen:
    """A model and the scenario that was asked for, if any."""

    model: Model
    scenario: str | None
    source: Path | None = None
    """The file it was read from, when it is a user's."""
    attribute: str = ""
    """Its name in that file."""

    @property
    def file(self) -> Path:
        """The file that defines the model, a bundled one as well."""
        return self.source or Path(str(sys.modules[BUNDLED[self.model.name].module].__file__))

    def instance(self, settings: Sequence[str]) -> Instance:
        """The instance with parameters as given by `-p name=value`. Raises `ModelError` or `Mistake`.

        What works out the scope is judged before it runs, like a rule.
        """
        from ...judgement.subjects import judge_scope

        judge_scope(self.model, self.scenario)
        instance: Instance = self.model.instance(self.scenario, parsed_settings(settings))
        return instance


def parsed_settings(settings: Sequence[str]) -> dict[str, str]:
    """Parameters by name. Raises `Mistake` for something that is not name=value, or is given twice."""
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.strip():
            raise Mistake(f"-p {setting}: a parameter is given as name=value, such as -p cards=8")
        if name.strip() in found:
            raise Mistake(f"-p {setting}: {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found


def bundled(name: str) -> Model:
    """A model that comes with Kanly, with its declarations. Raises `Mistake`."""
    entry = BUNDLED[name]
    try:
        model: Model = getattr(importlib.import_module(entry.module), entry.attribute)
        for module in entry.declarations:
            importlib.import_module(module)
    except Exception as error:
        raise Mistake(f"the bundled model {name} cannot be loaded: {told(error)}") from error
    return model


def choose(spelled: str) -> Chosen:
    """The model that MODEL[:SCENARIO] means. Raises `Mistake`."""
    if not spelled.strip():
        raise Mistake("MODEL is empty; name a bundled model, a file such as my_game.py, or package.module:attribute")
    name, _, rest = spelled.partition(":")
    if name in BUNDLED:
        return Chosen(bundled(name), _known(bundled(name), rest, spelled))
    file, rest = _split_file(spelled)
    if file is not None:
        return _from_file(file, rest)
    if rest := spelled.partition(":")[2]:
        return _from_module(name, rest)
    known = ", ".join(BUNDLED)
    raise Mistake(f"{spelled}: no such model; bundled are {known}; or give my_game.py or package.module:attribute")


def _split_file(spelled: str) -> tuple[Path | None, str]:
    """The file and what follows it, when a file is meant."""
    before, ending, after = spelled.partition(".py:")
    if ending:
        return Path(f"{before}.py"), after
    looks_like_file = spelled.endswith(".py") or "/" in spelled or os.path.exists(spelled)
    return (Path(spelled), "") if looks_like_file else (None, "")


def _from_file(path: Path, rest: str) -> Chosen:
    """A model in a file; `rest` may name the model's attribute, the scenario, or both."""
    from .loading import load_file, models_in

    module = load_file(path)
    models = models_in(module)
    if not models:
        raise Mistake(f'{path}: there is no model; declare one with `my_game = Model("my-game", MyState, seats=Seat)`')
    first, _, second = rest.partition(":")
    if first in models:
        attribute, scenario = first, second
    elif len(models) > 1:
        raise Mistake(f"{path}: there are several models, {', '.join(models)}; name one as {path}:{next(iter(models))}")
    else:
        attribute, scenario = next(iter(models)), rest
    _check_well_formed(module, path)
    model = models[attribute]
    return Chosen(model, _known(model, scenario, f"{path}:{rest}"), path, attribute)


def _from_module(name: str, rest: str) -> Chosen:
    from ....model import Model
    from .loading import load_module

    attribute, _, scenario = rest.partition(":")
    if not all(part.isidentifier() for part in (*name.split("."), attribute)):
        raise Mistake(f"{name}:{rest}: no such model; give a file such as my_game.py, or package.module:attribute")
    module = load_module(name)
    model = getattr(module, attribute, None)
    if not isinstance(model, Model):
        raise Mistake(f"{name} has no model called {attribute}")
    source = Path(module.__file__) if module.__file__ else None
    return Chosen(model, _known(model, scenario, f"{name}:{rest}"), source, attribute)


def _check_well_formed(module: ModuleType, path: Path) -> None:
    from .wellformed import mistakes

    found = mistakes(module, path)
    if found:
        raise Mistake("\n".join(found))


def _known(model: Model, scenario: str, spelled: str) -> str | None:
    if not scenario:
        return None
    if scenario not in model.scenarios:
        known = ", ".join(model.scenarios) or "none"
        raise Mistake(f"{spelled}: {model.name} has no scenario {scenario}; it has {known}")
    return scenario
