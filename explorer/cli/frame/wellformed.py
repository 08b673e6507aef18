"""Names in a model file that cannot be right: members, fields and arguments that nothing declares.

Rules run only when their action is tried, so that a misspelt name would show up late, as a rule that fails. This reads
the file instead, without running it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from ....model import State
from ....model.language.classes.records import Record


def mistakes(module: ModuleType, path: Path) -> list[str]:
    """One line `file:line: what is wrong` for each name that cannot be right."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8-sig"))
    except (OSError, SyntaxError, ValueError):
        return [f"{path}: it is another file than the one that was read"]
    names = dict(vars(module))
    found = {(line, message) for line, message in _in_tree(tree, names)}
    return [f"{path}:{line}: {message}" for line, message in sorted(found)]


def _in_tree(tree: ast.AST, names: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield from _member(node, names)
        elif isinstance(node, ast.Call):
            yield from _arguments(node, names)
        elif isinstance(node, ast.FunctionDef):
            yield from _fields(node, names)


def _member(node: ast.Attribute, names: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """A member that its enumeration does not have."""
    enumeration = names.get(node.value.id) if isinstance(node.value, ast.Name) else None
    if isinstance(enumeration, type) and issubclass(enumeration, Enum) and not hasattr(enumeration, node.attr):
        known = ", ".join(member.name for member in enumeration)
        yield node.lineno, f"{enumeration.__name__} has no member {node.attr}; it has {known}"


def _arguments(node: ast.Call, names: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """A record, view or event that is made with a field it does not declare, or without one."""
    record = names.get(node.func.id) if isinstance(node.func, ast.Name) else None
    if not (isinstance(record, type) and issubclass(record, Record)):
        return
    given = [keyword.arg for keyword in node.keywords]
    if None in given:
        return
    for keyword in node.keywords:
        if keyword.arg not in record.declared:
            known = ", ".join(record.declared) or "none"
            yield keyword.value.lineno, f"{record.__name__} has no field {keyword.arg}; it has {known}"
    if missing := [name for name in record.declared if name not in given]:
        yield node.lineno, f"{record.__name__} needs a value for {', '.join(missing)}"


def _fields(node: ast.FunctionDef, names: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """A field of the state that the state class does not declare."""
    states = {
        argument.arg: state
        for argument in node.args.args
        if (state := _annotated_state(argument.annotation, names)) is not None
    }
    assigned = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    for each in ast.walk(node):
        if not (isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)):
            continue
        state = None if each.value.id in assigned else states.get(each.value.id)
        if state is not None and not hasattr(state, each.attr):
            known = ", ".join([*state.declared, *state.parameters])
            yield each.lineno, f"{state.__name__} has no field {each.attr}; it has {known}"


def _annotated_state(annotation: ast.expr | None, names: Mapping[str, Any]) -> type[State] | None:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        spelled = annotation.value
    elif isinstance(annotation, ast.Name):
        spelled = annotation.id
    else:
        return None
    found = names.get(spelled)
    return found if isinstance(found, type) and issubclass(found, State) else None
