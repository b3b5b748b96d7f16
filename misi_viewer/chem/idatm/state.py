"""What the typing passes share."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from misi_viewer.chem.graph import Graph
from misi_viewer.chem.idatm.geometry import is_planar

__all__ = ["Redo", "Typing"]


class Redo(IntEnum):
    """Why the bond lengths have to decide about an atom with two neighbours."""

    CARBON_TETRAHEDRAL = 1
    NITROGEN = 2
    CARBON_PLANAR = 3
    CARBON_WIDE = -1


@dataclass(slots=True)
class Typing:
    """The types of one structure while the passes work on them.

    Attributes
    ----------
    graph
        The structure.
    names
        Atom names.
    types
        The type of each atom so far; an element symbol where nothing is known.
    by_template
        For each residue: whether a template typed it.
    untyped
        Rows that no template typed, in file order: what the passes may change.
    is_untyped
        The same as a flag per atom.
    heavy_counts
        For each atom: its neighbours that are no hydrogens.
    redo
        Atoms whose angle does not settle the type.
    ambiguous
        Carbons with two neighbours whose angle lies near the limit.
    ring_assigned
        Nitrogens with two neighbours that a ring system's bond orders settled.
    metal_links
        Number of metal coordination links of atoms that have some.
    """

    graph: Graph
    names: list[str]
    types: list[str]
    by_template: list[bool]
    untyped: list[int]
    is_untyped: list[bool]
    heavy_counts: list[int]
    metal_links: dict[int, int]
    redo: dict[int, Redo] = field(default_factory=dict)
    ambiguous: set[int] = field(default_factory=set)
    ring_assigned: set[int] = field(default_factory=set)

    def planar(self, atom: int) -> bool:
        """Return whether the atom's type is planar."""
        return is_planar(self.types[atom])

    def set_if_untyped(self, atom: int, idatm_type: str) -> None:
        """Give an atom a type unless a template did."""
        if self.is_untyped[atom]:
            self.types[atom] = idatm_type

    def free_oxygens(self, atom: int, *, bare: bool = False) -> int:
        """Count the oxygens that hang on this atom only; with `bare`, those without a hydrogen."""
        graph = self.graph
        return sum(
            graph.elements[other] == 8
            and self.heavy_counts[other] == 1
            and (not bare or len(graph.neighbours[other]) == 1)
            for other in graph.neighbours[atom]
        )
