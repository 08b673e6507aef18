"""Who wins by the check, said clause by clause of the board and the prediction as they were before it.

Where published rules differ, a law speaks of the versions that it names; what holds in each of them stands apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ....model import both, count, either, exists, forall, has, implies, merged, negate, same, scope
from ....model.dune.table.factions import Faction
from ....model.dune.table.mentat import Pause
from ....model.dune.table.state import Table
from ....model.dune.table.variants import Foretelling, Ranking, Sietches, Ties
from ....model.dune.table.victories import Way
from ....model.dune.victory.fremen import fremen_condition
from ....model.dune.victory.progress import stronghold_progress
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, using
from ..laws import laws
from .occupation import SISTERS, occupation, of_one_side

CHECKED = using(Table.won)
"""Where victory is checked."""

FREMEN, GUILD = Faction.FREMEN, Faction.GUILD

Seats: TypeAlias = dict[Faction, bool]


def ends(before: Table, after: Table) -> bool:
    """Whether the game ends by a step."""
    return both(before.pause != Pause.OVER, after.pause == Pause.OVER)


def checks(before: Table, step: Step, after: Table) -> bool:
    """Whether a step checks victory: the game ends by it, or the turn does."""
    return either(ends(before, after), after.turn != before.turn)


def is_last(g: Table) -> bool:
    """Whether it is the last turn, and nobody qualifies."""
    return both(g.turn == 10, negate(anybody(qualifying(g))))


def qualifying(g: Table) -> Seats:
    """Whether the side of each seat has what it needs."""
    return {seat: row.qualifies for seat, row in stronghold_progress(g).progress.items()}


def anybody(seats: Seats) -> bool:
    """Whether any seat is one of those."""
    return exists(seats, lambda seat: seats[seat])


@merged
def written_down(g: Table, seat: Faction) -> bool:
    """Whether the Bene Gesserit have predicted a seat for the present turn."""
    return g.prediction is not None and g.prediction.turn == g.turn and g.prediction.faction == seat


def foretold(g: Table, fulfilled: Seats) -> bool:
    """Whether somebody fulfils what the Bene Gesserit have written down."""
    return exists(fulfilled, lambda seat: both(fulfilled[seat], written_down(g, seat)))


def comes_before(g: Table, one: Faction, other: Faction) -> bool:
    """Whether a seat is earlier in storm order than another: it is met sooner on the way around the table."""
    table = list(Faction)
    around = {first: (table[table.index(first) :] + table[: table.index(first)]).index for first in scope(g, Faction)}
    return exists(
        [first for first, way_to in around.items() if way_to(one) < way_to(other)], lambda each: g.first == each
    )


@laws.step(
    "a-rightful-prediction-wins",
    clauses=["VIC-07", "VIC-09"],
    where=CHECKED & using(Table.prediction) & knowing(SISTERS),
    when=checks,
)
def a_rightful_prediction_wins(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The Bene Gesserit win alone, whoever else would, Ecaz included, exactly if who they predicted is successful."""
    qualified = qualifying(before)
    right = foretold(before, qualified)
    if before.foretelling == Foretelling.QUALIFIED:
        yield "as predicted", implies(right, after.won == Way.PREDICTION)
    yield "predicted", implies(after.won == Way.PREDICTION, right)
    for seat in qualified:
        yield seat.title, implies(after.won == Way.PREDICTION, same(has(after.winners, seat), seat == SISTERS))


@laws.step("those-who-qualify-win", clauses=["VIC-09", "VIC-22"], where=CHECKED, when=checks)
def those_who_qualify_win(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Where a side qualifies the game ends, and but for a prediction one whole side that qualifies wins."""
    qualified = qualifying(before)
    ordinary = after.won == Way.STRONGHOLDS
    yield "it ends", implies(anybody(qualified), ends(before, after))
    yield "way", implies(anybody(qualified), either(ordinary, after.won == Way.PREDICTION))
    yield "somebody", implies(ordinary, exists(qualified, lambda seat: has(after.winners, seat)))
    for seat in qualified:
        wins = both(ordinary, has(after.winners, seat))
        yield f"{seat.title} qualifies", implies(wins, qualified[seat])
        for other in qualified:
            beside = of_one_side(before, seat, other)
            yield f"{other.title} beside {seat.title}", implies(wins, same(has(after.winners, other), beside))


@laws.step("the-first-in-storm-order-wins", clauses=["VIC-09", "VIC-22"], where=CHECKED, when=checks)
def the_first_in_storm_order_wins(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Of several sides that qualify that of the first seat in storm order wins, or whose first listed is the first."""
    qualified = qualifying(before)
    listed = before.ranking == Ranking.FIRST_LISTED
    for seat in qualified:
        beaten = both(qualified[seat], negate(has(after.winners, seat)))
        ahead = [both(has(after.winners, each), comes_before(before, each, seat)) for each in qualified if each != seat]
        passed_over = both(listed, exists(qualified, lambda each, s=seat: of_one_side(before, s, each) and each != s))
        first = exists(ahead, lambda holds: holds)
        yield seat.title, implies(both(after.won == Way.STRONGHOLDS, beaten), either(first, passed_over))


@laws.step("nobody-wins-without-what-is-needed", clauses=["VIC-09"], where=CHECKED, when=checks)
def nobody_wins_without_what_is_needed(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Before the last turn, if nobody qualifies, nobody wins and the next turn begins, in its first phase."""
    early = both(before.turn < 10, negate(anybody(qualifying(before))))
    yield "goes on", implies(early, both(after.turn == before.turn + 1, after.phase.value == 0))
    yield "pause", implies(early, after.pause == Pause.DUE)
    yield (
        "winners",
        implies(after.won == Way.NOT_WON, forall(scope(before, Faction), lambda s: negate(has(after.winners, s)))),
    )


@laws.step(
    "the-fremen-win-by-their-sietches",
    clauses=["VIC-06", "VIC-09", "VIC-24"],
    where=CHECKED & knowing(FREMEN),
    when=checks,
)
def the_fremen_win_by_their_sietches(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """On the last turn the Fremen and their ally win exactly if their sietches are free, whatever was predicted."""
    shown = fremen_condition(before)
    free = either(shown.qualifies, both(before.ecaz_tolerated, shown.unresolved))
    won = after.won == Way.FREMEN
    yield "free", implies(won, both(is_last(before), free))
    if before.sietches == Sietches.ALONE:
        yield "won", implies(both(is_last(before), free), won)
    for seat in scope(before, Faction):
        yield seat.title, implies(won, same(has(after.winners, seat), of_one_side(before, FREMEN, seat)))


@laws.step(
    "the-guild-wins-when-nobody-else-does", clauses=["VIC-09", "VIC-24"], where=CHECKED & knowing(GUILD), when=checks
)
def the_guild_wins_when_nobody_else_does(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """On the last turn the Guild wins unless the Fremen do, with its ally if that shares, whatever was predicted."""
    won = after.won == Way.GUILD
    yield "won", implies(is_last(before), either(won, after.won == Way.FREMEN))
    yield "last", implies(won, is_last(before))
    for seat in scope(before, Faction):
        with_it = either(seat == GUILD, both(before.guild_shares, of_one_side(before, GUILD, seat)))
        yield seat.title, implies(won, same(has(after.winners, seat), with_it))


@laws.step(
    "the-most-strongholds-win-without-both",
    clauses=["VIC-09", "VIC-24"],
    where=CHECKED & ~knowing(FREMEN) & ~knowing(GUILD),
    when=checks,
)
def the_most_strongholds_win_without_both(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Where neither Fremen nor Guild play, who is in the most strongholds without opponents wins the last turn."""
    held = uncontested(before)
    most = {seat: both(held[seat] > 0, forall(held, lambda other, n=held[seat]: held[other] <= n)) for seat in held}
    counted = after.won == Way.MOST
    yield "way", same(counted, both(is_last(before), anybody(most)))
    for seat in held:
        wins = both(counted, has(after.winners, seat))
        yield f"{seat.title} has the most", implies(wins, most[seat])
        if before.ties == Ties.ALL:
            yield f"{seat.title} as others", implies(both(counted, most[seat]), wins)
        else:
            sooner = exists(most, lambda other, s=seat: both(most[other], comes_before(before, other, s)))
            yield f"{seat.title} is first", implies(both(counted, most[seat]), same(wins, negate(sooner)))


def uncontested(g: Table) -> dict[Faction, int]:
    """In how many strongholds each seat has fighters, and nobody but its ally has any."""
    fighters = occupation(g)
    rows = stronghold_progress(g).progress
    return {
        seat: count(fighters, lambda each, s=seat: both(fighters[each][s], has(rows[s].strongholds, each)))
        for seat in rows
    }
