"""Groups of fields and parameters: the parts of a state class used together, for a scenario to say what it uses."""

from __future__ import annotations

from ..base.errors import ModelError
from ..base.source import author_frame
from ..values.containers import is_collection
from .records import Field, ParameterField, State


class Fields:
    """Some fields of a state class, declared beside it: `FLIGHT = Fields(Table.flight, Table.frame)`.

    A group may contain parameters and other groups. Raises `ModelError` for anything else.
    """

    def __init__(self, *parts: object) -> None:
        frame = author_frame()
        self.at = frame.f_code.co_filename, frame.f_lineno
        found: dict[str, Field | ParameterField] = {}
        for part in parts:
            for each in part.fields if isinstance(part, Fields) else (part,):
                if not isinstance(each, Field | ParameterField):
                    told = "name it on the class, such as Fields(Table.hand, Table.deck)"
                    raise ModelError(f"{each!r} is neither a field of a state nor a group of fields; {told}", *self.at)
                found[each.name] = each
        self.fields = tuple(found.values())

    @property
    def names(self) -> frozenset[str]:
        """The names of the fields and parameters."""
        return frozenset(each.name for each in self.fields)

    def strangers(self, state: type[State]) -> list[str]:
        """The names of those that are no fields of a state class, but of another."""
        return [each.name for each in self.fields if getattr(state, each.name, None) is not each]


def unused(state: type[State], uses: object, at: tuple[str, int]) -> frozenset[str]:
    """The fields and parameters of a state that none of the groups names; for None there are none.

    Raises `ModelError`: at `at` for what is no group, at a group for a field of another class.
    """
    return frozenset() if uses is None else frozenset((*state.declared, *state.parameters)) - named(state, uses, at)


def named(state: type[State], uses: object, at: tuple[str, int]) -> frozenset[str]:
    """The fields and parameters of a state that are in any of the groups.

    Raises `ModelError`: at `at` for what is no group, at a group for a field of another class.
    """
    found = frozenset[str]()
    for group in uses if is_collection(uses) else (uses,):
        if not isinstance(group, Fields):
            raise ModelError(f"uses names groups of fields, such as Fields({state.__name__}.hand), not {group!r}", *at)
        if strangers := group.strangers(state):
            told = f"{strangers[0]} is no field of {state.__name__}, which has {', '.join(state.declared)}"
            raise ModelError(told, *group.at)
        found |= group.names
    return found
