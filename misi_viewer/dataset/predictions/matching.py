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

_MOST_WAITING = 50_000_000
"""Characters of replies that wait for a model's name."""


class _Mismatch(Exception):  # noqa: N818  a verdict, no error
    """Raised where the truth beside a reply is not that of the question in its row."""


def match(
    replies: Iterable[Reply], questions: Questions, report: MatchReport, path: Path, model: str | None = None
) -> Iterator[Prediction]:
    """Yield the predictions of a file; of several for one question, model and run the last one counts.

    Parameters
    ----------
    replies
        As a format's module reads them.
    questions
        Those that there are.
    report
        Is told what becomes of them; whole at the end.
    path
        The file.
    model
        Name for all of them, in place of what the file tells.
    """
    tally = _Tally(report)
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
        tally.add(prediction, how)
        yield prediction
    tally.close(questions)


class _Tally:
    """Counts predictions without keeping them: what is remembered of each is two numbers."""

    def __init__(self, report: MatchReport) -> None:
        self._report = report
        self._kept: dict[int, int] = {}
        self._by: Counter[str] = Counter()
        self._models: Counter[str] = Counter()
        self._tasks: set[str] = set()
        self._answered: set[str] = set()

    def add(self, prediction: Prediction, how: str) -> None:
        """Count a prediction; a later one takes the place of an earlier one."""
        key = hash((prediction.question, prediction.model, prediction.run))
        facts = hash(prediction.raw) << 2 | prediction.cut << 1 | (prediction.state == "failed call")
        before = self._kept.get(key)
        self._kept[key] = facts
        if before is not None:
            self._report.duplicates += 1
            self._report.contradicting += before >> 2 != facts >> 2
            return
        self._by[how] += 1
        self._models[f"{prediction.model}, {prediction.run}" if prediction.run else prediction.model] += 1
        self._tasks.add(prediction.task)
        self._answered.add(prediction.question)

    def close(self, questions: Questions) -> None:
        """Write the counts down."""
        report = self._report
        report.by, report.models = dict(self._by), dict(self._models)
        report.matched = len(self._kept)
        report.failed = sum(facts & 1 for facts in self._kept.values())
        report.cut = sum(facts >> 1 & 1 for facts in self._kept.values())
        report.absent = sum(len(questions.of_table(task)) for task in self._tasks) - len(self._answered)


def _named(replies: Iterable[Reply], path: Path, model: str | None) -> Iterator[Reply]:
    """Yield replies with a model's name; failed calls, which may have none, get that of the others."""
    nameless: list[Reply] = []
    waiting = 0
    names = set()
    for reply in replies:
        if model or reply.model:
            names.add(reply.model)
            yield msgspec.structs.replace(reply, model=model or reply.model)
        elif waiting > _MOST_WAITING:
            yield msgspec.structs.replace(reply, model=table_stem(path.name))
        else:
            nameless.append(reply)
            waiting += len(reply.raw or "") + len(reply.reasoning)
    name = names.pop() if len(names) == 1 else table_stem(path.name)
    yield from (msgspec.structs.replace(reply, model=name) for reply in nameless)


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
