"""`kanly simulate`: play at random, for models that are too big to visit wholly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from ...frame.ending import reported
from ...frame.mistakes import Mistake
from ...frame.option_groups import Counterexamples, Search, TellingInTables
from ...frame.options import (
    Checks,
    Engine,
    ForbidDeadlock,
    ModelArgument,
    Settings,
)
from ...frame.output import command_line, tell

if TYPE_CHECKING:
    from .....model import Instance
    from ....findings.outcome import Exploration

Walks = Annotated[
    int | None,
    typer.Option(min=1, help="How many games to play.", show_default="10,000; 100 with --engine run"),
]

PolicyName = Annotated[
    str | None,
    typer.Option("--policy", metavar="NAME", help="All seats play by this policy of the model; random is one of all."),
]


@reported
def simulate(
    model: ModelArgument,
    search: Search,
    found: Counterexamples,
    telling: TellingInTables,
    settings: Settings = None,
    check: Checks = None,
    walks: Walks = None,
    policy: PolicyName = None,
    forbid_deadlock: ForbidDeadlock = False,
) -> None:
    """Play random games and check whatever comes by. A sample shows violations, never that something always holds."""
    output = telling.output()
    from ....report.sight import SIGHT
    from ...frame.engines import EngineOptions, chosen_engine, simulate_with
    from ...frame.preparing import declared_by, prepared
    from ...frame.progress import interruptible, progress_line

    used, seed = chosen_engine(search.engine), search.seed
    sight = 0 if check and SIGHT not in check else None
    options = EngineOptions(
        search.bounds, search.keep_going, forbid_deadlock, sight=sight, workers=search.workers, seed=seed
    )
    chosen, instance = prepared(model, settings)
    if policy is not None:
        used, options = _played_by(policy, instance, search.engine), replace(options, policy=policy)
    declared = declared_by(instance, check)
    with interruptible() as stop, progress_line(telling.quiet, instance.name) as progress:
        played = simulate_with(used, instance, options, walks, declared=declared, progress=progress, stop=stop)
    if policy is not None:
        played = _held_elsewhere(played, instance, policy, model)
    tell(output, played, _again(seed), found.files(chosen, instance), found.allow_bounded)


def _played_by(policy: str, instance: Instance, engine: Engine | None) -> Engine:
    """The engine that plays by a policy: only the one that runs the rules. Raises `Mistake` for what there is not."""
    if policy not in instance.model.policies:
        known = ", ".join(instance.model.policies)
        raise Mistake(f"--policy {policy}: {instance.model.name} has no such policy; it has {known}")
    if engine is Engine.COMPILED:
        raise Mistake("--policy plays by running the rules; leave out --engine compiled")
    return Engine.RUN


def _held_elsewhere(played: Exploration, instance: Instance, policy: str, spelled: str) -> Exploration:
    """What was played, with a finding where the policy does nothing wrong but plays another game with other hashes."""
    from subprocess import TimeoutExpired

    from ....findings.status import Status
    from ...starting import different_game

    (answer,) = (each for each in played.checks if each.declaration.id == f"policy-{policy}")
    if answer.status is Status.VIOLATED:
        return played
    try:
        found = different_game(instance, policy, spelled)
    except TimeoutExpired as error:
        raise Mistake(f"--policy {policy}: it plays too long to be asked in another process") from error
    if not found:
        return played
    violated = replace(answer, status=Status.VIOLATED, conjunct=found)
    return replace(played, checks=tuple(violated if each is answer else each for each in played.checks))


def _again(seed: int) -> str:
    """The command that plays the same games again."""
    command = command_line()
    return command if "--seed" in command else command_line("--seed", str(seed))
