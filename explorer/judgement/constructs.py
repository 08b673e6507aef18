"""The constructs of Python that a rule may say, what to write instead of others, and what is asked of single ones."""

from __future__ import annotations

import ast

from ...model import State
from ...model.language.terms.terms import Truth
from ...model.language.values.bags import Multiset
from ...model.language.values.maps import MapView
from ...model.language.values.members import Symbol
from ...model.language.values.sequences import SeqView
from ...model.language.values.sets import SetView
from ...model.language.values.whole import Whole
from .callables import CHANGING
from .names import COMPREHENSIONS, FUNCTIONS

STATEMENTS = (
    ast.FunctionDef, ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Raise,
    ast.Assert, ast.Expr, ast.Pass, ast.Break, ast.Continue, ast.Match, ast.Delete,
    ast.Global, ast.Nonlocal,
)  # fmt: skip
EXPRESSIONS = (
    ast.BoolOp, ast.NamedExpr, ast.BinOp, ast.UnaryOp, ast.Lambda, ast.IfExp, ast.Dict, ast.Set, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Compare, ast.Call, ast.FormattedValue,
    ast.JoinedStr, ast.Constant, ast.Attribute, ast.Subscript, ast.Starred, ast.Name, ast.List, ast.Tuple, ast.Slice,
)  # fmt: skip
PATTERNS = (
    ast.MatchValue, ast.MatchSingleton, ast.MatchSequence, ast.MatchMapping, ast.MatchClass, ast.MatchStar,
    ast.MatchAs, ast.MatchOr,
)  # fmt: skip

INSTEAD_OF_SYNTAX: dict[type[ast.AST], str] = {
    ast.Try: "`try` is not part of the language of rules; ask before with `if` or require(...) what would fail",
    ast.TryStar: "`try` is not part of the language of rules; ask before with `if` or require(...) what would fail",
    ast.With: "`with` is not part of the language of rules; write its content without it",
    ast.Import: "a rule imports nothing while it runs; import at the beginning of the file",
    ast.ImportFrom: "a rule imports nothing while it runs; import at the beginning of the file",
    ast.ClassDef: "a rule defines no class; define it at the beginning of the file",
    ast.Await: "a rule does not wait",
    ast.AsyncFor: "a rule does not wait",
    ast.AsyncWith: "a rule does not wait",
    ast.AsyncFunctionDef: "a rule does not wait",
    ast.Div: "`/` gives a fraction; write // for whole numbers",
    ast.MatMult: "`@` is not part of the language of rules",
}

IDENTITY = "`is` compares identity, which only None and members have; write == or !="
MEMBERSHIP = (
    "whether a value is in the enumeration {} is told otherwise from one Python to the next; write `in scope(g, {})`"
)

SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)

NEVER_SETS = (ast.Tuple, ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.GeneratorExp, ast.Constant)
"""Expressions that are never Python sets."""


def is_slice(target: ast.expr) -> bool:
    """Whether it is several places of a sequence."""
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)


def is_none(node: ast.expr) -> bool:
    """Whether it is None, written there."""
    return isinstance(node, ast.Constant) and node.value is None


def is_simple(node: ast.SetComp | ast.GeneratorExp) -> bool:
    """Whether a comprehension gives names to single items, and to nothing else."""
    return all(isinstance(each.target, ast.Name) for each in node.generators) and not any(
        isinstance(each, ast.NamedExpr) or _changes(each) for each in ast.walk(node)
    )


def _changes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING


INTERNAL = frozenset(
    name
    for kind in (Truth, Symbol, Whole, SetView, Multiset, SeqView, MapView, State)
    for name in dir(kind)
    if name.startswith("_") and not name.endswith("__")
)
"""What values have inside while rules are read or run."""

OF_THE_FRAME = (ast.NamedExpr, ast.Yield, ast.YieldFrom)
"""What does something else where it stands in a function of its own."""

DECIDING = (ast.Compare, ast.NamedExpr, ast.BoolOp, ast.IfExp, *COMPREHENSIONS, *FUNCTIONS)


def is_super(node: ast.AST) -> bool:
    """Whether it is a call of `super`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def is_bare_super(node: ast.AST) -> bool:
    """Whether it is `super()`, which asks for the first argument of the function that it stands in."""
    return isinstance(node, ast.Call) and is_super(node) and not node.args
