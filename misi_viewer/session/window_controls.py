"""What is selected, measured and undone in one window; typed commands act through it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from psygnal import Signal

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection, parse, select, selector_of
from misi_viewer.scene.aim import View
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.shot_look import Look
from misi_viewer.scene.style import Representation, Style
from misi_viewer.session.command_line_atoms import hiding, showing
from misi_viewer.session.command_line_controls import complex_of
from misi_viewer.session.command_line_style import drawing_as, labelling
from misi_viewer.session.command_log import CommandLog
from misi_viewer.session.history import History, Snapshot
from misi_viewer.session.measurements import KINDS, Measurement
from misi_viewer.session.named_views import NamedView, NamedViews
from misi_viewer.session.posing import posed
from misi_viewer.session.selecting import Picked, click, still_selected
from misi_viewer.session.session_files import Extras
from misi_viewer.session.state import WindowState

__all__ = ["PAUSE", "WindowControls"]

PAUSE = 1.0
"""Seconds without a movement of the camera after which the next is a step of its own."""

NOTHING = "none"
"""The selection that holds no atom."""

_TITLES = {
    "hide": "Show or hide",
    "parts": "Show parts",
    "residue": "Show parts",
    "ligand_commands": "Move the ligand",
    "labels": "Labels",
    "hydrogens": "Hydrogens",
    "hydrogen_bonds": "Hydrogen bonds",
    "pose": "Turn and move",
    "commands": "Turn and move",
    "view": "Look from a side",
    "projection": "Projection",
    "surface": "Surface",
    "label_atoms": "Labels",
    "label_residues": "Labels",
    "looks": "Draw otherwise",
}


class WindowControls:
    """`Controls` over the state of a window, with its history and its log.

    Signals
    -------
    selection_changed
        Other atoms are selected.
    measurements_changed
        Other things are measured.

    Parameters
    ----------
    state, named_views
        What is shown, and its views with names.
    save_picture
        Writes the picture as it is seen to a file, now or soon.
    open_files
        Opens files soon; with True beside what is open.
    clock
        Returns seconds; a pause between movements ends a gesture.
    """

    selection_changed = Signal()
    measurements_changed = Signal()

    def __init__(
        self,
        state: WindowState,
        named_views: NamedViews,
        save_picture: Callable[[Path], None],
        open_files: Callable[[Sequence[str], bool], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._state = state
        self._views = named_views
        self._save_picture = save_picture
        self._open_files = open_files
        self._clock = clock
        self._shown: Complex | None = state.complex
        self._selection: Selection | None = None
        self._selection_text = NOTHING
        self._picked: tuple[AtomRef, ...] = ()
        self._measurements: tuple[Measurement, ...] = ()
        self._is_travelling = False
        self._is_dragging = False
        self._last_moved = -PAUSE
        self._gesture = 0
        self._adjusted = ""
        self._deed = ""
        self.history = History(self._snapshot())
        self.log = CommandLog(self, self.history)
        state.complex_changed.connect(self._on_complex)
        state.view_changed.connect(self._record)
        state.companions_changed.connect(self._record)
        named_views.changed.connect(self._record)

    def dispose(self) -> None:
        """Let go of the state."""
        self._state.complex_changed.disconnect(self._on_complex)
        self._state.view_changed.disconnect(self._record)
        self._state.companions_changed.disconnect(self._record)
        self._views.changed.disconnect(self._record)

    @property
    def state(self) -> WindowState:
        """What is shown."""
        return self._state

    @property
    def complex(self) -> Complex | None:
        """What is open."""
        return self._state.complex

    @property
    def shot(self) -> Shot:
        """The shot that leads to the present picture."""
        return self._state.shot

    @property
    def view(self) -> View | None:
        """The camera; None in an empty window."""
        return self._state.view

    @property
    def style(self) -> Style:
        """How things look."""
        return self._state.style

    @property
    def selection(self) -> Selection:
        """The selected atoms of the complex; asked for only where one is open."""
        if self._selection is None:
            self._selection = Selection.of(complex_of(self))
        return self._selection

    @property
    def has_selection(self) -> bool:
        """Whether anything is selected."""
        return self.complex is not None and bool(self.selection)

    @property
    def picked(self) -> tuple[AtomRef, ...]:
        """Atoms picked one by one, in that order, that are still selected."""
        return self._picked

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """What is measured."""
        return self._measurements

    @property
    def named_views(self) -> Mapping[str, Shot]:
        """Views by the names they were given."""
        views = [self._views[place] for place in range(len(self._views))]
        return {view.name: posed(self.shot, view.pose, view.projection) for view in views}

    @property
    def companions(self) -> tuple[Companion, ...]:
        """Complexes that are seen beside it."""
        return self._state.companions

    def set_companions(self, companions: Iterable[Companion]) -> None:
        """Show these complexes beside it, and no others."""
        self._state.set_companions(companions)

    def work_with(self, place: int) -> None:
        """Let a companion and the complex that is worked with change places."""
        self._state.work_with(place)

    def open_files(self, names: Sequence[str], *, beside: bool) -> None:
        """Open files soon, in place of what is open or beside it; lines that are typed meanwhile wait for it."""
        self.log.hold()
        self._open_files(names, beside)

    def set_shot(self, shot: Shot) -> None:
        """Show the complex so."""
        self.end_gesture()
        self._state.set_shot(shot)
        self.end_gesture()

    def set_style(self, style: Style) -> None:
        """Draw so."""
        self._state.set_style(style)

    def adjust_style(self, style: Style, what: str) -> None:
        """Draw so; adjustments of one thing that follow each other are one step.

        Parameters
        ----------
        style
            How things look now.
        what
            The setting that was adjusted.
        """
        self._adjusted = what
        try:
            self._state.set_style(style)
        finally:
            self._adjusted = ""

    def set_selection(self, selection: Selection) -> None:
        """Select these atoms."""
        self._take_selection(Picked(selection, still_selected(self._picked, selection)))

    def click(self, atom: AtomRef | None, *, extend: bool) -> None:
        """Select the atom that was clicked, or nothing; with `extend`, add it or take it away."""
        if self.complex is not None:
            before = Picked(self.selection, self._picked)
            self._take_selection(click(before, self.complex, atom, extend=extend))

    def select_nothing(self) -> None:
        """Select no atoms."""
        if self.complex is not None:
            self.set_selection(Selection.of(self.complex))

    def hide(self, atoms: Selection) -> None:
        """Display these atoms no longer."""
        if self.complex is not None and atoms:
            self.set_shot(hiding(self.complex, self.shot, parse(selector_of(self.complex, atoms))))

    def show(self, atoms: Selection) -> None:
        """Display these atoms again."""
        if self.complex is not None and atoms:
            self.set_shot(showing(self.complex, self.shot, parse(selector_of(self.complex, atoms))))

    def show_only(self, atoms: Selection) -> None:
        """Display these atoms and no others."""
        if self.complex is not None and atoms:
            shot = showing(self.complex, self.shot, parse(selector_of(self.complex, atoms)))
            self.set_shot(shot.but(hide=selector_of(self.complex, ~atoms) if ~atoms else ""))

    def label(self, atoms: Selection, by: Literal["atoms", "residues"]) -> None:
        """Label atoms by their names, or their residues, beside those that are labelled already."""
        if self.complex is not None and atoms:
            node = parse(selector_of(self.complex, atoms))
            self.set_shot(labelling(self.complex, self.shot, f"label_{by}", node))

    def unlabel(self) -> None:
        """Take away the labels that were put on single atoms and residues."""
        self.set_shot(self.shot.but(label_atoms="", label_residues=""))

    def draw_as(self, atoms: Selection, representation: Representation) -> None:
        """Draw atoms so, whatever the style says."""
        if self.complex is not None and atoms:
            look = Look(selector_of(self.complex, atoms), representation)
            self.set_shot(drawing_as(self.complex, self.shot, look))

    def draw_alike(self) -> None:
        """Draw all atoms as the style says."""
        self.set_shot(self.shot.but(looks=()))

    def set_measurements(self, measurements: Iterable[Measurement]) -> None:
        """Show these measurements."""
        self._measurements = tuple(measurements)
        self._record()
        self.measurements_changed.emit()

    def measure_picked(self) -> bool:
        """Measure between the two, three or four atoms that were picked; say whether they are that many."""
        if len(self._picked) not in KINDS.values():
            return False
        measurement = Measurement(self._picked)
        if measurement not in self._measurements:
            self.set_measurements((*self._measurements, measurement))
        return True

    def set_named_views(self, views: Mapping[str, Shot]) -> None:
        """Keep these views; one that is new or changed is the present one."""
        old, now = self.named_views, self._state.view
        if now is not None:
            shot = posed(self.shot, now.pose, now.projection)
            kept = {view.name: view for view in self._views.all if old[view.name] in (shot, views.get(view.name))}
            present = partial(NamedView, pose=now.pose, projection=now.projection)
            self._views.replace_all(kept.get(name) or present(name) for name in views)

    def rename_view(self, old: str, new: str) -> str:
        """Give a view another name, and return the one that it gets: a number is added to one that is taken."""
        place = self._views.names.index(old)
        self._views.rename(place, new)
        return self._views.names[place]

    def go_to_view(self, place: int) -> None:
        """Look from one of the named views."""
        with self._one_step(f"View {self._views[place].name}"):
            self._views.go(place)

    @property
    def extras(self) -> Extras:
        """What a session file keeps beside the picture."""
        return Extras(self._selection_text, self._measurements, self._views.all)

    def take_extras(self, extras: Extras) -> None:
        """Select, measure and name as a session did; what is open came with it."""
        if self.complex is None:
            return
        with self.log.quiet():
            self.set_selection(select(self.complex, extras.selection))
            self.set_measurements(extras.measurements)
            self._views.replace_all(extras.views)
        self.history.start_over(self._snapshot())

    def fit(self) -> None:
        """Bring what the shot is fitted to into the picture without turning it."""
        with self._one_step("Fit"):
            self._state.fit()

    def focus(self, atoms: Iterable[AtomRef]) -> None:
        """Bring atoms and what is round them into the middle of the picture without turning it."""
        with self._one_step("Focus"):
            self._state.focus(atoms)

    def reset(self) -> None:
        """Go back to the fitted front view of the whole complex."""
        with self._one_step("Reset"):
            self._state.reset()

    def undo(self) -> str | None:
        """Take the last step back; return what it was, None if there is none."""
        title, state = self.history.undo_title, self.history.undo()
        if state is not None:
            self._go_to(state)
        return title

    def redo(self) -> str | None:
        """Do what was undone again; return what it is, None if there is nothing."""
        title, state = self.history.redo_title, self.history.redo()
        if state is not None:
            self._go_to(state)
        return title

    def save_picture(self, path: Path) -> None:
        """Write the picture as it is seen to a file, now or soon."""
        self._save_picture(path)

    def begin_drag(self) -> None:
        """Let all movements of the camera until `end_drag` be one step."""
        self.end_gesture()
        self._is_dragging = True

    def end_drag(self) -> None:
        """Let the next movement be a step of its own."""
        self._is_dragging = False
        self.end_gesture()

    def end_gesture(self) -> None:
        """Let the next movement of the camera be a step of its own."""
        self._gesture += 1

    @contextmanager
    def _one_step(self, deed: str) -> Iterator[None]:
        """Let what is done meanwhile be a step of its own, called so."""
        self.end_gesture()
        self._deed = deed
        try:
            yield
        finally:
            self._deed = ""
            self.end_gesture()

    def _snapshot(self) -> Snapshot:
        state = self._state
        pivot = None if state.own_pivot is None else tuple(state.own_pivot.tolist())
        return Snapshot(
            state.shot,
            state.style,
            self._selection_text,
            self._measurements,
            state.companions,
            self._views.all,
            pivot,
        )

    def _take_selection(self, picked: Picked) -> None:
        if picked.selection.same_as(self.selection) and picked.atoms == self._picked:
            return
        self._selection, self._picked = picked
        self._selection_text = selector_of(complex_of(self), picked.selection)
        self._record()
        self.selection_changed.emit()

    def _record(self) -> None:
        """Take note of what has changed."""
        if self._is_travelling or self.complex is not self._shown or self.complex is None:
            return
        before, now = self.history.state, self._snapshot()
        if now != before:
            self.history.record(now, self._deed or _title(before, now), self._gesture_of(before, now))

    def _gesture_of(self, before: Snapshot, now: Snapshot) -> int | str | None:
        """Return what the steps of a gesture have in common, None for a change that is a step of its own."""
        if self._adjusted:
            return f"adjust {self._adjusted}"
        if now.shot.pose is None or not _same_but_camera(before, now):
            self.end_gesture()
            return None
        moment = self._clock()
        if not self._is_dragging and moment - self._last_moved > PAUSE:
            self.end_gesture()
        self._last_moved = moment
        return self._gesture

    def _go_to(self, wanted: Snapshot) -> None:
        self.end_gesture()
        self._is_travelling = True
        try:
            if wanted.style != self._state.style:
                self._state.set_style(wanted.style)
            self._state.set_companions(wanted.companions)
            if wanted.shot != self._state.shot:
                self._state.set_shot(wanted.shot)
                self._state.turn_about(None if wanted.pivot is None else np.array(wanted.pivot))
            self._views.replace_all(wanted.views)
            if wanted.selection != self._selection_text and self.complex is not None:
                self._selection = select(self.complex, wanted.selection)
                self._selection_text = wanted.selection
                self._picked = still_selected(self._picked, self._selection)
                self.selection_changed.emit()
            if wanted.measurements != self._measurements:
                self._measurements = wanted.measurements
                self.measurements_changed.emit()
        finally:
            self._is_travelling = False

    def _on_complex(self) -> None:
        if self.complex is self._shown:
            return
        self._shown = self.complex
        self._selection, self._selection_text = None, NOTHING
        self._picked, self._measurements = (), ()
        self.end_gesture()
        self.history.start_over(self._snapshot())
        self.selection_changed.emit()
        self.measurements_changed.emit()


def _same_but_camera(before: Snapshot, now: Snapshot) -> bool:
    """Say whether nothing but the camera differs, selection and measurements left out."""
    camera = {field: getattr(now.shot, field) for field in ("pose", "view", "commands", "orthographic_width")}
    shown = before.shot.but(**camera), before.style, before.companions, before.views
    return shown == (now.shot, now.style, now.companions, now.views)


def _title(before: Snapshot, now: Snapshot) -> str:
    """Return what a change is called in the menu."""
    if before.companions != now.companions:
        return "Other complexes"
    if before.views != now.views:
        return "Named views"
    if before.measurements != now.measurements:
        return "Measure"
    if before.selection != now.selection:
        return "Select"
    if before.style != now.style:
        return "Style"
    return next(
        (title for field, title in _TITLES.items() if getattr(before.shot, field) != getattr(now.shot, field)), "Change"
    )
