"""Whoever must be asked about an arrival is asked about it: of a walked group at once, of a flown one as well."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import is_present, negate
from ....model.dune.flight.frames import drain
from ....model.dune.table.flights import MoveFrame
from ....model.dune.table.kinds import Entry, Onward, Stage
from ....model.dune.table.movements import Intrusion
from ....model.dune.table.state import Table
from ...language.conditions import Conjunct
from ...language.steps import Step
from ..laws import laws
from ..table.counted import meets_ambassador, meets_sisters, meets_token
from .told_steps import MOVES, OnItsWay, on_its_way


def arrives(before: Table, step: Step, after: Table) -> bool:
    """Whether a group has come in, and what its arrival sets off is not kept back by a frame."""
    group = on_its_way(before, step)
    if group is None or isinstance(after.frame, MoveFrame):
        return False
    return step.took(drain) or after.moved[group.seat] > before.moved[group.seat]


def coming(before: Table, step: Step) -> OnItsWay:
    """The group that comes in."""
    group = on_its_way(before, step)
    assert group is not None
    return group


@laws.step("an-arrival-asks-whom-it-must", clauses=["ORN-13", "ORN-16"], when=arrives, where=MOVES)
def an_arrival_asks_whom_it_must(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An arrival asks the Bene Gesserit whose fighters are there, Moritani of its token, Ecaz of its Ambassador."""
    group = coming(before, step)
    seat, origin, to = group.seat, group.origin, group.to
    yield "Bene Gesserit", isinstance(after.pending, Intrusion) == meets_sisters(before, seat, to)
    yield "Moritani", is_present(after.entry) == meets_token(before, seat, origin, to)
    yield "Ecaz", is_present(after.embassy) == meets_ambassador(before, seat, origin, to)


@laws.step("what-is-asked-is-about-the-arrival", clauses=["ORN-13", "TER-41"], when=arrives, where=MOVES)
def what_is_asked_is_about_the_arrival(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """What the owner is asked says who came in, where and, of a Terror token, with how many and how."""
    group = coming(before, step)
    pending, entry, embassy = after.pending, after.entry, after.embassy
    if isinstance(pending, Intrusion):
        yield "intruder", pending.intruder == group.seat
        yield "territory", pending.territory == group.to.territory
    if entry is not None:
        yield "entrant", entry.entrant == group.seat
        yield "place", entry.place == group.to
        yield "cause", entry.cause == Entry.MOVEMENT
        yield "amount", entry.amount == group.total
        yield "elite", entry.elite == group.elite
        yield "stage", entry.stage == Stage.OFFER
        yield "nothing refused", negate(entry.refused)
        yield "onward", entry.onward == Onward.TURN
    if embassy is not None:
        yield "Ecaz is told who", embassy.entrant == group.seat
        yield "Ecaz is told where", embassy.place == group.to
