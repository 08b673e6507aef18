"""What a rule may say, statement by statement: whatever is not listed here is refused."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from enum import Enum, EnumMeta
from types import FunctionType
from typing import Any, NoReturn

from ...model import ModelError, Record, require, required
from ...model.language.base.source import is_subclass
from . import meanings
from .aliases import Aliases
from .callables import CALLED_ONLY, CHANGING, INSTEAD, builtin_name
from .constants import TABLES
from .constructs import (
    DECIDING,
    EXPRESSIONS,
    IDENTITY,
    INSTEAD_OF_SYNTAX,
    INTERNAL,
    MEMBERSHIP,
    NEVER_SETS,
    OF_THE_FRAME,
    PATTERNS,
    SET_OPERATORS,
    STATEMENTS,
    is_bare_super,
    is_none,
    is_simple,
    is_slice,
    is_super,
)
from .names import COMPREHENSIONS, UNKNOWN, Names, ScopeNode, bound_in
from .orders import Orders
from .rewriting import Replacements, spot_of
from .sources import Definition, Span, span_of


class Syntax:
    """Looks through one function: refuses what is not known, and collects what it refers to.

    `references` are the values that its names mean, each with the line where it does so; `attributes` are the names
    after its dots, unless `asks_by_name`; `texts` are the spans of texts that are for people only. Raises `ModelError`
    with file and line.
    """

    def __init__(self, function: FunctionType, definition: Definition) -> None:
        self.function = function
        node = definition.node
        if isinstance(node, ast.AsyncFunctionDef):
            self._refuse(node, INSTEAD_OF_SYNTAX[ast.AsyncFunctionDef])
        self.references: list[tuple[Any, str, int]] = []
        self.texts: set[Span] = set()
        self.attributes: set[str] = set()
        self.asks_by_name = False
        self.replacements = Replacements()
        self._names = Names(function, definition)
        self._names.scopes.append(bound_in(node))
        self._orders = Orders(self._names, node)
        self._aliases = Aliases(node)
        self._names.scopes.pop()
        self._inside(node)

    def _refuse(self, node: ast.AST, reason: str) -> NoReturn:
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        raise ModelError(f"{self.function.__qualname__}: {reason}", self.function.__code__.co_filename, line)

    def _look_at(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt | ast.expr | ast.pattern) and not isinstance(
            node, STATEMENTS + EXPRESSIONS + PATTERNS
        ):
            name = type(node).__name__
            self._refuse(node, INSTEAD_OF_SYNTAX.get(type(node), f"{name} is not part of the language of rules"))
        look: Callable[[Any], None] = getattr(self, f"_on_{type(node).__name__.lower()}", self._children)
        look(node)

    def _children(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            self._look_at(child)

    def _inside(self, node: ScopeNode) -> None:
        """Look through the body of a function or a comprehension, with the names that are its own."""
        self._names.scopes.append(bound_in(node))
        if isinstance(node, COMPREHENSIONS):
            self._children(node)
        else:
            for statement in [node.body] if isinstance(node, ast.Lambda) else node.body:
                self._look_at(statement)
        self._names.scopes.pop()

    def _on_functiondef(self, node: ast.FunctionDef) -> None:
        for each in node.decorator_list:
            self._look_at(each)
        self._on_lambda(node)

    def _on_lambda(self, node: ast.Lambda | ast.FunctionDef) -> None:
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self._look_at(default)
        self._inside(node)

    def _on_listcomp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def _on_setcomp(self, node: ast.SetComp) -> None:
        if is_simple(node) and len(node.generators) == 1:
            self.replacements.whole[spot_of(node)] = meanings.set_of
        self._targets(node)
        self._inside(node)

    def _on_dictcomp(self, node: ast.DictComp) -> None:
        self._comprehension(node)

    def _on_generatorexp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def _comprehension(self, node: ast.ListComp | ast.DictComp | ast.GeneratorExp) -> None:
        for generator in node.generators:
            self._in_order(generator.iter, node)
        self._targets(node)
        self._inside(node)

    def _targets(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        for generator in node.generators:
            for each in ast.walk(generator.target):
                if isinstance(each, ast.Attribute | ast.Subscript):
                    self._refuse(each, "a comprehension goes through values by names of its own")

    def _on_for(self, node: ast.For) -> None:
        self._stored(node.target)
        self._in_order(node.iter, node)
        self._children(node)

    def _in_order(self, items: ast.expr, whole: ast.AST) -> None:
        if self._orders.is_unordered(items) and not self._orders.does_not_matter(whole):
            self._refuse(items, meanings.UNORDERED)
        if not self._orders.does_not_matter(whole) and not isinstance(items, NEVER_SETS):
            self.replacements.around[spot_of(items)] = meanings.ordered

    def _on_list(self, node: ast.List | ast.Tuple) -> None:
        for each in node.elts:
            if isinstance(each, ast.Starred):
                self._in_order(each.value, node)
        self._children(node)

    def _on_tuple(self, node: ast.Tuple) -> None:
        self._on_list(node)

    def _on_annassign(self, node: ast.AnnAssign) -> None:
        self._stored(node.target)
        if node.value is not None:
            self._look_at(node.value)

    def _on_assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._stored(target)
            if isinstance(target, ast.Tuple | ast.List) or is_slice(target):
                self._in_order(node.value, node)
        self._look_at(node.value)

    def _on_augassign(self, node: ast.AugAssign) -> None:
        self._stored(node.target)
        self._operator(node)
        if isinstance(node.op, ast.Add) or is_slice(node.target):
            self._in_order(node.value, node)
        elif isinstance(node.op, SET_OPERATORS) and self._aliases.may_be_shared(node.target):
            self.replacements.around[spot_of(node.value)] = meanings.spelled_out
        self._look_at(node.value)

    def _on_yieldfrom(self, node: ast.YieldFrom) -> None:
        self._in_order(node.value, node)
        self._children(node)

    def _on_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self._stored(target)

    def _stored(self, target: ast.expr) -> None:
        """A place that is assigned: a name of the rule's own, or a part of something that is no constant."""
        if isinstance(target, ast.Tuple | ast.List):
            for each in target.elts:
                self._stored(each)
            return
        if isinstance(target, ast.Starred):
            self._stored(target.value)
            return
        root = target
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if isinstance(root, ast.Name) and not self._names.is_own(root.id):
            self._refuse(target, f"a rule changes the state only, not {root.id}")
        if isinstance(target, ast.Attribute):
            self.replacements.around[spot_of(target.value)] = meanings.changed
        if isinstance(target, ast.Attribute | ast.Subscript):
            self._children(target)

    def _on_global(self, node: ast.Global) -> None:
        self._refuse(node, f"a rule changes the state only, not {', '.join(node.names)}")

    def _on_nonlocal(self, node: ast.Nonlocal) -> None:
        self._refuse(node, f"a rule changes the state only, not {', '.join(node.names)}")

    def _on_raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Call):
            self._for_people([*node.exc.args, *(keyword.value for keyword in node.exc.keywords)])
        self._children(node)

    def _on_assert(self, node: ast.Assert) -> None:
        if node.msg is not None:
            self._for_people([node.msg])
        self._children(node)

    def _on_matchsingleton(self, node: ast.MatchSingleton) -> None:
        if node.value is not None:
            self._refuse(node, f"`case {node.value}` compares identity, which a state value does not have; write `if`")

    def _on_match(self, node: ast.Match) -> None:
        patterns = (each for case in node.cases for each in ast.walk(case.pattern))
        takes_apart = any(isinstance(each, ast.MatchSequence | ast.MatchMapping) for each in patterns)
        self.replacements.around[spot_of(node.subject)] = meanings.in_parts if takes_apart else meanings.subject
        self._children(node)

    def _on_matchclass(self, node: ast.MatchClass) -> None:
        self._told_apart([node.cls])
        self.attributes.update(node.kwd_attrs)
        self.attributes.update(*(getattr(kind, "__match_args__", ()) for kind in self._names.classes(node.cls)))
        self._children(node)

    def _on_binop(self, node: ast.BinOp) -> None:
        self._operator(node)
        self._children(node)

    def _operator(self, node: ast.BinOp | ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div | ast.MatMult):
            self._refuse(node, INSTEAD_OF_SYNTAX[type(node.op)])

    def _on_constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self._refuse(node, f"{node.value!r} is a fraction; write whole numbers")
        if isinstance(node.value, bytes):
            self._refuse(node, f"{node.value!r} is not part of the language of rules; write a text")

    def _on_compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for index, operator in enumerate(node.ops):
            pair = sides[index : index + 2]
            if isinstance(operator, ast.Is | ast.IsNot):
                self._identity(node, pair)
            elif isinstance(operator, ast.In | ast.NotIn):
                meant = self._names.meant(pair[1])
                if isinstance(meant, EnumMeta):
                    self._refuse(node, MEMBERSHIP.format(meant.__name__, meant.__name__))
        asked = [side for side in sides if self._is_type_of(side)]
        if asked:
            self._told_apart([side for side in sides if not self._is_type_of(side)])
            if len(asked) == len(sides):
                self._refuse(node, "the types of two values are not compared; name the class of a record")
            for side in asked:
                assert isinstance(side, ast.Call)
                self._look_at(side.args[0])
        for side in sides:
            if side not in asked:
                self._look_at(side)

    def _identity(self, node: ast.Compare, pair: list[ast.expr]) -> None:
        if not any(is_none(side) or isinstance(self._names.meant(side), Enum | None) for side in pair):
            self._refuse(node, IDENTITY)
        if len(node.ops) > 1:
            self._refuse(node, "`is` stands in a row of comparisons; write them apart, with `and`")
        is_not = isinstance(node.ops[0], ast.IsNot)
        self.replacements.whole[spot_of(node)] = meanings.not_identical if is_not else meanings.identical

    def _is_type_of(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and len(node.args) == 1 and self._names.meant(node.func) is type

    def _told_apart(self, classes: Iterable[ast.expr]) -> None:
        """Classes by which values are told apart: only records have one while a rule is read."""
        for node in classes:
            for kind in self._names.classes(node):
                if not is_subclass(kind, Record):
                    name = getattr(kind, "__name__", repr(kind))
                    self._refuse(
                        node,
                        f"that a value is of {name} is not asked in rules; compare with == or with `is None`, or name "
                        "the class of a record",
                    )

    def _on_call(self, node: ast.Call) -> None:
        meant = self._names.meant(node.func)
        name = None if meant is UNKNOWN else builtin_name(meant)
        if name in INSTEAD:
            self._refuse(node, f"{name}(...) is not part of the language of rules: {INSTEAD[name]}")
        if meant is require and node.args:
            self._condition(node.args[0])
        self._replaced_call(node, meant)
        if meant is require or meant is required:
            self._for_people([*node.args[1:2], *(each.value for each in node.keywords if each.arg == "reason")])
        if isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            self._changed(node, node.func)
        is_keyed = meant is UNKNOWN and any(each.arg == "key" for each in node.keywords)
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                self._in_order(argument.value, node)
            elif is_keyed or self._orders.takes_in_order(node):
                self._in_order(argument, node)
        if name in CALLED_ONLY:
            self._called(node, str(name))
        else:
            self._look_at(node.func)
        for each in [*node.args, *node.keywords]:
            self._look_at(each)

    def _condition(self, node: ast.expr) -> None:
        """An expression of which nothing but the truth matters: its parts need not fork apart."""
        if any(isinstance(each, OF_THE_FRAME) or is_bare_super(each) for each in ast.walk(node)):
            return
        if isinstance(node, ast.BoolOp):
            is_and = isinstance(node.op, ast.And)
            self.replacements.whole[spot_of(node)] = meanings.conjunction if is_and else meanings.disjunction
            for each in node.values:
                self._condition(each)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.replacements.whole[spot_of(node)] = meanings.denial
            self._condition(node.operand)

    def _replaced_call(self, node: ast.Call, meant: Any) -> None:
        generator = node.args[0] if len(node.args) == 1 and not node.keywords else None
        of_generator = meanings.OF_GENERATORS.get(id(meant))
        if of_generator is not None and isinstance(generator, ast.GeneratorExp) and is_simple(generator):
            makes_set = meant is set or meant is frozenset
            if not makes_set or len(generator.generators) == 1:
                self.replacements.whole[spot_of(node)] = of_generator
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not (node.args or node.keywords):
            self.replacements.whole[spot_of(node)] = meanings.popped

    def _changed(self, node: ast.Call, method: ast.Attribute) -> None:
        if type(self._names.meant(method.value)) in TABLES:
            self._refuse(node, f"a rule changes the state only, not {ast.unparse(method.value)}")
        if method.attr == "pop" and self._orders.is_unordered(method.value):
            self._in_order(method.value, node)

    def _called(self, node: ast.Call, name: str) -> None:
        if name == "type":
            self._refuse(node, "type(...) is asked only where it is compared with the class of a record")
        if name == "isinstance" and len(node.args) == 2:
            self._told_apart([node.args[1]])
        if name == "getattr":
            self._attribute_by_name(node)

    def _attribute_by_name(self, node: ast.Call) -> None:
        if len(node.args) != 2 or self._names.meant(node.args[0]) is not UNKNOWN:
            self._refuse(node, "getattr(...) reads a field of the state by its name; write the name itself here")
        wanted = node.args[1]
        if not isinstance(wanted, ast.Constant):
            self.asks_by_name = True
        elif isinstance(wanted.value, str):
            self.attributes.add(wanted.value)
            if wanted.value.startswith("_") or wanted.value in CHANGING:
                self._refuse(node, f"{wanted.value} is no field")

    def _on_attribute(self, node: ast.Attribute) -> None:
        if node.attr.startswith("__") and node.attr.endswith("__") and not is_super(node.value):
            self._refuse(node, f"{node.attr} belongs to Python, not to the language of rules")
        if node.attr in INTERNAL:
            self._refuse(node, f"{node.attr} belongs to Kanly, not to the language of rules")
        self.attributes.add(self._names.mangled(node.attr))
        meant = self._names.meant(node)
        if meant is UNKNOWN and node.attr in meanings.HIDDEN and isinstance(node.ctx, ast.Load):
            self.replacements.hidden.add(spot_of(node))
        if isinstance(self._names.meant(node.value), FunctionType):
            self._refuse(node, f"{ast.unparse(node)} may change, as an attribute of a function; write a constant")
        if meant is UNKNOWN:
            self._look_at(node.value)
        else:
            self._refer(node, meant)

    def _on_name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            meant = self._names.meant(node)
            if meant is not UNKNOWN:
                self._refer(node, meant)

    def _on_subscript(self, node: ast.Subscript) -> None:
        if not isinstance(self._names.meant(node.value), type):
            self._look_at(node.value)
        self._look_at(node.slice)

    def _on_set(self, node: ast.Set) -> None:
        if any(self._names.meant(each) is UNKNOWN and not isinstance(each, ast.Constant) for each in node.elts):
            self.replacements.whole[spot_of(node)] = meanings.set_with
        self._children(node)

    def _refer(self, node: ast.expr, meant: Any) -> None:
        instead = meanings.INSTEAD_OF.get(id(meant))
        if instead is not None:
            self.replacements.whole[spot_of(node)] = instead
        self.references.append((meant, ast.unparse(node), node.lineno))

    def _for_people(self, texts: list[ast.expr]) -> None:
        """Texts that nobody but a person reads: an unknown value may leave a placeholder in them."""
        for text in texts:
            if isinstance(text, ast.IfExp):
                self._for_people([text.body, text.orelse])
            elif not any(isinstance(each, DECIDING) for each in ast.walk(text)):
                self.texts.add(span_of(text))
