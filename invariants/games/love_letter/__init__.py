"""What must hold in a round of Love Letter."""

from . import cards, ending, plays, protection, showing, telling, turns
from .laws import laws

__all__ = ["cards", "ending", "laws", "plays", "protection", "showing", "telling", "turns"]
