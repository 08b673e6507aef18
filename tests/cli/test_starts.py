"""A model whose constants are made anew at each start of Python is found, and one that is the same passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run
from cli.test_ending import MODEL
from conforming import Table, step
from kanly.explorer.cli.commands.checking.check_model import conformance_verdict
from tiny import tiny


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def every_start(constant: str, used: str = "g.at < LIMIT", before: str = "g.at < 1") -> dict[str, Any]:
    text = MODEL.replace("road = Model(", f"{constant}\n\nroad = Model(").replace("DOES", "").replace(before, used)
    Path("road.py").write_text(text, encoding="utf-8")
    record = record_of("check-model", "road.py")
    (test,) = [each for each in record["verdicts"][0]["invariants"] if each["id"] == "every-start"]
    return test


@pytest.mark.parametrize(
    ("constant", "used"),
    [
        ("import uuid\nLIMIT = uuid.uuid4().int % 2**60", "g.at < LIMIT"),
        ("ORDER = tuple({*'abcdefghijklmnop'})", "g.at < ORDER.index('a') + 1"),
        ("LIMIT = hash('abc') % 2**60", "g.at < LIMIT"),
        ("class Two:\n    BIT = (hash('abc') >> 0) % 2", "g.at < 1 + Two.BIT"),
    ],
)
def test_a_rule_that_is_another_at_each_start_is_found(constant: str, used: str) -> None:
    test = every_start(constant, used)
    assert test["status"] == "violated"
    assert "differs from one start of Python to the next" in test["sentence"]


def test_a_first_state_that_is_another_at_each_start_is_named() -> None:
    test = every_start("class Two:\n    BIT = (hash('abc') >> 0) % 2", "g.at = Two.BIT", "g.at = 0")
    assert test["status"] == "violated"
    assert test["sentence"].startswith("the first state 1 differs from one start of Python to the next: at = ")


DECLARED = """
from kanly.invariants import Declarations, Step
from kanly.model import NOBODY, View

laws = Declarations(road)


class Two:
    BIT = hash("abc") % 2


class Look(View):
    at: int = Int(0, 2)
    far: bool


{decorator}
def declared({parameters}:
    '''It is so.'''
    return {says}
"""
OF_A_STATE = "g: Road)"
OF_A_STEP = "before: Road, step: Step, after: Road)"


@pytest.mark.parametrize(
    ("decorator", "parameters", "says", "told"),
    [
        ("@laws.invariant('law')", OF_A_STATE, "g.at < 2 + Two.BIT", "the invariant law"),
        ("@laws.save_rule('law')", OF_A_STATE, "g.at < 2 + Two.BIT", "the save rule law"),
        ("@laws.equivalence('law')", OF_A_STATE, "(g.at, g.at * (1 + Two.BIT))", "the equivalence law"),
        ("@laws.invariant('law', when=lambda g: g.at > Two.BIT)", OF_A_STATE, "g.at < 2", "the invariant law"),
        ("@laws.witness('law')", OF_A_STATE, "g.at >= Two.BIT", "the witness law"),
        ("@laws.step('law')", OF_A_STEP, "after.at <= before.at + 1 + Two.BIT", "the step law"),
        ("@road.view", "g: Road, seat: Seat) -> Look", "Look(at=g.at, far=g.at > Two.BIT)", "the view of ANN"),
    ],
)
def test_what_is_declared_or_shown_otherwise_at_each_start_is_found(
    decorator: str, parameters: str, says: str, told: str
) -> None:
    """No rule depends on it."""
    text = MODEL.replace("DOES", DECLARED.format(decorator=decorator, parameters=parameters, says=says))
    Path("road.py").write_text(text, encoding="utf-8")
    record = record_of("check-model", "road.py")
    (test,) = [each for each in record["verdicts"][0]["invariants"] if each["id"] == "every-start"]
    assert (test["status"], test["sentence"]) == ("violated", f"{told} differs from one start of Python to the next")


@pytest.mark.slow
def test_what_is_the_same_at_each_start_passes() -> None:
    assert every_start("ORDER = tuple(sorted({*'abc'}))\nLIMIT = len(ORDER)")["status"] == "holds"
    assert every_start("print('hello')\nLIMIT = 1")["status"] == "holds"


def test_a_model_without_a_source_has_nothing_to_test() -> None:
    verdict = conformance_verdict(tiny(Table, step))
    (test,) = [each for each in verdict.invariants if each.id == "every-start"]
    assert test.status == "nothing to test"


@pytest.mark.slow
def test_tests_that_had_nothing_to_test_are_not_counted_among_those_that_were_made() -> None:
    Path("road.py").write_text(MODEL.replace("DOES", ""), encoding="utf-8")
    code, out = run("check-model", "road.py")
    made = [each["status"] for each in record_of("check-model", "road.py")["verdicts"][0]["invariants"]]
    empty = made.count("nothing to test")
    assert (code, empty) == (0, 4)
    assert f"conformance, {len(made) - 4} tests on sampled states, nothing to test in 4 more" in " ".join(out.split())


def test_a_gate_compares_each_declaration_in_the_first_scenario_that_has_it() -> None:
    text = MODEL.replace("DOES", DECLARED)
    says = {"decorator": "@laws.invariant('a law, with a comma')", "parameters": OF_A_STATE}
    again = "\n\n@road.scenario('again')\ndef again(g: Road) -> None:\n    g.at = 0\n"
    Path("road.py").write_text(text.format(**says, says="g.at < 2 + Two.BIT") + again, encoding="utf-8")
    assert at_every_start()[0]["status"] == "violated"
    Path("road.py").write_text(text.format(**says, says="g.at < 5") + again, encoding="utf-8")
    first, second = at_every_start()
    assert [first["status"], second["status"]] == ["holds", "holds"]
    assert "Declarations that another scenario has compared: 1." not in first["sentence"]
    assert "Declarations that another scenario has compared: 1." in second["sentence"]


def at_every_start() -> list[dict[str, Any]]:
    """The answers of a gate, one for each scenario."""
    verdicts = record_of("gate", "road.py")["verdicts"]
    return [each for verdict in verdicts for each in verdict["invariants"] if each["id"] == "every-start"]
