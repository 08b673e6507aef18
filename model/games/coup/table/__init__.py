"""What lies on the table of Coup: its kinds, its state, and what seats are told."""
