"""A scenario may leave fields unused: they have one value, and a rule that uses them is at fault."""

import pytest

from feature_models import Desk, Thing, Who, desk, write_note
from kanly.model import OWNER, Accepted, Fault, Int, Map, Model, ModelError, SaveError, State

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


def test_it_must_be_a_field() -> None:
    class Small(State):
        number: int = Int(0, 1)

    small = Model("small", Small, seats=Who)
    with pytest.raises(ModelError, match="is no field of the state; it has number"):

        @small.scenario("default", unused=["numbr"])
        def setup(g: Small) -> None:
            g.number = 0


def test_what_only_owners_see_may_be_unused() -> None:
    class Hands(State):
        hand: dict[Who, int] = Map(Who, Int(0, 3), seen_by=OWNER)

    hands = Model("hands", Hands, seats=Who)

    @hands.scenario("default", unused=["hand"])
    def setup(g: Hands) -> None:
        """Nobody holds anything."""

    instance = hands.instance()
    assert instance.knowledge(instance.initial_states()[0], Who.A) == ()
