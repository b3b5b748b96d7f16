"""The listed cases, written for others: tables, files of predictions, a folder with pictures, one HTML page."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from misi_viewer.dataset.files import make_folder, whole_file
from misi_viewer.dataset.predictions.writing import PREDICTION_FORMATS, Asked, file_name, write_predictions
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import IntArray
from misi_viewer.session.explorer.lines import OpenCase
from misi_viewer.session.explorer.page import write_page

__all__ = ["KINDS", "csv_line", "export"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""With what a spreadsheet begins to reckon."""

_ENDINGS: Final = ((b"\x89PNG", "png"), (b"\xff\xd8", "jpg"), (b"RIFF", "webp"))


def export(
    book: CaseBook,
    rows: IntArray,
    kind: str,
    target: Path,
    *,
    models: Sequence[str] | None = None,
    heading: str = "",
    watch: Watch = QUIET,
) -> Path:
    """Write cases; what is there already is replaced when all is written.

    Parameters
    ----------
    book, rows
        Which cases, in order.
    kind
        One of `KINDS`.
    target
        A file; for a folder with pictures and for files of predictions a folder.
    models
        Whose predictions; None for all.
    heading
        What the cases are, such as the filter, for the page.
    watch
        Sees the progress, and may cancel.

    Returns
    -------
    Path
        What was written.

    Raises
    ------
    UserError
        If there is nothing to write, no such kind or model, or the target cannot be written.
    CancelledError
        If the watch says so; nothing half-written is left.
    """
    if kind not in KINDS:
        raise UserError(f"There is no kind of export '{kind[:40]}'; choose one of {', '.join(KINDS)}.")
    if not len(rows):
        raise UserError("No case is listed; there is nothing to export.")
    chosen = tuple(book.models) if models is None else tuple(models)
    for name in chosen:
        book.model(name)
    make_folder(target.parent)
    cases = _Cases(book, rows, chosen, watch)
    if kind in PREDICTION_FORMATS:
        return _write_predictions(cases, kind, target)
    _WRITERS[kind](cases, target, heading)
    return target


class _Cases:
    """Cases one after the other."""

    def __init__(self, book: CaseBook, rows: IntArray, models: tuple[str, ...], watch: Watch) -> None:
        self.book, self.rows, self.models, self.watch = book, rows, models, watch

    def __iter__(self) -> Iterator[OpenCase]:
        for number, row in enumerate(self.rows.tolist()):
            self.watch.tell("Exporting", number, len(self.rows))
            yield self.book.open(row)


def _record(case: OpenCase, models: Sequence[str]) -> dict[str, Any]:
    """Return a case as plain values."""
    entry = case.case.entry
    return {
        "id": entry.id,
        "task": entry.task,
        "split": entry.split,
        "complex": entry.complex,
        "prompt": case.case.prompt,
        "options": case.case.options,
        "answer": entry.answer,
        "images": [picture.name for picture in case.case.pictures],
        "tags": case.tags,
        "note": case.note,
        "predictions": {name: _reply(case, name) for name in models if name in case.predictions},
    }


def _reply(case: OpenCase, name: str) -> dict[str, Any]:
    shown = case.predictions[name]
    own = shown.now.prediction
    return {
        "answer": shown.now.printed,
        "exact": shown.now.exact,
        "score": shown.now.score,
        "clause": shown.now.clause,
        "state": own.state,
        "response": own.raw,
        "reasoning": own.reasoning,
        **({"read_as": shown.original.printed} if shown.corrected else {}),
    }


def _write_lines(cases: _Cases, target: Path, _heading: str) -> None:
    with whole_file(target) as stream:
        for case in cases:
            stream.write(msgspec.json.encode(_record(case, cases.models)) + b"\n")


def _write_table(cases: _Cases, target: Path, _heading: str) -> None:
    own = ("answer", "exact", "score", "state", "clause", "response")
    fixed = ["id", "task", "split", "complex", "answer", "tags", "note"]
    with whole_file(target) as stream:
        stream.write(csv_line([*fixed, *(f"{name}: {part}" for name in cases.models for part in own)]))
        for case in cases:
            record = _record(case, cases.models)
            cells = [record[name] for name in fixed[:5]]
            replies = (record["predictions"].get(name, {}) for name in cases.models)
            answers = [reply.get(part, "") for reply in replies for part in own]
            stream.write(csv_line([*cells, ", ".join(case.tags), case.note, *answers]))


def csv_line(cells: Sequence[Any]) -> bytes:
    """Return a line of a table in which no cell is one that a spreadsheet takes for a formula."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(map(_harmless, cells))
    return text.getvalue().encode("utf-8", "replace")


def _harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _write_predictions(cases: _Cases, kind: str, target: Path) -> Path:
    """Write a file for each model into a folder."""
    for name in cases.models:
        write_predictions(target, kind, name, _asked(cases, name))
    return target


def _asked(cases: _Cases, name: str) -> Iterator[Asked]:
    """Yield a model's replies as they came: corrections are notes on them, not other replies."""
    for case in cases:
        if name in case.predictions:
            original = case.predictions[name].original.prediction
            yield Asked(case.case.prompt, case.case.options, case.case.entry.answer, original)


def _write_folder(cases: _Cases, target: Path, heading: str) -> None:
    """Write a table, a page and the pictures into a new folder."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError(f"{target} holds other things; give the name of a new folder.")
    part = target.with_name(f".{target.name[:100]}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        make_folder(part)
        with whole_file(part / "cases.jsonl") as stream:
            for case in cases:
                names = list(_save_pictures(cases.book, case, part))
                stream.write(msgspec.json.encode({**_record(case, cases.models), "images": names}) + b"\n")
        write_page(cases.book, cases, cases.models, part / "cases.html", heading)
        if target.exists():
            target.rmdir()
        part.rename(target)
    except OSError as error:
        raise UserError(f"{target} cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _save_pictures(book: CaseBook, case: OpenCase, folder: Path) -> Iterator[str]:
    """Write the pictures of a case; yield their names within the folder."""
    own = f"pictures/{file_name(case.id)}-{case.row}"
    make_folder(folder / own)
    for number, data in enumerate(book.pictures(case), start=1):
        if isinstance(data, bytes):
            ending = next((ending for magic, ending in _ENDINGS if data.startswith(magic)), "bin")
            name = f"{own}/{number:02d}.{ending}"
            (folder / name).write_bytes(data)
            yield name


def _write_page(cases: _Cases, target: Path, heading: str) -> None:
    write_page(cases.book, cases, cases.models, target, heading)


_WRITERS: Final[Mapping[str, Callable[[_Cases, Path, str], None]]] = MappingProxyType(
    {"jsonl": _write_lines, "csv": _write_table, "folder": _write_folder, "html": _write_page}
)

KINDS: Final = (*_WRITERS, *PREDICTION_FORMATS)
"""What cases can be exported as; of predictions a file for each model."""
