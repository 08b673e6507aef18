"""Whose turn it is, who may take it out of order, and playing a card in it.

- `turn`: whose turn it is, what may interrupt it, and how it passes on.
- `guild`: who chooses its time. `pending`: whose decision is open.
- `hand`: playing a card, and the cards that are no more than discarded.
- the modules named after cards, such as `sapho`: what these do to the turn.
"""
