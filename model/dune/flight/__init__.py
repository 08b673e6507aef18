"""The Ornithopter: its card in escrow, and the frames behind its discard."""
