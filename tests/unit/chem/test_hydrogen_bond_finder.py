"""Search, metals, relaxation, answers and explanations of hydrogen bonds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from building import from_smiles, moved, rotation_onto, structure, unit

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import (
    RELAXED,
    STRICT,
    HydrogenBond,
    Molecule,
    Slop,
    atom_label,
    bond_table,
    explain,
    find_bonds,
    find_hydrogen_bonds,
    pocket_answer,
    residue_answers,
)
from misi_viewer.chem.structure import Residues, Structure


def together(*parts: Structure) -> Structure:
    """Return one structure of several, a residue each."""
    starts = np.cumsum([0] + [len(part) for part in parts[:-1]])
    return structure(
        [symbol for part in parts for symbol in symbols(part)],
        np.concatenate([part.coordinates for part in parts]).tolist(),
        np.concatenate([part.bonds + start for part, start in zip(parts, starts, strict=True)]).tolist(),
        residues=[("UNL", number) for number in range(1, len(parts) + 1)],
        residue_of_atom=np.repeat(np.arange(len(parts)), [len(part) for part in parts]).tolist(),
    )


def symbols(part: Structure) -> list[str]:
    names = {1: "H", 6: "C", 7: "N", 8: "O", 16: "S", 26: "Fe"}
    return [names[element] for element in part.elements.tolist()]


def amide_and_ketone(distance: float) -> tuple[Structure, Structure, int, int]:
    """Return an amide whose NH points at a ketone's oxygen, and the rows of nitrogen and oxygen."""
    amide, marked = from_smiles("CC(=O)[NH:1]C")
    nitrogen = marked[1]
    hydrogen = Molecule(amide).hydrogens(nitrogen)[0]
    along = unit(amide.coordinates[hydrogen] - amide.coordinates[nitrogen])
    ketone, other = from_smiles("C[C:2](=[O:1])C")
    oxygen = other[1]
    centred = replace(ketone, coordinates=ketone.coordinates - ketone.coordinates[oxygen])
    outward = -unit(centred.coordinates[other[2]])
    place = amide.coordinates[nitrogen] + distance * along
    return amide, moved(centred, rotation_onto(outward, -along), place), nitrogen, oxygen


def complex_of(pocket: Structure, ligand: Structure) -> Complex:
    return Complex("test", pocket, ligand, ())


@pytest.mark.parametrize(("distance", "strict"), [(3.1, True), (3.3, False)])
def test_a_bond_and_its_description(distance, strict):
    amide, ketone, nitrogen, oxygen = amide_and_ketone(distance)
    (bond,) = find_hydrogen_bonds(complex_of(amide, ketone))
    hydrogen = Molecule(amide).hydrogens(nitrogen)[0]
    assert (bond.pocket_atom, bond.ligand_atom, bond.donor) == (nitrogen, oxygen, "pocket")
    assert (bond.strict, bond.solvent, bond.donor_hydrogen) == (strict, False, hydrogen)
    assert bond.distance == pytest.approx(distance)
    assert bond.angle == pytest.approx(180.0, abs=0.1)
    (other_way,) = find_hydrogen_bonds(complex_of(ketone, amide))
    assert (other_way.pocket_atom, other_way.ligand_atom, other_way.donor) == (oxygen, nitrogen, "ligand")
    assert other_way.donor_hydrogen == hydrogen


def test_no_bond_beyond_the_limit():
    amide, ketone, *_ = amide_and_ketone(3.9)
    assert find_hydrogen_bonds(complex_of(amide, ketone)) == []
    assert len(find_hydrogen_bonds(complex_of(amide, ketone), distance_slop=0.9)) == 1


def test_without_relaxation_all_bonds_are_strict():
    amide, ketone, *_ = amide_and_ketone(3.1)
    (bond,) = find_hydrogen_bonds(complex_of(amide, ketone), distance_slop=0.0, angle_slop=0.0)
    assert bond.strict
    amide, ketone, *_ = amide_and_ketone(3.3)
    assert find_hydrogen_bonds(complex_of(amide, ketone), distance_slop=0.0, angle_slop=0.0) == []


def test_without_hydrogens_the_bond_is_found_by_an_implied_one():
    amide, ketone, nitrogen, _ = amide_and_ketone(2.9)
    bare = amide.subset(~amide.is_hydrogen)
    (bond,) = find_hydrogen_bonds(complex_of(bare, ketone))
    assert bond.pocket_atom == nitrogen
    assert bond.donor_hydrogen is None
    assert bond.angle is None


def test_bonds_inside_one_structure():
    amide, ketone, nitrogen, oxygen = amide_and_ketone(2.9)
    whole = Molecule(together(amide, ketone))
    pairs = [(bond.donor.atom, bond.acceptor.atom) for bond in find_bonds(whole, whole, RELAXED)]
    assert (nitrogen, len(amide) + oxygen) in pairs
    assert len(pairs) == len(set(pairs))


def test_two_hydroxyls_may_donate_both_ways():
    places = [(0.0, 0.0, 0.0), (2.8, 0.0, 0.0)]
    waters = [structure("O", [place], names=["O"], residues=[("HOH", 1)]) for place in places]
    found = find_hydrogen_bonds(complex_of(*waters))
    assert [bond.donor for bond in found] == ["pocket", "ligand"]
    assert pocket_answer(complex_of(*waters), [replace(bond, solvent=False) for bond in found]) == "HOH 1 O A, O"


def with_metal(angle: float) -> Complex:
    """Return a bond whose acceptor has iron at 2.2 angstrom, at an angle from the donor."""
    amide, ketone, nitrogen, oxygen = amide_and_ketone(2.9)
    accepting = ketone.coordinates[oxygen]
    towards = unit(amide.coordinates[nitrogen] - accepting)
    across = unit(np.cross(towards, [0.3, 0.5, 0.8]))
    place = accepting + 2.2 * (np.cos(np.radians(angle)) * towards + np.sin(np.radians(angle)) * across)
    iron = structure(["Fe"], [place])
    return complex_of(amide, together(ketone, iron))


@pytest.mark.parametrize(("angle", "count"), [(44.5, 0), (45.5, 1)])
def test_a_metal_in_front_of_the_acceptor_takes_the_donors_place(angle, count):
    assert len(find_hydrogen_bonds(with_metal(angle))) == count


def test_only_metals_of_the_acceptors_own_structure_count():
    complex_ = with_metal(20.0)
    iron = complex_.ligand.elements == 26
    moved_over = complex_of(together(complex_.pocket, complex_.ligand.subset(iron)), complex_.ligand.subset(~iron))
    assert len(find_hydrogen_bonds(moved_over)) == 1


def test_a_distant_metal_does_not_count():
    complex_ = with_metal(30.0)
    ligand = complex_.ligand
    iron = np.flatnonzero(ligand.elements == 26)[0]
    oxygen = next(atom for atom in range(len(ligand)) if ligand.elements[atom] == 8)
    places = ligand.coordinates.copy()
    places[iron] = places[oxygen] + 4.1 * unit(places[iron] - places[oxygen])
    assert len(find_hydrogen_bonds(complex_of(complex_.pocket, replace(ligand, coordinates=places)))) == 1


def test_solvent_is_marked_and_may_be_left_out():
    water = structure("O", [(0.0, 0.0, 0.0)], residues=[("HOH", 301)])
    ketone, marked = from_smiles("C[C:2](=[O:1])C")
    outward = unit(ketone.coordinates[marked[1]] - ketone.coordinates[marked[2]])
    ligand = replace(ketone, coordinates=ketone.coordinates - ketone.coordinates[marked[1]] - 2.8 * outward)
    found = find_hydrogen_bonds(complex_of(water, ligand))
    assert [bond.solvent for bond in found] == [True]
    assert find_hydrogen_bonds(complex_of(water, ligand), solvent=False) == []
    assert pocket_answer(complex_of(water, ligand), found) == "No"
    assert residue_answers(complex_of(water, ligand), found) == []


def test_nothing_near_nothing_found():
    amide, ketone, *_ = amide_and_ketone(30.0)
    assert find_hydrogen_bonds(complex_of(amide, ketone)) == []
    empty = amide.subset(np.zeros(len(amide), dtype=bool))
    assert find_hydrogen_bonds(complex_of(amide, empty)) == []


def bond(pocket_atom: int, ligand_atom: int, donor: str = "pocket", *, solvent: bool = False) -> HydrogenBond:
    return HydrogenBond(pocket_atom, ligand_atom, donor, 2.9, True, solvent, None, None)


@pytest.fixture
def labelled() -> Complex:
    pocket = structure("NOO", [(0, 0, 0)] * 3, names=["NH2", "OG", "O"], residue_of_atom=[0, 1, 2])
    residues = Residues(
        np.array(["ARG", "SER", "HOH"]),
        np.array([45, 52, 301], dtype=np.int32),
        np.array(["", "A", ""]),
        np.array(["A", " ", " "]),
        np.zeros(3, dtype=bool),
    )
    ligand = structure("OO", [(0, 0, 0)] * 2, names=["O1B", "O2G"])
    return complex_of(replace(pocket, residues=residues), ligand)


def test_answers(labelled):
    bonds = [bond(1, 1), bond(0, 1), bond(0, 0), bond(2, 0, solvent=True)]
    assert pocket_answer(labelled, bonds) == "ARG 45 NH2 A, O1B; ARG 45 NH2 A, O2G; SER 52A OG, O2G"
    assert residue_answers(labelled, bonds) == [(0, "Yes: ARG NH2, O1B; ARG NH2, O2G"), (1, "Yes: SER OG, O2G")]
    assert pocket_answer(labelled, []) == "No"
    assert residue_answers(labelled, []) == []


def test_a_pair_that_donates_both_ways_is_answered_once(labelled):
    both = [bond(1, 0), bond(1, 0, "ligand")]
    assert pocket_answer(labelled, both) == "SER 52A OG, O1B"
    assert residue_answers(labelled, both) == [(1, "Yes: SER OG, O1B")]


def test_table(labelled):
    rows = bond_table(labelled, [bond(1, 1, "ligand"), bond(0, 0)])
    assert [(row.residue, row.pocket_atom, row.ligand_atom, row.donor) for row in rows] == [
        ("SER 52A", "OG", "O2G", "ligand"),
        ("ARG 45 A", "NH2", "O1B", "pocket"),
    ]
    assert (rows[0].distance, rows[0].angle, rows[0].strict, rows[0].solvent) == (2.9, None, True, False)


def test_labels(labelled):
    assert atom_label(labelled.pocket, 0) == "ARG 45 NH2 A"
    assert atom_label(labelled.pocket, 1) == "SER 52A OG"


def test_explanation_of_a_relaxed_bond():
    amide, ketone, nitrogen, oxygen = amide_and_ketone(3.35)
    explanation = explain(complex_of(amide, ketone), nitrogen, oxygen)
    assert explanation.is_bond
    forward, backward = explanation.directions
    assert (forward.donor, forward.outcome) == ("pocket", "relaxed")
    assert (forward.donating.rule, forward.accepting.rule) == ("13", "7")
    assert forward.first_failure is None
    assert [(step.part, step.name) for step in forward.steps] == [
        ("search", "distance"),
        ("acceptor", "distance"),
        ("acceptor", "phi"),
        ("acceptor", "theta"),
        ("donor", "hydrogen distance"),
        ("donor", "theta"),
    ]
    assert forward.steps[1].value == pytest.approx(3.35)
    assert forward.steps[1].most == pytest.approx(3.70)
    failure = forward.first_strict_failure
    assert failure is not None
    assert (failure.part, failure.name, failure.most) == ("acceptor", "distance", 3.30)
    assert backward.outcome == "none"
    assert backward.donating.rule == backward.accepting.rule == ""
    assert backward.steps == ()
    text = str(explanation)
    assert "3.350 A, relaxed by 0.4 A and 20 degrees" in text
    assert "row 13, secondary amide" in text
    assert "row 7, ketone or aldehyde" in text
    assert "without relaxation: acceptor distance" in text
    assert "atoms of type Npl do not accept" in text


def test_explanation_ends_with_the_first_test_that_fails():
    amide, ketone, nitrogen, oxygen = amide_and_ketone(3.9)
    forward = explain(complex_of(amide, ketone), nitrogen, oxygen).directions[0]
    assert forward.outcome == "none"
    assert forward.first_failure is forward.steps[-1]
    assert (forward.steps[-1].part, forward.steps[-1].name) == ("acceptor", "distance")
    assert "FAILED: 3.900 A, limit <= 3.700" in "\n".join(forward.lines())


def test_explanation_names_the_metal():
    complex_ = with_metal(30.0)
    (nitrogen,) = np.flatnonzero(complex_.pocket.elements == 7)
    oxygen = int(np.flatnonzero(complex_.ligand.elements == 8)[0])
    forward = explain(complex_, int(nitrogen), oxygen).directions[0]
    failure = forward.first_failure
    assert failure is not None
    assert (failure.part, failure.name, failure.least) == ("metal", "angle to metal", 45.0)


def test_explanation_by_other_limits():
    amide, ketone, nitrogen, oxygen = amide_and_ketone(3.35)
    explanation = explain(complex_of(amide, ketone), nitrogen, oxygen, distance_slop=0.0, angle_slop=0.0)
    assert not explanation.is_bond
    assert explanation.directions[0].steps == explanation.directions[0].strict_steps


def test_explanation_of_atoms_that_take_no_part():
    amide, ketone, *_ = amide_and_ketone(3.0)
    explanation = explain(complex_of(amide, ketone), 0, 0)
    assert not explanation.is_bond
    assert "only nitrogen, oxygen and sulfur donate" in str(explanation)


@pytest.mark.parametrize(
    ("slop", "length", "positive", "negative", "none"),
    [
        (STRICT, 2.87, 140.0, -22.5, 15.0),
        (RELAXED, 3.27, 120.0, -42.5, 0.0),
        (Slop(1.5, 170.0), 4.37, 0.0, -180.0, 0.0),
    ],
)
def test_relaxation(slop, length, positive, negative, none):
    assert slop.length(2.87) == pytest.approx(length)
    assert slop.degrees(140.0) == positive
    assert slop.degrees(-22.5) == negative
    assert slop.degrees(15.0) == none


def test_the_reach_of_each_kind_of_row():
    reaches = {}
    for smiles in ("C[CH2:2][OH:1]", "CC(=O)[NH:1]C", "[OH2:1]", "C[SH:1]"):
        built, marked = from_smiles(smiles)
        acceptor, _ = from_smiles("CC(=O)C")
        direction = explain(complex_of(built, acceptor), marked[1], 2).directions[0]
        reaches[direction.donating.rule] = direction.steps[0].most
    assert reaches == {
        "5": pytest.approx(3.17 + 0.4 + 0.68 + 0.23),
        "13": pytest.approx(2.36 + 0.4 + 0.68 + 0.23 + 0.91),
        "12": pytest.approx(3.27 + 0.4 + 0.68 + 0.23),
        "19": pytest.approx(3.65 + 0.4 + 1.02 + 0.23),
    }


def test_a_sulfur_that_accepts_widens_the_search_for_its_whole_structure():
    built, marked = from_smiles("C[CH2:2][OH:1]")
    acceptor, _ = from_smiles("CC(=O)CC(=S)C")
    plain, _ = from_smiles("CC(=O)CCSC")
    wide = explain(complex_of(built, acceptor), marked[1], 2).directions[0].steps[0].most
    narrow = explain(complex_of(built, plain), marked[1], 2).directions[0].steps[0].most
    assert wide - narrow == pytest.approx(0.35)
