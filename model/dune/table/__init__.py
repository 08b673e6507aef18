"""The table: the board, the factions, the cards, and everything that a saved turn remembers."""
