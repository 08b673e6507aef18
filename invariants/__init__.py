"""Say what must hold of a model: invariants, step properties, witnesses, progress, save rules, equivalences."""

from .language.declarations import (
    CheckKind,
    Conjunct,
    Declaration,
    Declarations,
    Step,
    applicable,
    conjuncts,
    declarations,
    holds,
    replayed,
)

__all__ = [
    "CheckKind",
    "Conjunct",
    "Declaration",
    "Declarations",
    "Step",
    "applicable",
    "conjuncts",
    "declarations",
    "holds",
    "replayed",
]
