"""Shipment and movement: what is legal, who is fast, and how a declared movement is completed.

- `speed`: which groups go two territories, and that others are asked before they do.
- `legality`: which movements are legal, and how far a group may go.
- `arrival`: from a declared movement to a completed one, past CHOAM.
- `movement`: what the seat on turn may do with its forces. `shipment`: paying for forces that come to the planet.
- `karama`: how a speed is cancelled, or is not.
"""
