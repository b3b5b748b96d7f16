"""Finding the question that a reply belongs to, and reading the reply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from misi_viewer.dataset.predictions.match_report import MOST_EXAMPLES, MatchReport
from misi_viewer.dataset.predictions.prediction import Prediction, Reply
from misi_viewer.dataset.predictions.questions import Known, Questions, table_stem
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import Parsed, parse_answer, print_answer

__all__ = ["match", "predict", "printed"]

LONGEST_REPLY = 20_000_000
"""Characters that are kept of a reply."""


class _Mismatch(Exception):  # noqa: N818  a verdict, no error
    """Raised where the truth beside a reply is not that of the question in its row."""


def match(
    replies: Iterable[Reply], questions: Questions, report: MatchReport, path: Path, model: str | None = None
) -> Iterator[Prediction]:
    """Yield the predictions of a file; of several to one question the last one.

    Parameters
    ----------
    replies
        As a format's module reads them.
    questions
        Those that there are.
    report
        Is told what becomes of them.
    path
        The file.
    model
        Name for all of them, in place of what the file tells.
    """
    kept: dict[tuple[str, str, str], Prediction] = {}
    by: Counter[str] = Counter()
    for reply in _named(replies, path, model):
        report.read += 1
        try:
            known, how = _find(reply, questions)
        except _Mismatch:
            report.mismatched += 1
            continue
        if known is None:
            report.unmatched += 1
            if len(report.examples) < MOST_EXAMPLES:
                report.examples.append((reply.id or f"row {reply.row:,}")[:80])
            continue
        prediction = predict(known, reply, path)
        key = (prediction.question, prediction.model, prediction.run)
        if key in kept:
            report.duplicates += 1
            report.contradicting += kept[key].raw != prediction.raw
        else:
            by[how] += 1
        kept[key] = prediction
    _count(report, kept, by, questions)
    yield from kept.values()


def _named(replies: Iterable[Reply], path: Path, model: str | None) -> Iterator[Reply]:
    """Yield replies with a model's name; failed calls, which may have none, get that of the others."""
    nameless = []
    names = set()
    for reply in replies:
        if model or reply.model:
            names.add(reply.model)
            yield msgspec.structs.replace(reply, model=model or reply.model)
        else:
            nameless.append(reply)
    name = names.pop() if len(names) == 1 else table_stem(path.name)
    yield from (msgspec.structs.replace(reply, model=name) for reply in nameless)


def _count(
    report: MatchReport, kept: dict[tuple[str, str, str], Prediction], by: Counter[str], questions: Questions
) -> None:
    report.by = dict(by)
    report.matched = len(kept)
    report.failed = sum(one.state == "failed call" for one in kept.values())
    report.cut = sum(one.cut for one in kept.values())
    names = Counter(f"{one.model}, {one.run}" if one.run else one.model for one in kept.values())
    report.models = dict(names)
    tasks = {one.task for one in kept.values()}
    answered = {one.question for one in kept.values()}
    report.absent = sum(len(questions.of_table(task)) for task in tasks) - len(answered)


def _find(reply: Reply, questions: Questions) -> tuple[Known | None, str]:
    """Return the question, and how it was found."""
    if reply.id:
        known = questions.find(reply.id, reply.table)
        if known is not None:
            return known, "by id"
    if reply.place is not None:
        ids = questions.of_table(reply.table) if reply.table else _only_table(questions)
        if reply.place < len(ids):
            known = questions.by_id[ids[reply.place]]
            if reply.label is not None and not _is_truth(reply.label, known):
                raise _Mismatch
            return known, "by row"
    if reply.prompt:
        known = questions.find_by_content(reply.prompt, reply.images)
        if known is not None:
            return known, "by prompt and pictures"
    return None, ""


def _only_table(questions: Questions) -> list[str]:
    """Return the ids of all questions, if they come from one table."""
    ids = list(questions.by_id)
    return ids if any(len(questions.of_table(name)) == len(ids) for name in questions.tables) else []


def _is_truth(label: str, known: Known) -> bool:
    if label.strip() == known.answer.strip():
        return True
    form = load_task(known.task).file.form
    parsed = parse_answer(form, label, options=known.options, residue=known.residue or None)
    truth = parse_answer(form, known.answer, options=known.options, residue=known.residue or None)
    return parsed.answer is not None and parsed.answer == truth.answer


def predict(known: Known, reply: Reply, path: Path) -> Prediction:
    """Read a reply to a question."""
    raw = (reply.raw or "")[:LONGEST_REPLY]
    task = load_task(known.task)
    parsed = parse_answer(task.file.form, raw, options=known.options, residue=known.residue or None)
    if reply.error and parsed.state != "parsed":
        parsed = Parsed(None, "failed call", "The call of the model failed.", reasoning=parsed.reasoning)
    return Prediction(
        question=known.id,
        task=known.task,
        model=reply.model,
        run=reply.run,
        raw=raw,
        reasoning="\n\n".join(filter(None, (reply.reasoning, parsed.reasoning))),
        answer=parsed.answer,
        state=parsed.state,
        reason=parsed.reason,
        span=parsed.span,
        usage=reply.usage,
        error=reply.error,
        cut=reply.cut or len(reply.raw or "") > LONGEST_REPLY,
        source=str(path),
        row=reply.row,
    )


def printed(prediction: Prediction) -> str:
    """Return a prediction's answer as the benchmark writes it; "" where there is none."""
    if prediction.answer is None:
        return ""
    try:
        return print_answer(load_task(prediction.task).file.form, prediction.answer)
    except ValueError:
        return ""
