"""How a flight begins, goes on and ends, and what leaves it alone."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, exists, forall, has, implies, is_present, negate, same, scope
from ....model.dune.arrivals.intrusion import step_aside
from ....model.dune.arrivals.no_field import reveal_no_field
from ....model.dune.flight.escrow import FlightCompleted
from ....model.dune.flight.frames import drain
from ....model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from ....model.dune.movement.arrival import allow_arrival
from ....model.dune.movement.karama import cancel_speed, pass_speed, stop_worthless, use_worthless
from ....model.dune.movement.movement import declare_flight, end_movement, fly, move
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.flights import EndFrame, Flight, MoveFrame
from ....model.dune.table.kinds import Line, Resume
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import give_card, give_nothing, resume_entry, reveal_sabotage
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import leave_terror
from ....model.dune.terror.rides import summon_worm
from ....model.dune.turns.hand import play_hajr
from ....model.dune.turns.turn import LostToTheTanks
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import using
from ..laws import MOVING, laws
from ..table.counted import marker_is_in
from .flights import SABOTAGED


def live(before: Table, step: Step, after: Table) -> bool:
    """Whether a flight is in the air before the step."""
    return before.flight is not None


def declared(before: Table, step: Step, after: Table) -> bool:
    """Whether the step plays the Ornithopter."""
    return step.took(declare_flight)


def newly(after: Table) -> Flight:
    """The flight that a declaration began: in the air, or already at its frame."""
    if after.flight is not None:
        return after.flight
    assert after.frame is not None
    return after.frame.flight


@laws.step(
    "flight-begins-with-the-card", clauses=["ORN-01", "ORN-03", "ORN-43"], when=declared, where=using(Table.flight)
)
def flight_begins_with_the_card(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A flight begins when its player plays the Ornithopter out of its hand; it gets the next number."""
    seat = step["seat"]
    flight = newly(after)
    yield "from the hand", has(before.hand[seat], Card.ORNITHOPTER)
    yield "in no hand", nobody_holds_it(after)
    yield "player", flight.player == seat
    yield "mode", flight.mode == step["mode"]
    yield "event", flight.event == before.flights + 1
    yield "starting", flight.starting == before.moved[seat]
    yield "card", flight.card == Card.ORNITHOPTER


def nobody_holds_it(g: Table) -> bool:
    """Whether the Ornithopter is in no hand."""
    return negate(exists(scope(g, Faction), lambda seat: has(g.hand[seat], Card.ORNITHOPTER)))


@laws.step("only-a-declaration-begins-a-flight", clauses=["ORN-01", "ORN-20"], where=using(Table.flight))
def only_a_declaration_begins_a_flight(before: Table, step: Step, after: Table) -> bool:
    """No other step begins a flight."""
    return step.took(declare_flight) or after.flights == before.flights


@laws.step("flight-ends-in-two-places", clauses=["ORN-04", "ORN-12", "ORN-20"], when=live, where=using(Table.flight))
def flight_ends_in_two_places(before: Table, step: Step, after: Table) -> bool:
    """A flight ends at the frame of its last group, or at the frame of its player's early end."""
    if after.flight is not None:
        return True
    if step.took(end_movement):
        return isinstance(after.frame, EndFrame)
    return step.took(fly, allow_arrival, pass_speed, stop_worthless) and isinstance(after.frame, MoveFrame)


@laws.step("completion-is-told-once", clauses=["ORN-12"], where=using(Table.flight))
def completion_is_told_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The completion of a flight is told and logged exactly when a frame is made."""
    made = made_a_frame(before, after)
    yield "logged", after.log[Line.COMPLETION] == before.log[Line.COMPLETION] + choose(made, 1, 0)
    yield "told", step.emitted(FlightCompleted) == made


def made_a_frame(before: Table, after: Table) -> bool:
    """Whether the step made a frame."""
    return before.frame is None and after.frame is not None


@laws.step("flight-goes-on", clauses=["ORN-02", "ORN-40", "ORN-41", "ORN-44"], when=live, where=using(Table.flight))
def flight_goes_on(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """While it lasts, a flight stays what it was, and carries a group more only when one moves."""
    was, now = before.flight, after.flight
    assert was is not None
    if now is not None:
        yield "event", now.event == was.event
        yield "player", now.player == was.player
        yield "card", now.card == was.card
        yield "mode", now.mode == was.mode
        yield "starting", now.starting == was.starting
        yield "completed", now.completed == was.completed + after.moved[was.player] - before.moved[was.player]


@laws.step("early-end-keeps-the-rest-back", clauses=["ORN-20", "ORN-21"], where=using(Table.flight))
def early_end_keeps_the_rest_back(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Ending a flight early leaves its player on turn and queued, and the low rate and the Sapho mark alone."""
    if step.took(end_movement) and before.flight is not None:
        yield "on turn", after.active == before.active
        yield "queue", after.to_move == before.to_move
        yield "low rate", after.karama_rate == before.karama_rate
        yield "Sapho", after.sapho_last == before.sapho_last
        yield "phase", after.phase == before.phase
        yield "discarded", Card.ORNITHOPTER in after.discard


@laws.step("early-end-retires-the-card-alone", clauses=["ORN-66"], where=using(Table.flight))
def early_end_retires_the_card_alone(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Retiring a flight that is ended early discards the Ornithopter and counts it; no other card and nobody moves."""
    if step.took(end_movement) and before.flight is not None:
        yield "discard pile", Card.ORNITHOPTER in after.discard
        yield "completions", after.log[Line.COMPLETION] == before.log[Line.COMPLETION] + 1
        yield from changes_only(
            before,
            after,
            ("discard", Card.ORNITHOPTER),
            ("promised", step["seat"]),
            "flight",
            "remainder",
            "unflown_marker",
            "frame",
            "batches",
            "log.COMPLETION",
        )


def landed(before: Table, step: Step, after: Table) -> bool:
    """Whether the last group of a flight lands by a step that plays no card against it."""
    answered = step.took(cancel_speed, stop_worthless, use_worthless)
    return before.frame is None and isinstance(after.frame, MoveFrame) and not answered


@laws.step("landing-retires-the-card-alone", clauses=["ORN-66"], when=landed, where=using(Table.flight))
def landing_retires_the_card_alone(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the last group lands the Ornithopter is discarded; no other card leaves a hand, the deck or the pile."""
    flown = {Card.ORNITHOPTER}
    yield "discard pile", after.discard == before.discard | flown
    for seat in scope(before, Faction):
        yield f"hand of {seat.title}", after.hand[seat] - flown == before.hand[seat] - flown
    yield "deck", after.deck == before.deck
    yield "cards out of the game", both(after.cache == before.cache, after.removed == before.removed)


@laws.step("advisors-turn-by-an-answer-alone", clauses=["ORN-10", "ORN-17"], where=MOVING & using(Table.advisors))
def advisors_turn_by_an_answer_alone(before: Table, step: Step, after: Table) -> bool:
    """Arriving turns nobody: the Bene Gesserit become advisors by stepping aside, and are none any more when lost."""
    lost = either(step.took(reveal_terror, summon_worm), step.emitted(LostToTheTanks))
    return either(either(step.took(step_aside), lost), after.advisors == before.advisors)


@laws.step("ordinary-end-opens-no-frame", clauses=["ORN-24"], where=MOVING)
def ordinary_end_opens_no_frame(before: Table, step: Step, after: Table) -> bool:
    """Without a flight, ending one's movement discards nothing and passes the turn at once."""
    if step.took(end_movement) and before.flight is None:
        return after.frame is None and after.active != before.active and after.discard == before.discard
    return True


@laws.step("one-group-at-a-time", clauses=["ORN-10", "ORN-14"], where=using(Table.flight))
def one_group_at_a_time(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """At most the seat on turn moves a group, one a step, and only when it moves, flies or is let."""
    for seat in scope(before, Faction):
        more = after.moved[seat] - before.moved[seat]
        yield f"{seat.title} moves one", either(more == 0, more == 1)
        yield f"{seat.title} is on turn", implies(more == 1, lambda seat=seat: before.active == seat)
    if not step.took(move, declare_flight, fly, allow_arrival, pass_speed, stop_worthless):
        yield "nobody moves", forall(scope(before, Faction), lambda seat: after.moved[seat] == before.moved[seat])


@laws.step("first-group-notes-the-second", clauses=["ORN-10", "ORN-40"], where=using(Table.flight))
def first_group_notes_the_second(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When the first of two groups has left, those who may fly second are those who were there and did not go."""
    noted = before.remainder is None and after.remainder is not None
    if noted:
        flight, remainder = after.flight, after.remainder
        assert flight is not None
        assert remainder is not None
        for place in scope(before, Place):
            for troop in scope(before, Troop):
                was = before.forces[place][flight.player][troop]
                now = after.forces[place][flight.player][troop]
                yield f"{troop.value} in {place.name}", remainder[place][troop] == choose(now < was, now, was)


@laws.step(
    "landing-is-what-moved",
    clauses=["ORN-10", "ORN-15", "ORN-33"],
    when=lambda before, step, after: before.frame is None and isinstance(after.frame, MoveFrame),
    where=using(Table.frame),
)
def landing_is_what_moved(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The note of a landing says who went from where to where, and how many of each kind, as the board shows it."""
    landed = after.landed
    yield "noted", landed is not None
    if landed is not None:
        player, origin, to = landed.player, landed.origin, landed.to
        marker = choose(landed.no_field, 1, 0)
        goes = {Troop.ORDINARY: landed.total - landed.elite - marker, Troop.ELITE: landed.elite}
        yield "on turn", before.active == player
        for troop in scope(before, Troop):
            left = before.forces[origin][player][troop] - after.forces[origin][player][troop]
            came = after.forces[to][player][troop] - before.forces[to][player][troop]
            yield f"{troop.value} forces left", left == goes[troop]
            yield f"{troop.value} forces came", came == goes[troop]
        yield "no other elite forces", Troop.ELITE in scope(before, Troop) or landed.elite == 0
        went = both(marker_is_in(before, origin), marker_is_in(after, to))
        yield "marker", landed.no_field == both(went, origin != to)


@laws.step(
    "landing-says-who-goes-on",
    clauses=["ORN-15", "ORN-53"],
    when=lambda before, step, after: before.frame is None and isinstance(after.frame, MoveFrame),
    where=using(Table.frame),
)
def landing_says_who_goes_on(before: Table, step: Step, after: Table) -> bool:
    """A landing's frame says truly whether its mover goes on, who flew the group, or the answer that let it land."""
    assert isinstance(after.frame, MoveFrame)
    flew = step.took(declare_flight, fly)
    return after.frame.resume == (Resume.MOVER if flew else Resume.ANSWER)


def frames(before: Table, step: Step, after: Table) -> bool:
    """Whether the step makes a frame."""
    return made_a_frame(before, after)


@laws.step("only-flights-make-frames", clauses=["ORN-54", "Z3-02"], when=frames, where=using(Table.frame))
def only_flights_make_frames(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A flight's frame is made by nothing but a movement or its end, and with the discard of the Ornithopter."""
    ended = step.took(end_movement) and before.flight is not None
    yield "movement", ended or step.took(declare_flight, fly, allow_arrival, pass_speed, stop_worthless)
    yield "not discarded before", negate(has(before.discard, Card.ORNITHOPTER))
    yield "discarded", has(after.discard, Card.ORNITHOPTER)


@laws.step(
    "frame-holds-everything-up",
    clauses=["ORN-12", "ORN-21", "Z3-02"],
    when=lambda b, step, a: b.frame is not None,
    where=using(Table.flight),
)
def frame_holds_everything_up(before: Table, step: Step, after: Table) -> bool:
    """While a frame waits, nothing else happens."""
    return step.took(drain)


@laws.step("moves-inside-a-territory-enter-nothing", clauses=["ORN-16"], where=MOVING)
def moves_inside_a_territory_enter_nothing(before: Table, step: Step, after: Table) -> bool:
    """No Terror token and no Ambassador is offered to act against a group that stayed in its territory."""
    opened = either(is_present(after.entry) != is_present(before.entry), is_present(after.embassy))
    if step.took(move, declare_flight, fly):
        return either(step["origin"].territory != step["to"].territory, negate(opened))
    if step.took(drain) and isinstance(before.frame, MoveFrame):
        movement = before.frame.movement
        return either(movement.origin.territory != movement.to.territory, negate(opened))
    return True


def something_else(before: Table, step: Step, after: Table) -> bool:
    """Whether, with a flight in the air, something happens that is no movement and no end of it."""
    on_cards = step.took(play_hajr, ask_truthtrance, answer_truly, give_card, give_nothing)
    on_tokens = step.took(reveal_no_field, leave_terror, reveal_sabotage, resume_entry)
    return before.flight is not None and (on_cards or on_tokens)


@laws.step("nothing-else-touches-a-flight", clauses=["ORN-02", "ORN-44"], when=something_else, where=SABOTAGED)
def nothing_else_touches_a_flight(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Sabotage, a gift, a marker turned over, a question or another card leaves the flight in the air as it was."""
    yield "flight", same(after.flight, before.flight)
    yield "no frame", not is_present(after.frame)
    yield "not completed", after.log[Line.COMPLETION] == before.log[Line.COMPLETION]
    yield "not discarded", has(after.discard, Card.ORNITHOPTER) == has(before.discard, Card.ORNITHOPTER)
    yield "moved", after.moved == before.moved
    yield "second group", implies(is_present(before.remainder), is_present(after.remainder))
