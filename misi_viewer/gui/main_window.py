"""The window: menus, toolbar, the view, messages and the status bar round one state."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QGridLayout,
    QMainWindow,
    QMenu,
    QToolBar,
    QWidget,
)

from misi_viewer.camera.views import VIEWS
from misi_viewer.chem.selection import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.gui.actions import ATOM, FILE, MENUS, STYLE, SUBMENUS, Actions
from misi_viewer.gui.atom_menu import AtomMenu
from misi_viewer.gui.copying import copy_command, copy_picture
from misi_viewer.gui.diagnostics import copy_diagnostics
from misi_viewer.gui.docks.area import Docks
from misi_viewer.gui.docks.command_line import CommandInput, CommandLinePanel
from misi_viewer.gui.docks.named_views import NamedViewsPanel
from misi_viewer.gui.docks.panel import PanelContext
from misi_viewer.gui.docks.table import DOCKS
from misi_viewer.gui.drawing_atoms import DrawingAtoms
from misi_viewer.gui.empty_state import EmptyState, demo_complexes
from misi_viewer.gui.explorer.explorer import Explorer
from misi_viewer.gui.export import Exporter
from misi_viewer.gui.exporting import Exporting
from misi_viewer.gui.fetching import Fetching
from misi_viewer.gui.help_pages import AboutDialog, KeysDialog
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.movies import Movies
from misi_viewer.gui.opener import Opener
from misi_viewer.gui.overlay import Overlay
from misi_viewer.gui.recent import RecentMenu
from misi_viewer.gui.selecting import Selecting, logged
from misi_viewer.gui.sessions import Sessions
from misi_viewer.gui.settings import Settings
from misi_viewer.gui.status import Status
from misi_viewer.gui.surfacing import Surfacing
from misi_viewer.gui.theme import APPEARANCES, set_appearance
from misi_viewer.gui.viewport import Viewport
from misi_viewer.scene.build import build
from misi_viewer.scene.parts import DisplayedAtoms, displayed_atoms
from misi_viewer.scene.style import DEFAULT_STYLE, Representation
from misi_viewer.scene.styles import load_style, own_styles, style_names
from misi_viewer.session import companions
from misi_viewer.session.command_line_complexes import FETCHED
from misi_viewer.session.marks import Marks, atom_of_row, identify
from misi_viewer.session.mouse_presets import PRESETS, ClickAction, preset_named
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.opening import Opened
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

__all__ = ["MainWindow"]

INITIAL_SIZE = QSize(1200, 860)
REPRESENTATIONS: dict[str, Representation] = {
    "style.stick": "stick",
    "style.ball": "ball and stick",
    "style.sphere": "sphere",
    "style.wire": "wire",
}
OPEN_ACTIONS = 2
"""How many actions stand in the file menu before the demo complexes."""

CASES_HEIGHT = 240
"""Pixels that the list of cases is given when it comes to the front."""

STYLE_FILTER = "Styles (*.toml *.json);;All files (*)"


class MainWindow(QMainWindow):
    """One window on one complex."""

    def __init__(self, opengl: str = "", settings: Settings | None = None) -> None:
        super().__init__()
        self.setObjectName("main-window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._opengl = opengl
        self.settings = settings or Settings()
        self.state = WindowState(DEFAULT_STYLE)
        self.marks = Marks()
        self.named_views = NamedViews(self.state)
        self.opener = Opener(self.state, self.settings, self)
        self.controls = WindowControls(
            self.state, self.named_views, lambda path: self.exporting.save(path), self._open_typed
        )
        self.jobs = self.opener.jobs
        self.finding = Jobs(self)
        self.exporter = Exporter(self)
        self._pages = QWidget(self)
        self.message = MessageBar(self._pages)
        self.explorer = Explorer(self.state, self.message, self)
        self.surfacing = Surfacing(self.controls, self.message, self)
        self.drawing_atoms = DrawingAtoms(self.controls, self.message)
        self.viewport = Viewport(self.state, self)
        self.overlay = Overlay(self.state, self.marks, self.viewport)
        self.actions_ = Actions(self, self._handlers())
        self.empty = EmptyState([self.actions_["file.open"], self.actions_["file.open_folder"]], self)
        self.status = Status(self)
        self._atoms: DisplayedAtoms | None = None
        self._disposed = False
        self._arrange()
        self.exporting = Exporting(self.exporter, self.state, self.opener, self.settings, self.message, self)
        self.movies = Movies(self.state, self.opener, self.message, self)
        self.fetching = Fetching(self.open_files, self.message, self)
        self.sessions = Sessions(self.controls, self.opener, self.message, self, keeps_last=self.settings.is_kept)
        self.selecting = Selecting(self, self.viewport, self.controls, self.marks)
        self.docks = Docks(self, self._panel_context(), self.actions_)
        self._connect()
        self.actions_["appearance.system"].setChecked(True)
        self.set_mouse(self.settings.mouse)
        self._refresh()
        self.resize(INITIAL_SIZE.boundedTo(self.screen().availableSize()))
        self._restore_layout()

    def open_files(self, files: Sequence[str], ligand: str | None = None) -> None:
        """Read files off the GUI's thread and show what they hold; see `Opener.open_files`."""
        self.opener.open_files(files, ligand)

    def dispose(self) -> None:
        """Let go of threads, the child process and OpenGL; called when the window closes."""
        if not self._disposed:
            self._disposed = True
            self.jobs.close()
            self.finding.close()
            self.docks.dispose()
            self.overlay.dispose()
            self.selecting.dispose()
            self.sessions.dispose()
            self.fetching.dispose()
            self.movies.dispose()
            self.surfacing.dispose()
            self.explorer.dispose()
            self.controls.dispose()
            self.viewport.dispose()
            self.exporter.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close cleanly, and remember where everything was."""
        self.settings.geometry, self.settings.layout = self.saveGeometry(), self.docks.save()
        self.settings.save()
        self.sessions.keep_last()
        self.hide()
        self.dispose()
        super().closeEvent(event)

    def _restore_layout(self) -> None:
        if not self.settings.geometry.isEmpty():
            self.restoreGeometry(self.settings.geometry)
        self.docks.restore(self.settings.layout)

    def _panel_context(self) -> PanelContext:
        return PanelContext(
            self.state,
            self.marks,
            self.named_views,
            self.controls,
            self.actions_,
            self.message,
            lambda dock: self.docks.reveal(dock),
            self.explorer.state,
        )

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
        """Open what was dropped, with Ctrl beside what is open."""
        event.acceptProposedAction()
        beside = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        self.opener.open_files(_local_files(event), beside=beside)

    def _arrange(self) -> None:
        # The view lies under the invitation from the start, so that OpenGL is ready when the first complex comes.
        cell = QGridLayout(self._pages)
        cell.setContentsMargins(0, 0, 0, 0)
        cell.addWidget(self.viewport, 0, 0)
        cell.addWidget(self.empty, 0, 0)
        self.empty.raise_()
        self.setCentralWidget(self._pages)
        self.setStatusBar(self.status)
        toolbar = QToolBar("Tools", self)
        toolbar.setObjectName("toolbar")
        toolbar.setMovable(False)
        self.addToolBar(toolbar)
        menus = {title: self.menuBar().addMenu(title) for title in MENUS}
        menus |= {title: QMenu(title, menus[parent]) for title, parent in SUBMENUS.items()}
        self.actions_.fill(menus, toolbar)
        for title, parent in SUBMENUS.items():
            menus[parent].addSeparator()
            menus[parent].addMenu(menus[title])
        self.atom_menu = AtomMenu(self.state, self.marks, menus[ATOM], self.actions_)
        self._add_demos(menus[FILE])
        self._add_styles(menus[STYLE])

    def _add_demos(self, menu: QMenu) -> None:
        demos = QMenu("&Demo complexes", menu)
        for folder in demo_complexes():
            demos.addAction(folder.name).triggered.connect(_without_value(partial(self.open_files, [str(folder)])))
        before = menu.actions()[OPEN_ACTIONS]
        menu.insertMenu(before, RecentMenu(self.settings, self.opener.open_spec, menu))
        menu.insertMenu(before, demos)

    def _add_styles(self, menu: QMenu) -> None:
        styles = QMenu("&Built-in styles", menu)
        for name in style_names():
            action = styles.addAction(name)
            action.triggered.connect(_without_value(partial(self.take_style, name)))
            action.setToolTip(load_style(name).description)
        styles.setToolTipsVisible(True)
        own = QMenu("Your &own styles", menu)
        own.aboutToShow.connect(partial(self._fill_own_styles, own))
        for submenu in (styles, own):
            menu.insertMenu(self.actions_["style.open"], submenu)
        edit = menu.addAction("&Edit the style…")
        edit.triggered.connect(lambda: self.docks.reveal("style"))

    def _fill_own_styles(self, menu: QMenu) -> None:
        menu.clear()
        for name in own_styles():
            menu.addAction(name).triggered.connect(_without_value(partial(self.take_style, name)))
        if menu.isEmpty():
            menu.addAction("None kept yet: edit the style and save it").setEnabled(False)

    def take_style(self, name_or_path: str) -> None:
        """Draw in another style, built-in or from a file."""
        try:
            self.state.set_style(load_style(name_or_path))
        except UserError as error:
            self.message.show_error(str(error))

    def _ask_style(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Style from file", self.opener.last_folder, STYLE_FILTER)
        if name:
            self.take_style(name)

    def _connect(self) -> None:
        self.state.complex_changed.connect(self.marks.clear)
        self.state.complex_changed.connect(self._refresh)
        self.state.scene_changed.connect(self._refresh)
        self.jobs.started.connect(partial(self.status.show_work, can_cancel=True))
        self.jobs.idle.connect(self._show_work)
        self.jobs.idle.connect(self._go_on)
        self.fetching.jobs.idle.connect(self._go_on)
        for jobs in (self.fetching.jobs, self.movies.jobs, self.surfacing.jobs, self.explorer.books.jobs):
            jobs.started.connect(partial(self.status.show_work, can_cancel=True))
            jobs.idle.connect(self._show_work)
        self.movies.progressed.connect(partial(self.status.show_work, can_cancel=True))
        self.opener.opened.connect(self._take)
        self.explorer.shown.connect(self._show_case)
        self.explorer.reveal.connect(self._reveal_cases)
        for signal in (self.explorer.state.book_changed, self.explorer.state.case_changed):
            signal.connect(self._enable_cases)
        self._enable_cases()
        self.opener.added.connect(self._add_complex)
        self.opener.failed.connect(self.message.show_error)
        self.finding.started.connect(self._show_work)
        self.finding.idle.connect(self._show_work)
        self.finding.done.connect(self._show_bonds)
        self.finding.failed.connect(self.message.show_error)
        self.exporter.started.connect(self._show_work)
        self.exporter.finished.connect(self._show_work)
        self.status.cancelled.connect(self._cancel)
        self.empty.demo_chosen.connect(lambda path: self.open_files([path]))
        self.viewport.hovered.connect(self._hover)
        self.viewport.clicked.connect(self._click)
        self.marks.hovered_changed.connect(self._name_atoms)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._escape)
        slash = QShortcut(QKeySequence(Qt.Key.Key_Slash), self)
        slash.activated.connect(self._type_command)
        self.command_input.left.connect(self.viewport.setFocus)
        self.selecting.set_actions(self.actions_)

    def _handlers(self) -> dict[str, Callable[[bool], object]]:
        """Return what each action of the table does."""
        state = self.state
        without_value: dict[str, Callable[[], object]] = {
            "file.open": self.opener.ask_files,
            "file.open_folder": self.opener.ask_folder,
            "file.fetch": lambda: self.fetching.ask(),
            "file.add": self.opener.ask_more,
            "file.save_session": lambda: self.sessions.save(),
            "file.save_session_as": lambda: self.sessions.ask(),
            "file.export": lambda: self.exporting.ask(),
            "file.export_movie": lambda: self.movies.ask(),
            "file.quit": self.close,
            "edit.undo": self.controls.undo,
            "edit.redo": self.controls.redo,
            "edit.select_none": self.controls.select_nothing,
            "edit.measure": self._measure,
            "edit.command": self._type_command,
            "edit.copy_picture": lambda: copy_picture(self.viewport, self.message.show_notice),
            "edit.copy_command": lambda: copy_command(state, self.message.show_notice),
            "atom.centre": lambda: self.controls.focus(self.atom_menu.atoms),
            "atom.pick": lambda: self.atom_menu.pick(),
            "atom.label": lambda: self.atom_menu.label(self.controls, "atoms"),
            "atom.label_residue": lambda: self.atom_menu.label(self.controls, "residues"),
            "atom.unlabel": self.controls.unlabel,
            "atom.release": lambda: self.marks.set_picked(()),
            "panel.reset": lambda: self.docks.reset(),
            "view.name": self._name_view,
            "style.open": self._ask_style,
            "view.fit": self.controls.fit,
            "view.reset": self.controls.reset,
            "help.keys": lambda: KeysDialog(self.viewport.pointer.preset, self).show(),
            "help.diagnostics": lambda: copy_diagnostics(self, self.viewport, self.state, self.message),
            "help.about": lambda: AboutDialog(self._opengl, self).show(),
            **{f"view.{view}": partial(state.look_from, view) for view in VIEWS},
            **{f"appearance.{name}": partial(self.set_appearance, name) for name in APPEARANCES},
            **{f"mouse.{preset.id}": partial(self.set_mouse, preset.id) for preset in PRESETS},
            **{action: partial(state.set_representation, kind) for action, kind in REPRESENTATIONS.items()},
        }
        handlers = {
            "view.labels": state.set_labels,
            "view.hydrogens": state.set_hydrogens,
            "view.hydrogen_bonds": self.show_hydrogen_bonds,
            **self.surfacing.handlers(),
            **self.drawing_atoms.handlers(),
            **self.explorer.handlers(),
            **{f"panel.{dock.id}": self._dock_handler(dock.id) for dock in DOCKS},
            **{action: _without_value(function) for action, function in without_value.items()},
        }
        return logged(self.controls, handlers)

    def set_appearance(self, appearance: str) -> None:
        """Make all windows dark, light, or as the system is."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            set_appearance(application, appearance)

    def set_mouse(self, name: str) -> None:
        """Give mouse and touchpad the habits of a program, and remember it."""
        preset = preset_named(name)
        self.viewport.pointer.preset = preset
        self.actions_[f"mouse.{preset.id}"].setChecked(True)
        self.settings.mouse = preset.id

    def _refresh(self) -> None:
        """Show in title, status bar and actions what the state is."""
        shown = self.state.complex
        self.viewport.setEnabled(shown is not None)
        self.empty.setVisible(shown is None)
        self.setWindowTitle(f"{shown.id} - MiSI Viewer" if shown else "MiSI Viewer")
        self.actions_.set_open(shown is not None)
        self.actions_["view.labels"].setChecked(self.state.shot.labels)
        self.actions_["view.hydrogens"].setChecked(self.state.shot.hydrogens)
        self.actions_["view.hydrogen_bonds"].setChecked(self.state.shot.hydrogen_bonds)
        self.surfacing.refresh(self.actions_)
        self.drawing_atoms.refresh(self.actions_)
        for action_id, representation in REPRESENTATIONS.items():
            self.actions_[action_id].setChecked(self.state.style.representation == representation)
        self._atoms = None if shown is None else displayed_atoms(shown, self.state.shot)
        self.status.show_complex(self._summary())

    def _summary(self) -> str:
        shown, atoms = self.state.complex, self._atoms
        if shown is None or atoms is None:
            return ""
        chosen = f" ({shown.ligand_choice})" if shown.ligand_choice else ""
        counts = " and ".join(f"{len(part.rows):,} {part.name}" for part in atoms.parts)
        return f"{shown.id}{chosen}: {counts} atoms shown"

    def _reveal_cases(self, dock: str) -> None:
        self.docks.reveal(dock)
        if self.docks["cases"].height() < CASES_HEIGHT:
            self.resizeDocks([self.docks["cases"]], [CASES_HEIGHT], Qt.Orientation.Vertical)

    def _enable_cases(self) -> None:
        self.explorer.enable(self.actions_)

    def _show_case(self, opened: Opened) -> None:
        """Show the complex of a case; the keys stay where they are."""
        with self.controls.log.quiet():
            self._take(opened, is_case=True)

    def _take(self, opened: Opened, *, is_case: bool = False) -> None:
        self.finding.cancel()
        try:
            with self._logging(f"open {shlex.quote(opened.spec)}"):
                self.state.show(
                    opened.complex,
                    opened.shot,
                    style=opened.style,
                    frame=opened.frame,
                    scene=opened.scene,
                    is_lent=opened.is_lent,
                    companions=opened.companions,
                )
                if opened.extras is not None:
                    self.controls.take_extras(opened.extras)
        except UserError as error:
            self.message.show_error(str(error))
            return
        self.sessions.take(opened.spec)
        if not is_case:
            self._dismiss_message()
            self.viewport.setFocus()
        if opened.notice:
            self.message.show_notice(opened.notice)

    def _dismiss_message(self) -> None:
        """Dismiss what was said before; what was said of others that are opened with it stays."""
        if not self.opener.goes_on:
            self.message.dismiss()

    def _open_typed(self, names: Sequence[str], beside: bool) -> None:
        if names[0].startswith(FETCHED):
            self.fetching.fetch(names[0].removeprefix(FETCHED))
        else:
            self.opener.open_files(names, beside=beside, typed=True)

    def _go_on(self) -> None:
        """Let typed commands go on that waited for a file."""
        if not self.jobs.busy and not self.fetching.jobs.busy:
            self.controls.log.go_on()

    def _logging(self, command: str) -> AbstractContextManager[None]:
        """Log a command for what is opened meanwhile, unless it was typed."""
        return self.controls.log.quiet() if self.opener.is_typed else self.controls.log.doing(command)

    def _add_complex(self, opened: Opened) -> None:
        try:
            with self._logging(f"add {shlex.quote(opened.spec)}"):
                companions.add(self.state, opened)
        except UserError as error:
            self.message.show_error(str(error))
            return
        if not companions.is_in_sight(self.state, len(self.state.companions) - 1):
            self.controls.fit()
        self._dismiss_message()
        self.docks.reveal("complexes")
        if opened.notice:
            self.message.show_notice(opened.notice)

    def show_hydrogen_bonds(self, on: bool) -> None:
        """Show or hide the dashed lines of hydrogen bonds, which are found off the GUI's thread."""
        state = self.state
        self.finding.cancel()
        if not on or state.complex is None:
            state.set_hydrogen_bonds(on)
            return
        shot = state.shot.but(hydrogen_bonds=True)
        self.finding.start("Finding hydrogen bonds…", partial(build, state.complex, shot, state.style))

    def _show_bonds(self) -> None:
        self.state.set_hydrogen_bonds(True)  # quick now: the scene room remembers the bonds

    def _dock_handler(self, dock_id: str) -> Callable[[bool], None]:
        return lambda opened: self.docks.set_open(dock_id, opened)

    def _name_view(self) -> None:
        self.docks.reveal("named_views")
        panel = self.docks.panels["named_views"]
        if isinstance(panel, NamedViewsPanel):
            panel.name_present()

    def _show_work(self) -> None:
        if self._is_waiting:
            return
        if self.finding.busy:
            self.status.show_work("Finding hydrogen bonds…", can_cancel=False)
        elif self.exporter.busy:
            self.status.show_work("Drawing the picture…", can_cancel=False)
        else:
            self.status.work_done()

    def _hover(self, row: int | None) -> None:
        self.marks.hover(*self._atom_at(row))
        other = None if row is None else companions.atom_of_companion(self.state, row)
        if other is not None:
            name, atom = other
            self.status.show_atoms([atom], of=name)

    def _atom_at(self, row: int | None) -> tuple[AtomRef, ...]:
        atoms = self._atoms
        return () if row is None or atoms is None or row >= len(atoms) else (atom_of_row(atoms, row),)

    def _name_atoms(self) -> None:
        shown = self.state.complex
        self.status.show_atoms([identify(shown, atom) for atom in self.marks.hovered] if shown else [])

    def _click(self, action: ClickAction, row: int | None, place: QPoint) -> None:
        atoms = self._atom_at(row)
        if action is ClickAction.CENTRE:
            self.controls.focus(atoms)
        elif action is ClickAction.MENU:
            self.atom_menu.popup(atoms, place)
        else:
            self.selecting.click(atoms, extend=action is ClickAction.PICK)

    @property
    def _is_waiting(self) -> bool:
        """Whether work is under way that can be cancelled."""
        explorer = self.explorer
        works = (self.jobs, self.fetching.jobs, self.movies.jobs, self.surfacing.jobs, explorer.books.jobs)
        return any(jobs.busy for jobs in works)

    def _cancel(self) -> None:
        for work in (self.fetching, self.movies, self.surfacing.jobs, self.explorer.books, self.jobs):
            work.cancel()

    def _escape(self) -> None:
        if self._is_waiting:
            self._cancel()
        elif self.message.isVisible():
            self.message.dismiss()
        else:
            self.controls.select_nothing()
            self.marks.set_picked(())

    @property
    def command_input(self) -> CommandInput:
        """Where commands are typed."""
        return cast("CommandLinePanel", self.docks.panels["command_line"]).input

    def _type_command(self) -> None:
        self.docks.reveal("command_line")
        self.command_input.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _measure(self) -> None:
        if not self.controls.measure_picked():
            self.message.show_notice("Click an atom, then Ctrl + click one, two or three others to measure between.")


def _local_files(event: QDropEvent) -> list[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def _without_value(function: Callable[[], object]) -> Callable[[bool], object]:
    """Return `function` as an action's handler that does not care whether the action is checked."""
    return lambda _checked: function()
