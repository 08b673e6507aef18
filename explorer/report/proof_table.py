"""Proofs on a terminal: the matrix of claims and actions, and leaks side by side."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..findings.sight import SightResult
from ..findings.status import Status
from ..prove.proofs.matrix import Matrix
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


def show_matrix(console: Console, matrix: Matrix) -> None:
    """A row for each claim, a column for each action; numbers stand for the actions where their names do not fit."""
    asked = [claim for claim in matrix.claims if any(True for _ in matrix.of_claim(claim))]
    rows = [row for row in matrix.rows if any((row, claim) in matrix.cells for claim in asked)]
    wide = max(map(len, asked)) + sum(len(row) + 2 for row in rows) > console.width
    table = Table("claim", title="can an action break it?", title_justify="left", box=None, pad_edge=False)
    for number, row in enumerate(rows):
        table.add_column(str(number) if wide else escape(row), justify="center")
    for claim in asked:
        cells = [matrix.cells.get((row, claim)) for row in rows]
        table.add_row(escape(claim), *("" if cell is None else SIGNS[cell.status] for cell in cells))
    console.print(table)
    if wide:
        told = ", ".join(f"{number} {row}" for number, row in enumerate(rows))
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
