"""Truthtrance: a public question that must be answered truly before anything else happens.

Questions queue up. While one is open, the decision under it is locked but stays whose it was.
"""

from __future__ import annotations

from ... import EVERYONE, Event, either, emit, has, require
from ..game import dune
from ..table.cards import Card
from ..table.factions import Faction
from ..table.interruptions import Question
from ..table.kinds import Phase
from ..table.state import Table
from ..terror.discards import settle_overflow
from ..turns.hand import Discarded, give_up


class Asked(Event):
    """A Truthtrance was played: whether a seat holds a card."""

    asker: Faction
    asked: Faction
    about: Card


class Answered(Event):
    """A question was answered."""

    seat: Faction
    about: Card
    yes: bool


@dune.action
def ask_truthtrance(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
    """Play a Truthtrance and ask another seat whether it holds a card."""
    require(either(card == Card.TRUTHTRANCE, card == Card.SECOND_TRUTHTRANCE), "the card is no Truthtrance")
    require(asked != seat, "one asks another seat")
    require(g.phase == Phase.MOVEMENT, "it is not the phase of shipment and movement")
    require(g.frame is None, "a discard has interrupted something that must be settled first")
    require(g.terror_frame is None, "a forced discard has interrupted an entry that must be settled first")
    require(g.box is None, "a Nullentropy Box is being searched with")
    require(g.box_frame is None, "a Nullentropy Box has interrupted something that must be settled first")
    give_up(g, seat, card)
    g.questions.append(Question(asker=seat, asked=asked, about=about, card=card))
    emit(Asked(asker=seat, asked=asked, about=about), to=EVERYONE)


@dune.action
def answer_truly(g: Table, seat: Faction, yes: bool) -> None:
    """Answer the first question. The answer is the truth, and its Truthtrance is discarded."""
    require(bool(g.questions), "no question is open")
    question = g.questions[0]
    require(question.asked == seat, "another seat is asked")
    require(yes == has(g.hand[seat], question.about), "the answer is not the truth")
    g.questions.pop(0)
    g.discard.add(question.card)
    emit(Answered(seat=seat, about=question.about, yes=yes), to=EVERYONE)
    emit(Discarded(seat=question.asker, card=question.card), to=EVERYONE)
    settle_overflow(g)
