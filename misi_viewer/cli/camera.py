"""Print the camera of a shot and where every displayed atom falls on the picture.

One JSON object a line: {"id", "matrix" (camera to scene, 3 rows of 4),
"near_far", "center_of_rotation", "bounds", "atoms"}, each atom with its place
in the scene ("xyz"), in the camera's frame ("screen", angstrom) and on the
picture ("pixel", x right and y down from the top left corner; null behind the
eye).
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.cli.complexes import add_complex_arguments, for_each_complex, print_json_line
from misi_viewer.cli.shots import add_size_argument, add_view_arguments, shots_of
from misi_viewer.scene.aim import View, aim
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

__all__ = ["add_arguments", "run"]

LENGTH_DECIMALS = 5
PIXEL_DECIMALS = 4
MATRIX_DECIMALS = 9


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_complex_arguments(parser)
    add_size_argument(parser, "640x480")
    add_view_arguments(parser, all_views=False)


def run(options: argparse.Namespace) -> int:
    """Print the camera of each complex."""
    (shot,) = shots_of(options).values()
    return for_each_complex(options, lambda complex_: print_json_line(_describe(complex_, shot, options.size)))


def _describe(complex_: Complex, shot: Shot, size: tuple[int, int]) -> dict[str, Any]:
    view = aim(complex_, shot, size)
    return {
        "id": complex_.id,
        "matrix": _rounded(view.pose.matrix, MATRIX_DECIMALS),
        "near_far": _rounded(np.array([view.near, view.far]), LENGTH_DECIMALS),
        "center_of_rotation": _rounded(view.center_of_rotation, LENGTH_DECIMALS),
        "bounds": _rounded(np.array([view.box.lower, view.box.upper]), LENGTH_DECIMALS),
        "atoms": _describe_atoms(complex_, shot, view, size),
    }


def _describe_atoms(complex_: Complex, shot: Shot, view: View, size: tuple[int, int]) -> list[dict[str, Any]]:
    atoms = displayed_atoms(complex_, shot)
    points = atoms.coordinates
    on_picture = pixels(points, view.pose, view.projection, size)
    rows = zip(
        atoms.identities(),
        _rounded(points, LENGTH_DECIMALS),
        _rounded(view.pose.to_camera(points), LENGTH_DECIMALS),
        _rounded(on_picture, PIXEL_DECIMALS),
        np.isfinite(on_picture[:, 0]).tolist(),
        strict=True,
    )
    return [
        {
            "part": identity.part,
            "chain": identity.chain,
            "residue_number": identity.residue_number,
            "insertion_code": identity.insertion_code,
            "residue_name": identity.residue_name,
            "atom": identity.atom,
            "index": identity.index,
            "xyz": xyz,
            "screen": screen,
            "pixel": pixel if visible else None,
        }
        for identity, xyz, screen, pixel, visible in rows
    ]


def _rounded(values: NDArray[np.float64], decimals: int) -> Any:
    # Adding zero turns -0.0 into 0.0.
    return (np.round(np.asarray(values, dtype=np.float64), decimals) + 0.0).tolist()
