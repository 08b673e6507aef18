"""What a sweep has found, told as any engine tells it, and held against the rules as they are run."""
