"""The page on the language is true: each row of its tables is executed in all three readings, each refusal is made."""

from __future__ import annotations

import html
import itertools
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judging import refusal
from kanly.explorer.contracts.effects import effects
from kanly.explorer.contracts.text import written as contract_text
from kanly.explorer.findings.bounds import Bounds
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.sweep.answers.exploring import explore as sweep
from kanly.explorer.trace.evaluate import stepped
from kanly.explorer.trace.histories import with_declared_histories
from kanly.explorer.trace.tracing import trace_model
from kanly.explorer.trace.tree import Fail, Reject
from kanly.invariants import Declarations
from kanly.model import Accepted, Fault, Instance, Rejected
from loading import written
from proving import proved

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
PREAMBLE, ACTIONS, PILE, CAMP, SHOW = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FOUND_BY_READING = 7
"""How many refusals, at the end of their table, are made only where a rule is read."""


def rows(section: str) -> Iterator[list[str]]:
    """The cells of each row of the table in a section."""
    text = re.split(r"^## ", PAGE.split(f"\n## {section}\n")[1], flags=re.MULTILINE)[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    for line in lines:
        yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def code_in(cell: str) -> str:
    """The lines of code in a cell, each in its own backticks."""
    return "\n".join(re.findall(r"`([^`]*)`", cell)).replace("\\|", "|")


ALLOWED = [
    code_in(row[1])
    for section in ("Values", "Operators", "Statements", "Calls", "Methods of fields")
    for row in rows(section)
]
TAKEN = [code_in(row[1]) for row in rows("Arguments")]
REFUSED = [(code_in(row[0]), html.unescape(row[1]).replace("`", "").replace("\\", "")) for row in rows("Refused")]

LAWS = [code_in(row[1]) for row in rows("Laws")]
LAWS_PREAMBLE = f"""{PREAMBLE}
from collections.abc import Iterator
from kanly.invariants import *


{ACTIONS}

@table.scenario("default")
def setup(g: Table) -> None:
    g.hand, g.coins = {{Card.ACE, Card.KING}}, {{Seat.ANN: 1, Seat.BOB: 2}}


laws = Declarations(table)


"""

KNOWING = [code_in(row[1]) for row in rows("Who comes to know what")]
KNOWING_PREAMBLE = f"""{PREAMBLE.rpartition("table = ")[0]}

{PILE}

@pile.scenario("default")
def setup(g: Pile) -> None:
    g.deck = set(scope(g, Card))


"""

LEVELS_PREAMBLE = f"""{PREAMBLE.rpartition("table = ")[0]}

{CAMP}

@camp.scenario("default")
def setup(g: Camp, first: Card = Chance(seen_by=NOBODY)) -> None:
    g.row = [first]


"""
LOOKING_ON_PREAMBLE = f"""{PREAMBLE.rpartition("table = ")[0]}

{SHOW}

@show.scenario("default")
def setup(g: Show) -> None:
    pass


"""
JUDGED = [
    (preamble, code_in(row[1]), code_in(row[2]))
    for section, preamble in (("Levels and elements", LEVELS_PREAMBLE), ("Who looks on", LOOKING_ON_PREAMBLE))
    for row in rows(section)
]

(CONTRACT,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)

_numbers = itertools.count()


def instance_of(folder: Path, bodies: list[str]) -> Instance:
    """The table of the page with an action for each of some bodies."""
    return instance_with(
        folder,
        "".join(
            f"\n\n@table.action\ndef rule{index}(g: Table, seat: Seat, card: Card) -> None:\n"
            + "".join(f"    {line}\n" for line in body.splitlines())
            for index, body in enumerate(bodies)
        ),
    )


def instance_with(folder: Path, actions: str) -> Instance:
    """The table of the page with actions."""
    setup = '\n\n@table.scenario("default")\ndef setup(g: Table) -> None:\n    g.n, g.hand = 3, {Card.KING}\n'
    instance = written(folder / f"page{next(_numbers)}.py", f"{PREAMBLE}\n\n{actions}{setup}").instance()

    def few(g: Any) -> bool:
        """The number is small."""
        return g.n <= 6

    declare: Callable[[Any], Any] = Declarations(instance.model).invariant("few")
    declare(few)
    return instance


def some_states(instance: Instance) -> list[tuple[int, ...]]:
    """States from the whole domain, the same ones each time."""
    pick = random.Random(1)
    drawn = (tuple(pick.randrange(slot.count) for slot in instance.slots) for _ in range(40))
    return list(dict.fromkeys(map(instance.canonical, drawn)))


@pytest.mark.parametrize("body", ALLOWED)
def test_what_a_row_says_is_read_as_it_runs(body: str, tmp_path: Path) -> None:
    is_read_as_it_runs(instance_of(tmp_path, [body]))


@pytest.mark.parametrize("rule", TAKEN)
def test_what_a_row_takes_is_read_as_it_runs(rule: str, tmp_path: Path) -> None:
    is_read_as_it_runs(instance_with(tmp_path, f"{rule}\n"))


def is_read_as_it_runs(instance: Instance) -> None:
    """The only action does to some states what its tree says, with each of its arguments."""
    (action,) = instance.actions
    traced = trace_model(instance)
    for slots in some_states(instance):
        for codes in action.instances():
            told = stepped(traced.actions[0], traced.slots, slots, codes)
            match instance.step(slots, action, codes):
                case Accepted(slots=after):
                    assert told == after, instance.describe(slots)
                case Rejected():
                    assert isinstance(told, Reject), instance.describe(slots)
                case Fault(kind=kind, line=line):
                    assert isinstance(told, Fail), instance.describe(slots)
                    assert (told.fault.kind, told.fault.line) == (kind, line)


def test_what_all_rows_say_together_is_compiled_as_it_runs(tmp_path: Path) -> None:
    instance = instance_of(tmp_path, ALLOWED)
    is_compiled_as_it_runs(instance)


def test_what_all_rows_take_is_compiled_as_it_runs(tmp_path: Path) -> None:
    is_compiled_as_it_runs(instance_with(tmp_path, "\n\n\n".join(TAKEN) + "\n"))


def is_compiled_as_it_runs(instance: Instance) -> None:
    """The sweep finds what running finds, a few steps far."""
    bounds = Bounds(depth=2)
    run, compiled = (search(instance, bounds=bounds, keep_going=True) for search in (explore, sweep))
    assert (run.states, run.transitions, run.faults) == (compiled.states, compiled.transitions, compiled.faults)
    assert run.fired == compiled.fired
    assert run.states > 200


def test_what_all_rows_say_together_is_proved(tmp_path: Path) -> None:
    instance = instance_of(tmp_path, ALLOWED)
    assert Induction(trace_model(instance)).run(["few"]).status_of("few") is Status.HOLDS


@pytest.mark.parametrize("law", LAWS)
def test_a_law_of_the_page_is_run_swept_and_proved(law: str, tmp_path: Path) -> None:
    path = tmp_path / f"law{next(_numbers)}.py"
    path.write_text(LAWS_PREAMBLE + law + "\n", encoding="utf-8")
    names: dict[str, Any] = {"__name__": path.stem}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
    instance: Instance = names["table"].instance()
    declared = [each.id for each in names["laws"].all]
    assert declared
    for search in (explore, sweep):
        assert {check.declaration.id: check.status for check in search(instance).checks} == dict.fromkeys(
            declared, Status.HOLDS
        )
    proof = Induction(with_declared_histories(trace_model(instance))).run(declared)
    assert {proof.status_of(each) for each in declared} == {Status.HOLDS}


@pytest.mark.parametrize("rule", KNOWING)
def test_a_rule_that_tells_what_it_says_is_run_swept_and_proved_and_leaks_without_a_word(
    rule: str, tmp_path: Path
) -> None:
    silent = re.sub(r"Chance\(seen_by=.*\)\) ->", "Chance(seen_by=NOBODY)) ->", rule)
    silent = re.sub(r"^@pile\.(\w+)\(.*$", r"@pile.\1", silent, flags=re.MULTILINE)
    for text, status in ((rule, Status.HOLDS), (silent, Status.VIOLATED)):
        instance = written(tmp_path / f"pile{next(_numbers)}.py", KNOWING_PREAMBLE + text + "\n").instance()
        for search in (explore, sweep):
            found = search(instance, sight=None).sight
            assert found is not None
            assert found.status is status
        proof = proved(instance, "sight").sight
        assert proof is not None
        assert proof.status is status


@pytest.mark.parametrize(("preamble", "right", "wrong"), JUDGED)
def test_what_is_known_is_run_swept_and_proved(preamble: str, right: str, wrong: str, tmp_path: Path) -> None:
    for text, status in ((right, Status.HOLDS), (wrong, Status.VIOLATED)):
        instance = written(tmp_path / f"known{next(_numbers)}.py", f"{preamble}{text}\n").instance()
        for search in (explore, sweep):
            assert search(instance, sight=None).status is status
        assert proved(instance).status is status


@pytest.mark.parametrize(("body", "told"), REFUSED)
def test_what_is_refused_is_told_with_its_place(body: str, told: str, tmp_path: Path) -> None:
    only_read = (body, told) in REFUSED[-FOUND_BY_READING:]
    for way in ("compiled", "proof") if only_read else ("run", "compiled", "proof", "battery", "simulation"):
        instance = instance_of(tmp_path, [body])
        error = refusal(way, instance)
        assert told in str(error).replace("`", "")
        assert error.file is not None
        assert Path(error.file).parent == tmp_path
        assert error.line is not None


def test_the_page_has_what_it_speaks_of() -> None:
    assert len(ALLOWED) > 50
    assert len(REFUSED) > 25


def test_the_contract_of_the_page_is_that_of_its_actions(tmp_path: Path) -> None:
    instance = written(tmp_path / f"contract{next(_numbers)}.py", LAWS_PREAMBLE).instance()
    assert contract_text("table", {"default": effects(trace_model(instance))}).partition("\n\n")[2] == CONTRACT
