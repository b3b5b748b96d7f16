"""What the window remembers from one start to the next. A broken settings file is as good as none."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

__all__ = ["MOST_RECENT", "Settings"]

MOST_RECENT = 10
LAYOUT_VERSION = 1
"""Raised when panels move so far that an old layout would be nonsense."""

_GEOMETRY, _LAYOUT, _RECENT = "window/geometry", f"window/layout-{LAYOUT_VERSION}", "files/recent"
_MOUSE, _EXPORT = "mouse/preset", "export/picture"


class Settings:
    """Remembers in a file.

    Parameters
    ----------
    path
        The file; it need not exist, and may be of no use. None remembers
        nothing beyond this object.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._store = None if path is None else QSettings(str(path), QSettings.Format.IniFormat)
        self._kept: dict[str, object] = {}

    @classmethod
    def of_user(cls) -> Settings:
        """Return the settings of who runs the program."""
        return cls(Path(platformdirs.user_config_dir("misi-viewer", appauthor=False)) / "window.ini")

    @property
    def is_kept(self) -> bool:
        """Whether anything is remembered beyond this object."""
        return self._store is not None

    @property
    def geometry(self) -> QByteArray:
        """Where the window was; empty if unknown."""
        return self._bytes(_GEOMETRY)

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._keep(_GEOMETRY, value)

    @property
    def layout(self) -> QByteArray:
        """Where the panels were; empty if unknown."""
        return self._bytes(_LAYOUT)

    @layout.setter
    def layout(self, value: QByteArray) -> None:
        self._keep(_LAYOUT, value)

    @property
    def recent(self) -> list[str]:
        """What was opened, the latest first, as `session.opening.open_files` takes it."""
        value = self._value(_RECENT)
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [name for name in names if isinstance(name, str) and name][:MOST_RECENT]

    @recent.setter
    def recent(self, names: list[str]) -> None:
        self._keep(_RECENT, names[:MOST_RECENT])

    @property
    def mouse(self) -> str:
        """Name of the mouse preset; "" if none was chosen."""
        value = self._value(_MOUSE)
        return value if isinstance(value, str) else ""

    @mouse.setter
    def mouse(self, name: str) -> None:
        self._keep(_MOUSE, name)

    @property
    def export(self) -> str:
        """How pictures were exported last, as `ExportDialog` writes it; "" if unknown."""
        value = self._value(_EXPORT)
        return value if isinstance(value, str) else ""

    @export.setter
    def export(self, values: str) -> None:
        self._keep(_EXPORT, values)

    def save(self) -> None:
        """Write the file; where that cannot be done, nothing is remembered."""
        if self._store is not None:
            self._store.sync()

    def _keep(self, key: str, value: object) -> None:
        self._kept[key] = value
        if self._store is not None:
            self._store.setValue(key, value)

    def _bytes(self, key: str) -> QByteArray:
        value = self._value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def _value(self, key: str) -> object:
        if key in self._kept or self._store is None:
            return self._kept.get(key)
        try:
            return self._store.value(key)
        except (TypeError, ValueError, RuntimeError, SystemError):  # a value that Qt cannot turn into Python's
            return None
