"""The explorer's state: which cases are listed, which one is open, and whose prediction is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from psygnal import Signal

from misi_viewer.dataset.catalogue.entries import PictureEntry
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import BoolArray, IntArray
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Filter, Sort, filter_from_json
from misi_viewer.session.explorer.lines import OpenCase, ShownPrediction
from misi_viewer.session.explorer.links import Link, command_line, print_link
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.tasks.answers import State

__all__ = ["ExplorerState", "Hint", "Run"]

Run = Callable[[Callable[[], object], Callable[[object], None]], None]
"""Carries out work, somewhere, and hands its result to the second function where signals may be sent."""

_NO_ROWS = np.empty(0, dtype=np.int32)


def _at_once(work: Callable[[], object], take: Callable[[object], None]) -> None:
    take(work())


@dataclass(frozen=True, slots=True)
class Hint:
    """What will probably be shown next.

    Attributes
    ----------
    row
        Of the case.
    complexes
        Ids, reference first.
    pictures
        Of the question, in order.
    """

    row: int
    complexes: tuple[str, ...]
    pictures: tuple[PictureEntry, ...]


class ExplorerState:
    """The state of one explorer.

    Signals
    -------
    book_changed
        Another data set is open, or none.
    filter_changed
        Another filter, or another order, is wanted.
    rows_changed
        Other cases are listed, or in another order.
    case_changed
        Another case is open, or none.
    model_changed
        Another model's prediction is looked at.
    annotations_changed
        (questions,) tags, notes or corrected parses of these questions have changed.

    Parameters
    ----------
    run
        Carries out the finding of rows; at once where it is left out.
    """

    book_changed = Signal()
    filter_changed = Signal()
    rows_changed = Signal()
    case_changed = Signal()
    model_changed = Signal()
    annotations_changed = Signal(object)

    def __init__(self, run: Run = _at_once) -> None:
        self._run = run
        self._book: CaseBook | None = None
        self._spec: BookSpec | None = None
        self._filter = EVERYTHING
        self._sort = Sort()
        self._rows: IntArray = _NO_ROWS
        self._case: OpenCase | None = None
        self._model = ""
        self._generation = 0

    @property
    def book(self) -> CaseBook | None:
        """The data set; None where none is open."""
        return self._book

    @property
    def spec(self) -> BookSpec | None:
        """What was opened."""
        return self._spec

    @property
    def filter(self) -> Filter:
        """Which cases are listed."""
        return self._filter

    @property
    def sort(self) -> Sort:
        """In which order."""
        return self._sort

    @property
    def rows(self) -> IntArray:
        """Numbers of the cases that are listed, in order."""
        return self._rows

    @property
    def case(self) -> OpenCase | None:
        """The case that is open."""
        return self._case

    @property
    def model(self) -> str:
        """Whose prediction is looked at; "" where there is none."""
        return self._model

    @property
    def prediction(self) -> ShownPrediction | None:
        """That prediction for the open case."""
        return self._case.predictions.get(self._model) if self._case else None

    @property
    def position(self) -> int | None:
        """Place of the open case among the listed ones; None where it is not listed."""
        if self._case is None:
            return None
        found = np.flatnonzero(self._rows == self._case.row)
        return int(found[0]) if len(found) else None

    # Data sets

    def set_book(self, book: CaseBook | None, spec: BookSpec | None = None) -> None:
        """Show a data set, or none; the one before is closed.

        Parameters
        ----------
        book
            The data set.
        spec
            What it was opened by; its filter and its case are taken.

        Raises
        ------
        UserError
            If the spec's filter or case cannot be used; the data set is shown all the same.
        """
        before, self._book, self._spec = self._book, book, spec
        self._generation += 1
        self._case, self._filter, self._sort = None, EVERYTHING, Sort()
        self._rows = book.rows() if book else _NO_ROWS
        self._model = next(iter(book.models), "") if book else ""
        self.book_changed.emit()
        self.filter_changed.emit()
        self.rows_changed.emit()
        self.model_changed.emit()
        if before is not None and before is not book:
            before.close()
        if book is None or not len(book.table):
            self.case_changed.emit()
            return
        wanted = spec.filter if spec else ""
        row = book.row_of(spec.case) if spec and spec.case else int(self._rows[0])
        self.go_to(int(self._rows[0]) if row is None else row)
        if wanted:
            self.set_filter(parse_filter(wanted))
        if row is None and spec:
            raise UserError(f"The data set has no case '{spec.case[:100]}'; the first one is shown.")

    # Rows

    def set_filter(self, wanted: Filter) -> None:
        """List the cases that are wanted.

        Raises
        ------
        UserError
            If the filter names what there is not, and rows are found at once.
        """
        if wanted != self._filter:
            self._filter = wanted
            self.filter_changed.emit()
        self._find()

    def set_sort(self, sort: Sort) -> None:
        """List the cases in an order.

        Raises
        ------
        UserError
            If it names a model that there is not, and rows are found at once.
        """
        if sort != self._sort:
            self._sort = sort
            self.filter_changed.emit()
        self._find()

    def use_named_filter(self, name: str) -> None:
        """List the cases of a saved filter.

        Raises
        ------
        UserError
            If there is none of this name.
        """
        text = self._side_filters().get(name)
        if text is None:
            raise UserError(f"There is no filter named '{name[:80]}'.")
        self.set_filter(filter_from_json(text))

    def save_filter(self, name: str) -> None:
        """Keep the filter under a name, in the side file.

        Raises
        ------
        UserError
            If it cannot be kept.
        """
        if self._book is not None:
            self._book.side.save_filter(name, self._filter.to_json())
            self.annotations_changed.emit(frozenset())

    def forget_filter(self, name: str) -> None:
        """Remove a saved filter."""
        if self._book is not None:
            self._book.side.save_filter(name, "")
            self.annotations_changed.emit(frozenset())

    def _side_filters(self) -> dict[str, str]:
        return self._book.side.filters if self._book else {}

    def _find(self) -> None:
        """Find the rows anew; a result that comes too late is dropped."""
        book = self._book
        if book is None:
            return
        self._generation += 1
        generation, wanted, sort = self._generation, self._filter, self._sort

        def take(rows: object) -> None:
            if generation == self._generation and isinstance(rows, np.ndarray):
                self._rows = rows
                self.rows_changed.emit()

        self._run(lambda: book.rows(wanted, sort), take)

    # Cases

    def go_to(self, row: int) -> None:
        """Open a case by its number in the book.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        if self._book is not None:
            self._case = self._book.open(row)
            self.case_changed.emit()

    def go_to_id(self, question: str) -> None:
        """Open a case by its question's id.

        Raises
        ------
        UserError
            If there is none, or it cannot be read.
        """
        row = self._book.row_of(question) if self._book else None
        if row is None:
            raise UserError(f"The data set has no case '{question[:100]}'.")
        self.go_to(row)

    def next_case(self, step: int = 1) -> bool:
        """Open the next listed case, or the one before with -1; return whether there is one."""
        return self._step(np.ones(len(self._rows), dtype=np.bool_), step)

    def next_wrong(self, step: int = 1) -> bool:
        """Open the next listed case that the model got wrong, or the one before with -1; return whether there is one.

        Without a model it is the next one that any model got wrong.
        """
        if self._book is None:
            return False
        chosen = [self._book.models[self._model]] if self._model else list(self._book.models.values())
        wrong = np.zeros(len(self._rows), dtype=np.bool_)
        for columns in chosen:
            wrong |= columns.wrong[self._rows]
        return self._step(wrong, step)

    def _step(self, usable: BoolArray, step: int) -> bool:
        places = np.flatnonzero(usable)
        here = self.position
        if here is None:
            ahead = places if step > 0 else places[:0]
        else:
            ahead = places[places > here] if step > 0 else places[places < here][::-1]
        if len(ahead) < abs(step):
            return False
        self.go_to(int(self._rows[ahead[abs(step) - 1]]))
        return True

    def set_model(self, name: str) -> None:
        """Look at another model's predictions.

        Raises
        ------
        UserError
            If there is none of this name.
        """
        if self._book is not None and name != self._model:
            self._book.model(name)
            self._model = name
            self.model_changed.emit()

    def next_model(self, step: int = 1) -> None:
        """Look at the next model's predictions, after the last one at the first one's."""
        names = list(self._book.models) if self._book else []
        if names:
            place = names.index(self._model) if self._model in names else -step
            self.set_model(names[(place + step) % len(names)])

    def hints(self, count: int = 2) -> Iterator[Hint]:
        """Yield what will probably be shown next: the following cases, then the one before."""
        if self._book is None:
            return
        position = self.position
        here = -1 if position is None else position
        places = [*range(here + 1, here + 1 + count), here - 1]
        for place in places:
            if 0 <= place < len(self._rows):
                row = int(self._rows[place])
                key = int(self._book.table.keys[row])
                names = (self._book.table.complex.text(row), self._book.table.target.text(row))
                yield Hint(row, tuple(filter(None, names)), self._book.files.catalogue.pictures(key))

    # Tags, notes, corrections

    def tag(self, tag: str, *, on: bool | None = None) -> None:
        """Tag the open case, or take the tag away; without `on` whichever is not so.

        Raises
        ------
        UserError
            If it cannot be kept.
        """
        if self._book is not None and self._case is not None:
            question = self._case.id
            wanted = tag not in self._book.side.tags(question) if on is None else on
            self._book.side.tag(question, tag, on=wanted)
            self._annotated([question])

    def tag_slot(self, number: int) -> None:
        """Set or take away the tag that has a number.

        Raises
        ------
        UserError
            If no tag has this number.
        """
        if self._book is None or self._case is None:
            return
        tag = self._book.side.slots.get(number)
        if tag is None:
            raise UserError(f"No tag has the number {number} yet; give it one.")
        self.tag(tag)

    def set_slot(self, number: int, tag: str) -> None:
        """Give a tag a number, 1 to 9; "" frees it.

        Raises
        ------
        UserError
            If it cannot be kept.
        """
        if self._book is not None:
            self._book.side.set_slot(number, tag)
            self.annotations_changed.emit(frozenset())

    def set_note(self, text: str) -> None:
        """Write the note of the open case.

        Raises
        ------
        UserError
            If it cannot be kept.
        """
        if self._book is not None and self._case is not None:
            self._book.side.set_note(self._case.id, text)
            self._annotated([self._case.id])

    def correct(self, text: str, state: State = "parsed") -> None:
        """Say what the model's reply to the open case means.

        Raises
        ------
        UserError
            If the text is no answer, or there is no prediction.
        """
        if self._book is not None and self._case is not None:
            self._book.correct(self._case.row, self._model, text, state)
            self._annotated([self._case.id])

    def uncorrect(self) -> None:
        """Let the program's reading of the model's reply stand again.

        Raises
        ------
        UserError
            If it cannot be kept.
        """
        if self._book is not None and self._case is not None:
            self._book.uncorrect(self._case.row, self._model)
            self._annotated([self._case.id])

    def refresh(self) -> None:
        """See what other processes wrote into the side file.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        if self._book is not None:
            touched = self._book.refresh()
            if touched:
                self._annotated(touched)

    def scores_changed(self) -> None:
        """Tell that the book's scores have changed: `CaseBook.set_options` was called, or a side file merged."""
        if self._book is not None:
            self._annotated(self._book.table.ids)

    def _annotated(self, questions: Sequence[str] | set[str]) -> None:
        """Tell what has changed, and show the open case anew where it is concerned; the list stays as it is."""
        if self._book is not None and self._case is not None and self._case.id in questions:
            self._case = self._book.open(self._case.row)
        self.annotations_changed.emit(frozenset(questions))

    # Links

    def link(self) -> str:
        """Return the permalink of the open case, with the filter; "" without a case."""
        if self._book is None or self._case is None:
            return ""
        return print_link(Link(self._book.id, self._case.id, self._filter))

    def command_line(self) -> str:
        """Return the command that opens the same; "" without a case."""
        if self._book is None or self._case is None:
            return ""
        predictions = self._spec.predictions if self._spec else ()
        return command_line(str(self._book.files.dataset), self._case.id, self._filter, predictions)
