"""Corners of the game, each small enough that every state it can reach is looked at."""
