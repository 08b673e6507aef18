"""Where the tests that version 0.1 wrote find `choose`."""

from .frame.selection import choose

__all__ = ["choose"]
