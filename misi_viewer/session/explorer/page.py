"""Cases as one HTML page that needs nothing else and runs nothing: for a colleague without the program."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, UnidentifiedImageError

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.report.markup import END, LONGEST_TEXT, beginning, element, picture, table, text
from misi_viewer.errors import ReadError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.lines import OpenCase, ShownPrediction

__all__ = ["thumbnail", "write_page"]

_WIDTH: Final = 270
"""Pixels of a thumbnail; what the style sheet shows."""

_MOST_PIXELS: Final = 50_000_000
_QUALITY: Final = 82
_FORMATS: Final = ("PNG", "JPEG", "WEBP")


def write_page(
    book: CaseBook, cases: Iterable[OpenCase], models: Sequence[str], target: Path, heading: str = ""
) -> None:
    """Write cases as a page, one after the other.

    Parameters
    ----------
    book, cases
        What is shown.
    models
        Whose predictions.
    target
        The file.
    heading
        What the cases are, such as the filter.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    with whole_file(target) as stream:
        stream.write(beginning(f"Cases of {book.title}").encode("utf-8", "replace"))
        stream.write(element("h1", text(f"Cases of {book.title}")).encode("utf-8", "replace"))
        if heading:
            stream.write(element("p", text(heading), "dim").encode("utf-8", "replace"))
        for case in cases:
            body = element("div", "\n".join(_case(book, case, models)), "case")
            stream.write(f"\n{body}".encode("utf-8", "replace"))
        stream.write(END.encode())


def _case(book: CaseBook, case: OpenCase, models: Sequence[str]) -> Iterator[str]:
    entry = case.case.entry
    yield element("h2", text(case.id))
    facts = [("task", entry.task), ("split", entry.split), ("complex", entry.complex), ("truth", entry.answer)]
    facts += [("tags", ", ".join(case.tags)), ("note", case.note)]
    yield table(["", ""], [("", [name, value]) for name, value in facts if value])
    yield element("div", "\n".join(_thumbnails(book, case)), "pictures")
    shown = [case.predictions[name] for name in models if name in case.predictions]
    if shown:
        yield table(["model", "answer", "exact", "score", "why"], [("", _cells(one)) for one in shown])
    for title, content in (("Question", case.case.prompt), *(_texts(shown))):
        if content:
            yield element("p", text(title), "dim")
            yield element("pre", text(content, LONGEST_TEXT))


def _cells(shown: ShownPrediction) -> list[str]:
    now = shown.now
    given = now.printed or f"none ({now.prediction.state})"
    mark = f", corrected; it was read as {shown.original.printed or 'nothing'}" if shown.corrected else ""
    return [shown.model, f"{given}{mark}", f"{now.exact:g}", f"{now.score:.2f}", shown.score.sentence]


def _texts(shown: Sequence[ShownPrediction]) -> Iterator[tuple[str, str]]:
    for one in shown:
        yield f"{one.model}: reply", one.original.prediction.raw
        yield f"{one.model}: reasoning", one.original.prediction.reasoning


def _thumbnails(book: CaseBook, case: OpenCase) -> Iterator[str]:
    for number, data in enumerate(book.pictures(case), start=1):
        small = b"" if isinstance(data, ReadError) else thumbnail(data)
        missing = element("span", f"[picture {number} is missing or of no kind that is shown]", "dim")
        yield picture(small, f"picture {number}") or missing


def thumbnail(data: bytes) -> bytes:
    """Return a picture as a small JPEG; b"" where the bytes are none, or it is larger than any picture is."""
    try:
        with (
            warnings.catch_warnings(action="error"),
            Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image,
        ):
            if image.width * image.height > _MOST_PIXELS:
                return b""
            image.thumbnail((_WIDTH, _WIDTH * 4))
            stream = io.BytesIO()
            image.convert("RGB").save(stream, "JPEG", quality=_QUALITY)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError, Warning):
        return b""
    return stream.getvalue()
