"""Cards that Terror tokens take: Sabotage, Robbery, and the frame of a forced discard with the rest of its entry."""

from __future__ import annotations

from ... import (
    ACTOR,
    EVERYONE,
    NOBODY,
    Chance,
    Event,
    Option,
    Reveals,
    Secret,
    both,
    choose,
    either,
    emit,
    has,
    merged,
    require,
    required,
    scope,
    size,
)
from ..game import dune
from ..table.cards import Card
from ..table.entries import TerrorEntry, TerrorFrame
from ..table.factions import Faction
from ..table.flights import Batch
from ..table.forces import allied
from ..table.kinds import Cause, Source, Stage, Terror
from ..table.state import Table
from .entry import finish, moritani_answers, reveal, wait_for


class ForcedDiscard(Event):
    """A Terror token made a seat discard a card. Its face is not said."""

    seat: Faction
    source: Source


class FaceOfTheDiscard(Event):
    """The receipt for the seat that held the card."""

    card: Card


class Drew(Event):
    """A Robbery took the top card of the deck."""

    seat: Faction


class FaceOfTheDraw(Event):
    """The card that was drawn, for the seat that drew it."""

    card: Card


class Robbed(Event):
    """A Robbery took half of a seat's spice. How much that is remains between the two."""

    victim: Faction


class Gave(Event):
    """Moritani gave the victim of a Sabotage a card. Its face is between the two."""

    to: Faction


class FaceOfTheGift(Event):
    """The card that was given, for the two seats that know it."""

    card: Card


def hand_limit(g: Table, seat: Faction) -> int:
    """How many cards a seat may hold: what its faction may, one fewer for Moritani's side after the Atomics."""
    with_moritani = either(seat == Faction.MORITANI, allied(g, seat, Faction.MORITANI))
    return seat.hand_limit - choose(both(with_moritani, has(g.terror_removed, Terror.ATOMICS)), 1, 0)


def holds_too_many(g: Table, seat: Faction) -> bool:
    """Whether a hand is above its limit, as it may be for a while."""
    return size(g.hand[seat]) > hand_limit(g, seat)


@dune.action
def reveal_sabotage(
    g: Table, seat: Faction, victim: Card | None = Chance(Option(Card), seen_by=NOBODY)
) -> None:  # fmt: skip
    """A Sabotage takes one card of the entrant, drawn at random once; an empty hand has none to take."""
    entry = moritani_answers(g, seat, Stage.OFFER)
    require(g.terror[entry.place] == Terror.SABOTAGE, "no Sabotage lies there")
    hand = g.hand[entry.entrant]
    if victim is None:
        require(size(hand) == 0, "there is a card to take")
        reveal(g, entry.place)
        open_gift(g)
    else:
        require(victim in hand, "the entrant does not hold that card")
        reveal(g, entry.place)
        force_discard(g, entry, Source.SABOTAGE, entry.entrant, victim)


@dune.action
def reveal_robbery(g: Table, seat: Faction) -> None:
    """A Robbery: Moritani will take half of the entrant's spice, or a card."""
    entry = moritani_answers(g, seat, Stage.OFFER)
    require(g.terror[entry.place] == Terror.ROBBERY, "no Robbery lies there")
    reveal(g, entry.place)
    wait_for(g, Stage.ROBBERY)


@dune.action
def rob_spice(g: Table, seat: Faction) -> None:
    """Take half of the entrant's spice, rounded up."""
    entry = moritani_answers(g, seat, Stage.ROBBERY)
    loot = (g.spice[entry.entrant] + 1) // 2
    g.spice[entry.entrant] -= loot
    g.spice[seat] += loot
    emit(Robbed(victim=entry.entrant), to=EVERYONE)
    finish(g)


@dune.action
def rob_card(g: Table, seat: Faction, card: Card | None = Chance(Option(Card), seen_by=ACTOR)) -> None:
    """Take the top card of the deck, refilled from the discard pile if it is empty; there may be none at all."""
    moritani_answers(g, seat, Stage.ROBBERY)
    refill(g)
    if card is None:
        require(size(g.deck) == 0, "there is a card to draw")
    else:
        require(card in g.deck, "the card is not in the deck")
        g.deck.remove(card)
        g.hand[seat].add(card)
        emit(Drew(seat=seat), to=EVERYONE)
        emit(FaceOfTheDraw(card=card), to=seat)
    check_overflow(g)


@merged
def refill(g: Table) -> None:
    """An empty deck is made of all discarded cards, whether they lie face up or face down."""
    if size(g.deck) == 0:
        g.deck = g.discard
        g.discard.clear()
        for seat in scope(g, Faction):
            g.deck.update(g.face_down[seat])
            g.face_down[seat].clear()


@merged
def check_overflow(g: Table) -> None:
    """Moritani must discard while its hand is above the limit; otherwise the entry is over."""
    if holds_too_many(g, Faction.MORITANI):
        wait_for(g, Stage.DISCARD)
    else:
        finish(g)


@merged
def settle_overflow(g: Table) -> None:
    """Something else has brought Moritani's hand down to its limit: its overflow is over without a discard."""
    discarding = size(g.questions) == 0 and g.entry is not None and g.entry.stage == Stage.DISCARD
    if discarding and not holds_too_many(g, Faction.MORITANI):
        finish(g)


@dune.action
def discard_overflow(g: Table, seat: Faction, card: Card = Secret()) -> None:
    """Moritani discards one card of its choice, because its hand is above the limit."""
    entry = moritani_answers(g, seat, Stage.DISCARD)
    require(card in g.hand[seat], "the card is not in that hand")
    force_discard(g, entry, Source.ROBBERY_OVERFLOW, seat, card)


def force_discard(g: Table, entry: TerrorEntry, source: Source, owner: Faction, card: Card) -> None:
    """Discard one card in private, and stop: the entry leaves the table, and a frame keeps what is left of it."""
    before = size(g.hand[owner])
    g.hand[owner].remove(card)
    g.reserved[owner].discard(card)
    g.face_down[owner].add(card)
    g.batches += 1
    g.forced[source] += 1
    number_if_old(g, entry)
    cause = Cause.SABOTAGE if source == Source.SABOTAGE else Cause.ROBBERY
    g.entry = None
    g.terror_frame = TerrorFrame(
        batch=Batch(number=g.batches, cause=cause, card=card, owner=owner, public=False),
        source=source,
        owner=Faction.MORITANI,
        entry=entry,
        hand_before=before,
        turn=g.turn,
        phase=g.phase,
    )
    emit(ForcedDiscard(seat=owner, source=source), to=EVERYONE)
    emit(FaceOfTheDiscard(card=card), to=owner)


@merged
def number_if_old(g: Table, entry: TerrorEntry) -> None:
    """An entry of a save from before entries were numbered gets its number now, once."""
    if entry.event is None:
        g.entries += 1
        entry.event = g.entries


@dune.automatic(
    reveals=Reveals(
        "entry",
        because="an entry that lay open before a forced discard lies open again",
        scenarios=("flight-sabotage", "terror-alliance-refused", "terror-during-flight"),
    )
)
def resume_entry(g: Table) -> None:
    """Retire the frame first, put the entry back, then do only what is left: the gift, or another overflow."""
    frame = required(g.terror_frame, "no forced discard is waiting to be settled")
    g.terror_frame = None
    g.retired = frame.batch.number
    g.entry = frame.entry
    if frame.source == Source.SABOTAGE:
        open_gift(g)
    else:
        check_overflow(g)


@merged
def open_gift(g: Table) -> None:
    """Moritani may give a card if it has one; otherwise the entry is over."""
    if size(g.hand[Faction.MORITANI]) > 0:
        wait_for(g, Stage.GIFT)
    else:
        finish(g)


def knows_the_gift(g: Table, seat: Faction) -> bool:
    """Whether a seat is one of the two between which a card is given."""
    return either(seat == Faction.MORITANI, lambda: g.entry is not None and g.entry.entrant == seat)


@dune.action
def give_card(g: Table, seat: Faction, card: Card = Secret(seen_by=knows_the_gift)) -> None:
    """Moritani gives the victim of the Sabotage a card of its choice, if that hand has room. It is no discard."""
    entry = moritani_answers(g, seat, Stage.GIFT)
    require(card in g.hand[seat], "the card is not in that hand")
    require(size(g.hand[entry.entrant]) < hand_limit(g, entry.entrant), "that hand is full")
    g.hand[seat].remove(card)
    g.reserved[seat].discard(card)
    g.hand[entry.entrant].add(card)
    emit(Gave(to=entry.entrant), to=EVERYONE)
    emit(FaceOfTheGift(card=card), to={seat, entry.entrant})
    finish(g)


@dune.action
def give_nothing(g: Table, seat: Faction) -> None:
    """Moritani keeps its cards."""
    moritani_answers(g, seat, Stage.GIFT)
    finish(g)
