"""mmCIF and BinaryCIF: atom sites, declared links, and entries of the chemical component dictionary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.binary_cif import parse_binary_cif
from misi_viewer.chem.cif_table import CifBlock, CifTable
from misi_viewer.chem.coordinates import check_coordinates
from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.finish import finish
from misi_viewer.chem.pdb_elements import element_from_name
from misi_viewer.chem.polymers import STANDARD_RESIDUES
from misi_viewer.chem.runs import mark_start
from misi_viewer.chem.source import Source
from misi_viewer.chem.structure import Structure
from misi_viewer.chem.text_cif import parse_cif
from misi_viewer.errors import ReadError

__all__ = ["read_binary_cif", "read_cif"]

_SITE: Final = "_atom_site"
_COMPONENT_ATOM: Final = "_chem_comp_atom"
_COMPONENT_COORDINATES: Final = (
    ("model_Cartn_x", "model_Cartn_y", "model_Cartn_z"),
    ("pdbx_model_Cartn_x_ideal", "pdbx_model_Cartn_y_ideal", "pdbx_model_Cartn_z_ideal"),
    ("x", "y", "z"),
)
_LINKING: Final = {"PEPTIDE": "amino", "DNA": "nucleic", "RNA": "nucleic"}
_COVALENT: Final = frozenset({"covale", "disulf", "covale_base", "covale_phosphate", "covale_sugar", "modres"})
_LARGEST_NUMBER: Final = 2**31 - 1


def read_cif(source: Source) -> Iterator[Structure]:
    """Read the models of every block of an mmCIF file one after the other, bonds made.

    Raises
    ------
    ReadError
        Where the file is no CIF, or has no atoms with coordinates.
    """
    yield from _read_blocks(source, parse_cif(source))


def read_binary_cif(source: Source) -> Iterator[Structure]:
    """Read the models of every block of a BinaryCIF file; as `read_cif`."""
    try:
        yield from _read_blocks(source, parse_binary_cif(source))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, ArithmeticError) as error:
        problem = "a BinaryCIF column cannot be decoded; the file is damaged, fetch it again"
        raise ReadError(source.path, problem) from error


def _read_blocks(source: Source, blocks: Sequence[CifBlock]) -> Iterator[Structure]:
    empty = True
    for block in blocks:
        sites, atoms = block.table(_SITE), block.table(_COMPONENT_ATOM)
        structures = _read_sites(source, block, sites) if len(sites) else _read_component(source, block, atoms)
        for structure in structures:
            empty = False
            yield structure
    if empty:
        raise ReadError(source.path, "no atoms with coordinates (_atom_site) in this CIF file")


def _read_sites(source: Source, block: CifBlock, sites: CifTable) -> Iterator[Structure]:
    if "Cartn_x" not in sites:
        problem = "the atoms have no Cartesian coordinates (_atom_site.Cartn_x); small-molecule CIF is not read"
        raise ReadError(source.path, problem)
    models: dict[str, list[int]] = {}
    for row, model in enumerate(sites.texts("pdbx_PDB_model_num")):
        models.setdefault(model, []).append(row)
    columns = _SiteColumns(source, sites, _polymer_entities(block))
    kinds = _polymer_names(block)
    bonds = _component_bonds(block)
    for number, rows in enumerate(models.values(), 1):
        table = AtomTable(source.stem if len(models) == 1 else f"{source.stem} {number}")
        table.polymer_names, table.component_bonds = kinds, bonds
        columns.fill(table, rows)
        _read_links(block, table)
        yield finish(table, source.path)


class _SiteColumns:
    """The columns of ``_atom_site`` that matter, author's names and numbers first."""

    def __init__(self, source: Source, sites: CifTable, polymers: set[str]) -> None:
        self._positions = np.column_stack([sites.numbers(f"Cartn_{axis}") for axis in "xyz"])
        check_coordinates(source.path, self._positions)
        self._occupancies = _finite(sites.numbers("occupancy"), 1.0)
        self._b_factors = _finite(sites.numbers("B_iso_or_equiv"), 0.0)
        self._charges = sites.texts("pdbx_formal_charge")
        self._names = sites.texts("auth_atom_id", "label_atom_id")
        self._letters = sites.texts("label_alt_id")
        self._symbols = sites.texts("type_symbol")
        self._in_polymer = [entity in polymers for entity in sites.texts("label_entity_id")]
        comps = sites.texts("auth_comp_id", "label_comp_id")
        groups = sites.texts("group_PDB")
        self._hetero = [
            group == "HETATM" if group else comp not in STANDARD_RESIDUES
            for group, comp in zip(groups, comps, strict=True)
        ]
        self._keys = list(
            zip(
                sites.texts("auth_asym_id", "label_asym_id"),
                sites.texts("auth_seq_id", "label_seq_id"),
                sites.texts("pdbx_PDB_ins_code"),
                comps,
                sites.texts("label_asym_id"),
                strict=True,
            )
        )

    def fill(self, table: AtomTable, rows: Sequence[int]) -> None:
        """Put the atoms of one model, given by their rows in the file, into a table."""
        table.positions = self._positions[rows]
        table.occupancies, table.b_factors = self._occupancies[rows], self._b_factors[rows]
        key: tuple[str, ...] = ()
        residue = -1
        stretch: dict[str, int] = {}
        only_one: dict[tuple[int, str], int | None] = {}
        for position, row in enumerate(rows):
            letter = self._letters[row]
            if self._keys[row] != key:
                new_entity = key[4:] != self._keys[row][4:]
                if new_entity or key[:3] != self._keys[row][:3]:
                    stretch = {}
                key = self._keys[row]
                rejoined = stretch.get(key[3]) if letter else None
                residue = self._residue(table, row, new_entity) if rejoined is None else rejoined
                stretch[key[3]] = residue
            name = self._names[row]
            if letter and (first := only_one.get((residue, name))) is not None:
                table.alternatives.setdefault(first, {})[letter] = position
                table.position_of_atom[first] = position
                continue
            atom = table.add(name, self._element(row), residue, position)
            only_one[residue, name] = None if (residue, name) in only_one else atom
            if letter:
                table.alternatives[atom] = {letter: position}
            if self._charges[row] and (charge := _whole(self._charges[row])):
                table.formal_charges[atom] = max(-99, min(99, charge))

    def _residue(self, table: AtomTable, row: int, new_entity: bool) -> int:
        chain, number, code, name, _ = self._keys[row]
        residues = table.residues
        hetero = self._hetero[row]
        new = residues.add(name.upper(), _whole(number), code[:1].upper(), chain or " ", hetero=hetero, start=True)
        if hetero and self._in_polymer[row]:
            residues.modified.add(new)
        mark_start(table, new, after_break=new_entity)
        return new

    def _element(self, row: int) -> int:
        symbol = self._symbols[row]
        return atomic_number(symbol) if symbol else element_from_name(f" {self._names[row]}")


def _finite(values: NDArray[np.float64], default: float) -> NDArray[np.float32]:
    return np.where(np.isfinite(values), np.clip(values, -1e9, 1e9), default).astype(np.float32)


def _whole(text: str) -> int:
    try:
        return max(-_LARGEST_NUMBER, min(_LARGEST_NUMBER, int(text)))
    except ValueError:
        return 0


def _polymer_names(block: CifBlock) -> dict[str, str]:
    """Return "amino" or "nucleic" by residue name, for kinds that the file says link into chains."""
    table = block.table("_chem_comp")
    names = {}
    for name, kind in zip(table.texts("id"), table.texts("type"), strict=True):
        family = next((family for word, family in _LINKING.items() if word in kind.upper()), "")
        if family and "LINKING" in kind.upper():
            names[name] = family
    return names


def _polymer_entities(block: CifBlock) -> set[str]:
    """Return the identifiers of entities that are polymers."""
    entities = block.table("_entity")
    found = {name for name, kind in zip(entities.texts("id"), entities.texts("type"), strict=True) if kind == "polymer"}
    return found | set(block.table("_entity_poly").texts("entity_id"))


def _component_bonds(block: CifBlock) -> dict[str, list[tuple[str, str]]]:
    table = block.table("_chem_comp_bond")
    bonds: dict[str, list[tuple[str, str]]] = {}
    columns = (table.texts(name) for name in ("comp_id", "atom_id_1", "atom_id_2"))
    for name, first, second in zip(*columns, strict=True):
        bonds.setdefault(name, []).append((first, second))
    return bonds


def _read_links(block: CifBlock, table: AtomTable) -> None:
    """Read declared bonds and coordination between residues of one asymmetric unit."""
    links = block.table("_struct_conn")
    if not len(links):
        return
    residues = table.residues
    rows_at: dict[tuple[str, int, str], list[int]] = {}
    for row, place in enumerate(zip(residues.chains, residues.numbers, residues.insertion_codes, strict=True)):
        rows_at.setdefault(place, []).append(row)

    def find(place: tuple[str, int, str], name: str) -> int | None:
        for row in rows_at.get(place, ()):
            for atom in residues.atoms[row]:
                if table.names[atom] == name:
                    return atom
        return None

    ends = []
    for partner in ("ptnr1", "ptnr2"):
        chains = links.texts(f"{partner}_auth_asym_id", f"{partner}_label_asym_id")
        numbers = links.texts(f"{partner}_auth_seq_id", f"{partner}_label_seq_id")
        codes = links.texts(f"pdbx_{partner}_PDB_ins_code")
        names = links.texts(f"{partner}_label_atom_id")
        ends.append(
            [
                find((chain or " ", _whole(number), code[:1].upper()), name)
                for chain, number, code, name in zip(chains, numbers, codes, names, strict=True)
            ]
        )
    symmetries = zip(links.texts("ptnr1_symmetry"), links.texts("ptnr2_symmetry"), strict=True)
    for kind, first, second, (left, right) in zip(links.texts("conn_type_id"), *ends, symmetries, strict=True):
        if first is None or second is None or first == second or left != right:
            continue
        if kind.lower() in _COVALENT:
            table.links.append((first, second))
        elif kind.lower() == "metalc":
            table.metal_links.append((first, second))


def _read_component(source: Source, block: CifBlock, atoms: CifTable) -> Iterator[Structure]:
    """Read an entry of the chemical component dictionary as a molecule, model coordinates before ideal ones."""
    for names in _COMPONENT_COORDINATES:
        positions = np.column_stack([atoms.numbers(name) for name in names])
        if np.isfinite(positions).all():
            break
    else:
        return
    check_coordinates(source.path, positions)
    bonds = _component_bonds(block)
    for component, table in _component_tables(source, atoms, positions).items():
        row_of = {name: row for row, name in reversed(list(enumerate(table.names)))}
        named = [(row_of.get(first), row_of.get(second)) for first, second in bonds.get(component, [])]
        table.bonds = [(first, second) for first, second in named if first is not None and second is not None]
        table.connected = set(range(len(table))) if table.bonds else set()
        yield finish(table, source.path)


def _component_tables(source: Source, atoms: CifTable, positions: NDArray[np.float64]) -> dict[str, AtomTable]:
    """Return the atoms of each component as a residue of its own."""
    tables: dict[str, AtomTable] = {}
    columns = (atoms.texts(name) for name in ("comp_id", "atom_id", "type_symbol", "charge"))
    for position, (component, name, symbol, charge) in enumerate(zip(*columns, strict=True)):
        table = tables.get(component)
        if table is None:
            table = tables[component] = AtomTable(component or source.stem, positions=positions)
            table.occupancies, table.b_factors = (np.full(len(atoms), v, dtype=np.float32) for v in (1.0, 0.0))
            table.residues.add(component.upper() or "UNL", 1, "", " ", hetero=True, start=True)
        atom = table.add(name, atomic_number(symbol), 0, position)
        if number := _whole(charge):
            table.formal_charges[atom] = max(-99, min(99, number))
    return tables
