"""Typed commands that move the camera or the ligand."""

from __future__ import annotations

import math
from typing import cast, get_args

from misi_viewer.camera.commands import parse_commands, print_commands
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import ProjectionKind
from misi_viewer.camera.views import VIEWS, ViewName
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import View
from misi_viewer.scene.shot import Fit
from misi_viewer.session import movement
from misi_viewer.session.command_line_controls import (
    CommandSpec,
    Controls,
    choose,
    complex_of,
    counted,
    no_arguments,
    words_of,
)
from misi_viewer.session.named_views import LONGEST_NAME, TAKEN_WORDS
from misi_viewer.session.posing import moved, posed

__all__ = ["VIEW_COMMANDS"]

LARGEST_ZOOM = 1_000.0
_CAMERA = ("view", "commands", "pose", "projection", "orthographic_width")
_MATRIX = "matrix"


def _view_of(controls: Controls) -> View:
    complex_of(controls)
    if controls.view is None:
        raise UserError("There is no picture yet; wait until the complex is open.")
    return controls.view


def _number(text: str, what: str, example: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UserError(f"{what} must be a number, as in '{example}', not '{text[:40]}'.")
    return value


def _step(verb: str) -> CommandSpec:
    is_move = verb == "move"

    def run(controls: Controls, arguments: str) -> str:
        view = _view_of(controls)
        steps = parse_commands(f"{verb} {arguments}")
        controls.set_shot(moved(controls.shot, view, steps))
        amount = sum(step.amount for step in steps)
        unit = "angstrom" if is_move else "degrees"
        return f"{'Moved along' if is_move else 'Turned about'} {steps[0].axis} by {amount:g} {unit}."

    return CommandSpec(
        verb,
        (f"{verb} x|y|z {'ANGSTROM' if is_move else 'DEGREES'}",),
        "Move the picture right (x), up (y) or nearer (z)." if is_move else "Turn the picture about an axis.",
        run,
        aliases=() if is_move else ("turn",),
        arguments=("x", "y", "z"),
    )


def _zoom(controls: Controls, arguments: str) -> str:
    view = _view_of(controls)
    factor = _number(arguments, "The factor of zoom", "zoom 1.5")
    if not 1 / LARGEST_ZOOM <= factor <= LARGEST_ZOOM:
        raise UserError(f"A zoom is by {1 / LARGEST_ZOOM:g} to {LARGEST_ZOOM:g}, not by {factor:g}.")
    controls.set_shot(posed(controls.shot, *movement.zoom(factor, view.pose, view.projection, view.center_of_rotation)))
    return f"Zoomed by {factor:g}."


def _view(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    word, _, rest = arguments.partition(" ")
    rest = rest.strip()
    if word.lower() in _VIEW_FORMS:
        return _VIEW_FORMS[word.lower()](controls, rest)
    if arguments in controls.named_views:
        return _restore(controls, arguments)
    known = (*VIEWS, *_VIEW_FORMS, *controls.named_views)
    name = choose(arguments, known, "view")
    for side in VIEWS:
        if side == name:
            return _look_from(controls, side)
    return _VIEW_FORMS[name](controls, "") if name in _VIEW_FORMS else _restore(controls, name)


def _look_from(controls: Controls, name: ViewName) -> str:
    controls.set_shot(controls.shot.but(view=name, commands="", pose=None, orthographic_width=None))
    return f"Looking from the {name}."


def _fit(controls: Controls, arguments: str) -> str:
    no_arguments("view fit", arguments)
    _view_of(controls)
    controls.fit()
    return f"Fitted to {_FITS[controls.shot.fit_to]}."


_FITS: dict[Fit, str] = {
    "complex": "the whole complex",
    "pocket": "the pocket",
    "ligand": "the ligand",
    "shown": "what is shown",
}


def _orient(controls: Controls, arguments: str) -> str:
    no_arguments("view orient", arguments)
    return _look_from(controls, "front")


def _reset(controls: Controls, arguments: str) -> str:
    no_arguments("reset", arguments)
    complex_of(controls)
    controls.reset()
    return "Back to the fitted front view of the whole complex."


def _name(controls: Controls, arguments: str) -> str:
    if not arguments or len(arguments) > LONGEST_NAME or ";" in arguments:
        raise UserError(f"A view's name has 1 to {LONGEST_NAME} characters and no semicolon, as in 'view name site'.")
    if arguments.split()[0].lower() in TAKEN_WORDS:
        raise UserError(f"A view cannot be called {arguments}, which means something else; give another name.")
    controls.set_named_views({**controls.named_views, arguments: controls.shot})
    return f"This view is called {arguments}; 'view {arguments}' comes back to it."


def _restore(controls: Controls, name: str) -> str:
    saved = controls.named_views[name]
    controls.set_shot(controls.shot.but(**{field: getattr(saved, field) for field in _CAMERA}))
    return f"Back at view {name}."


def _list(controls: Controls, arguments: str) -> str:
    no_arguments("view list", arguments)
    names = ", ".join(controls.named_views)
    return f"Named views: {names}." if names else "There are no named views; make one with 'view name NAME'."


def _rename(controls: Controls, arguments: str) -> str:
    names = words_of(arguments)
    if len(names) != 2:
        raise UserError("Write the old name and the new one, as in \"view rename 'View 1' site\".")
    old, new = names
    if old not in controls.named_views:
        raise UserError(f"There is no view called '{old[:40]}'; 'view list' lists them.")
    return f"View {old} is called {controls.rename_view(old, new)} now."


def _delete(controls: Controls, arguments: str) -> str:
    if arguments not in controls.named_views:
        raise UserError(f"There is no view called '{arguments[:40]}'; 'view list' lists them.")
    controls.set_named_views({name: shot for name, shot in controls.named_views.items() if name != arguments})
    return f"View {arguments} is forgotten."


def _set_matrix(controls: Controls, arguments: str) -> str:
    numbers = [_number(word, "Each of the 12 numbers", "view matrix 1,0,0,0,...") for word in arguments.split(",")]
    if len(numbers) != 12:
        raise UserError(f"A view matrix has 3 rows of 4 numbers, 12 in all, separated by commas, not {len(numbers)}.")
    pose = Pose.from_rows([numbers[0:4], numbers[4:8], numbers[8:12]])
    controls.set_shot(controls.shot.with_pose(pose))
    return "The camera stands where the matrix says."


_VIEW_FORMS = {
    "fit": _fit,
    "orient": _orient,
    "name": _name,
    "rename": _rename,
    "list": _list,
    "delete": _delete,
    _MATRIX: _set_matrix,
}


def _projection(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    words = arguments.split()
    kind = cast("ProjectionKind", choose(words[0] if words else "", get_args(ProjectionKind), "projection"))
    if len(words) > (2 if kind == "orthographic" else 1):
        raise UserError("Write projection perspective, or projection orthographic and perhaps a width in angstrom.")
    width = _number(words[1], "The width", "projection orthographic 40") if len(words) == 2 else None
    controls.set_shot(controls.shot.but(projection=kind, orthographic_width=width))
    return "The projection is in perspective." if kind == "perspective" else "The projection is orthographic."


def _fit_to(controls: Controls, arguments: str) -> str:
    if not arguments:
        return _fit(controls, "")
    complex_of(controls)
    target = choose(arguments, (*_FITS, "default"), "part to fit to")
    controls.set_shot(controls.shot.but(fit=None if target == "default" else target))
    return f"Views are fitted to {_FITS[controls.shot.fit_to]}."


def _ligand(controls: Controls, arguments: str) -> str:
    complex_of(controls)
    if arguments.lower() == "reset":
        controls.set_shot(controls.shot.but(ligand_commands=""))
        return "The ligand is where its file has it."
    steps = parse_commands(arguments)
    if not steps:
        raise UserError("Write how the ligand moves, as in 'ligand move x 3', or 'ligand reset'.")
    written = print_commands((*controls.shot.ligand_steps, *steps))
    controls.set_shot(controls.shot.but(ligand_commands=written))
    return f"The ligand was moved by {counted(len(steps), 'step')}."


VIEW_COMMANDS = (
    _step("move"),
    _step("roll"),
    CommandSpec("zoom", ("zoom FACTOR",), "Bring the picture nearer (above 1) or further away.", _zoom),
    CommandSpec(
        "view",
        (
            f"view {'|'.join(VIEWS)}",
            "view fit|orient|list",
            "view name NAME",
            "view NAME",
            "view rename NAME 'NEW NAME'",
            "view delete NAME",
            "view matrix 12 NUMBERS",
        ),
        "Look from one of the six sides, fit, or keep views by name and come back to them.",
        _view,
        arguments=(*VIEWS, *_VIEW_FORMS),
    ),
    CommandSpec(
        "fit",
        ("fit", "fit complex|pocket|ligand|shown|default"),
        "Bring what is fitted to into the picture without turning it, or say what views are fitted to.",
        _fit_to,
        arguments=(*_FITS, "default"),
    ),
    CommandSpec("reset", ("reset",), "Go back to the fitted front view of the whole complex.", _reset),
    CommandSpec(
        "projection",
        ("projection perspective", "projection orthographic [WIDTH]"),
        "Draw with or without perspective.",
        _projection,
        arguments=get_args(ProjectionKind),
    ),
    CommandSpec(
        "ligand",
        ("ligand move|roll x|y|z AMOUNT", "ligand reset"),
        "Move the ligand along the axes of the front view, or turn it about its centre.",
        _ligand,
        arguments=("move", "roll", "reset"),
    ),
)
"""The commands of this module."""
