"""Small models drawn at random: run, compiled and proof say of each what a naive enumeration says."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import pytest

from differential.boundaries import small_boundaries
from differential.comparing import Comparison
from differential.models import model_text
from kanly.model import ModelError
from loading import written

IN_ONE_TEST = 25
"""Models that one test compares, so that the tests may be shared out."""


REFUSED = "a value is changed that was read before a @merged helper"
"""How a rule is refused that the drawing does not avoid: one that changes what a merged helper has replaced."""


def compared(seeds: range, folder: Path) -> Counter[str]:
    """Compare the models of some seeds, each loaded from a file as a user's is; how often each answer was given.

    Those of odd seeds are compared with the boundaries of chunks, blocks and words made small.
    """
    answers: Counter[str] = Counter()
    for seed in seeds:
        text = model_text(seed)
        comparison = Comparison(written(folder / f"drawn{seed}.py", text).instance(), chance=random.Random(seed))
        try:
            with small_boundaries() if seed % 2 else nullcontext():
                differences = list(comparison.differences())
        except ModelError as error:
            if REFUSED not in str(error):
                raise
            answers["refused"] += 1
            continue
        assert not differences, f"seed {seed}: {differences}\n{text}"
        answers.update(comparison.tally)
    return answers


def test_no_reading_of_some_models_differs(tmp_path: Path) -> None:
    compared(range(28, 30), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 300, IN_ONE_TEST))
def test_no_reading_of_more_models_differs(first: int, tmp_path: Path) -> None:
    compared(range(first, first + IN_ONE_TEST), tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(300, 2000, IN_ONE_TEST))
def test_no_reading_of_any_of_two_thousand_models_differs(first: int, tmp_path: Path) -> None:
    compared(range(first, first + IN_ONE_TEST), tmp_path)


@pytest.mark.slow
def test_every_answer_is_given(tmp_path: Path) -> None:
    """What is compared is no silence: claims hold, are broken and say nothing, seats are told too much and not."""
    answers = compared(range(40), tmp_path)
    kinds = ("invariant", "step", "witness", "equivalence")
    wanted = [f"{kind} {status}" for kind in kinds for status in ("holds", "vacuous")]
    wanted += ["invariant violated", "step violated", "progress violated", "view leaks", "offered actions leaks"]
    wanted += ["revelation vacuous", "knowledge leaks", "withheld leaks", "invariant inconclusive"]
    wanted += ["events leaks", "proof holds", "proof open", "proof violated"]
    wanted += [f"proof of {channel} violated" for channel in ("view", "offered actions", "events")]
    assert not [answer for answer in wanted if not answers[answer]]
    assert answers["refused"] <= 2
