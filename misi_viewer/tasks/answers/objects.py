"""Replies that are JSON: turned into the words that the same answer would have as text."""

from __future__ import annotations

import re
from typing import Any

import msgspec

__all__ = ["words_of_object"]

_ANSWER_KEYS = (
    "final_answer",
    "finalanswer",
    "answer",
    "answers",
    "final",
    "prediction",
    "response",
    "result",
    "output",
    "solution",
    "commands",
    "command",
    "choice",
    "option",
    "letter",
    "hydrogen_bonds",
    "hydrogenbonds",
    "hbonds",
    "h_bonds",
    "bonds",
    "interactions",
    "pairs",
)
_AMOUNTS = {
    "distance": "move",
    "angstrom": "move",
    "angstroms": "move",
    "translation": "move",
    "angle": "roll",
    "degrees": "roll",
    "degree": "roll",
    "rotation": "roll",
    "amount": "",
    "value": "",
    "magnitude": "",
}
_VERBS = ("verb", "command", "action", "operation", "type", "op", "name")
_RESIDUE = ("residue_name", "resname", "residue", "res_name", "res", "name")
_NUMBER = ("residue_number", "number", "resnum", "resid", "residue_id", "res_num", "resseq", "seq")
_ATOM = ("residue_atom", "protein_atom", "pocket_atom", "atom", "atom_name")
_CHAIN = ("chain", "chain_id")
_LIGAND = ("ligand_atom", "ligand_atom_name", "ligandatom", "ligand")
_DEEPEST = 8

_OPENS = re.compile(r"\s*[{\[]")
_FENCE = re.compile(r"\s*```(?:json|JSON)?\s*|\s*```\s*$")


def words_of_object(text: str) -> str | None:
    """Return a reply that is one JSON object or list as words, or None if it is something else."""
    bare = _FENCE.sub("", text)
    if not _OPENS.match(bare):
        return None
    try:
        value = msgspec.json.decode(bare)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return _words(value, 0, in_list=False)


def _words(value: Any, depth: int, *, in_list: bool) -> str | None:
    if depth > _DEEPEST:
        return None
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case str() | int() | float():
            return str(value)
        case []:
            return "No"
        case list():
            pieces = [_words(item, depth + 1, in_list=True) for item in value]
            return None if None in pieces else (", " if in_list else "; ").join(filter(None, pieces))
        case dict():
            return _words_of_dict({str(key).lower().replace(" ", "_"): item for key, item in value.items()}, depth)
    return None


def _words_of_dict(fields: dict[str, Any], depth: int) -> str | None:
    if "axis" in fields or ("atom" in fields and any(key in fields for key in _LIGAND)):
        return _command(fields) if "axis" in fields else _bond(fields)
    if any(key in fields for key in _LIGAND) and any(key in fields for key in _RESIDUE):
        return _bond(fields)
    for key in _ANSWER_KEYS:
        if key in fields:
            return _words(fields[key], depth + 1, in_list=False)
    if len(fields) == 1:
        return _words(next(iter(fields.values())), depth + 1, in_list=False)
    return None


def _command(fields: dict[str, Any]) -> str | None:
    amount = next((key for key in _AMOUNTS if key in fields), None)
    verb = next((str(fields[key]) for key in _VERBS if key in fields), _AMOUNTS.get(amount or "", ""))
    if amount is None or not verb:
        return None
    return f"{verb} {fields['axis']} {fields[amount]}"


def _bond(fields: dict[str, Any]) -> str | None:
    def get(keys: tuple[str, ...]) -> str:
        return next((str(fields[key]) for key in keys if fields.get(key) is not None), "")

    atom, ligand = get(_ATOM), get(_LIGAND)
    if not ligand:
        return None
    words = (get(_RESIDUE), get(_NUMBER), atom, get(_CHAIN))
    return f"{' '.join(filter(None, words))}, {ligand}"
