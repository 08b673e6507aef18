"""The table: everything that a saved turn remembers, and which of it each seat may know."""

from __future__ import annotations

from typing import Final

from ... import (
    NOBODY,
    OWNER,
    Int,
    Map,
    OneOf,
    Option,
    Parameter,
    Record,
    Seq,
    Set,
    State,
    either,
    is_present,
    merged,
    size,
)
from .board import Place, Sector, Territory
from .cards import Card, Mode
from .factions import Faction, Troop
from .kinds import Ambassador, Cause, Entry, Line, Onward, Phase, Resume, Source, Stage, Terror, Timing, Worth

MOST_FORCES: Final = 3
"""The most forces of one kind that a seat brings to any scenario."""

SPICE: Final = 12
"""The most spice that there is at the table, in the bank and behind all shields together."""

MOST_IN_A_GROUP: Final = 2 * MOST_FORCES + 1
"""The largest group that can move: ordinary forces, elite forces and one No-Field marker."""


class Movement(Record):
    """A declared or completed movement of one group. Once completed it is evidence, never an instruction."""

    player: Faction
    origin: Place
    to: Place
    total: int = Int(1, MOST_IN_A_GROUP)
    elite: int = Int(0, MOST_FORCES)
    no_field: bool
    """Whether a No-Field marker goes along; it counts as one of the total. What it hides is not said."""


class Flight(Record):
    """An Ornithopter in the air. While it is the live flight, its card is in escrow: played, and in no pile."""

    event: int = Int(1, 2)
    player: Faction
    card: Card
    turn: int = Int(1, 10)
    mode: Mode
    starting: int = Int(0, 3)
    """How many groups the player had moved this turn before the flight was declared."""
    completed: int = Int(0, 2)
    """How many groups it has carried."""


class Batch(Record):
    """The receipt of one fresh discard that interrupted something."""

    number: int = Int(1, 15)
    cause: Cause
    card: Card
    owner: Faction
    """Who had held the card, whoever made the discard happen."""
    public: bool
    """Whether everybody sees the face."""


class MoveFrame(Record):
    """A flight's last group has arrived and its card is discarded; the movement's consequences are still due."""

    batch: Batch
    flight: Flight
    movement: Movement
    resume: Resume


class EndFrame(Record):
    """A flight was cut short by the end of its player's movement; the turn has still to pass on."""

    batch: Batch
    flight: Flight
    player: Faction


class Arrival(Record):
    """CHOAM may forbid a declared movement into a territory that it occupies."""

    movement: Movement


class SpeedResponse(Record):
    """The others may play a Karama against the faction speed that a declared movement needs."""

    movement: Movement
    waiting: set[Faction] = Set(Faction)
    """Who has still to answer. Whoever holds a card is asked, so that being asked tells nothing."""


class Conversion(Record):
    """The Bene Gesserit used a worthless card as a Karama against a speed; that in turn can be answered."""

    response: SpeedResponse
    """What the worthless card answers. It goes on if a Karama stops the Bene Gesserit."""
    waiting: set[Faction] = Set(Faction)


class Intrusion(Record):
    """The Bene Gesserit may turn their fighters in a territory into advisors, because somebody came in."""

    territory: Territory
    intruder: Faction


class Embassy(Record):
    """Somebody came in where an Ambassador is; Ecaz decides whether it acts."""

    entrant: Faction
    place: Place


class TerrorEntry(Record):
    """Somebody came in where a Terror token lies. Everybody may know the entry; only the token's kind is secret."""

    event: int | None = Option(Int(1, 31))
    """The number of the entry, the same from beginning to end; None in a save from before entries were numbered."""
    entrant: Faction
    place: Place
    cause: Entry
    amount: int = Int(0, MOST_IN_A_GROUP)
    """How many came in, a marker counted as one: evidence of the arrival, not of who is there now."""
    elite: int = Int(0, MOST_FORCES)
    stage: Stage
    refused: bool
    """Whether an alliance was offered and refused, so that the token must be revealed."""
    onward: Onward


class TerrorFrame(Record):
    """A Terror token made somebody discard a card; what is left of the entry is still due."""

    batch: Batch
    source: Source
    owner: Faction
    """Whose token it was: Moritani."""
    entry: TerrorEntry
    """The entry as it was when the card was discarded; it is off the table until the frame is drained."""
    hand_before: int = Int(0, len(Card))
    """How many cards the former holder had before this one was discarded."""
    turn: int = Int(1, 10)
    phase: Phase


class Search(Record):
    """A Nullentropy Box is opened and paid for: its player is to take a card out of the discard pile."""

    seat: Faction
    parent: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )
    """The decision that was open and has to wait; None if the seat on turn had the choice."""


class BoxFrame(Record):
    """A search is over and the Box lies on the discard pile; the decision that it suspended is still to come back."""

    batch: Batch
    parent: Arrival | Intrusion | SpeedResponse | Conversion | None = Option(
        OneOf(Arrival, Intrusion, SpeedResponse, Conversion)
    )


class Question(Record):
    """A Truthtrance asks a seat whether it holds a card. Until the true answer is given, nothing else happens."""

    asker: Faction
    asked: Faction
    about: Card
    card: Card
    """The Truthtrance, which is discarded with the answer."""


class Riding(Record):
    """Worms have come up and the Fremen ride them, one ride after the other."""

    left: int = Int(0, 2)
    """How many rides are to begin after the present one."""
    ready: bool
    """The present ride has not been taken yet."""
    summoned: bool
    """A summoned worm calls a Nexus, to be held before the next ride."""
    nexus: bool
    """A Nexus is being held."""


class Marker(Record):
    """The No-Field marker of Richese on the board."""

    place: Place
    event: int = Int(1, 7)
    """Renewed with every movement, so that nothing can refer to where the marker was."""


def _richese(g: Table, seat: Faction) -> bool:
    return seat == Faction.RICHESE


@merged
def _searches(g: Table, seat: Faction) -> bool:
    return g.box is not None and g.box.seat == seat


def _knows_the_face(g: Table, seat: Faction, owner: Faction) -> bool:
    return either(seat == owner, _searches(g, seat))


def _moritani(g: Table, seat: Faction, *place: Place) -> bool:
    return seat == Faction.MORITANI


class Table(State):
    """A turn of the game as it can be saved between two steps."""

    # Whose flights are looked at.
    holder: Faction = Parameter(Faction.ATREIDES, scenarios=["flight-holders"])
    mode: Mode = Parameter(Mode.RANGE3, scenarios=["flight-holders"])

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
    allowance: dict[Faction, int] = Map(Faction, Int(1, 2))
    """How many groups a seat may move: one, or two after a Hajr."""
    moved: dict[Faction, int] = Map(Faction, Int(0, 3))
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
    spice: dict[Faction, int] = Map(Faction, Int(0, SPICE), seen_by=OWNER)
    bank: int = Int(0, SPICE)
    leaders: dict[Faction, int] = Map(Faction, Int(0, 5))
    """How many living leaders each faction has."""
    riding: Riding | None = Option(Riding)
    ridden: int = Int(0, 3)
    """How many worms have been ridden."""

    log: dict[Line, int] = Map(Line, Int(0, 31))
