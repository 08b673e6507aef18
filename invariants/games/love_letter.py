"""What must hold in a round of Love Letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import both, choose, count, either, exists, forall, has, implies, negate, same, scope, size, total
from ...model.games.love_letter import (
    COPIES,
    NEEDS_A_TARGET,
    Card,
    Discarded,
    Eliminated,
    Round,
    Seat,
    Showed,
    Stage,
    be_dealt,
    call_prince,
    compare_with_baron,
    discard_princess,
    draw,
    guess_with_guard,
    hide_behind_handmaid,
    in_play,
    look_with_priest,
    love_letter,
    play_in_vain,
    redraw,
    strength,
    take_what_is_aside,
    trade_with_king,
)
from ..language.changes import changes_only
from ..language.checks import BuiltIn
from ..language.conditions import Conjunct
from ..language.declarations import Declarations
from ..language.steps import Step
from ..language.where import playing, playing_any

laws = Declarations(love_letter)
laws.held_by(BuiltIn.SIGHT, clause="LOVE-15")

DRAWING = (be_dealt, draw, redraw)


@laws.invariant("cards-are-conserved", clauses=["LOVE-01"])
def cards_are_conserved(g: Round) -> Iterator[Conjunct]:
    """Every card is in the deck, aside, in a hand or discarded, as often as there are copies of it."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card))
        elsewhere = g.deck.count(card) + g.aside.count(card) + g.discard.count(card)
        yield card.name, held + elsewhere == COPIES[card]


def has_ended(g: Round) -> Any:
    """Whether nothing is played any more."""
    return either(g.stage == Stage.SHOWDOWN, g.stage == Stage.OVER)


@laws.invariant("one-card-is-put-aside", clauses=["LOVE-02"])
def one_card_is_put_aside(g: Round) -> Iterator[Conjunct]:
    """Exactly one card is aside, until somebody draws it when the deck is empty."""
    yield "at most one", size(g.aside) <= 1
    yield "not yet", implies(g.stage == Stage.ASIDE, size(g.aside) == 0)
    drawn = both(has_ended(g), size(g.deck) == 0)
    yield "drawn last", implies(size(g.aside) == 0, either(g.stage == Stage.ASIDE, drawn))


@laws.invariant("hands", clauses=["LOVE-03"])
def hands(g: Round) -> Iterator[Conjunct]:
    """A seat in play holds one card, two while it plays, and none while it draws anew; who is out holds none."""
    dealing = either(g.stage == Stage.ASIDE, g.stage == Stage.DEAL)
    for seat in scope(g, Seat):
        on_turn = both(g.turn == seat, g.stage == Stage.PLAY)
        number = choose(on_turn, 2, choose(same(g.redraws, seat), 0, 1))
        expected = choose(has(g.out, seat), 0, number)
        yield seat.name, either(dealing, size(g.hand[seat]) == expected)


@laws.invariant("dealing", clauses=["LOVE-03"])
def dealing(g: Round) -> Iterator[Conjunct]:
    """Nothing is played before everybody has been dealt a card in seating order, beginning with the first."""
    begins = either(g.stage == Stage.ASIDE, g.stage == Stage.DEAL)
    dealt = 0
    for number, seat in enumerate(scope(g, Seat)):
        before = exists(scope(g, Seat)[number + 1 :], lambda other: g.turn == other)
        had = choose(both(g.stage == Stage.DEAL, before), 1, 0)
        yield seat.name, implies(begins, size(g.hand[seat]) == had)
        dealt = dealt + had
    yield "nobody is out", implies(begins, both(size(g.out) == 0, both(size(g.safe) == 0, size(g.discard) == 0)))
    yield "from the first", implies(g.stage == Stage.ASIDE, g.turn == scope(g, Seat)[0])


@laws.invariant("drawing-anew", clauses=["LOVE-08"])
def drawing_anew(g: Round) -> Iterator[Conjunct]:
    """A seat in play that was not protected draws anew exactly at that stage."""
    for seat in scope(g, Seat):
        open_to_it = negate(either(has(g.out, seat), has(g.safe, seat)))
        yield f"{seat.name} is in play", implies(same(g.redraws, seat), open_to_it)
    yield "stage", same(exists(scope(g, Seat), lambda seat: same(g.redraws, seat)), g.stage == Stage.REDRAW)


@laws.invariant("deck-lasts", clauses=["LOVE-14"])
def deck_lasts(g: Round) -> Any:
    """Whoever is on turn finds a card to draw: the round is over before the deck fails."""
    return implies(g.stage == Stage.DRAW, size(g.deck) > 0)


@laws.invariant("on-turn", clauses=["LOVE-03"])
def on_turn(g: Round) -> Iterator[Conjunct]:
    """The seat that draws or plays is in play, and its protection has ended; who is out is not protected."""
    acts = either(g.stage == Stage.DRAW, g.stage == Stage.PLAY)
    for seat in scope(g, Seat):
        inside = both(negate(has(g.out, seat)), negate(has(g.safe, seat)))
        yield f"{seat.name} acts", implies(both(acts, g.turn == seat), inside)
        yield f"{seat.name} is out", negate(both(has(g.out, seat), has(g.safe, seat)))


@laws.invariant("protection-has-its-handmaid", clauses=["LOVE-07"])
def protection_has_its_handmaid(g: Round) -> Any:
    """No more seats are protected than Handmaids have been played."""
    return size(g.safe) <= g.discard.count(Card.HANDMAID)


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


@laws.invariant("shown-hands", clauses=["LOVE-15"])
def shown_hands(g: Round) -> Iterator[Conjunct]:
    """Only a hand of one card is known as shown, and to others only."""
    for seat in scope(g, Seat):
        yield seat.name, implies(size(g.shown[seat]) > 0, size(g.hand[seat]) == 1)
        yield f"{seat.name} to others", negate(has(g.shown[seat], seat))


@laws.decision("seat-on-turn-plays", clauses=["LOVE-03"], answers=(
    guess_with_guard, look_with_priest, compare_with_baron, hide_behind_handmaid, call_prince, trade_with_king,
    play_in_vain,
), when=lambda g: both(g.stage == Stage.PLAY, negate(holds_the_court(g))))  # fmt: skip
def seat_on_turn_plays(g: Round) -> Seat:
    """Whoever is on turn, and nobody else, plays a card."""
    return g.turn


def holds_the_court(g: Round) -> Any:
    """Whether the seat on turn holds the Countess or the Princess, which have actions of their own."""
    own = g.hand[g.turn]
    return either(has(own, Card.COUNTESS), has(own, Card.PRINCESS))


@laws.decision("who-draws", clauses=["LOVE-03"], answers=DRAWING, when=lambda g: draws(g) is not None)
def who_draws(g: Round) -> Seat | None:
    """Whoever is dealt a card, begins a turn or draws anew takes a card from the deck, and nobody else does."""
    return draws(g)


def draws(g: Round) -> Seat | None:
    """Who takes a card from the deck next."""
    if not g.deck:
        return None
    if g.stage == Stage.REDRAW:
        return g.redraws
    return g.turn if g.stage in (Stage.DEAL, Stage.DRAW) else None


@laws.step("cards-come-from-the-deck", clauses=["LOVE-03"], when=lambda before, step, after: step.took(*DRAWING))
def cards_come_from_the_deck(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Who draws takes one card from the deck, and every other hand stays as it is."""
    seat = step["seat"]
    yield "deck", size(after.deck) == size(before.deck) - 1
    yield "drawn", after.hand[seat].count(step["card"]) == before.hand[seat].count(step["card"]) + 1
    for other in scope(before, Seat):
        yield f"{other.name} keeps", either(other == seat, after.hand[other] == before.hand[other])


@laws.step(
    "only-drawing-empties-the-deck", clauses=["LOVE-03"], when=lambda before, step, after: size(before.aside) == 1
)
def only_drawing_empties_the_deck(before: Round, step: Step, after: Round) -> Any:
    """The deck shrinks when somebody draws, and at no other time."""
    return step.took(*DRAWING) or after.deck == before.deck


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
    own, other = strength(before, step["seat"]) - Card.BARON.value, strength(before, step["target"])
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


def choose_played(own: Any) -> dict[Card, Any]:
    """The Prince that was played, where it was played against the own seat."""
    return {Card.PRINCE: choose(own, 1, 0)}


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


@laws.step("handmaid-protects", clauses=["LOVE-07"])
def handmaid_protects(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """What a protected seat holds stays as it is, and it stays in play, until its own turn."""
    for seat in scope(before, Seat):
        stays = both(after.hand[seat] == before.hand[seat], negate(has(after.out, seat)))
        yield seat.name, implies(both(has(before.safe, seat), before.turn != seat), stays)


@laws.step(
    "handmaid-hides",
    clauses=["LOVE-07"],
    when=lambda before, step, after: step.took(hide_behind_handmaid),
    where=playing(hide_behind_handmaid),
)
def handmaid_hides(before: Round, step: Step, after: Round) -> Any:
    """Who plays the Handmaid is protected, unless the round is over with her."""
    return has(after.safe, step["seat"])


@laws.step("handmaid-protects-from-looks", clauses=["LOVE-07"])
def handmaid_protects_from_looks(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """Nobody is shown the hand of a protected seat, until its own turn."""
    for seat in scope(before, Seat):
        hidden = both(has(before.safe, seat), before.turn != seat)
        yield seat.name, implies(hidden, after.shown[seat] <= before.shown[seat])


@laws.step("protection-ends-on-the-own-turn", clauses=["LOVE-07"])
def protection_ends_on_the_own_turn(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A seat loses its protection only when its own turn begins or it is out."""
    for seat in scope(before, Seat):
        begins = both(after.turn == seat, after.stage == Stage.DRAW)
        lost = both(has(before.safe, seat), negate(has(after.safe, seat)))
        yield seat.name, implies(lost, begins)


@laws.step(
    "turns-go-round",
    clauses=["LOVE-03"],
    when=lambda before, step, after: after.stage == Stage.DRAW and before.stage != Stage.DEAL,
)
def turns_go_round(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """After a turn the next seat in play is on turn."""
    seats = scope(before, Seat)
    for at, seat in enumerate(seats):
        following = [*seats[at + 1 :], *seats[:at]]
        for distance, other in enumerate(following):
            skipped = forall(following[:distance], lambda each: has(after.out, each))
            yield f"{other.name} after {seat.name}", implies(both(before.turn == seat, after.turn == other), skipped)
        yield f"not {seat.name} again", negate(both(before.turn == seat, after.turn == seat))


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
    "priest-is-told-the-truth",
    clauses=["LOVE-05"],
    when=lambda before, step, after: step.took(look_with_priest),
    where=playing(look_with_priest),
)
def priest_is_told_the_truth(before: Round, step: Step, after: Round) -> Any:
    """Who looks with a Priest is told the card that the target holds."""
    target = step["target"]
    return step.emitted(Showed, lambda told: both(told.owner == target, told.hand == before.hand[target]))


@laws.step(
    "in-vain",
    clauses=["LOVE-12"],
    when=lambda before, step, after: step.took(play_in_vain),
    where=playing(play_in_vain),
)
def in_vain(before: Round, step: Step, after: Round) -> Iterator[Conjunct]:
    """A card is played in vain only when it needs another seat and none can be chosen."""
    yield "needs a target", exists(NEEDS_A_TARGET, lambda card: step["card"] == card)
    for other in scope(before, Seat):
        hidden = either(has(before.out, other), has(before.safe, other))
        yield f"{other.name} cannot be chosen", either(other == step["seat"], hidden)


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


@laws.witness("won-by-showdown", clauses=["LOVE-14"])
def won_by_showdown(g: Round) -> bool:
    """The deck runs out with all seats in play."""
    return g.stage == Stage.OVER and not g.out


@laws.witness("won-alone", clauses=["LOVE-14"], where=playing_any(look_with_priest, compare_with_baron))
def won_alone(g: Round) -> bool:
    """Two seats are driven out while the deck holds cards."""
    return g.stage == Stage.OVER and len(g.out) == 2 and bool(g.deck)


@laws.witness("last-card-drawn", clauses=["LOVE-02"], where=playing(take_what_is_aside))
def last_card_drawn(g: Round) -> bool:
    """The card that was put aside is drawn when a Prince empties a hand and the deck is empty."""
    return g.stage == Stage.OVER and not g.aside


@laws.progress("round-ends", clauses=["LOVE-14"])
def round_ends(g: Round) -> bool:
    """From everywhere the round can come to its end."""
    return g.stage == Stage.OVER


@laws.save_rule("piles-hold-the-whole-deck", clauses=["LOVE-01"])
def piles_hold_the_whole_deck(g: Round) -> Iterator[Conjunct]:
    """A save lists every copy of a card once; one that is missing or doubled is told at the deck."""
    for card in scope(g, Card):
        held = total(g.hand, lambda seat, card=card: g.hand[seat].count(card))
        elsewhere = g.deck.count(card) + g.aside.count(card) + g.discard.count(card)
        yield f"$.deck.{card.name}", held + elsewhere == COPIES[card]
