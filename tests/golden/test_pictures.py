"""Pictures against ChimeraX's: the whole way from files to pixels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from compare import Likeness, likeness, read_picture

from misi_viewer.chem.load import load_complex
from misi_viewer.render.picture import picture_job
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import Style

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
SIZE = (640, 480)

pytestmark = pytest.mark.gl


class Case(NamedTuple):
    reference: Path
    job: Job


GROUPS = [
    pytest.param("pictures", ROOT / "tests/data/demo", ROOT / "assets/demo", id="demo pictures"),
    pytest.param("shots", ROOT / "tests/data/demo", ROOT / "assets/demo", id="demo shots"),
    pytest.param("pictures", SHARED / "golden", SHARED / "complexes", id="pictures", marks=pytest.mark.shared),
    pytest.param("shots", SHARED / "golden", SHARED / "complexes", id="shots", marks=pytest.mark.shared),
]


def picture_shots(folder: Path, golden: Path) -> dict[str, Shot]:
    numbers = json.loads((golden / "numbers" / f"{folder.name}.json").read_text())
    return {path.stem: Shot(commands="; ".join(numbers["cameras"][path.stem]["commands"])) for path in pngs(folder)}


def docking_shots(folder: Path, _golden: Path) -> dict[str, Shot]:
    answers = json.loads((folder / "shots.json").read_text())
    return {path.stem: docking_shot(path.stem, answers) for path in pngs(folder)}


def docking_shot(name: str, answers: dict[str, Any]) -> Shot:
    answer = answers["shots"][name]
    shot = Shot(commands="; ".join(answer["commands"]), fit=answer["fit"])
    if name.startswith("residue"):
        return shot.but(parts="residue", residue=ResidueId(*answers["residue"]))
    if name.startswith("pocket"):
        return shot.but(parts="pocket")
    parts = "ligand" if name.startswith("ligand") else "complex"
    return shot.but(parts=parts, ligand_commands="; ".join(answers["ligand_commands"]))


def pngs(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.png"))


def cases(kind: str, golden: Path, complexes: Path) -> Iterator[Case]:
    shots_of = picture_shots if kind == "pictures" else docking_shots
    for folder in sorted((golden / kind).iterdir()):
        complex_ = load_complex(complexes / folder.name)
        for name, shot in shots_of(folder, golden).items():
            yield Case(folder / f"{name}.png", picture_job(complex_, shot, Style(), SIZE))


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    with Renderer() as renderer:
        yield renderer


@pytest.mark.parametrize(("kind", "golden", "complexes"), GROUPS)
def test_pictures_look_as_chimerax_draws_them(renderer: Renderer, kind: str, golden: Path, complexes: Path) -> None:
    found: dict[str, Likeness] = {}
    for reference, job in cases(kind, golden, complexes):
        (picture,) = renderer.draw_many([job])
        found[f"{reference.parent.name} {reference.stem}"] = likeness(read_picture(reference), picture)
    table = np.array(list(found.values()))
    worst = min(found, key=lambda name: found[name].similarity)
    assert len(table) > 0
    assert table[:, 0].mean() >= 0.9997, table[:, 0].mean()
    assert table[:, 0].min() >= 0.9995, (worst, found[worst])
    assert table[:, 1].mean() <= 0.2, table[:, 1].mean()
    assert table[:, 2].mean() >= 0.998, table[:, 2].mean()


@pytest.mark.parametrize(("kind", "golden", "complexes"), [*GROUPS[:2], GROUPS[3]])
def test_fast_pictures_look_like_exact_ones(renderer: Renderer, kind: str, golden: Path, complexes: Path) -> None:
    alike = []
    for _, job in list(cases(kind, golden, complexes))[::3]:
        renderer.set_scene(job.scene, job.style)
        exact, fast = (renderer.draw(job.view, (1024, 768), 3, quality) for quality in ("exact", "fast"))
        assert (exact != fast).any()
        alike.append(likeness(exact, fast).similarity)
    assert min(alike) >= 0.99, alike
