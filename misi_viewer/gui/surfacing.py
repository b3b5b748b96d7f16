"""Showing surfaces: computed off the GUI's thread, then drawn; a result that comes too late is dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.scene.build import build
from misi_viewer.scene.shot_surface import Surface
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
        self._wanted: Surface | None = None
        self._opacity = SEE_THROUGH
        self.jobs = Jobs(self)
        self.jobs.done.connect(lambda _scene: self._show(self._wanted))
        self.jobs.failed.connect(message.show_error)

    def dispose(self) -> None:
        """Let nothing arrive any more."""
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
        """Show a surface, or none, as soon as it has been computed."""
        controls = self._controls
        self.jobs.cancel()
        if surface is None or controls.complex is None:
            self._show(surface)
            return
        self._wanted = surface
        work = partial(build, controls.complex, controls.shot.but(surface=surface), controls.style)
        self.jobs.start("Computing the surface…", work)

    def _chooser(self, surface: Surface | None) -> Callable[[bool], object]:
        def choose(_checked: bool) -> None:
            self.show(None if surface is None else Surface(surface.of, surface.colour, self._opacity))

        return choose

    def _show(self, surface: Surface | None) -> None:
        self._controls.set_shot(self._controls.shot.but(surface=surface))  # quick now: the scene room remembers it


def _kind(surface: Surface) -> tuple[str, str]:
    return surface.of, surface.colour
