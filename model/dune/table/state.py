"""The table: everything that a saved turn remembers, and which of it each seat may know."""

from __future__ import annotations

from ... import NOBODY, OWNER, Int, Map, OneOf, Option, Parameter, Seq, Set, State, either, is_present, merged, size
from .board import Place, Sector, Territory
from .cards import Card, Mode
from .entries import Embassy, Riding, TerrorEntry, TerrorFrame
from .factions import Faction, Troop
from .flights import EndFrame, Flight, MoveFrame
from .interruptions import BoxFrame, Question, Search
from .kinds import Ambassador, Line, Phase, Source, Terror, Timing, Worth
from .limits import MOST_FORCES, MOST_GROUPS, MOST_SPICE
from .mentat import MOST_BRIBES, Gamont, Inflation, Pause, Placement
from .movements import Arrival, Conversion, Intrusion, Marker, Movement, SpeedResponse
from .variants import Foretelling, Ranking, Sietches, Ties
from .victories import Prediction, Quote, TechToken, Way


def _richese(g: Table, seat: Faction) -> bool:
    return seat == Faction.RICHESE


@merged
def _searches(g: Table, seat: Faction) -> bool:
    return g.box is not None and g.box.seat == seat


def _knows_the_face(g: Table, seat: Faction, owner: Faction) -> bool:
    return either(seat == owner, _searches(g, seat))


def _sisters(g: Table, seat: Faction) -> bool:
    return seat == Faction.BENE_GESSERIT


def _moritani(g: Table, seat: Faction, *place: Place) -> bool:
    return seat == Faction.MORITANI


class Table(State):
    """A turn of the game as it can be saved between two steps."""

    # Whose flights are looked at.
    holder: Faction = Parameter(Faction.ATREIDES)
    mode: Mode = Parameter(Mode.RANGE3)

    # How victory is judged where published rules differ.
    ranking: Ranking = Parameter(Ranking.ANY_MEMBER)
    foretelling: Foretelling = Parameter(Foretelling.QUALIFIED)
    sietches: Sietches = Parameter(Sietches.ALONE)
    ecaz_tolerated: bool = Parameter(False)
    """Whether Ecaz alone in Sietch Tabr leaves the Fremen's sietches free, which the rules leave open."""
    guild_shares: bool = Parameter(True)
    """Whether the Guild's ally wins with it on the last turn."""
    ties: Ties = Parameter(Ties.ALL)

    # The hour.
    turn: int = Int(1, 10)
    phase: Phase
    storm: Sector

    # Treachery cards. A card in the air is in none of these: the live flight holds it.
    deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
    hand: dict[Faction, set[Card]] = Map(Faction, Set(Card), seen_by=OWNER, public=size)
    reserved: dict[Faction, set[Card]] = Map(Faction, Set(Card), seen_by=OWNER)
    """Cards of a hand that are promised in a bargain and may not be played."""
    discard: set[Card] = Set(Card)
    cache: set[Card] = Set(Card)
    """The Richese cards that are not in the game yet."""
    removed: set[Card] = Set(Card)

    # Forces.
    mustered: dict[Faction, dict[Troop, int]] = Map(Faction, Map(Troop, Int(0, MOST_FORCES)))
    """How many forces each faction brought to the table; they never become more or fewer."""
    reserves: dict[Faction, dict[Troop, int]] = Map(Faction, Map(Troop, Int(0, MOST_FORCES)))
    tanks: dict[Faction, dict[Troop, int]] = Map(Faction, Map(Troop, Int(0, MOST_FORCES)))
    forces: dict[Place, dict[Faction, dict[Troop, int]]] = Map(Place, Map(Faction, Map(Troop, Int(0, MOST_FORCES))))
    advisors: set[Territory] = Set(Territory)
    """Where the Bene Gesserit forces are advisors."""
    marker: Marker | None = Option(Marker)
    worth: Worth | None = Option(Worth, seen_by=_richese, public=is_present)
    """What the marker on the board hides."""
    shown_worth: Worth | None = Option(Worth)
    """What the marker hid that was revealed last; it lies open before Richese's shield."""

    # Alliances.
    ally: dict[Faction, Faction | None] = Map(Faction, Option(Faction))
    fresh_alliance: set[Faction] = Set(Faction)
    """Seats that became allies in this turn."""

    # The order of shipment and movement.
    active: Faction | None = Option(Faction)
    to_move: set[Faction] | None = Option(Set(Faction))
    """The queue: who has still to move, the active seat included. None in a save from before there was a queue."""
    sapho_last: Faction | None = Option(Faction)
    """The seat that a Juice of Sapho put at the end of the queue."""
    guild: Timing
    """Whether the Guild has been asked about the present turn, and what it chose."""
    allowance: dict[Faction, int] = Map(Faction, Int(1, MOST_GROUPS))
    """How many groups a seat may move: one, and one more for each Hajr and for each second group it flew."""
    moved: dict[Faction, int] = Map(Faction, Int(0, MOST_GROUPS))
    shipped: set[Faction] = Set(Faction)
    """Seats whose shipment is over."""
    promised: set[Faction] = Set(Faction)
    """Seats with an open promise about their shipment."""
    karama_rate: Faction | None = Option(Faction)
    """The seat that bought the low shipping rate with a Karama."""

    slowed: Faction | None = Option(Faction)
    """The seat whose speed a Karama has cancelled: its next group keeps to the normal range."""

    # The flight, and what a fresh discard interrupted.
    flight: Flight | None = Option(Flight)
    remainder: dict[Place, dict[Troop, int]] | None = Option(Map(Place, Map(Troop, Int(0, MOST_FORCES))))
    """Which of the flyer's forces the second of two groups may take: those that have not flown with the first."""
    unflown_marker: int | None = Option(Int(1, 7))
    """The event of the No-Field marker while the second of two groups may still take it along."""
    flights: int = Int(0, 2)
    """How many flights have been declared; the last number is the event of the last flight."""
    frame: MoveFrame | EndFrame | None = Option(OneOf(MoveFrame, EndFrame))
    landed: Movement | None = Option(Movement)
    """The last group of a completed flight, noted apart from the frame that waits: what that frame is held against."""
    batches: int = Int(0, 15)
    """How many fresh discards have interrupted something."""
    retired: int = Int(0, 15)
    """How many of those interruptions are over."""

    # Decisions.
    pending: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )

    # What may interrupt decisions: the Nullentropy Box, and Truthtrances.
    box: Search | None = Option(Search)
    """The search that is going on; it holds the Box."""
    box_frame: BoxFrame | None = Option(BoxFrame)
    boxes: int = Int(0, 1)
    """How many searches are over. Nothing brings the Box itself back."""
    questions: list[Question] = Seq(Question, at_most=2)
    """The questions that were asked, the next to be answered first; each holds its Truthtrance."""

    # Terror tokens.
    terror: dict[Place, Terror | None] = Map(Place, Option(Terror), seen_by=_moritani, public=is_present)
    terror_supply: set[Terror] = Set(Terror, seen_by=_moritani, public=size)
    terror_removed: set[Terror] = Set(Terror)
    extorted: bool
    """Whether the spice of an Extortion lies before Moritani's shield."""
    entry: TerrorEntry | None = Option(TerrorEntry)
    """The entry that waits for an answer."""
    entries: int = Int(0, 31)
    """How many entries have been numbered; the last number is the event of the last entry."""
    terror_frame: TerrorFrame | None = Option(TerrorFrame, seen_by=NOBODY, public=is_present)
    forced: dict[Source, int] = Map(Source, Int(0, len(Card)))
    """How many discards Terror tokens have forced."""
    face_down: dict[Faction, set[Card]] = Map(Faction, Set(Card), seen_by=_knows_the_face, public=size)
    """The discarded cards whose faces are private, by the seat that held them or was the last to search them."""

    # Ambassadors of Ecaz. They stand open; one that has acted is back with Ecaz.
    ambassadors: dict[Place, Ambassador | None] = Map(Place, Option(Ambassador))
    recalled: set[Ambassador] = Set(Ambassador)
    embassy: Embassy | None = Option(Embassy)
    """The entry that waits for Ecaz."""

    # What Terror tokens, shipment and worms cost and gain.
    spice: dict[Faction, int] = Map(Faction, Int(0, MOST_SPICE), seen_by=OWNER)
    bank: int = Int(0, MOST_SPICE)
    leaders: dict[Faction, int] = Map(Faction, Int(0, 5))
    """How many living leaders each faction has."""
    riding: Riding | None = Option(Riding)
    ridden: int = Int(0, 3)
    """How many worms have been ridden."""

    # Victory.
    tech: dict[TechToken, Faction | None] = Map(TechToken, Option(Faction))
    """Who owns each Tech Token."""
    mobile: bool
    """Whether the Hidden Mobile Stronghold is on the board."""
    first: Faction
    """The first in storm order."""
    prediction: Prediction | None = Option(Prediction, seen_by=_sisters, public=is_present)
    winners: set[Faction] = Set(Faction)
    won: Way
    stronghold_cards: dict[Territory, Faction | None] = Map(Territory, Option(Faction))
    """Who owns the card of each stronghold, which says nothing about who stands in it."""
    cards_claimed: int = Int(0, 10)
    """The last turn in which the Stronghold Cards went to those who control the strongholds."""

    # The Mentat pause.
    pause: Pause
    quote: Quote | None = Option(Quote, seen_by=NOBODY, public=is_present)
    """How the check will come out: looked up when a placement was stopped, used when that is settled."""
    inflation: Inflation | None = Option(Inflation)
    bribes: dict[Faction, int] = Map(Faction, Int(0, MOST_BRIBES))
    """The spice that lies before the shields until the Mentat pause."""
    placement: Placement | None = Option(Placement)
    gamont: Gamont | None = Option(Gamont)

    log: dict[Line, int] = Map(Line, Int(0, 31))
