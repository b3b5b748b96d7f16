"""What is to be exported: size, quality and file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.gui.theme import show_empty_box
from misi_viewer.scene.shot import LARGEST_SUPERSAMPLE

__all__ = ["ExportChoice", "ExportDialog"]

LARGEST_SIDE = 16384
BENCHMARK_SIZE = (1024, 768)


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What the user decided.

    Attributes
    ----------
    path
        The PNG file.
    size
        Width and height, pixels.
    supersample
        Passes per side of a pixel.
    transparent
        Whether the background is transparent.
    """

    path: Path
    size: tuple[int, int]
    supersample: int
    transparent: bool


class ExportDialog(QDialog):
    """Asks for size, supersampling, background and file.

    Parameters
    ----------
    path
        Proposed file.
    size
        The window's view, device pixels: the proposed size.
    supersample
        Proposed number of passes.
    """

    def __init__(self, path: Path, size: tuple[int, int], supersample: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("export-dialog")
        self.setWindowTitle("Export picture")
        self._agreed: Path | None = None
        self._preset = QComboBox(self)
        self._preset.setObjectName("export-preset")
        for name, preset in (("As in the window", size), ("As in MiSI-Bench", BENCHMARK_SIZE)):
            self._preset.addItem(f"{name}: {preset[0]} × {preset[1]}", preset)
        self._preset.addItem("Other", None)
        self._width, self._height = self._side(size[0], "Width"), self._side(size[1], "Height")
        self._supersample = QSpinBox(self)
        self._supersample.setRange(1, LARGEST_SUPERSAMPLE)
        self._supersample.setValue(supersample)
        self._supersample.setToolTip("Passes per side of a pixel; MiSI-Bench has 3")
        self._transparent = QCheckBox("Transparent &background", self)
        show_empty_box(self._transparent)
        self._path = QLineEdit(str(path), self)
        self._path.setObjectName("export-path")
        self._browse = QPushButton("Bro&wse…", self)
        self._browse.setAutoDefault(False)
        self._buttons = QDialogButtonBox(self)
        self._buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self._buttons.addButton("&Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self._arrange()
        self._connect()

    @property
    def choice(self) -> ExportChoice:
        """What is entered."""
        path = Path(self._path.text()).expanduser()
        return ExportChoice(
            path if path.suffix else path.with_suffix(".png"),
            (self._width.value(), self._height.value()),
            self._supersample.value(),
            self._transparent.isChecked(),
        )

    def _side(self, value: int, name: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(1, LARGEST_SIDE)
        box.setValue(value)
        box.setSuffix(" px")
        box.setAccessibleName(name)
        return box

    def _arrange(self) -> None:
        size_row = QHBoxLayout()
        size_row.addWidget(self._width)
        size_row.addWidget(QLabel("×", self))
        size_row.addWidget(self._height)
        size_row.addStretch(1)
        path_row = QHBoxLayout()
        path_row.addWidget(self._path, 1)
        path_row.addWidget(self._browse)
        form = QFormLayout()
        form.addRow("&Size", self._preset)
        form.addRow("", size_row)
        form.addRow("Su&persample", self._supersample)
        form.setAlignment(self._supersample, Qt.AlignmentFlag.AlignLeft)
        form.addRow("", self._transparent)
        file_label = QLabel("&File", self)
        file_label.setBuddy(self._path)
        form.addRow(file_label, path_row)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(480)

    def _connect(self) -> None:
        self._preset.activated.connect(self._take_preset)
        for box in (self._width, self._height):
            box.valueChanged.connect(self._name_preset)
        self._browse.clicked.connect(self._choose_file)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _take_preset(self) -> None:
        preset = self._preset.currentData()
        if preset is not None:
            width, height = preset
            self._width.setValue(width)
            self._height.setValue(height)

    def _name_preset(self) -> None:
        """Show which preset the entered size is."""
        size = (self._width.value(), self._height.value())
        presets = [self._preset.itemData(row) for row in range(self._preset.count() - 1)]
        matches = (row for row, preset in enumerate(presets) if tuple(preset) == size)
        self._preset.setCurrentIndex(next(matches, self._preset.count() - 1))

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export picture", self._path.text(), "PNG pictures (*.png)")
        if name:
            self._path.setText(name)
            self._agreed = self.choice.path

    def accept(self) -> None:
        """Close, unless the file exists and is not to be replaced."""
        path = self.choice.path
        if path == self._agreed or not path.exists() or self._may_replace(path):
            super().accept()

    def _may_replace(self, path: Path) -> bool:
        box = QMessageBox(QMessageBox.Icon.Question, "Export picture", f"{path.name} exists. Replace it?", parent=self)
        box.setObjectName("export-replace")
        replace = box.addButton("Replace", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Keep", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        return box.clickedButton() is replace
