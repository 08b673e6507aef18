"""Small models drawn at random, and every reading of them compared with a naive enumeration of their states.

Read `fields.py` (what a state may have), `expressions.py`, `statements.py` and `models.py` (a whole file, drawn by a
seed) first; then `enumeration.py` (the naive reading) and `comparing.py`.
"""
