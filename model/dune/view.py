"""What each seat is shown of the table."""

from __future__ import annotations

from .. import Int, Map, OneOf, Option, Set, View, is_present, merged, scope, size, whole
from .board import Place, Sector, Territory
from .cards import Card
from .factions import Faction, Troop
from .game import dune
from .table import MOST_FORCES, Arrival, Flight, Intrusion, Line, Phase, Table, Terror, TerrorEntry, Worth


class TableView(View):
    """The table as one seat sees it: its own hand, the size of the others', and what lies open."""

    turn: int = Int(1, 10)
    phase: Phase
    storm: Sector
    active: Faction | None = Option(Faction)
    to_move: set[Faction] | None = Option(Set(Faction))
    sapho_last: Faction | None = Option(Faction)
    allowance: dict[Faction, int] = Map(Faction, Int(1, 2))
    moved: dict[Faction, int] = Map(Faction, Int(0, 3))
    shipped: set[Faction] = Set(Faction)
    promised: set[Faction] = Set(Faction)
    karama_rate: Faction | None = Option(Faction)
    ally: dict[Faction, Faction | None] = Map(Faction, Option(Faction))
    fresh_alliance: set[Faction] = Set(Faction)

    hand: set[Card] = Set(Card)
    reserved: set[Card] = Set(Card)
    hand_sizes: dict[Faction, int] = Map(Faction, Int(0, len(Card)))
    deck_size: int = Int(0, len(Card))
    discard: set[Card] = Set(Card)
    cache: set[Card] = Set(Card)
    removed: set[Card] = Set(Card)

    forces: dict[Place, dict[Faction, dict[Troop, int]]] = Map(Place, Map(Faction, Map(Troop, Int(0, MOST_FORCES))))
    reserves: dict[Faction, dict[Troop, int]] = Map(Faction, Map(Troop, Int(0, MOST_FORCES)))
    tanks: dict[Faction, dict[Troop, int]] = Map(Faction, Map(Troop, Int(0, MOST_FORCES)))
    advisors: set[Territory] = Set(Territory)
    marker: dict[Place, bool] = Map(Place, bool)
    worth: Worth | None = Option(Worth)
    """What the marker hides; only Richese is shown it."""

    terror: dict[Place, bool] = Map(Place, bool)
    terror_kinds: dict[Place, Terror | None] = Map(Place, Option(Terror))
    """Which token lies where; only Moritani is shown it."""
    terror_supply: set[Terror] = Set(Terror)
    terror_removed: set[Terror] = Set(Terror)
    extorted: bool

    flight: Flight | None = Option(Flight)
    remainder: dict[Place, dict[Troop, int]] | None = Option(Map(Place, Map(Troop, Int(0, MOST_FORCES))))
    decision: Arrival | Intrusion | TerrorEntry | None = Option(OneOf(Arrival, Intrusion, TerrorEntry))
    automatic_continuation_pending: bool
    """A frame waits to be drained. What it will do is not shown."""
    log: dict[Line, int] = Map(Line, Int(0, 31))


@merged
def marker_lies(g: Table, place: Place) -> bool:
    """Whether the No-Field marker is in a place."""
    return g.marker is not None and g.marker.place == place


@merged
def token_lies(g: Table, place: Place) -> bool:
    """Whether a Terror token is in a place."""
    return is_present(g.terror[place])


@merged
def frame_waits(g: Table) -> bool:
    """Whether a frame is to be drained."""
    return is_present(g.frame)


@dune.view
def view(g: Table, seat: Faction) -> TableView:
    """What lies open is shown to all; hands, hidden markers and tokens to their owners."""
    richese = seat == Faction.RICHESE
    moritani = seat == Faction.MORITANI
    return TableView(
        turn=g.turn,
        phase=g.phase,
        storm=g.storm,
        active=whole(g, "active"),
        to_move=whole(g, "to_move"),
        sapho_last=whole(g, "sapho_last"),
        allowance=g.allowance,
        moved=g.moved,
        shipped=g.shipped,
        promised=g.promised,
        karama_rate=whole(g, "karama_rate"),
        ally=g.ally,
        fresh_alliance=g.fresh_alliance,
        hand=g.hand[seat],
        reserved=g.reserved[seat],
        hand_sizes={other: size(hand) for other, hand in g.hand.items()},
        deck_size=size(g.deck),
        discard=g.discard,
        cache=g.cache,
        removed=g.removed,
        forces=g.forces,
        reserves=g.reserves,
        tanks=g.tanks,
        advisors=g.advisors,
        marker={place: marker_lies(g, place) for place in scope(g, Place)},
        worth=whole(g, "worth") if richese else None,
        terror={place: token_lies(g, place) for place in g.terror},
        terror_kinds={place: whole(g.terror, place) if moritani else None for place in g.terror},
        terror_supply=g.terror_supply if moritani else set(),
        terror_removed=g.terror_removed,
        extorted=g.extorted,
        flight=whole(g, "flight"),
        remainder=whole(g, "remainder"),
        decision=whole(g, "pending"),
        automatic_continuation_pending=frame_waits(g),
        log=g.log,
    )
