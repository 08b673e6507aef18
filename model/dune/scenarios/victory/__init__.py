"""Scenarios of victory.

- `boards`: boards on which sides have all, some or none of what they win by; nothing is played.
- `checks`: the end of the Mentat pause: who wins by the check, and by which of its ways.
- `pauses`: what comes in the Mentat pause before the check.
- `turns`: a turn from shipment and movement to the check.
"""
