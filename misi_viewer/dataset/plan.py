"""What a data set is to be, settled before anything is made: choices, renderer, complexes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from misi_viewer import __version__
from misi_viewer.dataset.collection import Member
from misi_viewer.dataset.files import Halt, make_folder, write_whole
from misi_viewer.errors import UserError
from misi_viewer.render import probe
from misi_viewer.render.picture import Size
from misi_viewer.render.renderer import DRAWING_VERSION
from misi_viewer.scene.style import Style
from misi_viewer.tasks import Task
from misi_viewer.tasks.question import Split

__all__ = ["Choices", "Plan", "RendererFacts", "TaskChoice", "WorkFolder", "renderer_here"]

WORK = ".work"
"""Folder of what is needed only until a data set is complete."""


class RendererFacts(msgspec.Struct, frozen=True):
    """What pictures were drawn by.

    Attributes
    ----------
    vendor, renderer, version
        What OpenGL says of itself.
    backend
        How its context is made.
    """

    vendor: str
    renderer: str
    version: str
    backend: str

    def __str__(self) -> str:
        return f"{self.renderer}, OpenGL {self.version} ({self.vendor}, {self.backend})"


def renderer_here(device: int | None = None) -> RendererFacts:
    """Return what this machine draws with.

    Raises
    ------
    UserError
        If it cannot draw.
    """
    facts = probe.facts(device)
    return RendererFacts(facts.vendor, facts.renderer, facts.version, facts.backend)


class TaskChoice(msgspec.Struct, frozen=True):
    """One task of a data set.

    Attributes
    ----------
    id, version, template, template_version
        Of the task file and its prompt.
    sha256
        Of what both say, hexadecimal.
    """

    id: str
    version: int
    template: str
    template_version: int
    sha256: str

    @classmethod
    def of(cls, task: Task) -> TaskChoice:
        """Return the choice of a task."""
        prompt = task.file.prompt
        said = hashlib.sha256(msgspec.json.encode([task.file, task.template])).hexdigest()
        return cls(task.id, task.file.version, prompt.name, prompt.version, said)


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides what a data set holds, beside the complexes' files and the renderer.

    Attributes
    ----------
    program
        Its version.
    drawing
        Version of the drawing.
    tasks
        In order.
    split, seed, per_complex
        As in `tasks.sample`.
    size, supersample, style
        Of the pictures.
    format
        Name of the format of the question files.
    complexes
        Ids, in order.
    """

    program: str = __version__
    drawing: int = DRAWING_VERSION
    tasks: tuple[TaskChoice, ...]
    split: Split
    seed: int
    per_complex: int | None
    size: Size
    supersample: int
    style: Style
    format: str
    complexes: tuple[str, ...]

    def check_same(self, other: Choices, folder: Path) -> None:
        """Refuse to go on with a data set that was begun with other choices.

        Raises
        ------
        UserError
            With what differs.
        """
        different = [field for field in self.__struct_fields__ if getattr(self, field) != getattr(other, field)]
        if not different:
            return
        if "program" in different or "drawing" in different:
            raise UserError(
                f"{folder} was begun by MiSI Viewer {other.program} (drawing version {other.drawing}); "
                "finish it with that one, or give another -o."
            )
        named = ", ".join(field.replace("_", "-") for field in different)
        raise UserError(f"{folder} was begun with other choices ({named}); give the same ones, or another -o.")


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Choices, and what they are carried out with.

    Attributes
    ----------
    choices
        See `Choices`.
    renderer
        What the data set was begun with.
    allow_mixed
        Whether other renderers may take part.
    tasks
        What `load_task` takes for each of ``choices.tasks``.
    members
        The complexes, in the order of ``choices.complexes``.
    """

    choices: Choices
    renderer: RendererFacts
    allow_mixed: bool
    tasks: tuple[str, ...]
    members: tuple[Member, ...]

    def check_renderer(self, here: RendererFacts) -> None:
        """Refuse another renderer than the one that the data set was begun with.

        Raises
        ------
        Halt
            With both.
        """
        if here != self.renderer and not self.allow_mixed:
            raise Halt(
                f"This data set was begun with {self.renderer}, and this is {here}, whose pictures may differ; "
                "go on where it was begun, or with --allow-mixed."
            )


class WorkFolder:
    """What is kept until a data set is complete.

    Parameters
    ----------
    dataset
        The data set's folder.
    """

    def __init__(self, dataset: Path) -> None:
        self.path = dataset / WORK
        self._plan = self.path / "plan.json"

    @property
    def lock(self) -> Path:
        """The file that the running process has locked."""
        return self.path / "lock"

    def sampled(self, member: int) -> Path:
        """Return where the questions about a complex are kept."""
        return self.path / "sampled" / f"{member:06d}.json"

    def drawn(self, member: int) -> Path:
        """Return where the list of a complex's pictures is kept, once all are drawn."""
        return self.path / "drawn" / f"{member:06d}.json"

    def begin(self, plan: Plan) -> None:
        """Make the folders and keep the plan.

        Raises
        ------
        Halt
            If they cannot be written.
        """
        for folder in (self.sampled(0).parent, self.drawn(0).parent):
            make_folder(folder)
        write_whole(self._plan, msgspec.json.encode(plan))

    def plan(self) -> Plan | None:
        """Return the plan; None where nothing was planned.

        Raises
        ------
        UserError
            If it is not one that this program wrote.
        """
        try:
            return msgspec.json.decode(self._plan.read_bytes(), type=Plan)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, UserError) as error:
            raise UserError(f"{self._plan} cannot be used ({error}); give another -o.") from None
