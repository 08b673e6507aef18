"""Asking an engine for everything that is declared of a small model."""

from __future__ import annotations

from kanly.explorer.findings.outcome import Exploration
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.model import Instance


def answer(engine: str, instance: Instance) -> Exploration:
    """What an engine finds, whatever it comes upon on the way."""
    search = explore if engine == "run" else sweep
    return search(instance, keep_going=True)
