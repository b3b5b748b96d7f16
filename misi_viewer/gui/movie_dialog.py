"""What movie is to be made: a turn or commands, its size, speed and file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.camera.commands import parse_commands
from misi_viewer.errors import UserError
from misi_viewer.gui.theme import show_empty_box
from misi_viewer.render.movie import FASTEST
from misi_viewer.session.movie import DEFAULT_RATE
from misi_viewer.session.sequence import Movement, play, turn

__all__ = ["MovieDialog"]

AXES: tuple[tuple[str, Literal["x", "y", "z"]], ...] = (
    ("up (y)", "y"),
    ("to the right (x)", "x"),
    ("towards you (z)", "z"),
)
LARGEST_SIDE = 4096
LARGEST_ANGLE = 3600.0
EXAMPLE = "move x 3; roll y 45"


class MovieDialog(QDialog):
    """Asks for a movie.

    Parameters
    ----------
    path
        Proposed file.
    size
        The window's view, device pixels: the proposed size.
    """

    def __init__(self, path: Path, size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("movie-dialog")
        self.setWindowTitle("Export movie")
        self.turns = QRadioButton("&Turn about the axis that points", self)
        self.turns.setChecked(True)
        self.plays = QRadioButton("&Carry out commands", self)
        self.axis = QComboBox(self)
        self.axis.setAccessibleName("Axis of the screen")
        for title, axis in AXES:
            self.axis.addItem(title, axis)
        self.degrees = self._real(-LARGEST_ANGLE, LARGEST_ANGLE, 360.0, " °", "Degrees")
        self.commands = QLineEdit(EXAMPLE, self)
        self.commands.setObjectName("movie-commands")
        self.commands.setAccessibleName("Commands")
        self.frames = self._whole(2, 1000, 48, "", "Frames")
        self.frames.setToolTip("Of the whole turn, or of each command")
        self.hold = self._whole(0, 1000, 12, "", "Frames of rest")
        self.hold.setToolTip("Before the first command and after each")
        self.width_, self.height_ = (
            self._whole(16, LARGEST_SIDE, min(side, LARGEST_SIDE), " px", name)
            for side, name in zip(size, ("Width", "Height"), strict=True)
        )
        self.rate = self._real(1.0, FASTEST, DEFAULT_RATE, " per second", "Frames per second")
        self.loops = QCheckBox("Start &anew at the end", self)
        self.loops.setChecked(True)
        for box in (self.loops, self.turns, self.plays):
            show_empty_box(box)
        self.path = QLineEdit(str(path), self)
        self.path.setObjectName("movie-path")
        self._browse = QPushButton("Bro&wse…", self)
        self._browse.setAutoDefault(False)
        self._problem = QLabel(self)
        self._problem.setObjectName("movie-problem")
        self._problem.setWordWrap(True)
        self._buttons = QDialogButtonBox(self)
        self._buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self._export = self._buttons.addButton("&Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self._arrange()
        self._connect()
        self._check()

    @property
    def size_(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self.width_.value(), self.height_.value()

    @property
    def target(self) -> Path:
        """The GIF, or the folder for numbered pictures."""
        return Path(self.path.text()).expanduser()

    @property
    def movement(self) -> Movement:
        """What is done with the camera.

        Raises
        ------
        UserError
            If it cannot be understood.
        """
        if self.turns.isChecked():
            return turn(
                self.axis.currentData(), self.degrees.value(), self.frames.value(), loops=self.loops.isChecked()
            )
        return play(parse_commands(self.commands.text()), self.frames.value(), self.hold.value())

    def _whole(self, least: int, most: int, value: int, suffix: str, name: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(least, most)
        box.setValue(value)
        box.setSuffix(suffix)
        box.setAccessibleName(name)
        return box

    def _real(self, least: float, most: float, value: float, suffix: str, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(least, most)
        box.setDecimals(1)
        box.setValue(value)
        box.setSuffix(suffix)
        box.setAccessibleName(name)
        return box

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow(self.turns, _row(self.axis, QLabel("by", self), self.degrees))
        form.addRow(self.plays, self.commands)
        form.addRow(
            _label("&Frames", self.frames),
            _row(self.frames, QLabel("rest", self), self.hold, QLabel("speed", self), self.rate),
        )
        form.addRow(_label("Si&ze", self.width_), _row(self.width_, QLabel("×", self), self.height_))
        form.addRow("", self.loops)
        form.addRow(_label("F&ile or folder", self.path), _row(self.path, self._browse, stretches=False))
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._problem)
        column.addWidget(self._buttons)
        self.setMinimumWidth(560)

    def _connect(self) -> None:
        for toggled in (self.turns.toggled, self.loops.toggled):
            toggled.connect(self._check)
        for box in (self.degrees, self.frames, self.hold):
            box.valueChanged.connect(self._check)
        self.commands.textChanged.connect(self._check)
        self.path.textChanged.connect(self._check)
        self._browse.clicked.connect(self._choose)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _check(self) -> None:
        """Say how long the movie will be, or why there can be none."""
        is_turn = self.turns.isChecked()
        self.axis.setEnabled(is_turn)
        self.degrees.setEnabled(is_turn)
        self.commands.setEnabled(not is_turn)
        self.hold.setEnabled(not is_turn)
        try:
            frames = self.movement.frames
        except UserError as error:
            self._export.setEnabled(False)
            self._problem.setText(str(error))
            return
        self._export.setEnabled(bool(self.path.text().strip()))
        self._problem.setText(
            f"{frames:,} frames, {frames / self.rate.value():.1f} seconds. A name that ends in .gif makes one file; "
            "any other is a folder for numbered PNG pictures."
        )

    def _choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export movie", self.path.text(), "Animated GIF (*.gif)")
        if name:
            self.path.setText(name)


def _label(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text, buddy.parentWidget())
    label.setBuddy(buddy)
    return label


def _row(*widgets: QWidget, stretches: bool = True) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    if stretches:
        row.addStretch(1)
    return row
