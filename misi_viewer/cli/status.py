"""The program's exit statuses beside 0."""

from __future__ import annotations

__all__ = ["EXIT_BAD_INPUT", "EXIT_BROKEN_PIPE", "EXIT_INTERRUPTED", "EXIT_PARTLY"]

EXIT_PARTLY = 1
"""Some of several complexes failed."""

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141
