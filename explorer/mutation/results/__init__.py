"""What became of mutants: fates and scores, survivors that may live, results on disk, lines since a revision."""
