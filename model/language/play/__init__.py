"""A game in play: actions and scenarios, running, and what a seat may know.

Read `rules.py` first (what rules are written with), then what is declared: `actions.py`, `scenarios.py` and
`declared.py`; then `instance.py` (running: the meaning of a step) with `unread.py` (how its successors are listed) and
`knowledge.py` (what a seat may know); at last `model.py`, which an author meets first.
"""
