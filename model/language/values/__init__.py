"""The values that a field may have, laid out over slots."""
