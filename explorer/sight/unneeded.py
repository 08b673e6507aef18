"""What views withhold on purpose although they show it: an allowance that nothing is left out by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...model import Instance
from ...model.language.play.revelations import Withholds
from ...model.language.play.viewers import ViewRule
from ...model.language.terms.nodes import Node
from ..findings.sight import AllowanceAnswer
from ..findings.status import Status
from ..trace.tracing import TracedModel, fields_known, trace_knowledge, trace_slots, trace_view
from .determined import not_following

SHOWN = "it is shown: all of it follows from the views and from what else they withhold"
"""Why an allowance to withhold something is vacuous."""


def unneeded(instance: Instance, traced: TracedModel | None = None) -> Iterator[AllowanceAnswer]:
    """An answer for each thing that a view withholds and that all who are shown the view are shown anyway.

    What was read of the instance need not be read again.

    Only what follows by its form is told, in all states alike; what nobody may know in the scenario is not told of.
    """
    scenario = instance.scenario
    every = [(view, each) for view in instance.views for each in view.withholds]
    declared = [(view, each) for view, each in every if each.happens_in(scenario.name)]
    if not declared:
        return
    read = _Read(traced or TracedModel(instance, trace_slots(instance), ()))
    for view, each in declared:
        if each.what.partition(".")[0] not in scenario.unused and read.is_shown(view, each):
            name = f"withholding of {each.what} by {view.name}"
            yield AllowanceAnswer(name, each.because, Status.VACUOUS, SHOWN)


@dataclass(frozen=True)
class _Seen:
    """What a viewer is shown, and what it may know, by the field that it tells of."""

    viewer: Any
    shown: Sequence[Node]
    known: Sequence[tuple[str, Node]]


class _Read:
    """What all viewers are shown and may know, as terms."""

    def __init__(self, traced: TracedModel) -> None:
        self._instance = traced.instance
        self._seen = [
            _Seen(
                viewer,
                trace_view(traced, viewer),
                list(zip(fields_known(traced, viewer), trace_knowledge(traced, viewer), strict=True)),
            )
            for viewer in traced.instance.viewers.members
        ]

    def is_shown(self, view: ViewRule, withheld: Withholds) -> bool:
        """Whether all that somebody may know of a field is shown to each viewer of a view, and somebody may."""
        is_known = False
        for seen in self._seen:
            if type(seen.viewer) not in view.looking:
                continue
            others = [each for each in self._instance.withheld_from(seen.viewer) if each is not withheld]
            content = [node for field, node in seen.known if withheld.covers(field) and node.constant is None]
            beside = [node for field, node in seen.known if any(each.covers(field) for each in others)]
            if not_following(content, [*seen.shown, *beside]):
                return False
            is_known = is_known or bool(content)
        return is_known
