"""A complex from what a person names: a folder, two files, or one structure file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from misi_viewer.chem.complex import Complex, SourceFile
from misi_viewer.chem.ligands import FoundLigand, choose_ligand, cut_pocket, find_ligands
from misi_viewer.chem.molecules import choose_molecule, count_molecules
from misi_viewer.chem.read_mol2 import read_mol2_atoms
from misi_viewer.chem.readers import SUFFIXES, first_structure
from misi_viewer.chem.source import Source, read_source
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["FoundLigand", "list_ligands", "load_complex"]

_POCKET_ENDINGS: Final = ("_pocket", "_protein")
_LIGAND_ENDINGS: Final = ("_ligand",)
_POCKET_FORMATS: Final = (".pdb", ".ent", ".cif", ".mmcif", ".bcif", ".pdbqt")
_LIGAND_FORMATS: Final = (".mol2", ".sdf", ".mol", ".sd", ".pdb", ".pdbqt", ".cif", ".bcif")
_SMALL_MOLECULE_FORMATS: Final = frozenset({".mol2", ".sdf", ".mol", ".sd"})
_NAMES_TOLERANCE: Final = 0.002
"""Angstrom by which an sdf and a mol2 of the same pose may differ through rounding."""
_MOST_LISTED: Final = 8
_NAMELESS: Final = "complex"
"""What a complex is called where its folder or file has no name of its own, as the root folder."""


def list_ligands(path: str | Path) -> list[FoundLigand]:
    """Return the ligands found in the first structure of a file.

    Raises
    ------
    ReadError
        Where the file cannot be read.
    """
    return find_ligands(first_structure(read_source(path)))


def load_complex(spec: str | Path, ligand: str | None = None) -> Complex:
    """Read a complex.

    Parameters
    ----------
    spec
        A folder with a ``_pocket`` or ``_protein`` file and a ``_ligand`` file;
        ``POCKET+LIGAND``; or a structure file. A path that exists is taken as it is.
    ligand
        Which ligand of a structure file (see `choose_ligand`), or which
        molecule of LIGAND (see `choose_molecule`).

    Raises
    ------
    ReadError
        Where a file is missing, ambiguous, or cannot be read.
    """
    path = Path(spec)
    there = _exists(path)
    if there and not path.is_dir():
        return _load_structure_file(path, ligand)
    pair = None if there else _split(str(spec))
    if not there and pair is None:
        raise ReadError(path, "there is no such file or folder")
    if pair is not None:
        return _load_pair(read_source(pair[0]), read_source(pair[1]), ligand)
    if ligand is not None:
        problem = "this folder has a ligand of its own; one is chosen from a structure file, or from POCKET+LIGAND"
        raise ReadError(path, problem)
    return _load_folder(path)


def _load_pair(pocket: Source, small: Source, choice: str | None) -> Complex:
    molecule = choose_molecule(small, choice)
    read = _complex(pocket.stem, pocket, molecule, [_file(small, "ligand")])
    count = 1 if choice else count_molecules(small)
    if count < 2:
        return replace(read, ligand_choice=choice or "")
    note = (
        f"{_as_text(small.path.name)} holds {count} molecules and the first is taken; --ligand '#2' takes the second."
    )
    return replace(read, notes=(note,))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _split(spec: str) -> tuple[Path, Path] | None:
    """Split at the plus sign that leaves two paths that exist, else at the first."""
    places = [place for place, letter in enumerate(spec) if letter == "+"]
    pairs = [(Path(spec[:place]), Path(spec[place + 1 :])) for place in places if 0 < place < len(spec) - 1]
    return next((pair for pair in pairs if all(map(_exists, pair))), pairs[0] if pairs else None)


def _file(source: Source, role: str) -> SourceFile:
    return SourceFile(_as_text(source.path.name), source.sha256, source.path, role)


def _as_text(name: str) -> str:
    """Return a file's name as text that can be written, whatever the bytes it is made of."""
    return os.fsencode(name).decode(errors="replace")


def _identifier(name: str) -> str:
    """Return a complex's name: one that can also name a folder, and never one that leads out of it."""
    return _NAMELESS if name in ("", ".", "..") else _as_text(name)


def _complex(name: str, pocket: Source, ligand: Structure, files: Iterable[SourceFile]) -> Complex:
    return Complex(_identifier(name), first_structure(pocket), ligand, (_file(pocket, "pocket"), *files))


def _load_structure_file(path: Path, choice: str | None) -> Complex:
    source = read_source(path)
    structure = first_structure(source)  # first of all, as a damaged file is no ligand either
    if source.suffix in _SMALL_MOLECULE_FORMATS:
        raise ReadError(path, "this is a ligand without a pocket; name two files as POCKET+LIGAND")
    ligand = choose_ligand(structure, choice, path)
    pocket, small = cut_pocket(structure, ligand)
    if not len(pocket):
        raise ReadError(path, f"there are no atoms around the ligand {ligand.selector}; a pocket is needed too")
    small = replace(small, name=ligand.selector)
    files = (_file(source, "structure"),)
    return Complex(_identifier(source.stem), pocket, small, files, choice or ligand.selector)


def _load_folder(folder: Path) -> Complex:
    files = _files(folder)
    if not files:
        endings = ", ".join(SUFFIXES)
        raise ReadError(folder, f"the folder holds no structure files ({endings}, each also .gz)")
    name = folder.name if folder.name not in ("", "..") else folder.resolve().name
    pocket = read_source(_pocket_file(folder, name, files))
    ligand, sources = _read_ligand(_ligand_files(folder, name, files))
    return _complex(name, pocket, ligand, sources)


def _files(folder: Path) -> dict[str, list[Path]]:
    """Return the supported files of a folder by name without endings, in the order of names."""
    found: dict[str, list[Path]] = {}
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise ReadError(folder, f"the folder cannot be read ({error.strerror})") from error
    for path in entries:
        if _suffix(path) in SUFFIXES and not path.name.startswith(".") and path.is_file():
            found.setdefault(_stem(path), []).append(path)
    return found


def _plain_name(path: Path) -> Path:
    """Return the file name without ``.gz``."""
    name = path.name
    return Path(name[:-3] if name.lower().endswith(".gz") else name)


def _suffix(path: Path) -> str:
    return _plain_name(path).suffix.lower()


def _stem(path: Path) -> str:
    return _plain_name(path).stem


def _by_preference(paths: Iterable[Path], formats: Sequence[str]) -> list[Path]:
    """Sort out the paths of the given formats, earlier formats first, plain before ``.gz``."""
    usable = [path for path in paths if _suffix(path) in formats]
    return sorted(usable, key=lambda path: (formats.index(_suffix(path)), path.name.lower().endswith(".gz"), path.name))


def _pocket_file(folder: Path, name: str, files: dict[str, list[Path]]) -> Path:
    for ending in _POCKET_ENDINGS:
        paths = _ending_in(folder, name, files, (ending,), _POCKET_FORMATS)
        if paths:
            return paths[0]
    others = _only_other(folder, files, lambda suffix: suffix not in _SMALL_MOLECULE_FORMATS)
    if others is None:
        problem = "the folder has no pocket (a file such as"
        raise ReadError(folder, f"{problem} {name}_pocket.pdb or {name}_protein.pdb); it holds {_names(files)}")
    return others


def _ligand_files(folder: Path, name: str, files: dict[str, list[Path]]) -> list[Path]:
    paths = _ending_in(folder, name, files, _LIGAND_ENDINGS, _LIGAND_FORMATS)
    if paths:
        return paths
    other = _only_other(folder, files, lambda suffix: suffix in _SMALL_MOLECULE_FORMATS)
    if other is None:
        problem = "the folder has no ligand (a file such as"
        raise ReadError(folder, f"{problem} {name}_ligand.mol2 or {name}_ligand.sdf); it holds {_names(files)}")
    return _by_preference(files[_stem(other)], _LIGAND_FORMATS)


def _ending_in(
    folder: Path, name: str, files: dict[str, list[Path]], endings: Sequence[str], formats: Sequence[str]
) -> list[Path]:
    """Return the files of the one stem with such an ending; the folder's own name decides among several."""
    stems = {
        stem: paths
        for stem, found in files.items()
        if stem.lower().endswith(tuple(endings)) and (paths := _by_preference(found, formats))
    }
    if len(stems) > 1:
        own = {stem: paths for stem, paths in stems.items() if stem.lower() in [f"{name}{e}".lower() for e in endings]}
        if len(own) != 1:
            candidates = ", ".join(sorted(stems))
            raise ReadError(
                folder, f"the folder has several candidates ({candidates}); name two files as POCKET+LIGAND"
            )
        stems = own
    return next(iter(stems.values()), [])


def _only_other(folder: Path, files: dict[str, list[Path]], wanted: Callable[[str], bool]) -> Path | None:
    """Return the only file whose format is wanted, where names say nothing."""
    named = (*_POCKET_ENDINGS, *_LIGAND_ENDINGS)
    stems = {
        stem: [path for path in paths if wanted(_suffix(path))]
        for stem, paths in files.items()
        if not stem.lower().endswith(named)
    }
    found = [paths[0] for paths in stems.values() if paths]
    if len(found) > 1:
        candidates = ", ".join(path.name for path in found[:_MOST_LISTED])
        raise ReadError(folder, f"the folder has several candidates ({candidates}); name two files as POCKET+LIGAND")
    return found[0] if found else None


def _names(files: dict[str, list[Path]]) -> str:
    names = [path.name for paths in files.values() for path in paths]
    more = len(names) - _MOST_LISTED
    return ", ".join(names[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def _read_ligand(paths: Sequence[Path]) -> tuple[Structure, list[SourceFile]]:
    """Read the preferred ligand file, or where it is broken the next, with the broken mol2's names if they fit."""
    errors: list[ReadError] = []
    broken: Source | None = None
    for path in paths:
        source: Source | None = None
        try:
            source = read_source(path)
            ligand = first_structure(source)
        except ReadError as error:
            errors.append(error)
            if source and source.suffix == ".mol2":
                broken = source
            continue
        named = _with_names(ligand, broken) if broken else None
        if named is None or broken is None:
            return ligand, [_file(source, "ligand")]
        return named, [_file(source, "ligand"), _file(broken, "names")]
    raise errors[0]


def _with_names(ligand: Structure, mol2: Source) -> Structure | None:
    """Lay the names of a mol2's atoms over a ligand, if both match atom by atom in element and coordinates."""
    try:
        atoms = read_mol2_atoms(mol2)
    except ReadError:
        return None
    if len(atoms) != len(ligand) or (atoms.elements != ligand.elements).any():
        return None
    if np.abs(atoms.coordinates - ligand.coordinates).max() > _NAMES_TOLERANCE:
        return None
    return replace(
        ligand,
        name=atoms.name,
        names=atoms.names,
        residue_of_atom=atoms.residue_of_atom,
        residues=atoms.residues,
    )
