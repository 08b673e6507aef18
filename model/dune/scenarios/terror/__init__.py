"""Corners of Terror tokens, and of what comes of entries into the places where they lie.

- `corners`: what scenarios of Terror tokens are made of.
- `cards`: cards that the tokens take; `nested`: the same among worm rides, questions and flights.
- `forces`: what tokens and worms do to forces of every kind.
"""
