"""Matchings in general graphs: which atoms share the double bonds.

J. Edmonds, Paths, trees and flowers, Can. J. Math. 17 (1965) 449.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

__all__ = ["Matching"]


class Matching:
    """Pairs of neighbours, no vertex in two of them; vertices once paired stay paired.

    Parameters
    ----------
    neighbours
        Of each vertex.
    """

    def __init__(self, neighbours: Mapping[int, Sequence[int]]) -> None:
        self._neighbours = neighbours
        self.mate: dict[int, int] = {}

    def pair(self, root: int, allowed: Collection[int]) -> bool:
        """Find a partner for a vertex, others changing theirs where that helps.

        Parameters
        ----------
        root
            The vertex.
        allowed
            Vertices that may be used.

        Returns
        -------
        Whether it has a partner now.
        """
        if root in self.mate:
            return True
        search = _Search(self._neighbours, self.mate, allowed)
        end = search.run(root)
        while end is not None:
            before = search.parent[end]
            following = self.mate.get(before)
            self.mate[end], self.mate[before] = before, end
            end = following
        return root in self.mate


class _Search:
    """One search for an augmenting path, odd cycles shrunk to their base."""

    def __init__(
        self, neighbours: Mapping[int, Sequence[int]], mate: Mapping[int, int], allowed: Collection[int]
    ) -> None:
        self.neighbours = neighbours
        self.mate = mate
        self.allowed = allowed
        self.parent: dict[int, int] = {}
        self.base: dict[int, int] = {vertex: vertex for vertex in allowed}
        self.even: set[int] = set()
        self.queue: deque[int] = deque()

    def run(self, root: int) -> int | None:
        """Return the unpaired end of a path from the root, None if there is none."""
        self.root = root
        self.base[root] = root
        self.even.add(root)
        self.queue.append(root)
        while self.queue:
            vertex = self.queue.popleft()
            for other in self.neighbours[vertex]:
                if other not in self.base or self.base[vertex] == self.base[other] or self.mate.get(vertex) == other:
                    continue
                if other == root or (other in self.mate and self.mate[other] in self.parent):
                    self._shrink(vertex, other)
                elif other not in self.parent:
                    self.parent[other] = vertex
                    if other not in self.mate:
                        return other
                    self.even.add(self.mate[other])
                    self.queue.append(self.mate[other])
        return None

    def _shrink(self, vertex: int, other: int) -> None:
        base = self._common_base(vertex, other)
        blossom: set[int] = set()
        self._mark(vertex, base, other, blossom)
        self._mark(other, base, vertex, blossom)
        for member in self.base:
            if self.base[member] in blossom:
                self.base[member] = base
                if member not in self.even:
                    self.even.add(member)
                    self.queue.append(member)

    def _common_base(self, vertex: int, other: int) -> int:
        path = set()
        at = vertex
        while True:
            at = self.base[at]
            path.add(at)
            if at not in self.mate or at == self.root:
                break
            at = self.parent[self.mate[at]]
        at = self.base[other]
        while at not in path:
            at = self.base[self.parent[self.mate[at]]]
        return at

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self.base[vertex] != base:
            blossom |= {self.base[vertex], self.base[self.mate[vertex]]}
            self.parent[vertex] = child
            child = self.mate[vertex]
            vertex = self.parent[child]
