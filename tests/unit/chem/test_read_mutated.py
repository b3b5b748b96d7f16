"""Whatever happens to a file, reading gives sound arrays or one sentence; nothing else escapes."""

from __future__ import annotations

import gzip
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from misi_viewer.chem.load import load_complex
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.solvent import categories
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError

ROOT = Path(__file__).resolve().parents[3]
DEMO = sorted((ROOT / "assets" / "demo").glob("*/*_*.*"))
SHARED = ROOT.parent / "shared" / "awkward"
LARGEST = 200_000
HEAD = 20_000

MUTATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("truncate"), st.floats(0, 1), st.just(0), st.just(0)),
        st.tuples(st.just("flip"), st.floats(0, 1), st.integers(1, 40), st.integers(0, 255)),
        st.tuples(st.just("digits"), st.floats(0, 1), st.integers(1, 40), st.sampled_from(b"0123456789.- ")),
        st.tuples(st.just("repeat"), st.floats(0, 1), st.integers(1, 3000), st.integers(2, 4)),
        st.tuples(st.just("drop"), st.floats(0, 1), st.integers(1, 300), st.just(0)),
        st.tuples(st.just("shuffle"), st.just(0.0), st.integers(0, 2**31), st.just(0)),
        st.tuples(st.just("swap"), st.floats(0, 1), st.integers(1, 40), st.just(0)),
    ),
    min_size=1,
    max_size=3,
)
Mutation = tuple[str, float, int, int]


@lru_cache(maxsize=64)
def contents(path: Path) -> bytes:
    return path.read_bytes()[:LARGEST]


def unpacked(data: bytes) -> bytes:
    """Return the data whose packing is undone, for mutations of what is inside."""
    with suppress(EOFError):
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    return data


def mutate(data: bytes, mutation: Mutation) -> bytes:
    kind, place, size, value = mutation
    start = min(int(place * len(data)), max(len(data) - 1, 0))
    if kind == "truncate":
        return data[:start]
    if kind == "repeat":
        return data[:start] + data[start : start + size] * value + data[start + size :]
    if kind == "drop":
        return data[:start] + data[start + size :]
    if kind in ("shuffle", "swap"):
        lines = data.split(b"\n")
        rng = np.random.default_rng(size)
        if kind == "shuffle":
            return b"\n".join([lines[i] for i in rng.permutation(len(lines))])
        first, second = int(place * (len(lines) - 1)), int(rng.integers(len(lines)))
        lines[first], lines[second] = lines[second], lines[first]
        return b"\n".join(lines)
    changed = bytearray(data)
    rng = np.random.default_rng(size)
    digits = [i for i in range(start, min(start + HEAD, len(data))) if kind == "flip" or 48 <= data[i] <= 57]
    for i in rng.permutation(digits)[:size].tolist():
        changed[i] = value
    return bytes(changed)


def check(structure: Structure) -> None:
    count = len(structure)
    assert count > 0
    assert structure.coordinates.shape == (count, 3)
    assert np.isfinite(structure.coordinates).all()
    for column in ("elements", "residue_of_atom", "occupancies", "b_factors", "formal_charges"):
        assert getattr(structure, column).shape == (count,)
    assert np.unique(structure.residue_of_atom).tolist() == list(range(len(structure.residues)))
    for pairs in (structure.bonds, structure.missing_links, structure.metal_links):
        assert pairs.dtype == np.int32
        assert pairs.shape == (len(pairs), 2)
        assert ((pairs >= 0) & (pairs < count)).all()
        assert (pairs[:, 0] != pairs[:, 1]).all()
    bonds = {frozenset(pair) for pair in structure.bonds.tolist()}
    assert len(bonds) == len(structure.bonds) == len(structure.bond_orders)
    assert categories(structure).shape == (count,)


def survives(folder: Path, path: Path, mutations: list[Mutation]) -> None:
    data = contents(path)
    if mutations[0][0] != "truncate":
        data = unpacked(data)
    for mutation in mutations:
        data = mutate(data, mutation)
    target = folder / path.name
    target.write_bytes(data)
    message = "."
    try:
        for structure in read_structures(target):
            check(structure)
        load_complex(target)
    except UserError as error:
        message = str(error)
    assert "\n" not in message
    assert message.endswith(".")


PROPERTY = settings(
    max_examples=150,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


@PROPERTY
@given(path=st.sampled_from(DEMO), mutations=MUTATIONS)
def test_mutated_demo_files(tmp_path: Path, path: Path, mutations: list[Mutation]) -> None:
    survives(tmp_path, path, mutations)


def small_files() -> list[Path]:
    files = [path for path in sorted(SHARED.rglob("*")) if path.is_file() and path.stat().st_size < LARGEST]
    return files or DEMO


@pytest.mark.shared
@settings(PROPERTY, max_examples=600)
@given(path=st.sampled_from(small_files()), mutations=MUTATIONS)
def test_mutated_awkward_files(tmp_path: Path, path: Path, mutations: list[Mutation]) -> None:
    survives(tmp_path, path, mutations)
