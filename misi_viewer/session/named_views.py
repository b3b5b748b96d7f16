"""Views that a person has given names, for each complex of a window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from psygnal import Signal

from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.camera.views import VIEWS
from misi_viewer.session.state import WindowState

__all__ = ["LONGEST_NAME", "TAKEN_WORDS", "NamedView", "NamedViews"]

LONGEST_NAME = 60
TAKEN_WORDS = (*VIEWS, "fit", "orient", "name", "rename", "list", "delete", "matrix")
"""Words that mean something else where views are typed by name."""

MOST_KEPT = 20
"""Complexes whose views are remembered."""


@dataclass(frozen=True, eq=False, slots=True)
class NamedView:
    """A camera with a name.

    Attributes
    ----------
    name
        Different from all others of the complex.
    pose, projection
        The camera.
    """

    name: str
    pose: Pose
    projection: Projection


class NamedViews:
    """The named views of the complex that is shown; they come back with it.

    Signals
    -------
    changed
        A view has come, gone, or has another name; or another complex is shown.
    """

    changed = Signal()

    def __init__(self, state: WindowState) -> None:
        self._state = state
        self._by_complex: dict[tuple[str, ...], list[NamedView]] = {}
        state.complex_changed.connect(self._on_complex)

    def __len__(self) -> int:
        return len(self._views)

    def __getitem__(self, place: int) -> NamedView:
        return self._views[place]

    @property
    def names(self) -> list[str]:
        """The names, in the order in which they were given."""
        return [view.name for view in self._views]

    def add(self, name: str = "") -> int | None:
        """Remember the present camera, and return its place; None in an empty window.

        Parameters
        ----------
        name
            "" makes one up; one that is taken gets a number.
        """
        view = self._state.view
        if view is None:
            return None
        self._keep([*self._views, NamedView(self._free_name(name or "View"), view.pose, view.projection)])
        return len(self) - 1

    @property
    def all(self) -> tuple[NamedView, ...]:
        """All views of the complex that is shown."""
        return tuple(self._views)

    def replace_all(self, views: Iterable[NamedView]) -> None:
        """Let the complex that is shown have these views and no others."""
        kept = [
            view if len(view.name) <= LONGEST_NAME else replace(view, name=view.name[:LONGEST_NAME]) for view in views
        ]
        if kept != self._views:
            self._keep(kept)

    def rename(self, place: int, name: str) -> None:
        """Give a view another name; an empty one changes nothing."""
        old = self._views[place]
        if name.strip() and name != old.name:
            self._views[place] = replace(old, name="")
            self._views[place] = replace(old, name=self._free_name(name))
            self.changed.emit()

    def remove(self, place: int) -> None:
        """Forget a view."""
        del self._views[place]
        self.changed.emit()

    def go(self, place: int) -> None:
        """Look from a view."""
        view = self._views[place]
        self._state.look(view.pose, view.projection)

    def _keep(self, views: list[NamedView]) -> None:
        self._by_complex[self._key] = views
        while len(self._by_complex) > MOST_KEPT:
            del self._by_complex[next(iter(self._by_complex))]
        self.changed.emit()

    def _on_complex(self) -> None:
        self.changed.emit()

    @property
    def _key(self) -> tuple[str, ...]:
        shown = self._state.complex
        return () if shown is None else (*(source.sha256 for source in shown.sources), shown.ligand_choice)

    @property
    def _views(self) -> list[NamedView]:
        return self._by_complex.get(self._key, [])

    def _free_name(self, wanted: str) -> str:
        wanted, taken = wanted.strip().replace(";", ",")[:LONGEST_NAME], set(self.names)
        if wanted.split()[:1] and wanted.split()[0].lower() in TAKEN_WORDS:
            wanted = f"View {wanted}"[:LONGEST_NAME]
        if wanted and wanted not in taken and wanted != "View":
            return wanted
        number = 1 if wanted == "View" else 2
        while f"{wanted} {number}" in taken:
            number += 1
        return f"{wanted} {number}"
