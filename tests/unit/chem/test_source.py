"""Files as they come: packed, encoded, empty, not what their name says."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from misi_viewer.chem import source as source_module
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.source import read_source
from misi_viewer.errors import ReadError

PDB = "HEADER    Ä\nATOM      1  CA  ALA A   1       1.000   2.000   3.000  1.00 10.00           C\nEND\n"
MOL2 = "@<TRIPOS>MOLECULE\nx\n1 0\n\n@<TRIPOS>ATOM\n1 C 0 0 0 C.3\n@<TRIPOS>BOND\n"


@pytest.mark.parametrize(
    "data",
    [
        PDB.encode(),
        PDB.encode("latin-1"),
        PDB.encode("utf-8-sig"),
        PDB.encode("utf-16"),
        PDB.encode("utf-16-le"),
        PDB.encode("utf-16-be"),
        PDB.encode("utf-32"),
        PDB.replace("\n", "\r\n").encode(),
        PDB.replace("\n", "\r").encode(),
        gzip.compress(PDB.encode()),
        gzip.compress(PDB[:40].encode()) + gzip.compress(PDB[40:].encode()),
    ],
)
@pytest.mark.parametrize("name", ["x.pdb", "x.pdb.gz", "x.PDB"])
def test_encodings_and_line_ends(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    (structure,) = read_structures(path)
    assert structure.coordinates.tolist() == [[1.0, 2.0, 3.0]]
    assert structure.name == "x"


def test_the_digest_is_of_the_file_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "x.pdb.gz"
    path.write_bytes(gzip.compress(PDB.encode()))
    assert read_source(path).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("x.pdb", b"", "is empty"),
        ("x.pdb", b" \r\n\0\n", "is empty"),
        ("x.pdb.gz", gzip.compress(b""), "is empty"),
        ("x.pdb.gz", gzip.compress(PDB.encode())[:-20], "damaged or cut short"),
        ("x.pdb.gz", b"\x1f\x8b rubbish", "damaged or cut short"),
        ("x.pdb.bz2", b"BZh91AY", "bzip2 archive"),
        ("x.zip", b"PK\x03\x04rest", "zip archive"),
        ("x.sdf", b"<!DOCTYPE html>\n<html>404</html>", "a web page"),
        ("x.pdb", b"\n <html><body>moved</body></html>", "a web page"),
        ("x.cif", b"<?xml version='1.0'?><PDBx/>", "an XML file"),
        ("x.pdb", b"ATOM\x00\x01\x02\xff\xfe\x00binary\x00\x00\x00\x03", "binary data"),
        ("x.pdb", b"\xff\xfeA\xd8\x00\xd8", "UTF-16 text but is damaged"),
        ("x.txt", b"Dear reader,\n", "nothing in it looks like"),
        ("x.mol2", b"Dear reader,\n", "no @<TRIPOS>MOLECULE"),
        ("x.pdb", b"Dear reader,\n", "no ATOM or HETATM"),
        ("x.cif", b"Dear reader,\n", "CIF syntax is broken"),
        ("x.bcif", b"Dear reader,\n", "not a whole BinaryCIF"),
        ("x.mmtf", b"\xde\x00\x13\xabmmtfVersion\xa51.0.0", "MMTF files are not read"),
    ],
)
def test_what_is_no_structure_file(tmp_path: Path, name: str, data: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ReadError, match=words):
        read_structures(path)


@pytest.mark.parametrize("name", ["x.txt", "x.sdf", "x"])
def test_contents_decide_before_the_ending(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(MOL2)
    assert len(read_structures(path)[0]) == 1


def test_pdb_without_a_known_ending(tmp_path: Path) -> None:
    path = tmp_path / "pocket"
    path.write_text(PDB)
    assert len(read_structures(path)[0]) == 1


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no such file"):
        read_structures(tmp_path / "none.pdb")
    with pytest.raises(ReadError, match="a folder"):
        read_structures(tmp_path)
    with pytest.raises(ReadError, match="cannot be read"):
        read_structures("a\0b.pdb")


def test_unpacking_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "_UNSUSPICIOUS_BYTES", 2 << 20)
    path = tmp_path / "bomb.pdb.gz"
    path.write_bytes(gzip.compress(b"\n" * (8 << 20)))
    with pytest.raises(ReadError, match="unpack to more than 2 MB"):
        read_structures(path)


def test_files_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "MAXIMUM_BYTES", 1 << 20)
    path = tmp_path / "large.pdb"
    path.write_bytes(b"\n" * (2 << 20))
    with pytest.raises(ReadError, match="larger than 1 MB"):
        read_structures(path)
