"""Narrowing the list by an element of a chart, and taking that back."""

from __future__ import annotations

from misi_viewer.session.explorer.filters import Filter, Term

__all__ = ["Narrowing"]


class Narrowing:
    """Adds an element's conditions to a filter; the second time it takes away what it added the first time."""

    def __init__(self) -> None:
        self._added: dict[tuple[Term, ...], tuple[Term, ...]] = {}

    @staticmethod
    def holds(wanted: Filter, terms: tuple[Term, ...]) -> bool:
        """Return whether a filter has all of some conditions."""
        return bool(terms) and all(term in wanted.terms for term in terms)

    def toggled(self, wanted: Filter, terms: tuple[Term, ...]) -> Filter:
        """Return a filter with an element's conditions, or without them where it has them all."""
        if not self.holds(wanted, terms):
            missing = self._added[terms] = tuple(term for term in terms if term not in wanted.terms)
            return Filter(terms=(*wanted.terms, *missing), text=wanted.text)
        added = self._added.pop(terms, terms)
        return Filter(terms=tuple(term for term in wanted.terms if term not in added), text=wanted.text)
