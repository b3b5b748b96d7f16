"""Labels that a shot puts on atoms and residues of its own choice."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import Shot

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


def texts(demo: Complex, **fields: object) -> list[str]:
    return list(build(demo, Shot(**fields)).labels.texts)


def test_only_what_is_chosen_is_labelled(demo: Complex) -> None:
    assert texts(demo, labels=False, label_residues=":35@CA") == ["TYR 35"]
    assert texts(demo, labels=False, label_atoms=":35@CA,OH") == ["CA", "OH"]
    assert texts(demo, labels=False, label_atoms="ligand & @N1", label_residues="ligand") == ["UNL 1", "N1"]
    assert texts(demo, labels=False, label_atoms=":35", hide=":35 & ~@CA") == ["CA"]


def test_nothing_is_labelled_twice(demo: Complex) -> None:
    usual = texts(demo)
    assert texts(demo, label_residues="pocket", label_atoms="ligand") == usual
    assert sorted(texts(demo, label_atoms=":35@CA")) == sorted([*usual, "CA"])


def test_a_name_stands_beside_its_atom(demo: Complex) -> None:
    usual = build(demo, Shot()).labels
    alone = build(demo, Shot(labels=False, label_atoms="ligand & @N1")).labels
    place = usual.texts.index("N1")
    np.testing.assert_array_equal(alone.anchors[0], usual.anchors[place])
    np.testing.assert_array_equal(alone.offsets[0], usual.offsets[place])


def test_shots_keep_them_and_refuse_nonsense() -> None:
    shot = Shot(label_atoms="within 4 of ligand", label_residues=":ARG")
    assert Shot.from_json(shot.to_json()) == shot
    with pytest.raises(UserError, match="What the shot labels is not a selection"):
        Shot(label_atoms=":::")
    with pytest.raises(UserError, match="What a shot labels cannot be what is selected"):
        Shot(label_residues="sel")
