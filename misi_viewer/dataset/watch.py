"""Long work is watched: it tells how far it is, and stops when it is told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["QUIET", "CancelledError", "Watch"]


class CancelledError(Exception):
    """The work was cancelled; what it had begun is undone."""


def _ignore(_what: str, _done: int, _total: int) -> None:
    pass


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Watch:
    """Who watches.

    Attributes
    ----------
    progress
        Is told what is done, how much of it is done, and of how much; 0 where that is not known.
    cancelled
        Asked now and then whether to stop.
    """

    progress: Callable[[str, int, int], None] = _ignore
    cancelled: Callable[[], bool] = _never

    def tell(self, what: str, done: int = 0, total: int = 0) -> None:
        """Tell how far the work is.

        Raises
        ------
        CancelledError
            If it is to stop.
        """
        if self.cancelled():
            raise CancelledError
        self.progress(what, done, total)


QUIET = Watch()
