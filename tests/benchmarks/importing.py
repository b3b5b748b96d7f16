"""How long a data set as large as the benchmark takes to import, how much memory, and how fast it answers.

    python tests/benchmarks/importing.py [--share 0.1]

Writes 163,514 questions with 588,000 references to pictures, without the
pictures, imports them in a process of their own, adds predictions of three
models, and asks for pages.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from misi_viewer.dataset.catalogue import Catalogue, Filter, import_sources
from misi_viewer.dataset.predictions import Prediction
from misi_viewer.tasks import all_tasks
from misi_viewer.tasks.answers import parse_answer
from misi_viewer.tasks.derive import derive_recipe

COUNTS = {
    "translation": 14_992,
    "rotation": 22_488,
    "zooming": 14_992,
    "residue_ligand": 26_799,
    "translation_rotation": 22_488,
    "rotation_rotation": 22_488,
    "docking": 22_488,
    "interaction_location": 12_786,
    "pocket_ligand": 3_993,
}
"""Questions by task, both splits (spec benchmark.md section 2)."""

COMPLEXES = 3_993
PICTURES = 147
"""Different pictures of a complex: 588,000 in all."""

ANSWERS = {
    "translation": "move x 3",
    "rotation": "roll y 15",
    "zooming": "move z 50",
    "docking": "roll x 75, move x -14",
    "pocket_ligand": "ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A",
    "residue_ligand": "Yes: ARG NH2, O1B",
}
"""Answers by task; of a choice C."""


def questions(task: Any, count: int) -> Iterator[bytes]:
    """Yield rows of a task, spread over the complexes."""
    draw = random.Random(task.id)
    first = 17 * [one.id for one in all_tasks()].index(task.id)
    images = {"translation": 4, "rotation": 4, "zooming": 4, "translation_rotation": 11, "rotation_rotation": 8}
    shown = images.get(task.id, 7 if task.id == "docking" else 6)
    answer = ANSWERS.get(task.id, "C")
    parsed = parse_answer(task.file.form, answer).answer
    recipe = derive_recipe(task, "1abc", parsed) if parsed else None
    recipe = recipe or derive_recipe(all_tasks()[6], "1abc", parse_answer("commands", ANSWERS["docking"]).answer)
    for number in range(count):
        which = number % COMPLEXES
        name = f"c{which:04d}"
        text = task.template.replace("{complex}", name).replace("{residue_number}", str(draw.randrange(900)))
        yield msgspec.json.encode(
            {
                "id": f"{task.id}/{name}/{number // COMPLEXES}",
                "task": task.id,
                "split": "test" if which % 8 == 0 else "train",
                "complex": name,
                "prompt": text,
                "images": [picture(name, first + number // COMPLEXES * shown + place) for place in range(shown)],
                "options": None if task.file.form != "letter" else [f"move x {n}, move y {-n}" for n in range(1, 5)],
                "answer": answer,
                "recipe": recipe,
                "versions": {"program": "0.1.0", "drawing": 1, "task": 1, "template": 1, "recipe": 1, "shot": 1},
            }
        )


def picture(name: str, number: int) -> str:
    """Return a path like those of a data set of ours."""
    number %= PICTURES
    return f"pictures/{number:02x}/{name}{number:026d}.png"


def write(folder: Path, share: float) -> int:
    """Write the data set; return its number of questions."""
    total = 0
    for task in all_tasks():
        count = max(1, round(COUNTS[task.id] * share))
        total += count
        with (folder / f"{task.id}.jsonl").open("wb") as stream:
            stream.writelines(line + b"\n" for line in questions(task, count))
    return total


def predictions(catalogue: Catalogue, model: str) -> Iterator[Prediction]:
    """Yield a prediction for each question; most are wrong."""
    draw = random.Random(model)
    for found in catalogue.known():
        state = draw.choices(("parsed", "unparseable", "refused"), (97, 2, 1))[0]
        form = next(task.file.form for task in all_tasks() if task.id == found.task)
        answer = (
            parse_answer(form, ANSWERS.get(found.task, "C"), options=found.options).answer
            if state == "parsed"
            else None
        )
        yield Prediction(
            question=found.id, task=found.task, model=model, raw=f"I say {found.answer}", answer=answer, state=state
        )


FILTERS = {
    "all": Filter(),
    "a task": Filter(task="pocket_ligand"),
    "a task and a split": Filter(task="docking", split="test"),
    "a complex": Filter(complex="c0100"),
    "a state": Filter(state="refused"),
    "a model and a state": Filter(model="second", state="unparseable"),
    "low scores": Filter(model="first", highest=0.0),
    "scores that nobody has": Filter(lowest=0.31, highest=0.32),
    "a model's scores that nobody has": Filter(model="third", lowest=0.31, highest=0.32),
    "a task's refusals": Filter(task="pocket_ligand", state="refused", model="first"),
    "a split's scores that nobody has": Filter(split="test", lowest=0.31, highest=0.32),
}
TEXTS = {
    "a rare word": Filter(text="c0100"),
    "a frequent word": Filter(text="ligand"),
    "three words": Filter(text="hydrogen bond ARG"),
    "no such word": Filter(text="zzzz"),
    "a frequent word, a task": Filter(text="ligand", task="pocket_ligand"),
}


def ask(catalogue: Catalogue) -> None:
    """Print how long the first page and a later page take, in milliseconds."""
    for name, wanted in {**FILTERS, **TEXTS}.items():
        times = []
        for after in (0, 80_000, 160_000):
            start = time.perf_counter()
            found = catalogue.page(wanted, after)
            times.append(1_000 * (time.perf_counter() - start))
        print(f"  {name:36} {max(times):8.1f} ms  ({len(found)} on the last page)")


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the questions (default 1)")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        start = time.perf_counter()
        report = import_sources([options.child / "data"], options.child / "catalogue.sqlite")
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{report.added:,} questions, {report.pictures:,} pictures: {seconds:.1f} s, {peak:.0f} MB of memory")
        print(f"catalogue: {report.bytes / 1e6:.0f} MB")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "data").mkdir()
        write(folder / "data", options.share)
        size = sum(path.stat().st_size for path in (folder / "data").iterdir())
        print(f"data set: {size / 1e6:.0f} MB")
        subprocess.run([sys.executable, __file__, "--child", place], check=True)
        with Catalogue(folder / "catalogue.sqlite") as catalogue:
            known = catalogue.questions()
            for model in ("first", "second", "third"):
                start = time.perf_counter()
                count = catalogue.add_predictions(predictions(catalogue, model), known)
                print(f"{count:,} predictions: {time.perf_counter() - start:.1f} s")
            ask(catalogue)


if __name__ == "__main__":
    main()
