"""What there is to say when compiled code and the rules as they are run give different answers."""

from __future__ import annotations

from ....model import Instance, Slots


class DisagreementError(Exception):
    """Machine code and running the rules give different answers: a defect of Kanly. The message has both."""


def described(instance: Instance, slots: Slots, subject: str, native: object, run: object) -> str:
    """The message of a disagreement about something in a state."""
    shown = "\n".join(f"  {path} = {value}" for path, value in instance.describe(slots).items())
    return (
        f"compiled code and the rules as they are run disagree about {subject} of a state of {instance.name}; this is "
        "a defect of Kanly, so no result is reported\n"
        f"compiled: {native}\nrun:      {run}\nin the state {slots}:\n{shown}"
    )
