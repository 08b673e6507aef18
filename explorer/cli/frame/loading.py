"""Loading a model from a file or a module, with every mistake in it told by file and line."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import os
import sys
import tokenize
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ....model import Model, ModelError
from ...processes.surroundings import Surroundings
from ...report.verdict import named
from .mistakes import Mistake, place_in, told


class _AsItStands(SourceFileLoader):
    """Compiles a file anew: bytecode of an earlier text passes for its own if both are as long and of one second."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the text that is in the file now."""
        code: CodeType = self.source_to_code(self.get_data(self.path), self.path)
        return code


def load_file(path: Path) -> ModuleType:
    """Run a model file. Raises `Mistake`."""
    if not os.path.exists(path):
        raise Mistake(f"{path}: there is no such file")
    if not os.path.isfile(path):
        raise Mistake(f"{path}: this is not a file; a model is a Python file such as my_game.py")
    source = _read(path)
    name = f"kanly_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=_AsItStands(name, os.path.abspath(path)))
    if spec is None or spec.loader is None:
        raise Mistake(f"{path}: a model file is Python and its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _search_last(str(path.resolve().parent))
    _refuse_shadowed(path, source)
    try:
        with surroundings_kept(f"{path}: reading it"):
            spec.loader.exec_module(module)
    except BaseException as error:
        misnamed = _misnamed(module, path, error)
        sys.modules.pop(name, None)
        raise misnamed or _mistake_in(path, error) from error
    return module


@contextmanager
def surroundings_kept(told: str) -> Generator[None]:
    """Put back what a model changes in this process.

    Raises `Mistake`, as `told`, where it replaces functions, or leaves a thread at work, which could do so later.
    """
    before = Surroundings()
    try:
        yield
    finally:
        if replaced := before.put_back():
            raise Mistake(f"{told} replaces {named(replaced)}; no model may change what it is checked with")
        if before.has_more_threads():
            raise Mistake(f"{told} leaves a thread running; what a model does is done when it is read")


def _search_last(folder: str) -> None:
    """Let a folder be searched for modules after all that Python and Kanly import from, so that it shadows nothing."""
    if folder not in sys.path:
        sys.path.append(folder)


def _refuse_shadowed(path: Path, source: str) -> None:
    """Refuse a model file that imports a neighbour which is not found, because something installed has its name.

    What is of Python's own library is meant by its name. Raises `Mistake`.
    """
    try:
        tree = ast.parse(source)
    except TOO_DEEP:
        raise Mistake(f"{path}:{_deep_line(source)}: {NESTED_TOO_DEEPLY}") from None
    except (SyntaxError, ValueError):
        return
    for line, name in _imported(tree):
        beside = [path.with_name(f"{name}.py"), path.with_name(name) / "__init__.py"]
        if name in sys.stdlib_module_names or not any(each.is_file() for each in beside):
            continue
        found = _origin(name).resolve()
        if found.is_file() and found not in [each.resolve() for each in beside]:
            raise Mistake(f"{path}:{line}: {name} means {found}, not the file beside this one; give that another name")


TOO_DEEP = (RecursionError, MemoryError)
"""What Python raises for a text that is nested too deeply for its parser."""

NESTED_TOO_DEEPLY = (
    "something is nested too deeply for Python to read; give parts of it names, or write a loop over a tuple"
)


def _deep_line(source: str) -> int:
    """The line of the first statement that is nested too deeply to be parsed by itself; 1 if there is none."""
    lines, first = source.splitlines(keepends=True), 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            if _is_too_deep("".join(lines[first - 1 : token.end[0]]).strip()):
                return first
            first = 0
        elif not first and token.type not in _BETWEEN_STATEMENTS:
            first = token.start[0]
    return 1


_BETWEEN_STATEMENTS = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)


def _is_too_deep(statement: str) -> bool:
    try:
        ast.parse(f"{statement} pass" if statement.endswith(":") else statement)
    except TOO_DEEP:
        return True
    except SyntaxError:
        return False
    return False


def _imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The first names of the modules that a file imports, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.partition(".")[0]


def _read(path: Path) -> str:
    """The text of the file, before Python tells less clearly that it is none. Raises `Mistake`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise Mistake(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise Mistake(f"{path}: cannot be read ({error.strerror})") from None


def _misnamed(module: ModuleType, path: Path, error: BaseException) -> Mistake | None:
    """The mistake in words, when the file stopped at a name that nothing declares."""
    from .wellformed import mistakes

    if not isinstance(error, AttributeError):
        return None
    place = f"{place_in(error, path)}:"
    told_better = [mistake for mistake in mistakes(module, path) if mistake.startswith(place)]
    return Mistake(told_better[0]) if told_better else None


def _mistake_in(path: Path, error: BaseException) -> BaseException:
    """The mistake that an exception while loading stands for; an interruption stays what it is."""
    if isinstance(error, KeyboardInterrupt | Mistake):
        return error
    if isinstance(error, ModelError):
        return Mistake(str(error) if error.file is not None else f"{place_in(error, path)}: {error}")
    if isinstance(error, SyntaxError):
        return Mistake(f"{place_in(error, path)}: not valid Python: {error.msg}")
    if isinstance(error, RecursionError) and "compilation" in str(error):
        return Mistake(f"{place_in(error, path)}: in what this imports, {NESTED_TOO_DEEPLY}")
    return Mistake(f"{place_in(error, path)}: {told(error)}")


def load_module(name: str) -> ModuleType:
    """Import a module by its dotted name. Raises `Mistake`."""
    _search_last(os.getcwd())
    try:
        with surroundings_kept(f"{name}: reading it"):
            return importlib.import_module(name)
    except Mistake:
        raise
    except ModuleNotFoundError as error:
        missing = error.name or name
        if name == missing or name.startswith(f"{missing}."):
            raise Mistake(f"there is no module {name}") from None
        raise Mistake(f"{name}: {told(error)}") from error
    except Exception as error:
        raise _mistake_in(_origin(name), error) from error


def _origin(name: str) -> Path:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, SyntaxError):
        spec = None
    return Path(spec.origin) if spec is not None and spec.origin else Path(name)


def models_in(module: ModuleType) -> dict[str, Model]:
    """The models that a module has, by attribute; each once."""
    found: dict[int, tuple[str, Model]] = {}
    for name, value in _attributes(module):
        if isinstance(value, Model):
            found.setdefault(id(value), (name, value))
    return dict(found.values())


def _attributes(module: ModuleType) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in vars(module).items() if not name.startswith("_"))
