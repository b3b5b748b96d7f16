"""Drawing the selected atoms otherwise than the style says, by the menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction

from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.scene.shot_look import Look
from misi_viewer.scene.style import CHOICES, Representation
from misi_viewer.session.window_controls import WindowControls

__all__ = ["DrawingAtoms"]

ACTIONS: dict[str, Representation] = {f"look.{Look('', kind).word}": kind for kind in CHOICES["representation"]}
NOTHING_SELECTED = "Select atoms first: click them in the view, drag a box round them, or type select and what."


class DrawingAtoms:
    """What the actions of the menu of selected atoms do in one window."""

    def __init__(self, controls: WindowControls, message: MessageBar) -> None:
        self._controls = controls
        self._message = message

    def handlers(self) -> dict[str, Callable[[bool], object]]:
        """Return what the actions do."""
        by_action = {action: self._drawer(kind) for action, kind in ACTIONS.items()}
        return {**by_action, "look.alike": lambda _checked: self._controls.draw_alike()}

    def refresh(self, actions: Mapping[str, QAction]) -> None:
        """Let atoms be drawn alike only where they are not."""
        actions["look.alike"].setEnabled(bool(self._controls.complex and self._controls.shot.looks))

    def _drawer(self, representation: Representation) -> Callable[[bool], object]:
        def draw(_checked: bool) -> None:
            if self._controls.has_selection:
                self._controls.draw_as(self._controls.selection, representation)
            else:
                self._message.show_notice(NOTHING_SELECTED)

        return draw
