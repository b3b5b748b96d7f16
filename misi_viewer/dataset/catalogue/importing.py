"""Importing data sets into a catalogue."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.catalogue import schema
from misi_viewer.dataset.catalogue.adding import Adder
from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.catalogue.linking import match_members
from misi_viewer.dataset.catalogue.residues import residue_recipe
from misi_viewer.dataset.collection import Member, find_members
from misi_viewer.dataset.predictions.match_report import MatchReport
from misi_viewer.dataset.predictions.reading import prediction_files, stream_predictions
from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Reading
from misi_viewer.dataset.reading.members import Member as FileMember
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import ReadError, UserError

__all__ = ["ImportReport", "import_predictions", "import_sources"]

_EVERY: Final = 1_000


@dataclass(slots=True)
class ImportReport:
    """What became of an import.

    Attributes
    ----------
    reading
        Of tables.
    added
        New questions.
    pictures, pictures_found, pictures_unused
        Named by questions; of these there; there but named by none.
    complexes, linked
        Complexes asked about; of these found in the folder.
    residues
        Questions about a residue that was found out.
    bytes
        Of the catalogue on disk.
    matches
        Of predictions.
    """

    reading: Reading = field(default_factory=Reading)
    added: int = 0
    pictures: int = 0
    pictures_found: int = 0
    pictures_unused: int = 0
    complexes: int = 0
    linked: int | None = None
    residues: int = 0
    bytes: int = 0
    matches: list[MatchReport] = field(default_factory=list)


def import_sources(
    sources: Sequence[Path],
    path: Path,
    complexes: Path | None = None,
    progress: Callable[[int], None] = lambda _count: None,
) -> ImportReport:
    """Import data sets into a catalogue, which is made if it is not there, or added to.

    A new catalogue appears only when it is whole; one that is added to is
    changed wholly or not at all.

    Parameters
    ----------
    sources
        Folders, archives and tables.
    path
        The catalogue.
    complexes
        A folder of complexes, or a file that lists them.
    progress
        Is told the number of questions now and then; what it raises stops the import, and nothing has changed then.

    Raises
    ------
    UserError
        If a source cannot be read or holds no questions, or the catalogue cannot be written.
    """
    members = find_members(complexes) if complexes is not None else None
    report = ImportReport()
    with _writable(path) as catalogue:
        try:
            _add(catalogue, sources, report, progress)
            if members is not None:
                _link(catalogue, members, report)
        except sqlite3.Error as error:
            raise ReadError(path, f"the catalogue cannot be written ({error})") from None
    report.bytes = path.stat().st_size
    return report


@contextlib.contextmanager
def _writable(path: Path) -> Iterator[Catalogue]:
    """Open a catalogue for many changes; a new one takes its place when all is done."""
    if path.exists():
        with Catalogue(path) as catalogue:
            yield catalogue
        return
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with Catalogue(part, new=True) as catalogue:
            # What is not whole is thrown away: nothing need be undone.
            for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -64000"):
                catalogue.connection.execute(f"PRAGMA {setting}")
            yield catalogue
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _add(catalogue: Catalogue, sources: Sequence[Path], report: ImportReport, progress: Callable[[int], None]) -> None:
    connection = catalogue.connection
    adder = Adder(connection, catalogue.packer)
    reading = report.reading
    seen = 0

    def picture(member: FileMember) -> None:
        nonlocal seen
        adder.picture(member)
        seen += 1
        if seen % _EVERY == 0:
            progress(report.added)

    with connection:
        for found in find_questions(sources, reading, picture):
            if adder.question(found):
                report.added += 1
                if report.added % _EVERY == 0:
                    progress(report.added)
            else:
                reading.leave_out("there is a question of this id already", found.table, found.row)
                reading.tasks[found.task] -= 1
        if not report.added and not reading.read:
            raise UserError(_nothing(sources, reading))
        adder.find_pictures()
        catalogue.set_identity()
        report.pictures, report.pictures_found, report.pictures_unused = adder.counts()
        schema.index(connection)


def _nothing(sources: Sequence[Path], reading: Reading) -> str:
    why = f" ({reading.refused[0].rstrip('.')})" if reading.refused else ""
    return f"{', '.join(map(str, sources))[:300]}: no tables of questions are found there{why}."


def _link(catalogue: Catalogue, members: Sequence[Member], report: ImportReport) -> None:
    linked, found = match_members(catalogue.complex_ids(), members, "")
    catalogue.link(linked)
    report.complexes, report.linked = found.asked, found.linked
    report.residues = _find_residues(catalogue, linked, report)


def _find_residues(catalogue: Catalogue, linked: dict[str, Member], report: ImportReport) -> int:
    """Derive recipes of questions whose residue follows from the complex; return how many."""
    count = 0
    rows = catalogue.connection.execute(
        "SELECT n, complex, answer FROM questions WHERE task = 'residue_ligand' AND recipe = x'' ORDER BY complex, n"
    ).fetchall()
    for n, own, answer in rows:
        if own not in linked:
            continue
        member = linked[own]
        try:
            recipe = _recipe(catalogue, n, own, answer, member)
        except (UserError, OSError) as error:
            report.reading.refuse(str(error))
            continue
        if recipe is not None:
            catalogue.set_recipe(n, recipe)
            count += 1
    return count


@lru_cache(maxsize=2)
def _loaded(spec: str, ligand: str | None) -> Complex:
    return load_complex(spec, ligand)


def _recipe(catalogue: Catalogue, n: int, own: str, text: str, member: Member) -> bytes | None:
    names = [picture.name for picture in catalogue.pictures(n)]
    return residue_recipe(_loaded(member.spec, member.ligand), own, text, names)


def import_predictions(
    path: Path, files: Sequence[Path], model: str | None = None, watch: Watch = QUIET
) -> list[MatchReport]:
    """Add predictions to a catalogue; a file is added wholly or not at all.

    Parameters
    ----------
    path
        The catalogue.
    files
        Files or folders of predictions.
    model
        Name of the model in place of what the files tell.
    watch
        Is told the bytes that are read.

    Raises
    ------
    UserError
        If one of them cannot be read.
    CancelledError
        If the watch says so.
    """
    reports = []
    with Catalogue(path) as catalogue:
        questions = catalogue.questions()
        for place in files:
            for file in prediction_files(place):
                report = MatchReport(file=str(file))
                predictions = stream_predictions(file, questions, report, model=model, watch=watch)
                catalogue.add_predictions(predictions, questions)
                reports.append(report)
        with catalogue.connection:
            schema.index(catalogue.connection)
    return reports
