"""IDATM atom types from elements, bonds and coordinates, as ChimeraX 1.7.1 assigns them.

Spec idatm.md; the method is that of E. C. Meng and R. A. Lewis, J. Comput. Chem.
12 (1991) 891. Formats' own atom types, bond orders and charges play no role.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.graph import Graph
from misi_viewer.chem.idatm.aromatic import type_rings
from misi_viewer.chem.idatm.by_template import type_by_templates
from misi_viewer.chem.idatm.corrections import correct
from misi_viewer.chem.idatm.geometry import TYPES, Geometry, TypeInfo, geometry_of
from misi_viewer.chem.idatm.state import Typing
from misi_viewer.chem.idatm.valence import refine_by_lengths, type_by_neighbours, type_hydrogens, type_terminal
from misi_viewer.chem.rings import minimal_rings
from misi_viewer.chem.structure import Structure

__all__ = ["TYPES", "Geometry", "TypeInfo", "atom_types", "geometry_of", "type_atoms"]

# A structure with so many more bonds than atoms is not typed: every type is the element symbol.
_EXCESS_BONDS = 100
_BONDS_PER_ATOM = 1.25
# Rings of larger residues are not looked for.
_LARGEST_RESIDUE = 2500


def atom_types(structure: Structure) -> NDArray[np.str_]:
    """Return the IDATM type of each atom.

    Parameters
    ----------
    structure
        Atoms and bonds; hydrogens may be present or absent.

    Returns
    -------
    (n,) array of str
        A type of `geometry.TYPES`, or the element symbol where no type fits.
    """
    return np.array(type_atoms(structure, Graph.of(structure)), dtype=np.str_)


def type_atoms(structure: Structure, graph: Graph) -> list[str]:
    """Return the types as a list, for a graph of the structure that is at hand."""
    typing = _start(structure, graph)
    excess = len(structure.bonds) - len(structure)
    if excess > _EXCESS_BONDS and len(structure.bonds) > _BONDS_PER_ATOM * len(structure):
        return typing.types
    type_by_templates(typing, structure)
    if typing.untyped and type_hydrogens(typing):
        _type_by_geometry(typing)
    return typing.types


def _start(structure: Structure, graph: Graph) -> Typing:
    elements = graph.elements
    links: dict[int, int] = {}
    for atom in structure.metal_links.ravel().tolist():
        links[atom] = links.get(atom, 0) + 1
    return Typing(
        graph=graph,
        names=structure.names.tolist(),
        types=[SYMBOLS[element] for element in elements],
        by_template=[False] * len(structure.residues),
        untyped=list(range(len(graph))),
        is_untyped=[True] * len(graph),
        heavy_counts=[sum(elements[other] > 1 for other in others) for others in graph.neighbours],
        metal_links=links,
    )


def _type_by_geometry(typing: Typing) -> None:
    type_by_neighbours(typing)
    type_terminal(typing)
    refine_by_lengths(typing)
    rings = minimal_rings(typing.graph, _atoms_for_rings(typing))
    type_rings(typing, rings)
    correct(typing, rings)


def _atoms_for_rings(typing: Typing) -> list[int]:
    """Return the atoms of residues that no template typed and that are not huge."""
    residues = typing.graph.residues
    sizes = Counter(residues)
    return [
        atom
        for atom, residue in enumerate(residues)
        if not typing.by_template[residue] and sizes[residue] <= _LARGEST_RESIDUE
    ]
