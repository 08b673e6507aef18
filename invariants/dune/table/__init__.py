"""What must hold of cards, forces and open decisions.

- `custody`: cards and tokens have one home. `forces`: nobody appears or disappears.
- `counted`: forces, strangers and hand limits, counted anew. `decisions`: open decisions are somebody's.
"""
