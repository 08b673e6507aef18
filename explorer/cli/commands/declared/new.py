"""`kanly new`: a small game that works, with its laws, a test and a pipeline, to begin one's own from."""

from __future__ import annotations

import keyword
import os
import sys
import time
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from ....findings.status import Status
from ...frame.ending import reported
from ...frame.mistakes import Mistake
from ...frame.option_groups import Telling
from ...frame.output import command_line

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="What the game is called in Python, such as my_game; so is its file.")
]
Into = Annotated[str, typer.Option(metavar="FOLDER", help="Where the files go; the folder is made if it is not there.")]

TEMPLATES: Mapping[str, str] = {
    "$name.py": "game.py.txt",
    "test_$name.py": "test_game.py.txt",
    ".github/workflows/kanly.yml": "pipeline.yml.txt",
}
"""Each file, and the template that it is made of."""


@reported
def new(name: Name, telling: Telling, into: Into = ".") -> None:
    """Write a small game to begin with: rules, a view, laws, a save rule, a test, and a pipeline that runs the gate."""
    output = telling.output()
    from ....report.verdict import Verdict

    began = time.perf_counter()
    check_name(name)
    meanings = {"name": name, "spelled": name.replace("_", "-"), "title": name.replace("_", " ").strip().capitalize()}
    folder = Path(into)
    contents = {folder / Template(file).substitute(meanings): _text(of, meanings) for file, of in TEMPLATES.items()}
    _write(contents)
    game = os.path.join(into, f"{name}.py") if into != "." else f"{name}.py"
    if output.speaks and not telling.quiet:
        for file in contents:
            output.console().print(f"wrote {file}", highlight=False, markup=False, soft_wrap=True)
        told = f"check it with kanly gate {game}; measure its laws with kanly mutate {game}"
        output.console().print(told, highlight=False, markup=False, soft_wrap=True)
    verdict = Verdict(status=Status.HOLDS.value, exit_code=0, command=command_line(), engine="files")
    verdict.model, verdict.complete = meanings["spelled"], True
    verdict.seconds, verdict.details = round(time.perf_counter() - began, 3), {"files": list(map(str, contents))}
    output.leave(verdict)


def check_name(name: str) -> None:
    """Raise `Mistake` for what cannot be the name of a module and of a model in it."""
    told = f"NAME {name}: a name is of small letters, digits and _, and begins with a letter, such as my_game"
    if not (name.isascii() and name.isidentifier() and name == name.lower() and name[0].isalpha()):
        raise Mistake(told)
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in _TAKEN:
        raise Mistake(f"NAME {name}: this means something else in the file; take another one, such as my_{name}")
    if name in sys.stdlib_module_names or name in ("kanly", "pytest"):
        raise Mistake(f"NAME {name}: a module of that name is there already; take another one, such as my_{name}")


_TAKEN = frozenset({
    "laws", "setup", "draw", "play", "view", "custody", "count", "emit", "has", "same", "scope", "size", "whole",
    "require", "required", "is_present", "next_after", "only_who_is_on_turn_holds_a_card", "whose_turn_it_is",
    "a_turn_ends_with_a_card", "plays_are_told", "turns_alternate", "all_played", "comes_to_an_end", "moved",
})  # fmt: skip
"""The names that the files use for other things."""


def _text(template: str, meanings: Mapping[str, str]) -> str:
    source = files("kanly.explorer.cli").joinpath("templates", template)
    return Template(source.read_text(encoding="utf-8")).substitute(meanings)


def _write(contents: Mapping[Path, str]) -> None:
    """Write all files, or none where one is there already. Raises `Mistake`."""
    if there := next((file for file in contents if os.path.lexists(file)), None):
        raise Mistake(f"{there} is there already; nothing was written")
    written: list[Path] = []
    try:
        for file, text in contents.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8") as stream:
                written.append(file)
                stream.write(text)
    except OSError as error:
        for file in written:
            file.unlink(missing_ok=True)
        raise Mistake(
            f"{error.filename or next(iter(contents)).parent}: it cannot be written ({error.strerror})"
        ) from None
