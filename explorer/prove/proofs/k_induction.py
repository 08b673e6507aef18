"""Induction over several steps: what holds on k states in a row holds on the next one too.

After Sheeran, Singh and Stålmarck, "Checking safety properties using induction and a SAT-solver" (2000). The states are
all different, which loses nothing: a shortest path to a violation does not come back to where it was. The one exception
is the last step of a path that breaks a claim about steps, which may lead back.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...findings.status import Status
from ...findings.traces import Trace
from ..formulas.encode import Formula, conditional, switch
from ..formulas.solver import Answer, Budget
from ..formulas.states import Unknowns
from ..formulas.unrolling import Unrolling, reading
from .bounded import Bounded, Subject, Watcher, search
from .claims import FAULTS


def k_induction(subject: Subject, most: int, budget: Budget, progress: Watcher | None = None) -> list[Bounded]:
    """Prove claims by induction over 1, 2, ... up to `most` steps, given that no path of so many steps breaks them.

    Claims about states support each other: those that fall are taken out until the rest carries itself.
    """
    everything = subject.whole()
    base = {found.claim: found for found in search(everything, most, budget, progress)}
    sound = {claim for claim, found in base.items() if found.survived}
    proof = _Induction(everything, sound, budget)
    for level in range(1, most + 1):
        if progress is not None:
            progress(level)
        proof.extend()
        if sound.intersection(subject.wanted) <= proof.proved.keys():
            break
    return [proof.answer(claim, most) if claim in sound else base[claim] for claim in subject.wanted]


class _Induction:
    """A path that begins anywhere, on which the claims are supposed of all states but the last."""

    def __init__(self, subject: Subject, sound: set[str], budget: Budget) -> None:
        self.subject = subject
        self.proved: dict[str, int] = {}
        """The claims that are settled, each with the number of steps that it took."""
        self._sound = sound
        self._open: dict[str, tuple[Trace | None, str]] = {}
        self._switches = {claim: switch(f"given {claim}") for claim in subject.of_states if claim in sound}
        self._paths = Unrolling(subject.step, budget)
        self._paths.begin_anywhere()
        self._suppose(self._paths.states[0])
        self._offered = self._offer()

    @property
    def _level(self) -> int:
        return len(self._paths.states) - 1

    def _suppose(self, state: Unknowns) -> None:
        for claim, on in self._switches.items():
            self._paths.solver.add(conditional(on, self._holds(claim, state)))

    def _holds(self, claim: str, state: Unknowns) -> Formula:
        return reading(state, self.subject.of_states[claim].term)

    def _offer(self) -> Unknowns:
        """The next action, which must not fail."""
        offered = self._paths.offer()
        if FAULTS in self._sound and FAULTS not in self.proved:
            self._settle(FAULTS, reading(offered, self.subject.step.failed), failing=True)
        return offered

    def extend(self) -> None:
        """One more step, and everything asked again that is not proved so far."""
        taken = self._offered
        self._paths.accept(taken)
        last, apart = self._paths.states[-1], self._paths.apart()
        with self._paths.solver.within(*apart):
            carried = self._carried(last)
        for claim in carried:
            self.proved[claim] = self._level
            self._paths.solver.add(self._switches[claim], self._holds(claim, last))
        for claim in self.subject.of_steps:
            if claim in self._sound and claim not in self.proved:
                self._settle(claim, reading(taken, self.subject.of_step(claim), False))
        self._paths.solver.add(*apart)
        self._suppose(last)
        self._offered = self._offer()

    def _carried(self, last: Unknowns) -> list[str]:
        """The claims about states that, supposed together of all states before, hold in the last one."""
        carried = [claim for claim in self._switches if claim not in self.proved]
        while True:
            given = [self._switches[claim] for claim in carried]
            falling = [
                claim
                for claim in carried
                if not self._excluded(claim, reading(last, self.subject.of_states[claim].term, False), given)
            ]
            if not falling:
                return carried
            carried = [claim for claim in carried if claim not in falling]

    def _settle(self, claim: str, formula: Formula, failing: bool = False) -> None:
        if self._excluded(claim, formula, (), failing):
            self.proved[claim] = self._level

    def _excluded(self, claim: str, formula: Formula, given: Sequence[Formula], failing: bool = False) -> bool:
        """Whether something cannot be; if it can, the path that shows it is kept."""
        solver = self._paths.solver
        with solver.within(formula):
            answer = solver.ask(*given)
            if answer is Answer.YES:
                trace = self._paths.trace(failing)
                self._open[claim] = (self.subject.broken(claim, trace).trace, "")
            elif answer is Answer.UNKNOWN:
                self._open[claim] = (None, f"not decided: {solver.reason}")
        return answer is Answer.NO

    def answer(self, claim: str, most: int) -> Bounded:
        """What is known of a claim that no short path breaks."""
        if claim in self.proved:
            return Bounded(claim, Status.HOLDS, reason=f"by induction over {max(1, self.proved[claim])} steps")
        trace, reason = self._open.get(claim, (None, "not asked"))
        told = reason or f"not settled by induction over up to {most} steps; the path need not be reachable"
        return Bounded(claim, Status.INCONCLUSIVE, trace=trace, reason=told)
