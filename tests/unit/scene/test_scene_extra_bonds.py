"""Lines that a shot draws between any two atoms, and how verdicts on bonds are told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.build import build
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Dashes
from misi_viewer.scene.verdicts import VERDICTS, verdict_dashes

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


def heavy(structure_rows: np.ndarray) -> int:
    return int(np.flatnonzero(structure_rows)[0])


@pytest.fixture(scope="module")
def bond(demo: Complex) -> ExtraBond:
    one = AtomRef("pocket", heavy(~demo.pocket.is_hydrogen))
    other = AtomRef("ligand", heavy(~demo.ligand.is_hydrogen))
    return ExtraBond(one, other, verdict_dashes("missed"))


def test_an_extra_bond_is_drawn_in_its_own_look(demo: Complex, bond: ExtraBond) -> None:
    segments = build(demo, Shot(extra_bonds=(bond,))).segments
    assert len(segments.starts) == bond.look.dashes
    assert (segments.colours == rgb(bond.look.colour)).all()
    assert (segments.radii == bond.look.radius).all()
    ends = [demo.pocket.coordinates[bond.one.row], demo.ligand.coordinates[bond.other.row]]
    middle = (segments.starts[0] + segments.ends[-1]) / 2.0
    assert middle == pytest.approx(np.mean(ends, axis=0))


def test_a_solid_bond_reaches_from_atom_to_atom(demo: Complex, bond: ExtraBond) -> None:
    solid = ExtraBond(bond.one, bond.other, Dashes(colour="FFFFFF", dashes=0))
    segments = build(demo, Shot(extra_bonds=(solid,), ligand_commands="move x 5")).segments
    assert segments.starts[0] == pytest.approx(demo.pocket.coordinates[bond.one.row])
    assert segments.ends[0] == pytest.approx(demo.ligand.coordinates[bond.other.row] + (5.0, 0.0, 0.0))


def test_extra_bonds_change_nothing_else(demo: Complex, bond: ExtraBond) -> None:
    plain, drawn = build(demo, Shot()), build(demo, Shot(extra_bonds=(bond,)))
    assert len(plain.segments.starts) == 0
    assert np.array_equal(plain.spheres.centres, drawn.spheres.centres)
    one, other = (aim(demo, shot, (640, 480)) for shot in (Shot(), Shot(extra_bonds=(bond,))))
    assert np.array_equal(one.pose.matrix, other.pose.matrix)


def test_what_is_not_displayed_has_no_extra_bond(demo: Complex, bond: ExtraBond) -> None:
    assert len(build(demo, Shot(parts="ligand", extra_bonds=(bond,))).segments.starts) == 0
    hidden = Shot(hide=f"ligand[{bond.other.row}]", extra_bonds=(bond,))
    assert len(build(demo, hidden).segments.starts) == 0


def test_an_atom_that_is_not_there_is_refused(demo: Complex, bond: ExtraBond) -> None:
    beyond = ExtraBond(AtomRef("ligand", len(demo.ligand)), bond.one, bond.look)
    with pytest.raises(UserError, match="of the ligand, which has fewer atoms"):
        build(demo, Shot(extra_bonds=(beyond,)))
    with pytest.raises(UserError, match="counted from 0"):
        ExtraBond(AtomRef("ligand", -1), bond.one, bond.look)


def test_a_shot_with_extra_bonds_is_small_json_that_comes_back(bond: ExtraBond) -> None:
    shot = Shot(extra_bonds=(bond,))
    assert Shot.from_json(shot.to_json()) == shot
    assert hash(Shot.from_json(shot.to_json())) == hash(shot)
    with pytest.raises(UserError, match="more than 1,000 extra bonds"):
        Shot(extra_bonds=(bond,) * 1_001)
    with pytest.raises(UserError, match="not a shot"):
        Shot.from_json('{"version": 1, "extra_bonds": [{"one": ["water", 1], "other": ["ligand", 1], "look": {}}]}')


@pytest.mark.parametrize("background", ["000000", "FFFFFF"])
def test_verdicts_differ_in_lightness_and_in_dashes(background: str) -> None:
    looks = [verdict_dashes(verdict, background) for verdict in VERDICTS]
    assert len({look.dashes for look in looks}) == len({look.colour for look in looks}) == 3
    greys = sorted(np.dot(rgb(look.colour), (0.299, 0.587, 0.114)) for look in looks)
    assert min(np.diff(greys)) > 20.0
    ground = np.dot(rgb(background), (0.299, 0.587, 0.114))
    assert min(abs(grey - ground) for grey in greys) > 90.0
