"""Showing surfaces: whatever asks for one, it is computed off the GUI's thread and drawn when that is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.scene.shot_surface import Surface
from misi_viewer.scene.surface import PendingSurface
from misi_viewer.session.window_controls import WindowControls

__all__ = ["SURFACES", "Surfacing"]

SURFACES: dict[str, Surface | None] = {
    "surface.off": None,
    "surface.element": Surface("pocket", "element"),
    "surface.hydrophobicity": Surface("pocket", "hydrophobicity"),
    "surface.ligand": Surface("ligand", "element"),
}
"""What each action of the menu shows, but for how opaque it is."""

SEE_THROUGH = 0.5


class Surfacing(QObject):
    """Shows the surfaces of one window.

    Parameters
    ----------
    controls
        What is shown.
    message
        Where faults are told.
    window
        The owner.
    """

    def __init__(self, controls: WindowControls, message: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._controls = controls
        self._state = controls.state
        self._opacity = SEE_THROUGH
        self._work: PendingSurface | None = None
        self.jobs = Jobs(self)
        self.jobs.done.connect(lambda _geometry: self._state.draw_surface())
        self.jobs.failed.connect(message.show_error)
        self.jobs.idle.connect(self._give_up)
        self._state.scene_changed.connect(self._follow)

    def dispose(self) -> None:
        """Let nothing arrive any more."""
        self._state.scene_changed.disconnect(self._follow)
        self.jobs.idle.disconnect(self._give_up)
        self.jobs.close()

    def handlers(self) -> dict[str, Callable[[bool], object]]:
        """Return what the actions do."""
        return {
            **{action: self._chooser(surface) for action, surface in SURFACES.items()},
            "surface.see_through": self.set_see_through,
        }

    def refresh(self, actions: Mapping[str, QAction]) -> None:
        """Check the action of what is shown."""
        now = self._controls.shot.surface
        for action, surface in SURFACES.items():
            same = now is surface or (now is not None and surface is not None and _kind(now) == _kind(surface))
            actions[action].setChecked(same)
        if now is not None:
            self._opacity = now.opacity
        actions["surface.see_through"].setChecked(self._opacity < 1.0)

    def set_see_through(self, on: bool) -> None:
        """Let surfaces be seen through, or not."""
        self._opacity = SEE_THROUGH if on else 1.0
        now = self._controls.shot.surface
        if now is not None:
            self.show(Surface(now.of, now.colour, self._opacity))

    def show(self, surface: Surface | None) -> None:
        """Show a surface, or none; it is drawn as soon as it has been computed."""
        self._controls.set_shot(self._controls.shot.but(surface=surface))

    def _chooser(self, surface: Surface | None) -> Callable[[bool], object]:
        def choose(_checked: bool) -> None:
            self.show(None if surface is None else Surface(surface.of, surface.colour, self._opacity))

        return choose

    def _follow(self) -> None:
        """Compute the surface of what is shown now, and no other."""
        awaited = self._state.awaited_surface
        if awaited == self._work:
            return
        self._work = awaited
        if awaited is None:
            self.jobs.cancel()
        else:
            self.jobs.start("Computing the surface…", awaited.compute)

    def _give_up(self) -> None:
        """Show no surface where its computing was cancelled or failed."""
        if self._state.awaited_surface is not None:
            self.show(None)


def _kind(surface: Surface) -> tuple[str, str]:
    return surface.of, surface.colour
