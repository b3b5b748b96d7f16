"""Which task a question belongs to, and which complex it is about (spec benchmark.md section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from misi_viewer.dataset.reading.shapes import Fields
from misi_viewer.tasks import Task, all_tasks
from misi_viewer.tasks.question import LETTERS

__all__ = ["complexes_of", "options_in", "picture_count", "split_of", "task_of"]

_PHRASES: Final = (
    ("translation", "required translation command"),
    ("rotation", "required rotation command"),
    ("zooming", "required scaling command"),
    ("translation_rotation", "NEW protein (PDB ID:"),
    ("rotation_rotation", "TWO sequential rotations"),
    ("docking", "dock the ligand back"),
    ("interaction_location", "Target Hydrogen Bond"),
    ("pocket_ligand", "all possible hydrogen bonds between the pocket and the ligand"),
    ("residue_ligand", "specific protein residue"),
    ("residue_ligand", "If hydrogen bonds exist"),
)
"""What is said only in the published questions of a task."""

_HINTS: Final = (
    ("zooming", re.compile(r"scal(?:e|ing)|zoom", re.IGNORECASE)),
    ("interaction_location", re.compile(r"location", re.IGNORECASE)),
    ("residue_ligand", re.compile(r"interaction[-_](?:neg|pos)", re.IGNORECASE)),
    ("docking", re.compile(r"dock", re.IGNORECASE)),
)
"""What names of published files tell; believed only where answer and number of images fit."""

_PDB: Final = re.compile(r"PDB ID:?\s*\(?([0-9][A-Za-z0-9]{3})\b", re.IGNORECASE)
_CODE: Final = re.compile(r"(?<![A-Za-z0-9])([1-9](?=[0-9]{0,2}[A-Za-z])[A-Za-z0-9]{3})(?![A-Za-z0-9])")
_LETTERED: Final = re.compile(r"(?:^|(?<=\s))\(?([A-D])[.):]\s*")
_SPLITS: Final = re.compile(r"(?<![A-Za-z])(train|test|tiny)(?![A-Za-z])", re.IGNORECASE)
_UNITS: Final = re.compile(r"[1-9]\d*(?:px|deg|ang|dpi|mb|kb|gb)", re.IGNORECASE)


def picture_count(task: Task) -> int:
    """Return how many pictures a question of a task shows."""
    return sum(len(LETTERS) if row.options else len(row.views) for row in task.file.images)


def task_of(fields: Fields, names: Iterable[str]) -> tuple[Task | None, bool]:
    """Return the task of a question, and whether it is only a hint of a file's name.

    Parameters
    ----------
    fields
        Of its row.
    names
        Of the table's file and archive.
    """
    tasks = {task.id: task for task in all_tasks()}
    said = fields.task.strip().lower()
    if said in tasks:
        return tasks[said], False
    named = fields.id.partition("/")[0]
    if fields.id.count("/") == 2 and named in tasks:
        return tasks[named], False
    for name, phrase in _PHRASES:
        if phrase in fields.prompt:
            return tasks[name], False
    for name, pattern in _own_openings():
        if pattern.match(fields.prompt):
            return tasks[name], False
    for text in (*names, *fields.images[:1]):
        for name, hint in _HINTS:
            if hint.search(text) and len(fields.images) == picture_count(tasks[name]):
                return tasks[name], True
    return None, False


@lru_cache(maxsize=1)
def _own_openings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return what the first lines of the tasks' own prompts look like; a complex is the group ``complex``."""
    openings: dict[str, list[str]] = {}
    for task in all_tasks():
        openings.setdefault(task.template.partition("\n")[0], []).append(task.id)
    patterns = []
    for line, names in openings.items():
        if len(names) > 1 or len(line) < 40:
            continue
        pieces = re.split(r"(\{\w+\})", line)
        pattern = "".join(r".{1,200}?" if piece.startswith("{") else re.escape(piece) for piece in pieces)
        pattern = pattern.replace(r".{1,200}?", r"(?P<complex>[^\s,]{1,200}?)", 1) if "{complex}" in pieces else pattern
        patterns.append((names[0], re.compile(pattern)))
    return tuple(patterns)


def complexes_of(fields: Fields, names: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the complexes a question is about, the reference first; none if that is not told.

    A row's own word counts most, then an id of our form, the prompt's "PDB
    ID", and at last the names of the pictures and the table, if they agree.
    """
    if fields.complex:
        return (fields.complex,)
    parts = fields.id.split("/")
    if len(parts) == 3 and parts[2].isdigit():
        return (parts[1],)
    found = tuple(dict.fromkeys(code.lower() for code in _PDB.findall(fields.prompt)))
    if found:
        return found[:2]
    for _, pattern in _own_openings():
        match = pattern.match(fields.prompt)
        if match is not None and "complex" in pattern.groupindex:
            return (match["complex"],)
    for texts in (fields.images, (fields.id,), tuple(names)):
        codes = {code.lower() for text in texts for code in _CODE.findall(_spaced(text)) if not _UNITS.fullmatch(code)}
        if len(codes) == 1:
            return tuple(codes)
    return ()


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def options_in(prompt: str) -> tuple[str, ...] | None:
    """Return the four options that a prompt lists, in lines or on one line; None if it lists none."""
    for line in prompt.splitlines():
        places = list(_LETTERED.finditer(line))
        if [place[1] for place in places] == list(LETTERS):
            ends = [*(place.start() for place in places[1:]), len(line)]
            return tuple(line[place.end() : end].strip() for place, end in zip(places, ends, strict=True))
    found: list[str] = []
    for line in prompt.splitlines():
        place = _LETTERED.match(line.strip())
        if place is not None and len(found) < len(LETTERS) and place[1] == LETTERS[len(found)]:
            found.append(line.strip()[place.end() :].strip())
    return tuple(found) if len(found) == len(LETTERS) and all(found) else None


def split_of(fields: Fields, names: Iterable[str]) -> str:
    """Return the split that a row, or else a file's name, tells; "" for none."""
    if fields.split:
        return fields.split
    for name in names:
        found = _SPLITS.search(_spaced(name))
        if found is not None:
            return found[1].lower()
    return ""
