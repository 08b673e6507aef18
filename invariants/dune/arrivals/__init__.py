"""What must hold of reactions to an arrival."""
