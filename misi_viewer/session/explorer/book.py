"""A data set with predictions, tags and notes: all that the explorer lists, filters and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

import msgspec
import numpy as np

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.catalogue.entries import ScoredPrediction
from misi_viewer.dataset.catalogue.importing import ImportReport
from misi_viewer.dataset.catalogue.linking import LinkReport, match_members
from misi_viewer.dataset.catalogue.prediction_store import PredictionStore
from misi_viewer.dataset.catalogue.query import search_words
from misi_viewer.dataset.catalogue.residues import residue_recipe
from misi_viewer.dataset.collection import Member, find_members
from misi_viewer.dataset.predictions.match_report import MatchReport
from misi_viewer.dataset.side_file import SideFile
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.rows import ScoredRow
from misi_viewer.session.explorer.coded import ABSENT, BoolArray, FloatArray, IntArray, Names
from misi_viewer.session.explorer.correcting import corrected, shown
from misi_viewer.session.explorer.derived import error_columns, table_columns
from misi_viewer.session.explorer.factors import Column, FactorColumns
from misi_viewer.session.explorer.filtering import mask_of, ordered
from misi_viewer.session.explorer.filters import EVERYTHING, Filter, Sort
from misi_viewer.session.explorer.lines import CaseLine, OpenCase, ReplyCell, ShownPrediction
from misi_viewer.session.explorer.places import Places
from misi_viewer.session.explorer.rescoring import rescore, scored_rows
from misi_viewer.session.explorer.stores import Store, load_models
from misi_viewer.session.explorer.table import STATES, CaseTable, ModelColumns
from misi_viewer.tasks.answers import State

__all__ = ["BookFiles", "CaseBook", "TaskLine"]

_BY_ID: Final = Sort()


@dataclass(frozen=True, eq=False, kw_only=True)
class BookFiles:
    """What a book is made of; it closes them.

    Attributes
    ----------
    dataset
        What was opened: a folder, an archive, a table or a catalogue.
    catalogue
        Of its questions; shared by threads.
    stores
        Of predictions, in the order of their files.
    side
        Tags, notes and so on.
    places
        Where the user's files lie.
    imported
        What became of the import; None where the catalogue was there already.
    """

    dataset: Path
    catalogue: Catalogue
    stores: tuple[PredictionStore, ...]
    side: SideFile
    places: Places
    imported: ImportReport | None = None


class TaskLine(msgspec.Struct, frozen=True):
    """A task's share of some cases.

    Attributes
    ----------
    task
        Its id.
    count
        Cases.
    scores, exacts
        By model, the mean in percent over its answers; None where it has none.
    answered
        By model.
    """

    task: str
    count: int
    scores: dict[str, float | None]
    exacts: dict[str, float | None]
    answered: dict[str, int]


class CaseBook:
    """All cases of a data set. Its methods may be called from any thread, its changes from one at a time.

    Parameters
    ----------
    files
        What it is made of.

    Attributes
    ----------
    files
        The same.
    id
        The data set's id.
    table
        The questions as columns.
    side
        Tags, notes, corrected parses and named filters.
    options
        How predictions are scored now.
    replaced
        Predictions that took the place of an earlier file's.
    complexes
        Where the complexes lie, by the ids that questions use; empty without structure files.
    """

    def __init__(self, files: BookFiles) -> None:
        self.files = files
        self.id = files.catalogue.identity
        self.side = files.side
        self.table = CaseTable.of(files.catalogue)
        self.options: ScoringOptions = DEFAULT_OPTIONS
        self._stores = [Store.of(files.catalogue), *map(Store.of, files.stores)]
        self._models, self.replaced = load_models(self.table, self._stores)
        self._measured: dict[str, FloatArray] = {}
        self.factors = FactorColumns(self.table, self._measured_factor)
        self._found: tuple[str, BoolArray] = ("", np.ones(len(self.table), dtype=np.bool_))
        self._given: dict[tuple[str, str], tuple[Names, Column]] = {}
        self._errors: dict[str, tuple[Names, dict[str, FloatArray]]] = {}
        self.complexes: dict[str, Member] = files.catalogue.complexes()
        self._correct({question for question, _, _ in self.side.corrections})

    def close(self) -> None:
        """Close all files."""
        self.files.catalogue.close()
        self.side.close()
        for store in self.files.stores:
            store.close()

    @property
    def title(self) -> str:
        """What people call the data set: the name of its file or folder."""
        return self.files.dataset.name

    @property
    def reports(self) -> tuple[MatchReport, ...]:
        """What became of each file of predictions."""
        return tuple(store.report for store in self.files.stores)

    @property
    def models(self) -> Mapping[str, ModelColumns]:
        """Columns of each model, by name."""
        return MappingProxyType(self._models)

    def model(self, name: str) -> ModelColumns:
        """Return the columns of a model.

        Raises
        ------
        UserError
            If there is none of this name.
        """
        if name not in self._models:
            known = ", ".join(self._models) or "none; open a file of predictions"
            raise UserError(f"There are no predictions of a model '{name[:80]}'; there are {known[:300]}.")
        return self._models[name]

    # Rows

    def rows(self, wanted: Filter = EVERYTHING, sort: Sort = _BY_ID) -> IntArray:
        """Return the numbers of the cases that are wanted, in an order.

        Raises
        ------
        UserError
            If the filter or the order names what there is not.
        """
        order = self.table.order
        return ordered(self, order[mask_of(self, wanted)[order]], sort)

    def text_mask(self, text: str) -> BoolArray:
        """Return (n,) true where all words occur in the question, in one reply, or in the note."""
        words = search_words(text)
        if not words:
            return np.zeros(len(self.table), dtype=np.bool_)
        if self._found[0] != words:
            mask = self.table.mask(self.table.rows_of_keys(self.files.catalogue.search(text)))
            for store in self._stores:
                mask |= self.table.mask(store.search(words, self.table))
            self._found = words, mask
        mask = self._found[1].copy()
        parts = text.lower().split()
        for question, note in self.side.notes.items():
            row = self.table.place.get(question)
            if row is not None and all(part in note.lower() for part in parts):
                mask[row] = True
        return mask

    def row_of(self, question: str) -> int | None:
        """Return the row of a question's id; None if there is none."""
        return self.table.place.get(question)

    def page(self, rows: Iterable[int]) -> list[CaseLine]:
        """Return some cases as lines of the table."""
        return [self.line(int(row)) for row in rows]

    def line(self, row: int) -> CaseLine:
        """Return a case as a line of the table."""
        table, question = self.table, self.table.ids[row]
        return CaseLine(
            row,
            question,
            table.task.text(row),
            table.split.text(row),
            table.complex.text(row),
            table.answer.text(row),
            {name: self.cell(row, model) for name, model in self._models.items()},
            self.side.tags(question),
            bool(self.side.note(question)),
        )

    @staticmethod
    def cell(row: int, model: ModelColumns) -> ReplyCell:
        """Return what a model answered, as cells of the table."""
        if model.store[row] == ABSENT:
            return ReplyCell("", None, None, STATES[-1], corrected=False)
        return ReplyCell(
            model.given_at(row),
            bool(model.exact[row]),
            float(model.score[row]),
            STATES[model.state[row]],
            corrected=bool(model.corrected[row]),
        )

    def tasks(self, rows: IntArray | None = None) -> list[TaskLine]:
        """Return how many cases there are of each task, and the models' means over them.

        Parameters
        ----------
        rows
            Which cases; None for all.
        """
        rows = np.arange(len(self.table), dtype=np.int32) if rows is None else rows
        codes = self.table.task.codes[rows]
        return [
            self._task_line(name, rows[codes == code])
            for code, name in enumerate(self.table.task.names)
            if (codes == code).any()
        ]

    def _task_line(self, task: str, rows: IntArray) -> TaskLine:
        scores: dict[str, float | None] = {}
        exacts: dict[str, float | None] = {}
        answered: dict[str, int] = {}
        for name, model in self._models.items():
            counted = rows[model.answered[rows]]
            answered[name] = len(counted)
            scores[name] = 100.0 * float(model.score[counted].mean(dtype=np.float64)) if len(counted) else None
            exacts[name] = 100.0 * float(model.exact[counted].mean()) if len(counted) else None
        return TaskLine(task, len(rows), scores, exacts, answered)

    def scored_rows(self, model: str, rows: IntArray) -> list[ScoredRow]:
        """Return some cases of a model as `scoring.aggregate` and `scoring.factors` take them.

        Raises
        ------
        UserError
            If there is no such model.
        """
        return scored_rows(self, self.model(model), rows)

    # Factors

    def given_factor(self, name: str, model: str) -> Column:
        """Return a factor of a model's answers: numbers with nan, or names."""
        names = self.model(model).given
        kept = self._given.get((name, model))
        if kept is None or kept[0] is not names:
            kept = self._given[name, model] = names, self.factors.given(name, names)
        return kept[1]

    @cached_property
    def columns(self) -> Names:
        """Column of the benchmark's table of each question."""
        return table_columns(self.table.task, cast("FloatArray", self.factors.column("bonds")))

    def error(self, name: str, model: str) -> FloatArray:
        """Return by how much the amounts of a model's answers are wrong: (n,) with nan; see `derived.error_columns`."""
        names = self.model(model).given
        kept = self._errors.get(model)
        if kept is None or kept[0] is not names:
            kept = self._errors[model] = names, error_columns(self.table.task, self.table.answer, names)
        return kept[1][name]

    def _measured_factor(self, name: str) -> FloatArray:
        if name not in self._measured:
            self._measured[name] = np.full(len(self.table), np.nan, dtype=np.float32)
        return self._measured[name]

    def set_measured(self, name: str, values: FloatArray) -> None:
        """Take over a factor that was measured: (n,) with nan where it does not apply or is not known."""
        self._measured[name] = values

    # Complexes

    def link(self, place: Path) -> LinkReport:
        """Find the complexes in a folder or list, by id; it is remembered for this data set.

        Raises
        ------
        UserError
            If there are no complexes, or none that the questions ask about.
        """
        report = self.find_complexes(place)
        if not report.linked:
            raise UserError(f"{report.sentence()}; name the folder of this data set's complexes.")
        self.files.places.link(self.id, place)
        return report

    def find_complexes(self, place: Path) -> LinkReport:
        """Find the complexes in a folder or list, for as long as the book is open.

        Raises
        ------
        UserError
            If there are none.
        """
        asked = (*self.table.complex.names, *self.table.target.names)
        linked, report = match_members(asked, find_members(place), str(place))
        self.complexes = {**self.complexes, **linked}
        return report

    def complete(self, case: OpenCase) -> OpenCase:
        """Return a case with the recipe that only its complex tells: of questions about one residue that is not named.

        It reads the complex, so it is no work for the GUI's thread.

        Raises
        ------
        UserError
            If the complex cannot be read.
        """
        entry, member = case.case.entry, self.complexes.get(case.case.entry.complex)
        if case.case.recipe or entry.task != "residue_ligand" or member is None:
            return case
        names = [picture.name for picture in case.case.pictures]
        recipe = residue_recipe(load_complex(member.spec, member.ligand), entry.complex, entry.answer, names)
        return replace(case, case=msgspec.structs.replace(case.case, recipe=recipe or b"", derived=bool(recipe)))

    # Cases

    def open(self, row: int) -> OpenCase:
        """Return a case with all that belongs to it.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        case = self.files.catalogue.case(int(self.table.keys[row]))
        question = case.entry.id
        found = OpenCase(row, case, {}, self.side.tags(question), self.side.note(question))
        for name, model in self._models.items():
            original = self._original(row, model)
            if original is not None:
                correction = self.side.correction(question, model.model, model.run)
                found.predictions[name] = shown(name, found.known, original, correction, self.options)
        return found

    def _original(self, row: int, model: ModelColumns) -> ScoredPrediction | None:
        if model.store[row] == ABSENT:
            return None
        store = self._stores[int(model.store[row])]
        return store.of_question(int(self.table.keys[row]), model.model, model.run)

    def pictures(self, case: OpenCase) -> Iterator[bytes | ReadError]:
        """Yield the pictures of a case, as files; in place of one that cannot be read, why."""
        yield from self.files.catalogue.picture_bytes(case.case)

    # Changes

    def correct(self, row: int, model: str, text: str, state: State = "parsed") -> ShownPrediction:
        """Say what a model's reply means, and score it anew; the original is kept.

        Parameters
        ----------
        row, model
            Whose.
        text
            The answer, as the benchmark writes it; "" where `state` says that there is none.
        state
            "parsed", or why there is no answer.

        Raises
        ------
        UserError
            If there is no prediction, or the text is no answer of the task.
        """
        columns = self.model(model)
        case = self.open(row)
        before = case.predictions.get(model)
        if before is None:
            raise UserError(f"There is no prediction of {model} for {case.id}; there is nothing to correct.")
        correction = corrected(case.known, before.original, text, state)
        self.side.correct(case.id, columns.model, columns.run, correction)
        self._correct({case.id})
        return self.open(row).predictions[model]

    def uncorrect(self, row: int, model: str) -> None:
        """Let the program's reading of a reply stand again.

        Raises
        ------
        UserError
            If there is no such model.
        """
        columns = self.model(model)
        question = self.table.ids[row]
        self.side.correct(question, columns.model, columns.run, None)
        self._correct({question})

    def refresh(self) -> set[str]:
        """Read what other processes wrote into the side file; return the questions that it concerns.

        Raises
        ------
        ReadError
            If it cannot be read.
        """
        touched = self.side.refresh()
        self._correct(touched)
        return touched

    def merge(self, other: Path) -> tuple[int, frozenset[str]]:
        """Take over another person's side file; return the number of new changes and the questions concerned.

        Raises
        ------
        UserError
            If it is none.
        """
        report = self.side.merge(other)
        self._correct(report.questions)
        return report.added, report.questions

    def _correct(self, questions: Iterable[str]) -> None:
        """Bring the columns in line with the side file."""
        for question in questions:
            row = self.table.place.get(question)
            if row is None:
                continue
            for model in self._models.values():
                correction = self.side.correction(question, model.model, model.run)
                if model.store[row] != ABSENT and (correction is not None or model.corrected[row]):
                    self._set(row, model)

    def _set(self, row: int, model: ModelColumns) -> None:
        now = self.open(row).predictions.get(model.name)
        if now is not None:
            model.set(row, now.now, corrected=now.corrected)

    def set_options(self, options: ScoringOptions, watch: Watch = QUIET) -> None:
        """Score all predictions with other options; all of them change at the end, at once.

        Raises
        ------
        CancelledError
            If the watch says so; nothing has changed then.
        """
        if options != self.options:
            rescore(self, options, watch)
            self.options = options

    def warm(self, watch: Watch = QUIET) -> None:
        """Prepare what the first use of a filter or an order would have to wait for.

        Raises
        ------
        CancelledError
            If the watch says so.
        """
        preparations: tuple[Callable[[], object], ...] = (
            lambda: self.text_mask("a"),
            lambda: (self.table.id_rank, self.table.place),
            lambda: self.factors.column("axis"),
            lambda: [model.given for model in self._models.values()],
        )
        for number, prepare in enumerate(preparations):
            watch.tell("Preparing filters", number, len(preparations))
            prepare()
