"""Say what must hold of a model: invariants, step properties, witnesses, progress, save rules, equivalences."""

from .language.changes import changes_only
from .language.checks import BuiltIn, CheckKind, Declaration, holds
from .language.conditions import Conjunct, conjuncts
from .language.declarations import Declarations, applicable, built_in_checks, declarations, open_clauses
from .language.histories import History
from .language.monitors import Monitored, monitored
from .language.steps import Step, replayed
from .language.where import Where, knowing, playing, set_up_by, using

__all__ = [
    "BuiltIn",
    "CheckKind",
    "Conjunct",
    "Declaration",
    "Declarations",
    "History",
    "Monitored",
    "Step",
    "Where",
    "applicable",
    "built_in_checks",
    "changes_only",
    "conjuncts",
    "declarations",
    "holds",
    "knowing",
    "monitored",
    "open_clauses",
    "playing",
    "replayed",
    "set_up_by",
    "using",
]
