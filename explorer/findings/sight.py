"""Answers about sight: one for each seat and each output."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...model import Slots
from .leaks import Channel, Leak
from .status import Status, worst
from .traces import Trace


@dataclass
class SightAnswer:
    """Whether a seat is given only what it may know, by one channel; `of` names the action."""

    seat: str
    channel: Channel
    of: str = ""
    status: Status = Status.HOLDS
    leak: Leak | None = None
    reason: str = ""
    play: Trace | None = None
    """The play to the state in which what the seat is given cannot be told, where it is reached."""
    fails_in: Slots | None = None
    """A state in which what the seat is given cannot be told, where it need not be reached."""
    rests_on: set[str] = field(default_factory=set[str])
    """The declarations that a proof of it rests on."""


@dataclass
class AllowanceAnswer:
    """Whether something that a model says it tells on purpose is ever told to a seat that did not know it."""

    name: str
    because: str
    status: Status = Status.HOLDS
    reason: str = ""

    def told_of(self, *, sampled: bool) -> Status:
        """The answer when only some of the states in question were compared, if it is `sampled`."""
        return Status.SAMPLED if sampled and self.status is Status.VACUOUS else self.status


@dataclass
class SightResult:
    """The answers for every seat and channel, and for every allowance, in `seconds`; a solver was asked `questions`."""

    answers: list[SightAnswer] = field(default_factory=list[SightAnswer])
    allowances: list[AllowanceAnswer] = field(default_factory=list[AllowanceAnswer])
    states: int | None = None
    """How many states were compared that are reached; None when the answers are about all states of the scope."""
    questions: int = 0
    seconds: float = 0.0

    @property
    def status(self) -> Status:
        """The worst of them."""
        return worst(answer.status for answer in [*self.answers, *self.allowances])

    @property
    def leaks(self) -> list[Leak]:
        """Every leak, in order."""
        return [answer.leak for answer in self.answers if answer.leak is not None]


def undefined(seat: str, failure: str, play: Trace | None = None) -> SightAnswer:
    """The answer for a seat of which nothing can be compared, because something fails in a state that is reached."""
    return SightAnswer(seat, Channel.VIEW, status=Status.VIOLATED, reason=f"it cannot be made: {failure}", play=play)


UNDEFINED = "the view, or what the seat may know, cannot be made in every state that satisfies what is declared"
