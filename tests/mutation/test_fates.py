"""What becomes of mutants: equivalent, unreached, refused, undecided, survived, killed by proof alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kanly.explorer.mutation.changes.places import places_of
from kanly.explorer.mutation.results.mutants import Judged
from kanly.explorer.mutation.trials import judging
from kanly.explorer.mutation.trials.judging import Limits

from .campaigning import automatic, judged, model, the

COUNTS = automatic("require(g.n < 3, 'enough')", "g.n += 1")
LOW = '@laws.invariant("low")\ndef low(g: Table) -> bool:\n    """It stays low."""\n    return g.n <= 3\n'


def the_one(folder: Path, rules: str, laws: str, before: str, after: str, limits: Limits = Limits()) -> Judged:
    """What becomes of the one mutant with these texts."""
    (found,) = judged(model(folder, rules, laws).instance(), wanted=the(before, after), limits=limits)
    return found


def test_what_comes_to_the_same_terms_is_equivalent(tmp_path: Path) -> None:
    guard, update = "require(g.n < 3, 'enough')", "g.m = (g.m + 1) % 4"
    found = the_one(tmp_path, automatic(guard, update), "", f"{guard}; {update}", f"{update}; {guard}")
    assert (found.fate, found.told) == ("equivalent", "it takes the same steps")


def test_what_makes_a_difference_in_forbidden_states_alone_is_equivalent(tmp_path: Path) -> None:
    rule = automatic("require(g.n < 3 or g.n == 5, 'enough')", "g.n = (g.n + 1) % 4")
    dropped = "g.n < 3 or g.n == 5", "g.n < 3"
    assert the_one(tmp_path, rule, LOW, *dropped).fate == "equivalent"
    assert the_one(tmp_path, rule, "", *dropped).fate == "unreached"


def test_what_no_play_comes_to_is_unreached(tmp_path: Path) -> None:
    rules = automatic("require(g.m < 3, 'enough')", "if g.n > 0:", "    g.open = True", "g.m += 1")
    found = the_one(tmp_path, rules, "", "g.open = True", "")
    assert (found.fate, found.told) == ("unreached", "no scenario comes to a state in which it makes a difference")


def test_a_function_that_no_scenario_plays_is_not_looked_at(tmp_path: Path) -> None:
    opens = automatic("g.open = True").replace("act", "opens")
    only = '@small.scenario("only", actions=[act])\ndef only(g: Table) -> None:\n    pass\n'
    found = model(tmp_path, "\n\n".join((COUNTS, opens, only)))
    assert not judged(found.instance("only"), wanted=the("g.open = True", ""))
    both = found.instance("only"), found.instance("default")
    assert [each.scenario for each in judged(*both, wanted=the("True", "False"))] == ["small:default"]


WORTH = """
class Worth(Enum):
    LOW = 1
    HIGH = 2

    def __init__(self, coins: int) -> None:
        self.coins = coins + 1

    def doubled(self) -> int:
        return self.coins * 2
"""


def test_what_made_the_members_of_an_enumeration_is_over_and_not_changed(tmp_path: Path) -> None:
    found = model(tmp_path, WORTH + "\n\n" + automatic("require(g.n == 0, 'enough')", "g.n = Worth.LOW.doubled()"))
    changed = {place.mutant.function for place in places_of([found.instance()])}
    assert {"Worth.doubled", "act"} <= changed
    assert "Worth.__init__" not in changed


def test_what_is_no_rule_is_refused(tmp_path: Path) -> None:
    found = the_one(tmp_path, automatic("g.hand -= {g.top}"), "", "g.hand -= {g.top}", "g.hand += {g.top}")
    assert (found.fate, found.by) == ("refused", [])
    assert "small.py" in found.told


def test_a_bound_leaves_it_undecided(tmp_path: Path) -> None:
    rule = automatic("g.n = (g.n + 1) % 5")
    found = the_one(tmp_path, rule, "", "5", "4", Limits(states_factor=0, states_more=2))
    assert (found.fate, found.told) == ("undecided", "a bound ended a sweep first")
    assert the_one(tmp_path, rule, "", "5", "4").fate == "survived"


def test_a_survivor_has_the_play_and_the_nearest_declarations(tmp_path: Path) -> None:
    laws = LOW + (
        '\n\n@laws.step("opens")\ndef opens(before: Table, step, after: Table) -> bool:\n'
        '    """It opens from two on."""\n    return implies(after.open != before.open, lambda: after.n >= 2)\n'
    )
    rules = automatic("require(g.n < 3, 'enough')", "g.n += 1", "if g.n == 2:", "    g.open = True")
    found = the_one(tmp_path, rules, laws, "2", "3")
    assert (found.fate, found.scenario, found.told) == ("survived", "small:default", "after act")
    assert found.nearest == ["opens", "low"]


def test_a_check_that_is_inductive_no_more_kills(tmp_path: Path) -> None:
    rules = automatic("g.open = not g.open", "if g.n < 3 and (g.m > 0 or g.n < 1):", "    g.n += 1")
    condition = "g.n < 3 and (g.m > 0 or g.n < 1)"
    found = the_one(tmp_path, rules, LOW, condition, condition.replace(" and ", " or "))
    assert (found.fate, found.by[0], found.is_proof) == ("killed", "low", True)
    assert the_one(tmp_path, rules, "", condition, "g.n < 3").fate == "survived"


def test_an_unreached_place_is_not_killed_by_proof(tmp_path: Path) -> None:
    rules = automatic("g.open = not g.open", "if g.n < 3 and g.m > 0:", "    g.n += 1")
    assert the_one(tmp_path, rules, LOW, "g.n < 3", "g.n <= 3").fate == "unreached"


def test_a_mutant_that_runs_away_is_killed(tmp_path: Path) -> None:
    found = the_one(tmp_path, COUNTS, "", "g.n += 1", "g.n -= 1")
    assert (found.fate, found.by) == ("killed", ["no rule fails"])


@pytest.mark.slow
def test_a_mutant_that_does_not_end_is_refused(tmp_path: Path) -> None:
    rule = automatic("low = g.m", "while low < 3:", "    low += 1", "g.n = low")
    found = the_one(tmp_path, rule, "", "low += 1", "low -= 1")
    assert found.fate == "refused"
    assert "end" in found.told


def test_a_crash_leaves_it_undecided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        os._exit(1)

    monkeypatch.setattr(judging, "difference_of", crash)
    found = the_one(tmp_path, COUNTS, "", "g.n < 3", "g.n <= 3")
    assert (found.fate, found.told.partition(":")[0]) == ("undecided", "no answer")


def test_what_is_raised_leaves_it_undecided_and_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr(judging, "difference_of", exhausted)
    found = the_one(tmp_path, COUNTS, "", "g.n < 3", "g.n <= 3")
    assert (found.fate, found.told) == ("undecided", "MemoryError: no more")


WAYS = {
    "a closure of a factory": (
        "def made(to: int):\n    def rule(g: Table) -> None:\n        g.n = to + 1\n    return rule\n\n\n"
        "small.automatic(made(1))\n",
        "to + 1", "to - 1",
    ),
    "a lambda": ("raised = lambda g: g.n + 1\n\n\n" + automatic("g.n = raised(g) % 3"), "g.n + 1", "g.n - 1"),
    "a merged helper": (
        "@merged\ndef raised(g: Table) -> None:\n    g.n = 2\n\n\n" + automatic("raised(g)"), "2", "3"
    ),
    "a dispatch table": (
        "def one(g: Table) -> int:\n    return 2\n\n\ndef other(g: Table) -> int:\n    return 4\n\n\n"
        "TABLE = {Card.ACE: one, Card.KING: other, Card.QUEEN: one}\n\n\n" + automatic("g.n = TABLE[g.top](g)"),
        "2", "3",
    ),
    "a method": (
        "class Box(Record):\n    kept: int = Int(0, 5)\n\n    def more(self) -> int:\n"
        "        return self.kept + 2\n\n\n"
        + automatic("g.n = Box(kept=1).more()"), "self.kept + 2", "self.kept - 2",
    ),
    "a property": (
        "class Box(Record):\n    kept: int = Int(0, 5)\n\n    @property\n    def more(self) -> int:\n"
        "        return self.kept + 2\n\n\n" + automatic("g.n = Box(kept=3).more"), "self.kept + 2", "self.kept - 2",
    ),
    "a function inside": (
        automatic("def raised() -> int:", "    return g.m + 2", "g.n = raised()"), "g.m + 2", "0"
    ),
}  # fmt: skip


@pytest.mark.parametrize("named", WAYS)
def test_wherever_a_rule_stands_it_is_changed(named: str, tmp_path: Path) -> None:
    rules, before, after = WAYS[named]
    found = judged(model(tmp_path, rules).instance(), wanted=the(before, after))
    assert [each.fate for each in found] in (["survived"], ["killed"])
    assert all(each.by in ([], ["no rule fails"]) for each in found)


def test_a_helper_that_a_law_uses_too_is_changed_for_both(tmp_path: Path) -> None:
    rules = "def most(g: Table) -> int:\n    return 3\n\n\n" + automatic("require(g.n < most(g), 'enough')", "g.n += 1")
    borrowing = LOW.replace("g.n <= 3", "g.n <= most(g)")
    assert the_one(tmp_path, rules, borrowing, "3", "4").fate == "survived"
    assert the_one(tmp_path, rules, LOW, "3", "4").by == ["low"]


def test_several_models_and_scenarios_are_each_looked_at(tmp_path: Path) -> None:
    rules = COUNTS + '\n@small.scenario("later")\ndef later(g: Table) -> None:\n    g.n = 1\n    g.m = 3\n'
    law = LOW.replace("g.n <= 3", "implies(g.m == 3, lambda: g.n <= 3)")
    found = model(tmp_path, rules, law)
    both = [found.instance(name) for name in ("default", "later")]
    (killed,) = judged(*both, wanted=the("g.n < 3", "g.n <= 3"))
    assert (killed.fate, killed.by, killed.scenario) == ("killed", ["low"], "small:later")
    (alone,) = judged(both[0], wanted=the("g.n < 3", "g.n <= 3"))
    assert (alone.scenario, alone.is_proof) == ("small:default", True)


def test_rules_that_can_fail_where_no_play_comes_are_compared_without_running_them(tmp_path: Path) -> None:
    rules = automatic("require(g.m < 5, 'enough')", "g.m += 1", "if g.m != 3:", "    g.n += 1")
    found = the_one(tmp_path, rules, "", "g.m != 3", "g.m == 3")
    assert (found.fate, found.by) == ("survived", [])
