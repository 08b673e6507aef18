"""Two-phase commit: resource managers prepare, one transaction manager decides (Gray and Lamport, 2006)."""

from __future__ import annotations

from enum import Enum

from .. import Map, Model, Parameter, Set, State, View, require, scope, size


class Manager(Enum):
    """Resource managers."""

    R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R13, R14, R15, R16 = range(1, 17)


class Stand(Enum):
    """Where a resource manager stands."""

    WORKING = "working"
    PREPARED = "prepared"
    COMMITTED = "committed"
    ABORTED = "aborted"


class Decision(Enum):
    """What the transaction manager has decided."""

    OPEN = "open"
    COMMITTED = "committed"
    ABORTED = "aborted"


class Order(Enum):
    """A decision on its way to everybody."""

    COMMIT = "commit"
    ABORT = "abort"


class Commit(State):
    """Stands of the managers, the decision, and the messages that were sent (they are never lost or used up)."""

    managers: int = Parameter(3, 1, 16, members_of=Manager)

    stand: dict[Manager, Stand] = Map(Manager, Stand)
    decision: Decision
    heard: set[Manager] = Set(Manager)
    prepared: set[Manager] = Set(Manager)
    sent: set[Order] = Set(Order)


two_phase_commit = Model(
    "two-phase-commit", Commit, seats=Manager, title="Managers prepare, then all commit or all abort"
)


@two_phase_commit.automatic
def hear(g: Commit, manager: Manager) -> None:
    """The transaction manager receives that a manager is prepared."""
    require(g.decision == Decision.OPEN, "already decided")
    require(manager in g.prepared, "no such message")
    g.heard.add(manager)


@two_phase_commit.automatic
def commit(g: Commit) -> None:
    """All are prepared: commit."""
    require(g.decision == Decision.OPEN, "already decided")
    require(size(g.heard) == g.managers, "not all are prepared")
    g.decision = Decision.COMMITTED
    g.sent.add(Order.COMMIT)


@two_phase_commit.automatic
def abort(g: Commit) -> None:
    """The transaction manager may abort as long as it has not decided."""
    require(g.decision == Decision.OPEN, "already decided")
    g.decision = Decision.ABORTED
    g.sent.add(Order.ABORT)


@two_phase_commit.action
def prepare(g: Commit, manager: Manager) -> None:
    """A working manager prepares and says so."""
    require(g.stand[manager] == Stand.WORKING, "not working")
    g.stand[manager] = Stand.PREPARED
    g.prepared.add(manager)


@two_phase_commit.action
def give_up(g: Commit, manager: Manager) -> None:
    """A working manager aborts by itself."""
    require(g.stand[manager] == Stand.WORKING, "not working")
    g.stand[manager] = Stand.ABORTED


@two_phase_commit.action
def obey_commit(g: Commit, manager: Manager) -> None:
    """A manager receives the order to commit."""
    require(Order.COMMIT in g.sent, "no such message")
    g.stand[manager] = Stand.COMMITTED


@two_phase_commit.action
def obey_abort(g: Commit, manager: Manager) -> None:
    """A manager receives the order to abort."""
    require(Order.ABORT in g.sent, "no such message")
    g.stand[manager] = Stand.ABORTED


class CommitView(View):
    """Nothing is hidden in this protocol."""

    stand: dict[Manager, Stand] = Map(Manager, Stand)
    decision: Decision
    heard: set[Manager] = Set(Manager)
    prepared: set[Manager] = Set(Manager)
    sent: set[Order] = Set(Order)


@two_phase_commit.view
def view(g: Commit, seat: Manager) -> CommitView:
    """Everything, the messages too."""
    return CommitView(stand=g.stand, decision=g.decision, heard=g.heard, prepared=g.prepared, sent=g.sent)


@two_phase_commit.scenario("default")
def setup(g: Commit) -> None:
    """All are working and nothing is decided."""
    for manager in scope(g, Manager):
        g.stand[manager] = Stand.WORKING
