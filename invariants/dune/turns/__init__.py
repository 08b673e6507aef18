"""What must hold of turns.

- `turn`: the queue and the seat on turn; that a turn passes once, and that every one comes to an end.
- `order`: the Guild's choice of its time, and a Juice of Sapho.
- `told`: what is told of turns and of played cards.
- the modules named after cards: what these do to the turn.
"""
