"""What Terror tokens take, each once: the reveal, the random victim, the draw, the chosen discard."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, choose, either, forall, has, implies, negate, scope, size
from ....model.dune.arrivals.ambassadors import use_ambassador
from ....model.dune.movement.shipment import ship
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction, Troop
from ....model.dune.table.kinds import Source, Stage, Terror
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    Drew,
    ForcedDiscard,
    discard_overflow,
    give_card,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from ....model.dune.terror.effects import reveal_terror
from ....model.dune.terror.entry import TerrorRevealed
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws
from ..table.counted import may_hold

MORITANI = Faction.MORITANI


@laws.step("token-is-revealed-once", clauses=["TER-01", "TER-11", "TER-34", "Z3-02"], where=using(Table.entry))
def token_is_revealed_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A token is told exactly when it leaves the game, out of the place that was entered, and never comes back."""
    changed = after.terror_removed != before.terror_removed
    yield "told", step.emitted(TerrorRevealed) == changed
    yield "an entry", lambda: not changed or (before.entry is not None and before.entry.stage == Stage.OFFER)
    for kind in scope(before, Terror):
        gone = both(has(after.terror_removed, kind), negate(has(before.terror_removed, kind)))
        yield f"{kind.value} lay there", implies(gone, lambda kind=kind: lay_there(before, kind))
        yield f"{kind.value} stays away", implies(has(before.terror_removed, kind), has(after.terror_removed, kind))


def lay_there(before: Table, kind: Terror) -> bool:
    """Whether a token lay in the place of the open entry."""
    return before.entry is not None and before.terror[before.entry.place] == kind


def has_robbed(g: Table) -> bool:
    """Whether the Robbery is revealed and does not wait for Moritani to take something."""
    revealed = has(g.terror_removed, Terror.ROBBERY) if Terror.ROBBERY in scope(g, Terror) else False
    return both(revealed, g.entry is None or g.entry.stage != Stage.ROBBERY)


@laws.once("robbery-takes-once", rob_spice, rob_card, shown=has_robbed, clauses=["TER-04", "TER-06", "Z3-02"])
def robbery_takes_once(before: Table, step: Step, after: Table) -> bool:
    """The Robbery takes spice or a card, once."""
    return True


def forced(before: Table, after: Table) -> bool:
    """Whether the step made the frame of a forced discard."""
    return before.terror_frame is None and after.terror_frame is not None


@laws.step(
    "forced-discard-is-told-once", clauses=["TER-02", "TER-05", "TER-07", "TER-10", "Z3-02"], where=using(Table.forced)
)
def forced_discard_is_told_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A forced discard is told, counted and given a receipt exactly when its frame is made."""
    made = forced(before, after)
    more = choose(made, 1, 0)
    yield "told", step.emitted(ForcedDiscard) == made
    yield "by whom", implies(made, step.took(reveal_sabotage, discard_overflow))
    for source in scope(before, Source):
        yield f"{source.value} counted", lambda s=source: after.forced[s] == before.forced[s] + due(before, after, s)
    yield "receipts", after.batches - before.batches >= more


def due(before: Table, after: Table, source: Source) -> int:
    """Whether the step forced a discard by this source, as a number."""
    frame = after.terror_frame
    return 1 if before.terror_frame is None and frame is not None and frame.source == source else 0


def sabotaged(before: Table, step: Step, after: Table) -> bool:
    """Whether the step reveals a Sabotage."""
    return step.took(reveal_sabotage)


@laws.step(
    "sabotage-takes-what-was-drawn",
    clauses=["TER-01", "TER-02", "TER-07", "ORN-44"],
    when=sabotaged,
    where=playing(reveal_sabotage),
)
def sabotage_takes_what_was_drawn(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Sabotage takes the one card that was drawn out of the entrant's hand, and from an empty hand nothing."""
    entry, victim, frame = before.entry, step["victim"], after.terror_frame
    assert entry is not None
    if victim is None:
        yield "empty hand", size(before.hand[entry.entrant]) == 0
        yield "no frame", frame is None
        yield "no card moves", after.hand == before.hand
    else:
        yield "from the hand", has(before.hand[entry.entrant], victim)
        yield "not from the air", lambda: before.flight is None or before.flight.card != victim
        yield "receipt", lambda: after.terror_frame is not None and after.terror_frame.batch.card == victim
        yield "owner", lambda: after.terror_frame is not None and after.terror_frame.batch.owner == entry.entrant
        for seat in scope(before, Faction):
            yield f"hand of {seat.title}", lambda s=seat: loses(before, after, s, entry.entrant, victim)


def loses(before: Table, after: Table, seat: Faction, owner: Faction, card: Card) -> bool:
    """Whether the owner lost that card to its own face-down discards, and other seats nothing."""
    hand, pile = after.hand[seat] == before.hand[seat], after.face_down[seat] == before.face_down[seat]
    gone = both(
        after.hand[seat] == before.hand[seat] - {card}, after.face_down[seat] == before.face_down[seat] | {card}
    )
    return choose(seat == owner, gone, both(hand, pile))


@laws.step(
    "overflow-takes-what-was-chosen",
    clauses=["TER-05", "TER-07"],
    when=lambda b, step, a: step.took(discard_overflow),
    where=playing(discard_overflow),
)
def overflow_takes_what_was_chosen(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An overflow discards the one card of Moritani's hand that was chosen."""
    card = step["card"]
    yield "from the hand", has(before.hand[Faction.MORITANI], card)
    yield "receipt", lambda: after.terror_frame is not None and after.terror_frame.batch.card == card
    yield "owner", lambda: after.terror_frame is not None and after.terror_frame.batch.owner == Faction.MORITANI
    for seat in scope(before, Faction):
        yield f"hand of {seat.title}", lambda s=seat: loses(before, after, s, Faction.MORITANI, card)


def drew(before: Table, step: Step, after: Table) -> bool:
    """Whether the step takes the card of a Robbery."""
    return step.took(rob_card)


@laws.step("robbery-takes-one-card", clauses=["TER-04", "TER-07", "TER-31"], when=drew, where=playing(rob_card))
def robbery_takes_one_card(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Robbery draws one card if there is one, after a refill if the deck is empty, and tells that it did."""
    card, hand = step["card"], before.hand[Faction.MORITANI]
    drawn = card is not None
    yield "told", step.emitted(Drew) == drawn
    yield "no frame", after.terror_frame is None
    if card is None:
        yield "nothing to draw", forall(scope(before, Card), lambda each: negate(drawable(before, each)))
        yield "hand", after.hand[Faction.MORITANI] == hand
    else:
        yield "hand", after.hand[Faction.MORITANI] == hand | {card}
        for each in scope(before, Card):
            left = both(drawable(before, each), each != card)
            yield f"{each.name} in the deck", has(after.deck, each) == left


def drawable(before: Table, card: Card) -> bool:
    """Whether a card can be drawn: it is in the deck or, if that is empty, among the discarded cards."""
    discarded = either(has(before.discard, card), count_face_down(before, card) > 0)
    return choose(size(before.deck) > 0, has(before.deck, card), discarded)


def count_face_down(g: Table, card: Card) -> int:
    """In how many seats' face-down discards a card is."""
    return sum(choose(has(g.face_down[seat], card), 1, 0) for seat in scope(g, Faction))


@laws.step("robbery-overflows-above-the-limit", clauses=["TER-04", "TER-07"], when=drew, where=playing(rob_card))
def robbery_overflows_above_the_limit(before: Table, step: Step, after: Table) -> bool:
    """After the draw Moritani must discard exactly if it holds more than it may."""
    above = size(after.hand[Faction.MORITANI]) > may_hold(after, Faction.MORITANI)
    discarding = after.entry is not None and after.entry.stage == Stage.DISCARD
    return discarding == above


@laws.step("only-a-robbery-draws", clauses=["TER-06", "TER-11", "TER-31"], where=using(Table.forced))
def only_a_robbery_draws(before: Table, step: Step, after: Table) -> bool:
    """Nothing else changes the deck, so that what a refill and a draw have settled stays settled."""
    return step.took(rob_card) or after.deck == before.deck


@laws.step("nobody-gains-cards-otherwise", clauses=["TER-03", "TER-06", "TER-30"], where=using(Table.forced))
def nobody_gains_cards_otherwise(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A hand gains a card only by the draw of a Robbery or as Moritani's gift."""
    for seat in scope(before, Faction):
        gains = negate(after.hand[seat].issubset(before.hand[seat]))
        yield seat.title, implies(gains, step.took(rob_card, give_card))


@laws.step("spice-is-paid-once", clauses=["TER-01", "TER-03", "TER-06"], where=using(Table.spice, Table.terror))
def spice_is_paid_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Spice moves only when somebody ships, is robbed, or loses a leader, or to an Ambassador, and none is lost."""
    paid = step.took(ship, rob_spice, reveal_terror, use_ambassador)
    for seat in scope(before, Faction):
        yield seat.title, implies(after.spice[seat] != before.spice[seat], paid)
    yield "bank", implies(after.bank != before.bank, step.took(ship, reveal_terror, use_ambassador))
    yield "sum", after.bank + sum(after.spice.values()) == before.bank + sum(before.spice.values())


@laws.step(
    "robbery-takes-half-the-spice",
    clauses=["TER-04"],
    when=lambda b, step, a: step.took(rob_spice),
    where=playing(rob_spice),
)
def robbery_takes_half_the_spice(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Robbery of spice leaves the entrant half of it, rounded down, and ends the entry."""
    entry = before.entry
    assert entry is not None
    yield "half", after.spice[entry.entrant] == before.spice[entry.entrant] // 2
    yield "over", after.entry is None


def springs(before: Table, step: Step, kind: Terror) -> bool:
    """Whether the step reveals this token where somebody came in."""
    entry = before.entry
    if not step.took(reveal_terror) or entry is None:
        return False
    return before.terror[entry.place] == kind


@laws.step("leaders-are-assassinated-singly", clauses=["TER-01"], where=using(Table.leaders))
def leaders_are_assassinated_singly(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """An Assassination takes one leader of the entrant, if it has one left, and nothing else takes any."""
    for seat in scope(before, Faction):
        struck = both(springs(before, step, Terror.ASSASSINATION), is_entrant(before, seat))
        taken = choose(both(struck, before.leaders[seat] > 0), 1, 0)
        yield seat.title, after.leaders[seat] == before.leaders[seat] - taken


def is_entrant(g: Table, seat: Faction) -> bool:
    """Whether a seat has come in where the entry is open."""
    return g.entry is not None and g.entry.entrant == seat


@laws.step(
    "an-assassination-pays-two-spice",
    clauses=["TER-01"],
    when=lambda b, step, a: step.took(reveal_terror),
    where=playing(reveal_terror) & using(Table.spice),
)
def an_assassination_pays_two_spice(before: Table, step: Step, after: Table) -> bool:
    """Moritani collects two spice, or what the bank has, for a leader that dies, and no token pays otherwise."""
    living = before.entry is not None and before.leaders[before.entry.entrant] > 0
    dies = both(springs(before, step, Terror.ASSASSINATION), living)
    bounty = choose(before.bank < 2, before.bank, 2)
    return after.spice[MORITANI] == before.spice[MORITANI] + choose(dies, bounty, 0)


@laws.step("an-extortion-lays-out-spice", clauses=["TER-01"], where=using(Table.extorted))
def an_extortion_lays_out_spice(before: Table, step: Step, after: Table) -> bool:
    """The spice of an Extortion lies before the shield from its reveal on, and not before."""
    return after.extorted == either(before.extorted, springs(before, step, Terror.EXTORTION))


@laws.step(
    "a-sneak-attack-lands",
    clauses=["TER-01"],
    when=lambda b, step, a: step.took(reveal_terror),
    where=playing(reveal_terror),
)
def a_sneak_attack_lands(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Sneak Attack brings out of reserve as many forces as Moritani chose, where somebody came in; no other does."""
    entry, landing = before.entry, step["landing"]
    assert entry is not None
    attack = springs(before, step, Terror.SNEAK_ATTACK)
    was, now = before.forces[entry.place][MORITANI], after.forces[entry.place][MORITANI]
    reserves, left = before.reserves[MORITANI], after.reserves[MORITANI]
    yield "no other lands", implies(negate(attack), landing == 0)
    yield "out of reserve", left[Troop.ORDINARY] == reserves[Troop.ORDINARY] - landing
    yield "there", implies(attack, now[Troop.ORDINARY] == was[Troop.ORDINARY] + landing)
