"""Types by residue template, applied to a structure (spec idatm.md section 2)."""

from __future__ import annotations

from misi_viewer.chem.idatm.residues import TEMPLATES, link_atoms, template_types
from misi_viewer.chem.idatm.state import Typing
from misi_viewer.chem.structure import Structure

__all__ = ["type_by_templates"]

_DISULFIDE = frozenset({"CYS", "CYX"})


def type_by_templates(typing: Typing, structure: Structure) -> None:
    """Type the residues that have a template; what it does not name stays untyped.

    Hydrogens of these residues get their type here too.
    """
    names = structure.residues.names.tolist()
    outer = _bonds_between_residues(typing)
    linked = _atoms_with_missing_links(structure)
    members: list[list[int]] = [[] for _ in names]
    for atom, residue in enumerate(typing.graph.residues):
        members[residue].append(atom)
    for residue, atoms in enumerate(members):
        if names[residue] in TEMPLATES or names[residue] == "UNK":
            partners = outer.get(residue, [])
            if not _is_branched(typing, names, names[residue], partners, linked & set(atoms) if linked else linked):
                typing.by_template[residue] = _type_residue(typing, names[residue], atoms, partners)
    typing.untyped = [atom for atom in typing.untyped if typing.is_untyped[atom]]


def _bonds_between_residues(typing: Typing) -> dict[int, list[tuple[int, int]]]:
    """Return, for each residue that has such, its bonds to others as (own atom, other atom)."""
    residues = typing.graph.residues
    outer: dict[int, list[tuple[int, int]]] = {}
    for atom, others in enumerate(typing.graph.neighbours):
        own = residues[atom]
        for other in others:
            if residues[other] != own:
                outer.setdefault(own, []).append((atom, other))
    return outer


def _atoms_with_missing_links(structure: Structure) -> set[int]:
    return set(structure.missing_links.ravel().tolist())


def _is_branched(
    typing: Typing, names: list[str], name: str, partners: list[tuple[int, int]], linked: set[int]
) -> bool:
    """Return whether a residue of a chain is bonded to another residue by a side chain."""
    links = link_atoms("GLY" if name == "UNK" else name)
    branches = [pair for pair in partners if typing.names[pair[0]] not in links]
    in_chain = bool(linked) or len(branches) < len(partners)
    return in_chain and not all(_is_disulfide(typing, names, *pair) for pair in branches)


def _is_disulfide(typing: Typing, names: list[str], atom: int, other: int) -> bool:
    return all(typing.names[end] == "SG" and names[typing.graph.residues[end]] in _DISULFIDE for end in (atom, other))


def _type_residue(typing: Typing, name: str, atoms: list[int], partners: list[tuple[int, int]]) -> bool:
    graph = typing.graph
    nitrogen_linked = any(typing.names[atom] == "N" for atom, _ in partners)
    types = template_types(name, [typing.names[atom] for atom in atoms], nitrogen_linked=nitrogen_linked)
    if types is None:
        return False
    for atom in atoms:
        found = types.get(typing.names[atom])
        if found is None and graph.elements[atom] == 1:
            found = "HC" if any(graph.elements[other] == 6 for other in graph.neighbours[atom]) else "H"
        if found is not None:
            typing.types[atom] = found
            typing.is_untyped[atom] = False
    return True
