"""Where a docking answer puts the ligand."""

from __future__ import annotations

import numpy as np

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

__all__ = ["ligand_pose_of", "ligand_rmsd"]


def ligand_pose_of(complex_: Complex, shot: Shot) -> Pose:
    """Return the frame that takes the ligand's file coordinates to where a shot has it."""
    pose = displayed_atoms(complex_, shot.but(parts="ligand", residue=None)).parts[0].pose
    return Pose.identity() if pose is None else pose


def ligand_rmsd(complex_: Complex, shot: Shot) -> float:
    """Return how far a shot has the ligand's displayed atoms from their native places: root mean square, angstrom."""
    native = displayed_atoms(complex_, Shot(parts="ligand")).coordinates
    moved = ligand_pose_of(complex_, shot).to_scene(native)
    return float(np.sqrt(((moved - native) ** 2).sum(axis=1).mean()))
