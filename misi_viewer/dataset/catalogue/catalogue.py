"""The catalogue: opened, asked, and added to."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import msgspec

from misi_viewer.dataset.catalogue import schema
from misi_viewer.dataset.catalogue.entries import Case, Entry, Filter, PictureEntry, ScoredPrediction
from misi_viewer.dataset.catalogue.packing import Packer
from misi_viewer.dataset.catalogue.prediction_table import PredictionTable
from misi_viewer.dataset.catalogue.query import search_words, selection
from misi_viewer.dataset.collection import Member
from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.dataset.predictions.questions import Known, Questions, residue_name
from misi_viewer.dataset.predictions.scoring import score_known
from misi_viewer.dataset.reading.embedded import embedded_pictures
from misi_viewer.dataset.reading.found import Found
from misi_viewer.dataset.reading.members import read_picture
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions

__all__ = ["Catalogue", "is_catalogue"]

_ENTRY: Final = "q.n, q.id, q.task, q.split, q.complex, q.answer"
IDENTITY: Final = "identity"
STAMP: Final = "stamp"
_IDENTITY_DIGITS: Final = 16
_RARE: Final = 2_000
"""Predictions that are sorted in no time."""


def is_catalogue(path: Path) -> bool:
    """Return whether a file is an SQLite file."""
    try:
        with path.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\0"
    except OSError:
        return False


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Tell what is wrong with the file where what is read makes no sense."""
    try:
        yield
    except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError) as error:
        problem = f"the catalogue cannot be read ({' '.join(str(error).split())[:100].rstrip('.')})"
        raise ReadError(path, f"{problem}; if it is damaged, import its sources again") from None


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest(), "big")


class Catalogue:
    """An index of questions and all that belongs to them. Use it as a context manager.

    Parameters
    ----------
    path
        Of the file.
    new
        Whether it is to be made; else it must be there.
    shared
        Whether several threads ask it; none of them may change it then.

    Raises
    ------
    UserError
        If it cannot be opened, or is no catalogue.
    """

    def __init__(self, path: Path, *, new: bool = False, shared: bool = False) -> None:
        self.path = path
        if not new and not path.is_file():
            raise ReadError(path, "there is no such catalogue")
        try:
            self.connection = sqlite3.connect(path, check_same_thread=not shared)
            self.connection.execute(f"PRAGMA query_only = {shared:d}")
            self.connection.execute("PRAGMA trusted_schema = OFF")
        except sqlite3.Error as error:
            raise ReadError(path, f"the catalogue cannot be opened ({error})") from None
        try:
            if new:
                schema.create(self.connection)
            else:
                schema.check(self.connection, path)
            self.packer = Packer(self.connection)
            self.table = PredictionTable(self.connection, self.packer)
        except (sqlite3.Error, ValueError, TypeError) as error:
            self.connection.close()
            raise ReadError(path, f"the catalogue is damaged ({error}); import its sources again") from None
        except UserError:
            self.connection.close()
            raise

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close it; what was not committed is lost."""
        self.connection.close()

    def _ask(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with _readable(self.path):
            return self.connection.execute(statement, tuple(values)).fetchall()

    def _write(self, statement: str, values: Iterable[Any]) -> None:
        try:
            with self.connection:
                self.connection.execute(statement, tuple(values))
        except sqlite3.Error as error:
            raise ReadError(self.path, f"the catalogue cannot be changed ({error})") from None

    def page(self, wanted: Filter, after: int = 0, size: int = 50) -> list[Entry]:
        """Return the next questions behind a key, in the order in which they were imported.

        Parameters
        ----------
        wanted
            Which.
        after
            Key of the last question of the page before; 0 for the first page.
        size
            At most so many.
        """
        tail, values = selection(wanted, rare_score=self._is_rare(wanted))
        by_prediction = "CROSS JOIN" in tail
        key = "p.question" if by_prediction else "q.n"
        # The sign keeps SQLite from going through all questions behind the key where few are wanted.
        behind = f"+{key}" if wanted.complex or wanted.text else key
        joint = "AND" if "WHERE" in tail else "WHERE"
        once = "GROUP BY p.question " if by_prediction else ""
        statement = f"SELECT {_ENTRY} {tail} {joint} {behind} > ? {once}ORDER BY {key} LIMIT ?"
        return [Entry(*row) for row in self._ask(statement, (*values, after, size))]

    def _is_rare(self, wanted: Filter) -> bool:
        """Return whether few predictions have a score in the range that is wanted."""
        if wanted.lowest is None and wanted.highest is None:
            return False
        bounds = (wanted.lowest or 0.0, 1.0 if wanted.highest is None else wanted.highest, _RARE)
        inner = "SELECT 1 FROM predictions WHERE score >= ? AND score <= ? LIMIT ?"
        return int(self._ask(f"SELECT count(*) FROM ({inner})", bounds)[0][0]) < _RARE  # noqa: S608  as above

    def lines(self) -> list[tuple[Any, ...]]:
        """Return key, id, task, split, complex, target and answer of all questions, by key."""
        return self._ask("SELECT n, id, task, split, complex, target, answer FROM questions ORDER BY n")

    def search(self, text: str) -> list[int]:
        """Return the keys of questions that hold all words of a text, the last one as a beginning."""
        words = search_words(text)
        if not words:
            return []
        found = self._ask("SELECT json_group_array(rowid) FROM search WHERE search MATCH ?", (words,))
        return msgspec.json.decode(found[0][0], type=list[int])

    def count(self, wanted: Filter) -> int:
        """Return how many questions are wanted."""
        tail, values = selection(wanted)
        return int(self._ask(f"SELECT count(DISTINCT q.n) {tail}", values)[0][0])

    def values(self, column: str) -> dict[str, int]:
        """Return what occurs as task, split, complex, model or state, and how often.

        Raises
        ------
        ValueError
            For another column.
        """
        table = "predictions" if column in ("model", "state") else "questions"
        if column not in ("task", "split", "complex", "model", "state"):
            raise ValueError(column)
        return dict(self._ask(f"SELECT {column}, count(*) FROM {table} GROUP BY 1 ORDER BY 1"))  # noqa: S608  one of the above

    def keys(self) -> dict[str, int]:
        """Return the keys of all questions by their ids."""
        return dict(self._ask("SELECT id, n FROM questions"))

    def key(self, question: str) -> int | None:
        """Return the key of a question's id; None if there is none."""
        rows = self._ask("SELECT n FROM questions WHERE id = ?", (question,))
        return int(rows[0][0]) if rows else None

    def case(self, n: int) -> Case:
        """Return a question with all that belongs to it.

        Raises
        ------
        UserError
            If there is none of this key.
        """
        columns = "alias, target, prompt, options, recipe, derived, embedded, path, place, row"
        rows = self._ask(
            f"SELECT {_ENTRY}, {columns} FROM questions q JOIN sources s ON s.n = q.source WHERE q.n = ?",  # noqa: S608  columns only
            (n,),
        )
        if not rows:
            raise UserError(f"The catalogue has no question {n}.")
        with _readable(self.path):
            return self._case(n, rows[0])

    def _case(self, n: int, columns: tuple[Any, ...]) -> Case:
        alias, target, prompt, options, recipe, derived, embedded, path, place, row = columns[6:]
        return Case(
            entry=Entry(*columns[:6]),
            alias=alias,
            target=target,
            prompt=self.packer.text(prompt),
            options=None if options is None else tuple(msgspec.json.decode(options)),
            recipe=self.packer.unpack(recipe),
            derived=bool(derived),
            pictures=self.pictures(n),
            embedded=bool(embedded),
            source=Path(path),
            place=place,
            row=row,
            predictions=self.predictions(n),
        )

    def pictures(self, n: int) -> tuple[PictureEntry, ...]:
        """Return the pictures of a question, in order."""
        rows = self._ask(
            "SELECT path, name, p.place, p.size, found FROM shown JOIN pictures p ON p.n = picture "
            "JOIN sources s ON s.n = p.source WHERE question = ? ORDER BY position",
            (n,),
        )
        return tuple(
            PictureEntry(Path(path), name, place, size, bool(found)) for path, name, place, size, found in rows
        )

    def picture_bytes(self, case: Case) -> Iterator[bytes | ReadError]:
        """Yield the pictures of a case, as files; in place of one that cannot be read, why."""
        if case.embedded and not any(picture.found for picture in case.pictures):
            yield from embedded_pictures(case.source, case.place, case.row)
            return
        for picture in case.pictures:
            try:
                yield read_picture(picture.source, picture.name, picture.place, picture.size)
            except ReadError as error:
                yield error
            except OSError as error:
                yield ReadError(picture.source / picture.name, f"it cannot be read ({error.strerror})")

    def predictions(self, n: int) -> tuple[ScoredPrediction, ...]:
        """Return the predictions for a question, by model and run."""
        with _readable(self.path):
            return self.table.of(n)

    def fact(self, name: str) -> str:
        """Return what is noted of the whole; "" if nothing is."""
        return "".join(value for (value,) in self._ask("SELECT value FROM facts WHERE name = ?", (name,)))

    @property
    def identity(self) -> str:
        """Id of the data set: the same for the same questions and truths, wherever and in whatever format they lie."""
        return self.fact(IDENTITY)

    @property
    def stamp(self) -> str:
        """Tells whether keys still mean the same: another one for each catalogue and each import into it."""
        return self.fact(STAMP)

    def set_identity(self) -> None:
        """Note identity and stamp; to be called when questions were added, within their transaction."""
        rows = self.connection.execute("SELECT id, answer FROM questions")
        identity = sum(_digest(f"{own}\t{answer}") for own, answer in rows) % 2**128
        facts = [(IDENTITY, f"{identity:032x}"[:_IDENTITY_DIGITS]), (STAMP, secrets.token_hex(8))]
        self.connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts)

    def known(self) -> Iterator[Found]:
        """Yield all questions for `Questions.add`; with recipes only where these name a residue."""
        with _readable(self.path):
            yield from self._known()

    def _known(self) -> Iterator[Found]:
        rows = self.connection.execute(
            "SELECT id, alias, task, split, complex, prompt, options, answer, recipe, place, row, (SELECT "
            "group_concat(name, char(10)) FROM shown JOIN pictures p ON p.n = picture WHERE question = q.n) "
            "FROM questions q ORDER BY n"
        )
        for own, alias, task, split, complex_, prompt, options, answer, recipe, place, row, images in rows:
            yield Found(
                id=own,
                alias=alias,
                task=task,
                split=split,
                complex=complex_,
                prompt=self.packer.text(prompt),
                options=None if options is None else tuple(msgspec.json.decode(options)),
                answer=answer,
                recipe=self.packer.unpack(recipe) if task == "residue_ligand" else b"",
                images=tuple(images.split("\n")) if images else (),
                table=place,
                row=row,
            )

    def known_questions(self) -> Iterator[Known]:
        """Yield what must be known of each question to score a reply, by key."""
        with _readable(self.path):
            rows = self.connection.execute(
                "SELECT id, task, complex, options, answer, CASE task WHEN 'residue_ligand' THEN recipe ELSE x'' END "
                "FROM questions ORDER BY n"
            )
            for own, task, complex_, options, answer, recipe in rows:
                yield Known(
                    id=own,
                    task=task,
                    complex=complex_,
                    options=None if options is None else tuple(msgspec.json.decode(options)),
                    answer=answer,
                    residue=residue_name(self.packer.unpack(recipe)),
                )

    def questions(self) -> Questions:
        """Return all questions for matching and scoring."""
        questions = Questions()
        questions.add(self.known())
        return questions

    def complex_ids(self) -> list[str]:
        """Return the ids of all complexes that questions are about, the second ones too."""
        rows = self._ask(
            "SELECT complex FROM questions WHERE complex <> '' UNION SELECT target FROM questions WHERE target <> ''"
        )
        return [own for (own,) in rows]

    def complexes(self) -> dict[str, Member]:
        """Return where the complexes lie, by id, as far as they were linked."""
        rows = self._ask("SELECT id, spec, ligand FROM complexes")
        return {own: Member(own, spec, ligand) for own, spec, ligand in rows}

    def link(self, members: Mapping[str, Member]) -> None:
        """Take note of where complexes lie, by the ids that questions use."""
        rows = [(own, member.spec, member.ligand) for own, member in members.items()]
        with self.connection:
            self.connection.executemany("INSERT OR REPLACE INTO complexes VALUES (?, ?, ?)", rows)

    def set_recipe(self, n: int, recipe: bytes) -> None:
        """Give a question a recipe that was found later."""
        packed = self.packer.pack("recipe", recipe)
        self._write("UPDATE questions SET recipe = ?, derived = 1 WHERE n = ?", (packed, n))

    def add_predictions(
        self, predictions: Iterable[Prediction], questions: Questions, options: ScoringOptions = DEFAULT_OPTIONS
    ) -> int:
        """Score predictions and add them; those of the same model and run are replaced. Return how many.

        Raises
        ------
        UserError
            If the catalogue cannot be changed.
        """
        keys = self.keys()
        count = 0
        try:
            with self.connection:
                for prediction in predictions:
                    n, known = keys.get(prediction.question), questions.by_id.get(prediction.question)
                    if n is not None and known is not None:
                        self.table.add(n, prediction, score_known(known, prediction, options))
                        count += 1
        except sqlite3.Error as error:
            raise ReadError(self.path, f"the catalogue cannot be changed ({error})") from None
        return count
