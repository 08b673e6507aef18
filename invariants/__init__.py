"""Say what must hold of a model: invariants, step properties, witnesses, progress, save rules, equivalences."""

from .language.changes import changes_only
from .language.declarations import (
    BuiltIn,
    CheckKind,
    Conjunct,
    Declaration,
    Declarations,
    Step,
    applicable,
    built_in_checks,
    conjuncts,
    declarations,
    holds,
    open_clauses,
    replayed,
)
from .language.where import Where, knowing, playing, set_up_by, using

__all__ = [
    "BuiltIn",
    "CheckKind",
    "Conjunct",
    "Declaration",
    "Declarations",
    "Step",
    "Where",
    "applicable",
    "built_in_checks",
    "changes_only",
    "conjuncts",
    "declarations",
    "holds",
    "knowing",
    "open_clauses",
    "playing",
    "replayed",
    "set_up_by",
    "using",
]
