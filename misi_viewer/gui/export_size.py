"""The size of a picture: in pixels, or on paper at so many dots per inch."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QLabel, QSpinBox, QWidget

from misi_viewer.gui.theme import show_empty_box

__all__ = ["BENCHMARK_SIZE", "LARGEST_SIDE", "ExportSize"]

LARGEST_SIDE = 16384
LARGEST_DPI = 2400
PROPOSED_DPI = 300
BENCHMARK_SIZE = (1024, 768)
UNITS = {"cm": 2.54, "inch": 1.0}
"""How many of them are an inch."""

OTHER = ""


class ExportSize(QWidget):
    """Asks for a size. Pixels are what counts; centimetres follow them, or lead where they are typed.

    Signals
    -------
    changed
        Another size, or other dots per inch.

    Parameters
    ----------
    window_size
        The window's view, device pixels.
    """

    changed = Signal()

    def __init__(self, window_size: tuple[int, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ratio = window_size[0] / window_size[1]
        self.presets = self._make_presets(window_size)
        self.width_, self.height_ = self._pixels(window_size[0], "Width"), self._pixels(window_size[1], "Height")
        self.lock = QCheckBox("&Keep the proportions", self)
        self.lock.setChecked(True)
        show_empty_box(self.lock)
        self.dpi = QSpinBox(self)
        self.dpi.setObjectName("export-dpi")
        self.dpi.setAccessibleName("Dots per inch")
        self.dpi.setRange(0, LARGEST_DPI)
        self.dpi.setSingleStep(50)
        self.dpi.setSpecialValueText("none")
        self.paper_width, self.paper_height = self._paper("Width on paper"), self._paper("Height on paper")
        self.unit = QComboBox(self)
        self.unit.setObjectName("export-unit")
        self.unit.setAccessibleName("Unit of paper")
        self.unit.addItems(list(UNITS))
        self._by_paper = False
        self._arrange()
        self._connect()
        self._follow()

    @property
    def size_(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self.width_.value(), self.height_.value()

    @property
    def preset(self) -> str:
        """Which proposed size this is, "" for none."""
        return str(self.presets.currentData()[0])

    def take(self, preset: str, size: tuple[int, int], *, is_locked: bool, dpi: int, unit: str) -> None:
        """Enter all of it, as it was remembered."""
        known = {self.presets.itemData(row)[0]: self.presets.itemData(row)[1] for row in range(self.presets.count())}
        width, height = known.get(preset) or size
        self.unit.setCurrentText(unit)
        self.dpi.setValue(dpi)
        self.set_size(width, height)
        self.lock.setChecked(is_locked)

    def set_size(self, width: int, height: int) -> None:
        """Enter a size in pixels."""
        blockers = [QSignalBlocker(box) for box in (self.width_, self.height_)]
        self.width_.setValue(width)
        self.height_.setValue(height)
        del blockers
        self._ratio = self.width_.value() / self.height_.value()
        self._follow()
        self.changed.emit()

    def _make_presets(self, size: tuple[int, int]) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName("export-preset")
        box.setAccessibleName("Size")
        proposed = [("window", "As in the window", size), ("benchmark", "As in MiSI-Bench", BENCHMARK_SIZE)]
        proposed += [(str(times), f"{times} × the window", (times * size[0], times * size[1])) for times in (2, 3)]
        for name, title, (width, height) in proposed:
            if max(width, height) <= LARGEST_SIDE:
                box.addItem(f"{title}: {width} × {height}", (name, (width, height)))
        box.addItem("Other", (OTHER, None))
        return box

    def _pixels(self, value: int, name: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(1, LARGEST_SIDE)
        box.setValue(value)
        box.setSuffix(" px")
        box.setAccessibleName(name)
        return box

    def _paper(self, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(0.01, 1000.0)
        box.setDecimals(2)
        box.setSingleStep(0.5)
        box.setAccessibleName(name)
        box.setKeyboardTracking(False)
        return box

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.presets, 0, 0, 1, 5)
        for row, (left, right, last) in enumerate(
            ((self.width_, self.height_, self.lock), (self.paper_width, self.paper_height, self._paper_row())), start=1
        ):
            grid.addWidget(left, row, 0)
            grid.addWidget(QLabel("×", self), row, 1)
            grid.addWidget(right, row, 2)
            grid.addWidget(last, row, 3)
        grid.setColumnStretch(4, 1)

    def _paper_row(self) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        label = QLabel("at &dots per inch", row)
        label.setBuddy(self.dpi)
        for widget in (self.unit, label, self.dpi):
            layout.addWidget(widget)
        return row

    def _connect(self) -> None:
        self.presets.activated.connect(self._take_preset)
        self.width_.valueChanged.connect(lambda width: self._take_side(width=width))
        self.height_.valueChanged.connect(lambda height: self._take_side(height=height))
        self.lock.toggled.connect(self._take_ratio)
        self.paper_width.valueChanged.connect(lambda width: self._take_paper(width=width))
        self.paper_height.valueChanged.connect(lambda height: self._take_paper(height=height))
        self.unit.currentTextChanged.connect(self._follow)
        self.dpi.valueChanged.connect(self._take_dpi)

    def _take_preset(self) -> None:
        size = self.presets.currentData()[1]
        self._by_paper = False
        if size is not None:
            self.set_size(*size)

    def _take_ratio(self) -> None:
        self._ratio = self.width_.value() / self.height_.value()

    def _take_side(self, width: int | None = None, height: int | None = None) -> None:
        """Let the other side follow, if it shall."""
        self._by_paper = False
        if not self.lock.isChecked():
            self._take_ratio()
        elif width is not None:
            with QSignalBlocker(self.height_):
                self.height_.setValue(max(round(width / self._ratio), 1))
        elif height is not None:
            with QSignalBlocker(self.width_):
                self.width_.setValue(max(round(height * self._ratio), 1))
        self._follow()
        self.changed.emit()

    def _take_paper(self, width: float | None = None, height: float | None = None) -> None:
        """Take a side as it is on paper."""
        per_unit = self.dpi.value() / UNITS[self.unit.currentText()]
        for side, box in ((width, self.width_), (height, self.height_)):
            if side is not None:
                box.setValue(round(side * per_unit))
        self._by_paper = True

    def _take_dpi(self) -> None:
        """Keep the size on paper where that was typed, else the pixels."""
        if self._by_paper and self.dpi.value():
            self._take_paper(width=self.paper_width.value())
            if not self.lock.isChecked():
                self._take_paper(height=self.paper_height.value())
        self._follow()
        self.changed.emit()

    def _follow(self) -> None:
        """Show what the pixels are on paper, and which proposed size they are."""
        dpi, size = self.dpi.value(), self.size_
        for side, box in zip(size, (self.paper_width, self.paper_height), strict=True):
            with QSignalBlocker(box):
                box.setEnabled(bool(dpi))
                box.setValue(side / (dpi or PROPOSED_DPI) * UNITS[self.unit.currentText()])
        self.unit.setEnabled(bool(dpi))
        sizes = [self.presets.itemData(row)[1] for row in range(self.presets.count() - 1)]
        matches = (row for row, preset in enumerate(sizes) if tuple(preset) == size)
        self.presets.setCurrentIndex(next(matches, self.presets.count() - 1))
