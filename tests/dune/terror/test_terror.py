"""Entries into places with Terror tokens as they are played: sabotaged, robbed, offered an alliance, ridden into."""

from __future__ import annotations

import pytest

from dune.playing import Play
from kanly.model import size
from kanly.model.dune.flight.frames import drain
from kanly.model.dune.interruptions.truthtrance import answer_truly, ask_truthtrance
from kanly.model.dune.movement.movement import declare_flight, end_movement, fly
from kanly.model.dune.movement.shipment import ship
from kanly.model.dune.scenarios.terror.cards import Holding
from kanly.model.dune.scenarios.terror.corners import ATREIDES, CHOAM, EIGHT_CARDS, MORITANI
from kanly.model.dune.scenarios.terror.nested import FREMEN
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card, Mode
from kanly.model.dune.table.entries import TerrorEntry, TerrorFrame
from kanly.model.dune.table.factions import Faction, Group, Troop
from kanly.model.dune.table.flights import MoveFrame
from kanly.model.dune.table.kinds import Cause, Phase, Source, Stage, Terror
from kanly.model.dune.terror.discards import (
    discard_overflow,
    give_card,
    give_nothing,
    hand_limit,
    resume_entry,
    reveal_robbery,
    reveal_sabotage,
    rob_card,
    rob_spice,
)
from kanly.model.dune.terror.effects import reveal_terror
from kanly.model.dune.terror.entry import accept_alliance, leave_terror, offer_alliance, refuse_alliance
from kanly.model.dune.terror.nexus import close_nexus, leave_alliance
from kanly.model.dune.terror.rides import let_the_worm_go, ride, summon_worm
from kanly.model.dune.view.table import TableView

ARRAKEEN, CARTHAG, BASIN = Place.ARRAKEEN, Place.CARTHAG, Place.IMPERIAL_BASIN_9
ON_THE_WAY: dict[str, object] = {"seat": ATREIDES, "origin": BASIN, "group": Group.ONE}


def entry(play: Play) -> TerrorEntry:
    """The entry that waits."""
    assert play.g.entry is not None
    return play.g.entry


def frame(play: Play) -> TerrorFrame:
    """The forced discard that waits."""
    assert play.g.terror_frame is not None
    return play.g.terror_frame


def sabotaged(armed: bool = True, other: Terror = Terror.EXTORTION) -> Play:
    play = Play("terror-sabotage", other, armed)
    play.take(ship, seat=ATREIDES, to=CARTHAG, amount=1)
    return play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR)


def test_a_shipment_is_paid_and_placed_before_its_entry_opens() -> None:
    play = Play("terror-sabotage", Terror.EXTORTION, True).take(ship, seat=ATREIDES, to=CARTHAG, amount=1)
    assert (play.g.spice[ATREIDES], play.g.bank) == (1, 9)
    assert play.g.forces[CARTHAG][ATREIDES][Troop.ORDINARY] == 1
    assert (entry(play).event, entry(play).stage, entry(play).amount) == (1, Stage.OFFER, 1)
    assert play.refused(end_movement, seat=ATREIDES) == "an entry waits for an answer"
    assert play.refused(reveal_sabotage, seat=CHOAM, victim=Card.HAJR) == "the decision is another seat's"
    assert play.refused(reveal_sabotage, seat=MORITANI, victim=Card.BALISET) == "the entrant does not hold that card"
    assert play.refused(reveal_sabotage, seat=MORITANI, victim=None) == "there is a card to take"
    assert play.refused(reveal_terror, seat=MORITANI, landing=0) == "that token is about cards"


def test_a_sabotage_discards_one_random_card_and_stops_at_its_frame() -> None:
    play = sabotaged()
    assert play.told() == ["TerrorRevealed", "ForcedDiscard", "FaceOfTheDiscard"]
    assert play.events[-1].seats == ("ATREIDES",)
    waiting = frame(play)
    assert (waiting.source, waiting.owner, waiting.hand_before) == (Source.SABOTAGE, MORITANI, 2)
    assert (waiting.batch.cause, waiting.batch.card, waiting.batch.owner) == (Cause.SABOTAGE, Card.HAJR, ATREIDES)
    assert not waiting.batch.public
    assert play.g.hand[ATREIDES] == {Card.KARAMA}
    assert play.g.face_down[ATREIDES] == {Card.HAJR}
    assert play.g.terror_removed == {Terror.SABOTAGE}
    assert play.g.entry is None
    assert play.refused(give_nothing, seat=MORITANI).startswith("a forced discard has interrupted")
    assert play.refused(end_movement, seat=ATREIDES).startswith("a forced discard has interrupted")


def test_a_gift_may_follow_a_sabotage() -> None:
    play = sabotaged().take(resume_entry)
    assert play.told() == []
    assert (entry(play).stage, entry(play).event) == (Stage.GIFT, 1)
    play.take(give_card, seat=MORITANI, card=Card.TRUTHTRANCE)
    assert [sent.seats for sent in play.events if sent.event == "FaceOfTheGift"] == [("ATREIDES", "MORITANI")]
    assert play.g.hand[ATREIDES] == {Card.KARAMA, Card.TRUTHTRANCE}
    assert play.g.hand[MORITANI] == set()
    assert play.g.entry is None
    assert play.g.batches == 1


def test_a_gift_may_be_declined() -> None:
    play = sabotaged().take(resume_entry).take(give_nothing, seat=MORITANI)
    assert play.g.entry is None
    assert play.g.hand[MORITANI] == {Card.TRUTHTRANCE}


def test_without_a_card_to_give_a_sabotage_ends_the_entry() -> None:
    play = sabotaged(armed=False).take(resume_entry)
    assert play.g.entry is None
    play.take(end_movement, seat=ATREIDES)
    assert play.g.active == CHOAM


def test_a_saved_forced_discard_goes_on_as_it_was() -> None:
    play = sabotaged()
    saved = play.instance.to_json(play.slots)
    loaded = play.instance.from_json(saved)
    assert loaded == play.slots
    settled = {play.instance.settle(slots) for slots in (play.slots, loaded)}
    assert len(settled) == 1
    (after,) = settled
    table = play.instance.state(after)
    assert table.face_down[ATREIDES] == {Card.HAJR}
    assert (table.batches, table.retired, size(table.deck)) == (1, 1, 1)


@pytest.mark.parametrize("armed", [True, False])
def test_a_sabotage_of_an_empty_hand_discards_nothing(armed: bool) -> None:
    play = Play("terror-sabotage-empty-hand", armed, Card.HAJR, Card.KARAMA)
    play.take(ship, seat=ATREIDES, to=CARTHAG, amount=1).take(reveal_sabotage, seat=MORITANI, victim=None)
    assert play.told() == ["TerrorRevealed"]
    assert play.g.terror_frame is None
    assert play.g.batches == 0
    assert (play.g.entry is not None) == armed
    if armed:
        play.take(give_card, seat=MORITANI, card=Card.KARAMA)
        assert play.g.hand[ATREIDES] == {Card.KARAMA}


@pytest.mark.parametrize(
    ("kind", "landing"),
    [(Terror.ASSASSINATION, 0), (Terror.ATOMICS, 0), (Terror.EXTORTION, 0), (Terror.SNEAK_ATTACK, 1)],
)
def test_the_other_tokens_do_something_too(kind: Terror, landing: int) -> None:
    play = Play("terror-sabotage", kind, True).take(ship, seat=ATREIDES, to=ARRAKEEN, amount=1)
    wrong = 1 - landing
    if wrong:
        assert play.refused(reveal_terror, seat=MORITANI, landing=1) == "only a Sneak Attack brings forces"
    play.take(reveal_terror, seat=MORITANI, landing=landing)
    assert play.g.terror_removed == {kind}
    assert play.g.entry is None
    assert play.g.leaders[ATREIDES] == (0 if kind == Terror.ASSASSINATION else 1)
    assert play.g.spice[MORITANI] == (3 if kind == Terror.ASSASSINATION else 1)
    assert play.g.tanks[ATREIDES][Troop.ORDINARY] == (1 if kind == Terror.ATOMICS else 0)
    assert hand_limit(play.g, MORITANI) == (3 if kind == Terror.ATOMICS else 4)
    assert play.g.extorted == (kind == Terror.EXTORTION)
    assert play.g.forces[ARRAKEEN][MORITANI][Troop.ORDINARY] == landing


def test_hands_are_limited_by_faction() -> None:
    play = Play("terror-sabotage", Terror.EXTORTION, True)
    limits = {seat: hand_limit(play.g, seat) for seat in (ATREIDES, CHOAM, MORITANI)}
    assert limits == {ATREIDES: 4, CHOAM: 5, MORITANI: 4}
    assert Faction.HARKONNEN.hand_limit == 8


def robbed(holding: Holding = Holding.FULL) -> Play:
    play = Play("terror-robbery", holding).take(ship, seat=ATREIDES, to=CARTHAG, amount=1)
    return play.take(reveal_robbery, seat=MORITANI)


def test_a_robbery_of_spice_takes_half_rounded_up() -> None:
    play = robbed().take(rob_spice, seat=MORITANI)
    assert (play.g.spice[ATREIDES], play.g.spice[MORITANI]) == (1, 2)
    assert play.g.entry is None
    assert play.told() == ["Robbed"]


def test_a_robbery_of_a_card_into_a_hand_with_room_is_over() -> None:
    play = robbed(Holding.ROOM).take(rob_card, seat=MORITANI, card=EIGHT_CARDS[6])
    assert play.told() == ["Drew", "FaceOfTheDraw"]
    assert play.events[-1].seats == ("MORITANI",)
    assert size(play.g.hand[MORITANI]) == 4
    assert play.g.entry is None


@pytest.mark.parametrize("discarded", [EIGHT_CARDS[1], EIGHT_CARDS[6]])
def test_a_robbery_of_a_full_hand_makes_moritani_discard_once(discarded: Card) -> None:
    play = robbed().take(rob_card, seat=MORITANI, card=EIGHT_CARDS[6])
    assert size(play.g.hand[MORITANI]) == 5
    assert entry(play).stage == Stage.DISCARD
    play.take(discard_overflow, seat=MORITANI, card=discarded)
    waiting = frame(play)
    assert (waiting.source, waiting.hand_before, waiting.batch.owner) == (Source.ROBBERY_OVERFLOW, 5, MORITANI)
    assert play.events[-1].seats == ("MORITANI",)
    deck = set(play.g.deck)
    play.take(resume_entry)
    assert play.g.entry is None
    assert set(play.g.deck) == deck
    assert size(play.g.hand[MORITANI]) == 4
    assert play.g.face_down[MORITANI] == {discarded}


def test_a_hand_far_above_its_limit_discards_one_card_at_a_time() -> None:
    play = robbed(Holding.OVERFULL).take(rob_card, seat=MORITANI, card=EIGHT_CARDS[6])
    play.take(discard_overflow, seat=MORITANI, card=EIGHT_CARDS[1]).take(resume_entry)
    assert entry(play).stage == Stage.DISCARD
    play.take(discard_overflow, seat=MORITANI, card=EIGHT_CARDS[2]).take(resume_entry)
    assert play.g.entry is None
    assert (play.g.batches, play.g.forced[Source.ROBBERY_OVERFLOW]) == (2, 2)


def test_an_empty_deck_is_refilled_once() -> None:
    hidden = EIGHT_CARDS[1]
    play = Play("terror-robbery-refill", False, hidden).take(ship, seat=ATREIDES, to=CARTHAG, amount=1)
    play.take(reveal_robbery, seat=MORITANI)
    assert play.refused(rob_card, seat=MORITANI, card=None) == "there is a card to draw"
    play.take(rob_card, seat=MORITANI, card=hidden)
    assert play.g.deck == {EIGHT_CARDS[0], EIGHT_CARDS[2]}
    assert play.g.discard == set()
    assert play.g.face_down[ATREIDES] == set()


def test_with_nothing_to_draw_only_an_overflow_from_elsewhere_is_discarded() -> None:
    play = Play("terror-robbery-refill", True, EIGHT_CARDS[0]).take(ship, seat=ATREIDES, to=CARTHAG, amount=1)
    play.take(reveal_robbery, seat=MORITANI).take(rob_card, seat=MORITANI, card=None)
    assert play.told() == []
    assert play.g.entry is None
    play = Play("terror-robbery-refill", True, EIGHT_CARDS[0]).take(ship, seat=ATREIDES, to=ARRAKEEN, amount=1)
    play.take(reveal_terror, seat=MORITANI, landing=0).take(end_movement, seat=ATREIDES)
    play.take(ship, seat=CHOAM, to=CARTHAG, amount=1).take(reveal_robbery, seat=MORITANI)
    play.take(rob_card, seat=MORITANI, card=None)
    assert entry(play).stage == Stage.DISCARD


def test_an_accepted_alliance_leaves_the_token_unseen() -> None:
    play = Play("terror-alliance-refused", Terror.SABOTAGE, False, Card.KULON)
    play.take(ship, seat=ATREIDES, to=CARTHAG, amount=1).take(offer_alliance, seat=MORITANI)
    assert play.refused(accept_alliance, seat=CHOAM) == "the decision is another seat's"
    play.take(accept_alliance, seat=ATREIDES)
    assert (play.g.ally[ATREIDES], play.g.ally[MORITANI]) == (MORITANI, ATREIDES)
    assert play.g.fresh_alliance == {ATREIDES, MORITANI}
    assert Terror.SABOTAGE in play.g.terror_supply
    assert play.g.terror[CARTHAG] is None
    assert play.g.entry is None


def test_a_refused_alliance_has_the_token_revealed() -> None:
    play = Play("terror-alliance-refused", Terror.SABOTAGE, True, Card.KULON)
    play.take(ship, seat=ATREIDES, to=CARTHAG, amount=1).take(offer_alliance, seat=MORITANI)
    play.take(refuse_alliance, seat=ATREIDES)
    assert (entry(play).stage, entry(play).refused, entry(play).event) == (Stage.OFFER, True, 1)
    assert play.refused(leave_terror, seat=MORITANI) == "a refused alliance has the token revealed"
    assert play.refused(offer_alliance, seat=MORITANI) == "the alliance has been refused"
    play.take(reveal_sabotage, seat=MORITANI, victim=EIGHT_CARDS[0])
    assert frame(play).entry.refused
    play.take(resume_entry)
    assert play.refused(give_card, seat=MORITANI, card=Card.KULON) == "that hand is full"


def riding(armed: bool = True) -> Play:
    return Play("terror-worm-nexus", armed)


def test_rides_come_one_after_the_other() -> None:
    play = riding().take(ride, seat=FREMEN, origin=BASIN, to=CARTHAG, amount=1)
    assert (entry(play).entrant, entry(play).stage) == (FREMEN, Stage.OFFER)
    assert play.refused(ride, seat=FREMEN, origin=BASIN, to=ARRAKEEN, amount=1) == "no worm is ready to be ridden"
    play.take(leave_terror, seat=MORITANI)
    assert play.told() == ["RideBegins"]
    play.take(let_the_worm_go, seat=FREMEN)
    assert play.told() == ["RidesOver"]
    assert (play.g.phase, play.g.active, play.g.riding) == (Phase.MOVEMENT, ATREIDES, None)


def test_a_summoned_nexus_opens_before_the_remaining_ride() -> None:
    play = riding(armed=False).take(ride, seat=FREMEN, origin=BASIN, to=CARTHAG, amount=1)
    play.take(summon_worm, seat=FREMEN, place=BASIN)
    assert play.g.tanks[ATREIDES][Troop.ORDINARY] == 1
    assert play.g.forces[BASIN][FREMEN][Troop.ORDINARY] == 1
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR)
    assert play.refused(summon_worm, seat=FREMEN, place=BASIN).startswith("a forced discard has interrupted")
    rides = play.g.riding
    assert rides is not None
    assert (rides.left, rides.summoned, rides.nexus, rides.ready) == (1, True, False, False)
    play.take(resume_entry)
    assert play.told() == ["NexusBegins"]
    rides = play.g.riding
    assert rides is not None
    assert (rides.left, rides.summoned, rides.nexus, rides.ready) == (1, False, True, False)
    play.take(leave_alliance, seat=FREMEN).take(close_nexus)
    assert play.told() == ["RideBegins"]
    assert play.g.ally[ATREIDES] is None
    assert play.refused(leave_alliance, seat=ATREIDES) == "no Nexus is being held"


def test_an_old_entry_gets_its_number_with_its_frame() -> None:
    play = Play("terror-legacy-event", Terror.SABOTAGE, True, EIGHT_CARDS[5])
    assert entry(play).event is None
    play.take(reveal_sabotage, seat=MORITANI, victim=EIGHT_CARDS[0])
    assert (frame(play).entry.event, play.g.entries) == (1, 1)
    play.take(resume_entry)
    assert (entry(play).event, play.g.entries) == (1, 1)


def test_an_answered_truthtrance_resolves_an_overflow_without_a_discard() -> None:
    play = Play("terror-truthtrance-overflow", False).take(ship, seat=CHOAM, to=CARTHAG, amount=1)
    play.take(reveal_robbery, seat=MORITANI).take(rob_card, seat=MORITANI, card=Card.KULON)
    assert entry(play).stage == Stage.DISCARD
    play.take(ask_truthtrance, seat=MORITANI, card=Card.TRUTHTRANCE, asked=CHOAM, about=Card.HAJR)
    assert play.refused(discard_overflow, seat=MORITANI, card=Card.HAJR) == "a question must be answered first"
    play.take(answer_truly, seat=CHOAM, yes=False)
    assert play.g.entry is None
    assert play.g.batches == 0
    assert size(play.g.hand[MORITANI]) == 4
    assert play.g.discard == {Card.TRUTHTRANCE}


def test_sabotage_during_a_flight_spares_the_card_in_the_air() -> None:
    play = Play("terror-during-flight", True)
    play.take(declare_flight, mode=Mode.TWO_GROUPS, to=CARTHAG, **ON_THE_WAY)
    assert play.refused(reveal_sabotage, seat=MORITANI, victim=Card.ORNITHOPTER).startswith("the entrant does not")
    play.take(reveal_sabotage, seat=MORITANI, victim=Card.HAJR).take(resume_entry)
    assert play.g.flight is not None
    assert play.g.flight.card == Card.ORNITHOPTER
    play.take(give_nothing, seat=MORITANI).take(fly, to=ARRAKEEN, event=1, **ON_THE_WAY)
    assert isinstance(play.g.frame, MoveFrame)
    play.take(drain).take(reveal_robbery, seat=MORITANI)
    play.take(rob_card, seat=MORITANI, card=Card.KARAMA)
    play.take(discard_overflow, seat=MORITANI, card=Card.KARAMA).take(resume_entry)
    assert (play.g.batches, play.g.retired, play.g.entries) == (3, 3, 2)
    assert play.g.moved[ATREIDES] == 2


def test_what_each_seat_is_shown_while_a_forced_discard_waits() -> None:
    play = sabotaged()
    for seat in (ATREIDES, CHOAM, MORITANI):
        shown = play.instance.view(play.slots, seat)
        assert isinstance(shown, TableView)
        assert shown.automatic_continuation_pending
        assert shown.entry is None
        assert not hasattr(shown, "terror_frame")
        assert shown.face_down == ({Card.HAJR} if seat == ATREIDES else set())
        assert shown.face_down_sizes[ATREIDES] == 1
        assert (shown.terror_kinds[ARRAKEEN] is not None) == (seat == MORITANI)
        assert shown.terror_removed == {Terror.SABOTAGE}


def test_another_victim_looks_the_same_to_everybody_else() -> None:
    plays = [Play("terror-sabotage", Terror.EXTORTION, True) for _ in range(2)]
    for play, victim in zip(plays, (Card.HAJR, Card.KARAMA), strict=True):
        play.take(ship, seat=ATREIDES, to=CARTHAG, amount=1).take(reveal_sabotage, seat=MORITANI, victim=victim)
    one, other = plays
    for seat in (CHOAM, MORITANI):
        assert one.instance.view_slots(one.slots, seat) == other.instance.view_slots(other.slots, seat)
    assert one.instance.view_slots(one.slots, ATREIDES) != other.instance.view_slots(other.slots, ATREIDES)
