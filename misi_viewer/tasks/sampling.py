"""Sampling the questions of a complex (spec benchmark.md section 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from misi_viewer.camera.commands import Command, print_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.tasks.annotation import Annotation, annotate
from misi_viewer.tasks.answers import LetterAnswer, parse_answer, print_answer
from misi_viewer.tasks.fairness import MIN_PIXELS, least_distance, shows_something
from misi_viewer.tasks.hooks import Drawn, Setting, Subject, Unfair
from misi_viewer.tasks.pictures import Sampled, captions, commands_of, option_shots, pictures
from misi_viewer.tasks.question import LETTERS, Picture, Question, Recipe, Skipped, Split
from misi_viewer.tasks.randomness import Random, deal, key_hash
from misi_viewer.tasks.registry import decoys_hook, sampling_hook, subjects_hook, truth_hook
from misi_viewer.tasks.task import Task
from misi_viewer.tasks.template import fill

__all__ = ["MOST_ATTEMPTS", "Load", "sample"]

MOST_ATTEMPTS: Final = 100
"""After so many draws that come out unfair a question is skipped."""

Load = Callable[[str], Complex]
"""Reads a complex by its id."""


def sample(
    task: Task,
    complex_: Complex,
    *,
    seed: int = 0,
    split: Split = "train",
    candidates: Sequence[str] = (),
    load: Load | None = None,
    per_complex: int | None = None,
) -> list[Question | Skipped]:
    """Return a task's questions about a complex, and which ones are not asked and why.

    Every question depends on the seed, the task, the complex, its number and
    the questions before it alone; on `candidates` only through its target.

    Parameters
    ----------
    task
        The task.
    complex_
        The complex asked about; of two, the reference.
    seed
        Of the data set.
    split
        "tiny" has the counts of "test".
    candidates, load
        Ids of complexes that a second one may be, and how to read one; for
        tasks with a target only.
    per_complex
        So many questions at most, in place of the task's own count.
    """
    try:
        setting = Setting(task.file, seed, annotate(complex_))
    except UserError as error:
        return [Skipped(task.id, complex_.id, None, _half_sentence(error))]
    sampling = _Sampling(task, setting, split, tuple(candidates), load)
    count = per_complex if task.file.counts is not None else None
    if task.file.counts is not None and count is None:
        count = task.file.counts.train if split == "train" else task.file.counts.test
    subjects = subjects_hook(task.file.hooks.subjects)(setting, count)
    return [sampling.question(n, subject) for n, subject in enumerate(subjects[:per_complex])]


def _half_sentence(error: Exception) -> str:
    return str(error).rstrip(".")


@dataclass(frozen=True, slots=True)
class _Draft:
    """One attempt at a question."""

    sampled: Sampled
    letter: int | None
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class _Sampling:
    """The questions of one task about one complex."""

    task: Task
    setting: Setting
    split: Split
    candidates: tuple[str, ...]
    load: Load | None
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def question(self, n: int, subject: Subject) -> Question | Skipped:
        """Return the n-th question, or why it is not asked."""
        try:
            if subject.problem:
                raise Unfair(subject.problem)
            target = self._target(n) if self.task.file.target else None
            draft = self._fair_draft(n, subject, target)
            return self._written(n, subject, draft)
        except Unfair as reason:
            return Skipped(self.task.id, self.setting.annotation.complex.id, n, str(reason))

    def _target(self, n: int) -> Annotation:
        """Return the second complex: of those that can be read, the one with the smallest hash."""
        own = self.setting.annotation.complex.id
        others = [candidate for candidate in self.candidates if candidate != own]
        if self.load is None or not others:
            raise Unfair("there is no other complex to be the target")
        others.sort(key=lambda candidate: key_hash(*self.setting.key(n, candidate)))
        for candidate in others[:MOST_ATTEMPTS]:
            try:
                return annotate(self.load(candidate))
            except UserError as error:
                problem = _half_sentence(error)
        raise Unfair(f"no other complex can be the target: {problem}")

    def _fair_draft(self, n: int, subject: Subject, target: Annotation | None) -> _Draft:
        """Draw until a question is fair."""
        random = self.setting.random(n)
        for _ in range(MOST_ATTEMPTS):
            draft = self._draft(n, subject, target, random)
            problem = self._problem(draft, subject, target)
            if not problem:
                return draft
        raise Unfair(f"none of {MOST_ATTEMPTS} draws is fair: {problem}")

    def _draft(self, n: int, subject: Subject, target: Annotation | None, random: Random) -> _Draft:
        file = self.task.file
        drawn = self._drawn(n, subject, random)
        options: list[Drawn] = []
        letter = None
        if file.hooks.decoys is not None:
            wrong = decoys_hook(file.hooks.decoys)(self.setting, drawn, random)
            letter = random.below(len(LETTERS))
            options = random.shuffled(wrong)
            options.insert(letter, drawn)
        target_id = target.complex.id if target is not None else ""
        sampled = Sampled(self.setting.annotation.complex.id, target_id, drawn, options, subject.residue)
        return _Draft(sampled, letter, pictures(file, sampled))

    def _drawn(self, n: int, subject: Subject, random: Random) -> Drawn:
        """Draw the rows of ``sampling``."""
        drawn: dict[str, tuple[Command, ...]] = {}
        for row in self.task.file.sampling:
            if row.hook is not None:
                drawn[row.name] = sampling_hook(row.hook)(self.setting, subject, random)
                continue
            if row.unlike is not None:
                taken = {command.axis for command in drawn[row.unlike]}
                axis = random.choose([axis for axis in row.axes if axis not in taken])
            else:
                axis = deal(row.axes, n, *self.setting.key(row.name))
            drawn[row.name] = (Command(row.verb or "move", axis, random.choose(row.amounts)),)
        return drawn

    def _problem(self, draft: _Draft, subject: Subject, target: Annotation | None) -> str:
        """Return why a draft is not fair, or "" if it is; one that is, is taken."""
        sampled, reference = draft.sampled, self.setting.annotation.complex
        key = (print_commands(commands_of(sampled.drawn)), subject.residue, subject.bonds)
        if key in self.seen:
            return "it repeats another question"
        complexes = {reference.id: reference}
        if target is not None:
            complexes[target.complex.id] = target.complex
        if sampled.options:
            whose, shots = option_shots(self.task.file, sampled)
            if least_distance(complexes[whose], shots) < MIN_PIXELS:
                return f"two options are nearer to each other than {MIN_PIXELS:g} pixels"
        moved = [picture for picture in draft.pictures if picture.shot.commands]
        if not all(shows_something(complexes[picture.complex], picture.shot) for picture in moved):
            return "a picture would be empty"
        self.seen.add(key)
        return ""

    def _written(self, n: int, subject: Subject, draft: _Draft) -> Question:
        file, sampled = self.task.file, draft.sampled
        answer, options = self._answer(subject, draft), self._option_texts(draft)
        values = {name: print_commands(commands) for name, commands in sampled.drawn.items()}
        return Question(
            id=f"{file.id}/{sampled.complex}/{n}",
            task=file.id,
            split=self.split,
            complex=sampled.complex,
            prompt=fill(self.task.template, _prompt_values(self.task, sampled, subject, options)),
            options=options or None,
            answer=answer,
            recipe=Recipe(
                seed=self.setting.seed,
                task_version=file.version,
                template=file.prompt.name,
                template_version=file.prompt.version,
                values={**values, **subject.values},
                options=tuple(print_commands(commands_of(option)) for option in sampled.options),
                target=sampled.target,
                images=draft.pictures,
            ),
        )

    def _answer(self, subject: Subject, draft: _Draft) -> str:
        """Return the truth, written; what is written must be read back."""
        file = self.task.file
        if draft.letter is not None:
            return print_answer(file.form, LetterAnswer(LETTERS[draft.letter]))
        truth = truth_hook(file.hooks.truth or "")(self.setting, subject, draft.sampled.drawn)
        try:
            text = print_answer(file.form, truth)
        except ValueError:
            raise UserError(
                f'{self.task.origin}: its answers are not of the form "{file.form}"; change form.'
            ) from None
        if parse_answer(file.form, text, residue=subject.values.get("residue_name")).answer != truth:
            raise Unfair(f"the answer '{text[:60]}' would not be read back as it is meant")
        return text

    def _option_texts(self, draft: _Draft) -> tuple[str, ...]:
        """Return what stands for each option: the number of its picture, or its commands."""
        if not any(row.options for row in self.task.file.images):
            return tuple(print_commands(commands_of(option), ", ") for option in draft.sampled.options)
        first = 1
        for row in self.task.file.images:
            if row.options:
                break
            first += len(row.views)
        return tuple(f"Image {first + place}" for place in range(len(draft.sampled.options)))


def _prompt_values(task: Task, sampled: Sampled, subject: Subject, options: Sequence[str]) -> dict[str, str]:
    """Return what a prompt template may ask for."""
    shown = (f"Image {number}: {caption}" for number, caption in enumerate(captions(task.file, sampled), start=1))
    return {
        "complex": sampled.complex,
        "target": sampled.target,
        "images": "\n".join(shown),
        "options": "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=False)),
        **subject.values,
        **({"chain": subject.values["chain"] or "(blank)"} if "chain" in subject.values else {}),
    }
