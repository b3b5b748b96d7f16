"""The questions that predictions are matched with."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec

from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Found, Reading
from misi_viewer.errors import UserError

__all__ = ["Known", "Questions", "content_key", "residue_name", "table_stem"]

Key = TypeVar("Key")

_TAGS = re.compile(r"<image>|<\|?image_?\d*\|?>|<\|vision_start\|>.*?<\|vision_end\|>|\s+")


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What must be known of a question to read and score a reply.

    Attributes
    ----------
    id, task, complex, options, answer
        As in `tasks.Question`.
    residue
        Name of the residue asked about; "" where there is none, or it is not known.
    """

    id: str
    task: str
    complex: str
    options: tuple[str, ...] | None
    answer: str
    residue: str = ""


class _RecipeView(msgspec.Struct):
    values: dict[str, str] = {}


class Questions:
    """Questions by all that a prediction may know of them.

    What several questions have in common finds none of them.
    """

    def __init__(self) -> None:
        self.by_id: dict[str, Known] = {}
        self._by_alias: dict[tuple[str, str], str | None] = {}
        self._by_content: dict[bytes, str | None] = {}
        self._tables: dict[str, list[str]] = {}

    @classmethod
    def of(cls, sources: Sequence[Path], reading: Reading | None = None) -> Questions:
        """Read the questions of data sets.

        Raises
        ------
        UserError
            If they cannot be read, or hold none.
        """
        questions = cls()
        questions.add(find_questions(sources, reading or Reading()))
        if not questions.by_id:
            raise UserError(f"{', '.join(map(str, sources))[:300]}: no questions are found there.")
        return questions

    def add(self, found: Iterable[Found]) -> None:
        """Add questions in the order of their tables; an id that is taken already is left out."""
        for one in found:
            if one.id in self.by_id:
                continue
            known = Known(
                id=one.id,
                task=one.task,
                complex=one.complex,
                options=one.options,
                answer=one.answer,
                residue=residue_name(one.recipe) if one.task == "residue_ligand" else "",
            )
            self._add(known, one)

    def _add(self, known: Known, one: Found) -> None:
        self.by_id[known.id] = known
        stem = table_stem(one.table)
        for table in dict.fromkeys((stem, "")):
            if one.alias:
                _note(self._by_alias, (table, one.alias), known.id)
        for name in dict.fromkeys((stem, known.task)):
            self._tables.setdefault(name, []).append(known.id)
        _note(self._by_content, content_key(one.prompt, one.images), known.id)

    @property
    def tables(self) -> tuple[str, ...]:
        """Names of tables and tasks."""
        return tuple(self._tables)

    def of_table(self, name: str) -> Sequence[str]:
        """Return the ids of a table's or a task's questions, in order; none if there is no such."""
        return self._tables.get(name, ())

    def find(self, own_id: str, table: str = "") -> Known | None:
        """Return the question of an id, ours or the table's own."""
        found = self.by_id.get(own_id)
        if found is None:
            name = self._by_alias.get((table, own_id)) or self._by_alias.get(("", own_id))
            found = self.by_id[name] if name else None
        return found

    def find_by_content(self, prompt: str, images: Sequence[str]) -> Known | None:
        """Return the only question with this prompt and these pictures."""
        name = self._by_content.get(content_key(prompt, images))
        return self.by_id[name] if name else None


def _note(table: dict[Key, str | None], key: Key, value: str) -> None:
    """Remember what a key means; None if it means several."""
    table[key] = value if table.get(key, value) == value else None


def table_stem(name: str) -> str:
    """Return a table's name without folder and endings."""
    plain = PurePosixPath(name.replace("\\", "/")).name
    for ending in (".gz", ".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".parquet", ".xlsx"):
        plain = plain.removesuffix(ending)
    return plain


def content_key(prompt: str, images: Sequence[str]) -> bytes:
    """Return what tells a question from others where there is no id: its prompt, and its pictures' file names."""
    names = "\n".join(image.replace("\\", "/").rpartition("/")[2] for image in images)
    text = f"{_TAGS.sub('', prompt)}\n{names}"
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def residue_name(recipe: bytes) -> str:
    """Return the name of the residue in a recipe; "" where there is none."""
    try:
        return msgspec.json.decode(recipe, type=_RecipeView).values.get("residue_name", "") if recipe else ""
    except (msgspec.MsgspecError, RecursionError):
        return ""
