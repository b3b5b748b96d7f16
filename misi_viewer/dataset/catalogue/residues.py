"""Which residue a question about one residue is about, where neither prompt nor recipe names it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks import load_task
from misi_viewer.tasks.annotation import Annotation, annotate
from misi_viewer.tasks.answers import BondsAnswer, parse_answer
from misi_viewer.tasks.derive import derive_recipe
from misi_viewer.tasks.hooks import Unfair
from misi_viewer.tasks.naming import residue_id

__all__ = ["residue_candidates", "residue_recipe"]

_NAMED: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:(?P<chain>[A-Za-z0-9])[_-])?(?P<name>[A-Z][A-Z0-9]{2})[_-]?(?P<number>-?\d{1,5})"
    r"(?P<code>[A-Z]?)(?![A-Za-z0-9])"
)
"""A residue in the name of a picture, such as ``A_ARG_45`` or ``ARG45``."""


def residue_candidates(complex_: Complex, answer: BondsAnswer, names: Iterable[str]) -> tuple[ResidueId, ...]:
    """Return the residues that a question may be about; it is known if there is only one.

    Pictures' names are believed first; then residues are looked for whose
    bonds to the ligand are those of the answer. Of a residue without bonds
    only a name can tell.

    Parameters
    ----------
    complex_
        The complex.
    answer
        The truth.
    names
        Of the pictures and of what they lie in.

    Raises
    ------
    UserError
        If the complex has nothing to display.
    """
    annotation = annotate(complex_)
    residues = complex_.pocket.residues
    found = []
    for row in annotation.displayed_residues:
        number = f"{residues.numbers[row]}{residues.insertion_codes[row]}"
        if any(_is_named(name, str(residues.names[row]), number, str(residues.chains[row])) for name in names):
            found.append(row)
    if not found and answer.bonds:
        wanted = {(bond.residue_name.upper(), bond.atom.upper(), bond.ligand_atom.upper()) for bond in answer.bonds}
        pocket, ligand = complex_.pocket, complex_.ligand
        for row, bonds in annotation.bonds_by_residue.items():
            name = str(residues.names[row]).upper()
            own = {(name, str(pocket.names[a]).upper(), str(ligand.names[b]).upper()) for a, b in bonds}
            if own == wanted:
                found.append(row)
    return tuple(_ids(annotation, found))


def _ids(annotation: Annotation, rows: Iterable[int]) -> Iterable[ResidueId]:
    for row in rows:
        try:
            yield residue_id(annotation, row)
        except Unfair:
            continue


def _is_named(text: str, name: str, number: str, chain: str) -> bool:
    for match in _NAMED.finditer(text.replace("/", " ").replace(".", " ")):
        same = match["name"] == name.upper() and f"{match['number']}{match['code']}" == number
        if same and match["chain"] in (None, chain.strip()):
            return True
    return False


def residue_recipe(complex_: Complex, own: str, text: str, names: Iterable[str]) -> bytes | None:
    """Return the recipe of a question about one residue, as JSON; None where it is not known which one is meant.

    Parameters
    ----------
    complex_
        The complex.
    own
        Its id in the question.
    text
        The truth.
    names
        Of the question's pictures.
    """
    task = load_task("residue_ligand")
    answer = parse_answer(task.file.form, text).answer
    if not isinstance(answer, BondsAnswer):
        return None
    candidates = residue_candidates(complex_, answer, names)
    recipe = derive_recipe(task, own, answer, residue=candidates[0]) if len(candidates) == 1 else None
    return None if recipe is None else msgspec.json.encode(recipe)
