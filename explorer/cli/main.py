"""The `kanly` command: each command is the function of the same name in the module of the same name."""

from __future__ import annotations

import importlib
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .frame.output import remember_command_line

COMMANDS = {
    "models": "models",
    "explore": "explore",
    "simulate": "simulate",
    "prove": "prove",
    "find": "find",
    "replay": "replay",
    "clauses": "clauses",
    "validate": "validate",
    "check-model": "check_model",
    "trace": "trace",
    "gate": "gate",
}
"""Each command with its module here; the function in it has the name of the command."""


class _Commands(TyperGroup):
    """Keeps the command line as it was given, so that a verdict can say how to get it again."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        remember_command_line(args)
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Check the rules of games with hidden information: run them, sweep every state, prove what must hold.",
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"kanly {version('kanly')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


for _name, _module in COMMANDS.items():
    _command = getattr(importlib.import_module(f".commands.{_module}", __package__), _name.replace("-", "_"))
    app.command(_name)(_command)


def main() -> None:
    """Run the command line; what went wrong inside is told in one line unless Python runs in development mode."""
    try:
        app()
    except KeyboardInterrupt:
        typer.echo("kanly: interrupted", err=True)
        sys.exit(130)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        typer.echo(
            f"kanly: {type(error).__name__}: {error} (python -X dev -m kanly.explorer.cli shows where)", err=True
        )
        sys.exit(2)
