"""What a panel is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.session.explorer.state import ExplorerState
from misi_viewer.session.marks import Marks
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

__all__ = ["Area", "DockSpec", "Panel", "PanelContext"]

Area = Literal["left", "right", "bottom"]


@dataclass(frozen=True, eq=False, slots=True)
class PanelContext:
    """What a panel may use of its window.

    Attributes
    ----------
    state, marks, named_views
        What is shown, pointed at, and named.
    controls
        What is selected, measured, logged and undone.
    actions
        The window's actions, by id.
    message
        Where faults are told.
    reveal
        Brings a panel to the front by its id.
    explorer
        The data set that is open, and its cases.
    """

    state: WindowState
    marks: Marks
    named_views: NamedViews
    controls: WindowControls
    actions: Mapping[str, QAction]
    message: MessageBar
    reveal: Callable[[str], None]
    explorer: ExplorerState


class Panel(QWidget):
    """The content of a dock. It works only while it is seen.

    Parameters
    ----------
    context
        What it may use.
    """

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._seen = False

    @property
    def is_seen(self) -> bool:
        """Whether the panel is in front."""
        return self._seen

    def set_seen(self, seen: bool) -> None:
        """Take notice that the panel came to the front, or went."""
        if seen != self._seen:
            self._seen = seen
            if seen:
                self.refresh()

    def refresh(self) -> None:
        """Show what the state is; called when the panel comes to the front."""

    def take_colours(self) -> None:
        """Draw anew in the palette's colours."""

    def dispose(self) -> None:
        """Let go of the state and of threads; the window closes."""

    def changeEvent(self, event: QEvent) -> None:
        """Follow dark and light."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "context"):
            self.take_colours()


@dataclass(frozen=True, slots=True)
class DockSpec:
    """One dock.

    Attributes
    ----------
    id
        What settings and actions call it: its action is ``panel.<id>``.
    title
        Over the panel, and in the menu with the letter to press after ``&``.
    icon
        Name of a qtawesome icon.
    area
        The window's side where it starts.
    tip
        One sentence that says what it is for.
    factory
        Makes the panel.
    opened
        Whether it is there when the program runs for the first time.
    """

    id: str
    title: str
    icon: str
    area: Area
    tip: str
    factory: Callable[[PanelContext], Panel]
    opened: bool = True

    @property
    def plain_title(self) -> str:
        """The title without its mnemonic."""
        return self.title.replace("&", "")
