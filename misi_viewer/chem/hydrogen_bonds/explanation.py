"""Why two atoms are hydrogen-bonded, or why they are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds.acceptors import Acceptor, Refusal, find_acceptors
from misi_viewer.chem.hydrogen_bonds.answers import atom_label
from misi_viewer.chem.hydrogen_bonds.bonds import is_bond
from misi_viewer.chem.hydrogen_bonds.donors import Donor, find_donors
from misi_viewer.chem.hydrogen_bonds.finder import Part
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import ANGLE_SLOP, DISTANCE_SLOP, STRICT, Slop
from misi_viewer.chem.hydrogen_bonds.trace import Step, Trace
from misi_viewer.chem.structure import Structure

__all__ = ["Claim", "Direction", "Explanation", "explain"]

Outcome = Literal["strict", "relaxed", "none"]

_LENGTHS = frozenset({"distance", "donor distance", "hydrogen distance"})


@dataclass(frozen=True, slots=True)
class Claim:
    """How one atom takes part, or why it cannot.

    Attributes
    ----------
    atom
        Its label.
    idatm_type
        Its type.
    rule
        Number of the table's row that claimed it, "generic" for what is left; ""
        if it takes no part.
    text
        The group's name, or the reason.
    """

    atom: str
    idatm_type: str
    rule: str
    text: str

    def __str__(self) -> str:
        if not self.rule:
            return f"{self.atom} ({self.idatm_type}): no, {self.text}"
        rule = f"row {self.rule}" if self.rule.isdigit() else f"{self.rule} row"
        return f"{self.atom} ({self.idatm_type}): {rule}, {self.text}"


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction of a pair: pocket to ligand, or ligand to pocket.

    Attributes
    ----------
    donor
        Which part donates.
    donating, accepting
        How the atoms take part.
    steps
        The tests with relaxation, in order; the first that fails is the last.
    strict_steps
        The same without relaxation.
    outcome
        "strict", "relaxed" (found only with relaxation) or "none".
    """

    donor: Part
    donating: Claim
    accepting: Claim
    steps: tuple[Step, ...]
    strict_steps: tuple[Step, ...]
    outcome: Outcome

    @property
    def first_failure(self) -> Step | None:
        """The test that failed in spite of relaxation, if it came to that."""
        return next((step for step in self.steps if not step.passed), None)

    @property
    def first_strict_failure(self) -> Step | None:
        """The test that fails without relaxation, if any."""
        return next((step for step in self.strict_steps if not step.passed), None)

    def lines(self) -> Iterator[str]:
        """Yield the direction as text."""
        verdict = {"strict": "a hydrogen bond", "relaxed": "a hydrogen bond by relaxation only", "none": "no bond"}
        yield f"{self.donor} donates: {verdict[self.outcome]}"
        yield f"  donor     {self.donating}"
        yield f"  acceptor  {self.accepting}"
        for step in self.steps:
            yield f"    {step.part:<9} {_step_text(step)}"
        strict = self.first_strict_failure
        if self.outcome == "relaxed" and strict is not None:
            yield f"    without relaxation: {strict.part} {_step_text(strict)}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything that was decided about one pair of atoms.

    Attributes
    ----------
    pocket_atom, ligand_atom
        Labels of the atoms.
    distance
        Between them, angstrom.
    distance_slop, angle_slop
        The relaxation, angstrom and degrees.
    directions
        The pocket donating, then the ligand.
    """

    pocket_atom: str
    ligand_atom: str
    distance: float
    distance_slop: float
    angle_slop: float
    directions: tuple[Direction, Direction]

    @property
    def is_bond(self) -> bool:
        """Whether the pair is bonded in any direction."""
        return any(direction.outcome != "none" for direction in self.directions)

    def __str__(self) -> str:
        relaxation = f"relaxed by {self.distance_slop:g} A and {self.angle_slop:g} degrees"
        lines = [f"{self.pocket_atom}, {self.ligand_atom}: {self.distance:.3f} A, {relaxation}"]
        for direction in self.directions:
            lines.extend(direction.lines())
        return "\n".join(lines)


def explain(
    complex_: Complex,
    pocket_atom: int,
    ligand_atom: int,
    *,
    distance_slop: float = DISTANCE_SLOP,
    angle_slop: float = ANGLE_SLOP,
) -> Explanation:
    """Return how each atom of a pair was classified and what each test gave.

    Parameters
    ----------
    complex_
        The complex.
    pocket_atom, ligand_atom
        Rows of the two atoms.
    distance_slop, angle_slop
        Relaxation of the tabulated limits, angstrom and degrees.
    """
    slop = Slop(distance_slop, angle_slop)
    pocket, ligand = Molecule(complex_.pocket), Molecule(complex_.ligand)
    pocket_label, ligand_label = atom_label(complex_.pocket, pocket_atom), _ligand_label(complex_.ligand, ligand_atom)
    ends = ((pocket, pocket_atom, pocket_label), (ligand, ligand_atom, ligand_label))
    return Explanation(
        pocket_label,
        ligand_label,
        _distance(complex_, pocket_atom, ligand_atom),
        distance_slop,
        angle_slop,
        (_direction("pocket", *ends, slop), _direction("ligand", *ends[::-1], slop)),
    )


def _ligand_label(ligand: Structure, atom: int) -> str:
    return f"{ligand.names[atom]} @{atom}"


def _distance(complex_: Complex, pocket_atom: int, ligand_atom: int) -> float:
    difference = complex_.pocket.coordinates[pocket_atom] - complex_.ligand.coordinates[ligand_atom]
    return float((difference @ difference) ** 0.5)


def _direction(
    part: Part, giving: tuple[Molecule, int, str], taking: tuple[Molecule, int, str], slop: Slop
) -> Direction:
    donor = find_donors(giving[0], {giving[1]})[giving[1]]
    acceptor = find_acceptors(taking[0], {taking[1]})[taking[1]]
    relaxed, strict = Trace(keep=True), Trace(keep=True)
    outcome: Outcome = "none"
    if isinstance(donor, Donor) and isinstance(acceptor, Acceptor):
        is_strict = is_bond(donor, acceptor, STRICT, strict)
        if is_bond(donor, acceptor, slop, relaxed):
            outcome = "strict" if is_strict else "relaxed"
    return Direction(
        part,
        _claim(giving, donor),
        _claim(taking, acceptor),
        tuple(relaxed.steps or ()),
        tuple(strict.steps or ()),
        outcome,
    )


def _claim(end: tuple[Molecule, int, str], found: Donor | Acceptor | Refusal) -> Claim:
    molecule, atom, label = end
    if isinstance(found, Refusal):
        return Claim(label, molecule.types[atom], "", found.reason)
    return Claim(label, molecule.types[atom], found.row.number, found.row.group)


def _step_text(step: Step) -> str:
    verdict = "passed" if step.passed else "FAILED"
    if step.value is None:
        return f"{step.name:<17} {verdict}: {step.remark}"
    form, unit = (".3f", "A") if step.name in _LENGTHS else (".1f", "degrees")
    limits = [f">= {step.least:{form}}"] if step.least is not None else []
    limits += [f"<= {step.most:{form}}"] if step.most is not None else []
    return f"{step.name:<17} {verdict}: {step.value:{form}} {unit}, limit {' and '.join(limits)}"
