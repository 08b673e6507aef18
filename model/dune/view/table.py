"""What each seat is shown of the table."""

from __future__ import annotations

from typing import Final

from ... import Int, Map, OneOf, Option, Seq, Set, View, Withholds, either, is_present, merged, scope, size, whole
from ..game import dune
from ..table.board import Place, Sector, Territory
from ..table.cards import Card
from ..table.entries import Embassy, Riding, TerrorEntry
from ..table.factions import Faction, Troop
from ..table.flights import Flight
from ..table.forces import marker_at
from ..table.interruptions import Question, Search
from ..table.kinds import Ambassador, Line, Phase, Source, Terror, Timing, Worth
from ..table.limits import MOST_FORCES, MOST_GROUPS, MOST_SPICE
from ..table.mentat import MOST_BRIBES, Gamont, Inflation, Pause, Placement
from ..table.movements import Arrival, Conversion, Intrusion, SpeedResponse
from ..table.state import Table
from ..table.victories import Prediction, TechToken, Way


class TableView(View):
    """The table as one seat sees it: its own hand, the size of the others', and what lies open."""

    turn: int = Int(1, 10)
    phase: Phase
    storm: Sector
    active: Faction | None = Option(Faction)
    to_move: set[Faction] | None = Option(Set(Faction))
    sapho_last: Faction | None = Option(Faction)
    guild: Timing
    allowance: dict[Faction, int] = Map(Faction, Int(1, MOST_GROUPS))
    moved: dict[Faction, int] = Map(Faction, Int(0, MOST_GROUPS))
    shipped: set[Faction] = Set(Faction)
    promised: set[Faction] = Set(Faction)
    karama_rate: Faction | None = Option(Faction)
    slowed: Faction | None = Option(Faction)
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
    shown_worth: Worth | None = Option(Worth)

    terror: dict[Place, bool] = Map(Place, bool)
    terror_kinds: dict[Place, Terror | None] = Map(Place, Option(Terror))
    """Which token lies where; only Moritani is shown it."""
    terror_supply: set[Terror] = Set(Terror)
    terror_removed: set[Terror] = Set(Terror)
    extorted: bool
    face_down: set[Card] = Set(Card)
    """The cards discarded in private that the seat itself held."""
    face_down_sizes: dict[Faction, int] = Map(Faction, Int(0, len(Card)))
    forced: dict[Source, int] = Map(Source, Int(0, len(Card)))
    spice: int = Int(0, MOST_SPICE)
    bank: int = Int(0, MOST_SPICE)
    leaders: dict[Faction, int] = Map(Faction, Int(0, 5))
    riding: Riding | None = Option(Riding)
    ridden: int = Int(0, 3)

    flight: Flight | None = Option(Flight)
    remainder: dict[Place, dict[Troop, int]] | None = Option(Map(Place, Map(Troop, Int(0, MOST_FORCES))))
    decision: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )
    search: Search | None = Option(Search)
    """Who searches the discard pile, and which decision waits for it."""
    questions: list[Question] = Seq(Question, at_most=2)
    entry: TerrorEntry | None = Option(TerrorEntry)
    """The entry that waits for an answer: who came in, where, how, and for what it waits."""
    ambassadors: dict[Place, Ambassador | None] = Map(Place, Option(Ambassador))
    recalled: set[Ambassador] = Set(Ambassador)
    embassy: Embassy | None = Option(Embassy)
    """The entry that waits for Ecaz: who came in, and where."""
    automatic_continuation_pending: bool
    """A frame waits to be drained. What it will do is not shown."""
    tech: dict[TechToken, Faction | None] = Map(TechToken, Option(Faction))
    mobile: bool
    first: Faction
    prediction: Prediction | None = Option(Prediction)
    """Only the Bene Gesserit are shown it."""
    predicted: bool
    winners: set[Faction] = Set(Faction)
    won: Way
    stronghold_cards: dict[Territory, Faction | None] = Map(Territory, Option(Faction))
    cards_claimed: int = Int(0, 10)
    pause: Pause
    inflation: Inflation | None = Option(Inflation)
    bribes: dict[Faction, int] = Map(Faction, Int(0, MOST_BRIBES))
    placement: Placement | None = Option(Placement)
    gamont: Gamont | None = Option(Gamont)
    log: dict[Line, int] = Map(Line, Int(0, 31))


@merged
def token_lies(g: Table, place: Place) -> bool:
    """Whether a Terror token is in a place."""
    return is_present(g.terror[place])


@merged
def frame_waits(g: Table) -> bool:
    """Whether a frame is to be drained: a flight's, a forced discard's or a search's."""
    return either(either(is_present(g.frame), is_present(g.terror_frame)), is_present(g.box_frame))


COUNTED = "it numbers what is over, and nobody decides anything by it"
DRAINED = "a frame is shown as waiting; what it does is seen when it is drained"
NOT_SHOWN: Final = {
    "mustered": "it never changes, and is what the forces everywhere come to",
    **dict.fromkeys(("batches", "retired", "boxes", "flights", "entries"), COUNTED),
    **dict.fromkeys(("unflown_marker", "marker.event"), COUNTED),
    **dict.fromkeys(("frame", "box_frame", "terror_frame", "landed"), DRAINED),
    "quote": "how a check comes out is told when it is made",
    "face_down": "who searches the discard pile is offered its cards one by one",
}
"""What seats may know, and the view leaves out: why."""


LEFT_OUT_IN: Final = {
    "terror_frame": ("flight-sabotage", "terror-during-flight"),
    "face_down": ("flight-box", "flight-truthtrance"),
}
"""The scenarios in which what is shown does not tell all of it, where these are not all that have it."""


@dune.view(withholds=[Withholds(what, because, LEFT_OUT_IN.get(what, ())) for what, because in NOT_SHOWN.items()])
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
        guild=g.guild,
        allowance=g.allowance,
        moved=g.moved,
        shipped=g.shipped,
        promised=g.promised,
        karama_rate=whole(g, "karama_rate"),
        slowed=whole(g, "slowed"),
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
        marker={place: marker_at(g, place) for place in scope(g, Place)},
        worth=whole(g, "worth") if richese else None,
        shown_worth=whole(g, "shown_worth"),
        terror={place: token_lies(g, place) for place in g.terror},
        terror_kinds={place: whole(g.terror, place) if moritani else None for place in g.terror},
        terror_supply=g.terror_supply if moritani else set(),
        terror_removed=g.terror_removed,
        extorted=g.extorted,
        face_down=g.face_down[seat],
        face_down_sizes={other: size(cards) for other, cards in g.face_down.items()},
        forced=g.forced,
        spice=g.spice[seat],
        bank=g.bank,
        leaders=g.leaders,
        riding=whole(g, "riding"),
        ridden=g.ridden,
        flight=whole(g, "flight"),
        remainder=whole(g, "remainder"),
        decision=whole(g, "pending"),
        search=whole(g, "box"),
        questions=g.questions,
        entry=whole(g, "entry"),
        ambassadors={place: whole(g.ambassadors, place) for place in g.ambassadors},
        recalled=g.recalled,
        embassy=whole(g, "embassy"),
        automatic_continuation_pending=frame_waits(g),
        tech={token: whole(g.tech, token) for token in g.tech},
        mobile=g.mobile,
        first=g.first,
        prediction=whole(g, "prediction") if seat == Faction.BENE_GESSERIT else None,
        predicted=is_present(g.prediction),
        winners=g.winners,
        won=g.won,
        stronghold_cards={each: whole(g.stronghold_cards, each) for each in g.stronghold_cards},
        cards_claimed=g.cards_claimed,
        pause=g.pause,
        inflation=whole(g, "inflation"),
        bribes=g.bribes,
        placement=whole(g, "placement"),
        gamont=whole(g, "gamont"),
        log=g.log,
    )
