"""The fields of a style as widgets: each shows a value, and says as text what a person made of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QColorDialog,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QToolButton,
    QWidget,
)

from misi_viewer.errors import UserError
from misi_viewer.gui.theme import show_empty_box
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.style import CHOICES

__all__ = ["StyleField", "make_field"]

SWATCH = 16
LARGEST = 1_000.0
MOST_DASHES = 100
COLOURS = ("ligand_carbon", "background", "colour")


class StyleField(QWidget):
    """One field.

    Signals
    -------
    edited
        (text,) what a person made of it, as `session.command_line_style.with_setting` takes it.
    """

    edited = Signal(str)

    def __init__(self, editor: QWidget, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"style-field-{name}")
        self.editor = editor
        editor.setParent(self)
        editor.setAccessibleName(name.replace(".", " ").replace("_", " "))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(editor, 1)
        self.setFocusProxy(editor)

    def show_value(self, value: Any) -> None:
        """Show a value without saying that it was edited."""
        raise NotImplementedError


class _Choice(StyleField):
    def __init__(self, name: str, choices: Sequence[str], parent: QWidget) -> None:
        self._box = QComboBox()
        super().__init__(self._box, name, parent)
        self._box.addItems(list(choices))
        self._box.currentTextChanged.connect(self.edited)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self._box):
            self._box.setCurrentText(str(value))


class _Switch(StyleField):
    def __init__(self, name: str, parent: QWidget) -> None:
        self._box = QCheckBox()
        super().__init__(self._box, name, parent)
        show_empty_box(self._box)
        self._box.toggled.connect(lambda on: self.edited.emit(json.dumps(on)))

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self._box):
            self._box.setChecked(bool(value))


class _Number(StyleField):
    def __init__(self, name: str, parent: QWidget, *, whole: bool) -> None:
        self._box: QSpinBox | QDoubleSpinBox = QSpinBox() if whole else QDoubleSpinBox()
        super().__init__(self._box, name, parent)
        if isinstance(self._box, QDoubleSpinBox):
            self._box.setDecimals(3)
            self._box.setRange(0.0, LARGEST)
            self._box.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
            self._box.valueChanged.connect(lambda value: self.edited.emit(repr(round(value, 3))))
        else:
            self._box.setRange(0, MOST_DASHES)
            self._box.valueChanged.connect(lambda value: self.edited.emit(str(value)))
        self._box.setKeyboardTracking(False)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self._box):
            self._box.setValue(value)


class _Text(StyleField):
    """Several values with commas between them; a table as ``N=3050F8, O=red``."""

    def __init__(self, name: str, parent: QWidget) -> None:
        self._line = QLineEdit()
        super().__init__(self._line, name, parent)
        self._kind: type = list
        self._line.editingFinished.connect(self._finish)
        self._shown = ""

    def show_value(self, value: Any) -> None:
        self._kind = type(value)
        pairs = [f"{key}={one}" for key, one in value.items()] if isinstance(value, dict) else map(_plain, value)
        self._shown = ", ".join(pairs)
        if self._line.text() != self._shown:
            self._line.setText(self._shown)

    def _finish(self) -> None:
        if self._line.text() == self._shown:
            return
        parts = [part.strip() for part in self._line.text().split(",") if part.strip()]
        if self._kind is dict:
            pairs = (part.partition("=") for part in parts)
            self.edited.emit(json.dumps({symbol.strip(): colour.strip() for symbol, _, colour in pairs}))
        else:
            self.edited.emit(json.dumps([_number(part) for part in parts]))


class _Colour(StyleField):
    def __init__(self, name: str, parent: QWidget) -> None:
        self._line = QLineEdit()
        super().__init__(self._line, name, parent)
        self._button = QToolButton(self)
        self._button.setAccessibleName(f"Choose the colour: {self._line.accessibleName()}")
        self._button.setToolTip("Choose a colour")
        self._row.addWidget(self._button)
        self._shown = ""
        self._line.editingFinished.connect(self._finish)
        self._button.clicked.connect(self._choose)

    def show_value(self, value: Any) -> None:
        self._shown = str(value)
        if self._line.text() != self._shown:
            self._line.setText(self._shown)
        pixmap = QPixmap(SWATCH, SWATCH)
        pixmap.fill(self._colour() or Qt.GlobalColor.transparent)
        self._button.setIcon(QIcon(pixmap))

    def _colour(self) -> QColor | None:
        try:
            return QColor(*rgb(self._shown))
        except UserError:
            return None

    def _finish(self) -> None:
        if self._line.text().strip() != self._shown:
            self.edited.emit(self._line.text().strip() or '""')

    def _choose(self) -> None:
        chosen = QColorDialog.getColor(self._colour() or QColor("white"), self, "Colour")
        if chosen.isValid():
            self.edited.emit(chosen.name()[1:].upper())


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def make_field(name: str, value: Any, parent: QWidget) -> StyleField:
    """Return the widget for a field of `session.command_line_style.flat_style`.

    Parameters
    ----------
    name
        Of the field.
    value
        Its default; its kind decides.
    """
    last = name.rpartition(".")[2]
    if last in CHOICES:
        return _Choice(name, CHOICES[last], parent)
    if isinstance(value, bool):
        return _Switch(name, parent)
    if isinstance(value, int | float):
        return _Number(name, parent, whole=isinstance(value, int))
    if last in COLOURS:
        return _Colour(name, parent)
    return _Text(name, parent)
