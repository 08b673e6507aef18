"""The syntax of a function, found in its file by its name, its line and its columns."""

from __future__ import annotations

import ast
import linecache
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_parsed: dict[str, tuple[list[str], dict[tuple[str, int], list[FunctionNode]]]] = {}
"""By file: the lines that were parsed, and the functions in them."""


def syntax_of(code: CodeType) -> FunctionNode | None:
    """The definition that a code object was made from; None when its source is not to be found."""
    found = _functions_in(code.co_filename).get((code.co_name, code.co_firstlineno), [])
    if len(found) > 1:
        spans = list(_spans(code))
        found = sorted((node for node in found if spans and _covers(node, spans)), key=_extent)
    return found[0] if found else None


def _functions_in(file: str) -> dict[tuple[str, int], list[FunctionNode]]:
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    known = _parsed.get(file)
    if known is None or known[0] is not lines:
        known = _parsed[file] = (lines, _by_place("".join(lines)))
    return known[1]


def _by_place(text: str) -> dict[tuple[str, int], list[FunctionNode]]:
    found: dict[tuple[str, int], list[FunctionNode]] = defaultdict(list)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            found["<lambda>", node.lineno].append(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name, first].append(node)
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


def _spans(code: CodeType) -> Iterator[Span]:
    """Where each instruction stands that stands anywhere."""
    for line, end_line, column, end_column in code.co_positions():
        if line is not None and end_line is not None and column is not None and end_column:
            yield (line, column), (end_line, end_column)


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
