"""A question as it was found, and what became of all that was read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import msgspec

__all__ = ["Found", "Reading", "TableCount"]

MOST_EXAMPLES = 3


class Found(msgspec.Struct, kw_only=True):
    """A question from anywhere.

    Attributes
    ----------
    id
        ``task/complex/n``.
    alias
        What the row calls itself, where that is something else.
    task, split, complex, target, prompt, options, answer
        As in `tasks.Question`; complex "" where nothing tells it, target "" for none.
    images
        Names of the pictures within `source`, in order, as far as the row tells them.
    embedded
        Whether pictures lie in the row itself.
    recipe
        JSON; b"" where there is none.
    derived
        Whether the recipe was not given but follows from the answer.
    versions
        JSON; b"" where there are none.
    source, table, row
        Folder or archive, the table in it, and the row's number from 1.
    """

    id: str
    alias: str = ""
    task: str
    split: str = ""
    complex: str = ""
    target: str = ""
    prompt: str
    options: tuple[str, ...] | None = None
    answer: str
    images: tuple[str, ...] = ()
    embedded: bool = False
    recipe: bytes = b""
    derived: bool = False
    versions: bytes = b""
    source: str = ""
    table: str = ""
    row: int = 0


@dataclass(slots=True)
class TableCount:
    """Rows of one table."""

    read: int = 0
    placed: int = 0


@dataclass(slots=True)
class Reading:
    """What became of all that was read.

    Attributes
    ----------
    tables
        By path.
    not_placed
        Number of rows by reason.
    examples
        Some of them, by reason: table and row.
    remarks
        Number of placed questions by what is worth knowing of them.
    refused
        A sentence for each file that is not read.
    tasks
        Placed questions by task.
    """

    tables: dict[str, TableCount] = field(default_factory=dict)
    not_placed: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    remarks: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    tasks: Counter[str] = field(default_factory=Counter)

    @property
    def read(self) -> int:
        """Rows read."""
        return sum(table.read for table in self.tables.values())

    @property
    def placed(self) -> int:
        """Questions placed."""
        return sum(self.tasks.values())

    def leave_out(self, reason: str, table: str, row: int) -> None:
        """Count a row that is no question."""
        self.not_placed[reason] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < MOST_EXAMPLES:
            examples.append(f"{table}, row {row:,}")

    def refuse(self, sentence: str) -> None:
        """Note a file that is not read."""
        if len(self.refused) < 1_000:
            self.refused.append(sentence)
