"""The syntax of a function, found in its file by its name, its line and its columns."""

from __future__ import annotations
import __future__

import ast
import linecache
import warnings
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Definition:
    """The syntax of a function, and what around it gives meaning to its names."""

    node: FunctionNode
    inside: str | None
    """The innermost class around it: names in it that begin with two underscores are told apart by that."""

    def mangled(self, name: str) -> str:
        """A name in the function as Python knows it: `__name` is told apart by class."""
        owner = (self.inside or "").lstrip("_")
        is_private = owner and name.startswith("__") and not name.endswith("__") and "." not in name
        return f"_{owner}{name}" if is_private else name


_Definitions: TypeAlias = dict[tuple[str, int], list[Definition]]

_parsed: dict[str, tuple[list[str], _Definitions]] = {}
"""By file: the lines that were parsed, and the functions in them."""


def definition_of(function: FunctionType) -> Definition | None:
    """The definition that a function was made from; None when its source is not to be found."""
    code = function.__code__
    linecache.lazycache(code.co_filename, function.__globals__)
    found = _functions_in(code.co_filename).get((code.co_name, code.co_firstlineno), [])
    if len(found) > 1:
        spans = list(_spans(code))
        found = [each for each in found if (_covers(each.node, spans) if spans else _is_made_of(each.node, code))]
        found.sort(key=lambda each: _extent(each.node))
    return found[0] if found else None


def is_loaded(code: CodeType) -> bool:
    """Whether code is what Python makes of its file as that is now, but for what pytest does to `assert`."""
    if any(_BY_PYTEST.intersection(each.co_names) for each in nested_codes(code)):
        return True
    file, flags = code.co_filename, code.co_flags & __future__.annotations.compiler_flag
    lines = linecache.getlines(file)
    known = _compiled.get((file, flags))
    if known is None or known[0] is not lines:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            made = compile("".join(lines), file, "exec", flags, dont_inherit=True)
        known = _compiled[file, flags] = (lines, set(nested_codes(made)))
    return code in known[1]


_BY_PYTEST = frozenset({"@pytest_ar", "@py_builtins"})
"""Names in functions of tests whose `assert` pytest has written anew, to tell more."""

_compiled: dict[tuple[str, int], tuple[list[str], set[CodeType]]] = {}
"""By file, and by how annotations are taken: the lines that were compiled, and all code in them."""


def _functions_in(file: str) -> _Definitions:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    known = _parsed.get(file)
    if known is None or known[0] is not lines:
        known = _parsed[file] = (lines, _by_place("".join(lines)))
    return known[1]


def _by_place(text: str) -> _Definitions:
    found: _Definitions = defaultdict(list)
    try:
        waiting: list[tuple[ast.AST, str | None]] = [(ast.parse(text), None)]
    except (SyntaxError, ValueError):
        return found
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.Lambda):
            found["<lambda>", node.lineno].append(Definition(node, inside))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name, first].append(Definition(node, inside))
        within = node.name if isinstance(node, ast.ClassDef) else inside
        waiting.extend((child, within) for child in ast.iter_child_nodes(node))
    return found


Span: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Where something begins and ends: line and column of each."""


def _extent(node: FunctionNode) -> tuple[int, int]:
    return (node.end_lineno or 0) - node.lineno, (node.end_col_offset or 0) - node.col_offset


def span_of(node: ast.expr | ast.stmt) -> Span:
    """Where a node stands in its file."""
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _covers(node: FunctionNode, spans: list[Span]) -> bool:
    """Whether all that a code object does stands inside a definition."""
    start, end = span_of(node)
    return all(start <= begun and ended <= end for begun, ended in spans)


def _is_made_of(node: FunctionNode, code: CodeType) -> bool:
    """Whether a definition makes this code: asked of what only returns a constant, which Python 3.12 places nowhere."""
    if not isinstance(node, ast.Lambda):
        return False
    made = list(nested_codes(compile(ast.Expression(node), code.co_filename, "eval")))[-1]
    return (made.co_code, made.co_consts, made.co_varnames) == (code.co_code, code.co_consts, code.co_varnames)


def _spans(code: CodeType) -> Iterator[Span]:
    """Where each instruction stands that stands anywhere."""
    for line, end_line, column, end_column in code.co_positions():
        if line is not None and end_line is not None and column is not None and end_column:
            yield (line, column), (end_line, end_column)


def deepest_line(node: FunctionNode) -> int:
    """The line on which the most deeply nested part of a function stands."""
    deepest, found = 0, node.lineno
    waiting: list[tuple[ast.AST, int, int]] = [(node, 0, node.lineno)]
    while waiting:
        each, depth, line = waiting.pop()
        if depth > deepest:
            deepest, found = depth, line
        waiting.extend((child, depth + 1, getattr(child, "lineno", line)) for child in ast.iter_child_nodes(each))
    return found


def span_at(code: CodeType, instruction: int) -> Span | None:
    """Where the instruction at an offset of a code object stands."""
    spans = list(code.co_positions())
    if not 0 <= instruction // 2 < len(spans):
        return None
    line, end_line, column, end_column = spans[instruction // 2]
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return (line, column), (end_line, end_column)


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that is defined inside of it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)


def short(file: str) -> str:
    """A file as it is told in passing."""
    return Path(file).name
