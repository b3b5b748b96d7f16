"""Which of the files that a person opens or drops together make one complex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from misi_viewer.chem.readers import first_structure
from misi_viewer.chem.source import read_source
from misi_viewer.errors import UserError
from misi_viewer.scene.companions import MOST_COMPANIONS
from misi_viewer.session.session_files import ENDING

__all__ = ["NO_STRUCTURES", "SHOT_ENDINGS", "Group", "group_files", "is_structure_file"]

Group = tuple[str, ...]

LIGAND_ENDINGS = (".mol2", ".sdf", ".sd", ".mol", ".mdl")
SHOT_ENDINGS = (".png", ".json")
NO_STRUCTURES = (*SHOT_ENDINGS, ENDING)


def group_files(files: Sequence[str]) -> list[Group]:
    """Return the files of each complex, the first one to be worked with.

    A pocket goes with the ligand file beside it: the only one, or the one in
    its folder whose name begins alike (``1abc_pocket.pdb``, ``1abc_ligand.sdf``).
    All else stands alone.

    Parameters
    ----------
    files
        Files and folders; at least one.

    Raises
    ------
    UserError
        If it is not clear which ligand goes with which pocket, or there are too many.
    """
    groups = _groups(files)
    if len(groups) > MOST_COMPANIONS + 1:
        raise UserError(f"A window shows at most {MOST_COMPANIONS + 1} complexes, not {len(groups)}; open fewer.")
    return groups


def _groups(files: Sequence[str]) -> list[Group]:
    ligands = [name for name in files if _is_ligand_file(name)]
    others = [name for name in files if name not in ligands]
    pockets = [name for name in others if is_structure_file(name)]
    if ligands and not pockets:
        first_structure(read_source(ligands[0]))  # a damaged file is no ligand, and says so itself
        raise UserError(f"{Path(ligands[0]).name} is a ligand without a pocket; open it together with a pocket file.")
    if len(pockets) == 2 and len(files) == 2 and any("ligand" in Path(name).name.lower() for name in pockets):
        return [tuple(sorted(pockets, key=lambda name: "ligand" in Path(name).name.lower()))]
    partners = _partners(pockets, ligands)
    return [(name, partners[name]) if name in partners else (name,) for name in others]


def _partners(pockets: Sequence[str], ligands: Sequence[str]) -> dict[str, str]:
    """Return the ligand file of each pocket that has one."""
    if len(ligands) == len(pockets) == 1:
        return {pockets[0]: ligands[0]}
    by_title = _by_title(pockets)
    partners = {title: name for title, name in _by_title(ligands).items() if title in by_title}
    if len(partners) < len(ligands):
        raise UserError(
            "It is not clear which ligand goes with which pocket; open one pocket and one ligand at a time, "
            "or give each pair names that begin alike, as 1abc_pocket.pdb and 1abc_ligand.sdf do."
        )
    return {by_title[title]: name for title, name in partners.items()}


def _by_title(names: Iterable[str]) -> dict[tuple[Path, str], str]:
    """Return files by folder and what their names begin with."""
    stems = ((Path(name), Path(name).name.partition(".")[0].lower()) for name in names)
    return {(path.parent, stem.rpartition("_")[0] or stem): str(path) for path, stem in stems}


def _is_ligand_file(name: str) -> bool:
    return name.lower().removesuffix(".gz").endswith(LIGAND_ENDINGS) and Path(name).is_file()


def is_structure_file(name: str) -> bool:
    """Say whether a file is there that is read as a structure."""
    return Path(name).is_file() and not name.lower().endswith(NO_STRUCTURES)
