"""Traces as ITF: written and read back, and refused with the path of the fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feature_models import desk
from kanly.explorer.cli.frame.selection import bundled
from kanly.explorer.findings.traces import Trace
from kanly.explorer.report.itf import from_itf, to_itf
from kanly.explorer.report.regression import broken_on
from kanly.explorer.search.breadth_first import explore
from kanly.explorer.search.recorded import Recorded
from kanly.explorer.search.replay import replay
from kanly.model import Instance, ModelError, SaveError, require
from kanly.model.games.card_table import Card, Seat, Table, play
from strategies import states

card_table = bundled("card-table")


def keep_the_card(g: Table, seat: Seat, card: Card) -> None:
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    g.escrow = card


BROKEN = card_table.variant({play: keep_the_card})


def custody_broken() -> tuple[Instance, Trace]:
    instance = BROKEN.instance()
    trace = explore(instance).check("custody").trace
    assert trace is not None
    return instance, trace


def test_a_trace_comes_back() -> None:
    instance, trace = custody_broken()
    recording = from_itf(to_itf(instance, trace, check="custody", conjunct="C1 has one home"))
    assert (recording.model, recording.scenario, recording.check) == ("card-table", "default", "custody")
    assert recording.parameters == {"cards": 4, "seats": 2, "hand_limit": 3}
    assert recording.play.start(instance) == Recorded(trace.start)
    assert recording.play.expected(instance) == [Recorded(slots) for slots in trace.states[1:]]
    assert [str(move) for move in recording.play.moves(instance)] == [str(move) for move in trace.moves]


def test_the_text_is_what_apalache_describes() -> None:
    instance, trace = custody_broken()
    document = json.loads(to_itf(instance, trace))
    assert document["#meta"]["format"] == "ITF"
    assert document["vars"] == ["deck", "hand", "escrow", "discard"]
    last = document["states"][-1]
    assert last["#meta"] == {"index": 2, "action": "play", "arguments": {"seat": "ANN", "card": "C1"}}
    assert last["deck"] == {"#set": ["C2", "C3", "C4"]}
    assert last["hand"] == {"#map": [["ANN", {"#set": ["C1"]}], ["BOB", {"#set": []}]]}
    assert last["escrow"] == {"tag": "Some", "value": "C1"}


@given(st.data())
def test_every_kind_of_field_comes_back(data: st.DataObject) -> None:
    instance = desk.instance()
    slots = data.draw(states(instance))
    save = json.loads(instance.to_json(slots))
    assert instance.layout.from_itf(instance.layout.to_itf(save), "$") == save


def test_sets_may_be_listed_in_any_order() -> None:
    instance, trace = custody_broken()
    document = json.loads(to_itf(instance, trace))
    document["states"][0]["deck"]["#set"].reverse()
    assert from_itf(json.dumps(document)).play.start(instance) == Recorded(trace.start)


def edited(text: str, place: list[str | int], value: Any) -> str:
    """The text with what stands at a place replaced, or taken away for `GONE`."""
    document = json.loads(text)
    *way, last = place
    holder = document
    for step in way:
        holder = holder[step]
    if value is GONE:
        del holder[last]
    else:
        holder[last] = value
    return json.dumps(document)


GONE = object()


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (["states"], GONE, "$.states"),
        (["states"], [], "$.states"),
        (["states", 1, "#meta"], {}, "$.states[1].#meta.action"),
        (["states", 1, "#meta"], GONE, "$.states[1].#meta"),
        (["#meta"], 3, "$.#meta"),
        (["states", 0], 3, "$.states[0]"),
    ],
)
def test_a_malformed_file_is_refused_with_the_path(place: list[str | int], value: Any, path: str) -> None:
    instance, trace = custody_broken()
    with pytest.raises(SaveError) as refused:
        from_itf(edited(to_itf(instance, trace), place, value))
    assert refused.value.path == path


@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("deck", {"#set": ["C9"]}, "$.states[0].deck[0]"),
        ("deck", 3, "$.states[0].deck"),
        ("hand", {"#map": [3]}, "$.states[0].hand"),
        ("escrow", None, "$.states[0].escrow"),
    ],
)
def test_a_state_that_is_none_is_refused_with_the_path(field: str, value: Any, path: str) -> None:
    instance, trace = custody_broken()
    recording = from_itf(edited(to_itf(instance, trace), ["states", 0, field], value))
    with pytest.raises(SaveError) as refused:
        recording.play.start(instance)
    assert refused.value.path == path


def test_moves_that_the_model_does_not_have_are_refused() -> None:
    instance, trace = custody_broken()
    for arguments, error in (({"seat": "ANN"}, SaveError), ({"seat": "ANN", "card": "C99"}, SaveError)):
        document = json.loads(to_itf(instance, trace))
        document["states"][1]["#meta"]["arguments"] = arguments
        with pytest.raises(error, match=r"\$\.states\[1\]\.#meta\.arguments"):
            list(from_itf(json.dumps(document)).play.moves(instance))
    document = json.loads(to_itf(instance, trace))
    document["states"][1]["#meta"]["action"] = "cheat"
    with pytest.raises(ModelError, match="has no action cheat"):
        list(from_itf(json.dumps(document)).play.moves(instance))


def test_a_path_breaks_the_same_thing_again_and_nothing_once_the_rule_is_right() -> None:
    instance, trace = custody_broken()
    again = replay(instance, trace.start, trace.moves, expected=[Recorded(slots) for slots in trace.states[1:]])
    assert [check.declaration.id for check in again.broken] == ["custody", "what-is-played-is-told"]
    right = card_table.instance()
    moves = [(move.action.name, move.action.named(move.codes)) for move in trace.moves]
    assert broken_on(instance, instance.to_json(trace.start), moves) == [
        "custody C1 has one home",
        "what-is-played-is-told told once",
    ]
    assert broken_on(right, right.to_json(trace.start), moves) == []


def test_a_replay_stops_where_the_path_cannot_be_taken() -> None:
    instance, trace = custody_broken()
    twice = (*trace.moves, trace.moves[0])
    assert "is not possible: the card is not in the deck" in replay(instance, trace.start, twice).refusal
    right = card_table.instance()
    moves = [type(move)(right.action(move.action.name), move.codes) for move in trace.moves]
    repaired = replay(right, trace.start, moves, expected=[Recorded(slots) for slots in trace.states[1:]])
    assert (repaired.refusal, repaired.broken) == ("", ())
    assert repaired.elsewhere == "step 2, play(seat=ANN, card=C1), leads elsewhere: hand.ANN is {}, and was {C1}"
