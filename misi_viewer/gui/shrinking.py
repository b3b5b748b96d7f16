"""Labels whose text comes and goes must not make a window wider."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

__all__ = ["let_shrink"]


def let_shrink(*labels: QLabel) -> None:
    """Let labels be cut where there is no room for their text."""
    for label in labels:
        label.setMinimumWidth(1)
