"""`kanly prove`: what holds of every state of the scope, whether it can be reached or not."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ....processes import supervision
from ...frame.ending import reported
from ...frame.mistakes import Mistake
from ...frame.option_groups import Counterexamples, TellingInTables
from ...frame.options import (
    MOST_WORKERS,
    USUAL_WORKERS,
    Checks,
    ModelArgument,
    Seed,
    Settings,
    Timeout,
)
from ...frame.output import Output, command_line, tell_problems

if TYPE_CHECKING:
    from rich.table import Table

    from ....findings.outcome import Exploration
    from ....prove.formulas.solver import Budget
    from ....report.proofs import ProofReport
    from ....report.verdict import Verdict
    from ....trace.tracing import TracedModel
    from ...frame.obligations import Proof

Bound = Annotated[
    int | None,
    typer.Option("--bmc", metavar="K", min=0, help="Instead: look for paths of up to K steps from the start."),
]
Induction = Annotated[
    int | None, typer.Option("--induction", metavar="K", min=1, help="Instead: induction over up to K steps.")
]
Seats = Annotated[list[str] | None, typer.Option("--seat", metavar="SEAT", help="Sight of this seat only.")]
QuestionTimeout = Annotated[
    float, typer.Option("--question-timeout", metavar="SECONDS", help="Give up a question after so many seconds.")
]
Provers = Annotated[
    int,
    typer.Option(
        "--workers", min=1, max=MOST_WORKERS, show_default="one for each core", help="Processes that share a proof."
    ),
]
Sweep = Annotated[bool, typer.Option("--sweep", help="Decide what is not inductive by every state that play reaches.")]
Say = Callable[[str], None]


@reported
def prove(
    model: ModelArgument,
    found: Counterexamples,
    telling: TellingInTables,
    settings: Settings = None,
    check: Checks = None,
    bmc: Bound = None,
    induction: Induction = None,
    seat: Seats = None,
    timeout: Timeout = None,
    question_timeout: QuestionTimeout = 30.0,
    workers: Provers = USUAL_WORKERS,
    seed: Seed = 0,
    sweep: Sweep = False,
) -> None:
    """Prove what is declared and that no seat sees too much, for all states; `--invariant sight` is sight alone.

    What is not inductive is open, unless play is found to get to where it breaks.
    """
    began = time.perf_counter()
    output = telling.output()
    from ....prove.formulas.solver import Budget
    from ....report.proofs import ProofReport
    from ....trace.histories import with_declared_histories
    from ....trace.tracing import trace_model
    from ...frame.obligations import prove_everywhere
    from ...frame.preparing import bounds_of, prepared
    from ...frame.progress import interruptible

    proof: Proof | None = None
    _check_options(bmc, induction, question_timeout)
    chosen, instance = prepared(model, settings)
    files = found.files(chosen, instance)
    report = ProofReport(instance, files.keep)
    with interruptible() as stop, _saying(telling.quiet, instance.name) as say:
        budget = Budget(question_timeout, bounds_of(None, None, timeout).seconds, seed, stop, workers)
        report.took("loading the model", time.perf_counter() - began)
        read = time.perf_counter()
        traced = with_declared_histories(trace_model(instance))
        report.took("reading the rules", time.perf_counter() - read)
        if bmc is not None or induction is not None:
            _bounded(traced, report, budget, check, bmc, induction, say)
        else:
            proof = prove_everywhere(traced, budget, check, seat, say, _swept(workers, stop) if sweep else None)
            report.add(proof.result, proof.sight, proof.decided)
            report.parts |= proof.seconds
    tell_problems(files)
    verdict = report.verdict(command_line(), time.perf_counter() - began, seed, found.allow_bounded)
    if proof is None or not output.speaks or telling.quiet:
        output.finish(verdict)
    _show(proof, verdict, output, telling.verbose)


def _check_options(bmc: int | None, induction: int | None, question_timeout: float) -> None:
    """Find out before the work what cannot be done. Raises `Mistake`."""
    if bmc is not None and induction is not None:
        raise Mistake("--bmc and --induction are two ways to prove; choose one")
    if not question_timeout > 0:
        raise Mistake(f"--question-timeout {question_timeout}: expected a number of seconds above 0")


def _swept(workers: int, stop: Callable[[], bool]) -> Callable[[TracedModel], Exploration]:
    """Every state that play reaches, as `kanly explore` finds them."""
    from ...frame.engines import EngineOptions, chosen_engine, explore_with
    from ...frame.options import USUAL_MEMORY
    from ...frame.preparing import bounds_of

    engine = chosen_engine(None)
    options = EngineOptions(bounds_of(None, None, None, USUAL_MEMORY), keep_going=True, workers=workers)
    return lambda traced: explore_with(engine, traced.instance, options, traced=traced, stop=stop)


def _show(proof: Proof, verdict: Verdict, output: Output, verbose: bool) -> NoReturn:
    """In few lines what is proved as a whole, unless more is asked for; the tables otherwise."""
    from ....report.proof_table import induction_table, seats_table, show_proved

    if verbose or verdict.exit_code != 0:
        tables: list[Table] = []
        if proof.result is not None:
            tables.append(induction_table(proof.result, proof.decided))
        if proof.sight is not None:
            tables.append(seats_table(proof.sight))
        output.finish(verdict, tables)
    show_proved(output.console(), verdict)
    output.leave(verdict)


def _bounded(
    traced: TracedModel, report: ProofReport, budget: Budget, check: list[str] | None, bmc: int | None,
    induction: int | None, say: Say,
) -> None:  # fmt: skip
    from ....prove.proofs.bounded import search
    from ....prove.proofs.k_induction import k_induction
    from ....prove.proofs.path_goals import PathGoals

    goals = PathGoals(traced, check)
    if bmc is not None:
        found = search(goals, bmc, budget, lambda depth: say(f"depth {depth}"))
        report.add_bounded(found, f"every path of up to {bmc} steps from the start", budget.questions)
    elif induction is not None:
        found = k_induction(goals, induction, budget, lambda steps: say(f"{steps} steps"))
        told = f"induction over up to {induction} steps, and every path of so many steps from the start"
        report.add_bounded(found, told, budget.questions)


@contextmanager
def _saying(quiet: bool, about: str) -> Generator[Say]:
    """A line on standard error that says what is at work; nothing when that is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda what: supervision.tell_phase(f"proving {about}: {what}")
        return
    with console.status(f"{about} ...") as status:

        def say(what: str) -> None:
            supervision.tell_phase(f"proving {about}: {what}")
            status.update(f"{about}: {what}")

        yield say
