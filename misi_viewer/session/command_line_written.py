"""The commands that make a change which was made by mouse, key or menu: what the log shows."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import parse
from misi_viewer.chem.selection.syntax import Numbers, escape
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.shot_look import Look
from misi_viewer.scene.shot_surface import print_surface
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import load_style
from misi_viewer.session.command_line_complexes import changed_companions
from misi_viewer.session.command_line_style import SWITCHES, drawing_as, flat_style, labelling
from misi_viewer.session.history import Snapshot
from misi_viewer.session.measurements import Measurement, atom_text
from misi_viewer.session.named_views import NamedView

__all__ = ["ACTION_COMMANDS", "commands_between"]

ACTION_COMMANDS: dict[str, tuple[str, str]] = {
    **{f"view.{name}": (f"view {name}",) * 2 for name in ("front", "left", "top", "back", "right", "bottom", "fit")},
    "view.reset": ("reset", "reset"),
    "view.labels": ("label", "~label"),
    "view.hydrogens": ("hydrogens on", "hydrogens off"),
    "view.hydrogen_bonds": ("hbonds on", "hbonds off"),
    "view.chain_breaks": ("breaks on", "breaks off"),
    "edit.undo": ("undo", "undo"),
    "edit.redo": ("redo", "redo"),
    **{f"style.{name}": (f"style {name}",) * 2 for name in ("stick", "ball", "sphere", "wire")},
}
"""For the window's actions that are commands: what is typed for them, switched on (or pressed) and switched off."""

_MOST_SETTINGS = 6
"""Changed settings up to which each is written, where a style's name says the same."""


def commands_between(before: Snapshot, after: Snapshot, complex_: Complex) -> list[str]:
    """Return the commands that lead from one state of a window to another; none if nothing changed.

    Parameters
    ----------
    before, after
        The states.
    complex_
        What is open.
    """
    return [
        *_parts(before.shot, after.shot),
        *_hidden(before.shot, after.shot),
        *_ligand(before.shot, after.shot),
        *_camera(before.shot, after.shot),
        *_labels(before.shot, after.shot, complex_),
        *_switches(before.shot, after.shot),
        *_looks(before.shot, after.shot, complex_),
        *_style(before.style, after.style),
        *_selection(before.selection, after.selection),
        *changed_companions(before.companions, after.companions),
        *_views(before.views, after.views),
        *_measurements(before.measurements, after.measurements, complex_),
    ]


def _parts(before: Shot, after: Shot) -> Iterator[str]:
    if (before.parts, before.residue) != (after.parts, after.residue):
        if after.residue is None:
            yield f"parts {after.parts}"
        else:
            yield f"parts residue {_residue(after.residue)}"
    if before.fit != after.fit:
        yield f"fit {after.fit or 'default'}"


def _residue(residue: ResidueId) -> str:
    end = residue.number, residue.insertion_code.strip().upper()
    text = f"/{escape(residue.chain.strip())}:{Numbers(end, end)}"
    return f"{text} & :{escape(residue.name.upper())}" if residue.name else text


def _hidden(before: Shot, after: Shot) -> Iterator[str]:
    if before.hide == after.hide:
        return
    if before.hide:
        yield "show"
    if after.hide:
        is_switch = after.hide.strip().lower() in ("h", "d", "hydrogen", "hydrogens")
        yield f"hide {after.hide}{' & all' if is_switch else ''}"


def _ligand(before: Shot, after: Shot) -> Iterator[str]:
    old, new = before.ligand_steps, after.ligand_steps
    if old == new:
        return
    if new[: len(old)] != old:
        yield "ligand reset"
        old = ()
    yield from (f"ligand {step}" for step in new[len(old) :])


def _camera(before: Shot, after: Shot) -> Iterator[str]:
    projection = before.projection, before.orthographic_width
    if after.pose is not None:
        if after.pose != before.pose:
            numbers = (repr(number).removesuffix(".0") for row in after.pose for number in row)
            yield f"view matrix {','.join(numbers)}"
    else:
        old, new = before.camera_steps, after.camera_steps
        goes_on = before.pose is None and before.view == after.view and new[: len(old)] == old
        if not goes_on:
            yield f"view {after.view}"
            old, projection = (), (before.projection, None)
        yield from map(str, new[len(old) :])
    if projection != (after.projection, after.orthographic_width):
        width = "" if after.orthographic_width is None else f" {after.orthographic_width!r}"
        yield f"projection {after.projection}{width if after.projection == 'orthographic' else ''}"


def _labels(before: Shot, after: Shot, complex_: Complex) -> Iterator[str]:
    if before.labels != after.labels:
        yield "label" if after.labels else "~label"
        if not after.labels:  # which takes away those of single atoms, too
            before = before.but(label_atoms="", label_residues="")
    for kind in ("atoms", "residues"):
        old, new = getattr(before, f"label_{kind}"), getattr(after, f"label_{kind}")
        if old == new:
            continue
        if old and (
            not new or labelling(complex_, before, f"label_{kind}", parse(new)) != before.but(**{f"label_{kind}": new})
        ):
            yield f"~label {kind} all"
        if new:
            yield f"label {kind} {new}"


def _looks(before: Shot, after: Shot, complex_: Complex) -> Iterator[str]:
    if before.looks == after.looks:
        return
    new = after.looks[-1:]
    if not new or drawing_as(complex_, before, new[0]).looks != after.looks:
        if before.looks:
            yield "~style"
        new = after.looks
    yield from (f"style {look.atoms} {look.word}" for look in new)


def _switches(before: Shot, after: Shot) -> Iterator[str]:
    for name, (field, _) in SWITCHES.items():
        if getattr(before, field) != getattr(after, field):
            yield f"{name} {'on' if getattr(after, field) else 'off'}"
    if before.supersample != after.supersample:
        yield f"supersample {after.supersample}"
    if before.surface != after.surface:
        yield f"surface {print_surface(after.surface).replace(':', ' ')}"
    if before.quality != after.quality:
        yield f"quality {after.quality}"


def _style(before: Style, after: Style) -> Iterator[str]:
    old, new = flat_style(before), flat_style(after)
    changed = [name for name in new if old[name] != new[name]]
    if (before.name != after.name or len(changed) > _MOST_SETTINGS) and _is_known(after):
        yield f"style {after.name}"
        return
    for name in changed:
        if name == "representation":
            yield f"style {Look('', new[name]).word}"
        else:
            value = new[name]
            yield f"set {name} {value if isinstance(value, str) and value else json.dumps(value)}"


def _is_known(style: Style) -> bool:
    try:
        return load_style(style.name) == style
    except UserError:
        return False


def _selection(before: str, after: str) -> Iterator[str]:
    if before != after:
        yield "~select" if after == "none" else f"select {after}"


def _views(before: tuple[NamedView, ...], after: tuple[NamedView, ...]) -> Iterator[str]:
    """Yield what is done with named views; one that is new is the present one."""
    old, new = ([view for view in views if view not in others] for views, others in ((before, after), (after, before)))
    for one in old:
        renamed = next((view for view in new if view.pose is one.pose and view.name != one.name), None)
        if renamed is not None:
            new.remove(renamed)
            yield f"view rename {shlex.quote(one.name)} {shlex.quote(renamed.name)}"
        elif all(view.name != one.name for view in new):
            yield f"view delete {one.name}"
    yield from (f"view name {view.name}" for view in new)


def _measurements(before: tuple[Measurement, ...], after: tuple[Measurement, ...], complex_: Complex) -> Iterator[str]:
    def text(one: Measurement) -> str:
        return f"{one.kind} {' '.join(atom_text(atom, complex_) for atom in one.atoms)}"

    left = tuple(one for one in before if one in after)
    if after[: len(left)] == left:
        yield from (f"~{text(one)}" for one in before if one not in after)
    else:
        yield "~measure"
        left = ()
    yield from (text(one) for one in after[len(left) :])
