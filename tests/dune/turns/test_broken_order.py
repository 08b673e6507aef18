"""Broken rules of the order of turns: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

import pytest

from dune.breaking import caught, missed
from dune.playing import dune
from kanly.model import merged, require
from kanly.model.dune.interruptions.nullentropy import open_box
from kanly.model.dune.interruptions.truthtrance import ask_truthtrance
from kanly.model.dune.movement.movement import end_movement
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.factions import Faction
from kanly.model.dune.table.kinds import Timing
from kanly.model.dune.table.state import Table
from kanly.model.dune.turns import guild, hand, sapho, turn
from kanly.model.dune.turns.guild import decline_guild_turn, guild_is_asked, take_guild_turn
from kanly.model.dune.turns.sapho import go_first

Patch = pytest.MonkeyPatch
ORDER = "flight-guild-sapho"


def test_guild_is_asked_about_its_own_turn(monkeypatch: Patch) -> None:
    @merged
    def ask_the_guild(g: Table) -> None:
        g.guild = Timing.ASKED if turn.guild_waits(g) else Timing.UNASKED

    monkeypatch.setattr(turn, "ask_the_guild", ask_the_guild)
    check = "guild-is-asked-about-anothers-turn"
    actions = ("end_movement", "decline_guild_turn", "end_movement")
    caught(dune, ORDER, check, *actions, conjunct="another's turn")


def test_guild_is_never_asked_again(monkeypatch: Patch) -> None:
    @merged
    def ask_the_guild(g: Table) -> None:
        g.guild = Timing.UNASKED

    monkeypatch.setattr(turn, "ask_the_guild", ask_the_guild)
    caught(dune, ORDER, "guild-is-asked-when-a-turn-begins", "end_movement")
    missed(dune, ORDER, "old-save-asks-the-guild")


def test_nobody_waits_for_the_guild(monkeypatch: Patch) -> None:
    def idle(g: Table) -> None:
        require(g.frame is None, "a discard has interrupted something that must be settled first")

    monkeypatch.setattr(turn, "idle", idle)
    caught(dune, ORDER, "nobody-acts-while-the-guild-is-asked", "move")
    caught(dune, ORDER, "guild-is-asked-at-the-beginning", "move", conjunct="movement")


def test_nothing_interrupts_the_guild(monkeypatch: Patch) -> None:
    def no_interruption(g: Table) -> None:
        """Questions and searches wait."""

    monkeypatch.setattr(guild, "uninterrupted", no_interruption)
    interrupted = "guild-interrupted"
    caught(
        dune, interrupted, "question-locks-the-decision", "ask_truthtrance", "take_guild_turn", conjunct="nothing else"
    )
    caught(dune, interrupted, "search-comes-first", "open_box", "take_guild_turn")
    actions = ("open_box", "take_from_the_discard", "take_guild_turn")
    caught(dune, interrupted, "search-frame-comes-first", *actions, conjunct="first")


def test_the_guild_interrupts_everything() -> None:
    def asked(g: Table, seat: Faction, card: Card, asked: Faction, about: Card) -> None:
        require(g.guild != Timing.ASKED, "the Guild is asked")
        ask_truthtrance(g, seat, card, asked, about)

    def opened(g: Table, seat: Faction) -> None:
        require(g.guild != Timing.ASKED, "the Guild is asked")
        open_box(g, seat)

    missed(dune.variant({ask_truthtrance: asked}), "guild-interrupted", "a-question-comes-before-the-guild")
    missed(dune.variant({open_box: opened}), "guild-interrupted", "a-search-comes-before-the-guild")


def test_granted_turn_is_not_taken() -> None:
    def take(g: Table, seat: Faction) -> None:
        guild_is_asked(g, seat)
        g.guild = Timing.GRANTED

    broken = dune.variant({take_guild_turn: take})
    caught(broken, ORDER, "granted-turn-is-the-guilds", "take_guild_turn")
    caught(broken, ORDER, "guild-chooses-its-time", "take_guild_turn", conjunct="on turn")


def test_seat_that_the_guild_goes_before_loses_its_turn() -> None:
    def take(g: Table, seat: Faction) -> None:
        skipped = g.active
        take_guild_turn(g, seat)
        if skipped is not None and g.to_move is not None:
            g.to_move.discard(skipped)

    broken = dune.variant({take_guild_turn: take})
    caught(broken, ORDER, "guild-chooses-its-time", "take_guild_turn", conjunct="queue")


def test_declining_is_asked_about_for_ever() -> None:
    def decline(g: Table, seat: Faction) -> None:
        guild_is_asked(g, seat)

    broken = dune.variant({decline_guild_turn: decline})
    caught(broken, ORDER, "guild-chooses-its-time", "decline_guild_turn", conjunct="noted")


def test_early_end_forgets_the_guilds_choice() -> None:
    def end(g: Table, seat: Faction) -> None:
        end_movement(g, seat)
        if g.frame is not None:
            g.guild = Timing.UNASKED

    actions = ("decline_guild_turn", "declare_flight", "end_movement")
    broken = dune.variant({end_movement: end})
    caught(broken, ORDER, "timing-changes-with-the-turn", *actions, conjunct="Guild")
    missed(broken, ORDER, "granted-guild-flight-ends-early")


@pytest.mark.slow
def test_guild_has_a_place_in_the_storm_order(monkeypatch: Patch) -> None:
    def waits_in_order(g: Table, seat: Faction) -> bool:
        return g.to_move is not None and seat in g.to_move and g.sapho_last != seat

    monkeypatch.setattr(turn, "waits_in_order", waits_in_order)
    caught(dune, ORDER, "turn-passes-in-order", "end_movement", conjunct="next")


@pytest.mark.slow
def test_sapho_mark_stays(monkeypatch: Patch) -> None:
    def forget_sapho(g: Table, seat: Faction) -> None:
        """The mark is kept."""

    monkeypatch.setattr(turn, "forget_sapho", forget_sapho)
    actions = ("take_guild_turn", "go_last", "end_movement", "end_movement", "end_movement")
    caught(dune, ORDER, "sapho-is-for-a-waiting-seat", *actions)
    caught(dune, ORDER, "turn-passes-in-order", *actions, conjunct="Sapho")


def test_sapho_is_drunk_in_the_middle_of_a_turn(monkeypatch: Patch) -> None:
    def untouched(g: Table, seat: Faction) -> None:
        """Anything goes."""

    monkeypatch.setattr(sapho, "untouched", untouched)
    caught(dune, ORDER, "sapho-is-drunk-before-a-turn-begins", "move", "go_first", conjunct="begun")
    caught(dune, ORDER, "who-waits-has-not-moved", "move", "go_first", conjunct="Atreides")


def test_sapho_comes_back(monkeypatch: Patch) -> None:
    def play(g: Table, seat: Faction, card: Card) -> None:
        hand.give_up(g, seat, card)
        g.hand[seat].add(card)

    monkeypatch.setattr(sapho, "play", play)
    check = "sapho-is-drunk-before-a-turn-begins"
    caught(dune, ORDER, check, "take_guild_turn", "go_last", conjunct="discarded")


def test_last_one_stays_on_turn(monkeypatch: Patch) -> None:
    def advance(g: Table) -> None:
        """Nobody else comes."""

    monkeypatch.setattr(sapho, "advance", advance)
    caught(dune, ORDER, "last-means-after-all", "take_guild_turn", "go_last", conjunct="next")


@pytest.mark.slow
def test_first_one_makes_another_the_last() -> None:
    def first(g: Table, seat: Faction) -> None:
        skipped = g.active
        go_first(g, seat)
        g.sapho_last = skipped

    broken = dune.variant({go_first: first})
    caught(broken, ORDER, "first-means-now", "decline_guild_turn", "go_first", conjunct="last")


def test_first_one_waits_all_the_same() -> None:
    def first(g: Table, seat: Faction) -> None:
        on_turn = g.active
        go_first(g, seat)
        g.active = on_turn

    broken = dune.variant({go_first: first})
    caught(broken, ORDER, "first-means-now", "decline_guild_turn", "go_first", conjunct="on turn")


def test_allies_never_part(monkeypatch: Patch) -> None:
    def meet_ally_deadline(g: Table, seat: Faction) -> None:
        """Nobody is lost."""

    monkeypatch.setattr(turn, "meet_ally_deadline", meet_ally_deadline)
    missed(dune, ORDER, "allies-part-behind-a-frame")
    caught(dune, ORDER, "allies-part", "decline_guild_turn", "move", "end_movement")
