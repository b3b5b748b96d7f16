r"""Chemical groups as patterns of bonded atoms (spec hbonds.md section 2).

A pattern reads like the rule sheet: ``C2[O2,Npl,sb]`` is an atom of type C2 whose
neighbours are an O2, an Npl and an atom with a plain single bond, and nothing
else. Tests of one atom:

======================  ====================================================
``O2`` ``N3+`` ...      that IDATM type
``C`` ``N`` ``O`` ``H``  that element
``R``                   carbon or hydrogen
``tet planar single``   the geometry of its type
``sb``                  tetrahedral or single: an explicit single bond
``any``                 any atom
``a|b``                 one of several
``a!X!Y``               but not of type X or Y
======================  ====================================================

An entry that an ordinary hydrogen would satisfy may stay without an atom, as the
hydrogens of a structure may be missing. A bare entry says nothing of the further
neighbours, one with a list says all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from misi_viewer.chem.idatm import Geometry, geometry_of

__all__ = ["GAP", "Group", "Pattern", "groups"]

# Stands among the neighbours for a missing-structure link.
GAP = -1

Group = tuple[int | None, ...]

_ELEMENTS = {"C": (6,), "N": (7,), "O": (8,), "H": (1,), "R": (6, 1)}
_GEOMETRIES = {
    "tet": (Geometry.TETRAHEDRAL,),
    "planar": (Geometry.PLANAR,),
    "single": (Geometry.SINGLE,),
    "sb": (Geometry.TETRAHEDRAL, Geometry.SINGLE),
}
_TOKEN = re.compile(r"[^\[\],]+|[\[\],]")


def _accepts(test: str, element: int, idatm_type: str) -> bool:
    for alternative in test.split("|"):
        kind, *excluded = alternative.split("!")
        if idatm_type in excluded:
            continue
        if kind in _ELEMENTS:
            accepted = element in _ELEMENTS[kind]
        elif kind in _GEOMETRIES:
            accepted = geometry_of(idatm_type) in _GEOMETRIES[kind]
        else:
            accepted = kind in ("any", idatm_type)
        if accepted:
            return True
    return False


@dataclass(frozen=True, eq=False)
class Pattern:
    """One atom of a pattern, with the pattern of its neighbours.

    Attributes
    ----------
    text
        The pattern as written.
    test
        The test of the atom itself.
    entries
        The patterns of its neighbours; None if they do not matter.
    size
        Number of atoms in the pattern, this one included.
    may_be_missing
        Whether the pattern may stay without an atom.
    """

    text: str
    test: str
    entries: tuple[Pattern, ...] | None
    size: int
    may_be_missing: bool
    _known: dict[tuple[int, str], bool] = field(default_factory=dict, repr=False)

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Read a pattern; ValueError if it is none."""
        tokens = _TOKEN.findall(text)
        pattern, end = _parse(tokens, 0)
        if end != len(tokens):
            raise ValueError(f"{text!r} goes on after the pattern's end")
        return pattern

    def accepts(self, element: int, idatm_type: str) -> bool:
        """Return whether an atom passes the test of this one atom."""
        key = (element, idatm_type)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _accepts(self.test, element, idatm_type)
        return known


def _parse(tokens: Sequence[str], start: int) -> tuple[Pattern, int]:
    """Return the pattern that starts at a token, and the token after it."""
    test, end = tokens[start], start + 1
    entries: list[Pattern] | None = None
    if end < len(tokens) and tokens[end] == "[":
        entries = []
        end += 1
        while tokens[end] != "]":
            entry, end = _parse(tokens, end)
            entries.append(entry)
            end += tokens[end] == ","
        end += 1
    missing = any(_accepts(test, 1, hydrogen) for hydrogen in ("H", "HC"))
    size = 1 + sum(entry.size for entry in entries or ())
    return Pattern("".join(tokens[start:end]), test, None if entries is None else tuple(entries), size, missing), end


def groups(
    pattern: Pattern,
    centre: int,
    neighbours: Callable[[int], Sequence[int]],
    elements: Sequence[int],
    types: Sequence[str],
) -> Iterator[Group]:
    """Yield the groups that a pattern finds around an atom.

    Parameters
    ----------
    pattern
        What to look for.
    centre
        The atom that stands for the pattern's first.
    neighbours
        Gives the bonded atoms in the order in which the bonds were made, with
        `GAP` for each missing-structure link.
    elements, types
        Atomic number and IDATM type of each atom.

    Yields
    ------
    tuple
        The atoms in the order of the pattern's text; None where an entry stays
        without one. Entries that read alike are given different atoms in the order
        of the neighbours only, not in every order.
    """

    def at(part: Pattern, atom: int, origin: int | None) -> Iterator[Group]:
        if atom == GAP or not part.accepts(elements[atom], types[atom]):
            return
        if part.entries is None:
            yield (atom,)
            return
        around = [other for other in neighbours(atom) if other != origin]
        required = sum(not entry.may_be_missing for entry in part.entries)
        if required <= len(around) <= len(part.entries):
            for found in fill(part.entries, 0, atom, around, (), ()):
                yield (atom, *found)

    def fill(
        entries: tuple[Pattern, ...],
        step: int,
        origin: int,
        around: list[int],
        used: tuple[int, ...],
        found: Group,
    ) -> Iterator[Group]:
        if step == len(entries):
            yield found
            return
        entry = entries[step]
        twin = step > 0 and entries[step - 1].text == entry.text
        first = used[-1] + 1 if twin else 0
        for place in range(first, len(around)):
            if place not in used:
                for part in at(entry, around[place], origin):
                    yield from fill(entries, step + 1, origin, around, (*used, place), found + part)
        left = len(around) - sum(place < len(around) for place in used)
        if entry.may_be_missing and left < len(entries) - step:
            nothing: Group = (None,) * entry.size
            yield from fill(entries, step + 1, origin, around, (*used, len(around)), found + nothing)

    return at(pattern, centre, None)
