"""What lies on the table of Love Letter: its kinds, its state, and what seats are told."""
