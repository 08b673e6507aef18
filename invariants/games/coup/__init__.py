"""What must hold in a game of Coup."""

from . import acting, cards, claims, deeds
from .court import laws

__all__ = ["acting", "cards", "claims", "deeds", "laws"]
