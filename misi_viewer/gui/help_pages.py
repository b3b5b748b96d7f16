"""The help dialogs, made from the tables that drive the window, so that they cannot drift from it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QTextBrowser, QVBoxLayout, QWidget

from misi_viewer import __version__
from misi_viewer.gui.actions import ACTIONS, MENUS, SUBMENUS
from misi_viewer.gui.icons import program_icon
from misi_viewer.session.mouse_presets import DEFAULT_PRESET, MousePreset

__all__ = ["AboutDialog", "KeysDialog", "keys_html"]

KEYS_SIZE = QSize(640, 680)
FRAME = QSize(20, 60)
"""What a window manager may put round a dialog."""

ICON_SIDE = 64
ESCAPE = "Stop waiting for a file, dismiss the message, or select nothing"


def keys_html(mouse: MousePreset = DEFAULT_PRESET) -> str:
    """Return the page of keys and of the gestures of a mouse preset."""
    drags = [(row.gesture, row.summary) for row in mouse.drags]
    gestures = drags + [(row.gesture, row.summary) for row in mouse.clicks]
    parts = [f"<h3>Mouse and touchpad, as in {escape(mouse.plain_title)}</h3>", _table(gestures)]
    for menu in MENUS:
        within = (menu, *(submenu for submenu, parent in SUBMENUS.items() if parent == menu))
        rows = [(_keys(spec.shortcut), spec.tip) for spec in ACTIONS if spec.menu in within and spec.shortcut]
        if rows:
            parts += [f"<h3>{escape(menu.replace('&', ''))}</h3>", _table(rows)]
    parts += ["<h3>Message and selection</h3>", _table([(_keys("Esc"), ESCAPE)])]
    return "".join(parts)


def _keys(portable: str) -> str:
    return QKeySequence(portable).toString(QKeySequence.SequenceFormat.NativeText)


def _table(rows: list[tuple[str, str]]) -> str:
    lines = (f'<tr><td width="270"><b>{escape(left)}</b></td><td>{escape(right)}</td></tr>' for left, right in rows)
    return f'<table cellpadding="3">{"".join(lines)}</table>'


class KeysDialog(QDialog):
    """What the mouse and the keys do."""

    def __init__(self, mouse: MousePreset, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keys-dialog")
        self.setWindowTitle("Mouse and keys")
        text = QTextBrowser(self)
        text.setAccessibleName("Mouse and keys")
        text.setHtml(keys_html(mouse))
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addWidget(_close_button(self))
        self.resize(KEYS_SIZE.boundedTo(parent.screen().availableSize() - FRAME))


class AboutDialog(QDialog):
    """Name, version, purpose and licence."""

    def __init__(self, opengl: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("about-dialog")
        self.setWindowTitle("About MiSI Viewer")
        picture = QLabel(self)
        picture.setPixmap(program_icon().pixmap(ICON_SIDE, ICON_SIDE))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        text = QLabel(
            f"<h3>MiSI Viewer {escape(__version__)}</h3>"
            "<p>Looks at protein-ligand complexes the way vision-language models<br>are shown them in MiSI-Bench.</p>"
            f"<p>Drawing with OpenGL {escape(opengl)}.</p>"
            "<p>BSD 3-Clause licence.</p>",
            self,
        )
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addWidget(picture)
        row.addWidget(text, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(row)
        layout.addWidget(_close_button(self))


def _close_button(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(dialog)
    buttons.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
    buttons.rejected.connect(dialog.close)
    return buttons
