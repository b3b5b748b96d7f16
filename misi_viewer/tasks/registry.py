"""All tasks and hooks: the built-in ones and those that installed packages bring.

A package adds a task by an entry point of the group ``misi_viewer.tasks`` that
loads to the path of a task file, and a hook by one of ``misi_viewer.task_hooks``
named ``subjects.NAME``, ``sampling.NAME``, ``truth.NAME`` or ``decoys.NAME``
that loads to a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from misi_viewer import resources
from misi_viewer.errors import UserError
from misi_viewer.tasks import decoys, samplers, subjects, truths
from misi_viewer.tasks.hooks import HOOK_KINDS, Decoys, Sampler, Subjects, Truth
from misi_viewer.tasks.schema import TaskFile
from misi_viewer.tasks.task import FOLDER, Task, read_task

__all__ = [
    "BUILT_IN",
    "HOOKS_GROUP",
    "TASKS_GROUP",
    "Registry",
    "all_tasks",
    "decoys_hook",
    "load_task",
    "registry",
    "sampling_hook",
    "subjects_hook",
    "truth_hook",
]

TASKS_GROUP = "misi_viewer.tasks"
HOOKS_GROUP = "misi_viewer.task_hooks"

BUILT_IN = (
    "translation",
    "rotation",
    "zooming",
    "residue_ligand",
    "translation_rotation",
    "rotation_rotation",
    "docking",
    "interaction_location",
    "pocket_ligand",
)
"""Ids of the nine tasks, T1 to T9."""

_BUILT_IN_HOOKS: dict[str, Callable[..., Any]] = {
    "subjects.complex": subjects.whole_complex,
    "subjects.residues": subjects.residues,
    "subjects.bonded_residues": subjects.bonded_residues,
    "sampling.far_side": samplers.far_side,
    "sampling.bond_to_centre": samplers.bond_to_centre,
    "truth.commands": truths.sampled_commands,
    "truth.inverse_commands": truths.inverse_commands,
    "truth.bonds": truths.all_bonds,
    "truth.residue_bonds": truths.residue_bonds,
    "decoys.two_steps": decoys.two_steps,
    "decoys.sign_and_magnitude": decoys.sign_and_magnitude,
}


@dataclass(frozen=True, slots=True)
class Registry:
    """What there is.

    Attributes
    ----------
    tasks
        By id, the built-in ones first.
    hooks
        By kind and name, such as "decoys.two_steps".
    problems
        A sentence for each entry point that had to be left out.
    """

    tasks: dict[str, Task]
    hooks: dict[str, Callable[..., Any]]
    problems: tuple[str, ...]


@lru_cache(maxsize=1)
def registry() -> Registry:
    """Return all tasks and hooks, looked for once; what is broken is reported, never fatal."""
    problems: list[str] = []
    hooks = dict(_BUILT_IN_HOOKS)
    for point, loaded in _loaded(HOOKS_GROUP, problems):
        if point.name.partition(".")[0] not in HOOK_KINDS or not callable(loaded):
            problems.append(f"{_who(point)} is left out: it is not a function named KIND.NAME.")
        elif point.name in hooks:
            problems.append(f"{_who(point)} is left out: there is a hook {point.name} already.")
        else:
            hooks[point.name] = loaded
    tasks = {name: _checked(read_task(resources.path(f"{FOLDER}/{name}.toml")), hooks) for name in BUILT_IN}
    for point, loaded in _loaded(TASKS_GROUP, problems):
        try:
            task = _checked(_task_of(loaded), hooks)
        except Exception as error:  # another package's mistake must not stop this program
            problems.append(f"{_who(point)} is left out: {str(error).rstrip('.')}.")
            continue
        if task.id in tasks:
            problems.append(f"{_who(point)} is left out: there is a task {task.id} already.")
        else:
            tasks[task.id] = task
    return Registry(tasks, hooks, tuple(problems))


def _loaded(group: str, problems: list[str]) -> Iterator[tuple[EntryPoint, object]]:
    """Yield what the entry points of a group load to, by name."""
    for point in sorted(entry_points(group=group), key=lambda point: (point.name, point.value)):
        try:
            loaded = point.load()
        except Exception as error:  # another package's mistake must not stop this program
            problems.append(f"{_who(point)} is left out: it cannot be loaded ({type(error).__name__}: {error}).")
        else:
            yield point, loaded


def _who(point: EntryPoint) -> str:
    package = point.dist.name if point.dist is not None else point.value
    return f"The entry point {point.name} of {package}"


def _task_of(loaded: object) -> Task:
    if isinstance(loaded, Task):
        return loaded
    if isinstance(loaded, str):
        return read_task(Path(loaded))
    if isinstance(loaded, Path | Traversable):
        return read_task(loaded)
    raise UserError("It must load to the path of a task file")


def _checked(task: Task, hooks: dict[str, Callable[..., Any]]) -> Task:
    """Return the task, all of whose hooks exist.

    Raises
    ------
    UserError
        With the hooks that there are.
    """
    for kind, name in _hooks_of(task.file):
        if f"{kind}.{name}" not in hooks:
            known = ", ".join(sorted(hook.partition(".")[2] for hook in hooks if hook.startswith(f"{kind}.")))
            raise UserError(f"{task.origin}: there is no hook '{name}' for {kind}; choose one of {known}.")
    return task


def _hooks_of(file: TaskFile) -> Iterator[tuple[str, str]]:
    yield "subjects", file.hooks.subjects
    yield from (("sampling", row.hook) for row in file.sampling if row.hook is not None)
    yield from (("truth", name) for name in (file.hooks.truth,) if name is not None)
    yield from (("decoys", name) for name in (file.hooks.decoys,) if name is not None)


def all_tasks() -> list[Task]:
    """Return all tasks: T1 to T9, then those of other packages."""
    return list(registry().tasks.values())


def load_task(name_or_path: str | Path) -> Task:
    """Return a task.

    Parameters
    ----------
    name_or_path
        The id of a task, or a task file.

    Raises
    ------
    UserError
        If there is no such task or its file is wrong.
    """
    known = registry()
    if str(name_or_path) in known.tasks:
        return known.tasks[str(name_or_path)]
    path = Path(name_or_path)
    if path.suffix.lower() != ".toml":
        names = ", ".join(known.tasks)
        raise UserError(f"There is no task '{str(name_or_path)[:60]}'; choose one of {names}, or give a .toml file.")
    return _checked(read_task(path), known.hooks)


def subjects_hook(name: str) -> Subjects:
    """Return a hook by name."""
    return cast("Subjects", registry().hooks[f"subjects.{name}"])


def sampling_hook(name: str) -> Sampler:
    """Return a hook by name."""
    return cast("Sampler", registry().hooks[f"sampling.{name}"])


def truth_hook(name: str) -> Truth:
    """Return a hook by name."""
    return cast("Truth", registry().hooks[f"truth.{name}"])


def decoys_hook(name: str) -> Decoys:
    """Return a hook by name."""
    return cast("Decoys", registry().hooks[f"decoys.{name}"])
