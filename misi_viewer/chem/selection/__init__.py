r"""A small language for sets of atoms of a complex, close to what chemists type elsewhere.

By name, in this order, each part optional: `/` chains, `:` residues, `@` atoms
    /A              chain A (capitals matter in chains only); `/_` is a blank chain
    :45  :45-52     residues by number; a range counts insertion codes between its ends
    :45,47  :52A    several; with an insertion code
    :ARG  :HI?      by name; `*` is any letters, `?` one letter
    @CA  @N*        atoms by name
    /A:45@CA,CB     together
Digits with at most one letter are a number and a name at once: `:017` is residue
17 and any residue called 017; `:17-17` is the number alone, `:\017` the name alone.
A backslash takes the next letter of a name as it is: `@O5\*`.

By word: all, none, pocket, ligand, solvent, protein, nucleic, backbone, sidechain,
ions, metals, hydrogens (H), heavy, selected. By element: C, N, Zn. A bare word is
never an atom's or residue's name: `CA` is calcium, `@CA` the atom; `H` is all
hydrogen. Capitals do not matter.

Together: `a & b` (both), `a | b` (either), `~a` (all but), parentheses; also
written and, or, not. `~` comes first, then `&`, then `|`.

Around: `within 4 of ligand` (angstrom; the ligand itself, too) and `same residue as
@CA` reach to the next `&` or `|` only; write parentheses to reach further. Behind a
selection, `ligand :< 4` are the whole residues and `ligand @< 4` the atoms that are
within 4 angstrom of it.

By row: `ligand[0-4,9]`, `pocket[17]`: rows of the file, counted from 0.

`EXAMPLES` and `words.WORDS` hold the same as data, for a page of the manual.
"""

from __future__ import annotations

from typing import Final

from misi_viewer.chem.selection.evaluate import evaluate, select
from misi_viewer.chem.selection.masks import PARTS, AtomRef, Selection, part_of
from misi_viewer.chem.selection.parser import LONGEST_SELECTION, SelectionError, parse, parse_sequence
from misi_viewer.chem.selection.syntax import Node, Part, Word, print_selection, walk
from misi_viewer.chem.selection.words import ALIASES, SELECTED, WORDS
from misi_viewer.chem.selection.write import selector_of

__all__ = [
    "ALIASES",
    "EXAMPLES",
    "LONGEST_SELECTION",
    "PARTS",
    "WORDS",
    "AtomRef",
    "Node",
    "Part",
    "Selection",
    "SelectionError",
    "Word",
    "evaluate",
    "mentions_selected",
    "parse",
    "parse_sequence",
    "part_of",
    "print_selection",
    "select",
    "selector_of",
    "walk",
]

EXAMPLES: Final[tuple[tuple[str, str], ...]] = (
    ("/A", "chain A; capitals matter in chains"),
    ("/_", "the chain without a name"),
    (":45", "residue number 45 of any chain"),
    (":45-52,60", "residues 45 to 52, and 60"),
    (":52A", "residue 52 with insertion code A"),
    (":ARG,LYS", "all arginines and lysines"),
    ("@CA", "atoms called CA"),
    ("@N*", "atoms whose names begin with N"),
    ("/A:45@CA", "one atom"),
    (":45 & @N*", "the nitrogens of residue 45, and other atoms so named"),
    ("ligand & N", "the ligand's nitrogens, by element"),
    ("CA", "calcium; the atom name is @CA"),
    ("sidechain & ~hydrogens", "side chains without hydrogens"),
    ("within 4 of ligand", "atoms at most 4 angstrom from the ligand, and the ligand"),
    ("same residue as (within 4 of ligand) & pocket", "the pocket's residues that come so near"),
    ("ligand :< 4", "the same, and the ligand"),
    ("ligand @< 4", "as within 4 of ligand"),
    ("within 3.5 of (ligand & N) & O", "oxygens near the ligand's nitrogens"),
    ("ligand[0-4,9]", "atoms of the ligand by their rows in the file, counted from 0"),
)
"""Selections, and what they select."""


def mentions_selected(node: Node) -> bool:
    """Tell whether a selection depends on what is selected in the window."""
    return Word(SELECTED) in walk(node)
