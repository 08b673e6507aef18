"""Choices between values that do not fork: what can be chosen between, and choices between numbers."""

from __future__ import annotations

from enum import Enum
from typing import Any

from ..terms.nodes import TermError, ite
from ..terms.terms import Term, is_truth_value, node_of, truth_node, truth_of, value_of
from ..terms.unknown import Unknown


class Choosable(Unknown):
    """A value that is not known, of a kind of its own, and can be chosen between; numbers are `Term`s instead."""

    __slots__ = ()

    def _choice_kind(self) -> object:
        """What kind of value it is; values of one kind can be chosen between."""
        raise NotImplementedError

    def _chosen(self, condition: bool | Term, other: Any) -> Any:
        """This where the condition holds, else the other one. Raises `TermError` for one of another kind."""
        raise NotImplementedError


def choose_number(condition: object, yes: Any, no: Any) -> Any:
    """`yes` when the condition holds, else `no`, without forking, for two numbers or two truth values.

    Raises `TermError` for one of each, and for anything else.
    """
    if not isinstance(condition, Term):
        return yes if condition else no
    if is_truth_value(yes) is not is_truth_value(no):
        raise TermError(f"a choice between {yes!r} and {no!r}: one is a truth value, the other is a number")
    node = ite(truth_node(condition), node_of(yes), node_of(no))
    return truth_of(node) if is_truth_value(yes) else value_of(node)


def is_number(value: object) -> bool:
    """Whether a value is a number or a truth value, known or not; a member is none, even of an `IntEnum`."""
    return isinstance(value, int | Term) and not isinstance(value, Enum)


def opposite(result: Any) -> Any:
    """The opposite of a truth value, without forking."""
    return result ^ True if isinstance(result, Term) else not result
