"""What is measured: models with a known number of states, and who explores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One exploration by Kanly: a model with parameters, an engine and a number of workers."""

    model: str
    parameters: tuple[str, ...]
    engine: str
    workers: int
    slow: bool = False

    @property
    def label(self) -> str:
        """The model as one writes it on the command line."""
        return " ".join((self.model, *self.parameters))

    @property
    def arguments(self) -> list[str]:
        """The arguments of `kanly` that run it."""
        chosen = [argument for parameter in self.parameters for argument in ("-p", parameter)]
        return [
            "explore", self.model, *chosen, "--engine", self.engine, "--workers", str(self.workers),
            "--sight", "0", "--quiet", "--json", "-",
        ]  # fmt: skip


def _both(model: str, *parameters: str, run: bool, slow: bool = False) -> list[Case]:
    cases = [Case(model, parameters, "compiled", workers, slow) for workers in (1, 2)]
    return [*cases, Case(model, parameters, "run", 1)] if run else cases


CASES: Sequence[Case] = (
    *_both("two-phase-commit", "managers=6", run=True),
    *_both("two-phase-commit", "managers=7", run=False),
    *_both("two-phase-commit", "managers=8", run=False),
    *_both("two-phase-commit", "managers=9", run=False),
    *_both("two-phase-commit", "managers=10", run=False, slow=True),
    *_both("card-table", "cards=6", "seats=3", "hand_limit=4", run=True),
    *_both("card-table", "cards=8", "seats=3", "hand_limit=4", run=False),
    *_both("card-table", "cards=9", "seats=3", "hand_limit=4", run=False),
    *_both("dune:flight", run=True, slow=True),
)
