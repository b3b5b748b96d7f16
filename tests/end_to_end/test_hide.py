"""Hiding atoms from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from misi_viewer.cli import main

ONE = str(Path(__file__).resolve().parents[2] / "assets" / "demo" / "1ia1")


def camera(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main(["camera", ONE, *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_hidden_atoms_are_left_out_and_the_others_stay_where_they_are(capsys):
    whole = camera(capsys)
    part = camera(capsys, "--hide", ":ALA | ligand & N")
    assert part["matrix"] == whole["matrix"]
    hidden = [atom for atom in whole["atoms"] if atom not in part["atoms"]]
    assert len(hidden) == len(whole["atoms"]) - len(part["atoms"])
    assert {atom["residue_name"] for atom in hidden if atom["part"] == "pocket"} == {"ALA"}
    assert {atom["atom"][0] for atom in hidden if atom["part"] == "ligand"} == {"N"}


def test_a_wrong_selection_is_one_sentence(capsys):
    assert main(["camera", ONE, "--hide", "ligand & ligan"]) == 2
    assert "at character 10, 'ligan' is neither" in capsys.readouterr().err
