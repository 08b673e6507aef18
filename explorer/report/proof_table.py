"""Proofs on a terminal: the goals and the actions, and leaks side by side."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..findings.sight import SightResult
from ..findings.status import Status
from ..prove.proofs.obligations import ProofResult
from .terminal import coloured

SIGNS = {
    Status.HOLDS: "[green]no[/]",
    Status.VIOLATED: "[red]yes[/]",
    Status.SAMPLED: "[yellow]?[/]",
    Status.OPEN: "[yellow]?[/]",
    Status.INCONCLUSIVE: "[yellow]?[/]",
    Status.VACUOUS: "",
    Status.ERROR: "",
}


def show_induction(console: Console, result: ProofResult) -> None:
    """A row for each goal, a column for each action; numbers stand for the actions where their names do not fit."""
    asked = [goal for goal in result.goals if any(True for _ in result.of_goal(goal))]
    cases = [case for case in result.cases if any((case, goal) in result.obligations for goal in asked)]
    wide = max(map(len, asked)) + sum(len(case) + 2 for case in cases) > console.width
    table = Table("goal", title="can an action break it?", title_justify="left", box=None, pad_edge=False)
    for number, case in enumerate(cases):
        table.add_column(str(number) if wide else escape(case), justify="center")
    for goal in asked:
        found = [result.obligations.get((case, goal)) for case in cases]
        table.add_row(escape(goal), *("" if each is None else SIGNS[each.status] for each in found))
    console.print(table)
    if wide:
        told = ", ".join(f"{number} {case}" for number, case in enumerate(cases))
        console.print(told, style="dim", markup=False, highlight=False)


def show_seats(console: Console, result: SightResult) -> None:
    """A row for each seat, a column for each way in which it comes to see something."""
    table = Table("seat", title="does the seat see what it may not?", title_justify="left", box=None, pad_edge=False)
    channels = list(dict.fromkeys(cell.channel for cell in result.cells))
    for channel in channels:
        table.add_column(channel.value)
    for seat in dict.fromkeys(cell.seat for cell in result.cells):
        row: list[str] = []
        for channel in channels:
            cells = [cell for cell in result.cells if (cell.seat, cell.channel) == (seat, channel)]
            wrong = [cell for cell in cells if cell.status is not Status.HOLDS]
            told = [f"{coloured(cell.status.value)} {escape(cell.of)}".strip() for cell in wrong]
            row.append(", ".join(told) or SIGNS[Status.HOLDS])
        table.add_row(escape(seat), *row)
    console.print(table)
