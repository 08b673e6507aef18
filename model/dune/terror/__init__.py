"""Terror tokens: entries, what the tokens do, forced discards, worm rides and the Nexus."""
