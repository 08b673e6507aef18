"""When a round of Love Letter is over, and who wins it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, count, either, exists, has, implies, negate, same, scope, size
from ....model.games.love_letter.low_cards import compare_with_baron, look_with_priest
from ....model.games.love_letter.table.kinds import Seat, Stage
from ....model.games.love_letter.table.state import Round
from ...language.conditions import Conjunct
from ...language.where import playing_any
from .book import in_play, strength
from .laws import has_ended, laws


@laws.invariant("round-goes-on", clauses=["LOVE-14"])
def round_goes_on(g: Round) -> Iterator[Conjunct]:
    """The round goes on while two seats are in play, and is over when only one is; one always is."""
    left = count(g.hand, lambda seat: in_play(g, seat))
    yield "somebody is left", left >= 1
    yield "two are left", either(has_ended(g), left >= 2)
    yield "over", implies(has_ended(g), either(left == 1, size(g.deck) == 0))


@laws.invariant("winners", clauses=["LOVE-14"], when=lambda g: g.stage == Stage.OVER)
def winners(g: Round) -> Iterator[Conjunct]:
    """Those win who are in play with the highest card."""
    for seat in scope(g, Seat):
        beaten = exists(g.hand, lambda other, seat=seat: strength(g, other) > strength(g, seat))
        yield seat.name, same(has(g.winners, seat), both(in_play(g, seat), negate(beaten)))


@laws.invariant("nobody-wins-early", clauses=["LOVE-14"], when=lambda g: g.stage != Stage.OVER)
def nobody_wins_early(g: Round) -> Any:
    """There are no winners before the round is over."""
    return size(g.winners) == 0


@laws.witness("won-by-showdown", clauses=["LOVE-14"])
def won_by_showdown(g: Round) -> bool:
    """The deck runs out with all seats in play."""
    return g.stage == Stage.OVER and not g.out


@laws.witness("won-alone", clauses=["LOVE-14"], where=playing_any(look_with_priest, compare_with_baron))
def won_alone(g: Round) -> bool:
    """Two seats are driven out while the deck holds cards."""
    return g.stage == Stage.OVER and len(g.out) == 2 and bool(g.deck)


@laws.progress("round-ends", clauses=["LOVE-14"])
def round_ends(g: Round) -> bool:
    """From everywhere the round can come to its end."""
    return g.stage == Stage.OVER
