"""Broken on purpose: there is no model."""

from enum import Enum

from kanly.model import OWNER, Map, Model, Option, Set, State, View, require, scope


class Seat(Enum):
    ANN = 1
    BOB = 2


class Card(Enum):
    ACE = 1
    KING = 2


class Table(State):
    hand: dict[Seat, set[Card]] = Map(Seat, Set(Card), seen_by=OWNER)
    played: Card | None = Option(Card)


class TableView(View):
    own: set[Card] = Set(Card)
    played: Card | None = Option(Card)


