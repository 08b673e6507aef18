"""From a traced model to machine code that steps packed states."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ....model import Slots
from ....model.language.terms.nodes import ZERO, Node, const
from ....model.language.terms.rebuilding import Substitution
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, TracedAction, leaves
from ..native.assembly import DECLARATIONS, Function
from ..native.cache import Cache, user_cache
from ..native.machine import STEP_BITS, Machine
from ..native.objects import Library, function_at, object_code
from .actions import ActionWriter
from .expressions import Expressions
from .lowering import Former
from .packing import BitField, Packing, first_fit

StepObserver = Callable[[TracedAction, Accept], Sequence[Node]]
"""For an accepting leaf of an action: what is observed of the step, as truth values; bit 0 first."""

STATE_BITS: Final = 64
"""How many observations of a state fit the word that `observe` returns."""


@dataclass(frozen=True, eq=False)
class CompiledModel:
    """A model as machine code: `expand` and `observe` are addresses, valid as long as this object lives."""

    traced: TracedModel
    packing: Packing
    expand: int
    observe: int
    max_successors: int
    labels: int
    """How many values the low 16 bits of a label can have: the actions, and one more if states can be settled."""
    library: Library
    identity: str = ""
    """A digest of its text and of what its states mean: equal in every process for equal rules."""

    @property
    def words(self) -> int:
        """The number of words of a state."""
        return self.packing.words

    @property
    def machine(self) -> Machine:
        """What the search kernel needs to know."""
        return Machine(
            words=self.words,
            max_successors=self.max_successors,
            actions=self.labels,
            expand=self.expand,
            observe=self.observe,
            identity=self.identity,
            owner=self,
        )

    def successors(self, slots: Slots) -> list[tuple[int, Slots]]:
        """The label of each step from a state and the state it leads to, as the machine code gives them."""
        state = np.array(self.packing.pack(slots), np.uint64)
        states = np.zeros((self.max_successors, self.words), np.uint64)
        labels = np.zeros(self.max_successors, np.uint64)
        count = function_at(self.expand, 3)(state.ctypes.data, states.ctypes.data, labels.ctypes.data)
        after = self.packing.unpack_all(states[:count]).tolist()
        return [(label, tuple(slots)) for label, slots in zip(labels[:count].tolist(), after, strict=True)]

    def observed(self, slots: Slots) -> int:
        """The observations of a state, as the machine code gives them."""
        if not self.observe:
            return 0
        state = np.array(self.packing.pack(slots), np.uint64)
        return function_at(self.observe, 1)(state.ctypes.data)


def compile_model(
    traced: TracedModel,
    observations: Sequence[Node] = (),
    step_observations: StepObserver | None = None,
    *,
    settled: Node = ZERO,
    initial: Sequence[Slots] | None = None,
    cache: Cache | None = None,
) -> CompiledModel:
    """Compile `expand` and `observe` (its bits are the `observations`, truth values over the slots, bit 0 first).

    A state without steps where `settled` is 1 is no deadlock: it gets a step to itself, labelled as an action after the
    last one. `initial` are the states that a search begins with (those of the instance, unless given): slots in which
    they are equal and that no action changes are left out of the packed state. Raises `ValueError` for too many
    observations.
    """
    if len(observations) > STATE_BITS:
        raise ValueError(f"at most {STATE_BITS} observations of a state, not {len(observations)}")
    packing = packing_of(traced, traced.instance.initial_states() if initial is None else initial)
    writer = ModelWriter(traced, packing)
    texts = [writer.action(action, step_observations) for action in traced.actions]
    texts += [writer.expand(settled), writer.observe(observations)]
    kept = user_cache() if cache is None else cache
    library = Library([object_code(DECLARATIONS + text, kept) for text in texts])
    return CompiledModel(
        traced=traced,
        packing=packing,
        expand=library.address("expand"),
        observe=library.address("observe") if observations else 0,
        max_successors=max(writer.most, 1),
        labels=len(traced.actions) + (settled is not ZERO),
        library=library,
        identity=_identity(texts, traced),
    )


def _identity(texts: Sequence[str], traced: TracedModel) -> str:
    meant = [f"{slot.path} {slot.count}" for slot in traced.instance.slots]
    return hashlib.blake2b("\0".join((*texts, *meant)).encode(), digest_size=32).hexdigest()


def packing_of(traced: TracedModel, initial: Sequence[Slots]) -> Packing:
    """The layout of states: slots that no action changes, equal in all `initial` states, are constants."""
    changed = {
        slot
        for action in traced.actions
        for _, leaf in leaves(action.tree)
        if isinstance(leaf, Accept)
        for slot, value in leaf.updates.items()
        if value is not traced.slots[slot]
    }
    first = initial[0]
    constants = {
        slot: first[slot]
        for slot in range(len(first))
        if slot not in changed and all(state[slot] == first[slot] for state in initial)
    }
    return Packing([info.count for info in traced.instance.slots], constants)


class ModelWriter:
    """Writes the functions of a model."""

    def __init__(self, traced: TracedModel, packing: Packing) -> None:
        self._traced = traced
        self._packing = packing
        known = {
            traced.slots[slot]: const(value)
            for slot, value in packing.constants.items()
            if traced.slots[slot].op == "var"
        }
        self._replacement = Substitution(known, undefined=ZERO)
        self._slots = [known.get(node, node) for node in traced.slots]
        self._by_variable = {node: slot for slot, node in enumerate(self._slots) if node.op == "var"}
        self._former = Former(self._slots)
        self._functions: list[str] = []
        self.most = 0
        """How many successors a state has at most."""

    def action(
        self, action: TracedAction, observer: StepObserver | None, notes: Mapping[int, BitField] | None = None
    ) -> str:
        """The function of an action; `notes` are the bit fields of what its leaves keep under negative keys."""
        name = f"action{action.action.index}"
        form = self._former.form(action.tree, None if observer is None else _marker(action, observer))
        form = self._former.replaced(form, self._replacement)
        writer = ActionWriter(
            name, action.action.index, self._packing, self._slots, action.parameters, self._former, notes
        )
        text = writer.written(form)
        self.most += writer.most
        if form is not None:
            self._functions.append(name)
        return text

    def projection(self, name: str, nodes: Sequence[Node]) -> tuple[str, int]:
        """The function `i64 name(ptr state, ptr words)` that writes the values of terms, and how many words it writes.

        Equal words mean equal values. There is at least one word.
        """
        function = Function("i64", name, ("ptr %state", "ptr %words"))
        loaded = self._loaded(function)
        terms = Expressions(function, self._packing, self._slots, loaded)
        clear = [0] * self._packing.words
        widths: dict[Node, int] = {}
        for node in map(self._replacement, nodes):
            slot = self._by_variable.get(node)
            if slot is not None:
                bit_field = self._packing.bit_fields[slot]
                clear[bit_field.word] |= bit_field.mask << bit_field.shift
            elif node.constant is None:
                widths[node] = (node.hi - node.lo).bit_length()
        written = [function.masked(word, mask) for word, mask in zip(loaded, clear, strict=True) if mask]
        bit_fields, count = first_fit(widths, list(widths))
        parts: list[list[str]] = [[] for _ in range(count)]
        for node, bit_field in bit_fields.items():
            operand = terms.number(node)
            if node.lo:
                operand = function.value(f"sub i64 {operand}, {node.lo}")
            parts[bit_field.word].append(function.shifted(function.masked(operand, bit_field.mask), bit_field.shift))
        written += map(function.ored, parts)
        for index, word in enumerate(written or ["0"]):
            function.store_word(word, "%words", index)
        function.do(f"ret i64 {max(len(written), 1)}")
        return function.text(), max(len(written), 1)

    def expand(self, settled: Node = ZERO) -> str:
        """The function that calls those of all actions."""
        function = Function("i64", "expand", ("ptr %state", "ptr %successors", "ptr %labels"))
        count = "0"
        for name in self._functions:
            count = function.value(f"call i64 @{name}(ptr %state, ptr %successors, ptr %labels, i64 {count})")
        if settled is not ZERO:
            self._stay(function, count, self._replacement(settled))
        function.do(f"ret i64 {count}")
        declared = [f"declare i64 @{name}(ptr, ptr, ptr, i64)\n" for name in self._functions]
        return "".join((*declared, function.text()))

    def _stay(self, function: Function, count: str, settled: Node) -> None:
        """Return a step to itself for a settled state without steps."""
        otherwise = function.label("done")
        function.require(function.value(f"icmp eq i64 {count}, 0"), otherwise)
        words = self._loaded(function)
        function.require(Expressions(function, self._packing, self._slots, words).truth(settled), otherwise)
        for index, word in enumerate(words):
            function.store_word(word, "%successors", index)
        function.do(f"store i64 {len(self._traced.actions)}, ptr %labels")
        function.do("ret i64 1")
        function.begin(otherwise)

    def _loaded(self, function: Function) -> list[str]:
        return [function.load_word("%state", word) for word in range(self._packing.words)]

    def observe(self, observations: Sequence[Node]) -> str:
        """The function that gives the observations of a state."""
        function = Function("i64", "observe", ("ptr %state",))
        terms = Expressions(function, self._packing, self._slots, self._loaded(function))
        seen = ["0"]
        for bit, node in enumerate(observations):
            truth = self._replacement(node)
            if truth is not ZERO:
                seen.append(function.shifted(terms.number(truth), bit))
        function.do(f"ret i64 {function.ored(seen)}")
        return function.text()


def _marker(action: TracedAction, observer: StepObserver) -> Callable[[Accept], Sequence[Node]]:
    def marks(leaf: Accept) -> Sequence[Node]:
        truths = observer(action, leaf)
        if len(truths) > STEP_BITS:
            raise ValueError(f"at most {STEP_BITS} observations of a step, not {len(truths)}")
        return truths

    return marks
