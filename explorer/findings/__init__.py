"""What a check can find, as plain data: statuses, moves, traces, outcomes of a search, leaks."""
