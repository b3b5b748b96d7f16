"""What is to be exported: size, quality and file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
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
LARGEST_DPI = 2400
CENTIMETRES_PER_INCH = 2.54
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
    dpi
        Pixels per inch that the file tells; None for none.
    style
        Name of another style than the window's; "" for that.
    """

    path: Path
    size: tuple[int, int]
    supersample: int
    transparent: bool
    dpi: float | None = None
    style: str = ""


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
    styles
        Names of styles to choose from, beside the window's.

    Signals
    -------
    changed
        Something else was entered.
    """

    changed = Signal()

    def __init__(
        self,
        path: Path,
        size: tuple[int, int],
        supersample: int,
        parent: QWidget | None = None,
        styles: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export-dialog")
        self.setWindowTitle("Export picture")
        self._agreed: Path | None = None
        self._preset = QComboBox(self)
        self._preset.setObjectName("export-preset")
        larger = {f"{factor} × the window": (factor * size[0], factor * size[1]) for factor in (2, 3)}
        for name, preset in (("As in the window", size), ("As in MiSI-Bench", BENCHMARK_SIZE), *larger.items()):
            self._preset.addItem(f"{name}: {preset[0]} × {preset[1]}", preset)
        self._preset.addItem("Other", None)
        self._width, self._height = self._side(size[0], "Width"), self._side(size[1], "Height")
        self._supersample = QSpinBox(self)
        self._supersample.setRange(1, LARGEST_SUPERSAMPLE)
        self._supersample.setValue(supersample)
        self._supersample.setToolTip("Passes per side of a pixel; MiSI-Bench has 3")
        self._transparent = QCheckBox("Transparent &background", self)
        show_empty_box(self._transparent)
        self._style = QComboBox(self)
        self._style.setObjectName("export-style")
        self._style.addItem("As in the window", "")
        for name in styles:
            self._style.addItem(name, name)
        self._dpi = QSpinBox(self)
        self._dpi.setObjectName("export-dpi")
        self._dpi.setRange(0, LARGEST_DPI)
        self._dpi.setSingleStep(50)
        self._dpi.setSpecialValueText("not told")
        self._paper = QLabel(self)
        self._paper.setObjectName("export-paper")
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
            self._dpi.value() or None,
            self._style.currentData(),
        )

    def show_preview(self, preview: QWidget) -> None:
        """Show a preview beside what is entered."""
        self._columns.addWidget(preview, 0, Qt.AlignmentFlag.AlignTop)

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
        form.addRow("S&tyle", self._style)
        dpi_row = QHBoxLayout()
        dpi_row.addWidget(self._dpi)
        dpi_row.addWidget(self._paper, 1)
        dpi_label = QLabel("&Dots per inch", self)
        dpi_label.setBuddy(self._dpi)
        form.addRow(dpi_label, dpi_row)
        file_label = QLabel("&File", self)
        file_label.setBuddy(self._path)
        form.addRow(file_label, path_row)
        layout = QVBoxLayout(self)
        self._columns = QHBoxLayout()
        self._columns.addLayout(form, 1)
        layout.addLayout(self._columns)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(720)

    def _connect(self) -> None:
        self._preset.activated.connect(self._take_preset)
        for box in (self._width, self._height):
            box.valueChanged.connect(self._name_preset)
            box.valueChanged.connect(self._tell_paper)
        for changed in (self._width.valueChanged, self._height.valueChanged, self._supersample.valueChanged):
            changed.connect(self.changed)
        self._transparent.toggled.connect(self.changed)
        self._style.currentIndexChanged.connect(self.changed)
        self._dpi.valueChanged.connect(self._tell_paper)
        self._browse.clicked.connect(self._choose_file)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _take_preset(self) -> None:
        preset = self._preset.currentData()
        if preset is not None:
            width, height = preset
            self._width.setValue(width)
            self._height.setValue(height)

    def _tell_paper(self) -> None:
        """Say how large the picture is on paper."""
        dpi, sides = self._dpi.value(), (self._width.value(), self._height.value())
        width, height = (side / dpi * CENTIMETRES_PER_INCH if dpi else 0.0 for side in sides)
        self._paper.setText(f"{width:.1f} × {height:.1f} cm on paper" if dpi else "")

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
