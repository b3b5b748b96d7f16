"""Passes 1 to 4: types from the number of neighbours, angles and lengths.

Spec idatm.md sections 3 and 4; lengths in angstrom, angles in degrees.
"""

from __future__ import annotations

from misi_viewer.chem.idatm.state import Redo, Typing

__all__ = ["refine_by_lengths", "type_by_neighbours", "type_hydrogens", "type_terminal"]

TETRAHEDRAL_BELOW = 115.0
TETRAHEDRAL_SURELY_BELOW = 113.5
TETRAHEDRAL_HARDLY_ABOVE = 116.5
PLANAR_NARROW_BELOW = 122.0
PLANAR_BELOW = 160.0

SINGLE_CARBON_CARBON = 1.53
HARDLY_SINGLE_CARBON_CARBON = 1.45
SINGLE_CARBON_NITROGEN = 1.46
SINGLE_CARBON_OXYGEN = 1.44
DOUBLE_CARBON_CARBON = 1.42
DOUBLE_CARBON_NITROGEN = 1.41
DOUBLE_NITROGEN_CARBON = 1.38
DOUBLE_NITROGEN_NITROGEN = 1.32

# The excess of P-O over the other terminal P-O of a phosphate that shows a hydroxyl without its hydrogen.
LONGER_PHOSPHATE_BOND = 0.05


def type_hydrogens(typing: Typing) -> bool:
    """Pass 1: type the hydrogens; return whether any other atom is left untyped."""
    elements = typing.graph.elements
    others = False
    for atom in typing.untyped:
        if elements[atom] != 1:
            others = True
            continue
        symbol = "D" if typing.names[atom].startswith("D") else "H"
        on_carbon = any(elements[other] == 6 for other in typing.graph.neighbours[atom])
        typing.types[atom] = symbol + "C" if on_carbon else symbol
    return others


def type_by_neighbours(typing: Typing) -> None:
    """Pass 2: atoms with two, three or four neighbours."""
    for atom in typing.untyped:
        element = typing.graph.elements[atom]
        count = len(typing.graph.neighbours[atom])
        if element not in (6, 7, 8, 15, 16):
            continue
        if count == 4:
            found = _with_four_neighbours(typing, atom, element)
        elif count == 3:
            found = _with_three_neighbours(typing, atom, element)
        elif count == 2:
            found = _with_two_neighbours(typing, atom, element)
        else:
            found = None
        if found is not None:
            typing.types[atom] = found


def _with_four_neighbours(typing: Typing, atom: int, element: int) -> str | None:
    if element in (6, 7):
        return {6: "C3", 7: "N3+"}[element]
    oxygens = typing.free_oxygens(atom)
    if element == 15:
        return "Pac" if oxygens >= 2 else "Pox" if oxygens == 1 else "P3+"
    if element == 16:
        return "Sac" if oxygens >= 3 else "Son" if oxygens >= 1 else None
    return None


def _with_three_neighbours(typing: Typing, atom: int, element: int) -> str | None:
    graph = typing.graph
    if element == 16:
        return "Sxd" if any(graph.elements[other] == 8 for other in graph.neighbours[atom]) else "S3+"
    if element not in (6, 7):
        return None
    a, b, c = graph.neighbours[atom]
    angle = (graph.angle(a, atom, b) + graph.angle(b, atom, c) + graph.angle(c, atom, a)) / 3.0
    if element == 7:
        if angle < TETRAHEDRAL_BELOW:
            return "N3"
        return "Ntr" if typing.free_oxygens(atom) >= 2 else "Npl"
    if _is_tetrahedral_carbon(typing, atom, angle):
        return "C3"
    return "Cac" if typing.free_oxygens(atom, bare=True) >= 2 else "C2"


def _is_tetrahedral_carbon(typing: Typing, atom: int, angle: float) -> bool:
    if angle < TETRAHEDRAL_SURELY_BELOW:
        return True
    if angle >= TETRAHEDRAL_HARDLY_ABOVE:
        return False
    shortest = min(typing.graph.distance(atom, other) for other in typing.graph.neighbours[atom])
    return shortest > SINGLE_CARBON_CARBON or (shortest > DOUBLE_CARBON_CARBON and angle < TETRAHEDRAL_BELOW)


def _with_two_neighbours(typing: Typing, atom: int, element: int) -> str | None:
    if element in (8, 16):
        return {8: "O3", 16: "S3"}[element]
    if element not in (6, 7):
        return None
    a, b = typing.graph.neighbours[atom]
    angle = typing.graph.angle(a, atom, b)
    if element == 7:
        if angle < TETRAHEDRAL_BELOW:
            typing.redo[atom] = Redo.NITROGEN
            return "N3"
        return "Npl" if angle < PLANAR_BELOW else "N1+"
    if angle < TETRAHEDRAL_BELOW:
        typing.redo[atom] = Redo.CARBON_TETRAHEDRAL
        if angle > TETRAHEDRAL_SURELY_BELOW:
            typing.ambiguous.add(atom)
        return "C3"
    if angle >= PLANAR_BELOW:
        return "C1"
    typing.redo[atom] = Redo.CARBON_PLANAR if angle < PLANAR_NARROW_BELOW else Redo.CARBON_WIDE
    if angle < TETRAHEDRAL_HARDLY_ABOVE:
        typing.ambiguous.add(atom)
    return "C2"


def type_terminal(typing: Typing) -> None:
    """Pass 3: atoms with one neighbour."""
    rules = {"C": _terminal_carbon, "N": _terminal_nitrogen, "O": _terminal_oxygen, "S": _terminal_sulfur}
    for atom in typing.untyped:
        rule = rules.get(typing.types[atom])
        if rule is not None and len(typing.graph.neighbours[atom]) == 1:
            other = typing.graph.neighbours[atom][0]
            typing.types[atom] = rule(typing, atom, other, typing.graph.distance(atom, other))


def _terminal_carbon(typing: Typing, _atom: int, other: int, distance: float) -> str:
    element = typing.graph.elements[other]
    if (distance <= 1.22 and typing.types[other] == "C1") or (distance <= 1.20 and element == 7):
        return "C1"
    if (distance <= 1.41 and element == 6) or (distance <= 1.37 and element == 7):
        return "C2"
    if distance <= 1.17 and element == 8 and len(typing.graph.neighbours[other]) == 1:
        return "C1-"
    return "C3"


def _terminal_nitrogen(typing: Typing, _atom: int, other: int, distance: float) -> str:
    element, type_of_other = typing.graph.elements[other], typing.types[other]
    if (
        (distance <= 1.20 and (type_of_other == "C1" or element == 7))
        or type_of_other == "N1+"
        or (distance < 1.21 and element == 8)
    ):
        return "N1"
    if (
        (distance > 1.38 and type_of_other in ("C2", "C3"))
        or (distance > 1.43 and type_of_other == "N3")
        or (distance > 1.41 and type_of_other == "Npl")
    ):
        return "N3"
    return "Npl" if element in (6, 7) else "N3"


def _terminal_oxygen(typing: Typing, atom: int, other: int, distance: float) -> str:
    type_of_other = typing.types[other]
    if type_of_other in ("Cac", "Ntr", "N1+"):
        return "O2-"
    if type_of_other in ("Pac", "Sac", "N3+", "Pox", "Son", "Sxd"):
        return "O3" if type_of_other == "Pac" and _is_longest_phosphate_bond(typing, atom, other, distance) else "O3-"
    element, alone = typing.graph.elements[other], len(typing.graph.neighbours[other]) == 1
    if distance <= 1.17 and element == 6 and alone:
        return "O1+"
    if distance <= 1.30 and element == 6:
        return _double_bonded_to_carbon(typing, other, "O2")
    if (distance <= 1.685 and element == 33) or (distance <= 1.338 and element == 8 and alone):
        return "O2"
    return "O1" if distance <= 1.21 and element == 7 and alone else "O3"


def _is_longest_phosphate_bond(typing: Typing, atom: int, phosphorus: int, distance: float) -> bool:
    """Return whether P-O is clearly longer than each of at least two other terminal ones."""
    graph = typing.graph
    terminal = [
        other
        for other in graph.neighbours[phosphorus]
        if graph.elements[other] == 8 and len(graph.neighbours[other]) == 1
    ]
    return len(terminal) >= 3 and all(
        distance >= graph.distance(other, phosphorus) + LONGER_PHOSPHATE_BOND for other in terminal if other != atom
    )


def _terminal_sulfur(typing: Typing, _atom: int, other: int, distance: float) -> str:
    element = typing.graph.elements[other]
    if element == 15:
        return "S3-"
    if typing.types[other] == "N1+":
        return "S2"
    if distance <= 1.76 and element == 6:
        return _double_bonded_to_carbon(typing, other, "S2")
    return "S2" if distance <= 2.11 and element == 33 else "S3"


def _double_bonded_to_carbon(typing: Typing, carbon: int, idatm_type: str) -> str:
    if typing.is_untyped[carbon]:
        typing.types[carbon] = "C2"
    typing.redo.pop(carbon, None)
    return idatm_type


def refine_by_lengths(typing: Typing) -> None:
    """Pass 4: let the bond lengths decide about atoms with two neighbours."""
    for atom in typing.untyped:
        redo = typing.redo.get(atom)
        if redo is Redo.NITROGEN:
            if _has_short_bond(typing, atom, DOUBLE_NITROGEN_CARBON, DOUBLE_NITROGEN_NITROGEN):
                typing.types[atom] = "N2" if typing.heavy_counts[atom] < 2 else "Npl"
        elif redo is not None:
            if _has_short_bond(typing, atom, DOUBLE_CARBON_CARBON, DOUBLE_CARBON_NITROGEN):
                typing.types[atom] = "C2"
            elif redo is not Redo.CARBON_TETRAHEDRAL and _has_single_bond(typing, atom):
                typing.types[atom] = "C3"


def _has_short_bond(typing: Typing, atom: int, to_carbon: float, to_nitrogen: float) -> bool:
    graph = typing.graph
    limits = {6: to_carbon, 7: to_nitrogen}
    return any(
        graph.distance(atom, other) <= limits.get(graph.elements[other], 0.0) for other in graph.neighbours[atom]
    )


def _has_single_bond(typing: Typing, atom: int) -> bool:
    graph = typing.graph
    limits = {6: HARDLY_SINGLE_CARBON_CARBON, 7: SINGLE_CARBON_NITROGEN, 8: SINGLE_CARBON_OXYGEN}
    return any(
        graph.distance(atom, other) > limits[graph.elements[other]]
        for other in graph.neighbours[atom]
        if graph.elements[other] in limits
    )
