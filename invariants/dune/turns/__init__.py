"""What must hold of the order of turns."""
