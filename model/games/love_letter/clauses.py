"""The clauses: what Love Letter must do, one sentence each, and the ids by which checks say which they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CLAUSES: Final[Mapping[str, str]] = {
    "LOVE-01": "Each of the sixteen cards is in the deck, aside, in a hand, or discarded face up.",
    "LOVE-02": "One card is put aside face down before the deal; it is drawn only after a Prince, from an empty deck.",
    "LOVE-03": "Seats are dealt one card each, then take turns in seating order: the seat draws a card and plays one.",
    "LOVE-04": "Guard: name a card other than the Guard; if the other seat holds it, that seat is out.",
    "LOVE-05": "Priest: look at another hand.",
    "LOVE-06": "Baron: compare hands in secret with another seat; the lower one is out, and in a tie none.",
    "LOVE-07": "Handmaid: until the next own turn no card is played against the seat.",
    "LOVE-08": "Prince: a seat, perhaps the own one, discards its hand face up and draws anew.",
    "LOVE-09": "King: trade hands with another seat.",
    "LOVE-10": "Countess: must be played beside the King or a Prince.",
    "LOVE-11": "Princess: who discards her is out.",
    "LOVE-12": "A card that needs another seat does nothing when none can be chosen.",
    "LOVE-13": "Who is out lays its hand down face up, and stays out.",
    "LOVE-14": "The round ends when one seat is left or a turn ends with the deck empty; the highest hand wins.",
    "LOVE-15": "A hand is known to its owner, to those who were shown it, and to everybody in the end.",
}
