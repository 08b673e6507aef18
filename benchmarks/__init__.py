"""How fast the readings are, beside each other and beside other checkers: `python -m benchmarks`."""
