"""What the Mentat pause may look like in between, in play and in a save."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, either, forall, has, implies, is_present, negate, same, scope, size
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase
from ....model.dune.table.mentat import Pause
from ....model.dune.table.state import Table
from ....model.dune.table.victories import Way
from ....model.dune.victory.quote import quote_victory
from ...language.conditions import Conjunct
from ...language.where import using
from ..laws import laws
from .occupation import SISTERS, of_one_side
from .winners_steps import CHECKED

CHOAM, MORITANI = Faction.CHOAM, Faction.MORITANI


@laws.invariant("a-pause-is-one-of-the-mentat", clauses=["VIC-10", "VIC-14"], where=CHECKED)
def a_pause_is_one_of_the_mentat(g: Table) -> Iterator[Conjunct]:
    """The pause goes on in its phase alone; Moritani and CHOAM are waited for only where they play."""
    yield "phase", implies(g.pause != Pause.DUE, g.phase == Phase.MENTAT)
    for pause in (Pause.PLACEMENT, Pause.ANSWERS, Pause.DENIED):
        yield pause.value, implies(g.pause == pause, MORITANI in scope(g, Faction))
    for pause in (Pause.CHOAM, Pause.GAMONT):
        yield pause.value, implies(g.pause == pause, CHOAM in scope(g, Faction))


@laws.invariant("winners-are-there-at-the-end", clauses=["VIC-08", "VIC-09", "VIC-26"], where=CHECKED)
def winners_are_there_at_the_end(g: Table) -> Iterator[Conjunct]:
    """Nobody has won before the end; there is one way of winning, with winners, who are of one side but by count."""
    won = g.won != Way.NOT_WON
    yield "over", implies(won, g.pause == Pause.OVER)
    yield "some", same(won, size(g.winners) > 0)
    for seat in scope(g, Faction):
        for other in scope(g, Faction):
            together = both(has(g.winners, seat), has(g.winners, other))
            one = either(of_one_side(g, seat, other), g.won == Way.MOST)
            yield f"{seat.title} and {other.title}", implies(together, one)
    yield "predicted", implies(g.won == Way.PREDICTION, both(SISTERS in scope(g, Faction), size(g.winners) == 1))


@laws.invariant("cards-are-claimed-in-their-turn", clauses=["VIC-08"], where=CHECKED)
def cards_are_claimed_in_their_turn(g: Table) -> Iterator[Conjunct]:
    """Stronghold Cards have not been claimed in a turn that is still to come, and at the end they have been."""
    yield "not to come", g.cards_claimed <= g.turn
    yield "at the end", implies(g.pause == Pause.OVER, g.cards_claimed == g.turn)


@laws.invariant("a-placement-waits-for-answers", clauses=["VIC-10", "VIC-12"], where=CHECKED & using(Table.placement))
def a_placement_waits_for_answers(g: Table) -> Iterator[Conjunct]:
    """A placement is open while others may stop it; its token lies there, and somebody else has still to answer."""
    yield "open", same(is_present(g.placement), g.pause == Pause.ANSWERS)
    placement = g.placement
    if placement is not None:
        yield "token", is_present(g.terror[placement.place])
        yield "stronghold", placement.place.territory.stronghold
        yield "somebody", size(placement.waiting) > 0
        yield "not Moritani", negate(has(placement.waiting, MORITANI))


@laws.invariant("a-quote-is-kept-for-its-check", clauses=["VIC-07", "VIC-12"], where=CHECKED & using(Table.quote))
def a_quote_is_kept_for_its_check(g: Table) -> Iterator[Conjunct]:
    """What was looked up when a placement was stopped is kept until that is settled, and is what would be found now."""
    awaited = both(g.pause == Pause.DENIED, CHOAM not in scope(g, Faction))
    yield "kept", same(is_present(g.quote), awaited)
    kept = g.quote
    if kept is not None:
        now = quote_victory(g)
        yield "winners", kept.winners == now.winners
        yield "way", kept.way == now.way
        yield "released", kept.released == now.released


@laws.invariant("a-gamont-waits-for-answers", clauses=["VIC-13"], where=CHECKED & using(Table.gamont))
def a_gamont_waits_for_answers(g: Table) -> Iterator[Conjunct]:
    """A Trip to Gamont is open while others may stop it; the card lies discarded, and the force stands where it did."""
    yield "open", same(is_present(g.gamont), g.pause == Pause.GAMONT)
    gamont = g.gamont
    if gamont is not None:
        yield "force", g.forces[gamont.place][gamont.seat][gamont.troop] > 0
        yield "card", has(g.discard, Card.TRIP_TO_GAMONT)
        yield "somebody", size(gamont.waiting) > 0
        yield "not CHOAM", negate(has(gamont.waiting, CHOAM))


@laws.invariant("bribes-are-taken-in-the-pause", clauses=["VIC-10"], where=CHECKED & using(Table.bribes))
def bribes_are_taken_in_the_pause(g: Table) -> bool:
    """Once the pause has begun no bribe lies before a shield."""
    begun = g.pause != Pause.DUE
    return implies(begun, forall(scope(g, Faction), lambda seat: g.bribes[seat] == 0))
