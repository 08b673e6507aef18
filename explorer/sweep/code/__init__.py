"""From decision trees to machine code."""
