"""Five models that do not exist, and the data set that they answer: for tests and demonstrations.

Their replies follow from the question's id and answer alone, so they are the same every time.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from misi_viewer.camera.commands import Command, parse_commands, print_commands
from misi_viewer.dataset.generate import Order, generate

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "assets" / "demo"
COMPLEXES = ("1ia1", "1of6", "1s3v")

Reply = Callable[[dict[str, object], random.Random], str]


@dataclass(frozen=True)
class ExplorerSet:
    """A data set of all nine tasks with the predictions of five models.

    Attributes
    ----------
    dataset
        Folder of the data set.
    complexes
        File that lists its complexes.
    predictions
        Files by model.
    rows
        Its questions by id.
    """

    dataset: Path
    complexes: Path
    predictions: dict[str, Path]
    rows: dict[str, dict[str, object]]


def perfect(row: dict[str, object], _draw: random.Random) -> str:
    """Answer right, in a sentence."""
    return f"<think>I look at {row['complex']}.</think>\nAnswer: {row['answer']}"


def noisy(row: dict[str, object], draw: random.Random) -> str:
    """Answer right half of the time, else nearly."""
    answer = str(row["answer"])
    if draw.random() < 0.5:
        return f"After some thought: \\boxed{{{answer}}}"
    if row["options"] is not None:
        return f"The answer is {draw.choice('ABCD')}."
    if answer.startswith(("move", "roll")):
        return f"Answer: {print_commands(map(_nearly, parse_commands(answer)))}"
    bonds = answer.removeprefix("Yes: ").split("; ")
    if answer == "No" or len(bonds) == 1:
        return "Answer: No"
    return f"Answer: {'Yes: ' if answer.startswith('Yes') else ''}{'; '.join(bonds[1:])}"


def _nearly(command: Command) -> Command:
    step = 15 if command.verb == "roll" else 1
    amount = command.amount + step
    return Command(command.verb, command.axis, amount or step)


def axis_confused(row: dict[str, object], _draw: random.Random) -> str:
    """Take each axis for the next one; of options the next letter; of bonds all right."""
    answer = str(row["answer"])
    if row["options"] is not None:
        return "ABCD"["ABCD".index(answer) - 3]
    if answer.startswith(("move", "roll")):
        turned = (
            Command(one.verb, "xyz"["xyz".index(one.axis) - 2], one.amount)  # type: ignore[arg-type]
            for one in parse_commands(answer)
        )
        return print_commands(turned)
    return answer


def enumerating(row: dict[str, object], _draw: random.Random) -> str:
    """Name all that might be."""
    answer = str(row["answer"])
    if row["options"] is not None:
        return "It may be A, B, C or D."
    if answer.startswith(("move", "roll")):
        return "Answer: move x 1\nAnswer: move x 2\nAnswer: roll y 15"
    prefix = "Yes: " if row["task"] == "residue_ligand" else ""
    own = "" if answer == "No" else answer.removeprefix("Yes: ")
    place = "" if prefix else " 999"
    chain = "" if prefix else " Z"
    more = [f"LYS{place} NZ{chain}, O{number}" for number in range(1, 7)]
    return f"Answer: {prefix}{'; '.join(filter(None, (own, *more)))}"


def refusing(row: dict[str, object], draw: random.Random) -> str:
    """Decline, say nothing, or fail."""
    kinds = ("I'm sorry, but I can't help with that.", "", "Failed to obtain answer via API.", "It is pretty.")
    return draw.choice((*kinds, str(row["answer"])))


MODELS: dict[str, Reply] = {
    "perfect": perfect,
    "noisy": noisy,
    "axis-confused": axis_confused,
    "enumerating": enumerating,
    "refusing": refusing,
}


def questions_of(dataset: Path) -> Iterator[dict[str, object]]:
    """Yield the questions of a data set in this project's format, in order."""
    for path in sorted(dataset.glob("*.jsonl")):
        with path.open("rb") as stream:
            yield from map(json.loads, stream)


def write_predictions(dataset: Path, folder: Path) -> dict[str, Path]:
    """Write a file of predictions for each model; return them by model."""
    rows = list(questions_of(dataset))
    files = {}
    for model, reply in MODELS.items():
        path = files[model] = folder / f"{model}.jsonl"
        with path.open("w", encoding="utf-8") as stream:
            for row in rows:
                seed = hashlib.sha256(f"{model} {row['id']}".encode()).hexdigest()
                line = {"id": row["id"], "model": model, "response": reply(row, random.Random(seed))}
                stream.write(json.dumps(line) + "\n")
    return files


def make_explorer_set(folder: Path) -> ExplorerSet:
    """Make a small data set about three demo complexes, with predictions; it takes some seconds and OpenGL."""
    complexes = folder / "complexes.txt"
    complexes.write_text("".join(f"{DEMO / name}\n" for name in COMPLEXES))
    dataset = folder / "nine tasks"
    generate(
        Order(
            complexes=complexes,
            dataset=dataset,
            split="test",
            per_complex=2,
            size=(160, 120),
            supersample=1,
            jobs=2,
        )
    )
    (folder / "predictions").mkdir()
    files = write_predictions(dataset, folder / "predictions")
    return ExplorerSet(dataset, complexes, files, {str(row["id"]): row for row in questions_of(dataset)})
