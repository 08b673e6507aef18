"""What each card of Love Letter does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import both, either, exists, forall, has, implies, negate, same, scope, size
from ....model.games.love_letter.high_cards import trade_with_king
from ....model.games.love_letter.in_vain import play_in_vain
from ....model.games.love_letter.low_cards import compare_with_baron, guess_with_guard, look_with_priest
from ....model.games.love_letter.prince import call_prince
from ....model.games.love_letter.table.kinds import Card, Seat, Stage
from ....model.games.love_letter.table.state import Round
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, playing, playing_any
from .book import AGAINST_ANOTHER, RANK, strength
from .laws import choose_played, laws

AGAINST_OTHERS = (guess_with_guard, look_with_priest, compare_with_baron, trade_with_king)


@laws.step(
    "guard-hits",
    clauses=["LOVE-04"],
    when=lambda before, step, after: step.took(guess_with_guard),
    where=playing(guess_with_guard),
)
def guard_hits(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A Guard drives out who holds the card that was named, nobody else, and no Guard."""
    yield "out", same(has(after.out, step["target"]), has(before.hand[step["target"]], step["guess"]))
    yield "no Guard", step["guess"] != Card.GUARD
    for other in scope(before, Seat):
        stays = same(has(after.out, other), has(before.out, other))
        yield f"{other.name} stays", either(other == step["target"], stays)


@laws.step(
    "baron-drives-out-the-lower",
    clauses=["LOVE-06"],
    when=lambda before, step, after: step.took(compare_with_baron),
    where=playing(compare_with_baron),
)
def baron_drives_out_the_lower(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Of two hands that a Baron compares the lower one is out, and in a tie none."""
    own, other = strength(before, step["seat"]) - RANK[Card.BARON], strength(before, step["target"])
    yield "seat", same(has(after.out, step["seat"]), own < other)
    yield "target", same(has(after.out, step["target"]), other < own)


@laws.step(
    "king-trades",
    clauses=["LOVE-09"],
    when=lambda before, step, after: step.took(trade_with_king),
    where=playing(trade_with_king),
)
def king_trades(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """After a King each of the two holds what the other held."""
    seat, target = step["seat"], step["target"]
    yield "seat", both(after.stage != Stage.PLAY, after.hand[seat] == before.hand[target])
    yield "target", after.hand[target] == before.hand[seat] - [Card.KING]


@laws.step(
    "prince-discards",
    clauses=["LOVE-08"],
    when=lambda before, step, after: step.took(call_prince),
    where=playing(call_prince),
)
def prince_discards(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A Prince discards the hand of the target; with the Princess it is out, and else it draws anew."""
    seat, target = step["seat"], step["target"]
    lost = before.hand[target] - choose_played(seat == target)
    yield "discards", size(after.hand[target]) == 0
    yield "princess", same(has(after.out, target), has(lost, Card.PRINCESS))
    yield "draws", same(same(after.redraws, target), negate(has(lost, Card.PRINCESS)))


@laws.step(
    "countess-first",
    clauses=["LOVE-10"],
    when=lambda before, step, after: step.took(call_prince, trade_with_king),
    where=playing(call_prince, trade_with_king),
)
def countess_first(before: Round, step: Step, after: Round) -> Any:
    """Nobody plays the King or a Prince beside the Countess."""
    return negate(has(before.hand[step["seat"]], Card.COUNTESS))


@laws.step("princess-is-lost-with-her-seat", clauses=["LOVE-11"])
def princess_is_lost_with_her_seat(before: Round, step: Step, after: Round) -> Any:
    """When the Princess comes into the discard pile, the seat that held her is out."""
    discarded = both(has(after.discard, Card.PRINCESS), negate(has(before.discard, Card.PRINCESS)))
    return implies(
        discarded,
        forall(before.hand, lambda seat: implies(has(before.hand[seat], Card.PRINCESS), has(after.out, seat))),
    )


@laws.step(
    "cards-are-played-against-others",
    clauses=["LOVE-04", "LOVE-05", "LOVE-06", "LOVE-09"],
    when=lambda before, step, after: step.took(*AGAINST_OTHERS),
    where=playing_any(*AGAINST_OTHERS),
)
def cards_are_played_against_others(before: Round, step: Step, after: Round) -> Any:
    """Guard, Priest, Baron and King are played against another seat."""
    return step["target"] != step["seat"]


@laws.witness("prince-against-oneself", clauses=["LOVE-08"], where=playing(call_prince))
def prince_against_oneself(before: Round, step: Step, after: Round) -> Any:
    """Who plays a Prince may discard its own hand while another seat could be chosen."""
    return step["target"] == step["seat"] if step.took(call_prince) else False


@laws.step(
    "king-changes-hands-only",
    clauses=["LOVE-09"],
    when=lambda before, step, after: step.took(trade_with_king),
    where=playing(trade_with_king),
)
def king_changes_hands_only(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A King changes the two hands and who was shown them, and ends the turn."""
    hands = [(name, step[which]) for name in ("hand", "shown") for which in ("seat", "target")]
    yield from changes_only(before, after, *hands, "discard", "turn", "stage", "safe")


@laws.step(
    "in-vain",
    clauses=["LOVE-12"],
    when=lambda before, step, after: step.took(play_in_vain),
    where=playing(play_in_vain),
)
def in_vain(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A card is played in vain only when it needs another seat and none can be chosen."""
    yield "needs a target", exists(AGAINST_ANOTHER, lambda card: step["card"] == card)
    for other in scope(before, Seat):
        hidden = either(has(before.out, other), has(before.safe, other))
        yield f"{other.name} cannot be chosen", either(other == step["seat"], hidden)


def may_be_in_vain(g: Round, card: Card) -> Any:
    """Whether the seat on turn can choose nobody, and holds this card as the only one that needs another seat."""
    own = g.hand[g.turn]
    others = [each for each in AGAINST_ANOTHER if each != card]
    alone = both(has(own, card), negate(exists(others, lambda each: has(own, each))))
    free = both(alone, negate(both(card == Card.KING, has(own, Card.COUNTESS))))
    hidden = forall(scope(g, Seat), lambda seat: either(g.turn == seat, either(has(g.out, seat), has(g.safe, seat))))
    return both(g.stage == Stage.PLAY, both(free, hidden))


def declare_in_vain(card: Card) -> None:
    """A card that needs another seat may be played when none can be chosen."""

    def in_vain_of_this(g: Round) -> Seat:
        """Whoever is on turn and can choose nobody may still play the card, in vain."""
        return g.turn

    declare = laws.decision(
        f"{card.name.lower()}-in-vain",
        clauses=["LOVE-12"],
        answers=(play_in_vain,),
        when=lambda g: may_be_in_vain(g, card),
        where=knowing(card),
    )
    declare(in_vain_of_this)


def declare_guess(card: Card) -> None:
    """A Guard may name this card."""

    def is_guessed(before: Round, step: Step, after: Round) -> Any:
        """Who plays a Guard may name any card but the Guard."""
        return step["guess"] == card if step.took(guess_with_guard) else False

    declare = laws.witness(
        f"guard-names-{card.name.lower()}", clauses=["LOVE-04"], where=playing(guess_with_guard) & knowing(card)
    )
    declare(is_guessed)


for _card in AGAINST_ANOTHER:
    declare_in_vain(_card)
for _card in Card:
    if _card != Card.GUARD:
        declare_guess(_card)
