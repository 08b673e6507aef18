"""Who is shown which hand, and what everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, either, has, implies, negate, scope, size
from ....model.games.love_letter.high_cards import discard_princess, trade_with_king
from ....model.games.love_letter.low_cards import compare_with_baron, look_with_priest
from ....model.games.love_letter.prince import call_prince
from ....model.games.love_letter.table.events import Discarded, Eliminated
from ....model.games.love_letter.table.kinds import Card, Seat
from ....model.games.love_letter.table.state import Round
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, playing_any
from .laws import choose_played, laws


@laws.invariant("shown-hands", clauses=["LOVE-15"])
def shown_hands(g: Round) -> Iterator[Conjunct]:
    """Only a hand of one card is known as shown, and to others only."""
    for seat in scope(g, Seat):
        yield seat.name, implies(size(g.shown[seat]) > 0, size(g.hand[seat]) == 1)
        yield f"{seat.name} to others", negate(has(g.shown[seat], seat))


@laws.step("hands-are-shown-on-purpose", clauses=["LOVE-15"])
def hands_are_shown_on_purpose(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Only a Priest, a Baron and a King show hands, and only to the two seats that they concern."""
    for owner in scope(before, Seat):
        for viewer in scope(before, Seat):
            shown = both(has(after.shown[owner], viewer), negate(has(before.shown[owner], viewer)))
            yield f"{owner.name} to {viewer.name}", implies(shown, may_be_shown(step, owner, viewer))


def may_be_shown(step: Step, owner: Seat, viewer: Seat) -> Any:
    """Whether the card that is played shows a hand to a seat."""
    if step.took(look_with_priest):
        return both(step["target"] == owner, step["seat"] == viewer)
    if step.took(compare_with_baron, trade_with_king):
        both_ways = both(step["target"] == viewer, step["seat"] == owner)
        return either(both(step["target"] == owner, step["seat"] == viewer), both_ways)
    return False


@laws.step(
    "looks-are-remembered",
    clauses=["LOVE-05", "LOVE-06", "LOVE-09", "LOVE-15"],
    when=lambda before, step, after: step.took(look_with_priest, compare_with_baron, trade_with_king),
    where=playing_any(look_with_priest, compare_with_baron, trade_with_king),
)
def looks_are_remembered(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Who was shown a hand knows it, unless its owner is out; a Baron and a King show both hands."""
    seat, target = step["seat"], step["target"]
    yield "target", either(has(after.out, target), has(after.shown[target], seat))
    if step.took(compare_with_baron, trade_with_king):
        yield "seat", either(has(after.out, seat), has(after.shown[seat], target))


@laws.step("hands-stay-known", clauses=["LOVE-15"])
def hands_stay_known(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Who was shown a hand knows it until it changes; only after a King it counts as another one."""
    for owner in scope(before, Seat):
        stays = both(after.hand[owner] == before.hand[owner], not step.took(trade_with_king))
        yield owner.name, implies(stays, before.shown[owner] <= after.shown[owner])


@laws.told(
    "discarded-hands-are-seen",
    Discarded,
    clauses=["LOVE-08", "LOVE-13"],
    when=lambda before, step, after: step.took(discard_princess, call_prince),
    where=playing(call_prince, discard_princess),
)
def discarded_hands_are_seen(before: Round, step: Step, after: Round) -> Discarded:
    """Whoever discards by a Prince or the Princess lays down all cards but the one that was played."""
    if step.took(discard_princess):
        return Discarded(owner=step["seat"], hand=before.hand[step["seat"]] - [Card.PRINCESS])
    lost = before.hand[step["target"]] - choose_played(step["seat"] == step["target"])
    return Discarded(owner=step["target"], hand=lost)


@laws.once("out-once", Eliminated, clauses=["LOVE-13"], key=Seat, shown=lambda g, seat: has(g.out, seat))
def out_once(told: Eliminated) -> Seat:
    """A seat is driven out once, and stays out."""
    return told.seat
