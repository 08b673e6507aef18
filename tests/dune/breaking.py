"""Saying that a declaration catches a broken rule: in which scenario, after which actions, by which part of it."""

from __future__ import annotations

from dune.playing import answer, swept, way
from kanly.explorer.status import Status
from kanly.model import Model


def caught(model: Model, scenario: str, check: str, *actions: str, conjunct: str | None = None) -> None:
    """The declaration fails, after these actions and on no shorter way."""
    result = answer(model, scenario, check)
    assert result.status is Status.VIOLATED, result
    taken = list(way(result))
    assert taken == list(actions), taken
    if conjunct is not None:
        assert result.conjunct == conjunct


def missed(model: Model, scenario: str, *checks: str) -> None:
    """What these witnesses ask for is not reached any more."""
    found = {each.declaration.id: each.status for each in swept(model, scenario, *checks).checks}
    assert found == dict.fromkeys(checks, Status.VACUOUS)
