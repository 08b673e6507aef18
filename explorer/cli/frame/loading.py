"""Loading a model from a file or a module, with every mistake in it told by file and line."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from ....model import Model, ModelError
from .mistakes import Mistake, place_in, told


def load_file(path: Path) -> ModuleType:
    """Run a model file. Raises `Mistake`."""
    if not path.exists():
        raise Mistake(f"{path}: there is no such file")
    if not path.is_file():
        raise Mistake(f"{path}: this is not a file; a model is a Python file such as my_game.py")
    _read(path)
    name = f"kanly_user_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Mistake(f"{path}: a model file is Python and its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        misnamed = _misnamed(module, path, error)
        sys.modules.pop(name, None)
        raise misnamed or _mistake_in(path, error) from error
    return module


def _read(path: Path) -> None:
    """See that the file is text, before Python tells it less clearly. Raises `Mistake`."""
    try:
        path.read_text(encoding="utf-8")
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
    if isinstance(error, KeyboardInterrupt):
        return error
    if isinstance(error, ModelError):
        return Mistake(str(error) if error.file is not None else f"{place_in(error, path)}: {error}")
    if isinstance(error, SyntaxError):
        return Mistake(f"{place_in(error, path)}: not valid Python: {error.msg}")
    return Mistake(f"{place_in(error, path)}: {told(error)}")


def load_module(name: str) -> ModuleType:
    """Import a module by its dotted name. Raises `Mistake`."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return importlib.import_module(name)
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
