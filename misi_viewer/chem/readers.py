"""Any supported structure file, told apart by content and ending."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from misi_viewer.chem.read_cif import read_binary_cif, read_cif
from misi_viewer.chem.read_mol2 import read_mol2
from misi_viewer.chem.read_pdb import read_pdb
from misi_viewer.chem.read_sdf import read_sdf
from misi_viewer.chem.source import Source, read_source
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["SUFFIXES", "all_structures", "first_structure", "read_structures"]

_Reader = Callable[[Source], Iterator[Structure]]

_BY_SUFFIX: Final[dict[str, _Reader]] = {
    ".pdb": read_pdb,
    ".ent": read_pdb,
    ".pdbqt": read_pdb,
    ".cif": read_cif,
    ".mmcif": read_cif,
    ".bcif": read_binary_cif,
    ".mol2": read_mol2,
    ".sdf": read_sdf,
    ".sd": read_sdf,
    ".mol": read_sdf,
}

SUFFIXES: Final = tuple(_BY_SUFFIX)
"""Endings of the files that are read, each also with ``.gz`` after it."""

_HEAD: Final = 4096
_MARKUP: Final = re.compile(r"\s*<(!doctype|html|head|body|\?xml|!--)", re.IGNORECASE)
_PDB_RECORD: Final = re.compile(r"^(ATOM  |HETATM|HEADER|CRYST1|MODEL|REMARK|COMPND|TITLE )", re.MULTILINE)
_CIF_START: Final = re.compile(r"^data_\S*", re.MULTILINE)
_COUNTS: Final = re.compile(r"^.*V[23]000\s*$", re.MULTILINE)
_NEITHER: Final = "nothing in it looks like PDB, mmCIF, BinaryCIF, MOL2, SDF or MOL"


def read_structures(path: str | Path) -> list[Structure]:
    """Read all structures of a file, bonds made; the first is the default one.

    Raises
    ------
    ReadError
        Where the file cannot be understood.
    """
    return all_structures(read_source(path))


def all_structures(source: Source) -> list[Structure]:
    """Read all structures of a file that is in memory; errors as above."""
    return list(_reader(source)(source))


def first_structure(source: Source) -> Structure:
    """Read the first structure of a file that is in memory, whatever comes after it; errors as above."""
    return next(_reader(source)(source))


def _reader(source: Source) -> _Reader:
    """Choose by what the contents show; the ending decides where they show nothing."""
    if b"encoder" in source.data[:_HEAD] and b"dataBlocks" in source.data:
        return read_binary_cif
    if b"mmtfVersion" in source.data[:_HEAD]:
        raise ReadError(source.path, "MMTF files are not read; fetch the entry as mmCIF, BinaryCIF or PDB")
    if source.suffix == ".bcif":
        return read_binary_cif
    head = source.text[:_HEAD]
    if _MARKUP.match(head):
        kind = "an XML file" if head.lstrip().lower().startswith("<?xml") else "a web page"
        raise ReadError(source.path, f"this is {kind}, not a structure file; download the file itself again")
    if "@<TRIPOS>" in source.text:
        return read_mol2
    if _CIF_START.search(head) and "\n_" in source.text:
        return read_cif
    named = _BY_SUFFIX.get(source.suffix)
    if _COUNTS.search(head) and named is not read_pdb:
        return read_sdf
    if _PDB_RECORD.search(head) and named is None:
        return read_pdb
    if named is None:
        raise ReadError(source.path, _NEITHER)
    return named
