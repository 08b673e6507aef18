"""What is proved of Terror entries for all states of their scopes, and what the proofs refute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.playing import dune
from kanly.explorer.findings.leaks import Channel
from kanly.explorer.findings.status import Status
from kanly.explorer.prove.proofs.induction import Induction
from kanly.explorer.prove.proofs.sight import prove_sight
from kanly.explorer.trace.tracing import trace_model
from kanly.model import EVERYONE, Model, emit, size
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Source, Stage, Terror
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror.discards import FaceOfTheDiscard, Gave, force_discard, give_card, reveal_sabotage
from kanly.model.dune.view.table import TableView, view

SCENARIOS = [name for name in dune.scenarios if name.startswith("terror-")]


def leaks(model: Model, scenario: str, seat: str) -> list[tuple[str, str]]:
    """By which channel, and in which action, a seat is given what it may not know."""
    sight = prove_sight(trace_model(model.instance(scenario)), seats=[seat])
    return [(leak.channel.value, leak.moves[0].action.name if leak.moves else "") for leak in sight.leaks]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_declared_is_proved_for_all_states_of_the_scope(scenario: str) -> None:
    result = Induction(trace_model(dune.instance(scenario))).run(None)
    assert {goal: result.status_of(goal) for goal in result.goals} == dict.fromkeys(result.goals, Status.HOLDS)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_seat_is_given_what_it_may_not_know(scenario: str) -> None:
    """What is known after a Robbery is not proved: it takes the solver too long, and stolen spice tells of the rest."""
    answers = prove_sight(trace_model(dune.instance(scenario))).answers
    open_answers = {(each.channel, each.of) for each in answers if each.status is not Status.HOLDS}
    assert open_answers <= {(Channel.LEARNING, "rob_card"), (Channel.LEARNING, "rob_spice")}


def shows_the_faces_to_moritani(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if seat == Faction.MORITANI:
        shown.face_down = g.face_down[Faction.ATREIDES]
    return shown


def shows_the_victim(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.terror_frame is not None:
        shown.hand = {g.terror_frame.batch.card}
    return shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "broken", [pytest.param(shows_the_faces_to_moritani, marks=pytest.mark.slow), shows_the_victim]
)
def test_a_view_that_shows_the_victim_is_refuted(broken: Callable[[Table, Faction], TableView]) -> None:
    assert ("view", "") in leaks(dune.variant({view: broken}), "terror-sabotage", "MORITANI")


@pytest.mark.slow
def test_a_receipt_told_to_everybody_is_refuted() -> None:
    def revealed(g: Table, seat: Faction, victim: Card | None) -> None:
        reveal_sabotage(g, seat, victim)
        if victim is not None:
            emit(FaceOfTheDiscard(card=victim), to=EVERYONE)

    broken = dune.variant({reveal_sabotage: revealed})
    for seat in ("CHOAM", "MORITANI"):
        assert ("events", "reveal_sabotage") in leaks(broken, "terror-sabotage", seat)


def test_a_gift_told_to_everybody_is_refuted() -> None:
    def gave(g: Table, seat: Faction, card: Card) -> None:
        give_card(g, seat, card)
        emit(FaceOfTheDiscard(card=card), to=EVERYONE)

    assert ("events", "give_card") in leaks(dune.variant({give_card: gave}), "terror-sabotage", "CHOAM")


@pytest.mark.slow
def test_a_gift_that_depends_on_the_face_is_refuted() -> None:
    def gave(g: Table, seat: Faction, card: Card) -> None:
        if card == Card.TRUTHTRANCE:
            emit(Gave(to=Faction.ATREIDES), to=EVERYONE)
        give_card(g, seat, card)

    assert ("events", "give_card") in leaks(dune.variant({give_card: gave}), "terror-sabotage", "CHOAM")


@pytest.mark.slow
def test_taking_from_the_air_is_refuted_without_a_flight_being_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The custody of cards is broken in some state of the scope, however it came about."""

    def discard_twice(g: Table, entry: TerrorEntry, source: Source, owner: Faction, card: Card) -> None:
        force_discard(g, entry, source, owner, card)
        g.discard.add(card)

    monkeypatch.setattr(terror_discards, "force_discard", discard_twice)
    result = Induction(trace_model(dune.instance("terror-during-flight"))).run(["custody"])
    assert result.status_of("custody") is Status.OPEN


def test_a_gift_stage_without_a_sabotage_is_refuted() -> None:
    """No play comes to it, but an accepted save might."""

    def left(g: Table, seat: Faction) -> None:
        terror.moritani_answers(g, seat, Stage.OFFER)
        if size(g.hand[seat]) > 0 and Terror.SABOTAGE in g.terror_removed:
            terror.wait_for(g, Stage.ROBBERY)
        else:
            terror.finish(g)

    check = "entry-stage-fits-its-token"
    broken = dune.variant({terror.leave_terror: left})
    result = Induction(trace_model(broken.instance("terror-alliance-refused"))).run([check])
    assert result.status_of(check) is Status.OPEN
