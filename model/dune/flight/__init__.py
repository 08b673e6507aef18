"""The Ornithopter: its card in escrow, and the frames behind its discard.

- `escrow`: what a flight remembers, and how its card leaves escrow.
- `frames`: what waits behind the discard, and how it is settled.
"""
