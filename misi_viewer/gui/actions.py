"""Every action of the window, declared once: menus, toolbar and the page of keys are made from this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

from misi_viewer.gui.docks.panel import DockSpec
from misi_viewer.gui.docks.table import DOCKS
from misi_viewer.gui.icons import icon
from misi_viewer.session.mouse_presets import PRESETS, MousePreset

__all__ = ["ACTIONS", "MENUS", "SUBMENUS", "ActionSpec", "Actions"]


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    Attributes
    ----------
    id
        ``menu.name``; what handlers and tests refer to.
    title
        As the menu shows it, with the letter to press after ``&``.
    menu
        Title of the menu it stands in.
    shortcut
        Portable key sequence, or "".
    icon
        Name of a qtawesome icon, or "".
    tip
        One sentence for the tool tip and the page of keys.
    checkable
        Whether it is on or off.
    group
        Actions of one group exclude each other; "" for none.
    toolbar
        Whether it has a button in the toolbar.
    needs_complex
        Whether it is disabled while nothing is open.
    separator
        Whether a line is drawn above it in the menu (and left of it in the toolbar).
    """

    id: str
    title: str
    menu: str
    shortcut: str = ""
    icon: str = ""
    tip: str = ""
    checkable: bool = False
    group: str = ""
    toolbar: bool = False
    needs_complex: bool = False
    separator: bool = False

    @property
    def plain_title(self) -> str:
        """The title without its mnemonic and dots."""
        return self.title.replace("&", "").rstrip("…")


FILE, EDIT, VIEW, STYLE, CASES, HELP = "&File", "&Edit", "&View", "&Style", "&Cases", "&Help"
PANELS, ATOM, MOUSE, SURFACE = "&Panels", "&Atom", "&Mouse", "S&urface"
LOOKS, TAGS = "Selected &atoms", "&Tags"
MENUS = (FILE, EDIT, VIEW, STYLE, CASES, HELP)
"""What stands in the menu bar."""

SUBMENUS = {PANELS: VIEW, ATOM: EDIT, MOUSE: VIEW, LOOKS: STYLE, SURFACE: STYLE, TAGS: CASES}
"""Menus inside others; that of atoms is also what the view's right button opens."""


def _view(number: int, name: str, icon_name: str) -> ActionSpec:
    return ActionSpec(
        id=f"view.{name}",
        title=name.capitalize(),
        menu=VIEW,
        shortcut=str(number),
        icon=icon_name,
        tip=f"Look at the complex from the {name}",
        toolbar=True,
        needs_complex=True,
        separator=number == 1,
    )


def _appearance(name: str, title: str, tip: str) -> ActionSpec:
    return ActionSpec(
        id=f"appearance.{name}",
        title=title,
        menu=VIEW,
        tip=tip,
        checkable=True,
        group="appearance",
        separator=name == "system",
    )


def _representation(name: str, title: str, tip: str) -> ActionSpec:
    return ActionSpec(
        id=f"style.{name}",
        title=title,
        menu=STYLE,
        tip=tip,
        checkable=True,
        group="representation",
        needs_complex=True,
    )


def _look(name: str, title: str, tip: str, *, separator: bool = False) -> ActionSpec:
    return ActionSpec(id=f"look.{name}", title=title, menu=LOOKS, tip=tip, needs_complex=True, separator=separator)


def _mouse(preset: MousePreset) -> ActionSpec:
    return ActionSpec(
        id=f"mouse.{preset.id}",
        title=preset.title,
        menu=MOUSE,
        tip=preset.tip,
        checkable=True,
        group="mouse",
    )


def _surface(name: str, title: str, tip: str) -> ActionSpec:
    return ActionSpec(
        id=f"surface.{name}",
        title=title,
        menu=SURFACE,
        tip=tip,
        checkable=True,
        group="surface",
        needs_complex=True,
    )


def _case(name: str, title: str, shortcut: str, tip: str, *, separator: bool = False) -> ActionSpec:
    return ActionSpec(id=f"cases.{name}", title=title, menu=CASES, shortcut=shortcut, tip=tip, separator=separator)


def _tag(number: int) -> ActionSpec:
    return ActionSpec(
        id=f"cases.tag_{number}",
        title=f"Tag &{number}",
        menu=TAGS,
        shortcut=f"Ctrl+{number}",
        tip=f"Set or take away the tag that has the number {number}",
    )


def _panel(dock: DockSpec) -> ActionSpec:
    return ActionSpec(
        id=f"panel.{dock.id}",
        title=dock.title,
        menu=PANELS,
        icon=dock.icon,
        tip=f"Show or hide the panel: {dock.tip}",
        checkable=True,
    )


ACTIONS = (
    ActionSpec(
        "file.open",
        "&Open files…",
        FILE,
        "Ctrl+O",
        "mdi6.file-outline",
        "Open a pocket and a ligand, one structure file, or a picture that carries its shot",
        toolbar=True,
    ),
    ActionSpec(
        "file.open_folder",
        "Open &folder…",
        FILE,
        "Ctrl+Shift+O",
        "mdi6.folder-open-outline",
        "Open a folder with a pocket and a ligand, as PDBbind has them",
        toolbar=True,
    ),
    ActionSpec(
        "file.fetch",
        "Fe&tch by PDB id…",
        FILE,
        "Ctrl+Shift+F",
        "mdi6.cloud-download-outline",
        "Fetch an entry of the Protein Data Bank and open it",
    ),
    ActionSpec(
        "file.add",
        "&Add a complex…",
        FILE,
        "Ctrl+Shift+D",
        "mdi6.layers-plus",
        "Open a further complex and show it beside this one",
        needs_complex=True,
    ),
    ActionSpec(
        "file.save_session",
        "&Save session",
        FILE,
        "Ctrl+S",
        "mdi6.content-save-outline",
        "Save all that the window shows, to go on with it later",
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "file.save_session_as",
        "Save session &as…",
        FILE,
        "Ctrl+Shift+S",
        tip="Save all that the window shows to another file",
        needs_complex=True,
    ),
    ActionSpec(
        "file.export",
        "&Export picture…",
        FILE,
        "Ctrl+E",
        "mdi6.image-outline",
        "Write the picture as it is seen to a PNG file that carries its shot",
        toolbar=True,
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "file.export_movie",
        "Export &movie…",
        FILE,
        "Ctrl+Shift+E",
        "mdi6.movie-open-outline",
        "Write a turn, or commands being carried out, as an animated GIF or numbered PNG pictures",
        needs_complex=True,
    ),
    ActionSpec("file.quit", "&Quit", FILE, "Ctrl+Q", "mdi6.exit-to-app", "Close the window", separator=True),
    ActionSpec("edit.undo", "&Undo", EDIT, "Ctrl+Z", "mdi6.undo", "Take the last change back", needs_complex=True),
    ActionSpec(
        "edit.redo", "&Redo", EDIT, "Ctrl+Y", "mdi6.redo", "Make the change that was undone again", needs_complex=True
    ),
    ActionSpec(
        "edit.select_none",
        "Select &nothing",
        EDIT,
        "Ctrl+Shift+A",
        tip="Select no atoms (Esc)",
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "edit.measure",
        "&Measure picked atoms",
        EDIT,
        "M",
        "mdi6.ruler",
        "Measure a distance, an angle or a dihedral between two, three or four atoms clicked one by one",
        needs_complex=True,
    ),
    ActionSpec(
        "edit.command",
        "&Type a command",
        EDIT,
        "Ctrl+K",
        "mdi6.console",
        "Go to the command line (also the key /)",
    ),
    ActionSpec(
        "edit.copy_picture",
        "Copy &picture",
        EDIT,
        "Ctrl+Shift+C",
        "mdi6.image-multiple-outline",
        "Copy the picture as it is seen, in full quality",
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "edit.copy_command",
        "Copy command &line",
        EDIT,
        "Ctrl+Alt+C",
        "mdi6.console-line",
        "Copy the command that draws this picture: misi-viewer render ...",
        needs_complex=True,
    ),
    ActionSpec(
        "atom.centre",
        "&Centre",
        ATOM,
        icon="mdi6.image-filter-center-focus",
        tip="Bring the atom under the pointer, or those that are picked, into the middle",
        needs_complex=True,
    ),
    ActionSpec(
        "atom.pick",
        "&Pick for an explanation",
        ATOM,
        icon="mdi6.target",
        tip="Pick the atom under the pointer; one of the pocket and one of the ligand are explained",
        needs_complex=True,
    ),
    ActionSpec(
        "atom.label",
        "&Label by name",
        ATOM,
        "Ctrl+L",
        tip="Label the atom under the pointer, or those that are selected, by name",
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "atom.label_residue",
        "Label by &residue",
        ATOM,
        "Ctrl+Shift+L",
        tip="Label the residue of the atom under the pointer, or of those that are selected",
        needs_complex=True,
    ),
    ActionSpec(
        "atom.unlabel",
        "Take &own labels away",
        ATOM,
        tip="Take the labels away that were put on single atoms and residues",
        needs_complex=True,
    ),
    ActionSpec(
        "atom.release",
        "&Let go of picked atoms",
        ATOM,
        icon="mdi6.close-circle-outline",
        tip="Pick no atoms any more",
        needs_complex=True,
    ),
    _view(1, "front", "mdi6.numeric-1-box-outline"),
    _view(2, "left", "mdi6.numeric-2-box-outline"),
    _view(3, "top", "mdi6.numeric-3-box-outline"),
    _view(4, "back", "mdi6.numeric-4-box-outline"),
    _view(5, "right", "mdi6.numeric-5-box-outline"),
    _view(6, "bottom", "mdi6.numeric-6-box-outline"),
    ActionSpec(
        "view.fit",
        "&Fit",
        VIEW,
        "F",
        "mdi6.fit-to-screen-outline",
        "Bring everything shown into the window without turning it",
        toolbar=True,
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "view.reset",
        "&Reset",
        VIEW,
        "R",
        "mdi6.restore",
        "Go back to the fitted front view of the whole complex",
        toolbar=True,
        needs_complex=True,
    ),
    ActionSpec(
        "view.labels",
        "&Labels",
        VIEW,
        "L",
        "mdi6.label-outline",
        "Show or hide the labels of residues and ligand atoms",
        checkable=True,
        toolbar=True,
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "view.hydrogens",
        "&Hydrogens",
        VIEW,
        "H",
        "mdi6.alpha-h-circle-outline",
        "Show or hide hydrogen atoms",
        checkable=True,
        toolbar=True,
        needs_complex=True,
    ),
    ActionSpec(
        "view.hydrogen_bonds",
        "Hydrogen &bonds",
        VIEW,
        "B",
        "mdi6.alpha-b-circle-outline",
        "Show or hide the dashed lines of hydrogen bonds between pocket and ligand",
        checkable=True,
        toolbar=True,
        needs_complex=True,
    ),
    ActionSpec(
        "view.name",
        "&Name this view",
        VIEW,
        "Ctrl+D",
        "mdi6.bookmark-plus-outline",
        "Remember this view under a name, in the panel of named views",
        needs_complex=True,
        separator=True,
    ),
    *map(_panel, DOCKS),
    ActionSpec(
        "panel.reset", "&Reset the layout", PANELS, tip="Put all panels where they were at first", separator=True
    ),
    *map(_mouse, PRESETS),
    _appearance("system", "Colours of the s&ystem", "Dark or light as the desktop is"),
    _appearance("light", "L&ight colours", "A light window"),
    _appearance("dark", "&Dark colours", "A dark window"),
    _representation("stick", "&Stick", "Draw atoms and bonds as sticks, as the benchmark does"),
    _representation("ball", "&Ball and stick", "Draw atoms as small balls, bonds as sticks"),
    _representation("sphere", "S&phere", "Draw atoms as spheres of their van der Waals radius"),
    _representation("wire", "&Wire", "Draw bonds as thin lines"),
    _look("stick", "As &stick", "Draw the selected atoms as sticks, whatever the style says"),
    _look("ball", "As &ball and stick", "Draw the selected atoms as small balls, their bonds as sticks"),
    _look("sphere", "As s&phere", "Draw the selected atoms as spheres of their van der Waals radius"),
    _look("wire", "As &wire", "Draw the bonds between selected atoms as thin lines"),
    _look("alike", "&All as the style says", "Draw all atoms alike again", separator=True),
    _surface("off", "&None", "Show no surface"),
    _surface("element", "Pocket by &element", "Show the pocket's surface in the colours of its atoms"),
    _surface(
        "hydrophobicity",
        "Pocket by &hydrophobicity",
        "Show the pocket's surface from blue, fond of water, to ochre, shy of it",
    ),
    _surface("ligand", "&Ligand", "Show the ligand's surface in the colours of its atoms"),
    ActionSpec(
        "surface.see_through",
        "&See through",
        SURFACE,
        tip="Let half of the light through surfaces",
        checkable=True,
        needs_complex=True,
        separator=True,
    ),
    ActionSpec(
        "style.open",
        "Style from &file…",
        STYLE,
        tip="Take colours, radii, light and labels from a style file",
        separator=True,
    ),
    _case("open", "Open a data &set…", "Ctrl+Alt+O", "Open the folder of a data set: its questions and pictures"),
    _case("open_file", "Open a data set's &file…", "", "Open an archive, a table or a catalogue of questions"),
    _case("add_predictions", "&Add predictions…", "", "Add models' answers to the data set that is open"),
    _case("link", "&Link complexes…", "", "Tell in which folder the complexes of the data set lie"),
    _case("next", "&Next case", "N", "Open the next listed case", separator=True),
    _case("previous", "&Previous case", "P", "Open the listed case before"),
    _case("next_wrong", "Next &wrong case", "Shift+N", "Open the next case that the model got wrong"),
    _case("previous_wrong", "Previous wr&ong case", "Shift+P", "Open the wrong case before"),
    _case("next_model", "Next &model", "Shift+M", "Look at the next model's answers"),
    *map(_tag, range(1, 10)),
    ActionSpec("help.keys", "&Mouse and keys", HELP, "F1", "mdi6.keyboard-outline", "What the mouse and the keys do"),
    ActionSpec(
        "help.diagnostics",
        "Copy &diagnostics",
        HELP,
        icon="mdi6.stethoscope",
        tip="Copy versions, OpenGL, screen and the last error for a report of a fault; no files are named",
    ),
    ActionSpec("help.about", "&About MiSI Viewer", HELP, "", "mdi6.information-outline", "Version and licence"),
)


class Actions(Mapping[str, QAction]):
    """The table turned into Qt actions on one window.

    Parameters
    ----------
    window
        The window that owns them.
    handlers
        For each id, what it does; checkable actions are given their new state.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[[bool], object]]) -> None:
        self._window = window
        self._by_id: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            self._by_id[spec.id] = self._make(spec, handlers[spec.id])
        self.set_icons()

    def __getitem__(self, action_id: str) -> QAction:
        return self._by_id[action_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)

    def _make(self, spec: ActionSpec, handler: Callable[[bool], object]) -> QAction:
        action = QAction(spec.title, self._window)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        if spec.shortcut:
            action.setShortcut(QKeySequence(spec.shortcut))
        keys = f" ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})" if spec.shortcut else ""
        action.setToolTip(spec.tip + keys)
        action.setStatusTip(spec.tip)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self._window))
            group.addAction(action)
        if spec.id == "file.quit":
            action.setMenuRole(QAction.MenuRole.QuitRole)
        action.triggered.connect(handler)
        return action

    def set_icons(self) -> None:
        """Draw the icons in the palette's colours; call again when these change."""
        for spec in ACTIONS:
            if spec.icon:
                self._by_id[spec.id].setIcon(icon(spec.icon, self._window.palette()))

    def set_open(self, is_open: bool) -> None:
        """Enable or disable what needs a complex."""
        for spec in ACTIONS:
            if spec.needs_complex:
                self._by_id[spec.id].setEnabled(is_open)

    def fill(self, menus: Mapping[str, QMenu], toolbar: QToolBar) -> None:
        """Put the actions into their menus and the toolbar."""
        for spec in ACTIONS:
            places: list[QMenu | QToolBar] = [menus[spec.menu], *([toolbar] if spec.toolbar else [])]
            for place in places:
                if spec.separator and place.actions():
                    place.addSeparator()
                place.addAction(self._by_id[spec.id])
