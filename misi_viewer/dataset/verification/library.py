"""The complexes that pictures show: found by their ids, checked against what a manifest says of their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from misi_viewer import resources
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.collection import Member, find_members
from misi_viewer.dataset.questions import sources_of
from misi_viewer.errors import UserError
from misi_viewer.render.picture import Source

__all__ = ["Library"]

KEPT = 32
"""Complexes that are kept in memory."""


class Library:
    """Reads complexes by their ids.

    Parameters
    ----------
    given
        A folder of complexes, or a file that lists them; None: they are looked
        for beside the data set, in the working folder and among the demos.
    beside
        The data set.
    expected
        The files of each complex, where they are known.

    Raises
    ------
    UserError
        If what is given holds no complexes.
    """

    def __init__(self, given: Path | None, beside: Path, expected: Mapping[str, Sequence[Source]]) -> None:
        self._expected = expected
        self._members = {member.id.casefold(): member for member in find_members(given)} if given is not None else None
        self._places = (beside / "complexes", beside.absolute().parent, Path.cwd(), resources.path("demo"))
        self.load = lru_cache(KEPT)(self._load)

    @property
    def ids(self) -> list[str]:
        """Ids of the complexes that were given."""
        return [member.id for member in (self._members or {}).values()]

    def _load(self, complex_id: str) -> Complex:
        """Return a complex.

        Raises
        ------
        UserError
            If it is not there, cannot be read, or its files are others.
        """
        changed = None
        unreadable: UserError | None = None
        for member in self._candidates(complex_id):
            try:
                read = replace(load_complex(member.spec, member.ligand), id=complex_id)
            except UserError as error:
                # A folder of that name may hold something else, such as the complex's pictures.
                unreadable = unreadable or error
                continue
            expected = self._expected.get(complex_id)
            if expected is None or sources_of(read) == tuple(expected):
                return read
            changed = changed or member
        if changed is not None:
            raise UserError(f"the files of {changed.spec} are not those that the data set was made from")
        if unreadable is not None:
            raise unreadable
        where = "among the complexes given" if self._members is not None else "found; say with --complexes where it is"
        raise UserError(f"the complex {complex_id} is not {where}")

    def _candidates(self, complex_id: str) -> Iterator[Member]:
        if self._members is not None:
            member = self._members.get(complex_id.casefold())
            if member is not None:
                yield member
            return
        if Path(complex_id).name != complex_id:
            return
        for place in self._places:
            if (place / complex_id).is_dir():
                yield Member(complex_id, str((place / complex_id).resolve()))
