"""What a question is about, as data: its truth, its residue, its hydrogen bond."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks import Question, load_task
from misi_viewer.tasks.annotation import annotate
from misi_viewer.tasks.answers import Answer, BondName, BondsAnswer, parse_answer
from misi_viewer.tasks.naming import find_bond

__all__ = ["Bond", "Load", "asked_bond", "asked_residue", "bond_atoms", "true_bonds", "truth_of_question"]

Load = Callable[[str], Complex]
"""Reads a complex by its id."""

Bond = tuple[AtomRef, AtomRef]
"""Both ends of a hydrogen bond, the pocket's first."""

_NUMBER: Final = re.compile(r"(-?\d+)([A-Za-z]?)")
_NAMED: Final = re.compile(
    r"Chain\s+(?P<chain>\S{1,4}?),?\s+Residue\s+(?P<residue>\S{1,5})\s+(?P<number>-?\d{1,9}[A-Za-z]?),?\s+"
    r"Atom\s+(?P<atom>[^\s,;]{1,16})[\s\S]{1,200}?Atom\s+(?P<ligand>[^\s,;.]{1,16})"
)
"""A bond as the published prompts name it."""


def truth_of_question(question: Question) -> Answer:
    """Return the right answer.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    residue = question.recipe.values.get("residue_name")
    form = load_task(question.task).file.form
    answer = parse_answer(form, question.answer, options=question.options, residue=residue).answer
    if answer is None:
        raise UserError(f"The truth of {question.id}, '{question.answer[:80]}', cannot be read.")
    return answer


def asked_residue(question: Question) -> ResidueId | None:
    """Return the residue that the pictures show; None where they show the whole complex."""
    images = question.recipe.images
    return images[0].shot.residue if images else None


def asked_bond(question: Question) -> BondName | None:
    """Return the hydrogen bond that a question names; None if it names none."""
    values = question.recipe.values
    if "ligand_atom" not in values:
        found = _NAMED.search(question.prompt)
        if found is None:
            return None
        values = {"chain": found["chain"], "residue_name": found["residue"], "residue_number": found["number"]}
        values.update(atom=found["atom"], ligand_atom=found["ligand"])
    number = _NUMBER.fullmatch(values.get("residue_number", ""))
    if number is None:
        return None
    return BondName(
        values.get("residue_name", "").upper(),
        int(number[1]),
        number[2].upper(),
        values.get("atom", ""),
        values.get("chain", ""),
        values["ligand_atom"],
    )


def bond_atoms(complex_: Complex, name: BondName, residue: ResidueId | None = None) -> Bond | None:
    """Return the displayed atoms that a bond's name means; None if there are no such two.

    Parameters
    ----------
    complex_
        The complex.
    name
        Capitals do not matter, nor whether primes are written as stars.
    residue
        The one residue asked about; it stands in for chain and number.
    """
    annotation = annotate(complex_)
    for one in (name, _starred(name, "*", "'"), _starred(name, "'", "*")):
        found = find_bond(annotation, one, residue)
        if found is not None:
            return AtomRef("pocket", found[0]), AtomRef("ligand", found[1])
    return None


def _starred(name: BondName, old: str, new: str) -> BondName:
    atom, ligand = (text.replace(old, new) for text in (name.atom, name.ligand_atom))
    return BondName(name.residue_name, name.residue_number, name.insertion_code, atom, name.chain, ligand)


def true_bonds(question: Question, complex_: Complex) -> list[tuple[BondName, Bond]]:
    """Return the bonds of the truth whose atoms the complex has, by residue; none where the truth is no bonds.

    Raises
    ------
    UserError
        If the truth cannot be read.
    """
    answer = truth_of_question(question)
    if not isinstance(answer, BondsAnswer):
        return []
    residue = asked_residue(question)
    found = ((name, bond_atoms(complex_, name, residue)) for name in answer.bonds)
    return sorted(((name, bond) for name, bond in found if bond is not None), key=lambda pair: pair[1])
