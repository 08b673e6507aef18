import kanly.invariants.games.card_table
from kanly.model import require
from kanly.model.games.card_table import card_table as _card_table
from kanly.model.games.card_table import play


def keep(g, seat, card):
    require(g.escrow is None, "a card is already in escrow")
    require(card in g.hand[seat], "the card is not in that hand")
    g.escrow = card


keeping = _card_table.variant({play: keep})
