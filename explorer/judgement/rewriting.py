"""A judged function with some of Python's constructs replaced by calls that ask the values; see `meanings.py`.

The code of the function itself is replaced, so that whoever runs, reads or calls it comes upon the same. Its lines,
columns, names and free variables stay what they were.
"""

from __future__ import annotations
import __future__

import ast
import copy
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast

from .meanings import attribute
from .sources import Definition, Span, span_of

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
    hidden: set[Spot] = field(default_factory=set[Spot])
    """Attributes that are asked for through `meanings.attribute`."""

    def __bool__(self) -> bool:
        return bool(self.whole or self.around or self.hidden)


def rewrite(function: FunctionType, definition: Definition, replacements: Replacements) -> None:
    """Replace the code of a function that was made from this definition."""
    old = function.__code__
    transformer = _Transformer(replacements, frozenset(old.co_freevars))
    new = _made_again(old, definition, transformer)
    function.__code__ = _finished(new, transformer.meanings, new.co_qualname, old.co_qualname)
    _written[function.__code__] = as_written(old)


_written: dict[CodeType, CodeType] = {}
"""By code in which something was replaced: the code that it was made of."""


def as_written(code: CodeType) -> CodeType:
    """The code of a function as its author wrote it, also where a function was made of the code of a judged one."""
    return _written.get(code, code)


def _made_again(old: CodeType, definition: Definition, transformer: _Transformer) -> CodeType:
    """The code of a definition, some of it replaced, in the surroundings of the code that was made of it first."""
    tree = copy.deepcopy(definition.node)
    if isinstance(tree, ast.Lambda):
        tree.body = transformer.visit(tree.body)
        made: ast.stmt = ast.copy_location(ast.Return(tree), tree)
    else:
        tree.body = [transformer.visit(each) for each in tree.body]
        tree.decorator_list = [ast.copy_location(ast.Constant(None), each) for each in tree.decorator_list]
        tree.returns = None
        _without_type_parameters(tree)
        made = tree
    _strip(tree.args)
    if definition.inside is not None:
        made = ast.copy_location(ast.ClassDef(definition.inside, [], [], [_as_statement(made)], []), made)
        _without_type_parameters(made)
    new = _code_in(_compiled(made, old), 2 if definition.inside is None else 3)
    return new.replace(co_flags=old.co_flags)


def _as_statement(made: ast.stmt) -> ast.stmt:
    """A statement that may stand in a class."""
    return ast.copy_location(ast.Expr(made.value), made) if isinstance(made, ast.Return) and made.value else made


def _without_type_parameters(node: ast.stmt) -> None:
    if "type_params" in node._fields:
        setattr(node, "type_params", [])  # noqa: B010


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
    if isinstance(made, ast.FunctionDef | ast.ClassDef) and made.name not in old.co_freevars:
        around.body.insert(0, ast.copy_location(ast.Global([made.name]), made))
    _without_type_parameters(around)
    ast.copy_location(around, made)
    module = ast.fix_missing_locations(ast.Module([around], []))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        flags = old.co_flags & __future__.annotations.compiler_flag
        return compile(module, old.co_filename, "exec", flags, dont_inherit=True)


def _code_in(code: CodeType, depth: int) -> CodeType:
    """The only code inside of the only code, and so on, of a module."""
    for _ in range(depth):
        code = next(each for each in code.co_consts if isinstance(each, CodeType))
    return code


def _finished(code: CodeType, meanings: Mapping[str, Meaning], prefix: str, named: str) -> CodeType:
    """Code in which functions stand for the texts that were put in their place."""
    constants = tuple(_constant(each, meanings, prefix, named) for each in code.co_consts)
    return code.replace(co_consts=constants, co_qualname=named + code.co_qualname.removeprefix(prefix))


def _constant(value: Any, meanings: Mapping[str, Meaning], prefix: str, named: str) -> Any:
    """A constant of code; Python has put those that stand in a row into one tuple."""
    if isinstance(value, CodeType):
        return _finished(value, meanings, prefix, named)
    if type(value) in (tuple, frozenset):
        return type(value)(_constant(each, meanings, prefix, named) for each in value)
    return meanings.get(value, value) if isinstance(value, str) else value


class _Transformer(ast.NodeTransformer):
    """Puts calls in the place of what is to be replaced; a text that no author writes stands for each function."""

    def __init__(self, replacements: Replacements, free: frozenset[str]) -> None:
        self._whole = replacements.whole
        self._around = replacements.around
        self._hidden = replacements.hidden
        self._free = free
        self.meanings: dict[str, Meaning] = {}

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.expr):
            return self.generic_visit(node)
        spot = spot_of(node)
        if spot in self._hidden and isinstance(node, ast.Attribute):
            name = ast.copy_location(ast.Constant(node.attr), node)
            return self._call(node, attribute, self.visit(node.value), name)
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
            first, *others = map(self.visit, node.values)
            return self._call(node, meaning, first, *(_function([], each) for each in others))
        if isinstance(node, ast.SetComp | ast.GeneratorExp):
            return self._comprehension(node, meaning)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                return self._call(node, meaning, self.visit(node.func.value))
            generator = node.args[0]
            assert isinstance(generator, ast.GeneratorExp)
            return self._comprehension(generator, meaning)
        made = ast.copy_location(self._named(meaning), node)
        if any(isinstance(each, ast.Name) and each.id in self._free for each in ast.walk(node)):
            always = ast.copy_location(ast.Constant(True), node)
            return ast.copy_location(ast.IfExp(always, made, node), node)
        return made

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
