"""What must hold of a flight: its card in escrow, its groups, its frames and what they keep back."""
