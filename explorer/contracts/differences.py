"""How an accepted contract differs from what the rules do, a line for each effect."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from .effects import KINDS, Effect, Effects
from .text import Accepted, Contract


@dataclass(frozen=True)
class _Difference:
    """An effect, or a whole action, that is in one of both alone."""

    action: str
    effect: Effect | None
    is_new: bool

    def __str__(self) -> str:
        if self.effect is None:
            told = f"{self.action} is an action that the contract does not have"
            return f"+ {told}" if self.is_new else f"- {self.action} is an action no more"
        verb = "is taken by" if self.effect.kind == "taken by" else self.effect.kind
        return f"{'+' if self.is_new else '-'} {self.action} {verb} {self.effect.what}"

    @property
    def order(self) -> tuple[int, str, bool]:
        """Where it stands among those of its action: as in the text, what is no more first."""
        effect = self.effect
        return (0, "", self.is_new) if effect is None else (KINDS.index(effect.kind), effect.what, self.is_new)


def differences(accepted: Accepted, now: Contract) -> list[str]:
    """What the rules do and the contract does not say (+), and the other way round (-), in these scenarios.

    Scenarios are named where only some of those that play the action differ.
    """
    found: defaultdict[_Difference, list[str]] = defaultdict(list)
    playing: defaultdict[str, int] = defaultdict(int)
    for scenario, effects in now.items():
        before = accepted.effects_in(scenario)
        for action in dict.fromkeys((*effects, *before)):
            playing[action] += 1
            for each in _between(action, before, effects):
                found[each].append(scenario)
    order = list(playing)
    return [
        str(each) if len(found[each]) == playing[each.action] else f"{each} (in {', '.join(found[each])})"
        for each in sorted(found, key=lambda each: (order.index(each.action), each.order))
    ]


def _between(action: str, before: Effects, after: Effects) -> Iterator[_Difference]:
    if action not in before or action not in after:
        yield _Difference(action, None, action in after)
        return
    yield from (_Difference(action, effect, effect in after[action]) for effect in before[action] ^ after[action])
