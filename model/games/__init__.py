"""Small models: the card table and two-phase commit."""
