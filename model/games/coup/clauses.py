"""The clauses: what Coup must do, one sentence each, and the ids by which checks say which they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CLAUSES: Final[Mapping[str, str]] = {
    "COUP-01": "There are so many copies of each character; each card is in the deck, in a hand, or laid open.",
    "COUP-02": "Every coin is in the treasury or with a seat.",
    "COUP-03": "Seats are dealt their influences and two coins, and then take turns, one action each.",
    "COUP-04": "Income: take one coin. Nobody hinders it.",
    "COUP-05": "Foreign aid: take two coins. The Duke blocks it.",
    "COUP-06": "Coup: pay seven coins, and the other seat loses an influence. Nobody hinders it.",
    "COUP-07": "With ten coins or more a seat has to take the coup.",
    "COUP-08": "Duke: take three coins.",
    "COUP-09": "Assassin: pay three coins, and the other seat loses an influence. The Contessa blocks it.",
    "COUP-10": "Captain: take two coins from the other seat. The Captain and the Ambassador block it.",
    "COUP-11": "Ambassador: draw two cards and give two back, unseen by the other.",
    "COUP-12": "The other seat may challenge whatever character is claimed, for an action or a block.",
    "COUP-13": "Who is challenged and shows the card wins the challenge: the card goes back into the deck, another one "
    "is drawn, the challenger loses an influence, and what was claimed goes on.",
    "COUP-14": "Who is challenged and does not show the card loses an influence, the claim fails, and coins that were "
    "paid for it come back.",
    "COUP-15": "Coins for an action that is blocked are lost.",
    "COUP-16": "Who loses an influence chooses which; it stays open to the end.",
    "COUP-17": "Who has no influence left is out, does nothing more, and the other seat has won.",
    "COUP-18": "A hand is known to its owner alone, and the deck to nobody.",
}
