"""`kanly contract`: what it shows, what it keeps, and which differences `check-model` and `gate` tell."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run

GAME = """
from enum import Enum
from kanly.model import *


class Seat(Enum):
    ANN, BOB, CAT = range(3)


class Card(Enum):
    ACE, KING = range(2)


class Paid(Event):
    seat: Seat
    left: int = Int(0, 3)


class Purse(Record):
    coins: int = Int(0, 3)
    lent: int = Int(0, 3)


class Table(State):
    asked: Seat | None = Option(Seat)
    purse: dict[Seat, Purse] = Map(Seat, Purse, seen_by=OWNER)
    seen: set[Card] = Set(Card)
    rounds: int = Int(0, 3)
    hidden: int = Int(0, 3, seen_by=NOBODY)


game = Model("purses", Table, seats=Seat)


@game.action{reveals}
def pay(g: Table, seat: Seat, card: Card = Secret()) -> None:
    {body}


@game.automatic
def clear(g: Table) -> None:
    require(bool(g.seen), "nothing was seen")
    g.seen = set()


@game.scenario("default")
def setup(g: Table) -> None:
    g.asked = Seat.ANN
    g.purse = {{each: Purse(coins=2, lent=0) for each in Seat}}
"""

BODY = """require(g.asked == seat, "somebody else pays")
    require(g.purse[seat].coins > 0, "the purse is empty")
    g.purse[seat].coins -= 1
    g.seen.add(card)
    g.asked = None
    emit(Paid(seat=seat, left=g.purse[seat].coins), to=EVERYONE)"""

GUARDS = BODY.split("\n    ")[:2]

CONTRACT = """\
# What each action of purses does, as its rules say. `kanly contract --accept` writes this file.

[pay]
taken_by = ["a seat in asked"]
decides = ["card seen by the seat that acts"]
reads = ["asked", "purse.coins"]
writes = ["asked", "purse.coins", "seen"]
tells = ["Paid(purse.coins, seat) to everyone"]

[clear]
taken_by = ["automatic"]
reads = ["seen"]
writes = ["seen"]
"""

FILE = Path("purses.contract.toml")


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(BODY)


def write(body: str, reveals: str = "", file: str = "purses.py") -> None:
    Path(file).write_text(GAME.format(body=body, reveals=reveals), encoding="utf-8")


def differences(*arguments: str) -> list[str]:
    """What differs as the command says, which ends as it has to."""
    record = record_of("contract", "purses.py", *arguments)
    found: list[str] = record["details"]["differences"]
    assert (record["status"], record["exit_code"]) == (("violated", 1) if found else ("holds", 0))
    return found


def test_what_the_rules_do_is_shown_and_nothing_is_written() -> None:
    code, out = run("contract", "purses.py")
    assert (code, out) == (0, f"{CONTRACT}there is no contract yet; --accept writes {FILE}\n")
    assert not FILE.exists()
    assert record_of("contract", "purses.py")["details"]["contract"] == CONTRACT


def test_what_is_accepted_holds_and_is_written_once() -> None:
    assert run("contract", "purses.py", "--accept") == (0, f"written to {FILE}\n")
    assert FILE.read_text(encoding="utf-8") == CONTRACT
    os.utime(FILE, (1, 1))
    assert run("contract", "purses.py", "--accept") == (0, f"{FILE} says so already\n")
    assert FILE.stat().st_mtime == 1
    assert differences() == []
    assert sorted(path.name for path in Path().iterdir() if path.suffix != ".pyc") == [
        "purses.contract.toml",
        "purses.py",
    ]


CHANGES = [
    ("g.seen.add(card)", "g.seen.add(card)\n    g.rounds = 1", ["+ pay writes rounds"]),
    ("g.seen.add(card)", "g.seen.add(card)\n    g.purse[Seat.CAT].lent = 0", ["+ pay writes purse.lent"]),
    ("g.seen.add(card)", "pass", ["- pay writes seen"]),
    ("    require(g.purse", '    require(g.hidden < 2, "no")\n    require(g.purse', ["+ pay reads hidden"]),
    (
        "left=g.purse[seat].coins",
        "left=g.hidden",
        [
            "+ pay reads hidden",
            "+ pay tells Paid(hidden, seat) to everyone",
            "- pay tells Paid(purse.coins, seat) to everyone",
        ],
    ),
    (
        "require(g.asked == seat,",
        "require(g.asked == seat or seat == Seat.BOB,",
        ["+ pay is taken by a seat", "- pay is taken by a seat in asked"],
    ),
    (
        "require(g.asked == seat,",
        "require(g.asked != seat,",
        ["- pay is taken by a seat in asked", "+ pay is taken by no seat in asked"],
    ),
    (
        'require(g.asked == seat, "somebody else pays")',
        'require(g.asked == seat and seat != Seat.CAT, "somebody else pays")',
        ["+ pay is taken by ANN or BOB"],
    ),
]


@pytest.mark.parametrize(("right", "wrong", "told"), CHANGES)
def test_each_effect_that_differs_has_a_line(right: str, wrong: str, told: list[str]) -> None:
    FILE.write_text(CONTRACT, encoding="utf-8")
    assert right in BODY
    write(BODY.replace(right, wrong))
    assert differences() == told
    code, out = run("contract", "purses.py")
    assert (code, out.splitlines()[:-1]) == (1, told)
    assert run("contract", "purses.py", "--accept")[0] == 0
    assert differences() == []


@pytest.mark.parametrize(
    ("to", "also"),
    [
        ("seat", "{seat, Seat.BOB}"),
        ("g.asked", "{each for each in (seat, Seat.BOB)}"),
        ("{Seat.ANN, seat}", "EVERYONE"),
        ("EVERYONE", "{each for each in scope(g, Seat) if each != seat}"),
    ],
)
def test_one_seat_more_that_is_told_is_a_difference(to: str, also: str) -> None:
    body = BODY.replace("g.asked = None\n    ", "")
    write(body.replace("EVERYONE", to.replace("g.asked", 'required(g.asked, "no")')))
    assert run("contract", "purses.py", "--accept")[0] == 0
    (before,) = tomllib.loads(FILE.read_text(encoding="utf-8"))["pay"]["tells"]
    write(body.replace("EVERYONE", also))
    more, less = sorted(differences())
    assert more.startswith("+ pay tells Paid(purse.coins, seat) to ")
    assert less == f"- pay tells {before}"


def test_a_revelation_an_argument_and_an_action_are_told() -> None:
    FILE.write_text(CONTRACT.replace('"card seen by the seat that acts"', '"card", "place"'), encoding="utf-8")
    write(BODY, reveals='(reveals=Reveals("purse", to=ACTOR, because="whoever pays counts"))')
    assert differences() == [
        "- pay decides card",
        "+ pay decides card seen by the seat that acts",
        "- pay decides place",
        "+ pay reveals purse to the seat that acts",
    ]
    FILE.write_text(CONTRACT.replace("[clear]", "[forget]"), encoding="utf-8")
    write(BODY)
    assert differences() == ["+ clear is an action that the contract does not have", "- forget is an action no more"]


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("g.asked = None\n    ", "").replace("    g.seen", "    g.asked = None\n    g.seen"),
        "\n    ".join([GUARDS[1], GUARDS[0], *BODY.split("\n    ")[2:]]),
        BODY.replace("g.asked == seat", "not (g.asked != seat)"),
        BODY.replace(
            'require(g.asked == seat, "somebody else pays")', 'if g.asked != seat:\n        require(False, "no")'
        ),
        BODY.replace('g.asked == seat, "somebody', 'required(g.asked, "nobody pays") == seat, "somebody'),
        BODY.replace("g.purse[seat].coins -= 1", "purse = g.purse[seat]\n    purse.coins = purse.coins - 1"),
        BODY.replace("g.seen.add(card)", "g.seen = g.seen | {card}"),
        BODY.replace("g.seen.add(card)", "g.seen.add(card)\n    g.rounds = g.rounds"),
        BODY.replace("to=EVERYONE", "to=set(scope(g, Seat))"),
        BODY.replace("to=EVERYONE", "to={Seat.CAT, Seat.ANN, Seat.BOB}"),
    ],
)
def test_what_changes_nothing_is_no_difference(body: str) -> None:
    assert body != BODY
    FILE.write_text(CONTRACT, encoding="utf-8")
    write(body)
    assert differences() == []


def battery(*arguments: str) -> tuple[int, dict[str, Any], dict[str, Any] | None]:
    """The exit code, the verdict of the battery, and what it says of the contract."""
    record = record_of(*arguments)
    verdict = record["verdicts"][0]
    return (
        record["exit_code"],
        verdict,
        next((each for each in verdict["invariants"] if each["id"] == "contract"), None),
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", [("check-model",), ("gate", "--engine", "run")])
def test_the_battery_holds_the_rules_against_a_contract_that_is_there(command: tuple[str, ...]) -> None:
    assert battery(*command, "purses.py")[2] is None
    FILE.write_text(CONTRACT, encoding="utf-8")
    _, verdict, told = battery(*command, "purses.py")
    assert told is not None
    assert told["status"] == "holds"
    assert "contract" not in verdict["reason"]
    write(BODY.replace("g.asked = None", "g.asked = None\n    g.rounds = 1"))
    code, verdict, told = battery(*command, "purses.py")
    assert told is not None
    assert (code, verdict["status"], told["status"]) == (1, "violated", "violated")
    assert "contract" in verdict["reason"]
    assert verdict["details"]["contract"]["differences"] == ["+ pay writes rounds"]
    assert "\n    + pay writes rounds\n" in run(*command, "purses.py")[1]


@pytest.mark.slow
def test_a_contract_of_another_model_of_the_file_stands_beside_it() -> None:
    write(BODY, file="other.py")
    assert run("contract", "other.py", "--accept") == (0, "written to other.purses.contract.toml\n")
    assert battery("check-model", "purses.py")[2] is None
    assert battery("check-model", "other.py")[2] is not None


DAMAGED = [
    (CONTRACT[:-30].encode(), "at end of document"),
    (CONTRACT.replace('reads = ["asked"', 'raeds = ["asked"').encode(), "pay: Object contains unknown field `raeds`"),
    (
        CONTRACT.replace('["a seat in asked"]', '"a seat"').encode(),
        "pay: Expected `array`, got `str` - at `$.taken_by`",
    ),
    (f"<<<<<<< ours\n{CONTRACT}".encode(), "line 1"),
    (CONTRACT.replace("a seat", "ä seat").encode("latin-1"), "not UTF-8 text (byte 117)"),
    (b"pay = " + b"[" * 5000, "lists in lists without end"),
    (b"#" * (1 << 21), "larger than 1,048,576 bytes"),
    (b"pay = 3\n", "pay: Expected `object`, got `int`"),
]


@pytest.mark.parametrize(("content", "told"), DAMAGED)
def test_a_file_that_is_no_contract_is_an_error(content: bytes, told: str) -> None:
    FILE.write_bytes(content)
    for command in ("contract", "check-model"):
        record = record_of(command, "purses.py")
        assert (record["status"], record["exit_code"]) == ("error", 2)
        assert record["error"].startswith(f"{FILE}: this is no contract: ")
        assert told in record["error"]
    assert FILE.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "told"), [DAMAGED[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in DAMAGED[1:])]
)
def test_the_gate_tells_a_file_that_is_no_contract(content: bytes, told: str) -> None:
    FILE.write_bytes(content)
    record = record_of("gate", "purses.py", "--engine", "run")
    assert record["verdicts"][0]["status"] == "error"
    assert told in record["verdicts"][0]["error"]
    assert FILE.read_bytes() == content


def test_a_contract_that_was_cut_off_between_lines_differs() -> None:
    FILE.write_text("".join(CONTRACT.splitlines(keepends=True)[:-1]), encoding="utf-8")
    assert differences() == ["+ clear writes seen"]


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_what_is_no_file_is_an_error(kind: str) -> None:
    if kind == "folder":
        FILE.mkdir()
    else:
        FILE.symlink_to("nowhere")
    record = record_of("contract", "purses.py")
    assert (record["exit_code"], "it is not a file" in record["error"]) == (2, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="everything can be written to")
def test_a_folder_that_cannot_be_written_to_is_an_error() -> None:
    FILE.write_text("", encoding="utf-8")
    Path().chmod(0o500)
    try:
        record = record_of("contract", "purses.py", "--accept")
    finally:
        Path().chmod(0o700)
    assert (record["status"], record["exit_code"]) == ("error", 2)
    assert "nothing can be written there" in record["error"]
    assert FILE.read_text(encoding="utf-8") == ""


def test_a_contract_is_accepted_for_all_scenarios() -> None:
    record = record_of("contract", "purses.py:default", "--accept")
    assert (record["exit_code"], FILE.exists()) == (2, False)
    assert "leave default out" in record["error"]
