"""From what a model wrote to an answer, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from misi_viewer.tasks.answers.candidates import Verdict, find_markers
from misi_viewer.tasks.answers.failures import call_failed, is_nothing, refuses
from misi_viewer.tasks.answers.objects import words_of_object
from misi_viewer.tasks.answers.plain import Examined, examine, plain
from misi_viewer.tasks.answers.read_bonds import read_bonds
from misi_viewer.tasks.answers.read_commands import read_command, read_commands
from misi_viewer.tasks.answers.read_letter import read_letter
from misi_viewer.tasks.answers.reasoning import Reply, split_reasoning
from misi_viewer.tasks.answers.types import Form, Parsed, State

__all__ = ["parse_answer"]


def parse_answer(
    form: Form, text: str | None, *, options: Sequence[str] | None = None, residue: str | None = None
) -> Parsed:
    """Read a reply: forgiving in form, strict in meaning.

    Reasoning between tags is kept apart. What is marked as the answer beats
    what is merely mentioned; answers of equal weight must agree. Of a reply
    longer than 100,000 characters the middle is left unread, and `cut` says so.
    The time is in proportion to the length; no text raises.

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
    reply = split_reasoning(text or "")
    examined = examine(reply.text)
    state, verdict = _read(form, reply, examined, options, residue)
    reason = verdict.reason
    if examined.skipped:
        reason += f" Of the long reply {examined.skipped:,} characters in the middle were not read."
    span = None if verdict.answer is None else (examined.place(verdict.start), examined.place(verdict.end))
    return Parsed(verdict.answer, state, reason, span, reply.reasoning, bool(examined.skipped))


def _read(
    form: Form, reply: Reply, examined: Examined, options: Sequence[str] | None, residue: str | None
) -> tuple[State, Verdict]:
    text = plain(examined.text)
    if is_nothing(text):
        why = "The reasoning never came to an end." if reply.unfinished else "The reply is empty."
        return "no answer", Verdict(None, why if reply.reasoning else "The reply is empty.")
    if call_failed(text):
        return "failed call", Verdict(None, "The call of the model failed; this is an error message.")
    refused = refuses(text)
    verdict = _read_object(form, examined.text, options, residue)
    if verdict is None:
        verdict = _read_text(form, text, options, residue, refused=refused)
    if verdict.answer is not None:
        return "parsed", verdict
    if verdict.contradicting:
        return "contradicting", verdict
    if verdict.empty:
        return "no answer", verdict
    if refused:
        return "refused", Verdict(None, "The reply declines to answer.")
    if text.strip(" .\"'\n").lower() == "none":
        return "no answer", Verdict(None, "The reply is empty.")
    return "unparseable", verdict


def _read_object(form: Form, text: str, options: Sequence[str] | None, residue: str | None) -> Verdict | None:
    """Read a reply that is JSON; None where it is not, or tells nothing so."""
    words = words_of_object(text)
    if words is None:
        return None
    if not words:
        return Verdict(None, "The reply is empty.", empty=True)
    verdict = _read_text(form, plain(words), options, residue, refused=False)
    if verdict.answer is None:
        return verdict if verdict.contradicting else None
    return Verdict(verdict.answer, "Read from a JSON reply.", 0, len(text))


def _read_text(form: Form, text: str, options: Sequence[str] | None, residue: str | None, *, refused: bool) -> Verdict:
    markers = find_markers(text)
    match form:
        case "command":
            return read_command(text, markers)
        case "commands":
            return read_commands(text, markers)
        case "letter":
            return read_letter(text, markers, options)
        case "bonds" | "residue_bonds":
            whole = form == "bonds"
            return read_bonds(text, markers, whole=whole, residue=None if whole else residue, refused=refused)
