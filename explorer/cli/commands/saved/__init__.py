"""Commands about what comes from a file: a save, or a trace."""
