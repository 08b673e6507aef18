"""Broken entries into places with Terror tokens: each is caught by a named declaration, on a shortest trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dune.breaking import caught
from dune.playing import dune
from kanly.model import is_present, require, required
from kanly.model.dune.arrivals import intrusion as entries
from kanly.model.dune.movement import movement, shipment
from kanly.model.dune.table.board import Place
from kanly.model.dune.table.cards import Card
from kanly.model.dune.table.entries import TerrorEntry
from kanly.model.dune.table.factions import Faction, Troop
from kanly.model.dune.table.forces import standing
from kanly.model.dune.table.kinds import Entry, Onward, Source, Stage
from kanly.model.dune.table.state import Table
from kanly.model.dune.terror import discards as terror_discards
from kanly.model.dune.terror import entry as terror
from kanly.model.dune.terror.discards import force_discard, resume_entry, reveal_robbery
from kanly.model.dune.terror.entry import accept_alliance, offer_alliance, refuse_alliance
from kanly.model.dune.view.table import TableView, view

Patch = pytest.MonkeyPatch
MORITANI = Faction.MORITANI
SABOTAGE, OLD, ALLIANCE = "terror-sabotage", "terror-legacy-event", "terror-alliance-refused"
SABOTAGED = ("ship", "reveal_sabotage", "resume_entry")


def on_turn_whatever_waits(g: Table, seat: Faction) -> None:
    require(g.active == seat, "it is another seat's turn")


def counted_again(g: Table, entry: TerrorEntry) -> TerrorEntry:
    """The entry with as many forces as stand there now."""
    entry.amount = standing(g, entry.place, entry.entrant)
    return entry


def test_moritani_comes_upon_its_own_token(monkeypatch: Patch) -> None:
    def token_awaits(g: Table, seat: Faction, place: Place) -> bool:
        return is_present(g.terror[place])

    monkeypatch.setattr(shipment, "token_awaits", token_awaits)
    actions = ("end_movement", "end_movement", "ship")
    caught(dune, SABOTAGE, "entry-is-of-now", *actions, conjunct="entrant")


@pytest.mark.slow
def test_elite_forces_are_not_counted_among_those_that_came_in(monkeypatch: Patch) -> None:
    def open_terror(
        g: Table, entrant: Faction, place: Place, cause: Entry, amount: int, elite: int, onward: Onward
    ) -> None:
        terror.open_terror(g, entrant, place, cause, amount - elite, elite, onward)

    monkeypatch.setattr(entries, "open_terror", open_terror)
    caught(dune, "flight-entries", "entry-is-of-now", "end_movement", "move", conjunct="elite")


def test_every_forced_discard_counts_as_an_entry(monkeypatch: Patch) -> None:
    def number_if_old(g: Table, entry: TerrorEntry) -> None:
        g.entries += 1
        if entry.event is None:
            entry.event = g.entries

    monkeypatch.setattr(terror_discards, "number_if_old", number_if_old)
    caught(dune, SABOTAGE, "entry-keeps-its-number", *SABOTAGED)


def test_an_entry_gets_two_numbers(monkeypatch: Patch) -> None:
    def open_terror(
        g: Table, entrant: Faction, place: Place, cause: Entry, amount: int, elite: int, onward: Onward
    ) -> None:
        terror.open_terror(g, entrant, place, cause, amount, elite, onward)
        g.entries += 1
        required(g.entry, "no entry waits for an answer").event = g.entries

    monkeypatch.setattr(entries, "open_terror", open_terror)
    caught(dune, "terror-during-flight", "entries-are-groups-where-nobody-ships", "declare_flight")


def test_a_number_is_given_while_an_old_entry_without_one_waits() -> None:
    def revealed(g: Table, seat: Faction) -> None:
        reveal_robbery(g, seat)
        g.entries += 1

    broken = dune.variant({reveal_robbery: revealed})
    caught(broken, OLD, "entry-keeps-its-number", "reveal_robbery")


def test_an_old_entry_is_numbered_by_what_it_reveals() -> None:
    def revealed(g: Table, seat: Faction) -> None:
        reveal_robbery(g, seat)
        terror_discards.number_if_old(g, required(g.entry, "no entry waits for an answer"))

    broken = dune.variant({reveal_robbery: revealed})
    caught(broken, OLD, "entry-is-one-from-beginning-to-end", "reveal_robbery", conjunct="number")


def test_an_old_entry_has_no_number_in_its_frame(monkeypatch: Patch) -> None:
    def number_if_old(g: Table, entry: TerrorEntry) -> None:
        """The number is left to whoever settles the frame."""

    monkeypatch.setattr(terror_discards, "number_if_old", number_if_old)
    caught(dune, OLD, "entry-is-one-from-beginning-to-end", "reveal_sabotage", conjunct="number in the frame")


def test_whoever_came_in_is_counted_again_at_the_reveal() -> None:
    def revealed(g: Table, seat: Faction) -> None:
        reveal_robbery(g, seat)
        g.entry = counted_again(g, required(g.entry, "no entry waits for an answer"))

    broken = dune.variant({reveal_robbery: revealed})
    caught(broken, OLD, "entry-is-one-from-beginning-to-end", "reveal_robbery", conjunct="the same")


def test_whoever_came_in_is_counted_again_in_the_frame(monkeypatch: Patch) -> None:
    def force(g: Table, entry: TerrorEntry, source: Source, owner: Faction, card: Card) -> None:
        force_discard(g, counted_again(g, entry), source, owner, card)

    monkeypatch.setattr(terror_discards, "force_discard", force)
    caught(dune, OLD, "entry-is-one-from-beginning-to-end", "reveal_sabotage", conjunct="the same in the frame")


def test_the_frame_of_a_sabotage_waits_for_the_gift_already(monkeypatch: Patch) -> None:
    def force(g: Table, entry: TerrorEntry, source: Source, owner: Faction, card: Card) -> None:
        if source == Source.SABOTAGE:
            entry.stage = Stage.GIFT
        force_discard(g, entry, source, owner, card)

    monkeypatch.setattr(terror_discards, "force_discard", force)
    actions = ("ship", "reveal_sabotage")
    caught(dune, SABOTAGE, "entry-is-one-from-beginning-to-end", *actions, conjunct="stage in the frame")


def test_a_new_offer_makes_a_refusal_undone() -> None:
    def offered(g: Table, seat: Faction) -> None:
        entry = terror.moritani_answers(g, seat, Stage.OFFER)
        require(terror.both_unallied(g, entry.entrant), "one of the two has an ally")
        entry.refused = False
        terror.wait_for(g, Stage.REPLY)

    broken = dune.variant({offer_alliance: offered})
    actions = ("ship", "offer_alliance", "refuse_alliance", "offer_alliance")
    caught(broken, ALLIANCE, "entry-is-one-from-beginning-to-end", *actions, conjunct="refused")


def test_a_refusal_opens_the_entry_anew() -> None:
    def refused(g: Table, seat: Faction) -> None:
        entry = terror.entrant_answers(g, seat)
        terror.open_terror(g, seat, entry.place, entry.cause, entry.amount, entry.elite, entry.onward)

    broken = dune.variant({refuse_alliance: refused})
    actions = ("ship", "offer_alliance", "refuse_alliance")
    caught(broken, ALLIANCE, "entry-is-one-from-beginning-to-end", *actions, conjunct="number")


def test_a_shipment_is_placed_again_behind_the_frame() -> None:
    def resumed(g: Table) -> None:
        entry = required(g.terror_frame, "no forced discard is waiting to be settled").entry
        resume_entry(g)
        g.forces[entry.place][entry.entrant][Troop.ORDINARY] += entry.amount

    broken = dune.variant({resume_entry: resumed})
    caught(broken, SABOTAGE, "arrivals-happen-once", *SABOTAGED, conjunct="Atreides in CARTHAG")


def test_the_next_seat_ships_while_an_entry_waits(monkeypatch: Patch) -> None:
    for module in (movement, shipment):
        monkeypatch.setattr(module, "on_turn", on_turn_whatever_waits)
    caught(dune, SABOTAGE, "arrivals-happen-once", "ship", "end_movement", "ship", conjunct="shipped")


def test_the_phase_ends_while_a_decision_is_open(monkeypatch: Patch) -> None:
    monkeypatch.setattr(movement, "on_turn", on_turn_whatever_waits)
    caught(dune, "flight-truthtrance", "decisions-are-of-the-movement-phase", "move", "end_movement")


def test_the_token_of_an_alliance_stays_on_the_board() -> None:
    def accepted(g: Table, seat: Faction) -> None:
        entry = terror.entrant_answers(g, seat)
        accept_alliance(g, seat)
        for kind in g.terror_supply:
            if g.terror[entry.place] is None:
                g.terror[entry.place] = kind

    broken = dune.variant({accept_alliance: accepted})
    caught(broken, ALLIANCE, "token-custody", "ship", "offer_alliance", "accept_alliance")


def test_a_revealed_token_can_be_laid_again(monkeypatch: Patch) -> None:
    def reveal(g: Table, place: Place) -> None:
        kind = required(g.terror[place], "no token lies there")
        terror.reveal(g, place)
        g.terror_supply.add(kind)

    monkeypatch.setattr(terror_discards, "reveal", reveal)
    caught(dune, SABOTAGE, "token-custody", "ship", "reveal_sabotage", conjunct="SABOTAGE has one home")


def tells_the_entrant_what_lies_there(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.entry is not None and g.entry.entrant == seat:
        shown.terror_kinds = {**shown.terror_kinds, g.entry.place: g.terror[g.entry.place]}
    return shown


def tells_everybody_what_moritani_may_still_lay(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    shown.terror_supply = g.terror_supply
    return shown


def tells_only_the_entrant_what_was_revealed(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.entry is None or seat != g.entry.entrant:
        shown.terror_removed = set()
    return shown


def tells_nobody_else_of_an_entry(g: Table, seat: Faction) -> TableView:
    shown = view(g, seat)
    if g.entry is not None and seat not in (MORITANI, g.entry.entrant):
        shown.entry = None
    return shown


@pytest.mark.parametrize(
    ("broken", "check", "actions", "conjunct"),
    [
        (tells_the_entrant_what_lies_there, "tokens-are-moritanis-secret", ("ship",), "kinds to Atreides"),
        (tells_everybody_what_moritani_may_still_lay, "tokens-are-moritanis-secret", (), "supply to Atreides"),
        (
            tells_only_the_entrant_what_was_revealed,
            "tokens-are-moritanis-secret",
            ("ship", "reveal_terror"),
            "removed to Atreides",
        ),
        (tells_nobody_else_of_an_entry, "entry-is-public", ("ship",), "CHOAM"),
    ],
)
def test_a_view_tells_too_much_or_too_little(
    monkeypatch: Patch,
    broken: Callable[[Table, Faction], TableView],
    check: str,
    actions: tuple[str, ...],
    conjunct: str,
) -> None:
    monkeypatch.setattr("kanly.model.dune.view.table.view", broken)
    caught(dune, SABOTAGE, check, *actions, conjunct=conjunct)
