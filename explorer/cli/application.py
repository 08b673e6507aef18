"""The commands as `typer` knows them: each is the function of the same name in the module of the same name."""

from __future__ import annotations

import importlib
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from .frame.ending import asked_record, told_usage
from .frame.output import remember_command_line

COMMANDS = {
    "new": "declared",
    "models": "declared",
    "explore": "checking",
    "simulate": "checking",
    "prove": "checking",
    "find": "checking",
    "replay": "saved",
    "clauses": "declared",
    "validate": "saved",
    "show": "saved",
    "check-model": "checking",
    "trace": "declared",
    "revelations": "declared",
    "contract": "declared",
    "mutate": "checking",
    "gate": "checking",
}
"""The room of each command; its module there, and the function in it, have its name, with `_` for `-`."""

_UsageError: Any = typer.BadParameter.__base__
"""What all mistakes on the command line are, which typer exports its kinds of only."""


class _Commands(TyperGroup):
    """Keeps the command line as it was given, and leaves a record of what cannot be parsed."""

    def main(self, args: Any = None, *more: Any, **extra: Any) -> NoReturn:
        arguments = list(sys.argv[1:] if args is None else args)
        remember_command_line(arguments)
        try:
            code = super().main(arguments, *more, **{**extra, "standalone_mode": False})
        except _UsageError as error:
            error.show()
            context = error.ctx
            command = context.info_name if context is not None and context.parent is not None else ""
            code = told_usage(error.format_message(), command or "", asked_record(arguments))
        except SystemExit:  # nobody reads the help to its end
            code = 0
        sys.exit(code or 0)


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


for _command, _room in COMMANDS.items():
    _name = _command.replace("-", "_")
    app.command(_command)(getattr(importlib.import_module(f".commands.{_room}.{_name}", __package__), _name))
