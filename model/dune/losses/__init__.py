"""Forces that are lost, and those that a No-Field marker has hidden.

- `marker`: turning the marker over.
- `tanks`: all that a seat has in one place goes to the tanks.
"""
