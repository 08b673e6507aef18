"""Bots: four profiles that play any seat from what it is shown and offered.

- `board`: what a bot reads off its view: who stands where, how near each side is to victory.
- `scoring`: what an offer is worth by that.
- `profiles`: the four profiles; nothing is claimed about which of them plays stronger.
"""
