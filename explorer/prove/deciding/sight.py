"""What a proof leaves open of sight, decided where possible: whether play gets to the states that tell a secret."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ....model import Slots
from ...findings.leaks import Channel, Leak
from ...findings.sight import SightAnswer, SightResult, undefined
from ...findings.status import Status
from ...trace.tracing import TracedModel
from ..formulas.solver import Answer, Budget
from ..formulas.transition import transition
from ..proofs.obligations import ProofResult, resting_on
from ..proofs.sight import SeatProof, supposed_of
from .claims import Say, proved_terms
from .play import PathInto, PathsInto, Reached

MOST_TRIED = 10
"""How many pairs of states are tried for a seat, a channel and an action, and how many states in which it fails."""


def rest_on_what_is_proved(sight: SightResult, everywhere: Collection[str], in_play: Collection[str]) -> None:
    """Leave open what holds only where goals do that are not proved: play may lead to where they do not.

    Goals hold `everywhere`, in all states that satisfy what is declared, or in all that play reaches.
    """
    for answer in sight.answers:
        if answer.status is not Status.HOLDS:
            continue
        if missing := answer.rests_on.difference(everywhere, in_play):
            answer.status, answer.reason = Status.OPEN, resting_on(missing)
        elif weaker := answer.rests_on.difference(everywhere):
            answer.reason = f"for all that play reaches, since it rests on {' and '.join(sorted(weaker))}"


def decide_sight(
    traced: TracedModel,
    sight: SightResult,
    result: ProofResult | None,
    proved: Collection[str],
    budget: Budget,
    reached: Reached | None,
    say: Say = lambda _: None,
) -> None:
    """Turn a leak between states that need not be reached into a violation where play gets to both, with the plays.

    What a search has come by is taken first: its leaks, and of a complete sweep that there is none. Where play does not
    get to a pair, others are looked for; without any it holds for all that play reaches, as long as only goals in
    `proved` are needed. Raises `ReadingsDiffer`.
    """
    if reached is not None:
        for answer in sight.answers:
            _take_from_search(answer, reached)
    if any(map(_is_to_decide, sight.answers)):
        paths = PathsInto(transition(traced), proved_terms(traced, result), budget, reached)
        for code, member in enumerate(traced.instance.viewers.members):
            answers = [answer for answer in sight.answers if answer.seat == member.name and _is_to_decide(answer)]
            if answers and not budget.over:
                say(f"whether play gets to what {member.name} can tell apart")
                _SeatDeciding(SeatProof(traced, code, supposed_of(traced), budget), paths, proved).decide(answers)
    _keep_one_play(sight)


def _keep_one_play(sight: SightResult) -> None:
    """To where a seat cannot be given what it sees, one play for the seat is enough."""
    shown = set[str]()
    for answer in sight.answers:
        if answer.play is not None and answer.seat in shown:
            answer.play = None
        shown |= {answer.seat} if answer.play is not None else set()


def _is_to_decide(answer: SightAnswer) -> bool:
    return answer.status is Status.OPEN and (answer.leak is not None or answer.fails_in is not None)


def _take_from_search(answer: SightAnswer, reached: Reached) -> None:
    """The answer of a search for the same seat, channel and action, as far as it has one."""
    if answer.status not in (Status.OPEN, Status.INCONCLUSIVE):
        return
    for other in _of_search(answer, reached):
        if other.status is Status.VIOLATED and (other.leak is None or _is_about(other.leak, answer)):
            answer.status, answer.leak, answer.reason, answer.play = other.status, other.leak, other.reason, other.play
            answer.fails_in = None
        elif other.status is Status.HOLDS and _is_about_all(reached):
            answer.status, answer.leak, answer.fails_in = Status.HOLDS, None, None
            answer.reason = f"{reached.everything}; not in all states that satisfy what is declared"


def _of_search(answer: SightAnswer, reached: Reached) -> Iterator[SightAnswer]:
    """A search has one answer for all the actions that a seat is offered, and one only where its view fails."""
    sight = reached.found.sight
    of = "" if answer.channel is Channel.OFFER else answer.of
    for other in sight.answers if sight is not None else ():
        fails = other.status is Status.VIOLATED and other.leak is None
        if other.seat == answer.seat and (fails or (other.channel, other.of) == (answer.channel, of)):
            yield other


def _is_about(leak: Leak, answer: SightAnswer) -> bool:
    """Whether a leak is by the action that an answer is about; what is offered is told by the action first."""
    return answer.channel is not Channel.OFFER or any(told.startswith(f"{answer.of}(") for told, _, _ in leak.seen)


def _is_about_all(reached: Reached) -> bool:
    return reached.answers and not reached.found.is_sight_sampled


class _SeatDeciding:
    """What is open of one seat: states in which what it is given fails, and pairs of states that it can tell apart."""

    def __init__(self, proof: SeatProof, paths: PathsInto, proved: Collection[str]) -> None:
        self._proof = proof
        self._paths = paths
        self._proved = proved

    def decide(self, answers: Sequence[SightAnswer]) -> None:
        """The answers, as far as they can be told."""
        self._proof.exclude(self._paths.excluded)
        failing = next((answer.fails_in for answer in answers if answer.fails_in is not None), None)
        if failing is not None:
            self._decide_failing(answers, failing)
        for answer in answers:
            if answer.leak is not None and answer.status is Status.OPEN and answer.fails_in is None:
                self._decide_leak(answer, answer.leak)

    def _to(self, slots: Slots) -> PathInto:
        """The path into a state, which is left out from now on if there is none."""
        path = self._paths.to(slots)
        if path.is_excluded:
            self._proof.exclude([slots])
        return path

    def _decide_failing(self, answers: Sequence[SightAnswer], first: Slots) -> None:
        """Look for a state that play gets to among those in which the view, or what the seat may know, fails."""
        slots, path = first, self._to(first)
        for _ in range(MOST_TRIED):
            if path.trace is not None:
                failed = undefined(answers[0].seat, self._proof.observer.failure(slots) or "", path.trace)
                for answer in answers:
                    answer.status, answer.reason, answer.play = failed.status, failed.reason, failed.play
                    answer.leak, answer.fails_in = None, None
                return
            if not path.is_excluded:
                break
            found, another = self._proof.failing()
            if found is Answer.NO and self._rests_on_proved(self._proof.pair.rests_on):
                for answer in answers:
                    self._settle_failing(answer, self._proof.pair.rests_on)
                return
            if another is None:
                break
            slots, path = another, self._to(another)
        told = "; ".join(f"{path} = {value}" for path, value in self._proof.traced.instance.describe(first).items())
        for answer in answers:
            answer.reason = f"{answer.reason}{self._among()}, as where {told}"

    def _settle_failing(self, answer: SightAnswer, rests_on: Collection[str]) -> None:
        """Play gets nowhere where the view fails."""
        answer.fails_in = None
        answer.rests_on |= set(rests_on)
        if answer.leak is None and self._rests_on_proved(answer.rests_on):
            self._hold(answer)
        elif answer.leak is None:
            answer.reason = resting_on(answer.rests_on.difference(self._proved))

    def _decide_leak(self, answer: SightAnswer, shown: Leak) -> None:
        """Look for a pair of states that play gets to both of."""
        leak, open_pairs = shown, list[tuple[Slots, Slots]]()
        for _ in range(MOST_TRIED):
            one = self._to(leak.one)
            other = one if one.is_excluded else self._to(leak.other)
            if one.trace is not None and other.trace is not None:
                answer.status, answer.reason = Status.VIOLATED, ""
                answer.leak = replace(leak, plays=(one.trace, other.trace))
                return
            if not (one.is_excluded or other.is_excluded):
                open_pairs.append((leak.one, leak.other))
            found = self._proof.again(answer, open_pairs)
            if (
                found.status is Status.HOLDS
                and not open_pairs
                and self._rests_on_proved(found.rests_on | answer.rests_on)
            ):
                self._hold(answer)
                return
            if found.leak is None:
                break
            leak = found.leak
        answer.reason = f"{answer.reason}{self._among()}"

    def _rests_on_proved(self, goals: Collection[str]) -> bool:
        return set(goals) <= set(self._proved)

    def _hold(self, answer: SightAnswer) -> None:
        answer.status, answer.leak = Status.HOLDS, None
        answer.reason = "for all that play reaches; the states of other pairs are excluded, one by one"

    def _among(self) -> str:
        return "" if self._paths.reached is None else f" ({self._paths.reached.among})"
