"""Selecting in the view, undo and redo, and the keys that go with them, for one window."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAction, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QLabel, QMainWindow

from misi_viewer.chem.selection import PARTS, AtomRef, part_of
from misi_viewer.gui.selection_overlay import SelectionOverlay
from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.gui.status import describe_atom
from misi_viewer.gui.viewport import Viewport
from misi_viewer.session import marks
from misi_viewer.session.command_line_controls import counted
from misi_viewer.session.command_line_written import ACTION_COMMANDS
from misi_viewer.session.mouse import CLICK_SLOP
from misi_viewer.session.mouse_presets import BoxDrag
from misi_viewer.session.selecting import atoms_in_box
from misi_viewer.session.window_controls import WindowControls

__all__ = ["Selecting", "logged"]

LOGGED = ("view.fit", "view.reset")
"""Actions whose command says more than the camera that they lead to."""

Handler = Callable[[bool], object]


def logged(controls: WindowControls, handlers: Mapping[str, Handler]) -> dict[str, Handler]:
    """Return what actions do, some of them logged as the command that does the same."""

    def with_log(action_id: str, handler: Handler) -> Handler:
        command = ACTION_COMMANDS[action_id][0]

        def handle(checked: bool) -> None:
            with controls.log.doing(command):
                handler(checked)

        return handle

    return {
        action_id: with_log(action_id, handler) if action_id in LOGGED else handler
        for action_id, handler in handlers.items()
    }


class Selecting(QObject):
    """Turns clicks and boxes in the view into selections, and says what is selected.

    Parameters
    ----------
    window
        Gets a label in its status bar.
    viewport
        Where the mouse is.
    controls, marks_
        What is selected, and the atoms that are explained.
    """

    def __init__(self, window: QMainWindow, viewport: Viewport, controls: WindowControls, marks_: marks.Marks) -> None:
        super().__init__(window)
        self._viewport = viewport
        self._controls = controls
        self._marks = marks_
        self._start: QPoint | None = None
        self._button = Qt.MouseButton.NoButton
        self._adds = False
        self.overlay = SelectionOverlay(controls.state, controls, viewport)
        self.label = QLabel(window)
        let_shrink(self.label)
        self.label.setObjectName("status-selected")
        window.statusBar().addPermanentWidget(self.label)
        self._actions: Mapping[str, QAction] = {}
        viewport.installEventFilter(self)
        controls.selection_changed.connect(self._show_selected)
        controls.history.changed.connect(self._show_history)

    def set_actions(self, actions: Mapping[str, QAction]) -> None:
        """Keep titles and states of undo and redo right from now on."""
        self._actions = actions
        actions["edit.redo"].setShortcuts([QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")])
        self._controls.state.scene_changed.connect(self._show_history)  # after what needs a complex was enabled

    def dispose(self) -> None:
        """Let go of the state."""
        self._controls.selection_changed.disconnect(self._show_selected)
        self._controls.history.changed.disconnect(self._show_history)
        self._controls.state.scene_changed.disconnect(self._show_history)
        self.overlay.dispose()

    def click(self, atoms: tuple[AtomRef, ...], *, extend: bool) -> None:
        """Select the atom that was clicked, or add it; with a pocket and a ligand atom the pair is explained."""
        atom = AtomRef(*atoms[0]) if atoms else None
        self._controls.click(atom, extend=extend)
        if extend:
            self._marks.set_picked(AtomRef(*picked) for picked in self._controls.picked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draw a box where the mouse is bound to that; note where drags begin and end."""
        if watched is not self._viewport or not isinstance(event, QMouseEvent):
            return False
        kind = event.type()
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            return self._press(event)
        if kind == QEvent.Type.MouseMove and self._start is not None:
            self._draw_box(event.position().toPoint())
            return True
        if kind == QEvent.Type.MouseButtonRelease:
            return self._release(event)
        return False

    def _press(self, event: QMouseEvent) -> bool:
        does, is_only = self._viewport.pointer.bound(event), event.buttons() == event.button()
        is_double = event.type() == QEvent.Type.MouseButtonDblClick
        if isinstance(does, BoxDrag) and is_only and not is_double and self._controls.complex is not None:
            self._start, self._button = event.position().toPoint(), event.button()
            self._adds = does is BoxDrag.ADD
            return True
        self._controls.begin_drag()
        return False

    def _draw_box(self, place: QPoint) -> None:
        if self._start is None:
            return
        strayed = math.dist(place.toTuple(), self._start.toTuple()) > CLICK_SLOP
        if strayed or not self.overlay.box.isNull():
            self.overlay.set_box(QRect(self._start, place).normalized())

    def _release(self, event: QMouseEvent) -> bool:
        if self._start is None or event.button() is not self._button:
            if not event.buttons():
                self._controls.end_drag()
            return False
        box, self._start = self.overlay.box, None
        if box.isNull():
            self._viewport.click(event)
        else:
            self.overlay.set_box(QRect())
            self.select_box(box, extend=self._adds)
        return True

    def select_box(self, box: QRect, *, extend: bool) -> None:
        """Select the atoms that are seen in a box of the view, or add them."""
        controls, ratio = self._controls, self._viewport.devicePixelRatioF()
        if controls.complex is None or controls.view is None:
            return
        corners = (box.left() * ratio, box.top() * ratio), (box.right() * ratio, box.bottom() * ratio)
        atoms = atoms_in_box(controls.complex, controls.shot, controls.view, controls.state.size, *corners)
        controls.set_selection(controls.selection | atoms if extend else atoms)

    def _show_selected(self) -> None:
        self.label.setText(self._text())
        self.label.setVisible(bool(self.label.text()))

    def _text(self) -> str:
        shown = self._controls.complex
        if shown is None or not self._controls.has_selection:
            return ""
        selection = self._controls.selection
        count = len(selection)
        if count == 1:
            return f"Selected: {describe_atom(marks.identify(shown, AtomRef(*selection.atoms()[0])))}"
        residues = sum(len(set(part_of(shown, part).residue_of_atom[selection[part]].tolist())) for part in PARTS)
        return f"Selected: {counted(count, 'atom')} of {counted(residues, 'residue')}"

    def _show_history(self) -> None:
        history = self._controls.history
        titles = {"edit.undo": ("Undo", history.undo_title), "edit.redo": ("Redo", history.redo_title)}
        for action_id, (verb, title) in titles.items():
            if action_id in self._actions:
                action = self._actions[action_id]
                action.setEnabled(title is not None)
                action.setText(f"&{verb}: {title[0].lower()}{title[1:]}" if title else f"&{verb}")
