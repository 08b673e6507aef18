"""Several views of one viewer agree: fields of one name say the same in each, in every state."""

# The slots of a view are compared, which belong to the language.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

from ...model.language.base.source import place_of
from ...model.language.play.viewers import ViewRule, shared_fields
from .checks import CheckKind, Declaration
from .conditions import Conjunct

AGREEMENT: Final = "agreement-of-views"
"""The id of what is checked of every model in which somebody has several views with fields of one name."""

_SENTENCE: Final = "Fields of one name say the same in all views of a viewer."


@cache
def agreement(views: tuple[ViewRule, ...]) -> Declaration | None:
    """The invariant that the views of a model agree; None where nobody is shown one field by two of them."""
    for looking in {each for view in views for each in view.looking}:
        for _, view, _ in shared_fields([view for view in views if looking in view.looking]):
            where = place_of(view.original)
            return Declaration(AGREEMENT, CheckKind.INVARIANT, _SENTENCE, (), _agree, None, None, *where, written=())
    return None


def _agree(g: Any) -> Iterator[Conjunct]:
    instance = g._instance
    for viewer in instance.viewers.members:
        for one, other, field in shared_fields(instance.views_of(viewer)):
            yield (
                f"{field} of {one.name} and {other.name} to {viewer.name}",
                partial(_show_the_same, g, one, other, field, viewer),
            )


def _show_the_same(g: Any, one: ViewRule, other: ViewRule, field: str, viewer: Any) -> Any:
    """Whether a viewer is shown the same in a field of two views; does not fork beyond what the views do."""
    result: Any = True
    for left, right in zip(*(_shown(g, view, field, viewer) for view in (one, other)), strict=True):
        result = result & (left == right)
    return result


def _shown(g: Any, view: ViewRule, field: str, viewer: Any) -> list[Any]:
    layout = g._instance.resolver.record(view.shown)
    shown, at = layout.encoded(view.rule(g, viewer), g._cells.plain), layout.fields[field]
    return [shown[at.offset + offset] for offset in range(at.domain.width)]
