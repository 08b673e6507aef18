"""A scenario uses the fields of its groups: the others have one value, and a rule that uses them is at fault."""

import json

import pytest

from feature_models import PLAIN, THINGS, Desk, Thing, Who, desk, write_note
from kanly.model import OWNER, Accepted, Fault, Fields, Int, Map, Model, ModelError, SaveError, State

BARE = desk.instance("bare")


def test_an_unused_field_takes_no_room() -> None:
    counts = {slot.path: slot.count for slot in BARE.slots}
    assert counts["grid.A.PEN"] == counts["note?"] == counts["log.length"] == 1
    assert counts["bag"] == 1 << len(Thing)


def test_using_it_is_a_finding_at_the_rule() -> None:
    action = BARE.action("write_note")
    outcome = BARE.step(BARE.initial_states()[0], action, (0, 0, 0))
    assert isinstance(outcome, Fault)
    assert (outcome.kind, outcome.file) == ("out of domain", write_note.__code__.co_filename)
    assert "unused" in outcome.message


def test_changing_it_in_place_is_a_finding_too() -> None:
    def scribble(g: Desk) -> None:
        g.queue.append(Thing.PEN)

    outcome = BARE.run(scribble, BARE.initial_states()[0], [])
    assert isinstance(outcome, Fault)
    assert "queue.length" in outcome.message
    assert outcome.file == __file__


def test_reading_it_is_not() -> None:
    def look(g: Desk) -> None:
        g.flag = g.note is None and g.grid[Who.A][Thing.PEN] == 0 and not g.queue

    assert isinstance(BARE.run(look, BARE.initial_states()[0], []), Accepted)


def test_a_save_may_not_fill_it() -> None:
    text = BARE.to_json(BARE.initial_states()[0])
    assert BARE.from_json(text) == BARE.initial_states()[0]
    with pytest.raises(SaveError) as caught:
        BARE.from_json(text.replace('"queue": []', '"queue": ["PEN"]'))
    assert caught.value.path == "$.queue"


def without(field: str) -> str:
    """A save of the bare desk as a version wrote it that did not have a field yet."""
    data = json.loads(BARE.to_json(BARE.initial_states()[0]))
    return json.dumps({name: value for name, value in data.items() if name != field})


@pytest.mark.parametrize("field", sorted(BARE.scenario.unused))
def test_a_save_may_lack_it(field: str) -> None:
    assert BARE.from_json(without(field)) == BARE.initial_states()[0]


@pytest.mark.parametrize("field", sorted(THINGS.names))
def test_a_save_has_all_that_is_used(field: str) -> None:
    with pytest.raises(SaveError, match="missing; a save holds everything that its scenario uses") as refused:
        BARE.from_json(without(field))
    assert refused.value.path == f"$.{field}"


class Small(State):
    number: int = Int(0, 1)
    hand: dict[Who, int] = Map(Who, Int(0, 3), seen_by=OWNER)


def test_a_group_may_contain_groups_and_names_a_field_once() -> None:
    assert PLAIN.names == {"turn", "flag", "level"}
    assert PLAIN.names < THINGS.names
    assert Fields(PLAIN, Desk.turn, PLAIN).names == PLAIN.names


def test_a_scenario_without_groups_uses_everything() -> None:
    assert not desk.instance().scenario.unused
    assert desk.scenarios["bare"].unused == set(Desk.declared) - THINGS.names


@pytest.mark.parametrize("part", ["number", 3, Small])
def test_what_is_no_field_is_refused_where_the_group_stands(part: object) -> None:
    with pytest.raises(ModelError, match="neither a field of a state nor a group") as caught:
        Fields(Small.number, part)
    assert caught.value.file == __file__
    with pytest.raises(AttributeError, match="numbr"):
        Fields(getattr(Small, "numbr"))  # noqa: B009


def test_fields_of_another_class_are_refused_where_the_group_stands() -> None:
    small = Model("small", Small, seats=Who)
    foreign = Fields(Desk.flag)
    with pytest.raises(ModelError, match="flag is no field of Small, which has number, hand") as caught:

        @small.scenario("default", uses=(foreign,))
        def setup(g: Small) -> None:
            g.number = 0

    assert (caught.value.file, caught.value.line) == (__file__, foreign.at[1])


@pytest.mark.parametrize("uses", [["number"], "number", [Small.number]])
def test_a_scenario_uses_groups_only(uses: object) -> None:
    small = Model("small", Small, seats=Who)
    with pytest.raises(ModelError, match="uses names groups of fields, such as Fields"):

        @small.scenario("default", uses=uses)  # pyright: ignore[reportArgumentType]
        def setup(g: Small) -> None:
            g.number = 0


def test_what_only_owners_see_may_be_left_out() -> None:
    small = Model("small", Small, seats=Who)

    @small.scenario("default", uses=Fields(Small.number))
    def setup(g: Small) -> None:
        g.number = 1

    instance = small.instance()
    assert instance.knowledge(instance.initial_states()[0], Who.A) == (1,)
