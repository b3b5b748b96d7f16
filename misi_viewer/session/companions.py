"""Several complexes in one window: added, shown and hidden, closed, and which of them an atom belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from misi_viewer.camera.projection import pixels
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import companion_boxes
from misi_viewer.scene.companions import MOST_COMPANIONS, Companion
from misi_viewer.scene.parts import AtomIdentity, displayed_atoms
from misi_viewer.session.marks import atom_of_row, identify
from misi_viewer.session.opening import Opened
from misi_viewer.session.state import WindowState

__all__ = ["add", "atom_of_companion", "close", "is_in_sight", "set_shown"]

Change = Callable[[Companion], Companion | None]


def add(state: WindowState, opened: Opened) -> None:
    """Show a complex beside the one that is worked with, where its file says.

    Raises
    ------
    UserError
        If there are too many already.
    """
    if len(state.companions) >= MOST_COMPANIONS:
        raise UserError(f"A window shows at most {MOST_COMPANIONS + 1} complexes; close some first.")
    companion = Companion(opened.complex.id, opened.complex, opened.shot, opened.style or state.style)
    state.set_companions((*state.companions, companion))


def is_in_sight(state: WindowState, place: int) -> bool:
    """Say whether the middle of a companion is in the picture; what shows nothing is nowhere to be looked for."""
    boxes = companion_boxes(state.companions[place : place + 1])
    if state.view is None or not boxes:
        return True
    at = pixels(np.array([boxes[0].centre]), state.view.pose, state.view.projection, state.frame)[0]
    return bool(((at >= 0.0) & (at <= state.frame)).all())


def set_shown(state: WindowState, place: int, shown: bool) -> None:
    """Show or hide a companion."""
    _change(state, place, lambda companion: replace(companion, shown=shown))


def close(state: WindowState, place: int) -> None:
    """Close a companion."""
    _change(state, place, lambda _companion: None)


def _change(state: WindowState, place: int, change: Change) -> None:
    changed = [change(one) if at == place else one for at, one in enumerate(state.companions)]
    state.set_companions(one for one in changed if one is not None)


def atom_of_companion(state: WindowState, row: int) -> tuple[str, AtomIdentity] | None:
    """Return name and atom of what stands at a row of the scene's list of atoms, if a companion does.

    Parameters
    ----------
    state
        What is shown.
    row
        Of the scene of `state`; rows of the complex that is worked with give None.
    """
    if state.complex is None:
        return None
    row -= len(displayed_atoms(state.complex, state.shot))
    for companion in state.companions:
        if not companion.shown or row < 0:
            continue
        atoms = displayed_atoms(companion.complex, companion.shot)
        if row < len(atoms):
            return companion.name, identify(companion.complex, atom_of_row(atoms, row))
        row -= len(atoms)
    return None
