"""The panel that edits the style: every setting, seen at once in the view, saved under a name."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.errors import UserError
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.docks.style_fields import StyleField, make_field
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.scene.styles import keep_style, save_style
from misi_viewer.session.command_line_style import flat_style, with_setting

__all__ = ["StylePanel"]

GROUPS = {
    "": "Atoms and bonds",
    "light": "Light",
    "depth_cue": "Fading with depth",
    "labels": "Labels",
    "hydrogen_bonds": "Dashes of hydrogen bonds",
    "chain_breaks": "Dashes of chain breaks",
}
TITLES = {
    "element_colours": "Element colours",
    "residue_carbons": "Carbons of residues",
    "ligand_carbon": "Carbons of the ligand",
    "depth_cue.on": "Fade",
    "labels.residues": "On residues",
    "labels.atoms": "On ligand atoms",
}
UNITS = {"stick_radius": "Å", "labels.height": "Å", "hydrogen_bonds.radius": "Å", "chain_breaks.radius": "Å"}
HINTS = {
    "element_colours": "Symbols with their colours, as N=3050F8, O=red; all others as usual",
    "residue_carbons": "Colours that residues take in turn",
    "ligand_carbon": "Empty: as the element",
    "depth_cue.colour": "Empty: the background",
    "labels.colour": "Empty: white or black, whichever can be read",
    "light.key_direction": "Where the light goes: right, up, towards you",
    "light.fill_direction": "Where the light goes: right, up, towards you",
}


class StylePanel(Panel):
    """A form with a widget for every setting."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("style-editor")
        self.fields: dict[str, StyleField] = {}
        self._problem = QLabel(self)
        self._problem.setObjectName("style-problem")
        self._problem.setWordWrap(True)
        self._problem.hide()
        self.name = QLineEdit(self)
        self.name.setObjectName("style-name")
        self.name.setAccessibleName("Name of the style")
        self.name.setPlaceholderText("Name of the style")
        self._save = self._button("&Save", "save", "Keep the style under this name; it stands in the menu Style then")
        self._save_as = self._button("Save as &file…", "save-as", "Write the style to a file for others")
        self._revert = self._button("Re&vert", "revert", "Go back to the style as it was when it was chosen")
        self._benchmark = self._button("As in &MiSI-Bench", "benchmark", "Take the style of the data set")
        self._chosen = context.state.style
        self._is_editing = False
        self._arrange()
        self._connect()

    def refresh(self) -> None:
        """Show the style."""
        style = self.context.state.style
        for name, value in flat_style(style).items():
            self.fields[name].show_value(value)
        if not self.name.hasFocus():
            self.name.setText(style.name)
        self._revert.setEnabled(style != self._chosen)
        self._benchmark.setEnabled(style != DEFAULT_STYLE)

    def dispose(self) -> None:
        """Let go of the state."""
        self.context.state.scene_changed.disconnect(self._follow)

    def _button(self, text: str, name: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(f"style-{name}")
        button.setToolTip(tip)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # the panel may be narrow
        return button

    def _arrange(self) -> None:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(4, 4, 4, 4)
        forms: dict[str, QFormLayout] = {}
        for group, title in GROUPS.items():
            box = QGroupBox(title, page)
            forms[group] = QFormLayout(box)
            forms[group].setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            column.addWidget(box)
        column.addStretch(1)
        for name, value in flat_style(DEFAULT_STYLE).items():
            field = self.fields[name] = make_field(name, value, page)
            field.setToolTip(HINTS.get(name, ""))
            field.edited.connect(lambda text, name=name: self._take(name, text))
            forms[name.rpartition(".")[0]].addRow(_title(name), field)
        area = QScrollArea(self)
        area.setAccessibleName("Settings of the style")
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        grid = QGridLayout()
        grid.setContentsMargins(4, 2, 4, 4)
        grid.addWidget(self.name, 0, 0)
        for place, button in enumerate((self._save, self._save_as, self._revert, self._benchmark), start=1):
            grid.addWidget(button, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(2)
        outer.addWidget(area, 1)
        outer.addWidget(self._problem)
        outer.addLayout(grid)

    def _connect(self) -> None:
        self.context.state.scene_changed.connect(self._follow)
        self._save.clicked.connect(self.save)
        self.name.returnPressed.connect(self.save)
        self._save_as.clicked.connect(self._ask_file)
        self._revert.clicked.connect(lambda: self.context.controls.set_style(self._chosen))
        self._benchmark.clicked.connect(lambda: self.context.controls.set_style(DEFAULT_STYLE))

    def _follow(self) -> None:
        if not self._is_editing and self.context.state.style.name != self._chosen.name:
            self._chosen = self.context.state.style
        if self.is_seen:
            self.refresh()

    def _take(self, name: str, text: str) -> None:
        """Draw with a changed setting, or say what is wrong with it."""
        self._is_editing = True
        try:
            self.context.controls.adjust_style(with_setting(self.context.state.style, name, text), name)
            self._tell("")
        except UserError as error:
            self._tell(str(error))
        finally:
            self._is_editing = False

    def save(self) -> None:
        """Keep the style under the name that is written."""
        name = self.name.text().strip()
        style = self.context.state.style.but(name=name)
        try:
            path = keep_style(style)
        except UserError as error:
            self._tell(str(error))
            return
        self._chosen = style
        self.context.controls.set_style(style)
        self._tell("")
        self.context.message.show_notice(f"Saved the style {name} as {path}.")

    def _ask_file(self) -> None:
        style = self.context.state.style
        name, _ = QFileDialog.getSaveFileName(self, "Save the style", f"{style.name}.toml", "Styles (*.toml *.json)")
        if name:
            try:
                save_style(style.but(name=self.name.text().strip() or style.name), name)
                self._tell("")
            except UserError as error:
                self._tell(str(error))

    def _tell(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))


def _title(name: str) -> str:
    plain = TITLES.get(name) or name.rpartition(".")[2].replace("_", " ").capitalize()
    return f"{plain}, {UNITS[name]}" if name in UNITS else plain
