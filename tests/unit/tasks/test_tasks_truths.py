"""The truth of docking, locations and hydrogen bonds, and names that leave no doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misi_viewer.camera.commands import apply_to_points, parse_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import find_hydrogen_bonds, pocket_answer, residue_answers
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.tasks import Question, Skipped
from misi_viewer.tasks.annotation import annotate
from misi_viewer.tasks.answers import BondName
from misi_viewer.tasks.docking import ligand_pose_of, ligand_rmsd
from misi_viewer.tasks.hooks import Unfair
from misi_viewer.tasks.naming import bond_name, find_bond, residue_id
from misi_viewer.tasks.samplers import FAR_SIDE, side_distances

DEMOS = ("1ia1", "1of6", "1s3v", "1uou")
SEEDS = st.integers(0, 2**31)

Ask = Callable[..., list[Question]]
AskAll = Callable[..., list[Question | Skipped]]
Rename = Callable[[Complex, str, Sequence[int], str], Complex]


@settings(max_examples=25)
@given(seed=SEEDS)
def test_the_answer_takes_the_ligand_back(ask: Ask, demo: dict[str, Complex], seed: int) -> None:
    complex_ = demo[DEMOS[seed % 4]]
    for question in ask("docking", complex_, seed=seed):
        displaced = question.recipe.images[-1].shot
        assert displaced == Shot(
            ligand_commands=f"{question.recipe.values['displacement']}; {question.recipe.values['rotation']}"
        )
        assert ligand_rmsd(complex_, displaced) > 1.0 or abs(displaced.ligand_steps[0].amount) == 1.0
        docked = displaced.but(ligand_commands=f"{displaced.ligand_commands}; {question.answer}")
        assert ligand_rmsd(complex_, docked) < 1e-6
        assert np.allclose(ligand_pose_of(complex_, docked).matrix, np.eye(3, 4), atol=1e-9)


@settings(max_examples=25)
@given(seed=SEEDS)
def test_the_ligand_goes_to_a_far_side(ask: Ask, demo: dict[str, Complex], seed: int) -> None:
    annotation = annotate(demo[DEMOS[seed % 4]])
    right, left = side_distances(annotation)
    axes = []
    for question in ask("docking", annotation.complex, seed=seed):
        roll, move = parse_commands(question.answer)
        assert (roll.verb, move.verb, move.axis) == ("roll", "move", "x")
        assert roll.amount % 15 == 0
        assert 0 < abs(roll.amount) <= 90
        axes.append(roll.axis)
        # The answer moves to the left what went to the right.
        distance = right if move.amount < 0 else left
        assert abs(move.amount) in {np.floor(distance - taken + 0.5) for taken in (0, 1, 2)}
        assert abs(move.amount) >= 1
    assert sorted(axes) == ["x", "x", "y", "y", "z", "z"]


def test_the_distance_is_that_of_the_sheet(demo: dict[str, Complex]) -> None:
    assert FAR_SIDE == 0.225
    for complex_ in demo.values():
        annotation = annotate(complex_)
        ligand = complex_.ligand.coordinates[~complex_.ligand.is_hydrogen]
        x = annotation.view.pose.to_camera(ligand)[:, 0]
        depth = np.abs(annotation.displayed_screen[:, 2]).mean()
        right, left = side_distances(annotation)
        assert right == pytest.approx(0.225 * depth - x.max())
        assert left == pytest.approx(0.225 * depth + x.min())
        moved = annotation.view.pose.to_camera(apply_to_points(parse_commands(f"move x {right}"), ligand))
        assert moved[:, 0].max() == pytest.approx(0.225 * depth)


def test_a_side_that_is_too_near_is_not_drawn(ask_all: AskAll, demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    right, _ = side_distances(annotate(complex_))
    away = np.array([right + 30.0, 0.0, 0.0])
    shifted = replace(complex_, ligand=replace(complex_.ligand, coordinates=complex_.ligand.coordinates + away))
    right, left = side_distances(annotate(shifted))
    assert right < 1 < left
    for seed in range(5):
        for question in ask_all("docking", shifted, seed=seed):
            assert isinstance(question, Question)
            assert parse_commands(question.answer)[1].amount > 0


def test_a_ligand_at_both_sides_is_not_asked_about(ask_all: AskAll, demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    wide = complex_.ligand.coordinates * [12.0, 1.0, 1.0]
    wide += [complex_.ligand.coordinates[:, 0].mean() - wide[:, 0].mean(), 0.0, 0.0]
    spread = replace(complex_, ligand=replace(complex_.ligand, coordinates=wide))
    assert max(side_distances(annotate(spread))) < 1
    found = ask_all("docking", spread)
    assert len(found) == 6
    assert {skipped.reason for skipped in found if isinstance(skipped, Skipped)} == {
        "the ligand is less than 1 angstrom from both sides of the picture"
    }


@settings(max_examples=10)
@given(seed=SEEDS)
def test_the_right_option_brings_the_bond_to_the_centre(ask: Ask, demo: dict[str, Complex], seed: int) -> None:
    complex_ = demo[DEMOS[seed % 4]]
    annotation = annotate(complex_)
    for question in ask("interaction_location", complex_, seed=seed):
        values = question.recipe.values
        name = BondName(
            values["residue_name"],
            int(values["residue_number"]),
            "",
            values["atom"],
            values["chain"],
            values["ligand_atom"],
        )
        bond = find_bond(annotation, name)
        assert bond in annotation.bonds
        middle = (complex_.pocket.coordinates[bond[0]] + complex_.ligand.coordinates[bond[1]]) / 2
        option = question.recipe.options["ABCD".index(question.answer)]
        x, y = (command.amount for command in parse_commands(option))
        screen = annotation.view.pose.shifted((x, y, 0.0)).to_camera(middle[None])[0]
        assert abs(screen[:2]).max() <= 0.5 + 1e-9


@pytest.mark.parametrize("name", DEMOS)
def test_bonds_are_those_of_the_finder_without_solvent(ask: Ask, demo: dict[str, Complex], name: str) -> None:
    complex_ = demo[name]
    bonds = find_hydrogen_bonds(complex_)
    (whole,) = ask("pocket_ligand", complex_)
    assert set(whole.answer.split("; ")) == set(pocket_answer(complex_, bonds).split("; "))
    answers = [question.answer for question in ask("residue_ligand", complex_) if question.answer != "No"]
    expected = [answer for _, answer in residue_answers(complex_, bonds)]
    assert [set(answer[5:].split("; ")) for answer in answers] == [set(answer[5:].split("; ")) for answer in expected]


@pytest.mark.parametrize("capitals", [False, True])
def test_a_ligand_name_that_repeats_is_not_asked_about(
    ask_all: AskAll, demo: dict[str, Complex], renamed: Rename, capitals: bool
) -> None:
    complex_ = demo["1s3v"]
    annotation = annotate(complex_)
    _, ligand_atom = annotation.bonds[0]
    name = "Oxy1"
    bonded = {bond[1] for bond in annotation.bonds}
    free = next(row for row in annotation.ligand_rows.tolist() if row not in bonded)
    once = renamed(complex_, "ligand", [ligand_atom], name)
    twice = renamed(once, "ligand", [free], name.upper() if capitals else name)
    reason = f"several atoms of the ligand are named {name}"
    assert ask_all("pocket_ligand", twice) == [Skipped("pocket_ligand", "1s3v", 0, reason)]
    residues = [bond for bond in annotation.bonds if bond[1] == ligand_atom]
    skipped = [item for item in ask_all("residue_ligand", twice) if isinstance(item, Skipped)]
    touched = {int(complex_.pocket.residue_of_atom[bond[0]]) for bond in residues}
    assert len(skipped) == len(touched)
    assert {item.reason for item in skipped} == {reason}
    asked = [item for item in ask_all("interaction_location", twice) if isinstance(item, Question)]
    assert name not in {question.recipe.values["ligand_atom"] for question in asked}


def test_a_pocket_name_that_repeats_is_not_asked_about(
    ask_all: AskAll, demo: dict[str, Complex], renamed: Rename
) -> None:
    complex_ = demo["1s3v"]
    annotation = annotate(complex_)
    pocket_atom = annotation.bonds[0][0]
    residue = int(complex_.pocket.residue_of_atom[pocket_atom])
    neighbour = next(
        row
        for row in annotation.pocket_rows.tolist()
        if row != pocket_atom and complex_.pocket.residue_of_atom[row] == residue
    )
    twice = renamed(complex_, "pocket", [pocket_atom, neighbour], "SAME")
    assert len(annotate(twice).bonds) == len(annotation.bonds)
    (whole,) = ask_all("pocket_ligand", twice)
    assert isinstance(whole, Skipped)
    assert whole.reason.startswith("several atoms of the pocket are named")
    for task in ("residue_ligand", "interaction_location"):
        (skipped,) = [item for item in ask_all(task, twice) if isinstance(item, Skipped)]
        assert skipped.reason == whole.reason


def test_a_name_that_repeats_elsewhere_does_not_matter(
    ask_all: AskAll, demo: dict[str, Complex], renamed: Rename
) -> None:
    complex_ = demo["1s3v"]
    annotation = annotate(complex_)
    bonded = {bond[1] for bond in annotation.bonds}
    free = [row for row in annotation.ligand_rows.tolist() if row not in bonded][:2]
    hydrogens = np.flatnonzero(complex_.ligand.is_hydrogen)[:1].tolist()
    twice = renamed(complex_, "ligand", free, "SAME")
    twice = renamed(twice, "ligand", hydrogens, str(complex_.ligand.names[annotation.bonds[0][1]]))
    for task in ("pocket_ligand", "residue_ligand", "interaction_location"):
        assert all(isinstance(item, Question) for item in ask_all(task, twice))


@pytest.mark.parametrize("name", ["", "O 1", "O,1", "N;2"])
def test_a_name_that_cannot_be_written_is_not_asked_about(
    ask_all: AskAll, demo: dict[str, Complex], renamed: Rename, name: str
) -> None:
    complex_ = demo["1s3v"]
    odd = renamed(complex_, "ligand", [annotate(complex_).bonds[0][1]], name)
    (skipped,) = ask_all("pocket_ligand", odd)
    assert isinstance(skipped, Skipped)
    assert skipped.reason == f"the name '{name}' cannot be written in an answer"


def test_residues_of_one_name_are_not_asked_about(ask_all: AskAll, demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    annotation = annotate(complex_)
    pocket = complex_.pocket
    bonded = next(iter(annotation.bonds_by_residue))
    other = next(row for row in annotation.displayed_residues if row not in annotation.bonds_by_residue)
    residues = pocket.residues
    columns = {field: getattr(residues, field).copy() for field in ("names", "numbers", "insertion_codes", "chains")}
    for column in columns.values():
        column[other] = column[bonded]
    same = replace(complex_, pocket=replace(pocket, residues=replace(residues, **columns)))
    with pytest.raises(Unfair, match="several residues"):
        residue_id(annotate(same), bonded)
    found = ask_all("residue_ligand", same)
    skipped = [item for item in found if isinstance(item, Skipped)]
    assert len(skipped) == 1
    assert skipped[0].reason.startswith("several residues of the pocket are named")
    shown = {item.recipe.images[0].shot.residue for item in found if isinstance(item, Question)}
    assert all(
        (residue.chain, residue.number) != (columns["chains"][bonded], columns["numbers"][bonded]) for residue in shown
    )


def test_bonds_are_found_by_their_names(demo: dict[str, Complex]) -> None:
    for complex_ in demo.values():
        annotation = annotate(complex_)
        for bond in annotation.bonds:
            name = bond_name(annotation, bond)
            assert find_bond(annotation, name) == bond
            shouted = BondName(*(word.lower() if isinstance(word, str) else word for word in _fields(name)))
            assert find_bond(annotation, shouted) == bond
            short = bond_name(annotation, bond, with_residue=False)
            residue = ResidueId(name.chain, name.residue_number, name.insertion_code, name.residue_name)  # type: ignore[arg-type]
            assert find_bond(annotation, short, residue) == bond
            assert find_bond(annotation, BondName("ALA", 9999, "", "CA", "", name.ligand_atom)) is None


def _fields(name: BondName) -> tuple[str | int | None, ...]:
    return tuple(getattr(name, field) for field in name.__struct_fields__)
