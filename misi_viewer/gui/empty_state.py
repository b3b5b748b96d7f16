"""What the window shows while nothing is open: what can be done."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from misi_viewer import resources
from misi_viewer.gui.icons import program_icon

__all__ = ["EmptyState", "demo_complexes"]

ICON_SIDE = 88
TITLE_SCALE = 1.6


def demo_complexes() -> list[Path]:
    """Return the folders of the demo complexes, sorted by name."""
    return sorted(folder for folder in resources.path("demo").iterdir() if folder.is_dir())


class EmptyState(QWidget):
    """An invitation: open, drop here, or look at a demo complex.

    Signals
    -------
    demo_chosen
        (path,) the folder of the demo complex whose button was pressed.
    """

    demo_chosen = Signal(str)

    def __init__(self, open_actions: list[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("empty-state")
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        picture = QLabel(self)
        picture.setPixmap(program_icon().pixmap(ICON_SIDE, ICON_SIDE))
        column.addWidget(picture, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._title(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._explanation(), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._row([self._action_button(action) for action in open_actions]))
        column.addSpacing(10)
        column.addWidget(QLabel("or look at a demo complex:", self), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(self._row([self._demo_button(folder) for folder in demo_complexes()]))
        column.addStretch(3)

    def _title(self) -> QLabel:
        title = QLabel("Drop a complex here", self)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * TITLE_SCALE)
        font.setBold(True)
        title.setFont(font)
        return title

    def _explanation(self) -> QLabel:
        text = QLabel(
            "A folder with a pocket and a ligand, the two files, one structure file (PDB, mmCIF, BinaryCIF),\n"
            "or a picture that this program wrote: it opens with exactly the view it shows.",
            self,
        )
        text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return text

    def _row(self, buttons: list[QPushButton]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        for button in buttons:
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _action_button(self, action: QAction) -> QPushButton:
        button = QPushButton(action.icon(), action.text(), self)
        button.setObjectName(f"button-{action.objectName()}")
        button.setToolTip(action.toolTip())
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: button.setIcon(action.icon()))
        return button

    def _demo_button(self, folder: Path) -> QPushButton:
        button = QPushButton(folder.name, self)
        button.setObjectName(f"demo-{folder.name}")
        button.setToolTip(f"Open the demo complex {folder.name}")
        button.clicked.connect(lambda: self.demo_chosen.emit(str(folder)))
        return button
