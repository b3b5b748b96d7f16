"""What one window shows: a complex, a shot, a style and a size, with signals when they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from psygnal import Signal

from misi_viewer.camera.bounds import Box, box_of_spheres, joined
from misi_viewer.camera.fit import fit, fit_orthographic
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.camera.views import ViewName
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, part_of
from misi_viewer.scene.aim import View, aim, companion_boxes, drawing_bounds
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.build import build
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import ligand_frame
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Representation, Style
from misi_viewer.scene.surface import PendingSurface, pending_surface
from misi_viewer.session import movement
from misi_viewer.session.mouse import Motion
from misi_viewer.session.posing import posed
from misi_viewer.session.rotation_centre import RotationCentre, Sight

__all__ = ["FOCUS_REACH", "WindowState"]

FloatArray = NDArray[np.float64]

CAMERA_FIELDS = ("view", "commands", "pose", "projection", "orthographic_width")

FOCUS_REACH = 6.0
"""Angstrom round the atoms in focus that are seen with them."""


class WindowState:
    """The state of one window; a picture of it is `render`'s of (complex, shot, style, size).

    Signals
    -------
    complex_changed
        Another complex is shown.
    scene_changed
        What is drawn has changed, by the complex, the shot or the style.
    view_changed
        The camera or the size has changed.
    companions_changed
        Other complexes are seen beside the one that is worked with.

    Parameters
    ----------
    style
        How things look.
    size
        Width and height of the view, device pixels.
    """

    complex_changed = Signal()
    scene_changed = Signal()
    view_changed = Signal()
    companions_changed = Signal()

    def __init__(self, style: Style, size: tuple[int, int] = (1024, 768)) -> None:
        self._complex: Complex | None = None
        self._shot = Shot()
        self._style = style
        self._own: tuple[Style, bool] | None = None
        self._size = size
        self._frame: tuple[int, int] | None = None
        self._scene: Scene | None = None
        self._view: View | None = None
        self._centre = RotationCentre(np.zeros(3))
        self._companions: tuple[Companion, ...] = ()

    @property
    def complex(self) -> Complex | None:
        """The complex shown, None in an empty window."""
        return self._complex

    @property
    def shot(self) -> Shot:
        """The shot that leads to this picture at `frame`'s size."""
        return self._shot

    @property
    def style(self) -> Style:
        """How things look."""
        return self._style

    @property
    def own_style(self) -> Style:
        """The style that was chosen: what the next complex is drawn in, where `style` is lent to a large one."""
        return self._own[0] if self._own else self._style

    @property
    def own_labels(self) -> bool:
        """Whether the next complex is labelled, where this one goes without because it is large."""
        return self._own[1] if self._own else self._shot.labels

    @property
    def companions(self) -> tuple[Companion, ...]:
        """Complexes that are seen beside `complex`, shown or not."""
        return self._companions

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the view, device pixels."""
        return self._size

    @property
    def frame(self) -> tuple[int, int]:
        """The size that the shot is fitted to: a restored picture's own until the camera moves, else the view's."""
        return self._frame or self._size

    @property
    def scene(self) -> Scene | None:
        """What is drawn; None in an empty window. An `awaited_surface` is not yet in it."""
        return self._scene

    @property
    def awaited_surface(self) -> PendingSurface | None:
        """What is to be computed, elsewhere, before the shot's surface can be drawn; None where it is drawn."""
        return None if self._complex is None else pending_surface(self._complex, self._shot)

    @property
    def view(self) -> View | None:
        """The camera; None in an empty window."""
        return self._view

    @property
    def pivot(self) -> FloatArray:
        """(3,) what the next turn by hand turns about, scene angstrom; see `RotationCentre`."""
        sight = self._sight()
        return self._centre.point if sight is None else self._centre.found(sight)

    @property
    def own_pivot(self) -> FloatArray | None:
        """(3,) what was brought into focus, if anything was."""
        return self._centre.focus

    def turn_about(self, pivot: FloatArray | None) -> None:
        """Let gestures turn about a place, (3,) scene angstrom; None for what follows the view."""
        if pivot is None:
            self._follow_view(self._view)
        else:
            self._centre.set_focus(pivot)

    def _sight(self) -> Sight | None:
        if self._complex is None or self._scene is None or self._view is None:
            return None
        bounds = drawing_bounds(self._complex, self._shot, self._style, self._companions)
        return Sight(self._scene, self._view, bounds or self._view.box)

    def _keep_centre_or_follow(self, keep: bool) -> None:
        """Before the camera is put elsewhere: only steps of commands leave the centre where it is."""
        sight = self._sight()
        if keep and sight is not None:
            self._centre.found(sight)
        else:
            self._follow_view(self._view)

    def _follow_view(self, view: View | None) -> None:
        if view is not None:
            self._centre.follow_view(view.center_of_rotation)

    @property
    def placed_complex(self) -> Complex | None:
        """The complex with its ligand where the shot's ligand commands put it."""
        if self._complex is None:
            return None
        frame = ligand_frame(self._complex.ligand, self._shot.ligand_commands)
        if frame is None:
            return self._complex
        ligand = self._complex.ligand
        return replace(self._complex, ligand=replace(ligand, coordinates=frame.to_scene(ligand.coordinates)))

    def positions(self, atoms: Iterable[AtomRef]) -> FloatArray:
        """Return (n, 3) where atoms are in the scene, displayed or not."""
        shown = self.placed_complex
        if shown is None:
            return np.empty((0, 3))
        points = [part_of(shown, atom.part).coordinates[atom.row] for atom in atoms]
        return np.array(points, dtype=np.float64).reshape(-1, 3)

    def shot_at(self, size: tuple[int, int]) -> Shot:
        """Return the shot with which `render` draws this view at a size.

        It is the shot itself unless it came from a picture of another size,
        whose camera is then given as a pose.
        """
        if self._view is None or self._frame is None or self._frame == size:
            return self._shot
        return posed(self._shot, self._view.pose, self._view.projection)

    def show(
        self,
        shown: Complex,
        shot: Shot | None = None,
        *,
        style: Style | None = None,
        frame: tuple[int, int] | None = None,
        scene: Scene | None = None,
        is_lent: bool = False,
        companions: tuple[Companion, ...] = (),
    ) -> None:
        """Show a complex.

        Parameters
        ----------
        shown
            The complex.
        shot
            How it is seen; None: the fitted front view, labels and hydrogens as now.
        style
            None takes the window's own.
        frame
            The size of the picture that the shot came from, if it did.
        scene
            ``build(shown, shot, style, companions)`` where it has been made already.
        is_lent
            Whether `style` and the shot's labels are for this complex only.
        companions
            Complexes that are seen beside it.

        Raises
        ------
        UserError
            If the shot does not fit the complex; nothing has changed then.
        """
        shot = shot or self.fresh_shot()
        own = self.own_style, self.own_labels
        style = style or self.own_style
        scene = scene or _build_known(shown, shot, style, companions)
        view = aim(shown, shot, frame or self._size, style, companions)
        others_changed = companions != self._companions
        self._own = own if is_lent else None
        self._complex, self._shot, self._style, self._frame = shown, shot, style, frame
        self._scene, self._view = scene, view
        self._follow_view(view)
        self._companions = companions
        self.complex_changed.emit()
        if others_changed:
            self.companions_changed.emit()
        self.scene_changed.emit()
        self.view_changed.emit()

    def set_companions(self, companions: Iterable[Companion]) -> None:
        """Show these complexes beside the one that is worked with, and no others."""
        companions = tuple(companions)
        if self._complex is None or companions == self._companions:
            return
        self._companions = companions
        self._build()
        self.companions_changed.emit()

    def work_with(self, place: int) -> None:
        """Let a companion and the complex that is worked with change places; what is seen stays as it is.

        Parameters
        ----------
        place
            Of the companion in `companions`. One that was placed elsewhere
            than its file says takes its place there, and the others move along.
        """
        if self._complex is None or self._view is None:
            return
        one, view = self._companions[place], self._view
        back = None if one.placement is None else one.placement.inverse
        former = Companion(self._complex.id, self._complex, self._shot, self._style, back)
        others = [_moved(other, back) for other in self._companions]
        others[place] = former
        pose = view.pose if back is None else back.after(view.pose)
        shot = posed(one.shot, pose, view.projection)
        self.show(one.complex, shot, style=one.style, companions=tuple(others))

    def fresh_shot(self) -> Shot:
        """Return the fitted front view of a whole complex; what is switched on in this window stays on."""
        now = self._shot
        return Shot(
            labels=self.own_labels,
            hydrogens=now.hydrogens,
            hydrogen_bonds=now.hydrogen_bonds,
            supersample=now.supersample,
            quality=now.quality,
        )

    def resize(self, size: tuple[int, int]) -> None:
        """Take another size in device pixels; a fitted view is fitted again."""
        if size != self._size and min(size) > 0:
            self._size = size
            self._aim()

    def set_shot(self, shot: Shot) -> None:
        """Show the complex by another shot.

        Raises
        ------
        UserError
            If the shot does not fit the complex; nothing has changed then.
        """
        before, shown = self._shot, self._complex
        if shown is None or before.but(**_camera_of(shot)) == shot:
            self._keep_centre_or_follow(before.but(commands=shot.commands) == shot)
            self._move_to(shot)
            return
        others = self._companions
        scene, view = _build_known(shown, shot, self._style, others), aim(shown, shot, self.frame, self._style, others)
        if _camera_of(before) != _camera_of(shot):
            self._frame = None
            view = aim(shown, shot, self._size, self._style, others)
            self._follow_view(view)
        if self._own is not None and shot.labels != before.labels:
            self._own = self._own[0], shot.labels
        self._shot, self._scene, self._view = shot, scene, view
        self._centre.let_go()
        self.scene_changed.emit()
        self.view_changed.emit()

    def draw_surface(self) -> None:
        """Draw the surface that is awaited, now that it has been computed."""
        self._build()

    def set_labels(self, on: bool) -> None:
        """Show or hide labels."""
        if self._own is not None:
            self._own = self._own[0], on
        self._set_shot(self._shot.but(labels=on))

    def set_hydrogens(self, on: bool) -> None:
        """Show or hide hydrogens."""
        self._set_shot(self._shot.but(hydrogens=on))

    def set_hydrogen_bonds(self, on: bool) -> None:
        """Show or hide the dashed lines of hydrogen bonds."""
        self._set_shot(self._shot.but(hydrogen_bonds=on))

    def set_representation(self, representation: Representation) -> None:
        """Draw as sticks, balls and sticks, spheres or wire."""
        self.set_style(self._style.but(representation=representation))

    def set_style(self, style: Style) -> None:
        """Take another style."""
        self._style = style
        if self._own is not None:
            self._own = style, self._own[1]
        self._build()

    def look_from(self, view: ViewName) -> None:
        """Take one of the six views, fitted."""
        self._follow_view(self._view)
        self._move_to(self._shot.but(view=view, commands="", pose=None, orthographic_width=None))

    def reset(self) -> None:
        """Go back to the fitted front view of the whole complex."""
        if self._complex is not None:
            shot = self.fresh_shot().but(labels=self._shot.labels)
            lent = self._own is not None
            self.show(self._complex, shot, style=self._style, is_lent=lent, companions=self._companions)

    def fit(self) -> None:
        """Bring what the shot is fitted to, and all companions, into the picture without turning it."""
        self._follow_view(self._view)
        if self._view is not None:
            self._fit_to(joined([self._view.box, *companion_boxes(self._companions)]) or self._view.box)

    def focus(self, atoms: Iterable[AtomRef]) -> None:
        """Bring atoms and what is round them into the middle of the picture without turning it."""
        points = self.positions(atoms)
        box = box_of_spheres(points, FOCUS_REACH)
        if box is not None:
            self._centre.set_focus(points.mean(axis=0))
            self._fit_to(box)

    def look(self, pose: Pose, projection: Projection) -> None:
        """Take a camera given outright."""
        self._follow_view(self._view)
        if self._view is not None:
            self._take(pose, projection)

    def _fit_to(self, box: Box) -> None:
        if self._view is None:
            return
        axes, aspect = self._view.pose.axes, self._size[0] / self._size[1]
        if self._view.projection.kind == "orthographic":
            self._take(*fit_orthographic(box, aspect, axes=axes))
        else:
            self._take(fit(box, aspect, axes=axes, angle=self._view.projection.angle), self._view.projection)

    def drag(self, motion: Motion, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Move the camera as a drag from `start` to `end` does (device pixels); see `movement.drag`."""
        if self._view is not None:
            view, turns = self._view, motion in (Motion.ROTATE, Motion.ROLL)
            centre = self.pivot if turns else self._centre.point
            camera = movement.drag(motion, start, end, self._size, view.pose, view.projection, centre)
            if not turns:
                self._centre.let_go()
            self._take(*camera)

    def roll(self, angle: float) -> None:
        """Turn the picture about its middle by degrees, anticlockwise positive."""
        if self._view is not None:
            view = self._view
            self._take(view.pose.turned((0.0, 0.0, 1.0), angle, self.pivot), view.projection)

    def zoom(self, factor: float) -> None:
        """Bring the centre of rotation nearer by a factor; see `movement.zoom`."""
        if self._view is not None:
            view = self._view
            camera = movement.zoom(factor, view.pose, view.projection, self._centre.point)
            self._centre.let_go()
            self._take(*camera)

    def _take(self, pose: Pose, projection: Projection) -> None:
        self._move_to(posed(self._shot, pose, projection))

    def _move_to(self, shot: Shot) -> None:
        self._shot = shot
        self._frame = None
        self._aim()

    def _set_shot(self, shot: Shot) -> None:
        self._shot = shot
        self._build()

    def _build(self) -> None:
        if self._complex is not None:
            self._scene = _build_known(self._complex, self._shot, self._style, self._companions)
            self._centre.let_go()
            self.scene_changed.emit()
            self._aim()

    def _aim(self) -> None:
        if self._complex is not None:
            self._view = aim(self._complex, self._shot, self.frame, self._style, self._companions)
            self.view_changed.emit()


def _build_known(complex_: Complex, shot: Shot, style: Style, companions: tuple[Companion, ...]) -> Scene:
    """Return a scene, without a surface that has not been computed yet."""
    if pending_surface(complex_, shot) is not None:
        shot = shot.but(surface=None)
    return build(complex_, shot, style, companions)


def _moved(companion: Companion, by: Pose | None) -> Companion:
    """Return a companion moved rigidly."""
    if by is None:
        return companion
    placement = by if companion.placement is None else by.after(companion.placement)
    return replace(companion, placement=placement)


def _camera_of(shot: Shot) -> dict[str, object]:
    """Return the fields of a shot that place the camera."""
    return {field: getattr(shot, field) for field in CAMERA_FIELDS}
