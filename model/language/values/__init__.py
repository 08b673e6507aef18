"""The values that a field may have, laid out over slots.

Read `domain.py` first (what every domain can do) and `cells.py` (the slots, and views that keep their content); then
`choices.py` and `sight.py`; then what has one slot: `one_slot.py`, `members.py`, `whole.py`, `scalars.py`; then what
has parts: `containers.py`, `sets.py`, `maps.py`, `bags.py`, `sequences.py`.
"""
