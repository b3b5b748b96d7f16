"""Icons in the colours of the palette, and the program's own."""

from __future__ import annotations

import qtawesome
from PySide6.QtGui import QIcon, QPalette

from misi_viewer import resources

__all__ = ["icon", "program_icon"]


def icon(name: str, palette: QPalette) -> QIcon:
    """Return the qtawesome icon `name` in the text colour of `palette`."""
    made = qtawesome.icon(
        name,
        color=palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText),
        color_disabled=palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText),
    )
    return QIcon(made)


def program_icon() -> QIcon:
    """Return the program's icon."""
    return QIcon(str(resources.path("icons/misi-viewer.svg")))
