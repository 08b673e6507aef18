"""What must hold of declared movements, of the speed of factions and of answers to it."""
