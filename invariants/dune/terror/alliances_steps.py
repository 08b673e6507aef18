"""An alliance with Moritani is for two who have none; it takes the token back unseen."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import choose, has, is_present, negate, required, same, scope, whole
from ....model.dune.table.board import Place
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Stage
from ....model.dune.table.state import Table
from ....model.dune.terror.entry import accept_alliance, leave_terror, offer_alliance, refuse_alliance
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing
from ..laws import laws

MORITANI = Faction.MORITANI


@laws.step(
    "alliances-are-for-two-without",
    clauses=["TER-01"],
    when=lambda before, step, after: step.took(offer_alliance, accept_alliance),
    where=playing(offer_alliance),
)
def alliances_are_for_two_without(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An alliance is offered and made only while neither Moritani nor the entrant has an ally, and not once refused."""
    entry = required(before.entry, "an entry waits")
    yield "Moritani", negate(is_present(before.ally[MORITANI]))
    yield "entrant", negate(is_present(before.ally[entry.entrant]))
    yield "not refused", negate(entry.refused)


@laws.step(
    "an-alliance-takes-the-token-back",
    clauses=["TER-01"],
    when=lambda before, step, after: step.took(accept_alliance),
    where=playing(accept_alliance),
)
def an_alliance_takes_the_token_back(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Who accepts is allied with Moritani from this turn on; the token goes to the supply, and the entry is over."""
    entry = required(before.entry, "an entry waits")
    seat = step["seat"]
    kind = required(before.terror[entry.place], "a token lies there")
    yield "over", after.entry is None
    yield "token", after.terror_supply == before.terror_supply | {kind}
    yield "new allies", after.fresh_alliance == before.fresh_alliance | {seat, MORITANI}
    for place in scope(before, Place):
        lifted = entry.place == place
        yield place.name, is_present(after.terror[place]) == choose(lifted, False, is_present(before.terror[place]))
    for other in scope(before, Faction):
        if other == MORITANI:
            yield "Moritani's ally", same(whole(after.ally, other), seat)
        else:
            kept = same(whole(after.ally, other), whole(before.ally, other))
            yield f"ally of {other.title}", choose(other == seat, same(whole(after.ally, other), MORITANI), kept)


@laws.step(
    "a-refusal-leaves-the-token-to-be-revealed",
    clauses=["TER-01", "TER-09"],
    when=lambda before, step, after: step.took(offer_alliance, refuse_alliance),
    where=playing(offer_alliance),
)
def a_refusal_leaves_the_token_to_be_revealed(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An offer waits for the entrant's reply, a refusal is noted and comes back to Moritani, and neither does more."""
    refused = step.took(refuse_alliance)
    entry = required(after.entry, "an entry waits")
    yield "stage", entry.stage == (Stage.OFFER if refused else Stage.REPLY)
    yield "refused", entry.refused == refused
    yield from changes_only(before, after, "entry")


@laws.step(
    "a-token-may-be-left-unless-refused",
    clauses=["TER-01", "TER-34"],
    when=lambda before, step, after: step.took(leave_terror),
    where=playing(leave_terror),
)
def a_token_may_be_left_unless_refused(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Leaving a token ends the entry, moves no token, and is not for an entrant who has refused an alliance."""
    yield "not refused", negate(required(before.entry, "an entry waits").refused)
    yield "over", after.entry is None
    yield "removed", after.terror_removed == before.terror_removed
    yield "supply", after.terror_supply == before.terror_supply
    for place in scope(before, Place):
        yield place.name, same(whole(after.terror, place), whole(before.terror, place))
    for seat in scope(before, Faction):
        yield f"new ally {seat.title}", has(after.fresh_alliance, seat) == has(before.fresh_alliance, seat)
