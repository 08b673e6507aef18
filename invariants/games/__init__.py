"""What must hold of the small models."""
