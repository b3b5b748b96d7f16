"""The window: menus, toolbar, the view, messages and the status bar round one state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QToolBar,
)

from misi_viewer.camera.views import VIEWS
from misi_viewer.errors import UserError
from misi_viewer.gui.actions import FILE, MENUS, STYLE, Actions
from misi_viewer.gui.empty_state import EmptyState, demo_complexes
from misi_viewer.gui.export import Exporter
from misi_viewer.gui.export_dialog import ExportChoice, ExportDialog
from misi_viewer.gui.help_pages import AboutDialog, KeysDialog
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.ligand_chooser import LigandChooser
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.status import Status
from misi_viewer.gui.theme import APPEARANCES, set_appearance
from misi_viewer.gui.viewport import Viewport
from misi_viewer.scene.parts import AtomIdentity, displayed_atoms
from misi_viewer.scene.style import DEFAULT_STYLE, Representation
from misi_viewer.scene.styles import load_style, style_names
from misi_viewer.session.opening import LigandChoice, Opened, open_files
from misi_viewer.session.picture_server import PictureOrder
from misi_viewer.session.state import WindowState

__all__ = ["MainWindow"]

INITIAL_SIZE = QSize(1200, 860)
REPRESENTATIONS: dict[str, Representation] = {
    "style.stick": "stick",
    "style.ball": "ball and stick",
    "style.sphere": "sphere",
    "style.wire": "wire",
}
OPEN_FILTER = (
    "Structures and pictures (*.pdb *.ent *.cif *.mmcif *.bcif *.mol2 *.sdf *.sd *.mol *.png *.json "
    "*.pdb.gz *.ent.gz *.cif.gz *.bcif.gz *.mol2.gz *.sdf.gz);;All files (*)"
)
"""``misi-viewer`` tells formats by content; the filter only makes lists shorter."""

OPEN_ACTIONS = 2
"""How many actions stand in the file menu before the demo complexes."""

STYLE_FILTER = "Styles (*.toml *.json);;All files (*)"


class MainWindow(QMainWindow):
    """One window on one complex."""

    def __init__(self, opengl: str = "") -> None:
        super().__init__()
        self.setObjectName("main-window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._opengl = opengl
        self.state = WindowState(DEFAULT_STYLE)
        self.jobs = Jobs(self)
        self.exporter = Exporter(self)
        self._pages = QStackedWidget(self)
        self.message = MessageBar(self._pages)
        self.viewport = Viewport(self.state, self)
        self.actions_ = Actions(self, self._handlers())
        self.empty = EmptyState([self.actions_["file.open"], self.actions_["file.open_folder"]], self)
        self.status = Status(self)
        self._identities: list[AtomIdentity] | None = None
        self._disposed = False
        self._last_folder = ""
        self._arrange()
        self._connect()
        self.actions_["appearance.system"].setChecked(True)
        self._refresh()
        self.resize(INITIAL_SIZE.boundedTo(self.screen().availableSize()))

    def open_files(self, files: Sequence[str], ligand: str | None = None) -> None:
        """Read files off the GUI's thread and show what they hold.

        Parameters
        ----------
        files
            As `session.opening.open_files` takes them; none does nothing.
        ligand
            Which ligand of a structure file.
        """
        if not files:
            return
        shot, style = self.state.fresh_shot(), self.state.style
        folders = [source.path.parent for source in self.state.complex.sources] if self.state.complex else []
        read = partial(open_files, tuple(files), shot, style, ligand, folders)
        self.jobs.start(f"Opening {Path(files[0]).name}…", read)

    def dispose(self) -> None:
        """Let go of threads, the child process and OpenGL; called when the window closes."""
        if not self._disposed:
            self._disposed = True
            self.jobs.close()
            self.viewport.dispose()
            self.exporter.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close cleanly."""
        self.hide()
        self.dispose()
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draw icons and messages anew when dark and light change places."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "status"):
            self.actions_.set_icons()
            self.message.set_colours()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files."""
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        event.acceptProposedAction()
        self.open_files(_local_files(event))

    def _arrange(self) -> None:
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.viewport)
        self.setCentralWidget(self._pages)
        self.setStatusBar(self.status)
        toolbar = QToolBar("Tools", self)
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        self.addToolBar(toolbar)
        menus = {title: self.menuBar().addMenu(title) for title in MENUS}
        self.actions_.fill(menus, toolbar)
        self._add_demos(menus[FILE])
        self._add_styles(menus[STYLE])

    def _add_demos(self, menu: QMenu) -> None:
        demos = QMenu("&Demo complexes", menu)
        for folder in demo_complexes():
            demos.addAction(folder.name).triggered.connect(_without_value(partial(self.open_files, [str(folder)])))
        menu.insertMenu(menu.actions()[OPEN_ACTIONS], demos)

    def _add_styles(self, menu: QMenu) -> None:
        styles = QMenu("&Built-in styles", menu)
        for name in style_names():
            action = styles.addAction(name)
            action.triggered.connect(_without_value(partial(self.take_style, name)))
            action.setToolTip(load_style(name).description)
        styles.setToolTipsVisible(True)
        menu.insertMenu(self.actions_["style.open"], styles)

    def take_style(self, name_or_path: str) -> None:
        """Draw in another style, built-in or from a file."""
        try:
            self.state.set_style(load_style(name_or_path))
        except UserError as error:
            self.message.show_error(str(error))

    def _ask_style(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Style from file", self._last_folder, STYLE_FILTER)
        if name:
            self.take_style(name)

    def _connect(self) -> None:
        self.state.complex_changed.connect(self._refresh)
        self.state.scene_changed.connect(self._refresh)
        self.jobs.started.connect(partial(self.status.show_work, can_cancel=True))
        self.jobs.idle.connect(self._show_work)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(self.message.show_error)
        self.exporter.finished.connect(self._exported)
        self.status.cancelled.connect(self.jobs.cancel)
        self.empty.demo_chosen.connect(lambda path: self.open_files([path]))
        self.viewport.hovered.connect(self._name_atom)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._escape)

    def _handlers(self) -> dict[str, Callable[[bool], object]]:
        """Return what each action of the table does."""
        state = self.state
        without_value: dict[str, Callable[[], object]] = {
            "file.open": self._ask_files,
            "file.open_folder": self._ask_folder,
            "file.export": self._ask_export,
            "file.quit": self.close,
            "style.open": self._ask_style,
            "view.fit": state.fit,
            "view.reset": state.reset,
            "help.keys": lambda: KeysDialog(self).show(),
            "help.about": lambda: AboutDialog(self._opengl, self).show(),
            **{f"view.{view}": partial(state.look_from, view) for view in VIEWS},
            **{f"appearance.{name}": partial(self.set_appearance, name) for name in APPEARANCES},
            **{action: partial(state.set_representation, kind) for action, kind in REPRESENTATIONS.items()},
        }
        return {
            "view.labels": state.set_labels,
            "view.hydrogens": state.set_hydrogens,
            **{action: _without_value(function) for action, function in without_value.items()},
        }

    def set_appearance(self, appearance: str) -> None:
        """Make all windows dark, light, or as the system is."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            set_appearance(application, appearance)

    def _refresh(self) -> None:
        """Show in title, status bar and actions what the state is."""
        shown = self.state.complex
        self._pages.setCurrentWidget(self.viewport if shown else self.empty)
        self.setWindowTitle(f"{shown.id} - MiSI Viewer" if shown else "MiSI Viewer")
        self.actions_.set_open(shown is not None)
        self.actions_["view.labels"].setChecked(self.state.shot.labels)
        self.actions_["view.hydrogens"].setChecked(self.state.shot.hydrogens)
        for action_id, representation in REPRESENTATIONS.items():
            self.actions_[action_id].setChecked(self.state.style.representation == representation)
        self.status.show_complex(self._summary())
        self._identities = None

    def _summary(self) -> str:
        shown = self.state.complex
        if shown is None:
            return ""
        chosen = f" ({shown.ligand_choice})" if shown.ligand_choice else ""
        parts = displayed_atoms(shown, self.state.shot).parts
        counts = " and ".join(f"{len(part.rows):,} {part.name}" for part in parts)
        return f"{shown.id}{chosen}: {counts} atoms shown"

    def _take(self, outcome: Opened | LigandChoice) -> None:
        if isinstance(outcome, LigandChoice):
            self._ask_ligand(outcome)
            return
        try:
            self.state.show(
                outcome.complex, outcome.shot, style=outcome.style, frame=outcome.frame, scene=outcome.scene
            )
        except UserError as error:
            self.message.show_error(str(error))
            return
        self.message.dismiss()
        self.viewport.setFocus()
        if outcome.notice:
            self.message.show_notice(outcome.notice)

    def _ask_ligand(self, choice: LigandChoice) -> None:
        chooser = LigandChooser(choice.path, choice.ligands, self)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.accepted.connect(lambda: self.open_files([str(choice.path)], chooser.chosen.selector))
        chooser.open()

    def _ask_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self, "Open files", self._last_folder, OPEN_FILTER)
        self._open_chosen(names)

    def _ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Open a complex's folder", self._last_folder)
        self._open_chosen([name] if name else [])

    def _open_chosen(self, names: list[str]) -> None:
        if names:
            self._last_folder = str(Path(names[0]).parent)
            self.open_files(names)

    def _ask_export(self) -> None:
        state = self.state
        if state.complex is None:
            return
        proposed = Path(self._last_folder or Path.cwd()) / f"{state.complex.id}.png"
        dialog = ExportDialog(proposed, state.size, state.shot.supersample, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.export(dialog.choice))
        dialog.open()

    def export(self, choice: ExportChoice) -> None:
        """Write the picture that is seen, off the GUI's thread."""
        state = self.state
        if state.complex is None:
            return
        shot = state.shot_at(choice.size).but(supersample=choice.supersample, transparent=choice.transparent)
        self._last_folder = str(choice.path.parent)
        self.exporter.export(PictureOrder(state.complex, shot, state.style, choice.size, choice.path))
        self._show_work()

    def _exported(self, path: Path, problem: str) -> None:
        self._show_work()
        if problem:
            self.message.show_error(problem)
        else:
            self.message.show_notice(f"Wrote {path}.")

    def _show_work(self) -> None:
        if self.jobs.busy:
            return
        if self.exporter.busy:
            self.status.show_work("Drawing the picture…", can_cancel=False)
        else:
            self.status.work_done()

    def _name_atom(self, row: int | None) -> None:
        if row is None or self.state.complex is None:
            self.status.show_atom(None)
            return
        if self._identities is None:
            self._identities = displayed_atoms(self.state.complex, self.state.shot).identities()
        self.status.show_atom(self._identities[row])

    def _escape(self) -> None:
        if self.jobs.busy:
            self.jobs.cancel()
        else:
            self.message.dismiss()


def _local_files(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def _without_value(function: Callable[[], object]) -> Callable[[bool], object]:
    """Return `function` as an action's handler that does not care whether the action is checked."""
    return lambda _checked: function()
