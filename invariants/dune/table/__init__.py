"""What must hold of cards, forces and open decisions.

- `custody`: cards and tokens have one home. `forces`: nobody appears or disappears.
- `decisions`: open decisions are somebody's.
"""
