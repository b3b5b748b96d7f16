"""What became of a file of predictions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

__all__ = ["MOST_EXAMPLES", "MatchReport"]

MOST_EXAMPLES = 5


class MatchReport(msgspec.Struct, kw_only=True):
    """What was matched and how; nothing is guessed silently.

    Attributes
    ----------
    file, format
        The file and what it was taken for.
    read
        Replies read.
    matched
        Replies that belong to a question and are kept.
    by
        How they were matched: by id, by row, by prompt and pictures.
    unmatched
        Replies that belong to no question.
    examples
        Some of those, as the file names them.
    mismatched
        Replies whose row is another question's, as the truth beside them shows; they are left out.
    duplicates
        Replies to a question that has one already; the last one counts.
    contradicting
        Those among them that are not the same text.
    failed
        Kept replies that are failed calls.
    cut
        Kept replies that Excel cut off.
    absent
        Questions of the tables concerned that have no prediction.
    models
        Models and runs, with the number of their predictions.
    remarks
        Whatever else is worth a sentence.
    """

    file: str
    format: str = ""
    read: int = 0
    matched: int = 0
    by: dict[str, int] = {}
    unmatched: int = 0
    examples: list[str] = []
    mismatched: int = 0
    duplicates: int = 0
    contradicting: int = 0
    failed: int = 0
    cut: int = 0
    absent: int = 0
    models: dict[str, int] = {}
    remarks: list[str] = []

    def lines(self) -> Iterator[str]:
        """Yield the report for people, a line for each fact."""
        how = ", ".join(f"{count:,} {name}" for name, count in self.by.items())
        yield f"{self.file}: {self.format}, {self.read:,} replies, {self.matched:,} matched" + (
            f" ({how})" if how else ""
        )
        if self.unmatched:
            yield f"  unmatched: {self.unmatched:,}, such as {', '.join(self.examples)}"
        if self.mismatched:
            yield f"  left out: {self.mismatched:,} whose truth is not that of the question in this row"
        if self.duplicates:
            other = f", {self.contradicting:,} of them with other replies" if self.contradicting else ""
            yield f"  duplicates: {self.duplicates:,}{other}; the last one counts"
        if self.failed:
            yield f"  failed calls: {self.failed:,}"
        if self.cut:
            yield f"  cut off by Excel at 32,767 characters: {self.cut:,}"
        if self.absent:
            yield f"  questions without a prediction: {self.absent:,}"
        yield from (f"  {remark}" for remark in self.remarks)
