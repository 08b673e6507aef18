"""What an exploration says as a whole, from all that it found: each part counts, and no more than it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hikers import hikers
from kanly.explorer.findings.bounds import Ending
from kanly.explorer.findings.checks import WITNESSES, judged
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.findings.sight import AllowanceAnswer, SightAnswer, SightResult
from kanly.explorer.findings.status import Status, worst
from kanly.explorer.findings.traces import Trace
from kanly.explorer.search.breadth_first import explore
from kanly.invariants import applicable

TRACE = Trace((0,))


def found() -> Exploration:
    """An exploration of eleven states that found nothing."""
    whole = explore(hikers("ravine"), declared=())
    return replace(whole, states=11, fired=tuple(max(times, 1) for times in whole.fired), deadlock=None, deadlocks=0)


def sight(states: int | None, answer: Status = Status.HOLDS, allowed: Status = Status.HOLDS) -> SightResult:
    """Sight among so many states, with an answer and an allowance."""
    return SightResult(
        [SightAnswer("ANN", Channel.VIEW, status=answer)], [AllowanceAnswer("it", "so", allowed)], states
    )


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, Status.HOLDS),
        ({"fault": TRACE}, Status.VIOLATED),
        ({"deadlock": TRACE}, Status.HOLDS),
        ({"deadlock": TRACE, "deadlock_forbidden": True}, Status.VIOLATED),
        ({"deadlock_forbidden": True}, Status.HOLDS),
        ({"fired": (0, 5)}, Status.VACUOUS),
        ({"fired": (0, 5), "ending": Ending.STATES}, Status.INCONCLUSIVE),
        ({"fired": (0, 5), "ending": Ending.SAMPLED}, Status.SAMPLED),
        ({"ending": Ending.TIME}, Status.INCONCLUSIVE),
        ({"ending": Ending.STOPPED, "fault": TRACE}, Status.VIOLATED),
        ({"sight": sight(11)}, Status.HOLDS),
        ({"sight": sight(None)}, Status.HOLDS),
        ({"sight": sight(10)}, Status.SAMPLED),
        ({"sight": sight(11, Status.VIOLATED)}, Status.VIOLATED),
        ({"sight": sight(10, Status.VIOLATED)}, Status.VIOLATED),
        ({"sight": sight(11, Status.INCONCLUSIVE)}, Status.INCONCLUSIVE),
        ({"sight": sight(11, allowed=Status.VACUOUS)}, Status.VACUOUS),
        ({"sight": sight(10, allowed=Status.VACUOUS)}, Status.SAMPLED),
        ({"sight": sight(10, allowed=Status.INCONCLUSIVE)}, Status.INCONCLUSIVE),
        ({"sight": sight(10), "fired": (0, 5)}, Status.SAMPLED),
    ],
)
def test_the_whole_is_as_bad_as_its_parts(changed: dict[str, Any], expected: Status) -> None:
    result = replace(found(), **changed)
    assert len(result.fired) == 2
    assert result.status is expected
    assert (Status.VACUOUS in result.statuses) is (
        expected is Status.VACUOUS or (result.complete and 0 in result.fired)
    )


def test_sight_is_sampled_where_fewer_states_were_compared_than_found() -> None:
    told = {
        states: replace(found(), sight=None if states == 0 else sight(states)).is_sight_sampled
        for states in (0, 1, 10, 11, 12, None)
    }
    assert told == {0: False, 1: True, 10: True, 11: False, 12: False, None: False}


ORDER = ["HOLDS", "VACUOUS", "SAMPLED", "OPEN", "INCONCLUSIVE", "ERROR", "VIOLATED"]
"""From the best to the worst, as docs/verdicts.md says."""


def test_the_worst_of_several_answers_is_that_of_all() -> None:
    assert worst([]) is Status.HOLDS
    for at, one in enumerate(ORDER):
        for other in ORDER[: at + 1]:
            assert worst([Status[one], Status[other]]) is worst([Status[other], Status[one]]) is Status[one]
    codes = {status: [each.name for each in Status if each.exit_code == status] for status in range(5)}
    assert codes == {
        0: ["HOLDS"],
        1: ["VIOLATED"],
        2: ["ERROR"],
        3: ["SAMPLED", "OPEN", "INCONCLUSIVE"],
        4: ["VACUOUS"],
    }
    assert [each.name for each in Status if each.is_bounded] == ["SAMPLED", "INCONCLUSIVE"]


def test_what_was_seen_of_a_declaration_is_judged_by_how_the_search_ended() -> None:
    declared = applicable(hikers("plain"))
    for declaration in declared:
        for ending in Ending:
            is_whole = ending is Ending.COMPLETE
            shown = Status.HOLDS if declaration.kind in WITNESSES else Status.VIOLATED
            assert judged(declaration, ending, looked_at=True, trace=TRACE).status is shown
            unseen = Status.VACUOUS if declaration.kind in WITNESSES else Status.HOLDS
            assert judged(declaration, ending, looked_at=True).status is (unseen if is_whole else ending.status)
            silent = judged(declaration, ending, looked_at=False).status
            assert silent is (Status.VACUOUS if is_whole else ending.status)
    assert {each.kind in WITNESSES for each in declared} == {True, False}
    endings = {ending: ending.status for ending in Ending}
    assert endings.pop(Ending.COMPLETE) is Status.HOLDS
    assert endings.pop(Ending.SAMPLED) is Status.SAMPLED
    assert set(endings.values()) == {Status.INCONCLUSIVE}
