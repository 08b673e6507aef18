"""Policies: how a seat chooses among what it is offered, from what it is shown and from nothing else."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..base.errors import ModelError
from ..base.source import place_of
from ..classes.records import View


@dataclass(frozen=True)
class Offer:
    """An action that is offered to a seat, with what the seat decides about it. What chance decides is left out."""

    action: str
    arguments: Mapping[str, Any]
    """What the seat decides, by the names of the parameters."""


Policy: TypeAlias = Callable[[Mapping[str, View], Any, Sequence[Offer], random.Random], Offer]
"""One of the offers, from what the seat is shown by the names of the views, the seat, and a source of chance."""


def checked_policy(policy: Callable[..., Any]) -> Policy:
    """A policy as it is declared. Raises `ModelError` for one that takes something else."""
    if len(inspect.signature(policy).parameters) != 4:
        told = "(shown: Mapping[str, View], seat: Seat, offers: Sequence[Offer], chance: random.Random) -> Offer"
        raise ModelError(
            f"a policy is a function {told}, and {policy.__name__} takes something else", *place_of(policy)
        )
    return policy


def at_random(shown: Mapping[str, View], seat: Any, offers: Sequence[Offer], chance: random.Random) -> Offer:
    """Any of the offers, each as likely as another: the policy `random`, which every model has."""
    return chance.choice(offers)


RANDOM = "random"
