"""What must hold in a game of Coup."""

from . import acting, cards, claims, deeds, saves
from .court import laws

__all__ = ["acting", "cards", "claims", "deeds", "laws", "saves"]
