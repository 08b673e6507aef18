"""What is told of Terror tokens, entries and rides is true, told to whom it must be, and in the right order."""

from __future__ import annotations

from ....model import both, either, negate
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Source
from ....model.dune.table.state import Table
from ....model.dune.terror.discards import (
    Drew,
    FaceOfTheDiscard,
    FaceOfTheDraw,
    FaceOfTheGift,
    ForcedDiscard,
    Gave,
    Robbed,
    discard_overflow,
    give_card,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from ....model.dune.terror.entry import (
    AllianceMade,
    AllianceOffered,
    AllianceRefused,
    TerrorRevealed,
    accept_alliance,
    offer_alliance,
    refuse_alliance,
)
from ....model.dune.terror.nexus import AllianceLeft, NexusBegins, RideBegins, RidesOver, leave_alliance
from ....model.dune.terror.rides import Rode, WormSummoned, ride, summon_worm
from ...language.steps import Step
from ...language.where import playing, using
from ..laws import laws

MORITANI = Faction.MORITANI


@laws.told("tokens-are-told-truly", TerrorRevealed, clauses=["TER-45"], where=using(Table.entry))
def tokens_are_told_truly(before: Table, step: Step, after: Table) -> TerrorRevealed | None:
    """Everybody is told of a token that leaves the game which one it is, and that it lay where somebody came in."""
    entry = before.entry
    if entry is None or after.terror_removed == before.terror_removed:
        return None
    kind = before.terror[entry.place]
    return None if kind is None else TerrorRevealed(kind=kind, place=entry.place)


def discards(before: Table, step: Step) -> Faction | None:
    """Whose card a step makes a Terror token take: of a Sabotage the entrant's, of an overflow Moritani's."""
    if step.took(discard_overflow):
        return MORITANI
    if step.took(reveal_sabotage) and step["victim"] is not None and before.entry is not None:
        return before.entry.entrant
    return None


@laws.told("forced-discards-are-told-truly", ForcedDiscard, clauses=["TER-45"], where=using(Table.terror_frame))
def forced_discards_are_told_truly(before: Table, step: Step, after: Table) -> ForcedDiscard | None:
    """Everybody is told that a Sabotage's discard is the entrant's, and an overflow's Moritani's."""
    seat = discards(before, step)
    source = Source.ROBBERY_OVERFLOW if step.took(discard_overflow) else Source.SABOTAGE
    return None if seat is None else ForcedDiscard(seat=seat, source=source)


def whose_face(before: Table, step: Step, after: Table) -> Faction:
    """Who held the card of a forced discard."""
    seat = discards(before, step)
    assert seat is not None
    return seat


@laws.told(
    "the-face-is-told-to-its-owner",
    FaceOfTheDiscard,
    to=whose_face,
    clauses=["TER-43", "TER-45"],
    where=using(Table.terror_frame),
)
def the_face_is_told_to_its_owner(before: Table, step: Step, after: Table) -> FaceOfTheDiscard | None:
    """Whoever held the card of a forced discard, and nobody else, is told which it was."""
    if discards(before, step) is None:
        return None
    return FaceOfTheDiscard(card=step["card" if step.took(discard_overflow) else "victim"])


@laws.told("draws-are-told-truly", Drew, clauses=["TER-04", "TER-45"], where=playing(rob_card))
def draws_are_told_truly(before: Table, step: Step, after: Table) -> Drew | None:
    """Everybody is told that Moritani drew a card, if there was one to draw."""
    return Drew(seat=MORITANI) if step.took(rob_card) and step["card"] is not None else None


@laws.told(
    "the-draw-is-told-to-moritani",
    FaceOfTheDraw,
    to=lambda before, step, after: MORITANI,
    clauses=["TER-43", "TER-45"],
    where=playing(rob_card),
)
def the_draw_is_told_to_moritani(before: Table, step: Step, after: Table) -> FaceOfTheDraw | None:
    """Moritani, and nobody else, is told which card it drew."""
    if not step.took(rob_card):
        return None
    card = step["card"]
    return None if card is None else FaceOfTheDraw(card=card)


@laws.told("robberies-are-told-truly", Robbed, clauses=["TER-45"], where=playing(rob_spice))
def robberies_are_told_truly(before: Table, step: Step, after: Table) -> Robbed | None:
    """Everybody is told that the entrant was robbed of spice."""
    if not step.took(rob_spice) or before.entry is None:
        return None
    return Robbed(victim=before.entry.entrant)


@laws.told("gifts-are-told-truly", Gave, clauses=["TER-30", "TER-45"], where=playing(give_card))
def gifts_are_told_truly(before: Table, step: Step, after: Table) -> Gave | None:
    """Everybody is told that the entrant was given a card."""
    if not step.took(give_card) or before.entry is None:
        return None
    return Gave(to=before.entry.entrant)


def the_two_of_a_gift(before: Table, step: Step, after: Table) -> set[Faction]:
    """Moritani, and the entrant to whom it gives a card."""
    assert before.entry is not None
    return {MORITANI, before.entry.entrant}


@laws.told(
    "the-gift-is-told-to-the-two", FaceOfTheGift, to=the_two_of_a_gift, clauses=["TER-30", "TER-45"],
    where=playing(give_card),
)  # fmt: skip
def the_gift_is_told_to_the_two(before: Table, step: Step, after: Table) -> FaceOfTheGift | None:
    """Moritani and the entrant, and nobody else, are told which card was given."""
    return FaceOfTheGift(card=step["card"]) if step.took(give_card) else None


@laws.told("offers-are-told-truly", AllianceOffered, clauses=["TER-45"], where=playing(offer_alliance))
def offers_are_told_truly(before: Table, step: Step, after: Table) -> AllianceOffered | None:
    """Everybody is told to whom Moritani offers an alliance: the entrant."""
    if not step.took(offer_alliance) or before.entry is None:
        return None
    return AllianceOffered(entrant=before.entry.entrant)


@laws.told("alliances-are-told-truly", AllianceMade, clauses=["TER-45"], where=playing(accept_alliance))
def alliances_are_told_truly(before: Table, step: Step, after: Table) -> AllianceMade | None:
    """Everybody is told with whom Moritani is allied now: the entrant."""
    if not step.took(accept_alliance) or before.entry is None:
        return None
    return AllianceMade(entrant=before.entry.entrant)


@laws.told("refusals-are-told-truly", AllianceRefused, clauses=["TER-45"], where=playing(refuse_alliance))
def refusals_are_told_truly(before: Table, step: Step, after: Table) -> AllianceRefused | None:
    """Everybody is told who refused the alliance: the entrant."""
    if not step.took(refuse_alliance) or before.entry is None:
        return None
    return AllianceRefused(entrant=before.entry.entrant)


@laws.told("rides-are-told-truly", Rode, clauses=["TER-45"], where=playing(ride))
def rides_are_told_truly(before: Table, step: Step, after: Table) -> Rode | None:
    """Everybody is told how many Fremen forces rode from where to where."""
    return Rode(origin=step["origin"], to=step["to"], amount=step["amount"]) if step.took(ride) else None


@laws.told("worms-are-told-truly", WormSummoned, clauses=["TER-45"], where=playing(summon_worm))
def worms_are_told_truly(before: Table, step: Step, after: Table) -> WormSummoned | None:
    """Everybody is told where a worm was summoned."""
    return WormSummoned(place=step["place"]) if step.took(summon_worm) else None


@laws.told("partings-are-told-truly", AllianceLeft, clauses=["TER-45"], where=playing(leave_alliance))
def partings_are_told_truly(before: Table, step: Step, after: Table) -> AllianceLeft | None:
    """Everybody is told who left its alliance."""
    return AllianceLeft(seat=step["seat"]) if step.took(leave_alliance) else None


@laws.step("next-ride-is-told-last", clauses=["TER-11", "TER-33", "TER-45"], where=using(Table.riding))
def next_ride_is_told_last(before: Table, step: Step, after: Table) -> bool:
    """What ends an entry or a ride is told before what follows it: the Nexus, the next ride, or the next phase."""
    in_order, goes_on = True, False
    for told in step.events:
        if isinstance(told.event, NexusBegins | RideBegins | RidesOver):
            goes_on = either(goes_on, told.condition)
        else:
            in_order = both(in_order, negate(both(goes_on, told.condition)))
    return in_order


@laws.step("reveal-is-told-first", clauses=["TER-01", "TER-45"], where=using(Table.entry))
def reveal_is_told_first(before: Table, step: Step, after: Table) -> bool:
    """Everybody is told which token was revealed before anything that it does."""
    in_order, something = True, False
    for told in step.events:
        if isinstance(told.event, TerrorRevealed):
            in_order = both(in_order, negate(both(something, told.condition)))
        else:
            something = either(something, told.condition)
    return in_order
