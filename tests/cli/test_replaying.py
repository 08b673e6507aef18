"""`kanly replay`: 1 while a path still breaks something, 0 once the model is repaired, 3 where it cannot be taken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.running import record_of, run

ROAD = '''
from enum import Enum
from kanly.invariants import Declarations
from kanly.model import Int, Map, Model, Option, Parameter, Record, Seq, State, require


class Seat(Enum):
    ANN = 0
    BOB = 1


class Cart(Record):
    load: int = Int(0, 3)


class Road(State):
    length: int = Parameter(2, low=1, high=4)
    at: int = Int(0, 4)
    cart: Cart | None = Option(Cart)
    carts: list[Cart] = Seq(Cart, at_most=2)
    last: dict[Seat, int] = Map(Seat, Int(0, 3))


road = Model("road", Road, seats=Seat)
laws = Declarations(road)


@road.scenario("default")
def setup(g: Road) -> None:
    g.cart = Cart(load=1)


@road.action
def walk(g: Road, seat: Seat) -> None:
    require(g.at < 4, "the road ends here")
    g.at += 1
    g.last[seat] = 1


@road.action
def load(g: Road, seat: Seat, much: int = Int(1, 2)) -> None:
    require(len(g.carts) < 2, "there are no more carts")
    g.carts.append(Cart(load=much))


@laws.invariant("short")
def short(g: Road) -> bool:
    """Nobody goes beyond the end of the road."""
    return g.at <= g.length


@laws.invariant("empty")
def empty(g: Road) -> bool:
    """Nobody loads two carts."""
    return len(g.carts) < 2
'''


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(*changes: tuple[str, str]) -> None:
    source = ROAD
    for before, after in changes:
        assert before in source
        source = source.replace(before, after)
    Path("road.py").write_text(source, encoding="utf-8")


@pytest.fixture(name="traces")
def _traces() -> dict[str, str]:
    """The counterexamples to both invariants, in the model as it is above."""
    written()
    record = record_of("explore", "road.py", "--engine", "run", "--keep-going", "--sight", "0")
    return {check["id"]: check["trace"] for check in record["invariants"]}


def replayed(trace: str) -> dict[str, Any]:
    return record_of("replay", "road.py", trace)


@pytest.mark.parametrize(("check", "steps"), [("short", 3), ("empty", 2)])
def test_what_still_breaks_is_violated(traces: dict[str, str], check: str, steps: int) -> None:
    record = replayed(traces[check])
    assert (record["status"], record["exit_code"], record["transitions"]) == ("violated", 1, steps)
    assert record["checked"] == [f"{steps} of {steps} steps taken again"]


MUCH = "much: int = Int(1, 2)"
NEW_FIELD = ("    last: dict", "    weather: int = Int(0, 5)\n    last: dict")
NEW_IN_RECORD = (
    "    load: int = Int(0, 3)\n\n\nclass Road",
    "    load: int = Int(0, 3)\n    wheels: bool\n\n\nclass Road",
)
NEW_SEAT = ("    BOB = 1", "    BOB = 1\n    CAI = 2")
SHORTER = ("    g.at += 1", "    g.at = min(g.at + 1, g.length)")


@pytest.mark.parametrize("change", [NEW_FIELD, NEW_IN_RECORD, NEW_SEAT], ids=["field", "part", "entry"])
def test_what_was_added_since_hides_no_violation_and_no_repair(traces: dict[str, str], change: tuple[str, str]) -> None:
    in_record = change is NEW_IN_RECORD
    built = [("Cart(load=1)", "Cart(load=1, wheels=True)"), ("load=much)", "load=much, wheels=True)")]
    written(change, *(built if in_record else []))
    record = replayed(traces["short"])
    assert record["exit_code"] == 1
    assert any(told.startswith("not in the record, and taken as it is at the start: ") for told in record["unchecked"])
    written(change, SHORTER, *(built if in_record else []))
    assert replayed(traces["short"])["exit_code"] == 0


def test_a_new_field_is_as_the_set_up_makes_it(traces: dict[str, str]) -> None:
    set_up = ("    g.cart = Cart(load=1)", "    g.cart = Cart(load=1)\n    g.weather = 4")
    written(NEW_FIELD, set_up)
    assert "not in the record, and taken as it is at the start: weather = 4" in replayed(traces["short"])["unchecked"]


def test_a_field_and_a_parameter_that_are_gone_are_passed_over(traces: dict[str, str]) -> None:
    parameter = ("    length: int = Parameter(2, low=1, high=4)\n", "")
    cart = ("    cart: Cart | None = Option(Cart)\n", "")
    written(parameter, cart, ("    g.cart = Cart(load=1)", "    pass"), ("g.at <= g.length", "g.at <= 2"))
    record = replayed(traces["short"])
    assert record["exit_code"] == 1
    assert "in the record, and no field of the model: cart" in record["unchecked"]


def test_a_step_that_leads_elsewhere_names_the_field_and_the_path_goes_on(traces: dict[str, str]) -> None:
    written(SHORTER)
    record = replayed(traces["short"])
    assert (record["status"], record["exit_code"]) == ("holds", 0)
    assert record["details"]["elsewhere"] == "step 3, walk(seat=ANN), leads elsewhere: at is 2, and was 3"
    assert "leads elsewhere: at is 2, and was 3" in run("replay", "road.py", traces["short"], "-q")[1]
    written(("    g.at += 1", "    g.at += 2"))
    record = replayed(traces["short"])
    assert (record["status"], record["exit_code"]) == ("violated", 1)
    assert record["details"]["elsewhere"].startswith("step 1, walk(seat=ANN), leads elsewhere: at is 2, and was 1")


NARROWER = ("    at: int = Int(0, 4)", "    at: int = Int(0, 2)")


@pytest.mark.parametrize("set_up", [(), (("load: int = Int(0, 3)", "load: int = Int(0, 1)"),)], ids=["one", "two"])
def test_a_step_to_what_a_narrower_field_cannot_hold_leads_elsewhere(
    traces: dict[str, str], set_up: tuple[tuple[str, str], ...]
) -> None:
    written(NARROWER, SHORTER, *set_up)
    record = replayed(traces["short"])
    assert (record["status"], record["exit_code"]) == ("holds", 0)
    told = record["details"]["elsewhere"]
    assert told.startswith(
        "step 3, walk(seat=ANN), leads elsewhere: the recorded state is none any more ($.states[3].at"
    )


@pytest.mark.parametrize(
    ("change", "check", "told"),
    [
        (("g.at < 4", "g.at < 2"), "short", "step 3, walk(seat=ANN), is not possible: the road ends here"),
        (("def walk", "def stroll"), "short", "step 1 cannot be taken: road:default has no action walk"),
        (("walk(g: Road, seat: Seat)", f"walk(g: Road, seat: Seat, {MUCH})"), "short", "walk takes seat, much"),
        ((MUCH, "much: int = Int(2, 2)"), "empty", "step 1 cannot be taken: $.states[1].#meta.arguments.much"),
        (("class Cart(Record):\n    load: int = Int(0, 3)", "class Cart(Record):\n    load: bool"), "short", "cart"),
    ],
    ids=["guard", "renamed", "more arguments", "smaller domain", "another kind of field"],
)
def test_a_path_that_cannot_be_taken_is_inconclusive(
    traces: dict[str, str], change: tuple[str, str], check: str, told: str
) -> None:
    more = [("Cart(load=1)", "Cart(load=True)"), ("load=much", "load=True")] if "load: bool" in change[1] else []
    written(change, *more)
    record = replayed(traces[check])
    assert (record["status"], record["exit_code"]) == ("inconclusive", 3)
    assert told in record["reason"]


START = "    g.cart = Cart(load=1)"


@pytest.mark.parametrize(
    ("set_up", "differs"),
    [
        ("    g.cart = Cart(load=1)\n    g.at = 1", "at is 1, and was 0"),
        ("    g.cart = Cart(load=2)", "cart.load is 2, and was 1"),
        ("    g.cart = Cart(load=2)\n    g.last[Seat.BOB] = 3", "cart.load is 2, and was 1, and 1 more"),
        ("    g.carts.append(Cart(load=1))", "cart.load is no more, and was 1, and 2 more"),
    ],
)
def test_a_set_up_that_begins_elsewhere_leaves_no_play_to_take_again(
    traces: dict[str, str], set_up: str, differs: str
) -> None:
    written((START, set_up))
    for trace in traces.values():
        record = replayed(trace)
        assert (record["status"], record["exit_code"]) == ("inconclusive", 3)
        assert f"no play begins in its first state: at the start {differs}" in record["reason"]
        assert record["unchecked"] == ["the path"]


def test_a_new_field_hides_no_start_that_is_none_any_more(traces: dict[str, str]) -> None:
    written(NEW_FIELD, (START, f"{START}\n    g.weather = 4\n    g.at = 1"))
    assert "at the start at is 1, and was 0" in replayed(traces["short"])["reason"]


@pytest.mark.parametrize("way", ["a start of several", "a set-up that refuses"])
def test_a_set_up_with_choices_begins_in_each_that_it_allows(traces: dict[str, str], way: str) -> None:
    guard = "" if way == "a start of several" else "    require(at > 0, 'further on')\n"
    written(
        ("def setup(g: Road)", "def setup(g: Road, at: int = Int(0, 2))"), (START, f"{guard}{START}\n    g.at = at")
    )
    assert replayed(traces["short"])["exit_code"] == (3 if guard else 1)


STRIDES = """
from enum import Enum
from kanly.invariants import Declarations
from kanly.model import Int, Model, State, require


class Seat(Enum):
    ANN = 0


class Road(State):
    at: int = Int(0, 15)
    tolls: int = Int(0, 3)


road = Model("road", Road, seats=Seat)
laws = Declarations(road)


@road.scenario("default")
def setup(g: Road) -> None:
    pass


@road.action
def stride(g: Road, seat: Seat) -> None:
    g.at = (g.at + 2) % 16


@road.action
def pay(g: Road, seat: Seat) -> None:
    require(g.at == 3, "no bridge")
    g.tolls = TOLLS


@laws.invariant("cheap")
def cheap(g: Road) -> bool:
    \"\"\"Nobody pays three tolls.\"\"\"
    return g.tolls < 3
"""


@pytest.mark.parametrize("tolls", ["3", "5"], ids=["broken", "failing"])
def test_a_step_from_where_no_play_begins_is_taken_again_from_there(tolls: str) -> None:
    """What only a proof shows, and of which it is not known whether play gets there."""
    Path("road.py").write_text(STRIDES.replace("TOLLS", tolls), encoding="utf-8")
    record = record_of("prove", "road.py", "--traces", "traces", "--write-tests", "tests")
    shown = next(each["counterexample"] for each in [*record["invariants"], *record["findings"]] if each["trace"])
    assert (record["status"], len(shown["steps"])) == ("open", 1)
    record = replayed(shown["file"])
    assert (record["status"], record["checked"]) == ("violated", ["1 of 1 steps taken again"])
    with pytest.raises(AssertionError):
        run_test(shown["test"])
    Path("road.py").write_text(STRIDES.replace("TOLLS", "2"), encoding="utf-8")
    assert replayed(shown["file"])["status"] == "holds"
    run_test(shown["test"])


def test_a_written_test_of_a_play_passes_once_no_play_begins_there() -> None:
    written()
    record = record_of("explore", "road.py", "--engine", "run", "--sight", "0", "--write-tests", "tests")
    test = next(each["counterexample"]["test"] for each in record["invariants"] if each["status"] == "violated")
    with pytest.raises(AssertionError):
        run_test(test)
    written((START, f"{START}\n    g.last[Seat.ANN] = 3"))
    run_test(test)


def run_test(file: str) -> None:
    space: dict[str, Any] = {"__file__": str(Path(file).resolve())}
    exec(compile(Path(file).read_text(encoding="utf-8"), file, "exec"), space)
    (test,) = [each for name, each in space.items() if name.startswith("test_")]
    test()


def test_a_file_that_is_no_trace_is_a_mistake(traces: dict[str, str]) -> None:
    document = json.loads(Path(traces["short"]).read_text())
    del document["states"]
    Path("broken.itf.json").write_text(json.dumps(document))
    assert run("replay", "road.py", "broken.itf.json")[0] == 2
