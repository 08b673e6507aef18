"""One step of the whole model as terms: which action is taken, whether it may be, and every slot after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ....model.language.terms.nodes import ONE, ZERO, Node, equal, ite, variable
from ....model.language.terms.nodes import const as constant
from ...findings.traces import Move
from ...trace.ends import fold
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Fail, Leaf, TracedAction, condition_of, leaves


@dataclass(frozen=True, eq=False)
class Transition:
    """The step relation over the slots, the number of the action and the parameters of all actions.

    `after` matters only where the step is `accepted`; `failed` says that the rule which is chosen fails.
    """

    traced: TracedModel
    choice: Node
    accepted: Node
    failed: Node
    after: tuple[Node, ...]

    @property
    def variables(self) -> tuple[Node, ...]:
        """All unknowns of a step but the slots: the choice of an action and the parameters of all."""
        return (self.choice, *(node for action in self.traced.actions for node in action.parameters))

    def move(self, example: Mapping[Node, int]) -> Move:
        """The action and the arguments of an example."""
        action = self.traced.actions[example.get(self.choice, self.choice.lo)]
        return Move(action.action, tuple(example.get(node, node.lo) for node in action.parameters))

    def joined(self, of_action: Callable[[TracedAction], Node]) -> Node:
        """A term for each action, joined into one for the action that is taken."""
        return _joined(self.choice, [of_action(action) for action in self.traced.actions])


def transition(traced: TracedModel) -> Transition:
    """The steps of a model, the paths of each action joined into choices."""
    choice = variable("action", 0, len(traced.actions) - 1)
    accepted = [condition_of(action.tree, _is(Accept)) for action in traced.actions]
    failed = [condition_of(action.tree, _is(Fail)) for action in traced.actions]
    touched = [_touched(action) for action in traced.actions]
    after = [
        _joined(
            choice,
            [
                after_step(each, slot, before) if slot in may else before
                for each, may in zip(traced.actions, touched, strict=True)
            ],
        )
        for slot, before in enumerate(traced.slots)
    ]
    return Transition(traced, choice, _joined(choice, accepted), _joined(choice, failed), tuple(after))


def _is(kind: type[Leaf]) -> Callable[[Leaf], Node]:
    return lambda leaf: ONE if isinstance(leaf, kind) else ZERO


def _touched(action: TracedAction) -> set[int]:
    found = (leaf.updates for _, leaf in leaves(action.tree) if isinstance(leaf, Accept))
    return set[int]().union(*found)


def after_step(action: TracedAction, slot: int, before: Node) -> Node:
    """A slot after an action, as one term; it matters only where the action is accepted."""
    return fold(action.tree, lambda leaf: leaf.updates.get(slot, before) if isinstance(leaf, Accept) else None)


def _joined(choice: Node, terms: Sequence[Node]) -> Node:
    result = terms[-1]
    for number, term in reversed(list(enumerate(terms[:-1]))):
        result = ite(equal(choice, constant(number)), term, result)
    return result
