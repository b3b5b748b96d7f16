"""What only a question's complex tells: how large it is, and in how many pictures the needed labels can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.collection import Member
from misi_viewer.dataset.predictions.questions import Known
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError
from misi_viewer.render.glyphs import width_in_em
from misi_viewer.scoring.factors import Factors, heavy_atoms
from misi_viewer.scoring.readable import readable_views
from misi_viewer.tasks.annotation import PICTURE_SIZE, annotate
from misi_viewer.tasks.answers import BondName, BondsAnswer, parse_answer
from misi_viewer.tasks.naming import find_bond
from misi_viewer.tasks.question import Recipe

__all__ = ["WITH_LABELS", "complex_sizes", "measured_factors", "readable_pictures"]

WITH_LABELS: Final = ("residue_ligand", "interaction_location", "pocket_ligand")
"""Tasks whose answers need labels to be read."""


def complex_sizes(member: Member) -> tuple[int, int]:
    """Return the displayed heavy atoms of a complex's ligand and of its pocket.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    complex_ = _loaded(member.spec, member.ligand)
    return heavy_atoms(complex_.ligand), heavy_atoms(complex_.pocket)


def readable_pictures(known: Known, recipe: Recipe, member: Member) -> int | None:
    """Return in how many pictures all labels that the answer needs can be read; None where it needs none.

    Raises
    ------
    UserError, KeyError, ValueError
        If its complex cannot be read, or its atoms are not there.
    """
    complex_ = _loaded(member.spec, member.ligand)
    annotation = annotate(complex_)
    shots = [picture.shot for picture in recipe.images]
    bonds = []
    for name in _bonds(known, recipe):
        rows = find_bond(annotation, name, shots[0].residue)
        if rows is None:
            raise KeyError(name)
        bonds.append(rows)
    found = readable_views(complex_, shots, bonds, PICTURE_SIZE, width_in_em)
    return None if found is None else found.all_labels


def _bonds(known: Known, recipe: Recipe) -> tuple[BondName, ...]:
    """Return the bonds that a question is about: the one that it names, else those of its answer."""
    if known.task == "interaction_location":
        values = recipe.values
        number = values["residue_number"].rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        code = values["residue_number"].removeprefix(number)
        name = (values["residue_name"], int(number), code, values["atom"], values["chain"], values["ligand_atom"])
        return (BondName(*name),)
    form = "residue_bonds" if known.task == "residue_ligand" else "bonds"
    answer = parse_answer(form, known.answer, residue=known.residue or None).answer  # type: ignore[arg-type]
    return tuple(answer.bonds) if isinstance(answer, BondsAnswer) else ()


@lru_cache(maxsize=2)
def _loaded(spec: str, ligand: str | None) -> Complex:
    return load_complex(spec, ligand)


def measured_factors(
    catalogue: Catalogue, questions: Iterable[Known], members: Mapping[str, Member], watch: Watch = QUIET
) -> dict[str, Factors]:
    """Measure what the complexes tell of some questions; those whose complex is not there or of no use are left out.

    Parameters
    ----------
    catalogue
        Has the recipes.
    questions
        Which ones.
    members
        Where complexes lie, by id.
    watch
        Is told how far it is, and may cancel.
    """
    ordered = sorted(questions, key=lambda known: known.complex)  # one complex after the other
    found: dict[str, Factors] = {}
    for number, known in enumerate(ordered):
        watch.tell("Measuring complexes", number, len(ordered))
        member = members.get(known.complex)
        if member is None:
            continue
        try:
            ligand, pocket = complex_sizes(member)
        except (UserError, OSError):
            continue
        views = _readable_views(catalogue, known, member) if known.task in WITH_LABELS else None
        found[known.id] = Factors(ligand_atoms=ligand, pocket_atoms=pocket, readable_views=views)
    return found


def _readable_views(catalogue: Catalogue, known: Known, member: Member) -> int | None:
    key = catalogue.key(known.id)
    packed = b"" if key is None else catalogue.case(key).recipe
    try:
        return readable_pictures(known, msgspec.json.decode(packed, type=Recipe), member) if packed else None
    except (UserError, OSError, KeyError, ValueError, msgspec.MsgspecError):
        return None
