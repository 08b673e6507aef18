"""Saying that a declaration catches a broken rule: in which scenario, after which actions, by which part of it.

Then what broken rules are written with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dune.playing import actions_to, answer, swept
from kanly.explorer.findings.status import Status
from kanly.model import Model, required, scope
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror import nexus as terror_nexus
from kanly.model.dune.terror import rides as terror_rides


def caught(model: Model, scenario: str, check: str, *actions: str, conjunct: str | None = None) -> None:
    """The declaration fails, after these actions and on no shorter way."""
    result = answer(model, scenario, check)
    assert result.status is Status.VIOLATED, result
    taken = list(actions_to(result))
    assert taken == list(actions), taken
    if conjunct is not None:
        assert result.conjunct == conjunct, result.conjunct


def missed(model: Model, scenario: str, *checks: str) -> None:
    """What these witnesses ask for is not reached any more."""
    found = {each.declaration.id: each.status for each in swept(model, scenario, *checks).checks}
    assert found == dict.fromkeys(checks, Status.VACUOUS)


def a_card(g: Table, seat: Faction) -> Iterator[Card]:
    """The first card of a hand, if it has one."""
    for card in scope(g, Card):
        if card in g.hand[seat]:
            yield card
            return


def interrupted(g: Table) -> TerrorEntry:
    """The entry behind the forced discard that is being settled."""
    return required(g.terror_frame, "no forced discard is waiting to be settled").entry


def ride_on_by(next_ride: Callable[[Table], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another rule say how rides go on, wherever they do."""
    for module in (terror, terror_nexus, terror_rides):
        monkeypatch.setattr(module, "next_ride", next_ride)
