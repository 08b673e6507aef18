"""A judged function with some of Python's constructs replaced by calls that ask the values; see `meanings.py`.

The code of the function itself is replaced, so that whoever runs, reads or calls it comes upon the same. Its lines,
columns, names and free variables stay what they were.
"""

from __future__ import annotations

import ast
import copy
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast

from ...model import ModelError
from .sources import FunctionNode, Span, span_of

Meaning: TypeAlias = Callable[..., Any]
Spot: TypeAlias = tuple[type[ast.AST], Span]
"""What kind of expression stands where."""


def spot_of(node: ast.expr) -> Spot:
    """What identifies an expression in a file, also in a copy of its syntax."""
    return type(node), span_of(node)


@dataclass
class Replacements:
    """What is replaced in a function, by spot."""

    whole: dict[Spot, Meaning] = field(default_factory=dict[Spot, Meaning])
    """Comparisons, conditions, comprehensions, generators in a call, names and attributes: what is called instead."""
    around: dict[Spot, Meaning] = field(default_factory=dict[Spot, Meaning])
    """Expressions whose value goes through a function first."""

    def __bool__(self) -> bool:
        return bool(self.whole or self.around)


def rewrite(function: FunctionType, node: FunctionNode, replacements: Replacements) -> None:
    """Replace the code of a function. Raises `ModelError` where it cannot be made again from its source."""
    old = function.__code__
    transformer = _Transformer(replacements)
    tree = copy.deepcopy(node)
    if isinstance(tree, ast.Lambda):
        tree.body = transformer.visit(tree.body)
        made: ast.stmt = ast.copy_location(ast.Return(tree), tree)
    else:
        tree.body = [transformer.visit(statement) for statement in tree.body]
        tree.decorator_list = [ast.copy_location(ast.Constant(None), each) for each in tree.decorator_list]
        tree.returns = None
        made = tree
    _strip(tree.args)
    new = _code_in(_compiled(made, old))
    if new.co_freevars != old.co_freevars or new.co_firstlineno != old.co_firstlineno:
        raise ModelError(
            f"{function.__qualname__}: what stands in its file is not what was loaded; define it by `def` or `lambda` "
            "in a file that does not change",
            old.co_filename,
            old.co_firstlineno,
        )
    function.__code__ = _finished(new, transformer.meanings, new.co_qualname, old.co_qualname)


def _strip(arguments: ast.arguments) -> None:
    """Leave out what is worked out when a function is defined: that was done."""
    arguments.defaults = []
    arguments.kw_defaults = [None for _ in arguments.kw_defaults]
    for each in (
        *arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg
    ):  # fmt: skip
        if each is not None:
            each.annotation = None


def _compiled(made: ast.stmt, old: CodeType) -> CodeType:
    free = ast.arguments([], [ast.arg(name) for name in old.co_freevars], None, [], [], None, [])
    around = ast.FunctionDef("around", free, [made], [])
    if "type_params" in ast.FunctionDef._fields:
        setattr(around, "type_params", [])  # noqa: B010
    ast.copy_location(around, made)
    module = ast.fix_missing_locations(ast.Module([around], []))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(module, old.co_filename, "exec", dont_inherit=True)


def _code_in(module: CodeType) -> CodeType:
    """The code of the only function inside of the only function of a module."""
    around = next(each for each in module.co_consts if isinstance(each, CodeType))
    return next(each for each in around.co_consts if isinstance(each, CodeType))


def _finished(code: CodeType, meanings: Mapping[str, Meaning], prefix: str, named: str) -> CodeType:
    """Code in which functions stand for the texts that were put in their place."""
    constants: list[Any] = []
    for each in code.co_consts:
        if isinstance(each, CodeType):
            constants.append(_finished(each, meanings, prefix, named))
        else:
            constants.append(meanings.get(each, each) if isinstance(each, str) else each)
    return code.replace(co_consts=tuple(constants), co_qualname=named + code.co_qualname.removeprefix(prefix))


class _Transformer(ast.NodeTransformer):
    """Puts calls in the place of what is to be replaced; a text that no author writes stands for each function."""

    def __init__(self, replacements: Replacements) -> None:
        self._whole = replacements.whole
        self._around = replacements.around
        self.meanings: dict[str, Meaning] = {}

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return self.generic_visit(node)
        spot = spot_of(node)
        meaning, around = self._whole.get(spot), self._around.get(spot)
        made = cast("ast.expr", self.generic_visit(node)) if meaning is None else self._instead(node, meaning)
        return made if around is None else self._call(node, around, made)

    def _named(self, meaning: Meaning) -> ast.expr:
        text = f"\0{id(meaning)}"
        self.meanings[text] = meaning
        return ast.Constant(text)

    def _call(self, node: ast.expr, meaning: Meaning, *arguments: ast.expr) -> ast.expr:
        made = ast.Call(self._named(meaning), list(arguments), [])
        ast.copy_location(made, node)
        ast.copy_location(made.func, node)
        return made

    def _instead(self, node: ast.expr, meaning: Meaning) -> ast.expr:
        if isinstance(node, ast.Compare):
            return self._call(node, meaning, self.visit(node.left), self.visit(node.comparators[0]))
        if isinstance(node, ast.Set):
            return self._call(node, meaning, *map(self.visit, node.elts))
        if isinstance(node, ast.UnaryOp):
            return self._call(node, meaning, self.visit(node.operand))
        if isinstance(node, ast.BoolOp):
            *before, result = map(self.visit, node.values)
            for each in reversed(before):
                result = self._call(node, meaning, each, _function([], result))
            return result
        if isinstance(node, ast.SetComp | ast.GeneratorExp):
            return self._comprehension(node, meaning)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                return self._call(node, meaning, self.visit(node.func.value))
            generator = node.args[0]
            assert isinstance(generator, ast.GeneratorExp)
            return self._comprehension(generator, meaning)
        if isinstance(node, ast.Attribute):
            return self._call(node, meaning, self.visit(node.value), ast.copy_location(ast.Constant(node.attr), node))
        return ast.copy_location(self._named(meaning), node)

    def _comprehension(self, node: ast.SetComp | ast.GeneratorExp, meaning: Meaning) -> ast.expr:
        result: ast.expr = self.visit(node.elt)
        for generator in reversed(node.generators):
            assert isinstance(generator.target, ast.Name)
            name = generator.target.id
            conditions = [self.visit(each) for each in generator.ifs]
            holds: ast.expr = ast.copy_location(ast.Constant(None), node)
            if conditions:
                joined = conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)
                holds = _function([name], ast.copy_location(joined, conditions[0]))
            result = self._call(node, meaning, self.visit(generator.iter), holds, _function([name], result))
        return result


def _function(names: list[str], body: ast.expr) -> ast.Lambda:
    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    made = ast.copy_location(ast.Lambda(arguments, body), body)
    for each in arguments.args:
        ast.copy_location(each, body)
    return made
