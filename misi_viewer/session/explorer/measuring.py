"""Factors that need the complexes' files: sizes, and in how many pictures labels can be read; kept for another time."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from misi_viewer.dataset.collection import Member
from misi_viewer.dataset.files import make_folder, write_whole
from misi_viewer.dataset.measuring import WITH_LABELS, complex_sizes, readable_pictures
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import FloatArray
from misi_viewer.session.explorer.factor_table import FACTORS

__all__ = ["measure", "recall"]

_SIZES: Final = "sizes.json"
_LABELS: Final = "labels.json"
_LARGEST: Final = 100_000_000

Kept = dict[str, tuple[str, list[int | None]]]
"""By complex or question: what it was measured on, and the values."""


def recall(book: CaseBook) -> None:
    """Take over what was measured before, as far as the complexes are the same."""
    _show_sizes(book, _read(book, _SIZES))
    _show_labels(book, _read(book, _LABELS))


def measure(book: CaseBook, factor: str, watch: Watch = QUIET) -> int:
    """Measure a factor of all questions whose complexes are linked; return for how many it could not be.

    What was measured is kept, also when it is cancelled.

    Parameters
    ----------
    book
        The data set.
    factor
        One of `FACTORS`; one that follows from the truths needs nothing.
    watch
        Sees the progress, and may cancel.

    Raises
    ------
    UserError
        If no complexes are linked.
    CancelledError
        If the watch says so.
    """
    source = FACTORS[factor].source
    if source == "truth":
        return 0
    if not book.complexes:
        raise UserError(
            f"{FACTORS[factor].title}: this needs the complexes' files; link their folder with "
            f"'misi-viewer link {book.files.dataset} FOLDER'."
        )
    name, work, show = {
        "complex": (_SIZES, _measure_sizes, _show_sizes),
        "labels": (_LABELS, _measure_labels, _show_labels),
    }[source]
    kept = _read(book, name)
    try:
        failed = work(book, kept, watch)
    finally:
        _write(book, name, kept)
        show(book, kept)
    return failed


def _measure_sizes(book: CaseBook, kept: Kept, watch: Watch) -> int:
    failed = 0
    for number, (own, member) in enumerate(book.complexes.items()):
        watch.tell("Measuring complexes", number, len(book.complexes))
        stamp = _stamp(member)
        if kept.get(own, ("",))[0] == stamp:
            continue
        try:
            kept[own] = stamp, list(complex_sizes(member))
        except (UserError, OSError):
            failed += 1
    return failed


def _show_sizes(book: CaseBook, kept: Kept) -> None:
    names, stamps = book.table.complex, _stamps(book)
    for place, factor in enumerate(("ligand-atoms", "pocket-atoms")):
        values = np.full(len(names.names) + 1, np.nan, dtype=np.float32)  # the last one is that of no complex
        for code, own in enumerate(names.names):
            values[code] = _value(kept, own, stamps.get(own), place)
        book.set_measured(factor, values[names.codes])


def _value(kept: Kept, key: str, stamp: str | None, place: int) -> float:
    """Return what was measured; nan where nothing was, or not on the complex as it is."""
    before, values = kept.get(key, ("", []))
    value = values[place] if before == stamp and place < len(values) else None
    return np.nan if value is None else float(value)


def _measure_labels(book: CaseBook, kept: Kept, watch: Watch) -> int:
    table = book.table
    rows = np.flatnonzero(table.task.among(WITH_LABELS))
    rows = rows[np.argsort(table.complex.codes[rows], kind="stable")]  # one complex after the other
    failed = 0
    for number, row in enumerate(rows.tolist()):
        watch.tell("Measuring labels", number, len(rows))
        member = book.complexes.get(table.complex.text(row))
        if member is None or kept.get(table.ids[row], ("",))[0] == _stamp(member):
            continue
        try:
            case = book.open(row)
            if case.recipe is None:
                raise UserError(f"The recipe of {case.id} is not known.")
            kept[table.ids[row]] = _stamp(member), [readable_pictures(case.known, case.recipe, member)]
        except (UserError, OSError, KeyError, ValueError):
            failed += 1
    return failed


def _show_labels(book: CaseBook, kept: Kept) -> None:
    table, stamps = book.table, _stamps(book)
    values: FloatArray = np.full(len(table), np.nan, dtype=np.float32)
    for own in kept:
        row = table.place.get(own)
        if row is not None:
            values[row] = _value(kept, own, stamps.get(table.complex.text(row)), 0)
    book.set_measured("readable-views", values)


def _stamp(member: Member) -> str:
    """Return what changes when a complex's file or folder changes."""
    try:
        time = Path(member.spec).stat().st_mtime_ns
    except OSError:
        time = 0  # POCKET+LIGAND
    return f"{member.spec}|{member.ligand}|{time}"


def _stamps(book: CaseBook) -> dict[str, str]:
    return {own: _stamp(member) for own, member in book.complexes.items()}


def _place(book: CaseBook, name: str) -> Path:
    return book.files.places.folder_of(book.files.dataset) / name


def _read(book: CaseBook, name: str) -> Kept:
    try:
        data = _place(book, name).read_bytes()
        return msgspec.json.decode(data, type=Kept) if len(data) < _LARGEST else {}
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(book: CaseBook, name: str, kept: Kept) -> None:
    """Keep what was measured; where that cannot be it is measured again the next time."""
    with contextlib.suppress(UserError):
        make_folder(_place(book, name).parent)
        write_whole(_place(book, name), msgspec.json.encode(kept))
