"""The shot that the command line's options describe."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import cast, get_args

from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import ProjectionKind
from misi_viewer.camera.views import VIEWS, ViewName
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Fit, Parts, Quality, ResidueId, Shot
from misi_viewer.scene.shot_look import parse_look
from misi_viewer.scene.shot_surface import parse_surface

__all__ = [
    "add_drawing_arguments",
    "add_size_argument",
    "add_view_arguments",
    "as_drawn",
    "given_options",
    "parse_size",
    "shots_of",
]

ALL_VIEWS = "all"
LARGEST_SIDE = 16_384
"""Pixels; more than this is a slip of the hand."""

LARGEST_POSE_FILE = 100_000
ALONE = "--shot-json brings the whole shot; leave out all other options that describe one."
SHOT_FORMS = "complex, pocket, ligand or residue:CHAIN:NUMBER[ICODE]"
RESIDUE = re.compile(r"residue:(?P<chain>[^:]*):(?P<number>-?[0-9]{1,9})(?P<icode>[A-Za-z]?)")


def add_size_argument(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare --size."""
    parser.add_argument(
        "--size", type=parse_size, default=parse_size(default), metavar="WxH", help=f"pixels (default {default})"
    )


def parse_size(text: str) -> tuple[int, int]:
    """Parse WIDTHxHEIGHT.

    Raises
    ------
    argparse.ArgumentTypeError
        If it is none, or out of range.
    """
    match = re.fullmatch(r"(\d{1,9})[xX×](\d{1,9})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT such as 1024x768")
    width, height = int(match[1]), int(match[2])
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise argparse.ArgumentTypeError(f"{text!r} is out of range; a side has 1 to {LARGEST_SIDE} pixels")
    return width, height


def add_view_arguments(parser: argparse.ArgumentParser, *, all_views: bool) -> None:
    """Declare the options that say what is displayed and from where."""
    views = (*VIEWS, ALL_VIEWS) if all_views else VIEWS
    group = parser.add_argument_group("what is displayed, and from where")
    group.add_argument("--shot", default="complex", metavar="PARTS", help=f"{SHOT_FORMS} (default complex)")
    group.add_argument(
        "--hide", default="", metavar="SELECTION", help="atoms that are not displayed: '/A:45-52 | ~within 5 of ligand'"
    )
    group.add_argument("--ligand-commands", default="", metavar="COMMANDS", help="about the ligand's own centre, first")
    group.add_argument(
        "--fit", choices=get_args(Fit), help="what the front view is fitted to (default complex; a residue shot: shown)"
    )
    group.add_argument("--view", choices=views, help=f"{', '.join(views)} (default front)", metavar="VIEW")
    group.add_argument(
        "--commands", default="", metavar="COMMANDS", help="on the camera, after the view: 'roll y 15; move x 3'"
    )
    group.add_argument(
        "--pose", metavar="JSON|FILE", help="3 x 4 camera-to-scene matrix, in place of view and commands"
    )
    group.add_argument(
        "--shot-json", metavar="JSON", help="a whole shot as pictures carry it, in place of all that describes one"
    )
    group.add_argument("--projection", choices=get_args(ProjectionKind), default="perspective")
    group.add_argument(
        "--orthographic-width",
        type=float,
        metavar="ANGSTROM",
        help="across the picture; orthographic (default: fitted)",
    )


def add_drawing_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say how a shot is drawn."""
    group = parser.add_argument_group("how it is drawn")
    group.add_argument("--supersample", type=int, default=3, metavar="N", help="N x N passes a picture (default 3)")
    group.add_argument("--quality", choices=get_args(Quality), default="exact", help="(default exact)")
    group.add_argument(
        "--surface",
        metavar="[PART:]COLOUR[:PERCENT]",
        default="off",
        help="a surface of pocket or ligand, coloured by element or hydrophobicity, such as pocket:hydrophobicity:50",
    )
    group.add_argument(
        "--look",
        metavar="SELECTION=REPRESENTATION",
        action="append",
        default=[],
        help="atoms that are drawn as stick, ball, sphere or wire, whatever the style: 'ligand=ball'; may be repeated",
    )
    group.add_argument("--chain-breaks", action="store_true", help="dashes where the chain is broken")
    group.add_argument(
        "--hbonds", action="store_true", help="dashes for the hydrogen bonds to the ligand, where it stands"
    )
    group.add_argument("--no-labels", action="store_true", help="leave the labels out")
    group.add_argument("--hydrogens", action="store_true", help="show hydrogens")
    group.add_argument("--transparent", action="store_true", help="a transparent background")


def shots_of(options: argparse.Namespace) -> dict[str, Shot]:
    """Return the shots that the view options describe, by the name of their view.

    Raises
    ------
    UserError
        If an option's value cannot be used.
    """
    described = _described(options)
    if options.shot_json is None:
        return described
    if list(described.values()) != [Shot()]:
        raise UserError(ALONE)
    return {"shot": Shot.from_json(options.shot_json)}


def _described(options: argparse.Namespace) -> dict[str, Shot]:
    if options.pose is not None and (options.view is not None or options.commands):
        raise UserError("--pose stands in place of --view and --commands; leave them out.")
    parts, residue = _parts(options.shot)
    shot = Shot(
        parts=parts,
        residue=residue,
        hide=options.hide,
        fit=options.fit,
        ligand_commands=options.ligand_commands,
        commands=options.commands,
        projection=options.projection,
        orthographic_width=options.orthographic_width,
    )
    if options.pose is not None:
        return {"pose": shot.with_pose(_pose(options.pose))}
    view = options.view or "front"
    views: tuple[ViewName, ...] = VIEWS if view == ALL_VIEWS else (cast("ViewName", view),)
    return {name: shot.but(view=name) for name in views}


def as_drawn(shot: Shot, options: argparse.Namespace) -> Shot:
    """Return the shot with the drawing options applied; one that was given as JSON has its own.

    Raises
    ------
    UserError
        If there are drawing options beside a shot as JSON.
    """
    if options.shot_json is None:
        return _drawn(shot, options)
    if _drawn(Shot(), options) != Shot():
        raise UserError(ALONE)
    return shot


def _drawn(shot: Shot, options: argparse.Namespace) -> Shot:
    return shot.but(
        labels=not options.no_labels,
        hydrogens=options.hydrogens,
        supersample=options.supersample,
        quality=options.quality,
        chain_breaks=options.chain_breaks,
        surface=parse_surface(options.surface),
        looks=tuple(map(parse_look, options.look)),
        hydrogen_bonds=options.hbonds,
        transparent=options.transparent,
    )


def _parts(text: str) -> tuple[Parts, ResidueId | None]:
    if text in ("complex", "pocket", "ligand"):
        return cast("Parts", text), None
    match = RESIDUE.fullmatch(text)
    if match is None:
        raise UserError(f"--shot {text!r} is not known; give {SHOT_FORMS}.")
    return "residue", ResidueId(match["chain"].strip(), int(match["number"]), match["icode"].upper())


def _pose(text: str) -> Pose:
    """Read a pose given as JSON or as a file that holds it."""
    if not text.lstrip().startswith("["):
        path = Path(text)
        if not path.is_file():
            raise UserError(f"--pose {text!r} is neither a JSON matrix nor a file.")
        if path.stat().st_size > LARGEST_POSE_FILE:
            raise UserError(f"--pose {text}: the file is too large to be a 3 x 4 matrix.")
        text = path.read_text(encoding="utf-8", errors="replace")
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError(
            "--pose is not valid JSON; give 3 rows of 4 numbers such as [[1,0,0,0],[0,1,0,0],[0,0,1,50]]."
        ) from None
    return Pose.from_rows(rows)


def given_options(options: argparse.Namespace, parser: argparse.ArgumentParser, except_for: Sequence[str]) -> list[str]:
    """Return how the options that differ from their defaults are written, some of them left aside."""
    return [
        action.option_strings[-1] if action.option_strings else str(action.metavar)
        for action in parser._actions  # argparse has no public way to go through them
        if hasattr(options, action.dest)
        and action.dest not in except_for
        and getattr(options, action.dest) != action.default
        and getattr(options, action.dest) != []
    ]
