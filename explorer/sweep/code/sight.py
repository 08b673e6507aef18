"""What sight compares, as machine code: what seats know, are shown and are offered in a state, and learn of a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ....model.language.terms.masks import bit
from ....model.language.terms.nodes import ZERO, Node, add, const
from ...findings.leaks import Channel
from ...sight.channels import SeatTerms, StepTerms, chosen
from ...sight.observe import by_chance
from ...trace.tracing import TracedModel
from ...trace.tree import Accept, Branch, Fail, Reject, TracedAction, Tree
from ..native.assembly import DECLARATIONS
from ..native.cache import Cache, user_cache
from ..native.objects import Library, object_code
from .generation import ModelWriter
from .lowering import MARKS
from .packing import BitField, Packing, first_fit

K = TypeVar("K")


@dataclass(frozen=True)
class Projection:
    """The address of `i64 f(ptr state, ptr words)`, which writes so many words about a state."""

    address: int
    words: int


@dataclass(frozen=True)
class Section:
    """Where some words of a row begin, and how many there are."""

    first: int
    words: int


@dataclass(frozen=True)
class StepRows:
    """The address of an `expand` that lists the steps of one action, each as a row of words.

    A row begins with the state that the step leads to; then, for each seat by its code, comes what it discloses to it
    and what it gives it.
    """

    address: int
    most: int
    row: int
    disclosed: Mapping[int, Section]
    given: Mapping[int, Section]


@dataclass(frozen=True)
class OfferLabels:
    """The address of an `expand` that lists choices by labels: equal ones follow each other, the actor's code first."""

    address: int
    most: int
    actor_bits: int


@dataclass(frozen=True, eq=False)
class SightCode:
    """The functions, by the code of the seat; those of steps by channel and index of the action.

    Those of revelations are by that index and their number. `library` keeps the machine code.
    """

    knowledge: Mapping[int, Projection]
    views: Mapping[int, Projection]
    bases: Mapping[int, Projection]
    """All that a seat is shown, with what the view withholds on purpose."""
    unshown: Mapping[int, Projection]
    """What may not follow from that, and the seat may know."""
    undefined: Mapping[int, Projection]
    offers: OfferLabels | None
    steps: Mapping[tuple[Channel, int], StepRows]
    revelations: Mapping[tuple[int, int], StepRows]
    library: Sequence[Library]


def compile_sight(
    traced: TracedModel, packing: Packing, seats: Sequence[SeatTerms], cache: Cache | None = None
) -> SightCode:
    """Compile what has to be compared of these seats. Raises `ValueError` for choices too many to be labelled."""
    return _Compiler(traced, packing, seats, user_cache() if cache is None else cache).code()


class _Compiler:
    def __init__(self, traced: TracedModel, packing: Packing, seats: Sequence[SeatTerms], cache: Cache) -> None:
        self._traced = traced
        self._packing = packing
        self._seats = seats
        self._cache = cache
        self._libraries: list[Library] = []

    def code(self) -> SightCode:
        compared = {seat.observer.code: seat for seat in self._seats if seat.compares_alike}
        unshown = {seat.observer.code: seat for seat in self._seats if seat.unshown}
        return SightCode(
            knowledge={code: self._projection("knowledge", seat.known) for code, seat in compared.items()},
            views={code: self._projection("view", seat.shown) for code, seat in compared.items() if seat.shown},
            bases={code: self._projection("base", seat.view) for code, seat in unshown.items()},
            unshown={code: self._projection("unshown", seat.unshown) for code, seat in unshown.items()},
            undefined={
                seat.observer.code: self._projection("undefined", [seat.undefined])
                for seat in self._seats
                if seat.undefined is not ZERO
            },
            offers=self._offers(),
            steps=self._rows(
                ((terms.channel, terms.action.action.index), seat.observer.code, terms)
                for seat in self._seats
                for terms in seat.steps
            ),
            revelations=self._rows(
                ((each.steps.action.action.index, each.number), seat.observer.code, each.steps)
                for seat in self._seats
                for each in seat.revelations
            ),
            library=self._libraries,
        )

    def _library(self, texts: Iterable[str]) -> Library:
        self._libraries.append(Library([object_code(DECLARATIONS + text, self._cache) for text in texts]))
        return self._libraries[-1]

    def _projection(self, name: str, nodes: Sequence[Node]) -> Projection:
        text, words = ModelWriter(self._traced, self._packing).projection(name, nodes)
        return Projection(self._library([text]).address(name), words)

    def _offers(self) -> OfferLabels | None:
        """The choices of every action whose offers some seat has to be asked about."""
        asked = {action.action.index for seat in self._seats for action in seat.offers}
        actions = [action for action in self._traced.actions if action.action.index in asked]
        if not actions:
            return None
        writer = ModelWriter(self._traced, self._packing)
        texts = [self._choices_of(writer, action) for action in actions]
        library = self._library([*texts, writer.expand()])
        return OfferLabels(library.address("expand"), max(writer.most, 1), bits_in(actions[0].parameters[0]))

    def _choices_of(self, writer: ModelWriter, action: TracedAction) -> str:
        """The choices that an action has, labelled; chance is tried last: equal ones follow each other."""
        choices, label = chosen(action), bits_of(chosen(action))
        without_effects = replace(action, tree=_without_effects(action.tree), parameters=(*choices, *by_chance(action)))
        return writer.action(without_effects, lambda _action, _leaf: label)

    def _rows(self, asked: Iterable[tuple[K, int, StepTerms]]) -> dict[K, StepRows]:
        """The rows for each question about the steps of an action, which some seats have to be asked."""
        found: dict[K, dict[int, StepTerms]] = {}
        for key, seat, terms in asked:
            found.setdefault(key, {})[seat] = terms
        return {key: self._steps(by_seat) for key, by_seat in found.items()}

    def _steps(self, by_seat: Mapping[int, StepTerms]) -> StepRows:
        notes: dict[int, Node] = {}
        bit_fields: dict[int, BitField] = {}
        sections: list[dict[int, Section]] = [{}, {}]
        words = 0
        for seat, terms in by_seat.items():
            for section, nodes in zip(sections, (terms.disclosed, terms.given), strict=True):
                numbered = {MARKS - 1 - len(notes) - at: _from_zero(node) for at, node in enumerate(nodes)}
                own, count = first_fit({key: bits_in(node) for key, node in numbered.items()}, list(numbered))
                bit_fields |= {key: replace(bit_field, word=bit_field.word + words) for key, bit_field in own.items()}
                section[seat] = Section(self._packing.words + words, count)
                notes |= numbered
                words += count
        writer = ModelWriter(self._traced, self._packing)
        action = next(iter(by_seat.values())).action
        noted = replace(action, tree=_noted(action.tree, notes))
        library = self._library([writer.action(noted, None, bit_fields), writer.expand()])
        return StepRows(
            library.address("expand"), max(writer.most, 1), self._packing.words + words, sections[0], sections[1]
        )


def bits_in(node: Node) -> int:
    """How many bits the values of a term take that are not negative."""
    return node.hi.bit_length() if node.constant is None else 0


def _from_zero(node: Node) -> Node:
    """A term whose values are not negative, which is equal where the given one is: what is `public` may be negative."""
    return add(node, const(-node.lo)) if node.lo < 0 else node


def bits_of(nodes: Sequence[Node]) -> list[Node]:
    """The bits of the values of terms, as truth values."""
    return [bit(node, const(at)) for node in nodes for at in range(bits_in(node))]


def _without_effects(tree: Tree) -> Tree:
    if isinstance(tree, Branch):
        return Branch(tree.condition, _without_effects(tree.yes), _without_effects(tree.no))
    if isinstance(tree, Fail):
        return Reject(str(tree.fault))
    return Accept({}) if isinstance(tree, Accept) else tree


def _noted(tree: Tree, notes: Mapping[int, Node]) -> Tree:
    """The tree whose accepting leaves keep the notes beside their updates."""
    if isinstance(tree, Branch):
        return Branch(tree.condition, _noted(tree.yes, notes), _noted(tree.no, notes))
    return replace(tree, updates={**tree.updates, **notes}) if isinstance(tree, Accept) else tree
