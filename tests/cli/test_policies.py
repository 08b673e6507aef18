"""`kanly simulate --policy`: seats play by a policy of the model; whatever a policy does wrong is a finding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run

GUESSING = """
import random
from collections.abc import Mapping, Sequence
from enum import Enum

from kanly.model import NOBODY, Chance, Model, Offer, Option, Reveals, State, View, require


class Seat(Enum):
    ANN = "Ann"
    BOB = "Bob"


class Card(Enum):
    RED, BLUE, GREEN = range(3)


class Table(State):
    hidden: Card | None = Option(Card, seen_by=NOBODY)
    guessed: Card | None = Option(Card)
    turned: Card | None = Option(Card)


class Shown(View):
    guessed: Card | None = Option(Card)
    turned: Card | None = Option(Card)


guessing = Model("guessing", Table, seats=Seat)


@guessing.view
def view(g: Table, seat: Seat) -> Shown:
    return Shown(guessed=g.guessed, turned=g.turned)


@guessing.scenario("default")
def setup(g: Table, hidden: Card = Chance(seen_by=NOBODY)) -> None:
    g.hidden = hidden


@guessing.action
def guess(g: Table, seat: Seat, card: Card) -> None:
    require(g.guessed is None, "guessed already")
    require(seat == Seat.ANN, "Ann guesses")
    g.guessed = card


@guessing.automatic(reveals=Reveals('turned', because='it is turned over'))
def turn_over(g: Table) -> None:
    require(g.guessed is not None, "Ann is to guess first")
    require(g.turned is None, "turned over already")
    g.turned = g.hidden


ASKED: list[int] = []


@guessing.policy("mine")
def mine(shown: Mapping[str, View], seat: Seat, offers: Sequence[Offer], chance: random.Random) -> object:
    CHOICE
"""


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def played(body: str, *more: str) -> dict[str, Any]:
    """The record of some games that a policy plays."""
    Path("guessing.py").write_text(GUESSING.replace("CHOICE", body), encoding="utf-8")
    return record_of("simulate", "guessing.py", "--policy", "mine", "--walks", "20", *more)


def test_a_policy_plays_what_it_is_offered_and_the_table_does_the_rest() -> None:
    record = played("return offers[1]")
    assert (record["status"], record["actions"]) == ("sampled", {"guess": 20, "turn_over": 20})
    (answer,) = (each for each in record["invariants"] if each["id"] == "policy-mine")
    assert answer["status"] == "sampled"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise ValueError('I resign')", "it fails for ANN: ValueError: I resign"),
        ("return offers[7]", "it fails for ANN: IndexError"),
        ("return None", "it chooses None for ANN, which is none of the offers"),
        ("return Offer('turn_over', {})", "which is none of the offers"),
        ("return Offer('guess', {'seat': Seat.BOB, 'card': Card.RED})", "which is none of the offers"),
        ("ASKED.append(1)\n    return offers[len(ASKED) % 3]", "where ANN is shown and offered the same"),
        ("ASKED.append(1)\n    return offers[len(ASKED) % 2]", "where ANN is shown and offered the same"),
        ("ASKED.append(1)\n    return offers[len(ASKED) // 2 % 2]", "where ANN is shown and offered the same"),
        ("ASKED.append(1)\n    return offers[len(ASKED) // 3 % 2]", "where ANN is shown and offered the same"),
        ("raise SystemExit(0)", "it fails for ANN: SystemExit: 0"),
        ("require(False, 'not now')", "it fails for ANN: Rejection: not now"),
        (
            "if chance.getstate() == random.Random(0).getstate():\n        return offers[0]\n"
            "    ASKED.append(1)\n    return offers[len(ASKED) % 3]",
            "where ANN is shown and offered the same",
        ),
        ("return offers[hash('worm') % 2]", "differs from one start of Python to the next"),
        ("return offers[-1] if ({'red', 'worm'} and hash('spice') % 2) else offers[0]", "one start of Python"),
        ("return offers[random.SystemRandom().randrange(3)]", "where ANN is shown and offered the same"),
        (
            "shown['view'].guessed = Card.RED\n    return offers[0] if shown['view'].guessed is None else None",
            "none of",
        ),
    ],
)
def test_what_a_policy_does_wrong_is_a_finding_with_the_game(body: str, told: str) -> None:
    record = played(body)
    assert (record["status"], record["exit_code"]) == ("violated", 1)
    (answer,) = (each for each in record["invariants"] if each["id"] == "policy-mine")
    assert told in answer["conjunct"]
    assert (answer["counterexample"] is not None) is ("start of Python" not in told)


@pytest.mark.slow
def test_a_policy_without_end_is_a_finding() -> None:
    record = played("while True:\n        pass")
    assert (record["status"], record["exit_code"]) == ("violated", 1)


def test_a_policy_is_given_nothing_that_leads_to_the_state() -> None:
    body = "import gc\n    g = shown['view']\n    return offers[0] if not hasattr(g, 'hidden') else None"
    assert played(body)["status"] == "sampled"


def test_the_battery_sees_policies_too() -> None:
    played("ASKED.append(1)\n    return offers[len(ASKED) % 3]")
    record = record_of("check-model", "guessing.py")
    found = {each["id"]: each["status"] for each in record["verdicts"][0]["invariants"]}
    assert found["policies"] == "violated"


def test_the_battery_asks_policies_at_other_starts_too() -> None:
    played("return offers[hash('worm') % 2]")
    record = record_of("check-model", "guessing.py")
    found = {each["id"]: each for each in record["verdicts"][0]["invariants"]}
    assert found["every-start"]["status"] == "violated"
    assert "a game by the policy mine differs" in found["every-start"]["sentence"]


def test_equal_seeds_play_equal_games_in_any_process() -> None:
    Path("guessing.py").write_text(GUESSING.replace("CHOICE", "return chance.choice(offers)"), encoding="utf-8")
    command = [sys.executable, "-m", "kanly.explorer.cli", "simulate", "guessing.py", "--policy", "mine", "--seed", "5"]
    outs = {
        subprocess.run(
            [*command, "--walks", "30", "--json", "-"],
            capture_output=True, text=True, check=False, env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin"},
        ).stdout.partition('"seconds"')[0]
        for seed in ("0", "1")
    }  # fmt: skip
    assert len(outs) == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--policy", "nosuch"], "card-table has no such policy; it has random"),
        (["--policy", "random", "--engine", "compiled"], "--policy plays by running the rules"),
    ],
)
def test_a_policy_that_there_is_not_is_a_mistake(arguments: list[str], told: str) -> None:
    record = record_of("simulate", "card-table", *arguments)
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert told in record["error"]


@pytest.mark.parametrize(
    ("name", "policy", "told"),
    [
        ("other", "def other(shown, seat): ...", "takes something else"),
        ("mine", "def other(shown, seat, offers, chance): ...", "guessing has a policy mine already; names are unique"),
    ],
)
def test_a_policy_is_declared_once_and_takes_what_it_is_given(name: str, policy: str, told: str) -> None:
    declared = f"\n\n@guessing.policy('{name}')\n{policy}\n"
    Path("guessing.py").write_text(GUESSING.replace("CHOICE", "return offers[0]") + declared, encoding="utf-8")
    record = record_of("simulate", "guessing.py", "--policy", "mine")
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert told in record["error"]


def test_every_model_can_be_played_at_random() -> None:
    assert run("simulate", "card-table", "--policy", "random", "--walks", "5", "-q")[0] == 3
