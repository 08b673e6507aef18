"""A game in play: actions and scenarios, running, and what a seat may know.

Read `rules.py` first (what rules are written with), then what is declared: `actions.py`, `scenarios.py` and
`viewers.py` (who looks, and at what) with `declared.py`; then `instance.py` (running: the meaning of a step) with
`outcomes.py` (what becomes of one), `unread.py` (how successors are listed) and `knowledge.py` (what a viewer may
know); at last `model.py`, which an author meets first.
"""
