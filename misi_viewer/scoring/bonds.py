"""Scores of hydrogen bonds (spec benchmark.md section 3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable

from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.score import Clause, Score
from misi_viewer.tasks.answers import BondName

__all__ = ["recognise", "score_bonds"]

Key = Callable[[BondName], Hashable]


def recognise(given: Collection[BondName], true: Collection[BondName], options: ScoringOptions) -> frozenset[BondName]:
    """Return the given bonds, those that mean a true one replaced by it.

    Capitals do not matter, nor whether primes are written as stars, where
    only one true bond fits.

    Parameters
    ----------
    given, true
        Bonds by name.
    options
        See `absent_chain`.
    """
    keys: list[Key] = [_as_written, _any_case]
    if options.absent_chain == "any":
        keys.append(_without_chain)
    known = [_unique(true, key) for key in keys]
    meant = set()
    for bond in given:
        usable = len(keys) if not bond.chain else 2
        fits = (table.get(key(bond)) for key, table in zip(keys[:usable], known[:usable], strict=True))
        first = next((one for one in fits if one is not None), None)
        meant.add(_plain(bond) if first is None else first)
    return frozenset(meant)


def _unique(true: Collection[BondName], key: Key) -> dict[Hashable, BondName]:
    groups: dict[Hashable, list[BondName]] = defaultdict(list)
    for bond in set(true):
        groups[key(bond)].append(bond)
    return {value: bonds[0] for value, bonds in groups.items() if len(bonds) == 1}


def _as_written(bond: BondName) -> Hashable:
    return bond


def _any_case(bond: BondName) -> Hashable:
    return _plain(bond)


def _without_chain(bond: BondName) -> Hashable:
    plain = _plain(bond)
    return (plain.residue_name, plain.residue_number, plain.insertion_code, plain.atom, plain.ligand_atom)


def _plain(bond: BondName) -> BondName:
    """Return a bond in capitals and with primes."""
    name, code, atom, chain, ligand = (
        text.upper() for text in (bond.residue_name, bond.insertion_code, bond.atom, bond.chain, bond.ligand_atom)
    )
    return BondName(name, bond.residue_number, code, atom.replace("*", "'"), chain, ligand.replace("*", "'"))


def score_bonds(given: Collection[BondName], true: Collection[BondName], options: ScoringOptions) -> Score:
    """Score a set of bonds; their order does not matter.

    With P the set given and G the true one: 0 if |P| > 2 |G|, one half if G is
    a proper subset of P, else the right ones as a share of P (or of G). Without
    true bonds, 1 if none is given, else 0.

    Parameters
    ----------
    given, true
        P and G.
    options
        See `bond_denominator` and `absent_chain`.
    """
    truth = frozenset(true)
    answer = recognise(given, truth, options)
    if answer == truth:
        return Score.of(Clause.EXACT if truth else Clause.NO_BOND_RIGHT, 1.0, exact=True)
    if not truth:
        return Score.of(Clause.BONDS_WHERE_NONE, 0.0, f"{len(answer)} are given.")
    if not answer:
        return Score.of(Clause.NONE_WHERE_BONDS, 0.0, f"There are {len(truth)}.")
    counts = f"{len(answer)} are given, {len(truth)} are true."
    if len(answer) > 2 * len(truth):
        return Score.of(Clause.TOO_MANY_BONDS, 0.0, counts)
    if truth < answer:
        return Score.of(Clause.ALL_AND_MORE, 0.5, counts)
    right = len(answer & truth)
    divisor = len(answer) if options.bond_denominator == "given" else len(truth)
    of = "those given" if options.bond_denominator == "given" else "the true ones"
    return Score.of(Clause.SHARE_OF_BONDS, right / divisor, f"{right} of {of}; {counts}")
