"""The clauses: what the model of Dune must do, one sentence each, and the ids by which checks say which they hold.

ORN: the Ornithopter's flight and the frame of its discard. TER: discards forced by Terror tokens. CRD: other cards.
VIC: the victory of Ecaz and the public progress towards victory. SAV: saves, recovery and forgery. Z3: what is proved
for all states.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_FLIGHT: Final = {
    "ORN-01": "Declaring a legal movement with the Ornithopter moves the card from the hand into escrow and begins a "
    "flight that remembers its event, player, card, turn, mode and the groups moved before, none completed.",
    "ORN-02": "A card in escrow is in no hand and no pile; nothing takes, gives, discards or returns it, and "
    "cancelling a faction's speed does not either.",
    "ORN-03": "A flight carries one group three territories or two groups at walking range, for any faction.",
    "ORN-04": "A flight ends at the completion of its last group or at the end of its player's movement, nowhere else.",
    "ORN-05": "Its discard is one card, the one in escrow, face up, discarded by the flight's player, whoever acted.",
    "ORN-10": "Before that discard the movement was judged, the forces that may fly second were noted before the "
    "first group left, the group moved, promises were finished, and the counts went up by one.",
    "ORN-11": "A No-Field marker that moves gets a new event and keeps its secret; it counts as one of the group and "
    "is no physical force.",
    "ORN-12": "Completing the last group discards the card, empties escrow, logs the completion once, and stops there.",
    "ORN-13": "What is kept back comes in order: the low rate ends, the movement is logged, the Bene Gesserit are "
    "asked, and entering another territory opens it to its owners' reactions.",
    "ORN-14": "What is kept back never judges or repeats the movement.",
    "ORN-15": "The frame of a completed flight holds the flight, the movement as public evidence, and who goes on; "
    "never what a marker hides.",
    "ORN-16": "Moving between sectors of one territory is logged and may intrude, but enters nothing.",
    "ORN-17": "No flight asks for an advisor flip of its own, and no response is dropped silently.",
    "ORN-20": "Ending one's movement finishes promises and ends a flight in the air, even one that carried nobody; "
    "the card is never played without a movement.",
    "ORN-21": "Until the rest is done, ending a flight early only discards and logs: its player stays on turn and "
    "queued.",
    "ORN-22": "The rest comes in order: the low rate ends, an old save gets its queue, forces beside an ally are lost "
    "unless the alliance is new, the player leaves the queue and its Sapho mark, and the turn passes once.",
    "ORN-23": "The frame of a flight ended early is never taken for an arrival, and ending is not done again.",
    "ORN-24": "Without a flight, ending one's movement opens no frame.",
    "ORN-30": "A saved frame is of the movement phase of this turn, its player seated and on turn, its flight's "
    "event, card, mode and counts valid.",
    "ORN-31": "Its receipt names one open card that lies once in the discard pile and nowhere else, its cause and its "
    "former holder; no flight is live.",
    "ORN-32": "The groups its player moved are those before the flight and those it carried: all of the mode's groups "
    "after the last one, fewer after an early end.",
    "ORN-33": "Its movement belongs to the player and event, goes between valid places, and counts a positive total "
    "with no more elite forces than physical ones.",
    "ORN-34": "No declaration is left that could move a second time; an unused low rate stays until it is cleared.",
    "ORN-35": "An early end keeps queue, Guild timing and Sapho mark; the queue's head need not be the seat on turn, "
    "and an old save may have none.",
    "ORN-36": "Editing one field, or putting a retired frame back, is noticed; nothing is checked by acting again.",
    "ORN-40": "The first of two groups leaves the card in escrow, one group completed, and notes who may fly second.",
    "ORN-41": "When CHOAM is still to answer, forbids the arrival, or the declaration is legal no longer, nobody "
    "moves and the card stays in escrow for another movement or an early end.",
    "ORN-42": "A Karama against Fremen or Ixian speed costs no movement and leaves the flight; the next group walks "
    "at normal range, and the fixed range of three offers no such response.",
    "ORN-43": "A declaration with a wrong card, source, range, storm or promised card, or with the event of an "
    "earlier flight, changes nothing at all.",
    "ORN-44": "Sabotage during a flight takes a card from the hand; no gift, reveal, answer or other card ends a "
    "flight.",
    "ORN-50": "A paid Nullentropy Box may interrupt a movement decision but cannot reach escrow; its frame and a "
    "flight's retire one after the other and never share a receipt.",
    "ORN-51": "Open Truthtrances lock the movement decision below them without owning the card, and none of them is "
    "carried into a frame.",
    "ORN-52": "A worthless card played as a Karama by the Bene Gesserit may cancel a speed; its discard is apart from "
    "the flight's, which goes on.",
    "ORN-53": "Frames drain after a player's move and within the settlement of an answer alike; choices go to their "
    "owners, and arrivals that would ask two at once are refused whole.",
    "ORN-54": "Only flights make these frames, trials on copies retire nothing, and what a player sees is drained.",
    "ORN-60": "What a frame or an interruption suspends is bound to it and comes back as it was; nothing of it stays "
    "open beside it.",
    "ORN-61": "Retiring draws nothing at random: turn, phase, the flight's event and the count of discards bind it.",
    "ORN-62": "What is left for the second group says so of a No-Field marker, and of what replaces it, as of forces.",
    "ORN-63": "A speed is cancelled, nobody moves, no frame is made, and the flight is then ended early.",
    "ORN-64": "Nobody learns from a view, an offer or an event which forces will fly or what a marker hides, but who "
    "may know it.",
    "ORN-65": "Every decision is answered by its owner and by nobody else.",
    "ORN-66": "Retiring changes escrow, the discard pile, the count of completions and its line, and nothing else.",
}

_TERROR: Final = {
    "TER-01": "Sabotage strikes after the arrival was paid and placed: the token is revealed, removed and logged, and "
    "one card of the entrant is drawn at random, once.",
    "TER-02": "That card, and no other, goes from the entrant to the discard pile with one private receipt; Moritani "
    "acts but did not hold it.",
    "TER-03": "Then Moritani may give a card if it has one, else the entry is over; nothing before is repeated.",
    "TER-04": "Robbery of a card has removed the token and drawn one card, after a refill if need be; a hand above "
    "its limit must discard.",
    "TER-05": "The card chosen for that discard is one that Moritani holds, with one private receipt in its name.",
    "TER-06": "Only a hand still above its limit must discard again; there is no second draw, theft or reveal.",
    "TER-07": "Sabotage of an empty hand discards nothing, a robbery with nothing to draw neither, and each discard "
    "of an overflow stands for itself.",
    "TER-08": "The frame holds its source, its owner, the entry, and how large the hand was before; no card, no seed.",
    "TER-09": "An entry keeps one event from beginning to end; an old save's entry gets one when its frame is made.",
    "TER-10": "Making the frame takes the entry off the table; draining it retires the frame, restores the entry and "
    "does only what is left.",
    "TER-11": "The decision behind a frame is not made again, and the next worm ride begins only if the entry says so.",
    "TER-20": "A saved frame is of this turn and phase, with one private receipt of a known cause and exact event.",
    "TER-21": "Its owner is Moritani, its entrant another seated faction; place, cause and counts are valid.",
    "TER-22": "Exactly the token of its source is removed and lies nowhere.",
    "TER-23": "Its stage, former holder and hand size before fit the source and the hand now.",
    "TER-24": "No other decision owns the stage, and the discarded card is nowhere else.",
    "TER-25": "The receipt is checked without judging the entry again, wherever forces and alliances are now.",
    "TER-26": "It is bound to the entry's event; an old frame put back is refused.",
    "TER-30": "The gift is a private transfer within the hand limit and may be declined; no frame chooses it.",
    "TER-31": "A hand may be above its limit for a while; what a refill drew is settled.",
    "TER-32": "When another effect brings Moritani down to its limit, the overflow is over without a further discard.",
    "TER-33": "A worm ride's entry keeps its remaining rides and the summoned Nexus, which comes before the next "
    "ride, once.",
    "TER-34": "Entrant, place, cause and stage are public; a token's kind is Moritani's secret until it is removed, "
    "and a private face stays hidden from all who are not entitled.",
    "TER-35": "While a frame waits, only that is shown; changing the hidden face alone changes nobody else's view.",
    "TER-40": "An overflow may discard the card that was drawn, or one that was held before.",
    "TER-41": "The entry says who came in, where, and with how many, a marker counted as one; it never changes and "
    "everybody may read it.",
    "TER-42": "A save in which a part of a forced discard's frame was altered is refused before anything acts on it.",
    "TER-43": "Everybody is shown that a frame waits, and nobody the face but the seat that held the card.",
    "TER-44": "Moritani answers the offer, the robbery, the overflow and the gift; the entrant answers the alliance.",
    "TER-45": "What is told is true: who discarded and why, which token was revealed and where.",
    "TER-46": "A finished entry that is put back into a save is refused.",
}

_CARDS: Final = {
    "CRD-01": "A Weather Control, played on one's turn to move, sends the storm up to ten sectors on and is discarded; "
    "nothing else moves the storm, and it moves nobody.",
}

_VICTORY: Final = {
    "VIC-01": "An alliance holds a stronghold when it has fighters there, no opponent does, and the storm does not "
    "contest it.",
    "VIC-02": "Lone advisors are released before anything is counted.",
    "VIC-03": "Three strongholds win alone, four as allies or with two players; all three Tech Tokens of one member "
    "count as one.",
    "VIC-04": "Ecaz and its ally win with three real strongholds that both occupy and nobody else does.",
    "VIC-05": "A hidden No-Field marker is one force for that, whatever it hides.",
    "VIC-06": "The last turn is blocked for Fremen by other fighters in its two sietches, but not by Ecaz beside them "
    "in Sietch Tabr; other cases stay open.",
    "VIC-07": "The internal quote knows the private prediction and is no public oracle.",
    "VIC-08": "One path commits victory: releases, winner, status, log, and the last Stronghold Cards.",
    "VIC-09": "First the ordinary winners, then the prediction, then Fremen and Guild on the last turn, then the "
    "count.",
    "VIC-10": "The Mentat pause begins with Inflation, bribes and the Moritani placement, else victory without CHOAM.",
    "VIC-11": "After a Moritani placement, victory is looked at when CHOAM is absent.",
    "VIC-12": "A denied placement consumes the very quote it was judged by.",
    "VIC-13": "CHOAM's pause looks at victory and completes the phase only if play goes on.",
    "VIC-14": "Victory is looked at neither during movement nor because a screen asks.",
    "VIC-15": "Progress is a pure function of public facts, one row a seat.",
    "VIC-16": "A placed mobile stronghold counts; an absent one and homeworlds do not.",
    "VIC-17": "The Fremen condition is shown apart, with who blocks it and where the rules stay open.",
    "VIC-18": "Progress is shown once, and alike for every prediction and every hidden marker.",
    "VIC-19": "The panel tells counts and targets, and never who will win.",
    "VIC-20": "Bots weigh the same public facts, after what is legal.",
    "VIC-21": "Without Ecaz, everything is as it was without its rule.",
    "VIC-22": "The named cases come out as the documents say.",
    "VIC-23": "For movement, room and the deadline of allies Ecaz and its ally are one occupant of a place; for "
    "victory they are not.",
    "VIC-24": "The last turn's winners cannot be foretold: the prediction does not replace Fremen or Guild.",
    "VIC-25": "Holding a Stronghold Card is not occupying the stronghold.",
    "VIC-26": "The winner is public once victory has been looked at, and stays so.",
    "VIC-27": "What is written about victory says when it is really looked at, Moritani's and CHOAM's delays included.",
    "VIC-28": "What is unfinished is named as such and stays out of play.",
    "VIC-29": "None of it takes an action or a confirmation of a player.",
    "VIC-30": "Bots play no trial games that have effects, and none claims to be stronger than it is.",
}

_SAVES: Final = {
    "SAV-01": "A save read and written again is the same; one that is incomplete, not canonical or out of range is "
    "refused with the place of the fault.",
    "SAV-02": "A store commits only over the version that was read; of two recoveries one commits, the other nothing.",
    "SAV-03": "A corrupt save is refused before anything is written, however it is touched.",
    "SAV-04": "Two recoveries leave one victim, one reveal, one discard, one draw and one completion.",
    "SAV-05": "A retired frame put back, or a card in two zones, is refused; every edit of one field of a frame is "
    "refused or harmless.",
    "SAV-06": "Every bot that starts at a saved frame finishes it once and plays on.",
}

_PROVED: Final = {
    "Z3-01": "No rule takes a state in which every card has one place to one in which some card has two, or none.",
    "Z3-02": "No accepted save lets a retired flight, or a consumed Terror frame, happen again or finish twice.",
    "Z3-03": "Whatever a seat may not know changes nothing of what it is shown, offered or told.",
}

CLAUSES: Final[Mapping[str, str]] = {**_FLIGHT, **_TERROR, **_CARDS, **_VICTORY, **_SAVES, **_PROVED}
"""Every clause by its id."""
