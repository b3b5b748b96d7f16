"""From a filter to the rows that it wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.coded import ABSENT, BoolArray, IntArray, Names
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.factors import Column
from misi_viewer.session.explorer.filters import ANY_MODEL, KEYS, Filter, Sort, Term
from misi_viewer.session.explorer.table import CLAUSES, STATES, ModelColumns

if TYPE_CHECKING:
    from misi_viewer.session.explorer.book import CaseBook

__all__ = ["mask_of", "ordered"]

_GIVEN = "given-"


def mask_of(book: CaseBook, wanted: Filter) -> BoolArray:
    """Return (n,) true for the cases that are wanted.

    Raises
    ------
    UserError
        If the filter names a model that the book does not have.
    """
    mask = np.ones(len(book.table), dtype=np.bool_)
    for term in wanted.terms:
        mask &= _term(book, term)
    if wanted.text.strip():
        mask &= book.text_mask(wanted.text)
    return mask


def _term(book: CaseBook, term: Term) -> BoolArray:
    if KEYS[term.key].of_model:
        chosen = book.models.values() if term.model == ANY_MODEL else [book.model(term.model)]
        found = np.zeros(len(book.table), dtype=np.bool_)
        for model in chosen:
            found |= _of_model(book, term, model)
    else:
        found = _of_question(book, term)
    return np.logical_not(found) if term.negate else found


def _of_question(book: CaseBook, term: Term) -> BoolArray:
    table = book.table
    match term.key:
        case "task" | "split" | "answer":
            names: Names = getattr(table, term.key)
            return names.among(term.values)
        case "column":
            return book.columns.among(term.values)
        case "complex":
            return np.logical_or(table.complex.among(term.values), table.target.among(term.values))
        case "id":
            return _rows_mask(book, term.values)
        case "tag":
            wanted = set(term.values)
            return _rows_mask(book, (own for own, tags in book.side.tagged.items() if tags & wanted))
        case "noted":
            return _rows_mask(book, book.side.notes)
    return _fits(book.factors.column(term.key), term)


def _rows_mask(book: CaseBook, ids: Iterable[str]) -> BoolArray:
    place = book.table.place
    return book.table.mask(np.fromiter((place.get(own, ABSENT) for own in ids), dtype=np.int32))


def _of_model(book: CaseBook, term: Term, model: ModelColumns) -> BoolArray:
    match term.key:
        case "right":
            return model.right
        case "wrong":
            return model.wrong
        case "corrected":
            return model.corrected
        case "state":
            return np.isin(model.state, _codes(STATES, term))
        case "clause":
            return np.isin(model.clause, _codes(CLAUSES, term))
        case "given":
            return model.given.among(term.values)
        case "score":
            return _within(model.score, term)
        case "roll-error" | "move-error":
            return _within(book.error(term.key, model.name), term)
    return _fits(book.given_factor(term.key.removeprefix(_GIVEN), model.name), term)


def _codes(names: tuple[str, ...], term: Term) -> list[int]:
    unknown = [value for value in term.values if value not in names]
    if unknown:
        raise UserError(f"There is no {term.key} '{unknown[0][:60]}'; there are {', '.join(names)}.")
    return [names.index(value) for value in term.values]


def _fits(column: Column, term: Term) -> BoolArray:
    return column.among(term.values) if isinstance(column, Names) else _within(column, term)


def _within(values: np.ndarray, term: Term) -> BoolArray:
    """Return where a number lies within bounds; nan lies nowhere."""
    low, high = (np.float32(-np.inf if term.low is None else term.low), np.inf if term.high is None else term.high)
    return np.asarray((values >= low) & (values <= np.float32(high)))


def ordered(book: CaseBook, rows: IntArray, sort: Sort) -> IntArray:
    """Return rows in an order; those without a value come last, equal ones stay as they are.

    Raises
    ------
    UserError
        If the order names a model that the book does not have.
    """
    if not sort.column:
        return rows
    keys = _key(book, sort)[rows].astype(np.float64)
    return rows[np.argsort(-keys if sort.descending else keys, kind="stable")]


def _key(book: CaseBook, sort: Sort) -> np.ndarray:
    """Return (n,) numbers that sort as a column does; nan for no value."""
    table = book.table
    if sort.model:
        model = book.model(sort.model)
        of_model: Mapping[str, Callable[[], np.ndarray]] = {
            "given": lambda: _rank(model.given),
            "score": lambda: model.score,
            "exact": lambda: np.where(model.answered, model.exact, np.nan),
            "state": lambda: model.state,
            "clause": lambda: model.clause,
        }
        return of_model[sort.column]()
    if sort.column == "id":
        return table.id_rank
    if sort.column in ("tags", "note"):
        return _annotated(book, sort.column)
    if sort.column in FACTORS:
        column = book.factors.column(sort.column)
        return _rank(column) if isinstance(column, Names) else column
    return _rank(getattr(table, sort.column))


def _rank(names: Names) -> np.ndarray:
    return np.where(names.codes == ABSENT, np.nan, names.codes)


def _annotated(book: CaseBook, column: str) -> np.ndarray:
    """Return the rank of tags or notes among those that there are."""
    side = book.side
    texts = side.notes if column == "note" else {own: ", ".join(side.tags(own)) for own in side.tagged}
    rank = {text: float(place) for place, text in enumerate(sorted(set(texts.values())))}
    keys = np.full(len(book.table), np.nan)
    for own, text in texts.items():
        row = book.table.place.get(own)
        if row is not None:
            keys[row] = rank[text]
    return keys
