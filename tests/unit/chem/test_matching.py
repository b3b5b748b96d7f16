"""Matchings in general graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.chem.matching import Matching

Edges = set[tuple[int, int]]
COUNT = 8


def graph_of(edges: Edges) -> dict[int, list[int]]:
    graph: dict[int, list[int]] = {vertex: [] for vertex in range(COUNT)}
    for one, other in sorted(edges):
        graph[one].append(other)
        graph[other].append(one)
    return graph


def largest(edges: Edges, free: frozenset[int]) -> int:
    """Return the size of the largest matching by trying all."""
    if not free:
        return 0
    vertex, rest = min(free), free - {min(free)}
    partners = [other for other in rest if (vertex, other) in edges]
    return max([largest(edges, rest), *(1 + largest(edges, rest - {partner}) for partner in partners)])


EDGES = st.sets(
    st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)).filter(lambda pair: pair[0] < pair[1]), max_size=14
)


@given(EDGES)
def test_as_many_are_paired_as_can_be(edges: Edges) -> None:
    matching = Matching(graph_of(edges))
    for vertex in range(COUNT):
        matching.pair(vertex, range(COUNT))
    assert all(matching.mate[other] == one for one, other in matching.mate.items())
    assert all((min(pair), max(pair)) in edges for pair in matching.mate.items())
    assert len(matching.mate) == 2 * largest(edges, frozenset(range(COUNT)))


@given(EDGES, st.sets(st.integers(0, COUNT - 1)))
def test_what_is_paired_first_stays_paired(edges: Edges, first: set[int]) -> None:
    matching = Matching(graph_of(edges))
    for vertex in sorted(first):
        matching.pair(vertex, first)
    paired = set(matching.mate)
    assert paired <= first
    for vertex in range(COUNT):
        matching.pair(vertex, range(COUNT))
    assert paired <= set(matching.mate)
    assert len(matching.mate) == 2 * largest(edges, frozenset(range(COUNT)))


def test_an_odd_ring_with_a_tail() -> None:
    ring = {(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (4, 5)}
    matching = Matching(graph_of(ring))
    assert [matching.pair(vertex, range(6)) for vertex in range(6)] == [True] * 6
