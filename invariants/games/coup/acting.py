"""Who is asked in a game of Coup, and what is open to that seat."""

from __future__ import annotations

from typing import Any

from ....model import (
    both,
    exists,
    has,
    negate,
    scope,
)
from ....model.games.coup.blocks import accept_block, block_as, let_it_happen
from ....model.games.coup.cards import be_dealt
from ....model.games.coup.challenges import believe, challenge
from ....model.games.coup.deeds import assassinate, exchange, launch_coup, steal, tax
from ....model.games.coup.exchanges import draw_to_exchange, give_back
from ....model.games.coup.losses import lose_influence
from ....model.games.coup.proofs import concede, prove_claim, replace
from ....model.games.coup.table.kinds import Card, Seat, Stage
from ....model.games.coup.table.state import Court
from ...language.steps import Step
from .book import COINS_FOR_A_COUP, COINS_FOR_AN_ASSASSINATION, other
from .court import ACTIONS, at, has_a_choice, has_ten, laws, was_claimed


@laws.decision("who-is-dealt", answers=(be_dealt,), clauses=["COUP-03"], when=lambda g: g.stage == Stage.DEAL)
def who_is_dealt(g: Court) -> Seat:
    """Whoever is asked is dealt a card."""
    return g.asked


@laws.decision("who-acts", answers=ACTIONS, clauses=["COUP-03"], when=lambda g: g.stage == Stage.ACT)
def who_acts(g: Court) -> Seat:
    """The seat on turn, and nobody else, takes an action."""
    return g.turn


@laws.decision(
    "who-may-challenge", answers=(believe, challenge), clauses=["COUP-12"], when=lambda g: g.stage == Stage.CHALLENGE
)
def who_may_challenge(g: Court) -> Seat:
    """The other seat, and not the one that claims, believes a claim or challenges it."""
    return other(g, g.turn)


@laws.decision(
    "who-may-block", answers=(let_it_happen, block_as), clauses=["COUP-12"], when=lambda g: g.stage == Stage.BLOCK
)
def who_may_block(g: Court) -> Seat:
    """The other seat lets an action happen or blocks it."""
    return other(g, g.turn)


@laws.decision(
    "who-may-dispute", answers=(accept_block, challenge), clauses=["COUP-12"], when=lambda g: g.stage == Stage.DISPUTE
)
def who_may_dispute(g: Court) -> Seat:
    """The seat whose action is blocked accepts the block or challenges it."""
    return g.turn


@laws.decision("who-proves", answers=(prove_claim, concede), clauses=["COUP-13"], when=lambda g: g.stage == Stage.PROVE)
def who_proves(g: Court) -> Seat:
    """Who is challenged shows the card or gives in: the one that blocks, or else the one that acts."""
    return g.turn if g.block is None else other(g, g.turn)


@laws.decision("who-replaces", answers=(replace,), clauses=["COUP-13"], when=lambda g: g.stage == Stage.REPLACE)
def who_replaces(g: Court) -> Seat:
    """Who has shown a card, and so holds too few, draws another one."""
    return g.asked


@laws.decision("who-loses", answers=(lose_influence,), clauses=["COUP-16"], when=lambda g: g.stage == Stage.LOSE)
def who_loses(g: Court) -> Seat:
    """Who loses an influence, and nobody else, chooses which."""
    return g.asked


@laws.decision("who-draws", answers=(draw_to_exchange,), clauses=["COUP-11"], when=lambda g: g.stage == Stage.DRAW)
def who_draws(g: Court) -> Seat:
    """The seat on turn draws cards to exchange."""
    return g.turn


@laws.decision("who-gives-back", answers=(give_back,), clauses=["COUP-11"], when=lambda g: g.stage == Stage.RETURN)
def who_gives_back(g: Court) -> Seat:
    """The seat on turn gives cards back."""
    return g.turn


@laws.decision("ten-coins-suffice", answers=(launch_coup,), clauses=["COUP-07"], when=has_ten)
def ten_coins_suffice(g: Court) -> Seat:
    """With ten coins or more the seat on turn can launch a coup."""
    return g.turn


@laws.decision("anybody-is-a-duke", answers=(tax,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_a_duke(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Duke."""
    return g.turn


@laws.decision("anybody-is-a-captain", answers=(steal,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_a_captain(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Captain."""
    return g.turn


@laws.decision("anybody-is-an-ambassador", answers=(exchange,), clauses=["COUP-12"], when=has_a_choice)
def anybody_is_an_ambassador(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Ambassador."""
    return g.turn


@laws.decision(
    "anybody-pays-an-assassin",
    answers=(assassinate,),
    clauses=["COUP-12"],
    when=lambda g: both(has_a_choice(g), g.coins[g.turn] >= COINS_FOR_AN_ASSASSINATION),
)
def anybody_pays_an_assassin(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may claim the Assassin when it can pay."""
    return g.turn


@laws.decision(
    "seven-coins-suffice",
    answers=(launch_coup,),
    clauses=["COUP-06"],
    when=lambda g: both(g.stage == Stage.ACT, g.coins[g.turn] >= COINS_FOR_A_COUP),
)
def seven_coins_suffice(g: Court) -> Seat:
    """With seven coins the seat on turn may launch a coup."""
    return g.turn


@laws.decision("anybody-believes", answers=(believe,), clauses=["COUP-12"], when=lambda g: g.stage == Stage.CHALLENGE)
def anybody_believes(g: Court) -> Seat:
    """Whatever it holds, the other seat may believe a claim."""
    return other(g, g.turn)


@laws.decision(
    "anybody-challenges",
    answers=(challenge,),
    clauses=["COUP-12"],
    when=lambda g: at(g, Stage.CHALLENGE, Stage.DISPUTE),
)
def anybody_challenges(g: Court) -> Seat:
    """Whatever it holds, the seat before which a claim is made may challenge it."""
    return g.asked


@laws.decision(
    "a-true-claim-can-be-proved",
    answers=(prove_claim,),
    clauses=["COUP-13"],
    when=lambda g: both(g.stage == Stage.PROVE, holds_what_it_claims(g)),
)
def a_true_claim_can_be_proved(g: Court) -> Seat:
    """Who is challenged and holds the card may show it."""
    return g.asked


def holds_what_it_claims(g: Court) -> Any:
    """Whether the seat that is asked holds the character that is claimed."""
    return exists(scope(g, Card), lambda card: both(was_claimed(g, card), has(g.hand[g.asked], card)))


@laws.decision("anybody-gives-in", answers=(concede,), clauses=["COUP-14"], when=lambda g: g.stage == Stage.PROVE)
def anybody_gives_in(g: Court) -> Seat:
    """Who is challenged may give in, whether it holds the card or not."""
    return g.asked


@laws.decision("anybody-yields", answers=(let_it_happen,), clauses=["COUP-12"], when=lambda g: g.stage == Stage.BLOCK)
def anybody_yields(g: Court) -> Seat:
    """Whatever it holds, the other seat may let an action happen."""
    return other(g, g.turn)


@laws.decision(
    "anybody-accepts-a-block", answers=(accept_block,), clauses=["COUP-15"], when=lambda g: g.stage == Stage.DISPUTE
)
def anybody_accepts_a_block(g: Court) -> Seat:
    """Whatever it holds, the seat on turn may let a block stand."""
    return g.turn


@laws.decision("anybody-blocks", answers=(block_as,), clauses=["COUP-12"], when=lambda g: g.stage == Stage.BLOCK)
def anybody_blocks(g: Court) -> Seat:
    """Whatever it holds, the other seat may block."""
    return other(g, g.turn)


@laws.step("ten-coins-compel", clauses=["COUP-07"], when=lambda before, step, after: has_ten(before))
def ten_coins_compel(before: Court, step: Step, after: Court) -> Any:
    """With ten coins or more nothing else is possible."""
    return step.took(launch_coup)


@laws.step("nothing-after-the-end", clauses=["COUP-17"])
def nothing_after_the_end(before: Court, step: Step, after: Court) -> Any:
    """Nothing happens once a seat has no influence left."""
    return negate(before.stage == Stage.OVER)
