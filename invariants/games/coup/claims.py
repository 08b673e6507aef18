"""What becomes of claims: challenges, blocks, and the influences that they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model import (
    both,
    choose,
    either,
    exists,
    has,
    implies,
    is_present,
    negate,
    same,
    scope,
    size,
)
from ....model.games.coup.blocks import accept_block, block_as
from ....model.games.coup.challenges import challenge
from ....model.games.coup.deeds import assassinate
from ....model.games.coup.losses import lose_influence
from ....model.games.coup.proofs import concede, prove_claim, replace
from ....model.games.coup.table.kinds import Card, Deed, Seat, Stage
from ....model.games.coup.table.state import Court
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, playing
from .book import BLOCKED_BY, COINS_FOR_AN_ASSASSINATION, other
from .court import (
    DECLARED,
    gains_card,
    is_open,
    laws,
    passes,
    was_claimed,
)


@laws.step("only-doubts-matter", when=lambda before, step, after: step.took(challenge), where=playing(challenge),
           clauses=["COUP-12"])  # fmt: skip
def only_doubts_matter(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A challenge asks who claimed to prove it, and changes nothing else."""
    yield "proves", both(after.stage == Stage.PROVE, after.asked == other(before, step["seat"]))
    yield from changes_only(before, after, "stage", "asked")


@laws.step("proof-is-shown", when=lambda before, step, after: step.took(prove_claim), where=playing(prove_claim),
           clauses=["COUP-13"])  # fmt: skip
def proof_is_shown(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The card that was claimed goes from the hand into the deck; a block that is proved ends the action."""
    seat = step["seat"]
    for card in scope(before, Card):
        shown = choose(was_claimed(before, card), 1, 0)
        yield f"{card.name} leaves", after.hand[seat].count(card) == before.hand[seat].count(card) - shown
        yield f"{card.name} returns", after.deck.count(card) == before.deck.count(card) + shown
    yield "one card", size(after.hand[seat]) == size(before.hand[seat]) - 1
    goes_on = choose(is_present(before.block), negate(is_present(after.deed)), after.deed == before.deed)
    yield "the action", goes_on
    paths = [("hand", seat), "deck", "deed", "block", "stage", "asked"]
    yield from changes_only(before, after, *paths)


@laws.step("challenger-pays", when=lambda before, step, after: step.took(replace), where=playing(replace),
           clauses=["COUP-13"])  # fmt: skip
def challenger_pays(before: Court, step: Step, after: Court) -> Any:
    """Once who proved a claim has a new card, the challenger loses an influence."""
    return both(after.stage == Stage.LOSE, after.asked == other(before, step["seat"]))


@laws.step("false-claim-fails", when=lambda before, step, after: step.took(concede), where=playing(concede),
           clauses=["COUP-14"])  # fmt: skip
def false_claim_fails(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """Who gives in loses an influence; an action fails and its price comes back, and with a false block it goes on."""
    seat, blocked = step["seat"], is_present(before.block)
    back = choose(both(is_open(before, Deed.ASSASSINATE), negate(blocked)), COINS_FOR_AN_ASSASSINATION, 0)
    yield "loses", both(after.stage == Stage.LOSE, after.asked == seat)
    yield "price", after.coins[before.turn] == before.coins[before.turn] + back
    yield "action", choose(blocked, after.deed == before.deed, negate(is_present(after.deed)))
    yield from changes_only(before, after, "deed", "stage", "asked", ("coins", before.turn), "treasury")


@laws.step("block-is-claimed", when=lambda before, step, after: step.took(block_as), where=playing(block_as),
           clauses=["COUP-12"])  # fmt: skip
def block_is_claimed(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """A block is open to the seat on turn, and has no effect yet."""
    yield "block", both(same(after.block, step["card"]), after.stage == Stage.DISPUTE)
    yield from changes_only(before, after, "block", "stage", "asked")


@laws.step("block-stops", when=lambda before, step, after: step.took(accept_block), where=playing(accept_block),
           clauses=["COUP-15"])  # fmt: skip
def block_stops(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """An action that is blocked has no effect, and what was paid for it is lost."""
    yield "turn", passes(before, after)
    yield from changes_only(before, after, "deed", "block", "stage", "asked", "turn")


@laws.step("influence-is-laid-open", when=lambda before, step, after: step.took(lose_influence), clauses=["COUP-16"])
def influence_is_laid_open(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """The card that is named goes from the hand of its owner to what that has lost, and no other card moves."""
    seat, card = step["seat"], step["card"]
    yield "open", gains_card(before.lost[seat], after.lost[seat], card)
    yield "hand", gains_card(after.hand[seat], before.hand[seat], card)
    yield from changes_only(before, after, ("hand", seat), ("lost", seat), "coins", "treasury", "deed", "block",
                            "stage", "asked", "turn")  # fmt: skip


@laws.step(
    "after-a-lost-challenge",
    clauses=["COUP-12", "COUP-14"],
    when=lambda before, step, after: step.took(lose_influence) and after.stage != Stage.OVER,
)
def after_a_lost_challenge(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """What is still open goes on: an action may be blocked after a lost challenge; else the turn ends."""
    blockable = both(is_open(before, Deed.STEAL, Deed.ASSASSINATE), negate(is_present(before.block)))
    yield "may be blocked", same(blockable, after.stage == Stage.BLOCK)
    yield "turn", implies(negate(is_present(before.deed)), passes(before, after))


@laws.step("lost-for-good", clauses=["COUP-16"])
def lost_for_good(before: Court, step: Step, after: Court) -> Iterator[Conjunct]:
    """What is laid open stays open, and only who is asked for it loses anything."""
    for seat in scope(before, Seat):
        yield seat.name, before.lost[seat] <= after.lost[seat]
        asked = both(before.stage == Stage.LOSE, before.asked == seat)
        yield f"{seat.name} is asked", either(asked, after.lost[seat] == before.lost[seat])


@laws.witness("caught-lying", clauses=["COUP-14"], where=playing(concede))
def caught_lying(before: Court, step: Step, after: Court) -> Any:
    """Somebody claims a character without holding it, and is caught."""
    held = exists(scope(before, Card), lambda c: both(was_claimed(before, c), has(before.hand[step["seat"]], c)))
    return negate(held) if step.took(concede) else False


@laws.witness("wrongly-challenged", clauses=["COUP-13"], where=playing(prove_claim))
def wrongly_challenged(before: Court, step: Step, after: Court) -> Any:
    """Somebody proves a block."""
    return is_present(before.block) if step.took(prove_claim) else False


@laws.witness("lost-twice-to-one-assassination", clauses=["COUP-09"], where=playing(assassinate, prove_claim))
def lost_twice_to_one_assassination(g: Court) -> Any:
    """A seat may lose an influence by a challenge and be asked for a block of the same assassination."""
    return both(g.stage == Stage.BLOCK, both(is_open(g, Deed.ASSASSINATE), size(g.lost[g.asked]) > 0))


@laws.witness("gave-in-unforced", clauses=["COUP-14"], where=playing(concede))
def gave_in_unforced(before: Court, step: Step, after: Court) -> Any:
    """Somebody holds the card that was claimed, and does not show it."""
    held = exists(scope(before, Card), lambda c: both(was_claimed(before, c), has(before.hand[step["seat"]], c)))
    return held if step.took(concede) else False


def keeps(before: Court, step: Step, kept: Card) -> Any:
    """Whether a seat that holds both the first and the last character loses the other one of the two."""
    held = before.hand[before.asked]
    cards = scope(before, Card)
    both_held = both(has(held, cards[0]), has(held, cards[-1]))
    return both(both_held, step["card"] != kept) if step.took(lose_influence) else False


@laws.witness("chose-to-keep-the-first", clauses=["COUP-16"])
def chose_to_keep_the_first(before: Court, step: Step, after: Court) -> Any:
    """Who holds the first and the last character may keep the first."""
    return keeps(before, step, scope(before, Card)[0])


@laws.witness("chose-to-keep-the-last", clauses=["COUP-16"])
def chose_to_keep_the_last(before: Court, step: Step, after: Court) -> Any:
    """Who holds the first and the last character may keep the last."""
    return keeps(before, step, scope(before, Card)[-1])


def declare_block(deed: Deed, card: Card) -> None:
    """This character can block this action."""

    def is_blocked(before: Court, step: Step, after: Court) -> Any:
        """Each character that blocks an action may be claimed against it."""
        return both(is_open(before, deed), step["card"] == card) if step.took(block_as) else False

    taken = next(rule for rule, each in DECLARED.items() if each == deed)
    declare = laws.witness(
        f"{card.name.lower()}-blocks-{deed.name.lower()}".replace("_", "-"),
        clauses=["COUP-12"],
        where=playing(block_as, taken) & knowing(card),
    )
    declare(is_blocked)


for _deed, _cards in BLOCKED_BY.items():
    for _card in _cards:
        declare_block(_deed, _card)
