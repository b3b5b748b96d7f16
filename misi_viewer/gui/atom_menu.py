"""The view's context menu: what can be done with the atom that was clicked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from misi_viewer.chem.selection import AtomRef, Selection
from misi_viewer.gui.status import describe_atom
from misi_viewer.session.marks import Marks, identify
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

__all__ = ["AtomMenu"]


class AtomMenu(QObject):
    """Remembers which atom the menu is about: one in the view, or in the menu bar those that are picked.

    Parameters
    ----------
    menu
        The menu with the actions of atoms; it is also a submenu of the menu bar.
    actions
        The window's actions, by id.
    """

    def __init__(self, state: WindowState, marks: Marks, menu: QMenu, actions: Mapping[str, QAction]) -> None:
        super().__init__(menu)
        self._state = state
        self._marks = marks
        self._menu = menu
        self._actions = actions
        self._atoms: tuple[AtomRef, ...] = ()
        self._title = QAction(self)
        self._title.setEnabled(False)
        menu.insertAction(menu.actions()[0], self._title)
        menu.insertSeparator(menu.actions()[1])
        menu.aboutToShow.connect(self._forget)
        marks.picked_changed.connect(self._refresh)

    def popup(self, atoms: tuple[AtomRef, ...], place: QPoint) -> None:
        """Open the menu for an atom, or for none."""
        self._menu.popup(place)
        self._set(atoms)

    @property
    def atoms(self) -> tuple[AtomRef, ...]:
        """The menu's atom, or what is picked."""
        return self._atoms or self._marks.picked

    def pick(self) -> None:
        """Pick the menu's atom."""
        for atom in self._atoms:
            self._marks.pick(atom)

    def label(self, controls: WindowControls, by: Literal["atoms", "residues"]) -> None:
        """Label the menu's atom, or what is selected."""
        shown = self._state.complex
        if shown is not None:
            controls.label(Selection.of(shown, self._atoms) if self._atoms else controls.selection, by)

    def _forget(self) -> None:
        self._set(())

    def _set(self, atoms: tuple[AtomRef, ...]) -> None:
        self._atoms = atoms
        self._refresh()

    def _refresh(self) -> None:
        shown, atoms, picked, named = self._state.complex, self._atoms, self._marks.picked, self.atoms
        names = [describe_atom(identify(shown, atom)) for atom in named] if shown else []
        self._title.setText("  ···  ".join(names) or "No atom is here or picked")
        self._actions["atom.centre"].setEnabled(bool(named))
        self._actions["atom.pick"].setEnabled(bool(atoms))
        self._actions["atom.release"].setEnabled(bool(picked))
