"""Reading 1 at work: a model explored by running its rules in Python, breadth-first or at random."""
