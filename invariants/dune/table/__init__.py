"""What must hold of cards, forces and open decisions."""
