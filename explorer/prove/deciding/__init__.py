"""What a proof leaves open, decided by what play reaches."""
