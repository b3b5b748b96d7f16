"""Answers as the benchmark writes them (spec benchmark.md section 2)."""

from __future__ import annotations

from misi_viewer.camera.commands import print_commands
from misi_viewer.chem.hydrogen_bonds.answers import NO_BOND
from misi_viewer.tasks.answers.types import Answer, BondName, BondsAnswer, CommandsAnswer, Form, LetterAnswer

__all__ = ["print_answer"]


def print_answer(form: Form, answer: Answer) -> str:
    """Return an answer in the benchmark's format; `parse_answer` reads it back.

    Bonds are written in the order of chain, residue, atom and ligand atom.

    Parameters
    ----------
    form
        Of the task.
    answer
        Of the kind that goes with the form.

    Raises
    ------
    ValueError
        If form and answer do not go together.
    """
    match form, answer:
        case "command", CommandsAnswer((command,)):
            return str(command)
        case "commands", CommandsAnswer(commands):
            return print_commands(commands, ", ")
        case "letter", LetterAnswer(letter):
            return letter
        case "bonds", BondsAnswer(bonds):
            return "; ".join(map(_bond, sorted(bonds, key=_place))) or NO_BOND
        case "residue_bonds", BondsAnswer(bonds):
            listed = "; ".join(map(_residue_bond, sorted(bonds, key=_place)))
            return f"Yes: {listed}" if listed else NO_BOND
    raise ValueError(f"{answer!r} is not an answer of the form {form!r}")


def _place(bond: BondName) -> tuple[str, int, str, str, str, str]:
    number = -1 if bond.residue_number is None else bond.residue_number
    return (bond.chain, number, bond.insertion_code, bond.residue_name, bond.atom, bond.ligand_atom)


def _bond(bond: BondName) -> str:
    number = "" if bond.residue_number is None else f"{bond.residue_number}{bond.insertion_code}"
    words = (bond.residue_name, number, bond.atom, bond.chain)
    return f"{' '.join(filter(None, words))}, {bond.ligand_atom}"


def _residue_bond(bond: BondName) -> str:
    return f"{bond.residue_name} {bond.atom}, {bond.ligand_atom}"
