"""Reading a rule symbolically: path enumeration by re-execution, and joining of paths.

The rule is executed again and again on terms. Whenever it asks a term for its truth, a path forks: the first time the
answer is yes; later executions repeat the decisions of an earlier one up to the last yes, and answer no there
(King, "Symbolic execution and program testing", 1976). Decisions that the facts of the path settle do not fork. A rule
that does not end on some path is refused.
"""

# Reading joins what views show, and so reaches into them.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import itertools
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, cast

from ...model import ModelError, SaveError
from ...model.language.base.errors import Rejection, WriteError
from ...model.language.base.source import author_frame
from ...model.language.base.termination import READING, EndlessError, TimeLimit
from ...model.language.classes.records import Event
from ...model.language.play.instance import Instance, fault_of
from ...model.language.play.rules import recording
from ...model.language.terms.nodes import ONE, ZERO, Node, TermError, bit_and, bit_xor, ite
from ...model.language.terms.terms import Term, node_of, value_of
from ...model.language.terms.unknown import tracing
from ...model.language.values.cells import TermCells, Viewer, read_slot, write_slot
from ..judgement.judge import is_for_people
from ..judgement.sources import span_at
from ..processes import supervision
from .changes import refuse_changed, snapshot
from .ends import (
    Failed,
    GuardFailed,
    Outcome,
    OutcomeTree,
    Returned,
    content_after,
    fold,
    has_shape,
    is_repeatable,
    joined,
    outcomes_of,
    saying,
    shape,
    tree_of,
    views_in,
)
from .facts import Facts
from .tree import Path, TracedEvent

MOST_DECISIONS = 20_000
"""Conditions asked for on one path; a rule that asks more does not end for all states."""

MOST_PATHS = 50_000
"""Paths of one rule; beyond this, reading it is hopeless."""

MANY_PATHS = 2_000
"""Paths of one rule from which on an author is advised to change it."""


class ManyPathsWarning(UserWarning):
    """A rule has so many paths that whatever is done with it takes long."""


@dataclass
class _Frame:
    """One execution: the decisions to repeat, those made so far, and what they tell."""

    facts: Facts
    prefix: Sequence[tuple[Node, bool]] = ()
    trail: Sequence[Facts] = ()
    """What was known in an earlier execution after each of the decisions to repeat, but for the last one."""
    known: list[Facts] = field(default_factory=list[Facts])
    """What is known after each of the decisions so far."""
    decisions: list[tuple[Node, bool]] = field(default_factory=list[tuple[Node, bool]])
    guards: list[str | None] = field(default_factory=list[str | None])
    """For each of the decisions the reason of a guard that rejects where it fails; None for any other decision."""
    events: list[TracedEvent] = field(default_factory=list[TracedEvent])
    within: object = None
    """The call that this execution is a path of."""
    asked: int = 0
    """How many conditions were asked for."""
    calls: int = 0
    """Merged calls since the last decision."""

    def next_call(self) -> object:
        """What tells a merged call from all others: the same in every execution that comes by here."""
        self.calls += 1
        return (self.within, tuple(self.decisions), self.calls)


class Reader:
    """The tracer: follows rules over the given cells. One reader reads one rule."""

    def __init__(
        self,
        instance: Instance,
        roots: Sequence[TermCells],
        name: str,
        where: tuple[str, int],
        given: Facts | None = None,
        offers: Callable[[Any], Sequence[Node]] | None = None,
    ) -> None:
        """`offers`: for each seat, whether it can take an action in the state that is read."""
        self.instance = instance
        self._offers = offers
        self.roots = tuple(roots)
        self.name = name
        self.where = where
        self.frame: _Frame = _Frame(given or Facts())
        self.paths = 0
        self._forks: Counter[tuple[str, int]] = Counter()
        """How often a path forked, by file and line of the author's."""
        self._trees: dict[object, OutcomeTree] = {}

    def decide(self, node: Node) -> bool:
        """Which way this execution goes at a condition."""
        return self._decide(node, None)

    def guard(self, node: Node, reason: str) -> None:
        """Reject where a condition fails: that path ends here, so that it is known without being followed."""
        if not self._decide(node, reason):
            raise Rejection(reason)

    def _decide(self, node: Node, reason: str | None) -> bool:
        frame = self.frame
        frame.asked += 1
        if frame.asked > MOST_DECISIONS:
            raise EndlessError
        index = len(frame.decisions)
        if index >= len(frame.prefix) or frame.prefix[index][0] is not node:
            known = frame.facts.known(node)
            if known is not None:
                return known != 0
        value = True
        if index >= len(frame.prefix) and self.paths >= MANY_PATHS:
            self._note_fork()
        if index < len(frame.prefix):
            expected, value = frame.prefix[index]
            if expected is not node:
                raise self._impure(expected, f"on {node!r}")
        frame.decisions.append((node, value))
        frame.guards.append(reason)
        frame.calls = 0
        frame.facts = frame.trail[index] if index < len(frame.trail) else frame.facts.assuming(node, value)
        frame.known.append(frame.facts)
        return value

    def _note_fork(self) -> None:
        at = author_frame()
        self._forks[at.f_code.co_filename, at.f_lineno] += 1

    def _impure(self, expected: Node, instead: str) -> ModelError:
        return ModelError(
            f"{self.name} is not a pure function of its state: run twice in the same way it decided on {expected!r} "
            f"first and {instead} then; a rule may read the state and its arguments only, and reads again what a "
            "@merged helper has replaced",
            *self.where,
        )

    def known(self, node: Node) -> int | None:
        """The only value of a node on this path, None when several are possible."""
        return self.frame.facts.known(node)

    def offers(self, action: object) -> Sequence[Any]:
        """For each seat, whether it can take an action in the state that is read."""
        if self._offers is None:
            raise TermError("who is offered an action is asked of a state that is declared about")
        return [_truth(node) for node in self._offers(action)]

    def scope(self) -> object:
        """The execution at work; values made in another one must not be changed."""
        return self.frame

    def is_told(self, frame: FrameType) -> bool:
        """Whether a text that is made where an execution is becomes nothing but a message for people."""
        span = span_at(frame.f_code, frame.f_lasti)
        return span is not None and is_for_people(frame.f_code.co_filename, span)

    def record(self, event: Event, to: object) -> None:
        """Take an event of the path."""
        domain = self.instance.resolver.record(type(event))
        content = domain.encoded(event, TermCells)
        domain.refuse_misfits(content)
        slots = tuple(map(node_of, content))
        self.frame.events.append(TracedEvent(ONE, type(event), slots, node_of(self.instance.recipients(to))))

    def read(self, call: Callable[[], Any]) -> OutcomeTree:
        """All paths of a call as a tree. The cells are left as they were."""
        restore_tracer, restore_recorder = tracing(self), recording(self)
        try:
            with supervision.during(f"reading {self.name}"):
                tree = self._read(call, (), None)
        finally:
            restore_recorder()
            restore_tracer()
        if self.paths > MANY_PATHS:
            told = (
                f"{self.name} has {self.paths + 1} paths, so that all takes long that is done with it; {self._remedy()}"
            )
            warnings.warn_explicit(told, ManyPathsWarning, *self._most_forks())
        return tree

    def _read(self, call: Callable[[], Any], given: Sequence[tuple[Node, bool]], within: object) -> OutcomeTree:
        outer = self.frame
        base = outer.facts
        for node, value in given:
            base = base.assuming(node, value)
        before = tuple(tuple(root) for root in self.roots)
        touched = [root.touched for root in self.roots]
        found: list[tuple[Path, Outcome]] = []
        prefix: list[tuple[Node, bool]] = []
        trail: Sequence[Facts] = ()
        try:
            while True:
                self.frame = frame = _Frame(base, prefix, trail, within=within)
                found.append(self._once(call, before))
                if len(frame.decisions) < len(prefix):
                    raise self._impure(prefix[len(frame.decisions)][0], "came to an end")
                found.extend(self._rejected(frame, len(prefix)))
                prefix = list(frame.decisions)
                while prefix and (not prefix[-1][1] or frame.guards[len(prefix) - 1] is not None):
                    prefix.pop()
                if not prefix:
                    return tree_of(found, 0)
                prefix[-1] = (prefix[-1][0], False)
                trail = frame.known[: len(prefix) - 1]
                self._count_path()
        finally:
            self.frame = outer
            for root, slots in zip(self.roots, touched, strict=True):
                root.touched = slots

    def _rejected(self, frame: _Frame, known: int) -> Iterator[tuple[Path, Outcome]]:
        """Where an execution would have ended at one of the guards that it passed behind its first decisions."""
        for index in range(known, len(frame.decisions)):
            node, reason = frame.decisions[index][0], frame.guards[index]
            if reason is not None:
                self._count_path()
                yield (*frame.decisions[:index], (node, False)), GuardFailed(reason)

    def _count_path(self) -> None:
        self.paths += 1
        if self.paths > MOST_PATHS:
            raise ModelError(f"{self.name} has more than {MOST_PATHS} paths; {self._remedy()}", *self._most_forks())

    def _remedy(self) -> str:
        return (
            "each `if` in a loop doubles them: mark helpers that branch @merged, write sets, sums, any and all with a "
            "comprehension, and use choose, lookup, forall and count where one value or another is meant"
        )

    def _most_forks(self) -> tuple[str, int]:
        """Where most paths forked; where the rule begins, when that cannot be told."""
        return max(self._forks, key=lambda place: self._forks[place]) if self._forks else self.where

    def _once(self, call: Callable[[], Any], before: tuple[tuple[int | Term, ...], ...]) -> tuple[Path, Outcome]:
        watched = [[reference() for reference in root.viewers] for root in self.roots]
        doubtful = [list(root.doubtful) for root in self.roots]
        for root in self.roots:
            root.touched = set()
        try:
            with TimeLimit(READING):
                value = call()
        except Rejection as rejection:
            outcome: Outcome = GuardFailed(rejection.reason)
        except (TermError, ModelError, SaveError, WriteError, EndlessError) as error:
            raise self._refusal(error) from error
        except Exception as error:
            outcome = Failed(error)
        else:
            written = tuple({slot: read_slot(root, slot) for slot in sorted(root.touched)} for root in self.roots)
            outcome = Returned(written, value, tuple(self.frame.events), self._detached(watched))
        self._restore(before, watched)
        for root, viewers in zip(self.roots, doubtful, strict=True):
            root.doubtful = viewers
        return tuple(self.frame.decisions), outcome

    def _refusal(self, error: Exception) -> ModelError:
        if isinstance(error, ModelError):
            return error if error.file is not None else ModelError(f"{self.name}: {error}", *self.where)
        fault = fault_of(error)
        return ModelError(f"{self.name}: {error}", fault.file, fault.line)

    def _detached(self, watched: list[list[Viewer | None]]) -> tuple[tuple[Viewer, Any], ...]:
        """Views that callers hold: what each showed when it was cut off from the state, None while it is not."""
        found: list[tuple[Viewer, Any]] = []
        for root, viewers in zip(self.roots, watched, strict=True):
            for viewer in viewers:
                if viewer is not None:
                    found.append((viewer, None if viewer._cells is root else tuple(viewer._cells)))
        return tuple(found) if any(content is not None for _, content in found) else ()

    def _restore(self, before: tuple[tuple[int | Term, ...], ...], watched: list[list[Viewer | None]]) -> None:
        for root, content, viewers in zip(self.roots, before, watched, strict=True):
            for slot in root.touched:
                write_slot(root, slot, content[slot])
            root.viewers = []
            for viewer in viewers:
                if viewer is not None:
                    address = viewer._address if viewer._cells is root else viewer._was_at
                    viewer._look_at(root, address)

    def merge(self, call: Callable[[], Any], given: object) -> Any:
        """Follow a call on all its paths and join what they do into one outcome."""
        condition = node_of(given)
        if self.known(condition) == 0:
            return 0
        this = self.frame.next_call()
        tree = self._trees.get(this)
        known = tree is not None
        if tree is None:
            before = snapshot(call)
            tree = self._read(call, () if self.known(condition) == 1 else ((condition, True),), this)
            refuse_changed(before)
        outcomes = outcomes_of(tree)
        returned = [outcome for outcome in outcomes if isinstance(outcome, Returned)]
        if not known and all(is_repeatable(outcome) for outcome in returned):
            self._trees[this] = tree
        if len(returned) < len(outcomes):
            self._leave(tree, outcomes, condition)
        if not returned:
            return 0  # `given` does not hold here
        contents = self._contents_of_views(tree, returned)
        self._join_cells(tree, returned, condition)
        for root, viewer, content, everywhere in contents:
            if everywhere and condition is ONE:
                viewer._keep(TermCells(content))
            else:
                root.doubt(viewer, content)
        self._join_events(tree, returned, condition)
        self._refuse_aliases(returned, this)
        return self._join_values(tree, returned)

    def _leave(self, tree: OutcomeTree, outcomes: list[Outcome], given: Node) -> None:
        """Reject or fail here where the call does; leaves that say the same leave together."""
        ends: dict[object, GuardFailed | Failed] = {}
        for outcome in outcomes:
            if not isinstance(outcome, Returned):
                ends.setdefault(saying(outcome), outcome)
        for told, end in ends.items():
            here = fold(tree, lambda other, told=told: ONE if saying(other) == told else ZERO)
            here = bit_and(given, here)
            if isinstance(end, GuardFailed):
                self.guard(bit_xor(here, ONE), end.reason)
            elif here is not ZERO and self.decide(here):
                raise end.error

    def _join_cells(self, tree: OutcomeTree, returned: list[Returned], given: Node) -> None:
        for index, root in enumerate(self.roots):
            for slot in sorted({slot for outcome in returned for slot in outcome.written[index]}):
                old = node_of(read_slot(root, slot))
                new = fold(tree, lambda leaf, i=index, s=slot, old=old: content_after(leaf, i, s, old))
                if new is not old:
                    root.put(slot, value_of(ite(given, new, old)))

    def _contents_of_views(
        self, tree: OutcomeTree, returned: list[Returned]
    ) -> list[tuple[TermCells, Viewer, list[int | Term], bool]]:
        """For each view of the caller's that some path cuts off: what it shows after the call, and whether all do."""
        cut = {id(viewer): viewer for leaf in returned for viewer, content in leaf.detached if content is not None}
        found: list[tuple[TermCells, Viewer, list[int | Term], bool]] = []
        for viewer in cut.values():
            index = next(index for index, root in enumerate(self.roots) if root is viewer._cells)
            shown = {id(leaf): self._shown_after(leaf, index, viewer) for leaf in returned}
            content = [
                value_of(fold(tree, lambda leaf, at=offset, shown=shown: _element(shown.get(id(leaf)), at)))
                for offset in range(viewer._span())
            ]
            everywhere = all(any(each is viewer and kept for each, kept in leaf.detached) for leaf in returned)
            found.append((self.roots[index], viewer, content, everywhere))
        return found

    def _shown_after(self, leaf: Returned, index: int, viewer: Viewer) -> Sequence[int | Term]:
        """What a view of the caller's shows after a path of a call: what it kept, or what the state has there."""
        for each, content in leaf.detached:
            if each is viewer and content is not None:
                return content
        after = TermCells(self.roots[index])
        for slot, value in leaf.written[index].items():
            write_slot(after, slot, value)
        return [after[viewer._address + offset] for offset in range(viewer._span())]

    def _refuse_aliases(self, returned: list[Returned], call: object) -> None:
        """Refuse to return what may change by another name afterwards: it would have to follow on some paths only."""
        views = [list(views_in(outcome.value)) for outcome in returned]
        for view in itertools.chain.from_iterable(views):
            cells = view._cells
            if cells.is_sealed or (isinstance(cells, TermCells) and _is_made_by(cells, call)):
                continue
            is_same = all(len(each) == 1 and each[0] is view for each in views)
            if not is_same or (any(cells is root for root in self.roots) and not self._is_held(view)):
                raise TermError(
                    "a @merged helper returns a part of the state, or a value that was made before it was called; "
                    "return a copy, or the key of what it found, and read it again"
                )

    def _is_held(self, view: Viewer) -> bool:
        """Whether a view was there before what is followed."""
        return any(reference() is view for root in self.roots for reference in root.viewers)

    def _join_events(self, tree: OutcomeTree, returned: list[Returned], given: Node) -> None:
        for outcome in returned:
            if outcome.events:
                here = bit_and(given, fold(tree, lambda other, this=outcome: ONE if other is this else ZERO))
                for event in outcome.events:
                    both = bit_and(here, event.condition)
                    self.frame.events.append(TracedEvent(both, event.event, event.slots, event.recipients))

    def _join_values(self, tree: OutcomeTree, returned: list[Returned]) -> Any:
        *others, last = dict.fromkeys(shape(outcome.value) for outcome in returned)
        chosen = last
        for candidate in others:
            if self.decide(fold(tree, lambda leaf, c=candidate: has_shape(leaf, c))):
                chosen = candidate
                break
        return joined(tree, chosen)


def _is_made_by(cells: TermCells, call: object) -> bool:
    """Whether cells were made while a call was followed."""
    made_in = cells._made_in
    within = made_in.within if isinstance(made_in, _Frame) else None
    while isinstance(within, tuple):
        if within == call:
            return True
        within = cast("tuple[object, ...]", within)[0]
    return False


def _truth(node: Node) -> Any:
    value = value_of(node)
    return bool(value) if isinstance(value, int) else value


def _element(content: Sequence[int | Term] | None, offset: int) -> Node | None:
    return None if content is None else node_of(content[offset])
