"""From what a model wrote to an answer, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from misi_viewer.tasks.answers.types import Form, Parsed

__all__ = ["parse_answer"]


def parse_answer(
    form: Form, text: str | None, *, options: Sequence[str] | None = None, residue: str | None = None
) -> Parsed:
    """Read a reply: forgiving in form, strict in meaning.

    Parameters
    ----------
    form
        Of the task.
    text
        The reply as it came; None where there is none.
    options
        Texts of the options, first A: they tell how many letters there are,
        and may be answered in place of a letter. Without, A to D are known.
    residue
        Name of the residue asked about, such as "ARG", for answers that leave
        it out; of "residue_bonds" only.
    """
    raise NotImplementedError
