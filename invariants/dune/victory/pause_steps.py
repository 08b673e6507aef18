"""What each step of the Mentat pause does, and that it does nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from ....model import both, either, exists, has, implies, is_present, negate, same, scope, size
from ....model.dune.table.board import Place
from ....model.dune.table.cards import Card
from ....model.dune.table.factions import Faction
from ....model.dune.table.kinds import Phase
from ....model.dune.table.mentat import Inflation, Pause
from ....model.dune.table.state import Table
from ....model.dune.victory.gamont import allow_gamont, play_gamont, stop_gamont
from ....model.dune.victory.mentat import begin_mentat
from ....model.dune.victory.placement import (
    allow_placement,
    place_no_token,
    place_token,
    settle_stopped_placement,
    stop_placement,
)
from ...language.changes import changes_only
from ...language.conditions import Conjunct
from ...language.steps import Step
from ...language.where import knowing, playing, using
from ..laws import laws
from .winners_steps import CHECKED, checks

CHOAM, MORITANI = Faction.CHOAM, Faction.MORITANI

OUTCOME = ("pause", "phase", "turn", "winners", "won", "stronghold_cards", "cards_claimed", "advisors")
"""What a check of victory may change."""


@laws.step("the-pause-begins-with-spice", clauses=["VIC-10"], where=CHECKED & using(Table.bribes))
def the_pause_begins_with_spice(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Inflation goes on and bribes are taken when the pause begins, once; nothing else in the pause touches them."""
    begins = step.took(begin_mentat)
    for seat in scope(before, Faction):
        gained = before.spice[seat] + (before.bribes[seat] if begins else 0)
        yield f"spice of {seat.title}", after.spice[seat] == gained
        yield f"bribe of {seat.title}", after.bribes[seat] == (0 if begins else before.bribes[seat])
    yield "fresh", implies(begins, negate(same_inflation(after, Inflation.FRESH)))
    turned = same_inflation(before, Inflation.FRESH) if begins else same_inflation(before, Inflation.TURNED)
    yield "turned", same(same_inflation(after, Inflation.TURNED), turned)


def same_inflation(g: Table, inflation: Inflation) -> bool:
    """Whether the Inflation token lies in a certain way."""
    return g.inflation == inflation


@laws.step("moritani-is-asked-if-it-can-place", clauses=["VIC-10"], where=CHECKED & using(Table.placement))
def moritani_is_asked_if_it_can_place(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """The pause begins with a placement exactly if Moritani has a token and a stronghold is free of one."""
    free = exists(
        [place for place in scope(before, Place) if place.territory.stronghold],
        lambda place: negate(is_present(before.terror[place])),
    )
    due = both(size(before.terror_supply) > 0, free)
    yield "asked", implies(step.took(begin_mentat), same(after.pause == Pause.PLACEMENT, due))
    yield "once", implies(negate(step.took(begin_mentat)), negate(after.pause == Pause.PLACEMENT))


@laws.step("nobody-confirms-a-check", clauses=["VIC-11", "VIC-29"], where=CHECKED & ~knowing(CHOAM))
def nobody_confirms_a_check(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Without CHOAM victory is checked by the very step after which Moritani has nothing more to do."""
    over = either(step.took(place_no_token), step.took(settle_stopped_placement))
    begun = both(step.took(begin_mentat), negate(after.pause == Pause.PLACEMENT))
    answered = both(step.took(allow_placement), negate(after.pause == Pause.ANSWERS))
    yield "checked", implies(either(over, either(begun, answered)), checks(before, step, after))


@laws.step("a-token-is-placed-or-kept", clauses=["VIC-11"], where=playing(place_token))
def a_token_is_placed_or_kept(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A token that is placed leaves the supply and lies in a stronghold that had none; nothing else changes."""
    if step.took(place_token):
        yield "of the supply", has(before.terror_supply, step["token"])
        yield "free", negate(is_present(before.terror[step["place"]]))
        yield "lies there", after.terror[step["place"]] == step["token"]
        yield "others wait", same(after.pause == Pause.ANSWERS, True)
        supply = ("terror_supply", step["token"])
        yield from changes_only(before, after, "pause", "placement", supply, ("terror", step["place"]))
    if step.took(place_no_token):
        yield from changes_only(before, after, *OUTCOME)


@laws.step("a-stopped-placement-is-undone", clauses=["VIC-12"], where=playing(stop_placement))
def a_stopped_placement_is_undone(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Karama gives the token back to Moritani and is discarded; what follows waits to be settled."""
    placement = before.placement
    if step.took(stop_placement) and placement is not None:
        seat = step["seat"]
        yield "card", both(has(before.hand[seat], Card.KARAMA), has(after.discard, Card.KARAMA))
        yield "gone", negate(is_present(after.terror[placement.place]))
        yield "back", size(after.terror_supply) == size(before.terror_supply) + 1
        yield "waits", after.pause == Pause.DENIED
        changed = (("hand", seat, Card.KARAMA), ("discard", Card.KARAMA), ("terror", placement.place))
        yield from changes_only(before, after, "pause", "placement", "quote", "terror_supply", *changed)


@laws.step("a-stopped-placement-keeps-its-quote", clauses=["VIC-12"], where=playing(settle_stopped_placement))
def a_stopped_placement_keeps_its_quote(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """When a stopped placement is settled, what was looked up then is what happens."""
    kept = before.quote
    if step.took(settle_stopped_placement) and kept is not None:
        yield "winners", after.winners == kept.winners
        yield "way", after.won == kept.way
        yield "used up", negate(is_present(after.quote))
        yield from changes_only(before, after, "quote", *OUTCOME)


@laws.step("a-force-goes-home-once", clauses=["VIC-13"], where=playing(play_gamont))
def a_force_goes_home_once(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """A Trip to Gamont costs its card; when nobody stops it that one force is in the reserves, and CHOAM goes on."""
    gamont = before.gamont
    if step.took(play_gamont):
        card = Card.TRIP_TO_GAMONT
        yield "held", has(before.hand[CHOAM], card)
        yield from changes_only(before, after, "pause", "gamont", ("hand", CHOAM, card), ("discard", card))
    if step.took(allow_gamont) and gamont is not None:
        home = after.gamont is None
        forces = before.forces[gamont.place][gamont.seat][gamont.troop]
        reserves = before.reserves[gamont.seat][gamont.troop]
        yield "last answer", same(home, size(gamont.waiting) == 1)
        yield "left", after.forces[gamont.place][gamont.seat][gamont.troop] == forces - home
        yield "home", after.reserves[gamont.seat][gamont.troop] == reserves + home
        moved = (("forces", gamont.place, gamont.seat), ("reserves", gamont.seat))
        yield from changes_only(before, after, "pause", "gamont", *moved)
    if step.took(stop_gamont):
        spent = (("hand", step["seat"], Card.KARAMA), ("discard", Card.KARAMA))
        yield from changes_only(before, after, "pause", "gamont", *spent)
    yield "goes on", implies(both(before.pause == Pause.GAMONT, after.gamont is None), after.pause == Pause.CHOAM)


@laws.step("a-check-changes-no-board", clauses=["VIC-14", "VIC-29"], where=CHECKED, when=checks)
def a_check_changes_no_board(before: Table, step: Step, after: Table) -> Iterator[Conjunct]:
    """Nobody moves, gains or loses anything by the check itself, and its phase is the Mentat pause."""
    yield "phase", before.phase == Phase.MENTAT
    beside = ("spice", "bribes", "inflation", "placement", "quote")
    yield from changes_only(before, after, *OUTCOME, *beside)
