from __future__ import annotations

import pytest

from misi_viewer import __version__
from misi_viewer.session.diagnostics import facts_of_packages, facts_of_program, table, without_folders


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("/home/anna/secret target/1abc.pdb: line 3 is no atom.", "…/1abc.pdb: line 3 is no atom."),
        (r"C:\Users\Anna\target\1abc.pdb: it is empty.", "…/1abc.pdb: it is empty."),
        ("~/data/x.sdf cannot be written.", "…/x.sdf cannot be written."),
        ("It was drawn from '/a/b/c.pdb' and /d/e.sdf.", "It was drawn from '…/c.pdb' and …/e.sdf."),
        ("Give a number and/or a name.", "Give a number and/or a name."),
        ("Ask https://files.example.org/1abc.", "Ask https://files.example.org/1abc."),
        ("Nothing here.", "Nothing here."),
    ],
)
def test_folders_are_left_out(sentence: str, kept: str) -> None:
    assert without_folders(sentence) == kept


def test_versions_stand_in_two_columns() -> None:
    lines = table([*facts_of_program(), *facts_of_packages()]).splitlines()
    assert lines[0].split()[:3] == ["MiSI", "Viewer", __version__]
    assert any(line.startswith("vtk  ") for line in lines)
    assert len({line.index(line.split("  ")[-1].strip()) for line in lines[:3]}) == 1
    assert table([]) == ""
