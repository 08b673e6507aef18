"""The `kanly` command: its work is done in a copy of this process, so that every end of it is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ..processes.supervision import Cause, supervise

OPTIMISED = (
    "Python runs without assertions (-O or PYTHONOPTIMIZE), so that no assert in a rule or a declaration "
    "would check anything; run it without"
)


def main() -> None:
    """Run the command line, and leave with a documented exit code."""
    try:
        sys.exit(_exit_code(sys.argv[1:]))
    except KeyboardInterrupt:
        os._exit(3)


def _exit_code(arguments: Sequence[str]) -> int:
    _occupy_standard_streams()
    if sys.flags.optimize:
        from .frame.ending import told_refusal

        return told_refusal(OPTIMISED, arguments)
    try:
        end = supervise(lambda: _worked(arguments))
    except OSError as error:
        from .frame.ending import told_refusal

        return told_refusal(f"no process can be started ({error.strerror})", arguments)
    if end.cause is Cause.FINISHED and end.code is not None:
        return end.code
    from .frame.ending import asked_command, told_end

    if not end.kept:
        return told_end(end, arguments)
    from .commands.checking import gate, mutate
    from .commands.declared import clauses

    by_command = {"clauses": clauses.unfinished, "gate": gate.unfinished, "mutate": mutate.unfinished}
    unfinished = by_command[asked_command(arguments)]
    return told_end(end, arguments, lambda verdict: unfinished(end.kept, verdict))


def _worked(arguments: Sequence[str]) -> int:
    """Do what the command line says."""
    from .frame.ending import settled

    def work() -> None:
        from .application import app

        app(list(arguments), prog_name="kanly")

    return settled(work, arguments)


def _occupy_standard_streams() -> None:
    """Put nothing in the place of a standard stream that is closed, so that no other file comes to be taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
