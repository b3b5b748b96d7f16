"""Hydrogen bonds of an answer against those of the truth: right, missed and invented ones, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import Explanation, explain
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.shot import ResidueId
from misi_viewer.scene.verdicts import VERDICTS, Verdict, verdict_dashes
from misi_viewer.scoring.bonds import recognise
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.session.explorer.asked import Bond, asked_residue, bond_atoms, truth_of_question
from misi_viewer.session.explorer.comparison.failing import failure_sentence
from misi_viewer.session.explorer.comparison.names import what_is_not_there
from misi_viewer.tasks import Question
from misi_viewer.tasks.answers import BondName, BondsAnswer

__all__ = ["MOST_COMPARED", "BondComparison", "ComparedBond", "compare_bonds"]

MOST_COMPARED: Final = 200
"""Bonds of an answer that are looked at one by one; who gives more is enumerating."""


@dataclass(frozen=True, slots=True)
class ComparedBond:
    """One bond of the truth or of an answer.

    Attributes
    ----------
    verdict
        "right", "missed" or "invented".
    name
        As the truth names it, or the answer where that is alone with it.
    atoms
        Its ends; None where the complex has no such two.
    sentence
        Why it is none, or what of it does not exist; "" where it is a bond.
    explanation
        All tests of an invented bond; None for others.
    """

    verdict: Verdict
    name: BondName
    atoms: Bond | None
    sentence: str = ""
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class BondComparison:
    """All bonds of a truth and an answer: the right ones, those missed, those invented, each by residue.

    Attributes
    ----------
    bonds
        Each once.
    left_out
        Invented ones beyond `MOST_COMPARED`.
    """

    bonds: tuple[ComparedBond, ...]
    left_out: int = 0

    def of(self, verdict: Verdict) -> tuple[ComparedBond, ...]:
        """Return the bonds of a verdict."""
        return tuple(bond for bond in self.bonds if bond.verdict == verdict)

    @property
    def not_there(self) -> tuple[ComparedBond, ...]:
        """The bonds that name what the complex does not have."""
        return tuple(bond for bond in self.bonds if bond.atoms is None)

    @property
    def summary(self) -> str:
        """Return the numbers: ``3 right, 1 missed, 2 invented``."""
        counts = Counter(bond.verdict for bond in self.bonds)
        counts["invented"] += self.left_out
        return ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)

    def lines(self, background: str = "000000", upto: int | None = None) -> tuple[ExtraBond, ...]:
        """Return the first bonds, or all, as a shot draws them, in the colours and dashes of their verdicts."""
        return tuple(
            ExtraBond(*bond.atoms, verdict_dashes(bond.verdict, background))
            for bond in self.bonds[:upto]
            if bond.atoms is not None
        )


def compare_bonds(
    question: Question, answer: BondsAnswer, complex_: Complex, options: ScoringOptions = DEFAULT_OPTIONS
) -> BondComparison:
    """Compare the bonds of an answer with the truth. Each invented one takes some milliseconds.

    Parameters
    ----------
    question
        Asks for bonds.
    answer
        To it.
    complex_
        The complex.
    options
        See `absent_chain`.

    Raises
    ------
    UserError
        If the truth cannot be read.
    """
    truth = truth_of_question(question)
    true = truth.bonds if isinstance(truth, BondsAnswer) else frozenset()
    given = recognise(answer.bonds, true, options)
    residue = asked_residue(question)
    bonds: list[ComparedBond] = []
    for verdict, names in (("right", given & true), ("missed", true - given)):
        bonds += [_true_bond(verdict, name, complex_, residue) for name in sorted(names, key=_place)]  # type: ignore[arg-type]
    invented = sorted(given - true, key=_place)
    bonds += [_invented(name, complex_, residue) for name in invented[:MOST_COMPARED]]
    return BondComparison(tuple(bonds), max(0, len(invented) - MOST_COMPARED))


def _place(name: BondName) -> tuple[str, int, str, str, str, str]:
    number = -1 if name.residue_number is None else name.residue_number
    return (name.chain, number, name.insertion_code, name.residue_name, name.atom, name.ligand_atom)


def _true_bond(verdict: Verdict, name: BondName, complex_: Complex, residue: ResidueId | None) -> ComparedBond:
    atoms = bond_atoms(complex_, name, residue)
    sentence = "" if atoms is not None else what_is_not_there(complex_, name, residue)
    return ComparedBond(verdict, name, atoms, sentence)


def _invented(name: BondName, complex_: Complex, residue: ResidueId | None) -> ComparedBond:
    atoms = bond_atoms(complex_, name, residue)
    if atoms is None:
        return ComparedBond("invented", name, None, what_is_not_there(complex_, name, residue))
    explanation = explain(complex_, atoms[0].row, atoms[1].row)
    if explanation.is_bond:
        sentence = "The two atoms are hydrogen-bonded by the rules, but the truth does not list them."
    else:
        sentence = failure_sentence(explanation)
    return ComparedBond("invented", name, atoms, sentence, explanation)
