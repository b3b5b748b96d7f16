"""A task ready for use: its file and its prompt template."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from misi_viewer import resources
from misi_viewer.errors import UserError
from misi_viewer.tasks.schema import LARGEST_FILE, PromptName, TaskFile, parse_task
from misi_viewer.tasks.template import CAPTION_NAMES, LARGEST_TEMPLATE, PROMPT_NAMES, check_template

__all__ = ["FOLDER", "Task", "read_task"]

FOLDER = "tasks"
"""Folder of the built-in tasks among the assets."""

PROMPTS = "prompts"


@dataclass(frozen=True, slots=True)
class Task:
    """A task.

    Attributes
    ----------
    file
        What its file says.
    template
        Text of its prompt template.
    origin
        Where it is from, for people.
    """

    file: TaskFile
    template: str
    origin: str

    @property
    def id(self) -> str:
        """The task's id."""
        return self.file.id


def read_task(path: Path | Traversable) -> Task:
    """Read a task file and its prompt template.

    The template ``NAME.vVERSION.txt`` is looked for in the folder ``prompts``
    beside the task file, then among the built-in ones.

    Raises
    ------
    UserError
        If one of them is missing or wrong.
    """
    file = parse_task(_read(path, LARGEST_FILE), str(path))
    for place, row in enumerate(file.images):
        check_template(row.caption, CAPTION_NAMES, f"{path}: images[{place}].caption")
    template = _template(path, file.prompt)
    return Task(file, template, str(path))


def _template(path: Path | Traversable, prompt: PromptName) -> str:
    name = f"{prompt.name}.v{prompt.version}.txt"
    folders = [resources.root() / FOLDER / PROMPTS]
    beside = path.parent if isinstance(path, Path) else None
    places: list[Path | Traversable] = [folder / name for folder in ([beside / PROMPTS] if beside else []) + folders]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise UserError(
            f"{path}: there is no prompt template {name}; put it into the folder {PROMPTS} beside the task."
        )
    try:
        text = _read(found, LARGEST_TEMPLATE).decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"The prompt template {found} is not a text in UTF-8.") from None
    check_template(text, PROMPT_NAMES, str(found))
    return text.strip().replace("\r\n", "\n")


def _read(path: Path | Traversable, largest: int) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(data) > largest:
        raise UserError(f"{path} is longer than {largest:,} bytes; shorten it.")
    return data
