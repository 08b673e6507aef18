"""What there is to say when compiled code and the rules as they are run give different answers."""

from __future__ import annotations

from ....model import Instance, Slots


class DisagreementError(Exception):
    """Machine code and running the rules give different answers. The message has both.

    Either a rule is no function of its state, and got past the white list, or Kanly has a defect.
    """


def described(instance: Instance, slots: Slots, subject: str, native: object, run: object) -> str:
    """The message of a disagreement about something in a state."""
    shown = "\n".join(f"  {path} = {value}" for path, value in instance.describe(slots).items())
    return (
        f"compiled code and the rules as they are run disagree about {subject} of a state of {instance.name}: a "
        "rule is no function of its state, or Kanly has a defect; no result is reported\n"
        f"compiled: {native}\nrun:      {run}\nin the state {slots}:\n{shown}"
    )
