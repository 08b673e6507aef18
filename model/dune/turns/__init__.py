"""Whose turn it is, who may take it out of order, and playing a card in it."""
