"""Opening a data set with files of predictions; what was made of them before is used again while they are the same."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from misi_viewer import __version__
from misi_viewer.dataset.catalogue import Catalogue, ImportReport, import_sources
from misi_viewer.dataset.catalogue.catalogue import is_catalogue
from misi_viewer.dataset.catalogue.prediction_store import PredictionStore, make_store
from misi_viewer.dataset.catalogue.schema import SCHEMA_VERSION
from misi_viewer.dataset.predictions.questions import Questions
from misi_viewer.dataset.predictions.reading import prediction_files
from misi_viewer.dataset.side_file import SideFile, side_file_place
from misi_viewer.dataset.side_file.place import ENDING
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import ReadError, UserError
from misi_viewer.session.explorer.book import BookFiles, CaseBook
from misi_viewer.session.explorer.measuring import recall
from misi_viewer.session.explorer.places import Places, author_name, contents_key, prune

__all__ = ["BookSpec", "open_book"]

_CATALOGUE: Final = "questions-"
_PREDICTIONS: Final = "predictions-"
_FILE: Final = ".sqlite"


class BookSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be opened.

    Attributes
    ----------
    dataset
        Path of a folder, an archive, a table or a catalogue.
    predictions
        Paths of files or folders.
    case
        Id of the question that is shown first; "" for the first one.
    filter
        As it is typed; "" for none.
    """

    dataset: str
    predictions: tuple[str, ...] = ()
    case: str = ""
    filter: str = ""


def open_book(
    spec: BookSpec, watch: Watch = QUIET, *, places: Places | None = None, author: str | None = None
) -> CaseBook:
    """Open a data set with predictions.

    A folder, an archive or a table is imported into a catalogue in the user's
    cache, and each file of predictions matched into a file there; both are
    used again as long as nothing changed. A catalogue is used as it is and
    never changed.

    Parameters
    ----------
    spec
        What.
    watch
        Sees the progress, and may cancel.
    places
        The user's folders.
    author
        Name under which notes are made.

    Raises
    ------
    UserError
        If something cannot be read.
    CancelledError
        If the watch says so; nothing half-made is left.
    """
    places = places or Places.of_user()
    dataset = Path(spec.dataset)
    with contextlib.ExitStack() as stack:
        watch.tell(f"Opening {dataset.name}")
        catalogue, imported = _catalogue(dataset, places, watch)
        stack.callback(catalogue.close)
        stores = tuple(_stores(catalogue, dataset, spec.predictions, places, watch))
        for store in stores:
            stack.callback(store.close)
        side = _side_file(dataset, catalogue.identity, places, author or author_name())
        stack.callback(side.close)
        watch.tell("Listing the cases")
        files = BookFiles(
            dataset=dataset, catalogue=catalogue, stores=stores, side=side, places=places, imported=imported
        )
        book = CaseBook(files)
        _link(book, places)
        recall(book)
        places.remember(catalogue.identity, dataset)
        stack.pop_all()
    return book


def _link(book: CaseBook, places: Places) -> None:
    """Find the complexes where they were the last time; without them everything but 3D works."""
    place = places.complexes(book.id)
    if place is not None:
        with contextlib.suppress(UserError):
            book.find_complexes(place)


def _catalogue(dataset: Path, places: Places, watch: Watch) -> tuple[Catalogue, ImportReport | None]:
    if dataset.is_file() and is_catalogue(dataset):
        return Catalogue(dataset, shared=True), None
    folder = places.folder_of(dataset)
    name = f"{_CATALOGUE}{SCHEMA_VERSION}-{__version__}-{contents_key(dataset)}{_FILE}"
    path = folder / name
    if path.is_file():
        with contextlib.suppress(ReadError):  # a damaged one is made again
            catalogue = Catalogue(path, shared=True)
            with contextlib.suppress(OSError):
                os.utime(folder)
            return catalogue, None
    _make(folder)
    prune(places.cache)
    for old in folder.glob(f"*{_FILE}"):
        with contextlib.suppress(OSError):
            old.unlink()
    report = import_sources([dataset], path, progress=lambda count: watch.tell(f"Reading {dataset.name}", count))
    return Catalogue(path, shared=True), report


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadError(folder, f"it cannot be made ({error.strerror or error}); make room, or allow it") from None


def _stores(
    catalogue: Catalogue, dataset: Path, given: Sequence[str], places: Places, watch: Watch
) -> Iterator[PredictionStore]:
    questions: Questions | None = None
    folder = places.folder_of(dataset)
    for file in _files(given):
        path = folder / f"{_PREDICTIONS}{_key(file, catalogue)}{_FILE}"
        if path.is_file():
            with contextlib.suppress(ReadError):
                yield PredictionStore(path)
                continue
        if questions is None:
            watch.tell("Learning the questions")
            questions = catalogue.questions()
        _make(folder)
        make_store(path, file, questions, catalogue.keys(), watch=watch)
        yield PredictionStore(path)


def _files(given: Sequence[str]) -> Iterator[Path]:
    """Yield all files of predictions, each once."""
    seen = set()
    for place in given:
        for file in prediction_files(Path(place)):
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def _key(file: Path, catalogue: Catalogue) -> str:
    facts = f"{file.resolve()}\n{contents_key(file)}\n{catalogue.stamp}\n{SCHEMA_VERSION}\n{__version__}"
    return hashlib.blake2b(facts.encode("utf-8", "replace"), digest_size=12).hexdigest()


def _side_file(dataset: Path, identity: str, places: Places, author: str) -> SideFile:
    """Open the side file; one beside the data set that one may only read is taken over into the user's own."""
    place = side_file_place(dataset, identity, places.data)
    side = SideFile(place, identity, author)
    beside = dataset.absolute().with_name(f"{dataset.absolute().name}{ENDING}")
    if place != beside and beside.is_file():
        with contextlib.suppress(UserError):
            side.merge(beside)
    return side
