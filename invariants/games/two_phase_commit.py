"""What must hold of two-phase commit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import both, exists, has, implies, negate, same, scope, size
from ...model.games.two_phase_commit import (
    Commit,
    Decision,
    Manager,
    Order,
    Stand,
    abort,
    commit,
    give_up,
    hear,
    obey_abort,
    obey_commit,
    prepare,
    two_phase_commit,
    view,
)
from ..language.conditions import Conjunct
from ..language.declarations import Declarations
from ..language.steps import Step

laws = Declarations(two_phase_commit)


@laws.invariant("consistency")
def consistency(g: Commit) -> Any:
    """No manager has committed while another one has aborted."""
    committed = exists(g.stand, lambda manager: g.stand[manager] == Stand.COMMITTED)
    aborted = exists(g.stand, lambda manager: g.stand[manager] == Stand.ABORTED)
    return negate(both(committed, aborted))


@laws.invariant("orders-follow-the-decision")
def orders_follow_the_decision(g: Commit) -> Iterator[Conjunct]:
    """An order is on its way exactly when the transaction manager has decided so."""
    yield "commit", same(has(g.sent, Order.COMMIT), g.decision == Decision.COMMITTED)
    yield "abort", same(has(g.sent, Order.ABORT), g.decision == Decision.ABORTED)


@laws.invariant("all-are-prepared-before-a-commit")
def all_are_prepared_before_a_commit(g: Commit) -> Iterator[Conjunct]:
    """The transaction manager has heard only from managers that are prepared, and commits when it has from all."""
    yield "heard", g.heard.issubset(g.prepared)
    yield "decided", implies(g.decision == Decision.COMMITTED, size(g.heard) == g.managers)


@laws.invariant("managers-keep-their-word")
def managers_keep_their_word(g: Commit) -> Iterator[Conjunct]:
    """Nobody commits before the decision, and who said that it is prepared works no more and aborts only on order."""
    for manager in scope(g, Manager):
        stand, said = g.stand[manager], has(g.prepared, manager)
        yield f"{manager.name} commits", implies(stand == Stand.COMMITTED, g.decision == Decision.COMMITTED)
        yield f"{manager.name} works", negate(both(said, stand == Stand.WORKING))
        aborts = both(said, stand == Stand.ABORTED)
        yield f"{manager.name} aborts", implies(aborts, g.decision == Decision.ABORTED)


@laws.step("heard-while-open", when=lambda before, step, after: step.took(hear))
def heard_while_open(before: Commit, step: Step, after: Commit) -> bool:
    """After its decision the transaction manager hears nothing more."""
    return before.decision == Decision.OPEN


@laws.step("managers-act-for-themselves", when=lambda before, step, after: step.took(give_up, obey_abort, obey_commit))
def managers_act_for_themselves(before: Commit, step: Step, after: Commit) -> bool:
    """A manager that gives up, or obeys, stands as it says afterwards."""
    return after.stand[step["manager"]] == (Stand.COMMITTED if step.took(obey_commit) else Stand.ABORTED)


@laws.invariant("the-view-is-true")
def the_view_is_true(g: Commit) -> Iterator[Conjunct]:
    """Everything is shown as what it is."""
    for manager in scope(g, Manager):
        shown = view(g, manager)
        yield f"heard, to {manager.name}", lambda shown=shown: shown.heard == g.heard
        yield f"prepared, to {manager.name}", lambda shown=shown: shown.prepared == g.prepared
        yield f"sent, to {manager.name}", lambda shown=shown: shown.sent == g.sent


@laws.once("decides-once", commit, abort, shown=lambda g: g.decision != Decision.OPEN)
def decides_once(before: Commit, step: Step, after: Commit) -> bool:
    """The transaction manager decides once."""
    return True


@laws.once("prepares-once", prepare, key=Manager, shown=lambda g, manager: has(g.prepared, manager))
def prepares_once(before: Commit, step: Step, after: Commit) -> Manager:
    """A manager says once that it is prepared."""
    return step["manager"]


@laws.witness("committed")
def committed(g: Commit) -> bool:
    """The managers can agree to commit."""
    return g.decision == Decision.COMMITTED


@laws.progress("decides")
def decides(g: Commit) -> bool:
    """A decision can always be reached."""
    return g.decision != Decision.OPEN
