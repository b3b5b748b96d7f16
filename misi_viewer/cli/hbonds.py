"""Find the hydrogen bonds between pocket and ligand by ChimeraX's rules.

Prints JSON Lines, one complex a line. --format t9 and t4 print the answers of
the benchmark's pocket-ligand and residue-ligand tasks, which leave solvent out.
--explain tells, for one pair of atoms, which rule claimed each atom and which
test the pair passed or failed first.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import (
    ANGLE_SLOP,
    DISTANCE_SLOP,
    HydrogenBond,
    explain,
    find_hydrogen_bonds,
    pocket_answer,
    residue_answers,
)
from misi_viewer.cli.complexes import add_complex_arguments, for_each_complex, print_json_line
from misi_viewer.errors import UserError

__all__ = ["add_arguments", "run"]

PAIR = re.compile(r"(?P<chain>[^:]*):(?P<number>-?[0-9]{1,12})(?P<icode>[A-Za-z]?):(?P<atom>[^,]+),(?P<ligand>.+)")
INDEX = re.compile(r"@[0-9]{1,12}")
PAIR_FORM = "CHAIN:NUMBER[ICODE]:ATOM,LIGAND_ATOM or CHAIN:NUMBER[ICODE]:ATOM,@INDEX"
MOST_RELAXED_DISTANCE = 5.0
MOST_RELAXED_ANGLE = 180.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_complex_arguments(parser)
    parser.add_argument("--strict", action="store_true", help="only bonds that need no relaxation (as --relax 0,0)")
    parser.add_argument(
        "--relax",
        type=_relaxation,
        metavar="DISTANCE,ANGLE",
        help=f"relaxation in angstrom and degrees (default {DISTANCE_SLOP:g},{ANGLE_SLOP:g})",
    )
    parser.add_argument("--no-solvent", action="store_true", help="leave out bonds to solvent")
    parser.add_argument("--format", choices=tuple(FORMATS), default="json", help="what to print (default json)")
    parser.add_argument("--explain", metavar="PAIR", help=f"explain one pair of atoms: {PAIR_FORM}")


def run(options: argparse.Namespace) -> int:
    """Print the hydrogen bonds of each complex.

    Raises
    ------
    UserError
        For options that contradict one another, or a pair that is not there.
    """
    if options.strict and options.relax is not None:
        raise UserError("--strict and --relax exclude one another; give one of them.")
    if options.explain is not None and options.format != "json":
        raise UserError("--explain and --format exclude one another; give one of them.")
    distance, angle = (0.0, 0.0) if options.strict else options.relax or (DISTANCE_SLOP, ANGLE_SLOP)
    if options.explain is not None:
        match = PAIR.fullmatch(options.explain)
        if match is None:
            raise UserError(f"--explain {options.explain!r} is not a pair of atoms; write it as {PAIR_FORM}.")
        return for_each_complex(options, lambda complex_: _print_explanation(complex_, match, distance, angle))
    print_bonds = FORMATS[options.format]

    def find_and_print(complex_: Complex) -> None:
        bonds = find_hydrogen_bonds(complex_, distance_slop=distance, angle_slop=angle, solvent=not options.no_solvent)
        print_bonds(complex_, bonds)

    return for_each_complex(options, find_and_print)


def _relaxation(text: str) -> tuple[float, float]:
    """Parse DISTANCE,ANGLE."""
    try:
        distance, angle = (float(word) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not DISTANCE,ANGLE such as 0.4,20") from None
    in_range = 0 <= distance <= MOST_RELAXED_DISTANCE and 0 <= angle <= MOST_RELAXED_ANGLE
    if not (math.isfinite(distance) and math.isfinite(angle) and in_range):
        raise argparse.ArgumentTypeError(
            f"{text!r} is out of range; give 0 to {MOST_RELAXED_DISTANCE:g} angstrom "
            f"and 0 to {MOST_RELAXED_ANGLE:g} degrees"
        )
    return distance, angle


def _print_json(complex_: Complex, bonds: list[HydrogenBond]) -> None:
    rows = sorted((_describe(complex_, bond) for bond in bonds), key=_sort_key)
    print_json_line({"id": complex_.id, "hbonds": rows})


def _describe(complex_: Complex, bond: HydrogenBond) -> dict[str, Any]:
    pocket, ligand = complex_.pocket, complex_.ligand
    return {
        **residue_identity(complex_, int(pocket.residue_of_atom[bond.pocket_atom])),
        "atom": str(pocket.names[bond.pocket_atom]),
        "ligand_atom": str(ligand.names[bond.ligand_atom]),
        "ligand_atom_index": int(bond.ligand_atom),
        "donor": bond.donor,
        "distance": round(float(bond.distance), 4),
        "strict": bool(bond.strict),
        "solvent": bool(bond.solvent),
    }


def residue_identity(complex_: Complex, row: int) -> dict[str, Any]:
    """Return chain, number, insertion code and name of a pocket residue."""
    residues = complex_.pocket.residues
    return {
        "chain": str(residues.chains[row]),
        "residue_number": int(residues.numbers[row]),
        "insertion_code": str(residues.insertion_codes[row]),
        "residue_name": str(residues.names[row]),
    }


def _sort_key(row: dict[str, Any]) -> tuple[Any, ...]:
    return (
        row["chain"],
        row["residue_number"],
        row["insertion_code"],
        row["residue_name"],
        row["atom"],
        row["ligand_atom_index"],
        row["donor"],
    )


def _print_pocket_answer(complex_: Complex, bonds: list[HydrogenBond]) -> None:
    print_json_line({"id": complex_.id, "answer": pocket_answer(complex_, bonds)})


def _print_residue_answers(complex_: Complex, bonds: list[HydrogenBond]) -> None:
    for residue, answer in residue_answers(complex_, bonds):
        print_json_line({"id": complex_.id, **residue_identity(complex_, residue), "answer": answer})


FORMATS: dict[str, Callable[[Complex, list[HydrogenBond]], None]] = {
    "json": _print_json,
    "t9": _print_pocket_answer,
    "t4": _print_residue_answers,
}


def _print_explanation(complex_: Complex, pair: re.Match[str], distance: float, angle: float) -> None:
    pocket_atom = _pocket_atom(complex_, pair)
    ligand_atom = _ligand_atom(complex_, pair["ligand"].strip())
    print(explain(complex_, pocket_atom, ligand_atom, distance_slop=distance, angle_slop=angle))


def _pocket_atom(complex_: Complex, pair: re.Match[str]) -> int:
    pocket = complex_.pocket
    residues, of = pocket.residues, pocket.residue_of_atom
    found = (
        (residues.chains[of] == (pair["chain"].strip() or " "))
        & (residues.numbers[of] == int(pair["number"]))
        & (residues.insertion_codes[of] == pair["icode"].upper())
        & (pocket.names == pair["atom"].strip())
    )
    rows = np.flatnonzero(found)
    if not len(rows):
        raise UserError(
            f"{complex_.id}: the pocket has no atom {pair['chain']}:{pair['number']}{pair['icode']}:{pair['atom']}; "
            "'misi-viewer atoms' lists them."
        )
    return int(rows[0])


def _ligand_atom(complex_: Complex, text: str) -> int:
    ligand = complex_.ligand
    if text.startswith("@"):
        if INDEX.fullmatch(text) is None or int(text[1:]) >= len(ligand):
            raise UserError(f"{complex_.id}: {text!r} is no ligand atom; indices go from @0 to @{len(ligand) - 1}.")
        return int(text[1:])
    rows = np.flatnonzero(ligand.names == text)
    if not len(rows):
        raise UserError(f"{complex_.id}: the ligand has no atom {text}; 'misi-viewer atoms' lists them.")
    if len(rows) > 1:
        choices = ", ".join(f"@{row}" for row in rows[:8])
        raise UserError(f"{complex_.id}: {len(rows)} ligand atoms are named {text}; choose one by index: {choices}.")
    return int(rows[0])
