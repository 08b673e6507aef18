"""Where the declarations about Dune are gathered."""

from __future__ import annotations

from typing import Final

from ...model.dune import dune
from ..language.declarations import Declarations

laws: Final = Declarations(dune)
