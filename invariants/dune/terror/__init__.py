"""What must hold of Terror tokens, entries, forced discards and worm rides."""
