"""The compiled functions of random walks, as Python calls them; the type checker sees them where they are written."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kernel import enter, enter_starts, forget, look_turns, refill, walk_turns
else:
    from ..native.calling import Native

    walk_turns, look_turns, refill, forget = (
        Native("..walks.kernel", name, 0) for name in ("walk_turns", "look_turns", "refill", "forget")
    )
    enter, enter_starts = (Native("..walks.kernel", name, 1) for name in ("enter", "enter_starts"))

__all__ = ["enter", "enter_starts", "forget", "look_turns", "refill", "walk_turns"]
