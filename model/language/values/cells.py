"""Cells: the slots of one state, holding ints when a rule runs and terms when it is read.

An address is the index of a slot, or a `SymbolicAddress` when a map was indexed by a key that is not known yet. Reading
through a symbolic address gives a chain of choices over the slots it may mean; writing updates each of them
conditionally. Accessors add offsets to addresses and never ask which kind they have.
"""

# Views reach into each other: a name without an underscore belongs to the author of a model.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast
from weakref import ReferenceType, ref

from ..base.errors import WriteError
from ..terms.nodes import ONE, ZERO, Node, TermError, bit_and, const, equal, ite
from ..terms.rebuilding import Substitution
from ..terms.terms import Term, node_of, value_of
from ..terms.unknown import tracer


class SymbolicAddress:
    """`base` plus, for each dimension `(key, stride, count)`, the key (0 to count - 1) times the stride."""

    __slots__ = ("base", "dimensions")

    def __init__(self, base: int, dimensions: tuple[tuple[Node, int, int], ...]) -> None:
        self.base = base
        self.dimensions = dimensions

    def __add__(self, offset: int) -> SymbolicAddress:
        return SymbolicAddress(self.base + offset, self.dimensions)

    @property
    def uses(self) -> int:
        """The variables that its keys depend on, as in `Node.uses`."""
        return reduce(lambda uses, dimension: uses | dimension[0].uses, self.dimensions, 0)

    def alternatives(self) -> list[tuple[Node, int]]:
        """The slots it may mean on the present path, each with its condition; the conditions exclude each other."""
        found = [(ONE, self.base)]
        for key, stride, count in self.dimensions:
            keys = [(equal(key, const(index)), index * stride) for index in range(count)]
            found = [(bit_and(have, this), at + step) for have, at in found for this, step in keys if this is not ZERO]
        active = tracer()
        if active is not None:
            found = [(condition, at) for condition, at in found if active.known(condition) != 0]
        return [(ONE, found[0][1])] if len(found) == 1 else found

    def facts(self, at: int) -> dict[Node, Node]:
        """What is known of the keys when the address means slot `at`."""
        known: dict[Node, Node] = {}
        rest = at - self.base
        for key, stride, count in sorted(self.dimensions, key=lambda dimension: -dimension[1]):
            index = min(rest // stride, count - 1)
            rest -= index * stride
            known[key] = const(index)
        return known


Address: TypeAlias = int | SymbolicAddress


def indexed(address: Address, code: int | Term, stride: int, count: int) -> Address:
    """The address of element number `code` among `count` elements of `stride` slots that begin at `address`."""
    if isinstance(code, int):
        return address + code * stride
    dimension = (code.node, stride, count)
    if isinstance(address, int):
        return SymbolicAddress(address, (dimension,))
    return SymbolicAddress(address.base, (*address.dimensions, dimension))


class Viewer:
    """Something read from cells that must keep its content when the cells it looks at are overwritten as a whole."""

    __slots__ = ("__weakref__", "_address", "_cells", "_was_at")
    _cells: Cells
    _address: Address
    _was_at: Address

    def _look_at(self, cells: Cells, address: Address) -> None:
        self._cells = cells
        self._address = address
        if not cells.is_sealed:
            cells.viewers.append(ref(self))

    def _span(self) -> int:
        """How many slots it looks at."""
        raise NotImplementedError

    def _kind(self) -> object:
        """What is equal for views whose contents mean the same."""
        raise NotImplementedError

    def _showing(self, content: Cells) -> Viewer:
        """A view of the same kind that shows content of its own."""
        raise NotImplementedError

    def _detach(self, certain: bool) -> None:
        cells = self._cells
        content = [cells[self._address + offset] for offset in range(self._span())]
        if certain:
            self._keep(cells.plain(content))
        else:
            assert isinstance(cells, TermCells), "where rules are run, every address is known"
            cells.doubt(self, content)

    def _keep(self, content: Cells) -> None:
        """Show some content of its own from now on."""
        self._was_at = self._address
        self._cells = content
        self._address = 0


class Cells(list["int | Term"]):
    """The slots of a state while a rule runs: a list of ints that remembers who looks at it."""

    __slots__ = ("viewers",)
    is_sealed: ClassVar[bool] = False
    """Whether nothing is ever overwritten, so that nobody need remember who looks at what."""
    plain: ClassVar[type[Cells]]
    """What a value made of some of these slots is kept in: it is no part of the state, and may be changed."""

    def __init__(self, content: Iterable[int | Term] = ()) -> None:
        super().__init__(content)
        self.viewers: list[ReferenceType[Viewer]] = []

    if TYPE_CHECKING:
        # Slices are never used, and an address may be symbolic.
        def __getitem__(self, index: Address) -> int | Term: ...  # pyright: ignore[reportIncompatibleMethodOverride]
        def __setitem__(  # pyright: ignore[reportIncompatibleMethodOverride]
            self, index: Address, value: int | Term
        ) -> None: ...

    def replace(self, address: Address, content: Sequence[int | Term]) -> None:
        """Overwrite a whole value; views of the old one, or of a part of it, keep the old content."""
        if self.viewers:
            self._release(address, len(content))
        for offset, value in enumerate(content):
            self[address + offset] = value

    def _release(self, address: Address, width: int) -> None:
        kept: list[ReferenceType[Viewer]] = []
        for reference in self.viewers:
            viewer = reference()
            if viewer is None or viewer._cells is not self:
                continue
            inside = _inside(viewer._address, viewer._span(), address, width)
            if inside is None:
                kept.append(reference)
            else:
                viewer._detach(certain=inside)
        self.viewers = kept


Cells.plain = Cells


def _extent(address: Address, width: int) -> tuple[int, int]:
    if isinstance(address, int):
        return address, address + width
    return address.base, address.base + width + sum(stride * (count - 1) for _, stride, count in address.dimensions)


def _inside(part: Address, part_width: int, whole: Address, width: int) -> bool | None:
    """Whether one range lies inside another: True for certain, None for certainly not, False when keys decide it."""
    start, end = _extent(part, part_width)
    low, high = _extent(whole, width)
    if part_width > width or end <= low or high <= start:
        return None
    if isinstance(part, int) and isinstance(whole, int):
        return True if low <= start and end <= high else None
    if isinstance(part, SymbolicAddress) and isinstance(whole, SymbolicAddress):
        shared = part.dimensions[: len(whole.dimensions)] == whole.dimensions
        if shared and whole.base <= part.base < whole.base + width:
            return True
    return False


def _known(index: SymbolicAddress, at: int) -> tuple[tuple[Node, Node], ...]:
    """What is known of the keys of an address, and was not before, when it means a slot."""
    return tuple((key, code) for key, code in index.facts(at).items() if key.constant is None)


@lru_cache(maxsize=1 << 16)
def _specialised(node: Node, facts: tuple[tuple[Node, Node], ...]) -> Node:
    """A node where some keys are known; kept, since re-execution asks for the same again and again."""
    return Substitution(dict(facts))(node)


read_slot: Callable[[Cells, int], int | Term] = cast("Any", list).__getitem__
write_slot: Callable[[Cells, int, int | Term], None] = cast("Any", list).__setitem__
"""What `cells[slot]` does, whatever a kind of cells adds to it."""


class TermCells(Cells):
    """The slots of a state while a rule is read: ints or terms, also through symbolic addresses."""

    __slots__ = ("_made_in", "doubtful", "touched")

    def __init__(self, content: Iterable[int | Term] = ()) -> None:
        super().__init__(content)
        self.doubtful: list[ReferenceType[Viewer]] = []
        """Who looks at something that was overwritten on some paths only: it still sees later changes on the others."""
        self.touched: set[int] = set()
        """The slots that have been written since somebody last asked."""
        active = tracer()
        self._made_in: object = None if active is None else active.scope()

    def __getitem__(self, index: Address) -> int | Term:
        if isinstance(index, SymbolicAddress):
            *rest, (_, last) = index.alternatives()
            result = self._where_meant(index, last)
            for condition, at in reversed(rest):
                result = ite(condition, self._where_meant(index, at), result)
            return value_of(result)
        return read_slot(self, index)

    def _where_meant(self, index: SymbolicAddress, at: int) -> Node:
        """What a slot holds where an address means it: what was written under the same key is known there."""
        node = node_of(read_slot(self, at))
        return node if not node.uses & index.uses else _specialised(node, _known(index, at))

    def __setitem__(self, index: Address, value: int | Term) -> None:
        if self._made_in is not None:
            active = tracer()
            if active is not None and active.scope() is not self._made_in:
                raise TermError("a @merged helper, or a condition, changes a value that is not part of the state")
        if not isinstance(index, SymbolicAddress):
            self.put(index, value)
            return
        new = node_of(value)
        for condition, at in index.alternatives():
            there = _specialised(new, _known(index, at)) if new.constant is None else new
            self.put(at, value_of(ite(condition, there, node_of(read_slot(self, at)))))

    def put(self, slot: int, value: int | Term) -> None:
        """Write one slot."""
        if self.doubtful and node_of(read_slot(self, slot)) is not node_of(value):
            self._doubt_at(slot)
        self.touched.add(slot)
        write_slot(self, slot, value)

    def doubt(self, viewer: Viewer, content: Sequence[int | Term]) -> None:
        """Let a viewer show content of its own that may or may not still be the state's."""
        viewer._keep(_DoubtfulContent(content))
        self.doubtful.append(ref(viewer))

    def _doubt_at(self, slot: int) -> None:
        """A slot changes: whoever may or may not still look at it has nothing to show any more."""
        for reference in self.doubtful:
            viewer = reference()
            if viewer is not None and isinstance(viewer._cells, _DoubtfulContent):
                start, end = _extent(viewer._was_at, viewer._span())
                if start <= slot < end:
                    viewer._cells.is_outdated = True


TermCells.plain = TermCells


class SealedCells(Cells):
    """The slots of a state for what only reads it: a check, a view, a rule of sight. They cannot be changed."""

    __slots__ = ()
    is_sealed = True

    def __setitem__(self, index: Address, value: int | Term) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        raise WriteError


class SealedTermCells(TermCells):
    """The same while it is read symbolically."""

    __slots__ = ()
    is_sealed = True

    def __setitem__(self, index: Address, value: int | Term) -> None:
        raise WriteError


class _DoubtfulContent(TermCells):
    """What a view shows of something that was overwritten on some paths: no change of it would be right on all."""

    __slots__ = ("is_outdated",)

    def __init__(self, content: Iterable[int | Term] = ()) -> None:
        super().__init__(content)
        self.is_outdated = False

    def __getitem__(self, index: Address) -> int | Term:
        if self.is_outdated:
            raise TermError(
                f"a value is used that was read {_BEFORE}, and what replaced it has changed since; {_AGAIN}"
            )
        return super().__getitem__(index)

    def __setitem__(self, index: Address, value: int | Term) -> None:
        raise TermError(f"a value is changed that was read {_BEFORE}; {_AGAIN}")


_BEFORE = "before a @merged helper, or an assignment under another key, replaced it on some paths"
_AGAIN = "read it again after that, or copy it before"
