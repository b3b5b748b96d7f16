"""What is to be exported: size, quality, style and file."""

from __future__ import annotations

from collections.abc import Sequence
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

from misi_viewer.gui.export_choice import ExportChoice, ExportMemory
from misi_viewer.gui.export_size import ExportSize
from misi_viewer.gui.theme import show_empty_box
from misi_viewer.render.formats import OPAQUE_ENDINGS, OTHER_ENDINGS
from misi_viewer.scene.shot import LARGEST_SUPERSAMPLE

__all__ = ["ExportDialog"]

PNG = ".png"
FILTER = "PNG pictures (*.png);;JPEG pictures (*.jpg *.jpeg);;TIFF pictures (*.tif *.tiff)"
CARRIES = "A PNG carries how it was made: opened again, it shows this view."
CARRIES_NOT = "Only a PNG carries how it was made; this file will be a picture and nothing more."
UNKNOWN = "The name has to end in .png, .jpg or .tif."


class ExportDialog(QDialog):
    """Asks for size, supersampling, background, style and file.

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
    memory
        How pictures were exported last.

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
        memory: ExportMemory | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export-dialog")
        self.setWindowTitle("Export picture")
        self._agreed: Path | None = None
        self._shot_supersample = supersample
        self.size_ = ExportSize(size, self)
        self.supersample = QSpinBox(self)
        self.supersample.setRange(1, LARGEST_SUPERSAMPLE)
        self.supersample.setValue(supersample)
        self.supersample.setToolTip("Passes per side of a pixel; MiSI-Bench has 3")
        self.transparent = QCheckBox("Transparent &background", self)
        show_empty_box(self.transparent)
        self.style_ = QComboBox(self)
        self.style_.setObjectName("export-style")
        self.style_.addItem("As in the window", "")
        for name in styles:
            self.style_.addItem(name, name)
        self.path = QLineEdit(str(path), self)
        self.path.setObjectName("export-path")
        self._browse = QPushButton("Bro&wse…", self)
        self._browse.setAutoDefault(False)
        self._note = QLabel(self)
        self._note.setObjectName("export-note")
        self._note.setWordWrap(True)
        self._buttons = QDialogButtonBox(self)
        self._buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self._export = self._buttons.addButton("&Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self._arrange()
        self._connect()
        if memory is not None:
            self._remember(memory)
        self._check()

    @property
    def choice(self) -> ExportChoice:
        """What is entered."""
        return ExportChoice(
            self._file(),
            self.size_.size_,
            self.supersample.value(),
            self.transparent.isChecked() and self.transparent.isEnabled(),
            self.size_.dpi.value() or None,
            self.style_.currentData(),
        )

    @property
    def memory(self) -> ExportMemory:
        """What is entered, to be remembered."""
        entered = self.supersample.value()
        return ExportMemory(
            preset=self.size_.preset,
            size=self.size_.size_,
            is_locked=self.size_.lock.isChecked(),
            supersample=None if entered == self._shot_supersample else entered,
            transparent=self.transparent.isChecked(),
            dpi=self.size_.dpi.value(),
            unit=self.size_.unit.currentText(),
            style=self.style_.currentData(),
            ending=self._file().suffix.lower(),
        )

    def show_preview(self, preview: QWidget) -> None:
        """Show a preview beside what is entered."""
        self._columns.addWidget(preview, 0, Qt.AlignmentFlag.AlignTop)

    def _remember(self, memory: ExportMemory) -> None:
        """Enter what was entered last."""
        size = self.size_
        size.take(memory.preset, memory.size, is_locked=memory.is_locked, dpi=memory.dpi, unit=memory.unit)
        if memory.supersample is not None:
            self.supersample.setValue(memory.supersample)
        self.transparent.setChecked(memory.transparent)
        self.style_.setCurrentIndex(max(self.style_.findData(memory.style), 0))

    def _file(self) -> Path:
        """Return the file; a name without an ending gets one."""
        path = Path(self.path.text()).expanduser()
        return path if path.suffix or not path.name else path.with_suffix(PNG)

    def _arrange(self) -> None:
        path_row = QHBoxLayout()
        path_row.addWidget(self.path, 1)
        path_row.addWidget(self._browse)
        form = QFormLayout()
        size_label = QLabel("&Size", self)
        size_label.setBuddy(self.size_.presets)
        size_label.setContentsMargins(0, 4, 0, 0)
        form.addRow(size_label, self.size_)
        form.addRow("Su&persample", self.supersample)
        form.setAlignment(self.supersample, Qt.AlignmentFlag.AlignLeft)
        form.addRow("", self.transparent)
        form.addRow("S&tyle", self.style_)
        file_label = QLabel("&File", self)
        file_label.setBuddy(self.path)
        form.addRow(file_label, path_row)
        form.addRow("", self._note)
        layout = QVBoxLayout(self)
        self._columns = QHBoxLayout()
        self._columns.addLayout(form, 1)
        layout.addLayout(self._columns)
        layout.addWidget(self._buttons)
        self.setMinimumWidth(760)

    def _connect(self) -> None:
        self.size_.changed.connect(self.changed)
        self.supersample.valueChanged.connect(self.changed)
        self.transparent.toggled.connect(self.changed)
        self.style_.currentIndexChanged.connect(self.changed)
        self.path.textChanged.connect(self._check)
        self._browse.clicked.connect(self._choose_file)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)

    def _check(self) -> None:
        """Say what the file will be, and let it be made only if it can."""
        ending = self._file().suffix.lower()
        known = ending == PNG or ending in OTHER_ENDINGS
        self._note.setText(UNKNOWN if not known else CARRIES if ending == PNG else CARRIES_NOT)
        self._export.setEnabled(known)
        opaque = ending in OPAQUE_ENDINGS
        if opaque is self.transparent.isEnabled():
            self.transparent.setEnabled(not opaque)
            self.transparent.setToolTip("A JPEG cannot be transparent" if opaque else "")
            self.changed.emit()

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export picture", self.path.text(), FILTER)
        if name:
            self.path.setText(name)
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
