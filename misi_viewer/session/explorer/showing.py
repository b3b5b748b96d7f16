"""A case in three dimensions: its complex, seen as in the question's first picture."""

from __future__ import annotations

from misi_viewer.chem.load import load_complex
from misi_viewer.scene.build import build
from misi_viewer.scene.style import Style
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.lines import OpenCase
from misi_viewer.session.opening import Opened

__all__ = ["can_be_shown", "show_case"]


def can_be_shown(book: CaseBook, case: OpenCase) -> bool:
    """Say whether a case's complex is linked and its recipe known."""
    return case.case.entry.complex in book.complexes and case.recipe is not None and bool(case.recipe.images)


def show_case(book: CaseBook, case: OpenCase, style: Style) -> Opened | None:
    """Read the complex of a case; None where it cannot be shown.

    Raises
    ------
    UserError
        If the complex cannot be read, or the recipe does not fit it.
    """
    if not can_be_shown(book, case) or case.recipe is None:
        return None
    first = case.recipe.images[0]
    member = book.complexes.get(first.complex, book.complexes[case.case.entry.complex])
    complex_ = load_complex(member.spec, member.ligand)
    return Opened(complex_, first.shot, None, None, build(complex_, first.shot, style), member.spec)
