"""Patience with what takes long: counted by a clock that the test turns, look by look of the watchman."""

from __future__ import annotations

import time
from threading import Lock, current_thread
from types import SimpleNamespace

import pytest

from kanly.model.language.base import termination
from kanly.model.language.base.termination import EndlessError, TimeLimit, give_up_by, keep_watch


class Clock:
    """A clock for the watchman: it stands still but for `works` and `waits`, after each of which he has looked once."""

    def __init__(self) -> None:
        self.worked = self.passed = 0.0
        self._asleep, self._wake = Lock(), Lock()
        self._asleep.acquire()
        self._wake.acquire()

    def module(self) -> SimpleNamespace:
        """What stands for Python's `time`."""
        return SimpleNamespace(sleep=self._sleep, process_time=lambda: self.worked, monotonic=lambda: self.passed)

    def _sleep(self, seconds: float) -> None:
        if termination._watchmen and current_thread() is termination._watchmen[0]:  # pyright: ignore[reportPrivateUsage]
            self._asleep.release()
            self._wake.acquire()
        else:
            time.sleep(seconds)

    def begin(self) -> None:
        """Wait until the watchman sleeps for the first time."""
        self._asleep.acquire()

    def works(self, *steps: float) -> None:
        """Seconds of processor time go by, one look after another."""
        for seconds in steps:
            self.worked += seconds
            self.waits(seconds)

    def waits(self, *steps: float) -> None:
        """Seconds go by in which nothing works."""
        for seconds in steps:
            self.passed += seconds
            self._wake.release()
            self._asleep.acquire()
            for _ in range(100):  # where an exception of another thread arrives
                pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock, and a watchman who goes by it."""
    made = Clock()
    monkeypatch.setattr(termination, "time", made.module())
    monkeypatch.setattr(termination, "_watchmen", [])
    monkeypatch.setattr(termination, "_give_up", [])
    keep_watch()
    made.begin()
    return made


def test_what_takes_less_than_its_patience_is_left_alone(clock: Clock) -> None:
    with TimeLimit(3.0):
        clock.works(0.25, 2.5)
    clock.works(9.0, 9.0)


def test_what_takes_as_long_as_its_patience_is_stopped(clock: Clock) -> None:
    with pytest.raises(EndlessError), TimeLimit(3.0):
        clock.works(0.25, 3.0, 0.25)


def test_each_execution_begins_anew(clock: Clock) -> None:
    for _ in range(4):
        with TimeLimit(3.0):
            clock.works(0.25, 2.5)


def test_what_is_around_begins_anew_after_what_is_inside(clock: Clock) -> None:
    with TimeLimit(3.0):
        for _ in range(4):
            clock.works(2.5)
            with TimeLimit(3.0):
                clock.works(2.5)
        for _ in range(4):
            clock.works(2.5)
            with TimeLimit(3.0):  # over before the watchman has seen it
                pass


def test_what_is_around_has_its_own_patience_again(clock: Clock) -> None:
    with TimeLimit(12.0):
        with TimeLimit(3.0):
            clock.works(0.25)
        clock.works(0.25, 11.0)
        with pytest.raises(EndlessError):
            clock.works(1.0, 0.25)


def test_what_is_inside_does_not_have_the_patience_of_what_is_around(clock: Clock) -> None:
    with TimeLimit(12.0), pytest.raises(EndlessError), TimeLimit(3.0):
        clock.works(0.25, 3.0, 0.25)


def test_time_that_only_passes_counts_a_part(clock: Clock) -> None:
    """However long the time between two looks: a machine that slept has used up no patience."""
    with TimeLimit(1.0):
        clock.waits(*[0.5] * 18, 1_000.0)
    with pytest.raises(EndlessError), TimeLimit(1.0):
        clock.waits(*[0.5] * 24)


def test_what_goes_on_though_it_was_stopped_is_given_up(clock: Clock) -> None:
    ended: list[bool] = []
    give_up_by(lambda: ended.append(True))
    with TimeLimit(3.0):
        clock.works(0.25)
        for step in (3.0, 1.0, 1.5):
            with pytest.raises(EndlessError):
                clock.works(step, 0.0)
            assert not ended
        with pytest.raises(EndlessError):
            clock.works(0.75, 0.0)
    assert ended
