"""Write the rules of a game once, as ordinary Python.

A state class declares finite fields, functions declare actions, a view declares what a seat is shown:

    class Table(State):
        deck: set[Card] = Set(Card, seen_by=NOBODY, public=size)
        hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER, public=size)

    table = Model("card-table", Table, seats=Seat)

    @table.action
    def draw(g: Table, seat: Seat, card: Card = Chance(seen_by=ACTOR)) -> None:
        require(card in g.deck, "not in the deck")
        g.deck.remove(card)
        g.hand[seat].add(card)

Where to read on: `language/classes/fields.py` (specifiers), `language/play/rules.py` (what rules are written with),
`language/play/model.py` (actions, scenarios), `language/play/instance.py` (running), `games/` and `dune/` (models).
"""

from .language.base.errors import DomainError, ModelError, SaveError
from .language.classes.fields import Bag, Int, Map, Member, OneOf, Option, Parameter, Seq, Set
from .language.classes.groups import Fields
from .language.classes.records import Event, Record, State, View, copy, scope, whole
from .language.play.actions import Action, Chance, Kind, Secret
from .language.play.instance import Accepted, BoundAction, Fault, Instance, Rejected, Sent, Slots
from .language.play.model import Model
from .language.play.policies import Offer
from .language.play.revelations import Reveals, Withholds
from .language.play.rules import (
    both,
    count,
    either,
    emit,
    exists,
    forall,
    has,
    implies,
    is_present,
    lookup,
    merged,
    negate,
    require,
    required,
    same,
    total,
    truth,
)
from .language.play.scenarios import Scenario
from .language.play.seating import next_after
from .language.values.bags import Multiset
from .language.values.containers import size
from .language.values.members import choose
from .language.values.sight import ACTOR, EVERYONE, NOBODY, OWNER, held_by, overall, per

__all__ = [
    "ACTOR", "EVERYONE", "NOBODY", "OWNER", "Accepted", "Action", "Bag", "BoundAction", "Chance", "DomainError",
    "Event", "Fault", "Fields", "Instance", "Int", "Kind", "Map", "Member", "Model", "ModelError", "Multiset", "Offer",
    "OneOf", "Option", "Parameter", "Record", "Rejected", "Reveals", "SaveError", "Scenario", "Secret", "Sent", "Seq",
    "Set", "Slots", "State", "View", "Withholds", "both", "choose", "copy", "count", "either", "emit", "exists",
    "forall", "has", "held_by", "implies", "is_present", "lookup", "merged", "negate", "next_after", "overall", "per",
    "require", "required", "same", "scope", "size", "total", "truth", "whole",
]  # fmt: skip
