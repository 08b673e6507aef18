"""Which engine explores: the compiled sweep, or the rules run in Python."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...findings.bounds import Ending
from ...processes import supervision
from .mistakes import Mistake, told
from .options import Engine

if TYPE_CHECKING:
    from ....invariants import Declaration
    from ....model import Instance
    from ...findings.bounds import Bounds, Watcher
    from ...findings.outcome import Exploration
    from ...sweep.search.checkpoint import Checkpoints
    from ...trace.tracing import TracedModel

COMPILED = "kanly.explorer.sweep.answers.exploring"
"""The module whose `explore` has the arguments of `search.breadth_first.explore`, and some of its own besides."""

PREPARING = {Engine.COMPILED: "reading and compiling the rules", Engine.RUN: "running the rules"}
"""What is done before the first states are told of."""

WALKING = "kanly.explorer.sweep.answers.simulating"
"""The module whose `simulate` has the arguments of `search.simulation.simulate`, and some of its own besides."""


def is_compiled_available() -> bool:
    """Whether the compiled engine is installed."""
    return importlib.util.find_spec(COMPILED) is not None


def chosen_engine(asked: Engine | None, *, keep_graph: bool = False) -> Engine:
    """The engine to use. Raises `Mistake` when it cannot do what is asked."""
    if keep_graph:
        if asked is Engine.COMPILED:
            raise Mistake("--graph needs --engine run; the compiled engine keeps no edges")
        return Engine.RUN
    if asked is None:
        return Engine.COMPILED if is_compiled_available() else Engine.RUN
    if asked is Engine.COMPILED and not is_compiled_available():
        raise Mistake("the compiled engine is not part of this installation; use --engine run")
    return asked


@dataclass(frozen=True)
class EngineOptions:
    """How to explore, whichever engine does it; an engine passes over what it has no use for."""

    bounds: Bounds
    keep_going: bool = False
    forbid_deadlock: bool = False
    keep_graph: bool = False
    sight: int | None = None
    """How many states are compared for sight; as many as usual for None."""
    workers: int = 1
    seed: int = 0
    policy: str | None = None
    """The policy that plays all seats, if one does."""
    checkpoints: Checkpoints | None = None
    """Where a sweep is kept, and what it goes on from."""
    sample: int | None = None
    """How many states are stepped again after a sweep; as many as usual for None."""


def _in_common(options: EngineOptions) -> dict[str, Any]:
    """What every engine is told, whether it explores or plays."""
    return {
        "bounds": options.bounds,
        "keep_going": options.keep_going,
        "forbid_deadlock": options.forbid_deadlock,
    }


def explore_with(
    engine: Engine,
    instance: Instance,
    options: EngineOptions,
    *,
    declared: Sequence[Declaration] | None = None,
    traced: TracedModel | None = None,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Explore an instance with an engine; `traced` spares it to read the rules. Raises `ModelError` or `Mistake`."""
    common: dict[str, Any] = {
        **_in_common(options),
        "sight": options.sight,
        "declared": declared,
        "progress": progress,
        "stop": stop,
    }
    supervision.tell_phase(f"{PREPARING[engine]} of {instance.name}", 0)
    if engine is Engine.COMPILED:
        compiled = _loaded(COMPILED)
        if options.sample is not None:
            common["sample"] = options.sample
        common |= {"workers": options.workers, "seed": options.seed, "checkpoints": options.checkpoints}
        return _in_time(compiled.explore(instance, traced=traced, **common))
    from ...search.breadth_first import explore

    return _in_time(explore(instance, keep_graph=options.keep_graph, **common))


def simulate_with(
    engine: Engine,
    instance: Instance,
    options: EngineOptions,
    walks: int | None,
    *,
    declared: Sequence[Declaration] | None = None,
    progress: Watcher | None = None,
    stop: Callable[[], bool] | None = None,
) -> Exploration:
    """Play so many random games, as many as usual for None, with an engine. Raises `ModelError` or `Mistake`."""
    common: dict[str, Any] = {
        **_in_common(options),
        "seed": options.seed,
        "declared": declared,
        "progress": progress,
        "stop": stop,
    }
    if walks is not None:
        common["walks"] = walks
    if options.sight is not None:
        common["sight"] = options.sight
    supervision.tell_phase(f"{PREPARING[engine]} of {instance.name}", 0)
    if engine is Engine.COMPILED:
        return _in_time(_loaded(WALKING).simulate(instance, workers=options.workers, **common))
    from ...search.simulation import simulate

    return _in_time(simulate(instance, policy=options.policy, **common))


def _loaded(name: str) -> Any:
    """A module of the compiled engine."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Mistake(f"the compiled engine cannot be loaded ({told(error)}); use --engine run") from error


def _in_time(result: Exploration) -> Exploration:
    """The result, whose ending says when it was the time limit of the command that interrupted it."""
    if result.ending is Ending.INTERRUPTED and supervision.is_out_of_time():
        return replace(result, ending=Ending.TIME)
    return result
