"""Standard output for people, who may stop reading at any time."""

from __future__ import annotations

import os
import sys

from rich.console import Console


def write_nowhere() -> None:
    """Let whatever else is written to standard output vanish."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


class PatientConsole(Console):
    """Quiet once nobody reads on, as in `kanly explore ... | head`: the exit code stays that of the verdict."""

    def on_broken_pipe(self) -> None:
        """Go on without telling anybody."""
        self.quiet = True
        write_nowhere()
