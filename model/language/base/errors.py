"""What can go wrong, told to the person who made the mistake."""

from __future__ import annotations


class ModelError(Exception):
    """A model is not well formed. The message says what, where (file and line when known) and what would be right."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message if file is None else f"{file}:{line}: {message}")
        self.file = file
        self.line = line


class DomainError(Exception):
    """A rule put a value where its domain does not allow it: a finding, with the field and the domain in the message.

    `at` is the file and line to blame where no line of the rule itself is at fault.
    """

    def __init__(self, message: str, at: tuple[str, int] | None = None) -> None:
        super().__init__(message)
        self.at = at


class WriteError(Exception):
    """A check, a view or a rule of sight changed the state that it is asked about."""

    def __init__(self) -> None:
        super().__init__("it changes the state; only actions and set-ups do, a check or a view reads it")


class SaveError(Exception):
    """A save was refused: the JSON `path` of the fault, and in `message` what is wrong and what would be right."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


class Rejection(BaseException):
    """A guard did not hold. Not an `Exception`, so that no rule swallows it by accident."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def message_of(error: object) -> str:
    """What an exception of an author's says, in one line; empty where it says nothing, or fails to say it."""
    try:
        return " ".join(str(error).split())
    except BaseException:
        return ""
