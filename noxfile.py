"""What is run while working: `nox` checks quickly, `nox -s full` runs everything that must pass."""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["check"]

SMALL_READINGS = ("language", "trace", "test_structure.py", "test_packaging.py")
"""Tests in `tests/` that run the rules, or read them, and compile little."""

SMALL_SWEEP = "dune:terror-robbery-refill"


@nox.session
def check(session: nox.Session) -> None:
    """Lint, types, the small readings, and one small sweep of the Dune table: less than a minute on two cores."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("basedpyright")
    session.run("pytest", "-q", *(f"tests/{part}" for part in SMALL_READINGS))
    session.run("kanly", "explore", SMALL_SWEEP, "--quiet")


@nox.session
def full(session: nox.Session) -> None:
    """What continuous integration runs, in a new environment and on a copy of the tree."""
    session.run(".ci/run")


@nox.session
def nightly(session: nox.Session) -> None:
    """The tests that take many minutes."""
    session.run("pytest", "-q", "-m", "nightly", *session.posargs)
