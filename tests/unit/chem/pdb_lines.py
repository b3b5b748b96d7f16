"""PDB lines and files for the tests of reading and bonding."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure


def atom(
    name: str,
    residue: str = "LIG",
    number: int | str = 1,
    xyz: Sequence[float] = (0.0, 0.0, 0.0),
    *,
    serial: int | str = 1,
    chain: str = "A",
    code: str = " ",
    letter: str = " ",
    element: str = "",
    occupancy: float = 1.0,
    b: float = 10.0,
    record: str = "ATOM",
    columns: str | None = None,
) -> str:
    """Return an atom line; `columns` gives the four name columns where the usual alignment is not wanted."""
    raw = columns if columns is not None else (name if len(name) == 4 else f" {name:<3}")
    x, y, z = xyz
    return (
        f"{record:<6}{serial:>5} {raw}{letter}{residue:>3} {chain}{number:>4}{code}   "
        f"{x:8.3f}{y:8.3f}{z:8.3f}{occupancy:6.2f}{b:6.2f}          {element:>2}"
    )


def read(tmp_path: Path, lines: Sequence[str], name: str = "test.pdb") -> list[Structure]:
    """Write lines to a file and read it."""
    path = tmp_path / name
    path.write_text("\n".join(lines) + "\n")
    return read_structures(path)


def names_of(structure: Structure, pairs: Sequence[Sequence[int]]) -> set[frozenset[str]]:
    """Return pairs of atoms as ``NUMBER.NAME``."""
    numbers = structure.residues.numbers[structure.residue_of_atom]
    label = [f"{number}.{name}" for number, name in zip(numbers.tolist(), structure.names.tolist(), strict=True)]
    return {frozenset((label[first], label[second])) for first, second in pairs}


def bonds(structure: Structure) -> set[frozenset[str]]:
    return names_of(structure, structure.bonds.tolist())


def missing(structure: Structure) -> set[frozenset[str]]:
    return names_of(structure, structure.missing_links.tolist())


def metal(structure: Structure) -> set[frozenset[str]]:
    return names_of(structure, structure.metal_links.tolist())


def pair(first: str, second: str) -> frozenset[str]:
    return frozenset((first, second))


def backbone(number: int, x: float, residue: str = "ALA", **options: str) -> list[str]:
    """Return N, CA, C of one residue along the x axis, 3.8 angstrom per residue from `x` on."""
    steps = {"N": 0.0, "CA": 1.46, "C": 2.5}
    return [
        atom(name, residue, number, (x + step, 0.0, 0.0), element=name[0], **options)  # type: ignore[arg-type]
        for name, step in steps.items()
    ]
