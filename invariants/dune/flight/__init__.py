"""What must hold of a flight.

- `flights`: how it begins, goes on and ends, and what leaves it alone.
- `frames`: what waits behind its discard, is done once, and is accepted in a save.
- `told`: what is told of flights.
"""
