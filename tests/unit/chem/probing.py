"""Probes that stand at given distances and angles, for the tests of the hydrogen-bond tables."""

from __future__ import annotations

import numpy as np
from building import from_smiles, structure

from misi_viewer.chem.hydrogen_bonds.acceptors import Acceptor, find_acceptors
from misi_viewer.chem.hydrogen_bonds.donors import Donor, find_donors
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import RELAXED, STRICT, Slop
from misi_viewer.chem.hydrogen_bonds.trace import Step, Trace

SLOPS = (STRICT, RELAXED)
NEAR = 0.01
TURN = 0.3


def molecule(smiles: str, *, hydrogens: bool = True, types: dict[int, str] | None = None):
    """Return a molecule and the rows of its marked atoms; `types` says what marked atoms are to be.

    Types are given by hand only where no geometry leads to them.
    """
    built, marked = from_smiles(smiles, hydrogens=hydrogens)
    made = Molecule(built)
    for number, idatm_type in (types or {}).items():
        made.types[marked[number]] = idatm_type
    return made, marked


def acceptor(made: Molecule, atom: int) -> Acceptor:
    found = find_acceptors(made, {atom})[atom]
    assert isinstance(found, Acceptor), found
    return found


def donor(made: Molecule, atom: int) -> Donor:
    found = find_donors(made, {atom})[atom]
    assert isinstance(found, Donor), found
    return found


def giving(symbol: str, place: np.ndarray, hydrogen: np.ndarray | None = None) -> Donor:
    """Return a lone atom that donates, with a hydrogen or without."""
    if hydrogen is None:
        return donor(Molecule(structure([symbol], [place])), 0)
    return donor(Molecule(structure([symbol, "H"], [place, hydrogen], [(0, 1)])), 0)


def steps_of(test, *arguments, slop: Slop) -> dict[str, Step]:
    """Run a test and return its steps by name."""
    trace = Trace(keep=True)
    test(*arguments, slop, trace)
    assert trace.steps is not None
    return {step.name: step for step in trace.steps}


def position(made: Molecule, atom: int) -> np.ndarray:
    return np.array(made.position(atom))


def check_limit(measure, limit: float, *, upper: bool, margin: float = TURN) -> None:
    """Check that a step passes just inside its limit and fails just outside.

    Parameters
    ----------
    measure
        Returns the step for a value that is to be measured.
    limit
        The limit, relaxation included.
    upper
        Whether it is an upper one.
    """
    for inside in (True, False):
        value = limit + margin * (-1 if inside == upper else 1)
        step = measure(value)
        assert step.value is not None, step
        assert abs(step.value - value) < margin / 2, (step, value)
        assert step.passed is inside, (step, value)
        bound = step.most if upper else step.least
        assert abs(bound - limit) < 1e-6, (step, limit)
