"""Passes 5 to 11: corrections by surroundings (spec idatm.md section 4), as in ChimeraX 1.7.1."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from misi_viewer.chem.idatm.aromatic import aromatic_atoms
from misi_viewer.chem.idatm.geometry import Geometry, geometry_of
from misi_viewer.chem.idatm.state import Typing
from misi_viewer.chem.rings import Ring

__all__ = ["correct"]

# Pass 5: how long a double bond from carbon to a terminal atom is.
_DOUBLE_TO_TERMINAL = {6: (1.41, "C2"), 7: (1.38, "N2"), 8: (1.30, "O2"), 16: (1.76, "S2")}
# Pass 7: how long a double bond from nitrogen to another atom is.
_DOUBLE_TO_N2 = {6: 1.3629, 7: 1.3337, 8: 1.3485}
_DOUBLE_TYPES = {6: "C2", 7: "N2", 8: "O2"}
_ALIPHATIC = frozenset({"C3", "H", "D"})
# Pass 11: a sulfur in more metal links than this is an anion.
_METAL_LINKS_OF_ANION = 2


def correct(typing: Typing, rings: Sequence[Ring]) -> None:
    """Run passes 5 to 11.

    Parameters
    ----------
    rings
        The minimal rings of the residues that no template typed.
    """
    in_ring = {atom for ring in rings for atom in ring}
    _lone_planar_carbons(typing)
    _charges(typing, in_ring)
    _short_nitrogen_bonds(typing)
    in_aromatic_ring = aromatic_atoms(typing, rings)
    _nitrogens_by_conjugation(typing, in_aromatic_ring)
    _terminal_oxygens(typing, in_aromatic_ring)
    _nitrites(typing)
    _metal_bound_sulfurs(typing)


def _lone_planar_carbons(typing: Typing) -> None:
    """Pass 5: a C2 needs a planar partner."""
    for atom in typing.untyped:
        if typing.types[atom] == "C2" and not _has_partner(typing, atom):
            typing.types[atom] = "C3"
            partner = _best_terminal_partner(typing, atom)
            if partner is not None:
                typing.types[atom] = "C2"
                typing.set_if_untyped(partner, _DOUBLE_TO_TERMINAL[typing.graph.elements[partner]][1])


def _has_partner(typing: Typing, atom: int) -> bool:
    planar_nitrogens = 0
    for other in typing.graph.neighbours[atom]:
        idatm_type = typing.types[other]
        if idatm_type == "Npl":
            planar_nitrogens += 1
            if len(typing.graph.neighbours[other]) > 2 and typing.heavy_counts[other] > 1:
                continue
        elif idatm_type in ("Cac", "N2+"):
            continue
        if typing.planar(other):
            return True
    return planar_nitrogens == 3


def _best_terminal_partner(typing: Typing, atom: int) -> int | None:
    """Return the terminal neighbour whose bond is the shortest for a double bond."""
    graph = typing.graph
    if len(graph.neighbours[atom]) != 3:
        return None
    terminal = [
        other
        for other in graph.neighbours[atom]
        if len(graph.neighbours[other]) == 1 and graph.elements[other] in _DOUBLE_TO_TERMINAL
    ]
    return min(
        terminal,
        key=lambda other: graph.distance(atom, other) / _DOUBLE_TO_TERMINAL[graph.elements[other]][0],
        default=None,
    )


def _charges(typing: Typing, in_ring: Collection[int]) -> None:
    """Pass 6: amines, guanidines, amidines, carboxylates."""
    graph, types = typing.graph, typing.types
    for atom in typing.untyped:
        if graph.elements[atom] == 7 and types[atom] != "N3+":
            if all(types[other] in _ALIPHATIC for other in graph.neighbours[atom]):
                types[atom] = "N3+"
        elif types[atom] == "C2":
            _charge_amidine(typing, atom, in_ring)
        elif types[atom] == "Cac":
            for other in graph.neighbours[atom]:
                if graph.elements[other] == 8 and typing.heavy_counts[other] == 1:
                    typing.set_if_untyped(other, "O2-")


def _charge_amidine(typing: Typing, carbon: int, in_ring: Collection[int]) -> None:
    types = typing.types
    nitrogens = [
        other
        for other in typing.graph.neighbours[carbon]
        if types[other] == "Ng+" or (types[other] == "Npl" and typing.is_untyped[other])
    ]
    if len(nitrogens) >= 2:
        charged = not any(atom in in_ring for atom in nitrogens)
        for atom in nitrogens:
            typing.set_if_untyped(atom, "Ng+" if charged else "Npl")


def _short_nitrogen_bonds(typing: Typing) -> None:
    """Pass 7: an Npl whose bonds are short for single ones has a double bond."""
    graph = typing.graph
    for atom in typing.untyped:
        if (
            typing.types[atom] == "Npl"
            and atom not in typing.ring_assigned
            and len(graph.neighbours[atom]) == typing.heavy_counts[atom] == 2
        ):
            partner = _partner_of_short_nitrogen(typing, atom)
            if partner is not None:
                typing.types[atom] = "N2"
                typing.set_if_untyped(partner, _DOUBLE_TYPES[graph.elements[partner]])


def _partner_of_short_nitrogen(typing: Typing, atom: int) -> int | None:
    graph, partner = typing.graph, None
    lengths = limits = smallest = 1.0
    for other in graph.neighbours[atom]:
        element, bond_count = graph.elements[other], len(graph.neighbours[other])
        limit = _DOUBLE_TO_N2.get(element)
        if limit is None or (element == 8 and bond_count != 1):
            continue
        length = graph.distance(atom, other)
        lengths *= length
        limits *= limit
        if (
            length / limit <= smallest
            and not (element == 7 and bond_count > 2)
            and typing.types[other] != "Car"
            and not _has_terminal_double_bond(typing, other, atom)
        ):
            smallest, partner = length / limit, other
    return partner if lengths < limits else None


def _has_terminal_double_bond(typing: Typing, atom: int, origin: int) -> bool:
    return any(
        typing.heavy_counts[other] == 1 and geometry_of(typing.types[other]) in (Geometry.LINEAR, Geometry.PLANAR)
        for other in typing.graph.neighbours[atom]
        if other != origin
    )


def _nitrogens_by_conjugation(typing: Typing, in_aromatic_ring: Collection[int]) -> None:
    """Pass 8: nitrogens on aromatic rings, and those whose planar neighbour has no other partner."""
    graph = typing.graph
    listed: list[tuple[int, list[int]]] = []
    for atom in typing.untyped:
        if not _has_doubtful_nitrogen_type(typing, atom) or atom in in_aromatic_ring:
            continue
        others = graph.neighbours[atom]
        if typing.heavy_counts[atom] == 1 and any(other in in_aromatic_ring for other in others):
            typing.types[atom] = "Npl"
            continue
        planar = [
            other
            for other in others
            if typing.planar(other) and typing.types[other] != "Npl" and other not in in_aromatic_ring
        ]
        listed.append((atom, planar))
    for length in (1, 2, 3):
        for atom, planar in listed:
            if len(planar) == length and any(not _has_other_partner(typing, other, atom) for other in planar):
                typing.types[atom] = _type_of_conjugated_nitrogen(typing, atom)


def _has_doubtful_nitrogen_type(typing: Typing, atom: int) -> bool:
    idatm_type = typing.types[atom]
    if atom in typing.ring_assigned:
        return False
    return idatm_type in ("N2", "N3") or (idatm_type == "Npl" and len(typing.graph.neighbours[atom]) == 2)


def _has_other_partner(typing: Typing, atom: int, origin: int) -> bool:
    """Return whether an atom has a planar neighbour, or one of unknown type, other than Car and Npl."""
    return any(
        geometry_of(typing.types[other]) in (Geometry.PLANAR, Geometry.UNKNOWN)
        and typing.types[other] not in ("Car", "Npl")
        for other in typing.graph.neighbours[atom]
        if other != origin
    )


def _type_of_conjugated_nitrogen(typing: Typing, atom: int) -> str:
    heavy = typing.heavy_counts[atom]
    if heavy > 2:
        return "Npl"
    if heavy == 2:
        return "N2"
    aliphatic = all(typing.types[other] in _ALIPHATIC for other in typing.graph.neighbours[atom])
    return "N3+" if aliphatic else "N3"


def _terminal_oxygens(typing: Typing, in_aromatic_ring: Collection[int]) -> None:
    """Pass 9: a terminal O3 on a planar atom without another partner is double-bonded."""
    for atom in typing.untyped:
        if typing.types[atom] == "O3" and len(typing.graph.neighbours[atom]) == 1:
            other = typing.graph.neighbours[atom][0]
            if typing.planar(other) and other not in in_aromatic_ring and not _has_other_partner(typing, other, atom):
                typing.types[atom] = "O2"


def _nitrites(typing: Typing) -> None:
    """Pass 10: O-N-O alone."""
    graph = typing.graph
    for atom in typing.untyped:
        others = graph.neighbours[atom]
        if graph.elements[atom] == 7 and len(others) == 2 and all(_is_terminal_oxygen(typing, o) for o in others):
            typing.types[atom] = "N2"
            for other in others:
                typing.set_if_untyped(other, "O2-")


def _is_terminal_oxygen(typing: Typing, atom: int) -> bool:
    return typing.graph.elements[atom] == 8 and len(typing.graph.neighbours[atom]) == 1


def _metal_bound_sulfurs(typing: Typing) -> None:
    """Pass 11: sulfur with one neighbour or none that several metals hold."""
    for atom, links in typing.metal_links.items():
        if (
            links > _METAL_LINKS_OF_ANION
            and typing.is_untyped[atom]
            and typing.types[atom] == "S3"
            and len(typing.graph.neighbours[atom]) <= 1
        ):
            typing.types[atom] = "S3-"
