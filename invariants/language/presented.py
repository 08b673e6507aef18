"""Laws of what a panel says and of what policies choose: ordinary Python, to which the battery holds a sample."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...model import Instance, ModelError
from ...model.language.base.source import place_of
from ...model.language.play.declared import DeclaredModel
from ...model.language.play.policies import RANDOM
from .checks import BuiltIn, sentence_of
from .conditions import conjuncts
from .where import Where


@dataclass(frozen=True, eq=False)
class PresentedLaw:
    """What must be true of each text of a panel, or of each choice of some policies."""

    id: str
    check: BuiltIn
    """The test of the battery that holds a model to it."""
    sentence: str
    function: Callable[..., Any]
    where: Where | None
    policies: tuple[str, ...] = ()
    """The policies that it speaks of; all that the model declares, if none is named."""

    def speaks_of(self, policy: str) -> bool:
        """Whether it is held against the choices of a policy."""
        return policy in self.policies if self.policies else policy != RANDOM

    def applies_to(self, instance: Instance) -> bool:
        """Whether it is held in a scenario."""
        return self.where is None or self.where.includes(instance)


def presented(
    name: str, check: BuiltIn, model: DeclaredModel, function: Callable[..., Any], where: Where | None,
    policies: Iterable[str] = (),
) -> PresentedLaw:  # fmt: skip
    """A law as it is declared. Raises `ModelError` for one that takes something else or speaks of no known policy."""
    place, of_panel = place_of(function), check is BuiltIn.PANEL
    if of_panel and model.panel_rule is None:
        raise ModelError(f"{name}: {model.name} declares no panel", *place)
    if strangers := [each for each in policies if each not in model.policies]:
        raise ModelError(f"{name}: {strangers[0]} is no policy of {model.name}", *place)
    if len(inspect.signature(function).parameters) != (3 if of_panel else 4):
        told = "(text, shown, viewer)" if of_panel else "(shown, seat, offers, chosen)"
        raise ModelError(f"{name}: a law of {'a panel' if of_panel else 'choices'} takes {told}", *place)
    return PresentedLaw(name, check, sentence_of(name, function), function, where, tuple(policies))


@dataclass
class PresentedLaws:
    """What was seen of some laws: which of them were asked, and which of those had anything to say."""

    laws: Sequence[PresentedLaw]

    def __post_init__(self) -> None:
        self._asked: set[str] = set()
        self._spoke: set[str] = set()

    def broken(self, *arguments: Any, policy: str = "") -> Iterator[str]:
        """What is wrong with a text or a choice, by the id of the law and the name of its part."""
        for law in self.laws:
            if policy and not law.speaks_of(policy):
                continue
            self._asked.add(law.id)
            for name, condition in conjuncts(law.function, *arguments):
                self._spoke.add(law.id)
                if not condition:
                    yield f"{law.id}, {name}" if name else law.id

    @property
    def silent(self) -> list[str]:
        """The laws that were asked and said nothing of anything so far."""
        return [law.id for law in self.laws if law.id in self._asked - self._spoke]


def presented_for(instance: Instance, check: BuiltIn) -> PresentedLaws:
    """The laws of panels, or of choices, that are held in the scenario of an instance."""
    known = [law for declared in instance.model.checks for law in declared.presented]
    return PresentedLaws([law for law in known if law.check is check and law.applies_to(instance)])
