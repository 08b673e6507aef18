"""Proofs on a terminal: what became of each goal, which actions break it, what it rests on; each seat's sight."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..findings.sight import SightResult
from ..findings.status import Status
from ..prove.deciding.claims import status_of_faults
from ..prove.proofs.bounded import Bounded
from ..prove.proofs.goals import FAULTS
from ..prove.proofs.obligations import Obligation, ProofResult
from .terminal import coloured, headline
from .verdict import Verdict, named


def induction_table(result: ProofResult, decided: Mapping[str, Bounded]) -> Table:
    """A row for each goal: its answer, the actions that are not known to keep it, and the goals that it rests on."""
    table = Table("goal", title="proof by induction", title_justify="left", box=None, pad_edge=False)
    for heading in ("answer", "not kept by", "rests on", "known"):
        table.add_column(heading)
    for goal in result.goals:
        if goal not in result.asked:
            continue
        answer = decided[goal].status if goal in decided else result.status_of(goal)
        if goal == FAULTS and answer in (Status.OPEN, Status.INCONCLUSIVE):
            answer = status_of_faults(result, decided)
        broken = [f"{each.case}{_sign(each)}" for each in result.of_goal(goal) if each.status is not Status.HOLDS]
        rests = sorted(result.uses(goal) - {goal})
        known = _known(answer, decided.get(goal))
        table.add_row(escape(goal), coloured(answer.value), escape(named(broken)), escape(named(rests)), escape(known))
    return table


def _known(answer: Status, decided: Bounded | None) -> str:
    """How it is known that a goal holds: of all states that satisfy what is declared, or of what play reaches."""
    if answer is not Status.HOLDS:
        return ""
    return INDUCTIVE if decided is None else decided.reason


INDUCTIVE = "inductive"
"""It holds in all states that satisfy what is declared, and no step from one of them breaks it."""


def _sign(obligation: Obligation) -> str:
    return " (not decided)" if obligation.status is Status.INCONCLUSIVE else ""


def seats_table(result: SightResult) -> Table:
    """A row for each seat, a column for each output."""
    table = Table("seat", title="sight", title_justify="left", box=None, pad_edge=False)
    channels = list(dict.fromkeys(answer.channel for answer in result.answers))
    for channel in channels:
        table.add_column(channel.value)
    for seat in dict.fromkeys(answer.seat for answer in result.answers):
        row: list[str] = []
        for channel in channels:
            answers = [answer for answer in result.answers if (answer.seat, answer.channel) == (seat, channel)]
            wrong = [answer for answer in answers if answer.status is not Status.HOLDS]
            told = [f"{coloured(answer.status.value)} {escape(answer.of)}".strip() for answer in wrong]
            row.append(", ".join(told) or coloured(Status.HOLDS.value))
        table.add_row(escape(seat), *row)
    return table


def show_proved(console: Console, verdict: Verdict) -> None:
    """In few lines, for what is proved as a whole: what was and what was not looked at, and what took how long."""
    for line in verdict.checked:
        console.print(f"  [green]+[/] {escape(line)}", highlight=False, soft_wrap=True)
    for line in verdict.unchecked:
        console.print(f"  [yellow]-[/] {escape(line)}", highlight=False, soft_wrap=True)
    parts = [f"{part} {taken:.1f} s" for part, taken in verdict.details["seconds"].items()]
    console.print(f"  {verdict.seconds:.1f} s: {', '.join(parts)}", highlight=False, soft_wrap=True, markup=False)
    console.print(headline(verdict), soft_wrap=True, highlight=False)
    console.print(f"again: {verdict.command}", style="dim", soft_wrap=True, highlight=False, markup=False)
