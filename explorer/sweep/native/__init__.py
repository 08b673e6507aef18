"""Machine code: written down, compiled, kept on disk, called."""
