"""Errors that are meant for the person at the keyboard."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ReadError", "UserError", "describe_error"]


class UserError(Exception):
    """Something the user can put right, said in one sentence.

    The command line prints ``str(error)`` and exits with status 2, the window
    shows it as a message that can be dismissed. It never carries a traceback.
    """


class ReadError(UserError):
    """A file that cannot be read.

    Parameters
    ----------
    path
        The file.
    problem
        What is wrong and what to do about it, without a full stop at the end.
    line
        The line it was found at, counted from 1, where there is one.
    """

    def __init__(self, path: str | Path, problem: str, line: int | None = None) -> None:
        self.path = Path(path)
        self.problem = problem
        self.line = line
        place = f"{self.path}, line {line}" if line is not None else f"{self.path}"
        super().__init__(f"{place}: {problem}.")


def describe_error(error: UserError | OSError) -> str:
    """Return an error as the sentence for the user."""
    if isinstance(error, UserError):
        return str(error)
    reason = (error.strerror or str(error)).rstrip(".")
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."
