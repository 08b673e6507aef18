"""What is proved: induction on the steps, bounded paths, reachability, sight."""
