"""One unit of work: all questions about one complex."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.plan import Plan
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.shards import Shard
from misi_viewer.dataset.store import Looks, PictureStore
from misi_viewer.errors import UserError
from misi_viewer.render.picture import Source
from misi_viewer.scene.shot import SHOT_VERSION
from misi_viewer.tasks import Question, Skipped, Task, load_task, sample
from misi_viewer.tasks.question import RECIPE_VERSION, Picture

__all__ = ["make_shard", "sources_of"]

Load = Callable[[str], Complex]
"""Reads a complex by its id."""


def sources_of(complex_: Complex) -> tuple[Source, ...]:
    """Return the files of a complex, without their folders."""
    return tuple(Source(name=file.name, sha256=file.sha256, role=file.role) for file in complex_.sources)


def make_shard(plan: Plan, complex_id: str, load: Load) -> Shard:
    """Sample all questions about a complex.

    Parameters
    ----------
    plan
        Of the data set.
    complex_id
        The complex; one that cannot be read gives a shard with a problem.
    load
        Reads complexes.
    """
    try:
        complex_ = load(complex_id)
    except (UserError, OSError) as error:
        return Shard(problem=str(error).rstrip("."))
    choices = plan.choices
    looks = Looks(choices.style, choices.size, choices.drawing)
    rows: list[msgspec.Raw] = []
    skipped: list[Skipped] = []

    def name(picture: Picture) -> str:
        return _name(looks, load(picture.complex), picture)

    for task in map(load_task, plan.tasks):
        for item in _sampled(plan, task, complex_, load):
            if isinstance(item, Skipped):
                skipped.append(item)
            else:
                rows.append(msgspec.Raw(msgspec.json.encode(_row(plan, task, item, name))))
    return Shard(sources=sources_of(complex_), rows=tuple(rows), skipped=tuple(skipped))


def _sampled(plan: Plan, task: Task, complex_: Complex, load: Load) -> Iterator[Question | Skipped]:
    choices = plan.choices
    yield from sample(
        task,
        complex_,
        seed=choices.seed,
        split=choices.split,
        candidates=choices.complexes,
        load=load,
        per_complex=choices.per_complex,
    )


def _row(plan: Plan, task: Task, question: Question, name: Callable[[Picture], str]) -> Row:
    recipe = msgspec.structs.replace(
        question.recipe, images=tuple(_as_drawn(plan, picture) for picture in question.recipe.images)
    )
    return Row(
        id=question.id,
        task=question.task,
        split=question.split,
        complex=question.complex,
        prompt=question.prompt,
        images=tuple(map(name, recipe.images)),
        options=question.options,
        answer=question.answer,
        recipe=msgspec.Raw(msgspec.json.encode(recipe)),
        versions={
            "program": plan.choices.program,
            "drawing": plan.choices.drawing,
            "task": task.file.version,
            "template": task.file.prompt.version,
            "recipe": RECIPE_VERSION,
            "shot": SHOT_VERSION,
        },
    )


def _as_drawn(plan: Plan, picture: Picture) -> Picture:
    return Picture(picture.complex, picture.shot.but(supersample=plan.choices.supersample))


def _name(looks: Looks, complex_: Complex, picture: Picture) -> str:
    address = looks.address(complex_.id, complex_.ligand_choice, sources_of(complex_), picture.shot)
    return PictureStore.name(address)
