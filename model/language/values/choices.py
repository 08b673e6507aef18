"""Choices between values of any kind that do not fork."""

from __future__ import annotations

from typing import Any

from ..terms.terms import Term
from .members import choose_plain
from .whole import Whole


def choose(condition: object, yes: Any, no: Any) -> Any:
    """`yes` when the condition holds, else `no`, without forking: numbers, truth values, members, whole options."""
    if isinstance(condition, Term):
        if isinstance(yes, Whole):
            return yes.chosen(condition, no)
        if isinstance(no, Whole):
            return no.chosen(condition == 0, yes)
    return choose_plain(condition, yes, no)
