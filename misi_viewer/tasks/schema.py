"""What a task file may say. It never carries code, paths or formats that reach into objects."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from misi_viewer.camera.commands import Axis, Verb
from misi_viewer.camera.views import ViewName
from misi_viewer.errors import UserError
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.shot import Fit, Parts
from misi_viewer.tasks.answers import Form

__all__ = ["LARGEST_FILE", "Counts", "Hooks", "ImageRow", "PromptName", "SampledRow", "TaskFile", "parse_task"]

LARGEST_FILE = 100_000
"""Bytes; a task is a page of text."""

MOST_ROWS = 64
MOST_BINS = 10_000
MOST_QUESTIONS = 1_000

Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Version = Annotated[int, Meta(ge=1, le=1_000_000)]
Count = Annotated[int, Meta(ge=1, le=MOST_QUESTIONS)]
Angstrom = Annotated[float, Meta(ge=-100_000, le=100_000)]
Kind = Literal["cloze", "choice"]
Whose = Literal["reference", "target"]
Mover = Literal["camera", "ligand"]

_CHOICES: dict[str, tuple[str, ...]] = {
    "kind": get_args(Kind),
    "form": get_args(Form),
    "of": get_args(Whose),
    "parts": get_args(Parts),
    "fit": get_args(Fit),
    "verb": get_args(Verb),
    "moves": get_args(Mover),
}


class _Row(msgspec.Struct, frozen=True):
    """A table of a task file."""


class PromptName(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which prompt template, and its version."""

    name: Name
    version: Version


class Counts(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Questions per complex, by split."""

    train: Count
    test: Count


class SampledRow(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something sampled: one command from axes and bins, or whatever a hook makes.

    Attributes
    ----------
    name
        By which images and recipes refer to it.
    verb, axes, lowest, highest, bin
        A command whose amount is one of ``lowest``, ``lowest + bin`` ...
        ``highest``; 0 is never one. Axes are dealt so that a complex's
        questions have each about as often.
    unlike
        Name of an earlier row whose axis this one must not have; the axis is
        then drawn from the others.
    hook
        Name of a registered hook that makes the commands instead.
    """

    name: Name
    verb: Verb | None = None
    axes: tuple[Axis, ...] = ()
    lowest: Angstrom = 0.0
    highest: Angstrom = 0.0
    bin: Annotated[float, Meta(gt=0, le=100_000)] = 1.0
    unlike: Name | None = None
    hook: Name | None = None

    @property
    def amounts(self) -> tuple[float, ...]:
        """The values that may be drawn."""
        bins = int((self.highest - self.lowest) / self.bin + 1.0e-9) + 1
        values = (round(self.lowest + place * self.bin, 9) for place in range(bins))
        return tuple(value for value in values if value != 0.0)


class ImageRow(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One or more pictures.

    Attributes
    ----------
    caption
        What a picture shows; `{view}` and `{letter}` stand for its view and option.
    of
        Whose: the reference's or the target's.
    parts, fit, labels
        As in a shot.
    views
        One picture for each, in order.
    camera, ligand
        Names of sampled commands on the camera and on the ligand, first first.
    options
        Whether there is one picture for each option, with its commands after
        those of `camera`.
    """

    caption: Text
    of: Whose = "reference"
    parts: Parts = "complex"
    fit: Fit | None = None
    labels: bool = True
    views: tuple[ViewName, ...] = ("front",)
    camera: tuple[Name, ...] = ()
    ligand: tuple[Name, ...] = ()
    options: bool = False


class Hooks(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Names of registered hooks for what data cannot say.

    Attributes
    ----------
    subjects
        What the questions of a complex are about: one each.
    truth
        The answer of a cloze.
    decoys
        The three wrong options of a choice.
    """

    subjects: Name
    truth: Name | None = None
    decoys: Name | None = None


class TaskFile(_Row, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A task.

    Attributes
    ----------
    id, name, version
        The version is raised whenever the same seed gives other questions.
    kind
        "cloze" or "choice" (of four).
    form
        Of the answer.
    metric
        Name of the metric.
    prompt
        The template.
    hooks
        See `Hooks`.
    counts
        Questions per complex; left out, one for each subject.
    target
        Whether a second complex takes part.
    moves
        What the commands of an answer or option move.
    sampling, images
        See `SampledRow`, `ImageRow`.
    """

    id: Name
    name: Text
    version: Version
    kind: Kind
    form: Form
    metric: Name
    prompt: PromptName
    hooks: Hooks
    counts: Counts | None = None
    target: bool = False
    moves: Mover = "camera"
    sampling: Annotated[tuple[SampledRow, ...], Meta(max_length=MOST_ROWS)] = ()
    images: Annotated[tuple[ImageRow, ...], Meta(min_length=1, max_length=MOST_ROWS)]

    def row(self, name: str) -> SampledRow:
        """Return what is sampled under a name."""
        return next(row for row in self.sampling if row.name == name)


def parse_task(text: str | bytes, place: str) -> TaskFile:
    """Read a task file.

    Parameters
    ----------
    text
        TOML.
    place
        Where it is from, for messages.

    Raises
    ------
    UserError
        With the place, what is wrong and what to write instead.
    """
    if len(text) > LARGEST_FILE:
        raise UserError(f"{place} is not a task: it is longer than {LARGEST_FILE:,} bytes.")
    try:
        source = text if isinstance(text, str) else text.decode("utf-8-sig")
        task = msgspec.convert(tomllib.loads(source), TaskFile)
    except UnicodeDecodeError:
        raise UserError(f"{place} is not a task: it is not a text in UTF-8.") from None
    except msgspec.ValidationError as error:
        raise UserError(f"{place} is not a task: {_advice(error)}.") from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, OverflowError) as error:
        raise UserError(f"{place} is not valid TOML: {str(error).rstrip('.')}.") from None
    problem = next(_problems(task), None)
    if problem is not None:
        raise UserError(f"{place}: {problem}.")
    return task


def _advice(error: msgspec.ValidationError) -> str:
    text = complaint(error, _CHOICES)
    if "matching regex" in text:
        return text[: text.index("matching regex")] + "of small letters, digits and underscores" + _where(text)
    unknown = re.search(r"unknown field `([^`]*)`", text)
    if unknown is None:
        return text
    known = {field for row in _Row.__subclasses__() for field in row.__struct_fields__}
    close = difflib.get_close_matches(unknown[1], sorted(known), n=1)
    return f"{text}; " + (f"did you mean `{close[0]}`?" if close else "leave it out")


def _where(text: str) -> str:
    _, found, place = text.partition(" - at ")
    return f" - at {place}" if found else ""


def _problems(task: TaskFile) -> Iterator[str]:
    """Yield what the types alone cannot forbid."""
    yield from _sampling_problems(task)
    yield from _image_problems(task)
    choice = task.kind == "choice"
    if choice != (task.hooks.decoys is not None):
        yield "a task of kind choice needs hooks.decoys, and only such a task may name them"
    if choice != (task.hooks.truth is None):
        yield "a task of kind cloze needs hooks.truth, and only such a task may name it"
    if choice != (task.form == "letter"):
        yield 'form must be "letter" for the kind choice, and something else for cloze'
    if choice and task.moves == "ligand":
        yield 'moves = "ligand" is for the kind cloze only; leave it out'
    if choice and not task.sampling:
        yield "a task of kind choice needs something in sampling to make options from"


def _sampling_problems(task: TaskFile) -> Iterator[str]:
    earlier: list[str] = []
    for place, row in enumerate(task.sampling):
        where = f"sampling[{place}]"
        if row.name in earlier:
            yield f'{where}.name "{row.name}" is taken; give each row a name of its own'
        if row.hook is None:
            yield from _command_problems(row, where)
        elif row.verb is not None or row.axes:
            yield f"{where} has both a hook and a verb or axes; leave one of them out"
        if row.unlike is not None and row.unlike not in earlier:
            yield f'{where}.unlike must name an earlier row of sampling, not "{row.unlike}"'
        earlier.append(row.name)


def _command_problems(row: SampledRow, where: str) -> Iterator[str]:
    if row.verb is None or not row.axes or len(set(row.axes)) != len(row.axes):
        yield f"{where} needs a verb and different axes, or a hook"
    elif not row.lowest <= row.highest or (row.highest - row.lowest) / row.bin > MOST_BINS:
        yield f"{where} needs lowest not above highest, and at most {MOST_BINS:,} bins"
    elif not row.amounts:
        yield f"{where} has no value to draw but 0; widen lowest and highest"


def _image_problems(task: TaskFile) -> Iterator[str]:
    names = [row.name for row in task.sampling]
    if sum(row.options for row in task.images) > 1:
        yield "options may be true for one row of images only"
    for place, row in enumerate(task.images):
        where = f"images[{place}]"
        for name in (*row.camera, *row.ligand):
            if name not in names:
                yield f'{where} applies "{name}", which is not in sampling; write one of {", ".join(names) or "none"}'
        if row.of == "target" and not task.target:
            yield f'{where}.of is "target"; set target = true, or write "reference"'
        if row.options and task.kind != "choice":
            yield f"{where}.options is for the kind choice only; leave it out"
        if not row.views:
            yield f"{where}.views is empty; name a view or leave it out"
        if row.options and row.views != ("front",):
            yield f"{where} shows options; leave views out"
