"""What the questions of a complex are about (spec benchmark.md section 2)."""

from __future__ import annotations

from collections.abc import Sequence

from misi_viewer.tasks.annotation import Annotation
from misi_viewer.tasks.hooks import Setting, Subject, Unfair
from misi_viewer.tasks.naming import bond_name, residue_id, residue_values

__all__ = ["bonded_residues", "residues", "whole_complex"]


def whole_complex(_setting: Setting, count: int | None) -> Sequence[Subject]:
    """Ask about the complex, as often as the task says."""
    return [Subject()] * (count or 1)


def residues(setting: Setting, _count: int | None) -> Sequence[Subject]:
    """Ask about every residue with a hydrogen bond and as many others, at least one, in turn."""
    annotation = setting.annotation
    positives = [_residue_subject(annotation, residue) for residue in annotation.bonds_by_residue]
    others = [row for row in annotation.displayed_residues if row not in annotation.bonds_by_residue]
    candidates = (_residue_subject(annotation, row) for row in setting.random("negatives").shuffled(others))
    usable = [subject for subject in candidates if not subject.problem]
    negatives = usable[: max(1, len(positives))]
    if not negatives:
        negatives = [Subject(problem="every residue has a hydrogen bond to the ligand, or no name of its own")]
    turns = max(len(positives), len(negatives))
    return [subject for turn in range(turns) for subject in (*positives[turn : turn + 1], *negatives[turn : turn + 1])]


def _residue_subject(annotation: Annotation, residue: int) -> Subject:
    try:
        named = residue_id(annotation, residue)
    except Unfair as reason:
        return Subject(problem=str(reason))
    return Subject(named, annotation.bonds_by_residue.get(residue, ()), residue_values(named))


def bonded_residues(setting: Setting, _count: int | None) -> Sequence[Subject]:
    """Ask about one drawn hydrogen bond of every residue that has any."""
    bonds = setting.annotation.bonds_by_residue
    if not bonds:
        return [Subject(problem="there is no hydrogen bond between pocket and ligand")]
    return [_bond_subject(setting, n, residue) for n, residue in enumerate(bonds)]


def _bond_subject(setting: Setting, n: int, residue: int) -> Subject:
    named, problem = [], ""
    for bond in setting.annotation.bonds_by_residue[residue]:
        try:
            named.append((bond, bond_name(setting.annotation, bond)))
        except Unfair as reason:
            problem = str(reason)
    if not named:
        return Subject(problem=problem)
    bond, name = setting.random(n, "bond").choose(named)
    values = {
        "chain": name.chain,
        "residue_name": name.residue_name,
        "residue_number": f"{name.residue_number}{name.insertion_code}",
        "atom": name.atom,
        "ligand_atom": name.ligand_atom,
    }
    return Subject(bonds=(bond,), values=values)
