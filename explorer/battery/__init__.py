"""What any model must keep, tried on a sample of its states, and which saves a model accepts."""
