"""What a check can find, as plain data: statuses, moves and traces, results for declarations, outcomes, leaks."""
